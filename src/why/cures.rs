//! Changes that might repair a root, the most plausible first.
//!
//! In: a root with its chain. Out: lists of [`Edit`]s; a list is tried only if those before it do not help.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::{Change, Literal, Pattern, Source, contradiction};
use super::near::share_part;
use super::repair::Edit;
use super::root::{Kind, Root};
use super::ways::{Node, others, unify};
use crate::source::Span;
use crate::task::{Amount, Atom, ObjectId, PredicateId, Term};

/// At most this many facts are made from one pattern.
const MAX_FACTS: usize = 40;

impl Chain<'_> {
    /// Lists of changes for a root.
    pub(super) fn cures(&self, root: &Root) -> Vec<Vec<Edit>> {
        match &self.nodes[root.node] {
            Node::Fact(pattern) => self.cures_of_fact(root, pattern),
            Node::Useless { change } => {
                let change = &self.changes[*change];
                let Some(schema) = change.source.schema() else { return Vec::new() };
                let predicate = change.atom.predicate;
                let equality = change.asks_for_itself().and_then(|(_, equality)| equality);
                let equal = equality.map(|equality| vec![Edit::NoEquality(schema, equality)]);
                let mut lists: Vec<Vec<Edit>> = equal.into_iter().collect();
                lists.push(self.effects(schema, predicate, change.adds));
                let is_own =
                    |edit: &Edit| matches!(edit, Edit::Effect(_, atom, _) if atom.predicate == predicate);
                lists.extend(self.swapped_back(change).filter(|edit| !is_own(edit)).map(|edit| vec![edit]));
                let others = change.asks_for_itself().map(|(literal, _)| self.other_conditions(&literal));
                let [others, negated] = others.unwrap_or_default();
                lists.extend([self.without([schema], Some(predicate)), others, negated]);
                lists
            }
            Node::Obstacle { source: source @ Source::Action(schema), span, .. } => {
                let mut costs = self.task().schemas[*schema].cost.iter();
                if costs.any(|cost| matches!(cost, Amount::Function(.., at) if Some(*at) == *span)) {
                    return Vec::new();
                }
                let first = self.changes_by(*source).first();
                let Some((one, other)) = first.and_then(|change| contradiction(&change.literals)) else {
                    return vec![self.without([*schema], None)];
                };
                let mut sides = [one, other];
                sides.sort_by_key(|side| std::cmp::Reverse(side.atom.span.start));
                let edit = |side: Literal<'_>| Edit::NoCondition(*schema, side.atom.clone(), side.positive);
                sides.map(|side| vec![edit(side)]).into()
            }
            _ => Vec::new(),
        }
    }

    fn cures_of_fact(&self, root: &Root, pattern: &Pattern) -> Vec<Vec<Edit>> {
        if let Some((asked, meant)) = self.near_miss(root).filter(|_| pattern.positive) {
            return vec![self.renamed(asked, meant)];
        }
        let predicate = pattern.predicate;
        let mut lists = Vec::new();
        let asking = self.without(self.asking(root.node), Some(predicate));
        let unasked = vec![self.unread(), asking];
        // An object of one kind is hardly meant to be of another too: the condition is suspected.
        if self.is_other_kind(pattern, pattern) {
            lists.extend(unasked.clone());
        }
        if root.kind == Kind::Circle && pattern.positive {
            lists.push(self.misplaced(root));
            let circle = self.shortest_circle(root);
            lists.extend(self.fixed_facts(circle.iter().map(|(_, node)| *node)));
        }
        let (facts, effects) = (self.facts(root, pattern), self.all_effects(predicate, pattern.positive));
        // What is deleted where it holds is used up; other deletions may be meant as additions.
        let mut takers = self.changes_of(false, predicate);
        let is_given = if self.has_stray(pattern) {
            takers.all(|change| change.literals.iter().any(|one| one.is_of(&change.atom)))
        } else {
            takers.next().is_none()
        };
        let is_given = is_given && !self.is_asked_by_goal(root);
        lists.extend(
            match root.kind {
                // What no action changes is hardly meant to change.
                Kind::NeverFalse if !self.growing.contains(&predicate) => [facts, unasked, effects],
                Kind::NotInInit if is_given => [facts, effects, unasked],
                // What actions change, or the goal asks for, is hardly missing from :init.
                Kind::NotInInit | Kind::NotAdded | Kind::Turned => [effects, unasked, facts],
                _ => [facts, effects, unasked],
            }
            .concat(),
        );
        lists
    }

    /// The facts of a root to be added to `:init`, or the one to be left out, in lists.
    fn facts(&self, root: &Root, pattern: &Pattern) -> Vec<Vec<Edit>> {
        if !pattern.positive {
            let is_changed = self.is_changed(pattern.predicate);
            let rows = self.stated(pattern.predicate).filter(|row| !is_changed || pattern.fits(row));
            let mut rows: Vec<&[ObjectId]> = rows.collect();
            rows.sort_by_key(|row| !pattern.fits(row));
            return vec![rows.into_iter().map(|row| Edit::NoFact(pattern.predicate, row.to_vec())).collect()];
        }
        let mut facts: Vec<Edit> = match root.kind {
            _ if self.is_derived(pattern.predicate) => Vec::new(),
            Kind::CutOff => self.fixed_facts(root.circle.iter().copied()).concat(),
            _ => self
                .alike(root, pattern)
                .into_iter()
                .flat_map(|pattern| self.fill(pattern, MAX_FACTS))
                .collect(),
        };
        // That the goal itself is missing from :init is unlikely; that the way back is, where there is a way there, is
        // likely.
        let chance = |edit: &Edit| match edit {
            Edit::Fact(predicate, objects) => {
                (self.is_goal(*predicate, objects), !self.is_way_back(*predicate, objects))
            }
            _ => (false, false),
        };
        facts.sort_by_key(chance);
        facts.chunk_by(|one, other| chance(one) == chance(other)).map(<[_]>::to_vec).collect()
    }

    fn is_asked_by_goal(&self, root: &Root) -> bool {
        self.users[root.node].iter().any(|(user, _)| *user == 0)
    }

    pub(super) fn is_derived(&self, predicate: PredicateId) -> bool {
        self.task().predicate_info[predicate.index()].layer.is_some()
    }

    /// The actions that ask for a node.
    fn asking(&self, node: usize) -> BTreeSet<usize> {
        let ways = self.users[node].iter().filter(|(user, _)| *user != 0);
        ways.filter_map(|(user, way)| self.ways[*user][*way].source.schema()).collect()
    }

    /// The effects, or facts, of one predicate, under the name of another.
    fn renamed(&self, asked: &Pattern, meant: PredicateId) -> Vec<Edit> {
        let effects = self.changes_of(true, meant);
        let effects = effects.filter_map(|change| self.effect_like(change, asked.predicate, true));
        let facts = self.stated(meant).filter(|objects| asked.fits(objects));
        effects.chain(facts.map(|objects| Edit::Fact(asked.predicate, objects.to_vec()))).collect()
    }

    /// An effect like another of the same action, if all its variables are parameters.
    fn effect_like(&self, change: &Change<'_>, predicate: PredicateId, adds: bool) -> Option<Edit> {
        let schema = change.source.schema()?;
        let is_whole = change.variables.len() == self.task().schemas[schema].parameters.len();
        let atom = Atom { predicate, ..change.atom.clone().into_owned() };
        is_whole.then_some(Edit::Effect(schema, atom, adds))
    }

    /// The effect that an action has the other way round, if two of its effects seem to be swapped.
    pub(super) fn swapped_back(&self, change: &Change<'_>) -> Option<Edit> {
        let other = self.swapped(change)?;
        self.effect_like(other, other.atom.predicate, change.adds)
    }

    pub(super) fn is_goal(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let needs = self.ways[0].iter().flat_map(|way| &way.needs);
        let mut goals = needs.filter_map(|(need, _)| self.fact(*need));
        goals.any(|goal| goal.predicate == predicate && goal.fits(objects))
    }

    /// Whether a fact is in `:init` the other way round.
    pub(super) fn is_way_back(&self, predicate: PredicateId, objects: &[ObjectId]) -> bool {
        let is_back = |fact: &[ObjectId]| {
            let mut apart = fact.iter().zip(objects).filter(|(one, other)| one != other);
            match (apart.next(), apart.next(), apart.next()) {
                (Some((a, b)), Some((c, d)), None) => a == d && b == c,
                _ => false,
            }
        };
        self.stated(predicate).any(is_back)
    }

    /// Facts that nothing adds, each of which is all that some action lacks for one of these nodes; by predicate.
    fn fixed_facts(&self, nodes: impl IntoIterator<Item = usize>) -> Vec<Vec<Edit>> {
        let mut lists: IndexMap<PredicateId, Vec<Edit>> = IndexMap::new();
        for pattern in nodes.into_iter().filter_map(|node| self.fact(node)) {
            for change in self.changes_of(pattern.positive, pattern.predicate) {
                let Some(binding) = unify(change, pattern) else { continue };
                let asked: Vec<&Literal<'_>> = change.literals.iter().filter(|one| one.positive).collect();
                let is_fixed = |literal: &Literal<'_>| !self.growing.contains(&literal.atom.predicate);
                for (at, literal) in asked.iter().enumerate().filter(|(_, literal)| is_fixed(literal)) {
                    let list = lists.entry(literal.atom.predicate).or_default();
                    let rest = others(&asked, at);
                    let most = list.len() + MAX_FACTS;
                    let _ = self.reach.join(change, &rest, false, &mut binding.clone(), &mut |solution| {
                        let pattern = literal.with(solution);
                        if !self.reach.may(&pattern) {
                            list.extend(self.fill(&pattern, MAX_FACTS));
                        }
                        list.len() < most
                    });
                }
            }
        }
        lists.into_values().map(|list| list.into_iter().take(MAX_FACTS).collect()).collect()
    }

    /// Conditions with two arguments the other way round, where a missing fact is in `:init` like that. Nothing changes
    /// facts of the predicate, and none is given both ways.
    pub(super) fn turned_conditions(&self) -> Vec<Edit> {
        let mut found: Vec<Edit> = Vec::new();
        for (id, node) in self.nodes.iter().enumerate() {
            let Node::Fact(pattern @ Pattern { predicate, positive: true, .. }) = node else { continue };
            let declared = self.declared(*predicate);
            let is_turned = |one: usize, two: usize| {
                let mut turned = pattern.clone();
                turned.arguments.swap(one, two);
                self.task().types.overlap(&declared[one], &declared[two])
                    && self.stated(*predicate).any(|objects| turned.fits(objects))
            };
            let pairs = (0..declared.len()).flat_map(|two| (0..two).map(move |one| (one, two)));
            let pairs: Vec<_> = pairs.filter(|(one, two)| is_turned(*one, *two)).collect();
            let is_both_ways = || self.stated(*predicate).any(|fact| self.is_way_back(*predicate, fact));
            // One fact alone is rather written the wrong way itself.
            let is_alone = self.stated(*predicate).nth(1).is_none();
            if pairs.is_empty() || is_alone || self.growing.contains(predicate) || is_both_ways() {
                continue;
            }
            // Where an action can be taken as it is written, it is written as it is meant; of two arguments alone that
            // says little.
            let asking = self.asking(id).into_iter();
            let asking = asking.filter(|schema| declared.len() == 2 || !self.has_instance(*schema));
            for edit in self.without(asking, Some(*predicate)) {
                let Edit::NoCondition(schema, asked, true) = edit else { continue };
                found.extend(pairs.iter().map(|(one, two)| {
                    let mut turned = asked.clone();
                    turned.arguments.swap(*one, *two);
                    Edit::Condition(schema, (asked.clone(), true), (turned, true))
                }));
            }
        }
        found
    }

    /// The pattern of a root, and those of its circle that are as likely: of the same predicate or, if the goal asks
    /// for the root, any.
    fn alike<'s>(&'s self, root: &Root, pattern: &'s Pattern) -> Vec<&'s Pattern> {
        let is_goal = root.kind == Kind::Circle && self.is_asked_by_goal(root);
        let others = root.circle.iter().filter(|node| **node != root.node);
        let others = others.filter_map(|node| self.fact(*node)).filter(|other| {
            let is_alike = other.predicate == pattern.predicate;
            let is_free = is_goal && !self.is_derived(other.predicate) || other.arguments.is_empty();
            other.positive && (is_alike || is_free)
        });
        std::iter::once(pattern).chain(others).collect()
    }

    /// The facts of a pattern: objects that already stand in such facts come first or, where none stands in two, last.
    pub(super) fn fill(&self, pattern: &Pattern, most: usize) -> Vec<Edit> {
        let declared = self.declared(pattern.predicate);
        let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
        for (position, argument) in pattern.arguments.iter().enumerate() {
            let values: Vec<ObjectId> = match argument {
                Some(object) => vec![*object],
                None => {
                    let rows: Vec<ObjectId> =
                        self.reach.rows(pattern.predicate).map(|row| row[position]).collect();
                    let used: FxHashSet<ObjectId> = rows.iter().copied().collect();
                    let is_one_each = rows.len() > 1 && used.len() == rows.len();
                    let mut values: Vec<ObjectId> = self.task().objects_of(&declared[position]).collect();
                    values.sort_by_key(|object| used.contains(object) == is_one_each);
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
            tuples = tuples.into_iter().flat_map(longer).take(most).collect();
        }
        tuples.into_iter().map(|objects| Edit::Fact(pattern.predicate, objects)).collect()
    }

    /// The further effects on a predicate that actions could have, in lists: first those of actions that already touch
    /// it, then those of actions with a similar name.
    pub(super) fn all_effects(&self, predicate: PredicateId, adds: bool) -> Vec<Vec<Edit>> {
        let task = self.task();
        let name = task.predicates.name(predicate).to_ascii_lowercase();
        let mut lists: [Vec<Edit>; 4] = Default::default();
        for (schema, action) in task.schemas.iter().enumerate() {
            let touches = |change: &Change<'_>| change.is(!adds, predicate);
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
            let literals = self.changes_by(Source::Action(schema)).iter().flat_map(|change| &change.literals);
            let wanted = literals.filter(|one| of.is_none_or(|of| one.atom.predicate == of));
            for edit in wanted.map(|one| Edit::NoCondition(schema, one.atom.clone(), one.positive)) {
                if !found.contains(&edit) {
                    found.push(edit);
                }
            }
        }
        found
    }

    /// The further effects on a predicate that a schema could have, on its parameters that fit, each at most once.
    pub(super) fn effects(&self, schema: usize, predicate: PredicateId, adds: bool) -> Vec<Edit> {
        /// The most ways to choose parameters that are examined.
        const MAX_CHOICES: usize = 64;
        let task = self.task();
        let parameters = &task.schemas[schema].parameters;
        let mut tuples: Vec<Vec<Term>> = vec![Vec::new()];
        for types in self.declared(predicate) {
            let fits = |slot: &usize| task.types.overlap(&parameters[*slot].types, types);
            let slots = (0_u32..).zip(0..parameters.len()).filter(|(_, slot)| fits(slot));
            let fits: Vec<Term> = slots.map(|(slot, _)| Term::Variable(slot)).collect();
            let longer = |tuple: Vec<Term>| {
                let fresh = fits.iter().filter(|term| !tuple.contains(term));
                fresh.map(|term| [&tuple[..], &[*term]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.into_iter().flat_map(longer).take(MAX_CHOICES).collect();
        }
        let atoms = tuples.into_iter().map(|arguments| Atom { predicate, arguments, span: Span::default() });
        let source = Source::Action(schema);
        let new = atoms.filter(|atom| !self.changes_atom(source, adds, atom));
        // An addition in the same step is stronger than a deletion: it has to go.
        let edit = |atom: Atom| {
            let mut own = self.changes_by(source).iter();
            let added =
                own.find(|change| change.is(true, predicate) && change.atom.arguments == atom.arguments);
            match added.filter(|_| !adds) {
                Some(added) => {
                    let old = added.atom.clone().into_owned();
                    Edit::OtherEffect(schema, (old.clone(), true), (old, false))
                }
                None => Edit::Effect(schema, atom, adds),
            }
        };
        new.map(edit).collect()
    }
}
