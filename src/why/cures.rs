//! Changes that might repair a root, the most plausible first.
//!
//! In: a root with its chain. Out: lists of [`Edit`]s; a list is tried only if those before it do not help.

use std::collections::BTreeSet;

use super::chain::Chain;
use super::literal::{Change, Pattern, Source};
use super::near::share_part;
use super::repair::Edit;
use super::root::{Kind, Root};
use super::ways::Node;
use crate::source::Span;
use crate::task::{Atom, ObjectId, PredicateId, Term};

/// More facts are not made of one pattern.
const MAX_FACTS: usize = 40;

impl Chain<'_> {
    /// Lists of changes for a root.
    pub(super) fn cures(&self, root: &Root) -> Vec<Vec<Edit>> {
        let task = self.task();
        let mut lists = Vec::new();
        let asking = || {
            let ways = self.users[root.node].iter().filter(|(user, _)| *user != 0);
            let schemas = ways.filter_map(|(user, way)| match self.ways[*user][*way].source {
                Source::Action(schema) => Some(schema),
                Source::Rule(_) => None,
            });
            schemas.collect::<BTreeSet<usize>>()
        };
        match &self.nodes[root.node] {
            Node::Fact(pattern) if !pattern.positive => {
                lists.extend(pattern.ground().map(|objects| vec![Edit::NoFact(pattern.predicate, objects)]));
                lists.extend(self.all_effects(pattern.predicate, false));
                lists.push(self.without(asking(), Some(pattern.predicate)));
            }
            Node::Fact(pattern) => {
                let derived = task.predicate_info[pattern.predicate.index()].layer.is_some();
                let bridge = if root.kind == Kind::CutOff { self.bridge(root, pattern) } else { None };
                let facts = match bridge {
                    Some((predicate, bridges)) => {
                        let patterns = bridges.into_iter().map(|one| Pattern {
                            predicate,
                            arguments: one.arguments,
                            positive: true,
                        });
                        patterns.flat_map(|pattern| self.fill(&pattern)).take(MAX_FACTS).collect()
                    }
                    None if derived => Vec::new(),
                    None => self.alike(root, pattern).iter().flat_map(|pattern| self.fill(pattern)).collect(),
                };
                let more = self.all_effects(pattern.predicate, true);
                let asked_by_goal = self.users[root.node].iter().any(|(user, _)| *user == 0);
                let taken = self.changes_of(false, pattern.predicate).next().is_some();
                let is_static = root.kind == Kind::NotInInit && !taken && !asked_by_goal;
                // What is of one kind is not to be of another.
                if self.is_other_kind(pattern, pattern) {
                    lists.push(self.without(asking(), Some(pattern.predicate)));
                }
                if matches!(root.kind, Kind::NotInInit | Kind::NotAdded | Kind::Turned) && !is_static {
                    // What actions change, and what the goal asks for, is hardly missing at first.
                    lists.extend(more);
                    lists.extend([self.without(asking(), Some(pattern.predicate)), facts]);
                } else {
                    lists.push(facts);
                    lists.extend(more);
                    lists.push(self.without(asking(), Some(pattern.predicate)));
                }
            }
            Node::Useless { change } => {
                let change = &self.changes[*change];
                let Source::Action(schema) = change.source else { return lists };
                if let Some((_, Some(equality))) = change.asks_for_itself() {
                    lists.push(vec![Edit::NoEquality(schema, equality)]);
                }
                lists.push(self.effects(schema, change.atom.predicate, change.adds));
                let is_other = |edit: &Edit| !matches!(edit, Edit::Effect(_, atom, _) if atom.predicate == change.atom.predicate);
                lists.extend(self.swapped_back(change).filter(is_other).map(|edit| vec![edit]));
                lists.push(self.without([schema], Some(change.atom.predicate)));
            }
            Node::Contradiction { source, .. } => {
                let sides = self.changes_by(*source).first().and_then(Change::contradiction);
                if let (Some((one, other)), Source::Action(schema)) = (sides, *source) {
                    let mut sides = [one, other];
                    sides.sort_by_key(|side| std::cmp::Reverse(side.atom.span.start));
                    lists.extend(
                        sides.map(|side| vec![Edit::NoCondition(schema, side.atom.clone(), side.positive)]),
                    );
                }
            }
            Node::Joint { source: Source::Action(schema), .. }
            | Node::Other { source: Source::Action(schema) } => lists.push(self.without([*schema], None)),
            _ => {}
        }
        lists
    }

    /// The effect that an action has the other way round, if two of its effects seem to be swapped.
    pub(super) fn swapped_back(&self, change: &Change<'_>) -> Option<Edit> {
        let Source::Action(schema) = change.source else { return None };
        let other = self.swapped(change)?;
        // It would have variables that no parameter is.
        let is_whole = other.variables.len() == self.task().schemas[schema].parameters.len();
        is_whole.then(|| Edit::Effect(schema, other.atom.clone().into_owned(), change.adds))
    }

    /// The pattern of a root, and those of its circle that are as good: of the same predicate or, rather than what the
    /// goal asks for, any other.
    fn alike(&self, root: &Root, pattern: &Pattern) -> Vec<Pattern> {
        let is_goal = root.kind == Kind::Circle && self.users[root.node].iter().any(|(user, _)| *user == 0);
        let is_primary =
            |other: &Pattern| self.task().predicate_info[other.predicate.index()].layer.is_none();
        let others =
            root.circle.iter().filter(|node| **node != root.node).filter_map(|node| self.fact(*node));
        let others = others.filter(|other| {
            other.positive && (other.predicate == pattern.predicate || is_goal && is_primary(other))
        });
        std::iter::once(pattern).chain(others).cloned().collect()
    }

    /// The facts of a pattern: objects that stand in such facts already come first.
    fn fill(&self, pattern: &Pattern) -> Vec<Edit> {
        let task = self.task();
        let declared = &task.predicate_info[pattern.predicate.index()].parameters;
        let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
        for (position, argument) in pattern.arguments.iter().enumerate() {
            let values: Vec<ObjectId> = match argument {
                Some(object) => vec![*object],
                None => {
                    let used = |object: &ObjectId| {
                        !self.reach.rows(pattern.predicate).any(|row| row[position] == *object)
                    };
                    let mut values: Vec<ObjectId> = task.objects_of(&declared[position]).collect();
                    values.sort_by_key(used);
                    values
                }
            };
            let longer = |tuple: Vec<ObjectId>| {
                let values = values.iter().filter(|object| argument.is_some() || !tuple.contains(object));
                values.map(|object| tuple.iter().copied().chain([*object]).collect()).collect::<Vec<_>>()
            };
            tuples = tuples.into_iter().flat_map(longer).take(MAX_FACTS).collect();
        }
        tuples.into_iter().map(|objects| Edit::Fact(pattern.predicate, objects)).collect()
    }

    /// The effects on a predicate that actions could have besides, in lists: those of actions that touch it already
    /// come first, then those of actions that are named like it.
    pub(super) fn all_effects(&self, predicate: PredicateId, adds: bool) -> Vec<Vec<Edit>> {
        let task = self.task();
        let name = task.predicates.name(predicate).to_ascii_lowercase();
        let mut lists: [Vec<Edit>; 4] = Default::default();
        for (schema, action) in task.schemas.iter().enumerate() {
            let touches = |change: &Change<'_>| change.atom.predicate == predicate;
            let verb = action.name.to_ascii_lowercase();
            let is_kin = name.starts_with(&verb) || verb.starts_with(&name) || share_part(&name, &verb);
            let rank = match (self.changes_by(Source::Action(schema)).iter().any(touches), is_kin) {
                (true, true) => 0,
                (true, false) => 1,
                (false, true) => 2,
                (false, false) => 3,
            };
            lists[rank].extend(self.effects(schema, predicate, adds));
        }
        lists.into()
    }

    /// The conditions of some actions, each left out; of one predicate, or all.
    pub(super) fn without(
        &self,
        schemas: impl IntoIterator<Item = usize>,
        of: Option<PredicateId>,
    ) -> Vec<Edit> {
        let mut found: Vec<Edit> = Vec::new();
        for schema in schemas {
            let literals = self
                .changes_by(Source::Action(schema))
                .first()
                .map(Change::literals)
                .unwrap_or_default()
                .into_iter();
            let wanted = literals.filter(|one| of.is_none_or(|of| one.atom.predicate == of));
            found.extend(wanted.map(|one| Edit::NoCondition(schema, one.atom.clone(), one.positive)));
        }
        found
    }

    /// The effects on a predicate that a schema could have besides, on its parameters that fit, each once.
    fn effects(&self, schema: usize, predicate: PredicateId, adds: bool) -> Vec<Edit> {
        /// More ways to choose parameters are not looked at.
        const MAX_CHOICES: usize = 64;
        let task = self.task();
        let parameters = &task.schemas[schema].parameters;
        let mut tuples: Vec<Vec<Term>> = vec![Vec::new()];
        for types in &task.predicate_info[predicate.index()].parameters {
            let fits = |slot: &usize| task.types.overlap(&parameters[*slot].types, types);
            let fits: Vec<Term> = (0_u32..)
                .zip(0..parameters.len())
                .filter(|(_, slot)| fits(slot))
                .map(|(slot, _)| Term::Variable(slot))
                .collect();
            let longer = |tuple: Vec<Term>| {
                let fresh = fits.iter().filter(|term| !tuple.contains(term));
                fresh.map(|term| [&tuple[..], &[*term]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.into_iter().flat_map(longer).take(MAX_CHOICES).collect();
        }
        let atoms = tuples.into_iter().map(|arguments| Atom { predicate, arguments, span: Span::default() });
        let new = atoms.filter(|atom| !self.changes_atom(Source::Action(schema), adds, atom));
        new.map(|atom| Edit::Effect(schema, atom, adds)).collect()
    }
}
