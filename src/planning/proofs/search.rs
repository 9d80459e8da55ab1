//! A plain search that finds what a proof consists of: every state that a path below the bound meets, unless cuts prove
//! that it leads to no goal below it.
//!
//! In: the plain task, the bound, and what cuts to look for. Out: [`Found`], states with costs in order of their costs,
//! and where operators lead from them. It is uniform-cost search without anything that would have to be trusted. What
//! it looks at is what A* looks at with the same heuristic, since the bound is known before.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use super::ProofError;
use super::cuts::{Bound, Cuts, Prop, Relaxed};
use super::formula::Encoding;
use super::plain::{Formula, PlainTask};
use super::tree::{Node, State, Tree};
use super::variables::Variables;
use banto_base::limits::Limits;

/// Cuts by number, with weights.
pub(super) type Weighted = Vec<(usize, u64)>;

/// What is done with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fate {
    Open,
    /// Its successors are looked at.
    Expanded,
    /// Cuts of this number prove that a goal is too far.
    Far(usize),
    /// A cut of this number that nothing crosses.
    Dead(usize),
}

#[derive(Clone)]
pub(super) struct Visited {
    pub(super) cost: u64,
    pub(super) fate: Fate,
    edges: Range<usize>,
}

/// Where an operator leads from a state that has the literals it needs.
#[derive(Clone, Copy)]
pub(super) enum Target {
    State(u32),
    /// What it costs reaches the bound.
    Bound,
    /// Another part of its condition is false.
    Nowhere,
}

#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) operator: u32,
    pub(super) target: Target,
    /// What it makes of both halves of the state; none if conditions decide that.
    pub(super) changes: Option<[u32; 2]>,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) tree: Tree,
    pub(super) states: IndexMap<State, Visited, FxBuildHasher>,
    /// The states in the order of their costs.
    pub(super) order: Vec<usize>,
    pub(super) edges: Vec<Edge>,
    /// What an operator makes of a node.
    pub(super) changes: IndexMap<(u32, Node), Node, FxBuildHasher>,
    pub(super) cuts: IndexSet<Vec<Prop>, FxBuildHasher>,
    /// Sets of cuts whose weights were enough.
    pub(super) sums: IndexSet<Weighted, FxBuildHasher>,
}

/// After so many states more, their number is told.
const TOLD: usize = 1 << 14;

/// With less room than this in a table, it is asked whether a larger one fits.
const NEAR: usize = 64;

/// Sets of cuts that are tried before new ones are looked for.
const TRIED: usize = 16;

pub(super) struct Search<'a> {
    pub(super) task: &'a PlainTask,
    pub(super) variables: &'a Variables,
    pub(super) encoding: &'a Encoding<'a>,
    pub(super) relaxed: &'a Relaxed,
    pub(super) cuts: Cuts,
    pub(super) limits: &'a Limits,
    /// Is told how many states were looked at.
    pub(super) told: &'a dyn Fn(usize),
}

impl Found {
    /// A recent set of cuts that is enough here, too.
    fn known(&self, recent: &mut Vec<usize>, state: &[bool], left: Option<u64>) -> Option<usize> {
        let left = left?;
        let is_false = |prop: &Prop| state[prop / 2] == (prop % 2 == 1);
        let at = recent.iter().position(|sum| {
            let uncrossed = self.sums[*sum].iter().filter(|(cut, _)| self.cuts[*cut].iter().all(is_false));
            uncrossed.map(|(_, weight)| weight).sum::<u64>() >= left
        })?;
        let sum = recent.remove(at);
        recent.insert(0, sum);
        Some(sum)
    }

    /// Enters a state: its number, and whether it is new or was dearer before.
    fn enter(&mut self, state: State, cost: u64, limits: &Limits) -> Result<(usize, bool), ProofError> {
        for (used, capacity, bytes) in [
            (self.states.len(), self.states.capacity(), 3 * size_of::<(State, Visited, usize)>()),
            (self.changes.len(), self.changes.capacity(), 3 * size_of::<(u32, Node, Node, usize)>()),
            (self.edges.len(), self.edges.capacity(), 2 * size_of::<Edge>()),
        ] {
            if capacity - used < NEAR {
                limits.check_allocation(capacity * bytes)?;
            }
        }
        let entry = self.states.entry(state);
        let number = entry.index();
        let mut is_new = false;
        let visited = entry.or_insert_with(|| {
            is_new = true;
            Visited { cost, fate: Fate::Open, edges: 0..0 }
        });
        is_new |= cost < visited.cost;
        visited.cost = visited.cost.min(cost);
        Ok((number, is_new))
    }

    pub(super) fn state(&self, number: usize) -> State {
        *self.states.get_index(number).expect("it has been entered").0
    }

    /// What is true in a state.
    pub(super) fn facts(&self, number: usize, variables: &Variables, facts: &mut [bool]) {
        facts.fill(false);
        for node in self.state(number) {
            self.tree.leaves(node, &mut |variable, value| {
                if let Some(fact) = variables.each[variable].facts.get(usize::from(value)) {
                    facts[*fact] = true;
                }
            });
        }
    }

    pub(super) fn edges(&self, number: usize) -> &[Edge] {
        &self.edges[self.states[number].edges.clone()]
    }
}

