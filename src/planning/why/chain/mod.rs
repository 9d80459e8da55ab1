//! The needs of an unreachable goal, link by link: an and-or graph backwards from the goal.
//!
//! In: what can be reached. Out: a [`Chain`] of nodes: unreachable facts, each with the ways in which an action could
//! make it true and what each of these ways needs; and obstacles that are not facts. Nodes that need each other form
//! circles. A graph that grows too large is cut, and reports so.

mod links;
pub(crate) mod root;
pub(crate) mod ways;
pub(crate) mod words;

use std::cell::OnceCell;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

use super::literal::{Change, Literal, Pattern, Source, changes, distinct, places_of, verb};
use super::reach::{Cut, Reach};
use banto_base::source::Span;
use banto_text::task::{ObjectId, PredicateId, Task};
use ways::{MAX_WAYS, Needs, Node, demands, empty_type, ways};

/// At most about this many nodes are made.
const MAX_NODES: usize = 400;

/// A way to make a fact true.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) source: Source,
    /// The effect.
    pub(crate) span: Option<Span>,
    /// The nodes it lacks, each with the place that asks for it.
    pub(crate) needs: Vec<(usize, Option<Span>)>,
    /// Whether it is no action, but an instance of the fact.
    pub(crate) is_instance: bool,
}

impl Way {
    /// Where it asks for a node.
    pub(crate) fn asked(&self, node: usize) -> Option<Span> {
        self.needs.iter().find(|(need, _)| *need == node).and_then(|(_, span)| *span)
    }
}

/// The graph; node 0 is the goal.
pub(crate) struct Chain<'a> {
    pub(crate) reach: Reach<'a>,
    pub(crate) nodes: IndexSet<Node>,
    pub(crate) ways: Vec<Vec<Way>>,
    /// For each node the ways that need it, as (node, way).
    pub(crate) users: Vec<Vec<(usize, usize)>>,
    /// Whether it was cut.
    pub(crate) cut: bool,
    /// Nodes whose ways were not looked for.
    pub(crate) unexplored: FxHashSet<usize>,
    pub(crate) changes: Vec<Change<'a>>,
    /// Predicates that something adds.
    pub(crate) growing: FxHashSet<PredicateId>,
    /// Predicates that something adds or deletes.
    fluent: FxHashSet<PredicateId>,
    /// Predicates of one argument that never change, with their objects: in tasks without types they stand for types.
    pub(crate) kinds: IndexMap<PredicateId, FxHashSet<ObjectId>>,
    /// Changes without an instance, even without deletes.
    dead: OnceCell<FxHashSet<usize>>,
}

impl<'a> Chain<'a> {
    pub(crate) fn new(reach: Reach<'a>) -> Result<Self, Cut> {
        let changes = changes(reach.task);
        let growing =
            changes.iter().filter(|change| change.adds).map(|change| change.atom.predicate).collect();
        let fluent: FxHashSet<PredicateId> = changes.iter().map(|change| change.atom.predicate).collect();
        let mut kinds: IndexMap<PredicateId, FxHashSet<ObjectId>> = IndexMap::new();
        for (predicate, objects) in reach.task.init.iter().filter(|fact| !fluent.contains(&fact.0)) {
            if let [object] = objects {
                kinds.entry(predicate).or_default().insert(*object);
            }
        }
        let (nodes, ways, users) = (IndexSet::new(), Vec::new(), Vec::new());
        let mut chain = Self {
            reach,
            nodes,
            ways,
            users,
            cut: false,
            unexplored: FxHashSet::default(),
            changes,
            growing,
            fluent,
            kinds,
            dead: OnceCell::new(),
        };
        chain.id(Node::Goal);
        let goal = (&chain.task().goal, true);
        let mut ways = demands(&chain.reach, goal, &mut Vec::new());
        if let Some(empty) = empty_type(chain.task(), goal).filter(|_| ways.is_empty()) {
            ways.push(vec![(empty, None)]);
        }
        for needs in ways {
            chain.add(0, Source::Action(0), None, needs);
        }
        let mut next = 1;
        while next < chain.nodes.len() {
            if let Some(pattern) = chain.fact(next).cloned() {
                chain.expand(next, &pattern)?;
            }
            next += 1;
        }
        chain.instances();
        // Where the work ran out, objects of a quantifier may be left out.
        chain.reach.tick(0)?;
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

    pub(crate) fn task(&self) -> &'a Task {
        self.reach.task
    }

