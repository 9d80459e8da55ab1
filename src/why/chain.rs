//! What an unreachable goal lacks, link by link: an and-or graph backwards from the goal.
//!
//! In: what can be reached. Out: a [`Chain`] of nodes: unreachable facts, each with the ways in which an action could
//! make it true and what each of these ways needs; and obstacles that are not facts. Nodes that need each other form
//! circles. A graph that grows too large is cut, and reports so.

use rustc_hash::{FxHashMap, FxHashSet};

use super::literal::{Change, Pattern, Source, changes, distinct};
use super::reach::{Cut, Reach};
use super::ways::{Lack, MAX_WAYS, Needs, Node, Splitter, demands, empty_type, unify};
use crate::source::Span;
use crate::task::{Atom, ObjectId, PredicateId, Task, Term};

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
    pub(super) reach: Reach<'a>,
    pub(super) nodes: Vec<Node>,
    pub(super) ways: Vec<Vec<Way>>,
    /// For each node the ways that need it, as (node, way).
    pub(super) users: Vec<Vec<(usize, usize)>>,
    /// Whether it was cut.
    pub(super) cut: bool,
    pub(super) changes: Vec<Change<'a>>,
    /// Predicates that something adds.
    pub(super) growing: FxHashSet<PredicateId>,
    /// Predicates of one argument that never change, with their objects: in tasks without types they stand for types.
    pub(super) kinds: Vec<(PredicateId, FxHashSet<ObjectId>)>,
    ids: FxHashMap<Node, usize>,
}

impl<'a> Chain<'a> {
    pub(super) fn new(reach: Reach<'a>) -> Result<Self, Cut> {
        let changes = changes(reach.task);
        let growing =
            changes.iter().filter(|change| change.adds).map(|change| change.atom.predicate).collect();
        let mut kinds: Vec<(PredicateId, FxHashSet<ObjectId>)> = Vec::new();
        let fluents: FxHashSet<PredicateId> = changes.iter().map(|change| change.atom.predicate).collect();
        for (predicate, objects) in reach.task.init.iter().filter(|fact| !fluents.contains(&fact.0)) {
            let [object] = objects else { continue };
            match kinds.iter_mut().find(|kind| kind.0 == predicate) {
                Some(kind) => drop(kind.1.insert(*object)),
                None => kinds.push((predicate, FxHashSet::from_iter([*object]))),
            }
        }
        let (nodes, ways, users, ids) = (Vec::new(), Vec::new(), Vec::new(), FxHashMap::default());
        let mut chain = Self { reach, nodes, ways, users, cut: false, changes, growing, kinds, ids };
        chain.id(Node::Goal);
        let goal = &chain.task().goal;
        let mut ways = demands(&chain.reach, goal, true, &mut Vec::new())
            .into_iter()
            .map(|needs| chain.facts(needs))
            .collect::<Vec<_>>();
        if let Some(empty) = empty_type(chain.task(), goal, true).filter(|_| ways.is_empty()) {
            ways.push(vec![(chain.id(empty), None)]);
        }
        for needs in ways {
            let way = Way { source: Source::Action(0), span: None, needs, is_instance: false };
            chain.ways[0].push(way);
        }
        let mut next = 1;
        while next < chain.nodes.len() {
            if let Some(pattern) = chain.fact(next).cloned() {
                chain.expand(next, &pattern)?;
            }
            next += 1;
        }
        chain.instances();
        chain.users = vec![Vec::new(); chain.nodes.len()];
        for (node, ways) in chain.ways.iter().enumerate() {
            for (index, way) in ways.iter().enumerate() {
                for (need, _) in &way.needs {
                    if !chain.users[*need].contains(&(node, index)) {
                        chain.users[*need].push((node, index));
                    }
                }
            }
        }
        Ok(chain)
    }

