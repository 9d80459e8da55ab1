//! The root of an unreachable goal: the deepest link that alone would make the goal reachable.
//!
//! In: a [`Chain`]. Out: candidates, the most plausible first. A link dominates the goal if making it true makes the
//! goal true; candidates are the dominating links that need no other dominating link. Links that need each other are
//! one candidate.

use rustc_hash::FxHashSet;

use super::ways::Node;
use super::{Chain, Way};
use crate::why::literal::{Pattern, distinct};
use crate::why::rows::is_odd;
use banto_text::task::PredicateId;

/// A candidate.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// The node to speak of.
    pub(crate) node: usize,
    /// The nodes that need each other, itself included.
    pub(crate) circle: Vec<usize>,
    pub(crate) kind: RootKind,
}

/// Kinds of faults, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RootKind {
    /// An effect that is among the conditions.
    AddsWhatItNeeds,
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
    /// Facts that need each other.
    Circle,
    /// No more is known.
    Unclear,
}

impl Chain<'_> {
    /// The most plausible candidate, and how many more parts of the goal have one of their own: with two faults, no
    /// link alone is enough.
    pub(crate) fn root(&self) -> (Option<Root>, usize) {
        let (mut whole, unmade) = (self.candidates(0), self.unmade());
        // Of things that would each be enough, a type that shuts an action out says more than a fact that is missing.
        let is_typed = |root: &Root| {
            root.kind == RootKind::NotAdded
                && self.fact(root.node).is_some_and(|fact| !self.typed(fact).is_empty())
        };
        if whole.iter().any(is_typed) {
            whole.retain(|root| is_typed(root) || root.kind < RootKind::NotInInit);
        }
        let is_telling = whole.first().is_some_and(|root| root.kind < RootKind::NotInInit);
        let alone = unmade.iter().find(|root| !is_telling && self.leads(&root.circle, 0));
        // What never holds at all is missing whatever else is.
        if let Some(root) = alone.or_else(|| unmade.first().filter(|_| whole.is_empty())) {
            let all: Vec<usize> = unmade.iter().flat_map(|root| root.circle.clone()).collect();
            return (Some(root.clone()), usize::from(!self.leads(&all, 0)));
        }
        // A circle does not matter where something is missing that no action gives.
        let is_circle = whole.first().is_some_and(|root| root.kind >= RootKind::Circle);
        let gap = if is_circle { self.gaps().into_iter().next() } else { None };
        if gap.is_some() || !whole.is_empty() {
            return (gap.or_else(|| whole.into_iter().next()), 0);
        }
        let needs = self.ways[0].first().map_or(&[][..], |way| &way.needs);
        // The most telling one comes first.
        let parts = needs.iter().filter_map(|(need, _)| self.candidates(*need).into_iter().next());
        (parts.min_by_key(|root| root.kind), needs.len().saturating_sub(1))
    }

    /// Whether another fact of its predicate alone would do.
    pub(crate) fn has_another(&self, node: usize) -> bool {
        let Some(fact) = self.fact(node) else { return false };
        let is_other =
            |one: &Pattern| one.predicate == fact.predicate && !one.covers(fact) && !fact.covers(one);
        let mut others = (1..self.nodes.len()).filter(|other| self.fact(*other).is_some_and(is_other));
        others.any(|other| self.leads(&[other], 0))
    }

    /// Whether every way to the goal needs one of some nodes: without them, nothing that needs them is had, even if all
    /// else is.
    fn are_needed(&self, nodes: &[usize]) -> bool {
        let mut holds = vec![true; self.nodes.len()];
        let mut lost = nodes.to_vec();
        nodes.iter().for_each(|node| holds[*node] = false);
        while let Some(one) = lost.pop() {
            for (user, _) in &self.users[one] {
                let ways = &self.ways[*user];
                let is_had = ways.iter().any(|way| way.needs.iter().all(|(need, _)| holds[*need]));
                // Of a fact with holes, not all instances are known.
                if holds[*user] && !is_had && !ways.iter().all(|way| way.is_instance) {
                    holds[*user] = false;
                    lost.push(*user);
                }
            }
        }
        !holds[0]
    }

    /// What no action changes and `:init` lacks, if every way to the goal needs some of it: all of it, but for what
    /// would be unlike all that is given.
    fn gaps(&self) -> Vec<Root> {
        let is_static = |node: &usize| match &self.nodes[*node] {
            Node::Fact(fact) => fact.positive && !self.is_changed(fact.predicate),
            other => matches!(other, Node::Obstacle { span: Some(_), .. }),
        };
        let mut all: Vec<usize> = (1..self.nodes.len()).filter(is_static).collect();
        if self.cut || !self.are_needed(&all) {
            return Vec::new();
        }
        all.sort_by_key(|node| self.is_odd(*node));
        let root = |node: usize| Root { node, circle: vec![node], kind: self.kind(node) };
        all.into_iter().map(root).collect()
    }

    /// The predicates of which no fact ever holds, each with the nodes about it.
    fn unmade(&self) -> Vec<Root> {
        let predicate = |node: usize| self.fact(node).filter(|one| one.positive).map(|one| one.predicate);
        let is_unmade = |node: &usize| predicate(*node).is_some_and(|one| !self.is_made(one));
        let all: Vec<usize> = (1..self.nodes.len()).filter(is_unmade).collect();
        let roots = distinct(all.iter().map(|node| predicate(*node))).into_iter().map(|of| {
            let circle: Vec<usize> = all.iter().copied().filter(|node| predicate(*node) == of).collect();
            Root { node: circle[0], kind: RootKind::NotInInit, circle }
        });
        roots.collect()
    }

    pub(crate) fn candidates(&self, target: usize) -> Vec<Root> {
        let sufficient = (1..self.nodes.len()).filter(|node| self.leads(&[*node], target));
        let mut sufficient: Vec<(usize, FxHashSet<usize>)> =
            sufficient.map(|node| (node, self.below(node))).collect();
        // A fact that would be unlike all others of its kind is hardly the one that is missing.
        if sufficient.iter().any(|(node, _)| !self.is_odd(*node)) {
            sufficient.retain(|(node, _)| !self.is_odd(*node));
        }
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
            let main = circle.iter().copied().min_by_key(|node| {
                let kind = self.kind(*node);
                let fact = self.fact(*node);
                let holes = fact.map_or(0, Pattern::holes);
                let arity = fact.map_or(0, |pattern| pattern.arguments.len());
                // If no fact of the predicate is given, the pattern with holes is named.
                let has_facts = fact.is_some_and(|fact| self.is_stated(fact.predicate));
                // What nothing ever makes is no use at all: it is to be made.
                let is_made = fact.is_none_or(|fact| self.is_made(fact.predicate));
                let holes = if has_facts { holes } else { usize::MAX - holes };
                (kind, !self.entries(*node).0, is_made, !has_facts, arity, holes, *node)
            });
            let main = main.unwrap_or(*node);
            roots.push(Root { node: main, kind: self.kind(main), circle });
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

    /// Whether a node is a fact that no action changes, unlike those that are given.
    fn is_odd(&self, node: usize) -> bool {
        let fact = self.fact(node).filter(|fact| fact.positive && !self.is_changed(fact.predicate));
        let row = fact.and_then(Pattern::ground);
        fact.zip(row).is_some_and(|(fact, row)| is_odd(self.task(), fact.predicate, (&row, None)))
    }

    /// Whether the target becomes true once some nodes are.
    pub(crate) fn leads(&self, start: &[usize], target: usize) -> bool {
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

    /// Whether a node becomes true once what it needs, but for what needs it in turn, is.
    pub(crate) fn is_had_from_outside(&self, node: usize) -> bool {
        let mut above = vec![node];
        let mut seen = vec![false; self.nodes.len()];
        seen[node] = true;
        while let Some(one) = above.pop() {
            for (user, _) in &self.users[one] {
                if !std::mem::replace(&mut seen[*user], true) {
                    above.push(*user);
                }
            }
        }
        let outside: Vec<usize> = self.below(node).into_iter().filter(|one| !seen[*one]).collect();
        self.leads(&outside, node)
    }

    /// Whether some fact of a predicate is in `:init`.
    pub(crate) fn is_stated(&self, predicate: PredicateId) -> bool {
        self.stated(predicate).next().is_some()
    }

    /// Whether a fact of a predicate is in `:init`, or some action adds one.
    pub(crate) fn is_made(&self, predicate: PredicateId) -> bool {
        self.growing.contains(&predicate) || self.is_stated(predicate)
    }

    fn kind(&self, node: usize) -> RootKind {
        let pattern = match &self.nodes[node] {
            Node::Fact(_) if self.unexplored.contains(&node) => return RootKind::Unclear,
            Node::Fact(pattern) => pattern,
            Node::Empty { .. } => return RootKind::NoObject,
            Node::Goal | Node::Obstacle { span: None, .. } => return RootKind::Unclear,
            Node::Useless { .. } => return RootKind::AddsWhatItNeeds,
            Node::Obstacle { .. } => return RootKind::Obstacle,
        };
        if self.ways[node].iter().all(|way| way.is_instance) {
            return match pattern.positive {
                false => RootKind::NeverFalse,
                true if self.growing.contains(&pattern.predicate) => RootKind::NotAdded,
                true => RootKind::NotInInit,
            };
        }
        RootKind::Circle
    }

    /// Whether a way needs a fact of the predicate that it gives.
    fn needs_own(&self, node: usize, way: &Way) -> bool {
        let own = self.fact(node).map(|pattern| pattern.predicate);
        let mut needs = way.needs.iter().filter_map(|(need, _)| self.fact(*need));
        needs.any(|other| Some(other.predicate) == own)
    }

    /// The ways to a node in a circle: those that need no fact of its own predicate, if there are any.
    pub(crate) fn entries(&self, node: usize) -> (bool, impl Iterator<Item = &Way>) {
        let ways = self.ways[node].iter().filter(|way| !way.is_instance);
        let is_entered = ways.clone().any(|way| !self.needs_own(node, way));
        (is_entered, ways.filter(move |way| !is_entered || !self.needs_own(node, way)))
    }
}
