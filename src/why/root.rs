//! The root of an unreachable goal: the deepest link that alone would make the goal reachable.
//!
//! In: a [`Chain`]. Out: candidates, the most plausible first. A link dominates the goal if making it true makes the
//! goal true; candidates are the dominating links that need no other dominating link. Links that need each other are
//! one candidate.

use indexmap::IndexMap;
use rustc_hash::FxHashSet;

use super::chain::{Chain, Way};
use super::literal::{Change, Pattern, distinct};
use super::ways::Node;
use crate::task::{Atom, ObjectId, PredicateId, Term};

/// A candidate.
#[derive(Clone, Debug)]
pub(super) struct Root {
    /// The node to speak of.
    pub(super) node: usize,
    /// The nodes that need each other, itself included.
    pub(super) circle: Vec<usize>,
    pub(super) kind: Kind,
}

/// What kind of fault it looks like, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// An effect that is among the conditions.
    AddsWhatItNeeds,
    /// The arguments stand the other way round elsewhere.
    Turned,
    /// An object stands in no fact of `:init`, and the facts about it need each other.
    NoFirstFact,
    /// A node that is no fact and says what is wrong.
    Obstacle,
    /// It holds initially, and cannot be made false.
    NeverFalse,
    /// No action adds its predicate: a fact of `:init` is missing.
    NotInInit,
    /// There is no object of a type.
    NoObject,
    /// Actions add other facts of the predicate, but not this one.
    NotAdded,
    /// The same fact about another object can be reached, and no fact leads from there to here.
    CutOff,
    /// Facts that need each other.
    Circle,
    /// No more is known.
    Unclear,
}

impl<'a> Chain<'a> {
    /// The candidates, and how many parts of the goal have none of them: with two faults, no link alone is enough.
    pub(super) fn roots(&self) -> (Vec<Root>, usize) {
        let whole = self.candidates(0);
        let mut together = self.collective();
        if !whole.is_empty() {
            // A fact that nothing makes and something undoes is more telling than one that can be had elsewhere.
            together.retain(|root| root.kind <= whole[0].kind);
            together.extend(whole);
        }
        if !together.is_empty() {
            return (together, 0);
        }
        let Some(way) = self.ways[0].first() else { return (Vec::new(), 0) };
        let parts: Vec<Vec<Root>> = way.needs.iter().map(|(need, _)| self.candidates(*need)).collect();
        let more = parts.len().saturating_sub(1);
        // The most telling one comes first.
        let first = parts.into_iter().filter(|part| !part.is_empty()).min_by_key(|part| part[0].kind);
        (first.unwrap_or_default(), more)
    }

    /// Facts of one predicate, changed the other way only, that alone are not enough, but together.
    fn collective(&self) -> Vec<Root> {
        let mut classes: IndexMap<(PredicateId, bool), Vec<usize>> = IndexMap::new();
        for (id, node) in self.nodes.iter().enumerate() {
            if let Node::Fact(Pattern { predicate, positive, .. }) = node
                && self.ways[id].iter().all(|way| way.is_instance)
                && self.changes_of(*positive, *predicate).next().is_none()
                && self.changes_of(!positive, *predicate).next().is_some()
            {
                classes.entry((*predicate, *positive)).or_default().push(id);
            }
        }
        let helpful = classes.into_values().filter(|nodes| nodes.len() > 1 && self.leads(nodes, 0));
        helpful.map(|nodes| Root { node: nodes[0], kind: self.kind(nodes[0]), circle: nodes }).collect()
    }

    fn candidates(&self, target: usize) -> Vec<Root> {
        let sufficient = (1..self.nodes.len()).filter(|node| self.leads(&[*node], target));
        let sufficient: Vec<(usize, FxHashSet<usize>)> =
            sufficient.map(|node| (node, self.below(node))).collect();
        let mut roots: Vec<Root> = Vec::new();
        for (node, below) in &sufficient {
            let deeper = sufficient.iter().any(|(deep, its)| below.contains(deep) && !its.contains(node));
            if deeper || roots.iter().any(|root| root.circle.contains(node)) {
                continue;
            }
            let circle = sufficient
                .iter()
                .filter(|(deep, its)| deep == node || (below.contains(deep) && its.contains(node)));
            let circle: Vec<usize> = circle.map(|(deep, _)| *deep).collect();
            let is_linked = circle.iter().any(|node| self.is_linked(*node));
            let kind = |node: usize| match self.kind(node) {
                Kind::CutOff if is_linked => Kind::Circle,
                kind => kind,
            };
            let main = circle.iter().copied().min_by_key(|node| {
                let kind = kind(*node);
                let fact = self.fact(*node);
                let holes = fact.map_or(0, Pattern::holes);
                let arity =
                    fact.filter(|_| kind != Kind::NoFirstFact).map_or(0, |pattern| pattern.arguments.len());
                // If an object occurs nowhere, or no fact of the predicate is given, the pattern with holes is named.
                let has_facts = fact.is_some_and(|fact| self.is_stated(fact.predicate));
                // What nothing ever makes is no use at all: it is to be made.
                let is_made = fact.is_none_or(|fact| self.is_made(fact.predicate));
                let holes = if kind == Kind::NoFirstFact || !has_facts { usize::MAX - holes } else { holes };
                (kind, !self.entries(*node).0, is_made, !has_facts, arity, holes, *node)
            });
            let main = main.unwrap_or(*node);
            roots.push(Root { node: main, kind: kind(main), circle });
        }
        // Nodes are numbered from the goal on: near ones first.
        // What nothing ever makes comes first, then what nothing changes.
        let rank = |root: &Root| {
            let fact = self.fact(root.node);
            fact.map(|fact| (self.is_made(fact.predicate), self.is_changed(fact.predicate)))
        };
        roots.sort_by_key(|root| (root.kind, rank(root), root.node));
        roots
    }

