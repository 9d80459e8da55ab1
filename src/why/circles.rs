//! Links between facts, in words: from the goal to a root, round a circle, and the ones that are missing.
//!
//! In: a chain and a root. Out: sentences and notes.

use std::collections::VecDeque;

use super::Note;
use super::chain::written;
use super::literal::{Pattern, Source};
use super::root::{Root, elsewhere, link};
use super::ways::{Node, unify};
use super::words::{Words, list};
use crate::task::{ObjectId, PredicateId};

/// A fact that would lead from one object to another.
pub(super) struct Bridge {
    pub(super) from: ObjectId,
    pub(super) to: ObjectId,
    pub(super) arguments: Vec<Option<ObjectId>>,
}

impl Words<'_, '_> {
    /// Facts of a predicate that no action adds, and that would lead from what can be reached to the root.
    pub(super) fn bridge(&self, root: &Root, pattern: &Pattern) -> Option<(PredicateId, Vec<Bridge>)> {
        (0..pattern.arguments.len()).find_map(|position| {
            let from = elsewhere(self.reach, pattern, position);
            let link = link(self.chain, pattern.predicate, position).filter(|_| !from.is_empty())?;
            let binding = unify(link.change, pattern)?;
            let mut to: Vec<ObjectId> = Vec::new();
            for node in &root.circle {
                if let Node::Fact(other) = &self.chain.nodes[*node]
                    && other.predicate == pattern.predicate
                    && let Some(object) = other.arguments[position].filter(|object| !to.contains(object))
                {
                    to.push(object);
                }
            }
            let pairs = from.iter().flat_map(|from| to.iter().map(move |to| (*from, *to)));
            let bridges = pairs.map(|(from, to)| {
                let mut arguments = link.literal.pattern(&binding);
                (arguments[link.start], arguments[link.end]) = (Some(from), Some(to));
                Bridge { from, to, arguments }
            });
            Some((link.literal.atom.predicate, bridges.collect()))
        })
    }