impl Search<'_> {
    pub(super) fn run(&self) -> Result<Found, ProofError> {
        let mut found = Found { tree: Tree::new(self.variables), ..Found::default() };
        let mut recent: Vec<usize> = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        let candidates = self.candidates();
        let initial = found.tree.enter(&self.variables.values(&self.task.initial));
        found.enter(initial, 0, self.limits)?;
        let mut state = self.task.initial.clone();
        while let Some(Reverse((cost, number))) = open.pop() {
            self.limits.check()?;
            if found.states[number].cost < cost || found.states[number].fate != Fate::Open {
                continue;
            }
            found.order.push(number);
            if found.order.len().is_multiple_of(TOLD) {
                (self.told)(found.order.len());
            }
            found.facts(number, self.variables, &mut state);
            if self.encoding.bound != Some(0) && self.task.goal.holds(&state) {
                return Err(ProofError::Refuted(cost));
            }
            let left = self.encoding.bound.map(|bound| bound - cost);
            // The initial state is always a case of its own, which says where paths start.
            let fate = match found.known(&mut recent, &state, left).filter(|_| number > 0) {
                Some(sum) => Fate::Far(sum),
                None if number == 0 => Fate::Expanded,
                None => match self.relaxed.bound(self.cuts, &state, left) {
                    Bound::TooLow => Fate::Expanded,
                    Bound::DeadEnd(cut) => Fate::Dead(found.cuts.insert_full(cut).0),
                    Bound::Enough(weighted) => {
                        let with = weighted.into_iter();
                        let with = with.map(|(cut, weight)| (found.cuts.insert_full(cut).0, weight));
                        let mut sum: Weighted = with.collect();
                        sum.sort_unstable();
                        let sum = found.sums.insert_full(sum).0;
                        recent.insert(0, sum);
                        recent.truncate(TRIED);
                        Fate::Far(sum)
                    }
                },
            };
            found.states[number].fate = fate;
            if fate != Fate::Expanded {
                continue;
            }
            let first = found.edges.len();
            let needed = (1..).zip(&state).filter(|(_, holds)| **holds).map(|(place, _)| place);
            for operator in needed.chain([0]).flat_map(|place: usize| &candidates[place]) {
                let Some((edge, is_new)) = self.edge(*operator, number, &state, &mut found)? else {
                    continue;
                };
                if let (Target::State(target), true) = (edge.target, is_new) {
                    let target = target as usize;
                    open.push(Reverse((found.states[target].cost, target)));
                }
                found.edges.push(edge);
            }
            found.states[number].edges = first..found.edges.len();
        }
        Ok(found)
    }

    /// The operators by a fact that they need, those without one first. Of the facts, it is the one of the variable
    /// with the most values, which is false in most states.
    fn candidates(&self) -> Vec<Vec<u32>> {
        let mut candidates = vec![Vec::new(); 1 + self.task.facts.len()];
        for (number, operator) in (0..).zip(&self.task.operators) {
            let values = |fact: &usize| self.variables.each[self.variables.place_of[*fact].0].facts.len();
            let place = operator.condition.needed().max_by_key(values).map_or(0, |fact| fact + 1);
            candidates[place].push(number);
        }
        candidates
    }

    /// Where an operator leads, and whether that is news; nothing if a literal that it needs is false.
    fn edge(
        &self,
        operator: u32,
        from: usize,
        facts: &[bool],
        found: &mut Found,
    ) -> Result<Option<(Edge, bool)>, ProofError> {
        let plain = &self.task.operators[operator as usize];
        if !plain.condition.holds(facts) {
            let is_literal = |part: &Formula| matches!(part, Formula::Literal(..));
            let mut literals = plain.condition.parts().iter().filter(|part| is_literal(part));
            let is_needed = literals.all(|part| part.holds(facts));
            let edge = Edge { operator, target: Target::Nowhere, changes: None };
            return Ok(is_needed.then_some((edge, false)));
        }
        let cost = found.states[from].cost.saturating_add(self.encoding.cost(plain.cost));
        if self.encoding.bound.is_some_and(|bound| cost >= bound) {
            return Ok(Some((Edge { operator, target: Target::Bound, changes: None }, false)));
        }
        let (next, changes) = if plain.is_sure() {
            let changes = found.state(from).map(|node| self.change(operator, node, found));
            (changes.map(|change| found.changes[change as usize]), Some(changes))
        } else {
            (found.tree.enter(&self.variables.values(&plain.apply(facts))), None)
        };
        let (target, is_new) = found.enter(next, cost, self.limits)?;
        let target = Target::State(u32::try_from(target).expect("memory ends before"));
        Ok(Some((Edge { operator, target, changes }, is_new)))
    }

    /// The number of what an operator without conditional effects makes of a node.
    fn change(&self, operator: u32, node: Node, found: &mut Found) -> u32 {
        let plain = &self.task.operators[operator as usize];
        let number = |number: usize| u32::try_from(number).expect("memory ends before");
        if let Some(known) = found.changes.get_index_of(&(operator, node)) {
            return number(known);
        }
        let place = found.tree.place_of(node);
        let next = if !self.variables.touched(plain).any(|variable| place.has(variable)) {
            node
        } else if let Some(halves) = found.tree.halves(node) {
            let changes = halves.map(|half| self.change(operator, half, found));
            let below = changes.map(|change| found.changes[change as usize]);
            found.tree.with(node, below)
        } else {
            let (variable, value) = found.tree.leaf(node);
            let after = self.variables.after(plain, variable, value);
            found.tree.with(node, [Node::from(after), 0])
        };
        number(found.changes.insert_full((operator, node), next).0)
    }
}