    /// The fact that a node stands for.
    pub(crate) fn fact(&self, node: usize) -> Option<&Pattern> {
        match &self.nodes[node] {
            Node::Fact(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// The facts of a predicate in `:init`.
    pub(crate) fn stated(&self, predicate: PredicateId) -> impl Iterator<Item = &'a [ObjectId]> {
        let all = &self.task().init;
        all.iter().filter(move |fact| fact.0 == predicate).map(|(_, objects)| objects)
    }

    /// The names of the actions and rules that make some changes, each once.
    pub(crate) fn names<'c>(&self, changes: impl Iterator<Item = &'c Change<'a>>) -> Vec<String>
    where
        'a: 'c,
    {
        distinct(changes.map(|change| change.source.name(self.task())))
    }

    /// The changes that add, or delete, atoms of a predicate.
    pub(crate) fn changes_of(
        &self,
        adds: bool,
        predicate: PredicateId,
    ) -> impl Iterator<Item = &Change<'a>> + Clone {
        self.changes.iter().filter(move |change| change.is(adds, predicate))
    }

    /// The changes of a source.
    pub(crate) fn changes_by(&self, source: Source) -> &[Change<'a>] {
        &self.changes[places_of(&self.changes, source)]
    }

    /// Whether a condition at a place is one of a `when`, not of the precondition.
    pub(crate) fn is_guard(&self, source: Source, span: Option<Span>) -> bool {
        let at = |one: &Literal<'_>| span == Some(one.atom.span);
        self.changes_by(source).iter().any(|change| change.literals[change.required..].iter().any(at))
    }

    /// Whether no effect of an action, or no rule, ever changes anything, even without deletes.
    pub(crate) fn is_dead(&self, source: Source) -> bool {
        let mut own = places_of(&self.changes, source);
        !own.is_empty() && own.all(|at| self.dead().contains(&at))
    }

    fn dead(&self) -> &FxHashSet<usize> {
        self.dead.get_or_init(|| {
            let all = self.changes.iter().enumerate().filter(|(_, one)| self.reach.is_dead(one));
            all.map(|(at, _)| at).collect()
        })
    }

    /// Whether something changes facts of a predicate.
    pub(crate) fn is_changed(&self, predicate: PredicateId) -> bool {
        self.changes.iter().any(|change| change.atom.predicate == predicate)
    }

    fn id(&mut self, node: Node) -> usize {
        let id = self.nodes.insert_full(node).0;
        self.ways.resize(self.nodes.len(), Vec::new());
        id
    }

    /// Adds a way to a node.
    fn add(&mut self, node: usize, source: Source, span: Option<Span>, needs: Needs) {
        let needs = needs.into_iter().map(|(need, span)| (self.id(need), span)).collect();
        self.ways[node].push(Way { source, span, needs, is_instance: false });
    }

    fn expand(&mut self, node: usize, pattern: &Pattern) -> Result<(), Cut> {
        if self.nodes.len() > MAX_NODES {
            self.cut = true;
            self.unexplored.insert(node);
            return Ok(());
        }
        let mut found: Vec<(usize, Needs)> = Vec::new();
        let mut unmet = Vec::new();
        for (index, change) in self.changes.iter().enumerate() {
            if change.is(pattern.positive, pattern.predicate) {
                found.extend(
                    ways(&self.reach, &self.fluent, change, pattern)?.into_iter().map(|needs| (index, needs)),
                );
            }
        }
        // Its conditions are false whatever the state is.
        for (index, change) in self.changes.iter().enumerate().filter(|_| found.is_empty()) {
            if change.is(pattern.positive, pattern.predicate) && self.can_give(change, pattern) {
                let (task, source) = (self.task(), change.source);
                let (name, act) = (source.name(task), verb(change.adds));
                let text = format!(
                    "the conditions under which {name} {act} {} are never met",
                    pattern.show_atom(task)
                );
                unmet.push((index, vec![(Node::Obstacle { source, text, span: None }, None)]));
            }
        }
        found.extend(unmet);
        let is_other = |needs: &Needs| {
            needs
                .iter()
                .any(|(need, _)| matches!(need, Node::Fact(fact) if self.is_other_kind(fact, pattern)))
        };
        if found.iter().any(|(_, needs)| !is_other(needs)) {
            found.retain(|(_, needs)| !is_other(needs));
        }
        // A way that lacks all that another one lacks, and more, is no better.
        let lacks = |needs: &Needs| needs.iter().map(|(need, _)| need.clone()).collect::<FxHashSet<Node>>();
        let all: Vec<FxHashSet<Node>> = found.iter().map(|(_, needs)| lacks(needs)).collect();
        found.retain(|(_, needs)| {
            let own = lacks(needs);
            !all.iter().any(|other| other.len() < own.len() && other.is_subset(&own))
        });
        let is_obstacle = |(need, _): &(Node, _)| !matches!(need, Node::Fact(_));
        found.sort_by_key(|(_, needs)| (needs.iter().any(is_obstacle), needs.len()));
        if found.len() > MAX_WAYS {
            found.truncate(MAX_WAYS);
            self.cut = true;
        }
        for (index, needs) in found {
            let Change { source, span, .. } = self.changes[index];
            let useless = self.changes[index].asks_for_itself();
            let needs = useless.map_or(needs, |_| vec![(Node::Useless { change: index }, span)]);
            self.add(node, source, span, needs);
        }
        Ok(())
    }

    /// Whether a missing fact says that an object of another fact is of a kind, while it is of a different one.
    pub(crate) fn is_other_kind(&self, fact: &Pattern, of: &Pattern) -> bool {
        let [Some(object)] = fact.arguments[..] else { return false };
        let wanted = self.kinds.get(&fact.predicate);
        let is_another = |wanted: &FxHashSet<ObjectId>| {
            self.kinds.values().any(|kind| kind.contains(&object) && kind.is_disjoint(wanted))
        };
        of.arguments.contains(&Some(object)) && wanted.is_some_and(is_another)
    }

    /// A fact with holes holds if an instance does.
    fn instances(&mut self) {
        let facts = (0..self.nodes.len()).filter_map(|id| Some((id, self.fact(id)?.clone())));
        // An instance that no action could ever add does not help.
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