    pub(super) fn cut_off(&self, root: &Root, pattern: &Pattern) -> Option<String> {
        let task = self.task();
        let (predicate, bridges) = self.bridge(root, pattern)?;
        let names = |pick: fn(&Bridge) -> ObjectId| {
            let mut names: Vec<String> = Vec::new();
            for bridge in &bridges {
                let name = task.objects.name(pick(bridge)).to_owned();
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            if names.len() > 4 {
                names.truncate(3);
                names.push("others".to_owned());
            }
            list(&names, "or")
        };
        let (from, to) = (names(|bridge| bridge.from), names(|bridge| bridge.to));
        let who = list(&self.askers(root.node).0, "and");
        let link =
            Pattern { predicate, arguments: vec![None; bridges.first()?.arguments.len()], positive: true };
        Some(format!(
            "no {} of :init leads from {from} to {to}: {who} cannot get {}",
            link.show(task),
            pattern.show(task)
        ))
    }

    pub(super) fn circle(&self, root: &Root, pattern: &Pattern) -> String {
        let task = self.task();
        let shown = pattern.show(task);
        let circle = self.shortest_circle(root);
        if !circle.is_empty() {
            let verb = if pattern.positive { "adds" } else { "deletes" };
            let links = circle.iter().enumerate().map(|(at, (source, need))| {
                let source = source.name(task);
                if at == 0 {
                    format!("{source} {verb} it and needs {need}")
                } else {
                    format!("which {source} {verb} and needs {need}")
                }
            });
            let links: Vec<String> = links.collect();
            let links = links.join(", ");
            return if pattern.positive {
                format!("{shown} is not in :init and comes only after itself: {links}")
            } else {
                let holds = Pattern { positive: true, ..pattern.clone() }.show(task);
                format!("{holds} holds at first and is deleted only after itself: {links}")
            };
        }
        // Several things are lacking at once: those of the way that lacks the fewest.
        let ways = self.chain.ways[root.node].iter().filter(|way| !way.is_instance);
        let Some(way) = ways.min_by_key(|way| way.needs.len()) else {
            return format!("{shown} can never be reached");
        };
        let needs = way.needs.iter().filter_map(|(need, _)| match &self.chain.nodes[*need] {
            Node::Fact(need) => Some(need.show(task)),
            _ => None,
        });
        let needs: Vec<String> = needs.collect();
        let source = self.chain.changes.iter().find(|change| {
            change.source == way.source
                && change.adds == pattern.positive
                && change.atom.predicate == pattern.predicate
        });
        let effect = source.map_or(shown.clone(), |change| written(task, change));
        let name = way.source.name(task);
        format!("{shown} is never reached: {name} adds {effect} only with {}", list(&needs, "and"))
    }

    /// The predicates of the facts of a circle.
    pub(super) fn predicates(&self, root: &Root) -> Vec<PredicateId> {
        let facts = root.circle.iter().filter_map(|node| match &self.chain.nodes[*node] {
            Node::Fact(pattern) if pattern.positive => Some(pattern.predicate),
            _ => None,
        });
        let mut found: Vec<PredicateId> = facts.collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// An action that adds such facts as a circle has, and has no instance for want of an object.
    pub(super) fn empty_type(&self, root: &Root) -> Option<Note> {
        let (task, predicates) = (self.task(), self.predicates(root));
        let changes =
            self.chain.changes.iter().filter(|one| one.adds && predicates.contains(&one.atom.predicate));
        let mut empty = changes.filter_map(|change| {
            let types = change.variables.iter().map(|variable| &variable.types);
            let none = types.into_iter().find(|types| task.objects_of(types).next().is_none())?;
            Some((change, none))
        });
        let (change, types) = empty.next()?;
        let (name, types) = (change.source.name(task), task.types.show(types));
        let text = format!("there is no object of type {types}: {name} needs one");
        Some(Note { depth: 0, text, place: change.span.map(|span| (0, span)) })
    }

    /// The fewest links from a root through its circle back to itself: who makes a fact, and what for.
    fn shortest_circle(&self, root: &Root) -> Vec<(Source, String)> {
        let mut queue = VecDeque::from([(root.node, Vec::new())]);
        let mut seen = vec![root.node];
        while let Some((node, path)) = queue.pop_front() {
            for way in self.chain.ways[node].iter().filter(|way| !way.is_instance) {
                for (need, _) in way.needs.iter().filter(|(need, _)| self.is_in(&root.circle, *need)) {
                    let Node::Fact(pattern) = &self.chain.nodes[*need] else { continue };
                    let mut path: Vec<(Source, String)> = path.clone();
                    path.push((way.source, pattern.show(self.task())));
                    if self.is_in(&[root.node], *need) {
                        return path;
                    }
                    if !seen.contains(need) {
                        seen.push(*need);
                        queue.push_back((*need, path));
                    }
                }
            }
        }
        Vec::new()
    }

    /// Whether a node is among others, or is an instance of one, or the other way round.
    fn is_in(&self, nodes: &[usize], node: usize) -> bool {
        nodes.iter().any(|other| match (&self.chain.nodes[*other], &self.chain.nodes[node]) {
            (Node::Fact(one), Node::Fact(two)) => one.covers(two) || two.covers(one),
            _ => *other == node,
        })
    }

    /// The links from the goal to a node, each a line.
    pub(super) fn links(&self, root: &Root) -> Vec<Note> {
        let task = self.task();
        let mut before: Vec<Option<(usize, usize)>> = vec![None; self.chain.nodes.len()];
        let mut queue = VecDeque::from([0]);
        let mut seen = vec![false; self.chain.nodes.len()];
        seen[0] = true;
        while let Some(node) = queue.pop_front() {
            for (index, way) in self.chain.ways[node].iter().enumerate() {
                for (need, _) in &way.needs {
                    if !std::mem::replace(&mut seen[*need], true) {
                        before[*need] = Some((node, index));
                        queue.push_back(*need);
                    }
                }
            }
        }
        let mut path = vec![root.node];
        while let Some((node, _)) = before[path[path.len() - 1]] {
            path.push(node);
        }
        path.reverse();
        let mut notes: Vec<Note> = Vec::new();
        for pair in path.windows(2) {
            let Some((_, index)) = before[pair[1]] else { continue };
            let way = &self.chain.ways[pair[0]][index];
            if way.is_instance {
                continue;
            }
            let depth = notes.len();
            let Node::Fact(need) = &self.chain.nodes[pair[1]] else { continue };
            let span = way.needs.iter().find(|(other, _)| *other == pair[1]).and_then(|(_, span)| *span);
            let file = usize::from(pair[0] == 0);
            let text = match &self.chain.nodes[pair[0]] {
                Node::Fact(pattern) => {
                    let verb = if pattern.positive { "adds" } else { "deletes" };
                    let what = Pattern { positive: true, ..pattern.clone() }.show(task);
                    format!("{} {verb} {what} and needs {}", way.source.name(task), need.show(task))
                }
                _ => format!("the goal asks for {}", need.show(task)),
            };
            notes.push(Note { depth, text, place: span.map(|span| (file, span)) });
        }
        notes
    }
}
