//! What an unreachable goal lacks, link by link: an and-or graph backwards from the goal.
//!
//! In: what can be reached. Out: a [`Chain`] of nodes: unreachable facts, each with the ways in which an action could
//! make it true and what each of these ways needs; and obstacles that are not facts. Nodes that need each other form
//! circles. A graph that grows too large is cut, and reports so.

use rustc_hash::{FxHashMap, FxHashSet};

use super::literal::{Change, Pattern, Source, changes, show_atom};
use super::reach::{Cut, Reach};
use super::ways::{Lack, MAX_WAYS, Needs, Node, Splitter, demands, unify};
use crate::source::Span;
use crate::task::{ObjectId, PredicateId, Task, Term};

/// More nodes are not made.
const MAX_NODES: usize = 400;

/// A way to make a fact true.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) source: Source,
    /// The effect.
    pub(super) span: Option<Span>,
    /// What it lacks: the node, and where it is asked for.
    pub(super) needs: Vec<(usize, Option<Span>)>,
    /// Whether it is no action, but an instance of the fact.
    pub(super) is_instance: bool,
}

/// The graph; node 0 is the goal.
pub(super) struct Chain<'a> {
    pub(super) nodes: Vec<Node>,
    pub(super) ways: Vec<Vec<Way>>,
    /// Whether it was cut.
    pub(super) cut: bool,
    pub(super) changes: Vec<Change<'a>>,
    /// Predicates that something adds.
    pub(super) growing: FxHashSet<PredicateId>,
    ids: FxHashMap<Node, usize>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(reach: &Reach<'a>) -> Result<Self, Cut> {
        let changes = changes(reach.task);
        let growing =
            changes.iter().filter(|change| change.adds).map(|change| change.atom.predicate).collect();
        let mut chain = Self {
            nodes: Vec::new(),
            ways: Vec::new(),
            cut: false,
            changes,
            growing,
            ids: FxHashMap::default(),
        };
        chain.id(Node::Goal);
        for needs in demands(reach, &reach.task.goal, true, &mut Vec::new()) {
            let needs = chain.facts(needs);
            let way = Way { source: Source::Action(0), span: None, needs, is_instance: false };
            chain.ways[0].push(way);
        }
        let mut next = 1;
        while next < chain.nodes.len() {
            if let Node::Fact(pattern) = chain.nodes[next].clone() {
                chain.expand(reach, next, &pattern)?;
            }
            next += 1;
        }
        chain.instances();
        Ok(chain)
    }

    fn id(&mut self, node: Node) -> usize {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        self.ids.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.ways.push(Vec::new());
        self.nodes.len() - 1
    }

    fn facts(&mut self, needs: Needs) -> Vec<(usize, Option<Span>)> {
        needs.into_iter().map(|(pattern, span)| (self.id(Node::Fact(pattern)), span)).collect()
    }

    fn expand(&mut self, reach: &Reach<'a>, node: usize, pattern: &Pattern) -> Result<(), Cut> {
        if self.nodes.len() > MAX_NODES {
            self.cut = true;
            return Ok(());
        }
        let mut found: Vec<(usize, Vec<Lack>)> = Vec::new();
        for index in 0..self.changes.len() {
            let change = &self.changes[index];
            if change.atom.predicate != pattern.predicate || change.adds != pattern.positive {
                continue;
            }
            let Some(binding) = unify(change, pattern) else { continue };
            let mut search = Splitter { reach, change, growing: &self.growing, found: Vec::new(), splits: 0 };
            search.start(binding)?;
            found.extend(search.found.into_iter().map(|lacks| (index, lacks)));
        }
        // An action that is not for such objects is beside the point, unless none is.
        let is_usual = |object: ObjectId| {
            let at = pattern.arguments.iter().position(|argument| *argument == Some(object));
            at.is_some_and(|at| {
                self.changes.iter().any(|change| takes(reach, change, pattern.predicate, at, object))
            })
        };
        let wrong = |lacks: &[Lack]| {
            lacks.iter().find_map(|lack| match lack {
                Lack::Node(Node::Wrong { object, .. }) => Some(*object),
                _ => None,
            })
        };
        let any_right = found.iter().any(|(_, lacks)| wrong(lacks).is_none());
        found.retain(|(_, lacks)| wrong(lacks).is_none_or(|object| !any_right && !is_usual(object)));
        if !any_right && !found.is_empty() {
            let mut all: Vec<(Source, String)> = Vec::new();
            for lack in found.iter().flat_map(|(_, lacks)| lacks) {
                if let Lack::Node(Node::Wrong { takers, .. }) = lack {
                    all.extend(
                        takers.iter().filter(|taker| !all.contains(taker)).cloned().collect::<Vec<_>>(),
                    );
                }
            }
            found.truncate(1);
            if let Some(Lack::Node(Node::Wrong { takers, .. })) = found[0].1.first_mut() {
                *takers = all;
            }
        }
        found.sort_by_key(|(_, lacks)| (lacks.iter().any(|lack| matches!(lack, Lack::Node(_))), lacks.len()));
        if found.len() > MAX_WAYS {
            found.truncate(MAX_WAYS);
            self.cut = true;
        }
        for (index, lacks) in found {
            let (source, span) = (self.changes[index].source, self.changes[index].span);
            let needs = if self.changes[index].asks_for_itself().is_some() {
                vec![(self.id(Node::Useless { change: index }), span)]
            } else {
                let needs = lacks.into_iter().map(|lack| match lack {
                    Lack::Fact(pattern, span) => (self.id(Node::Fact(pattern)), span),
                    Lack::Node(node) => (self.id(node), None),
                });
                needs.collect()
            };
            self.ways[node].push(Way { source, span, needs, is_instance: false });
        }
        Ok(())
    }

    /// A fact with holes holds if an instance does.
    fn instances(&mut self) {
        let facts: Vec<(usize, Pattern)> = self
            .nodes
            .iter()
            .enumerate()
            .filter_map(|(id, node)| match node {
                Node::Fact(pattern) => Some((id, pattern.clone())),
                _ => None,
            })
            .collect();
        // What no action could ever give is no help.
        let idle = |id: usize, pattern: &Pattern| {
            self.ways[id].is_empty() && self.growing.contains(&pattern.predicate)
        };
        let facts: Vec<(usize, Pattern)> =
            facts.into_iter().filter(|(id, pattern)| pattern.holes() > 0 || !idle(*id, pattern)).collect();
        for (id, pattern) in facts.iter().filter(|(_, pattern)| pattern.holes() > 0) {
            for (other, instance) in
                facts.iter().filter(|(other, instance)| other != id && pattern.covers(instance))
            {
                let _ = instance;
                let way = Way {
                    source: Source::Action(0),
                    span: None,
                    needs: vec![(*other, None)],
                    is_instance: true,
                };
                self.ways[*id].push(way);
            }
        }
    }
}

/// Whether a change, or one of its conditions, is about a predicate with an object at a position.
fn takes(
    reach: &Reach<'_>,
    change: &Change<'_>,
    predicate: PredicateId,
    at: usize,
    object: ObjectId,
) -> bool {
    let literals = change.literals();
    let mut atoms = literals.iter().map(|literal| literal.atom).chain([&*change.atom]);
    atoms.any(|atom| {
        atom.predicate == predicate
            && matches!(atom.arguments[at], Term::Variable(slot) if reach.is_a(object, &change.variables[slot as usize].types))
    })
}

/// An atom as a change writes it.
pub(super) fn written(task: &Task, change: &Change<'_>) -> String {
    show_atom(task, &change.atom, &change.variables, true)
}
