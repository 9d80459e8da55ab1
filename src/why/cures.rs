//! Changes that might repair a root, the most plausible first.
//!
//! In: a root with its chain. Out: lists of [`Edit`]s; a list is tried only if those before it do not help.

use std::collections::BTreeSet;

use super::chain::Chain;
use super::literal::{Change, Literal, Pattern, Source};
use super::near::share_part;
use super::repair::Edit;
use super::root::{Kind, Root};
use super::ways::{Node, unify};
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
                // What no action changes is not to be changed.
                let is_fixed = !self.growing.contains(&pattern.predicate) && root.kind == Kind::NeverFalse;
                let at = if is_fixed { lists.len().min(1) } else { lists.len() };
                lists.insert(at, self.without(asking(), Some(pattern.predicate)));
            }
            Node::Fact(pattern) => {
                if let Some((asked, meant)) = self.near_miss(root) {
                    return vec![self.renamed(asked, meant)];
                }
                let derived = task.predicate_info[pattern.predicate.index()].layer.is_some();
                let mut facts: Vec<Edit> = match root.kind {
                    _ if derived => Vec::new(),
                    Kind::CutOff => self.fixed_facts(root.circle.iter().copied()).concat(),
                    _ => self.alike(root, pattern).iter().flat_map(|pattern| self.fill(pattern)).collect(),
                };
                let more = self.all_effects(pattern.predicate, true);
                let asked_by_goal = self.users[root.node].iter().any(|(user, _)| *user == 0);
                let taken = self.changes_of(false, pattern.predicate).next().is_some();
                let is_given = !taken || self.has_stray(pattern);
                let is_static = root.kind == Kind::NotInInit && is_given && !asked_by_goal;
                // What is of one kind is not to be of another.
                if self.is_other_kind(pattern, pattern) {
                    lists.push(self.without(asking(), Some(pattern.predicate)));
                }
                if root.kind == Kind::Circle {
                    let circle = self.shortest_circle(root);
                    lists.extend(self.fixed_facts(circle.iter().map(|(_, node)| *node)));
                }
                // That the goal itself is given, or a way where there is one back, is less and more likely.
                facts.sort_by_key(|edit| (self.is_goal(edit), !self.is_way_back(edit)));
                let by_chance = facts.chunk_by(|one, other| {
                    let class = |edit| (self.is_goal(edit), self.is_way_back(edit));
                    class(one) == class(other)
                });
                let facts = by_chance.map(<[_]>::to_vec);
                if matches!(root.kind, Kind::NotInInit | Kind::NotAdded | Kind::Turned) && !is_static {
                    // What actions change, and what the goal asks for, is hardly missing at first.
                    lists.extend(more);
                    lists.push(self.without(asking(), Some(pattern.predicate)));
                    lists.extend(facts);
                } else {
                    lists.extend(facts);
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

    /// The effects, or facts, of one predicate under the name of another.
    fn renamed(&self, asked: &Pattern, meant: PredicateId) -> Vec<Edit> {
        let effects = self.changes_of(true, meant).filter_map(|change| {
            let atom = Atom { predicate: asked.predicate, ..change.atom.clone().into_owned() };
            self.as_effect(change, atom)
        });
        let facts = self.task().init.iter().filter(|fact| fact.0 == meant && asked.fits(fact.1));
        effects.chain(facts.map(|(_, objects)| Edit::Fact(asked.predicate, objects.to_vec()))).collect()
    }

    /// An effect like another of the same action, unless it has variables that no parameter is.
    fn as_effect(&self, change: &Change<'_>, atom: Atom) -> Option<Edit> {
        let Source::Action(schema) = change.source else { return None };
        let is_whole = change.variables.len() == self.task().schemas[schema].parameters.len();
        is_whole.then_some(Edit::Effect(schema, atom, change.adds))
    }

    fn is_goal(&self, edit: &Edit) -> bool {
        let Edit::Fact(predicate, objects) = edit else { return false };
        let needs = self.ways[0].iter().flat_map(|way| &way.needs);
        let mut goals = needs.filter_map(|(need, _)| self.fact(*need));
        goals.any(|goal| goal.predicate == *predicate && goal.fits(objects))
    }

    /// Whether a fact is in `:init` the other way round.
    pub(super) fn is_way_back(&self, edit: &Edit) -> bool {
        let Edit::Fact(predicate, objects) = edit else { return false };
        let is_back = |fact: &[ObjectId]| {
            let mut apart = fact.iter().zip(objects).filter(|(one, other)| one != other);
            match (apart.next(), apart.next(), apart.next()) {
                (Some((a, b)), Some((c, d)), None) => a == d && b == c,
                _ => false,
            }
        };
        self.task().init.iter().any(|fact| fact.0 == *predicate && is_back(fact.1))
    }

    /// Facts that nothing adds and that are all that some action lacks for one of these facts, by predicate.
    fn fixed_facts(&self, nodes: impl IntoIterator<Item = usize>) -> Vec<Vec<Edit>> {
        let mut lists: Vec<(PredicateId, Vec<Edit>)> = Vec::new();
        for pattern in nodes.into_iter().filter_map(|node| self.fact(node)) {
            for change in self.changes_of(pattern.positive, pattern.predicate) {
                let Some(binding) = unify(change, pattern) else { continue };
                let literals = change.literals();
                let asked: Vec<&Literal<'_>> = literals.iter().filter(|one| one.positive).collect();
                for (at, literal) in asked.iter().enumerate() {
                    if self.growing.contains(&literal.atom.predicate) {
                        continue;
                    }
                    let mut others = asked.clone();
                    others.remove(at);
                    let mut found = Vec::new();
                    let _ = self.reach.join(change, &others, false, &mut binding.clone(), &mut |solution| {
                        let pattern = literal.with(solution);
                        if !self.reach.may(pattern.predicate, &pattern.arguments, true) {
                            found.extend(self.fill(&pattern));
                        }
                        found.len() < MAX_FACTS
                    });
                    match lists.iter_mut().find(|list| list.0 == literal.atom.predicate) {
                        Some(list) => list.1.extend(found),
                        None => lists.push((literal.atom.predicate, found)),
                    }
                }
            }
        }
        lists.into_iter().map(|list| list.1.into_iter().take(MAX_FACTS).collect()).collect()
    }

    /// Conditions with two arguments the other way round, where a fact that is lacking is in `:init` like that.
    pub(super) fn turned_conditions(&self) -> Vec<Edit> {
        let mut found: Vec<Edit> = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            let Node::Fact(pattern) = node else { continue };
            let asking = self.users[id].iter().map(|(user, way)| self.ways[*user][*way].source);
            let turned = |one, two| {
                let mut turned = pattern.clone();
                turned.arguments.swap(one, two);
                self.task().init.iter().any(|fact| fact.0 == turned.predicate && turned.fits(fact.1))
            };
            asking.for_each(|source| found.extend(self.turns(source, Some(pattern.predicate), &turned)));
        }
        found
    }

    /// Conditions of an action with two arguments the other way round, of predicates that nothing changes and whose
    /// facts are all given one way.
    pub(super) fn turns(
        &self,
        source: Source,
        of: Option<PredicateId>,
        wanted: &dyn Fn(usize, usize) -> bool,
    ) -> Vec<Edit> {
        let (Source::Action(schema), Some(first)) = (source, self.changes_by(source).first()) else {
            return Vec::new();
        };
        let task = self.task();
        let mut found = Vec::new();
        for literal in first.literals() {
            let (predicate, count) = (literal.atom.predicate, literal.atom.arguments.len());
            if !literal.positive || self.growing.contains(&predicate) || of.is_some_and(|of| of != predicate)
            {
                continue;
            }
            let declared = &task.predicate_info[predicate.index()].parameters;
            let pairs = (0..count).flat_map(|two| (0..two).map(move |one| (one, two)));
            for (one, two) in pairs.filter(|(one, two)| wanted(*one, *two)) {
                let mut rows = task.init.iter().filter(|fact| fact.0 == predicate);
                let is_one_way =
                    |fact: (_, &[ObjectId])| !self.is_way_back(&Edit::Fact(predicate, fact.1.to_vec()));
                if task.types.overlap(&declared[one], &declared[two]) && rows.all(is_one_way) {
                    let mut atom = literal.atom.clone();
                    atom.arguments.swap(one, two);
                    found.push(Edit::Turned(schema, literal.atom.clone(), atom));
                }
            }
        }
        found
    }

    /// The effect that an action has the other way round, if two of its effects seem to be swapped.
    pub(super) fn swapped_back(&self, change: &Change<'_>) -> Option<Edit> {
        let other = self.swapped(change)?;
        let edit = self.as_effect(other, other.atom.clone().into_owned())?;
        Some(if let Edit::Effect(schema, atom, _) = edit {
            Edit::Effect(schema, atom, change.adds)
        } else {
            edit
        })
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
    pub(super) fn fill(&self, pattern: &Pattern) -> Vec<Edit> {
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
                let is_free = |object: &ObjectId| {
                    !tuple.contains(object) && !pattern.arguments.contains(&Some(*object))
                };
                let values = values.iter().filter(|object| argument.is_some() || is_free(object));
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
    pub(super) fn effects(&self, schema: usize, predicate: PredicateId, adds: bool) -> Vec<Edit> {
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