    /// Whether the target becomes true once some nodes are.
    fn leads(&self, start: &[usize], target: usize) -> bool {
        let mut holds = vec![false; self.nodes.len()];
        start.iter().for_each(|node| holds[*node] = true);
        let mut queue = start.to_vec();
        while let Some(node) = queue.pop() {
            for (user, way) in &self.users[node] {
                if !holds[*user] && self.ways[*user][*way].needs.iter().all(|(need, _)| holds[*need]) {
                    holds[*user] = true;
                    queue.push(*user);
                }
            }
        }
        holds[target]
    }

    /// The nodes that a node needs, by whatever way; itself only if it is in a circle.
    fn below(&self, start: usize) -> FxHashSet<usize> {
        let mut seen = FxHashSet::default();
        let mut queue = vec![start];
        while let Some(node) = queue.pop() {
            for (need, _) in self.ways[node].iter().flat_map(|way| &way.needs) {
                if seen.insert(*need) {
                    queue.push(*need);
                }
            }
        }
        seen
    }

    /// An object of a fact that stands in no fact of `:init`, if it is what has a place, not a place.
    pub(super) fn strange(&self, pattern: &Pattern) -> Option<ObjectId> {
        // A place is what an action replaces in a fact that it deletes.
        let replaced = |change: &Change<'_>, position: usize| {
            let mut taken =
                self.changes_by(change.source).iter().filter(|one| one.is(false, pattern.predicate));
            taken.any(|other| other.atom.arguments[position] != change.atom.arguments[position])
        };
        let is_place = |position: usize| {
            self.changes_of(true, pattern.predicate).any(|change| replaced(change, position))
        };
        let objects = pattern.arguments.iter().enumerate();
        let mut objects = objects.filter_map(|(position, object)| Some((position, (*object)?)));
        objects.find_map(|(position, object)| {
            // In tasks without types, that it is of a kind says nothing about it.
            let mut init = self.task().init.iter().filter(|fact| !self.kinds.contains_key(&fact.0));
            let is_known = init.any(|(_, objects)| objects.contains(&object));
            (!is_known && !is_place(position)).then_some(object)
        })
    }

    /// Whether some fact of a predicate is in `:init`.
    pub(super) fn is_stated(&self, predicate: PredicateId) -> bool {
        self.stated(predicate).next().is_some()
    }

    /// Whether a fact of a predicate is in `:init`, or some action adds one.
    pub(super) fn is_made(&self, predicate: PredicateId) -> bool {
        self.growing.contains(&predicate) || self.is_stated(predicate)
    }

    fn kind(&self, node: usize) -> Kind {
        let pattern = match &self.nodes[node] {
            Node::Fact(pattern) => pattern,
            Node::Empty { .. } => return Kind::NoObject,
            Node::Wrong { object, .. }
                if !self.users[node].iter().any(|user| self.is_about(user.0, *object)) =>
            {
                return Kind::NoObject;
            }
            Node::Goal | Node::Wrong { .. } | Node::Obstacle { span: None, .. } => return Kind::Unclear,
            Node::Useless { .. } => return Kind::AddsWhatItNeeds,
            Node::Obstacle { .. } => return Kind::Obstacle,
        };
        if self.is_turned(pattern) {
            return Kind::Turned;
        }
        if self.ways[node].iter().all(|way| way.is_instance) {
            return match pattern.positive {
                false => Kind::NeverFalse,
                true if self.growing.contains(&pattern.predicate) => {
                    if self.is_for_others(pattern) {
                        Kind::Unclear
                    } else {
                        Kind::NotAdded
                    }
                }
                true => Kind::NotInInit,
            };
        }
        if pattern.positive && self.is_stated(pattern.predicate) && self.strange(pattern).is_some() {
            return Kind::NoFirstFact;
        }
        let has_passage = pattern.positive && self.passages(pattern).next().is_some();
        if has_passage && !self.is_linked(node) { Kind::CutOff } else { Kind::Circle }
    }

    fn is_about(&self, node: usize, object: ObjectId) -> bool {
        self.fact(node).is_some_and(|pattern| pattern.arguments.contains(&Some(object)))
    }

    /// Whether actions add such facts about each object of a fact, though none about all of them.
    fn is_for_others(&self, pattern: &Pattern) -> bool {
        let adds = |position: usize, object: ObjectId| {
            self.changes_of(true, pattern.predicate).any(|change| match change.atom.arguments[position] {
                Term::Variable(slot) => self.reach.is_a(object, &change.variables[slot as usize].types),
                Term::Object(other) => other == object,
            })
        };
        let mut objects = pattern.arguments.iter().enumerate();
        pattern.arguments.len() > 1
            && objects.all(|(at, object)| object.is_none_or(|object| adds(at, object)))
    }

    /// Whether a way needs a fact of the predicate that it gives.
    fn needs_own(&self, node: usize, way: &Way) -> bool {
        let own = self.fact(node).map(|pattern| pattern.predicate);
        let mut needs = way.needs.iter().filter_map(|(need, _)| self.fact(*need));
        needs.any(|other| Some(other.predicate) == own)
    }

    /// The ways to a node in a circle: those that need no fact of its own predicate, if there are any.
    pub(super) fn entries(&self, node: usize) -> (bool, impl Iterator<Item = &Way>) {
        let ways = self.ways[node].iter().filter(|way| !way.is_instance);
        let is_entered = ways.clone().any(|way| !self.needs_own(node, way));
        (is_entered, ways.filter(move |way| !is_entered || !self.needs_own(node, way)))
    }

    /// Whether a fact that cannot be reached can be with its arguments the other way round, where each position has
    /// objects of its own: in all that can be reached, or in `:init`.
    fn is_turned(&self, pattern: &Pattern) -> bool {
        let [Some(one), Some(other)] = pattern.arguments[..] else { return false };
        let reached: Vec<&[ObjectId]> = self.reach.rows(pattern.predicate).collect();
        let stated: Vec<&[ObjectId]> = self.stated(pattern.predicate).collect();
        let at = |rows: &[&[ObjectId]], position: usize, object: ObjectId| {
            rows.iter().any(|row| row[position] == object)
        };
        let is_apart =
            |rows: &[&[ObjectId]]| !rows.iter().any(|row| at(rows, 0, row[1]) || at(rows, 1, row[0]));
        let is_odd = at(&stated, 0, one) || at(&stated, 1, other);
        pattern.positive
            && self.growing.contains(&pattern.predicate)
            && ((at(&reached, 0, other) && at(&reached, 1, one) && is_apart(&reached))
                || (reached.contains(&&[other, one][..]) && is_odd && is_apart(&stated)))
    }

    /// For each argument of a fact that cannot be reached: the objects with which it can be reached in its place, if
    /// there are any, and what leads from one object to another there. With each comes its position.
    pub(super) fn passages(
        &self,
        pattern: &Pattern,
    ) -> impl Iterator<Item = (usize, Vec<ObjectId>, (&'a Atom, usize, usize))> {
        (0..pattern.arguments.len()).filter_map(|position| {
            pattern.arguments[position]?;
            let mut open = pattern.clone();
            open.arguments[position] = None;
            let rows = self.reach.rows(pattern.predicate).filter(|row| open.fits(row));
            let from = distinct(rows.map(|row| row[position]));
            Some((position, from, self.link(pattern.predicate, position)?)).filter(|one| !one.1.is_empty())
        })
    }

    /// Whether some fact leads from what can be reached to a node.
    fn is_linked(&self, node: usize) -> bool {
        self.fact(node).is_some_and(|pattern| {
            self.passages(pattern).any(|(position, from, (atom, start, end))| {
                let mut rows = self.reach.rows(atom.predicate);
                rows.any(|row| from.contains(&row[start]) && pattern.arguments[position] == Some(row[end]))
            })
        })
    }

    /// An atom that no action changes and that leads from one value of an argument to another, with where the two stand
    /// in it.
    fn link(&self, predicate: PredicateId, position: usize) -> Option<(&'a Atom, usize, usize)> {
        self.changes_of(true, predicate).find_map(|change| {
            let before =
                change.literals.iter().find(|one| one.positive && one.atom.predicate == predicate)?;
            let (leaves, arrives) = (before.atom.arguments[position], change.atom.arguments[position]);
            let is_variable = |term: Term| matches!(term, Term::Variable(_));
            if leaves == arrives || !is_variable(leaves) || !is_variable(arrives) {
                return None;
            }
            change.literals.iter().find_map(|literal| {
                let fixed = literal.positive && !self.growing.contains(&literal.atom.predicate);
                let place = |term| literal.atom.arguments.iter().position(|other| *other == term);
                let (start, end) = (place(leaves)?, place(arrives)?);
                fixed.then_some((literal.atom, start, end))
            })
        })
    }
}