    pub(super) fn task(&self) -> &'a Task {
        self.reach.task
    }

    /// The fact that a node stands for.
    pub(super) fn fact(&self, node: usize) -> Option<&Pattern> {
        match &self.nodes[node] {
            Node::Fact(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The changes that add, or delete, atoms of a predicate.
    pub(super) fn changes_of(
        &self,
        adds: bool,
        predicate: PredicateId,
    ) -> impl Iterator<Item = &Change<'a>> + Clone {
        self.changes.iter().filter(move |change| change.is(adds, predicate))
    }

    /// The first change of a source that adds, or deletes, atoms of a predicate.
    pub(super) fn change_by(
        &self,
        source: Source,
        adds: bool,
        predicate: PredicateId,
    ) -> Option<&Change<'a>> {
        self.changes_by(source).iter().find(|change| change.is(adds, predicate))
    }

    /// The changes of a source.
    pub(super) fn changes_by(&self, source: Source) -> &[Change<'a>] {
        let start = self.changes.partition_point(|change| change.source < source);
        let count = self.changes[start..].partition_point(|change| change.source == source);
        &self.changes[start..start + count]
    }

    /// Whether a source adds, or deletes, an atom as it is written.
    pub(super) fn changes_atom(&self, source: Source, adds: bool, atom: &Atom) -> bool {
        let mut own = self.changes_by(source).iter().filter(|change| change.is(adds, atom.predicate));
        own.any(|change| change.atom.arguments == atom.arguments)
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

    fn expand(&mut self, node: usize, pattern: &Pattern) -> Result<(), Cut> {
        if self.nodes.len() > MAX_NODES {
            self.cut = true;
            return Ok(());
        }
        let reach = &self.reach;
        let mut found: Vec<(usize, Vec<Lack>)> = Vec::new();
        for (index, change) in self.changes.iter().enumerate() {
            if !change.is(pattern.positive, pattern.predicate) {
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
        // What is at hand and of the wrong type is another matter.
        let wrong = |lacks: &[Lack]| {
            lacks.iter().find_map(|lack| match lack {
                Lack::Node(Node::Wrong { object, .. }) => {
                    Some(*object).filter(|object| pattern.arguments.contains(&Some(*object)))
                }
                _ => None,
            })
        };
        let any_right = found.iter().any(|(_, lacks)| wrong(lacks).is_none());
        found.retain(|(_, lacks)| wrong(lacks).is_none_or(|object| !any_right && !is_usual(object)));
        if !any_right && !found.is_empty() {
            let takers = found.iter().flat_map(|(_, lacks)| lacks).flat_map(|lack| match lack {
                Lack::Node(Node::Wrong { takers, .. }) => takers.as_slice(),
                _ => &[],
            });
            let all = distinct(takers.cloned());
            found.truncate(1);
            if let Some(Lack::Node(Node::Wrong { takers, .. })) = found[0].1.first_mut() {
                *takers = all;
            }
        }
        let is_other = |lacks: &[Lack]| {
            lacks.iter().any(|lack| matches!(lack, Lack::Fact(fact, _) if self.is_other_kind(fact, pattern)))
        };
        if found.iter().any(|(_, lacks)| !is_other(lacks)) {
            found.retain(|(_, lacks)| !is_other(lacks));
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

    /// Whether a fact that is lacking says of an object of another fact that it is of a kind, and it is of another one.
    pub(super) fn is_other_kind(&self, fact: &Pattern, of: &Pattern) -> bool {
        let [Some(object)] = fact.arguments[..] else { return false };
        let wanted = self.kinds.iter().find(|kind| kind.0 == fact.predicate);
        let is_another = |wanted: &FxHashSet<ObjectId>| {
            self.kinds.iter().any(|kind| kind.1.contains(&object) && kind.1.is_disjoint(wanted))
        };
        of.arguments.contains(&Some(object)) && wanted.is_some_and(|wanted| is_another(&wanted.1))
    }

    /// A fact with holes holds if an instance does.
    fn instances(&mut self) {
        let facts = (0..self.nodes.len()).filter_map(|id| Some((id, self.fact(id)?.clone())));
        // What no action could ever give is no help.
        let idle = |id: usize, pattern: &Pattern| {
            self.ways[id].is_empty() && self.growing.contains(&pattern.predicate)
        };
        let facts: Vec<(usize, Pattern)> =
            facts.filter(|(id, pattern)| pattern.holes() > 0 || !idle(*id, pattern)).collect();
        for (id, pattern) in facts.iter().filter(|(_, pattern)| pattern.holes() > 0) {
            for (other, _) in facts.iter().filter(|(other, one)| other != id && pattern.covers(one)) {
                let needs = vec![(*other, None)];
                self.ways[*id].push(Way { source: Source::Action(0), span: None, needs, is_instance: true });
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
