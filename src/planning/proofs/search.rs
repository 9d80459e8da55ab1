//! A plain search that finds what a proof consists of: every state that a path below the bound meets, unless cuts prove
//! that it leads to no goal below it.
//!
//! In: the plain task, the bound, and what cuts to look for. Out: [`Found`], states with costs in order of their costs.
//! It is uniform-cost search without anything that would have to be trusted. What it looks at is what A* looks at with
//! the same heuristic, since the bound is known before.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::ProofError;
use super::cuts::{Bound, Cuts, Prop, Relaxed};
use super::formula::Encoding;
use super::plain::PlainTask;
use super::variables::{Values, Variables};
use banto_base::limits::Limits;

/// Cuts by number, with weights.
pub(super) type Weighted = Vec<(usize, u64)>;

/// What is done with a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    Open,
    /// Its successors are looked at.
    Expanded,
    /// Cuts of this number prove that a goal is too far.
    Far(usize),
    /// A cut of this number that nothing crosses.
    Dead(usize),
}

pub(super) struct State {
    pub(super) values: Values,
    pub(super) cost: u64,
    pub(super) fate: Fate,
}

pub(super) struct Found {
    pub(super) states: Vec<State>,
    pub(super) numbers: FxHashMap<Values, usize>,
    /// The states in the order of their costs.
    pub(super) order: Vec<usize>,
    pub(super) cuts: Vec<Vec<Prop>>,
    /// Sets of cuts whose weights were enough.
    pub(super) sums: Vec<Weighted>,
}

/// Sets of cuts that are tried before new ones are looked for.
const TRIED: usize = 16;

pub(super) struct Search<'a> {
    pub(super) task: &'a PlainTask,
    pub(super) variables: &'a Variables,
    pub(super) encoding: &'a Encoding<'a>,
    pub(super) relaxed: &'a Relaxed,
    pub(super) cuts: Cuts,
    pub(super) limits: &'a Limits,
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

    /// Enters a state; its number if it is new or was dearer before.
    fn enter(&mut self, values: Values, cost: u64, limits: &Limits) -> Result<Option<usize>, ProofError> {
        if let Some(number) = self.numbers.get(&values) {
            let state = &mut self.states[*number];
            let is_cheaper = cost < state.cost;
            state.cost = state.cost.min(cost);
            return Ok(is_cheaper.then_some(*number));
        }
        limits.check_reserve(&self.states, 1)?;
        if self.numbers.len() == self.numbers.capacity() {
            limits.check_allocation(self.numbers.capacity() * 3 * size_of::<(Values, usize)>())?;
        }
        self.numbers.insert(values.clone(), self.states.len());
        self.states.push(State { values, cost, fate: Fate::Open });
        Ok(Some(self.states.len() - 1))
    }
}

/// Numbers for things that are equal.
struct Numbered<T>(FxHashMap<T, usize>);

impl<T: Clone + Eq + std::hash::Hash> Numbered<T> {
    fn number(&mut self, one: &T, all: &mut Vec<T>) -> usize {
        if let Some(number) = self.0.get(one) {
            return *number;
        }
        self.0.insert(one.clone(), all.len());
        all.push(one.clone());
        all.len() - 1
    }
}

impl Search<'_> {
    pub(super) fn run(&self) -> Result<Found, ProofError> {
        let mut found = Found {
            states: Vec::new(),
            numbers: FxHashMap::default(),
            order: Vec::new(),
            cuts: Vec::new(),
            sums: Vec::new(),
        };
        let (mut cuts, mut sums) = (Numbered(FxHashMap::default()), Numbered(FxHashMap::default()));
        let mut recent: Vec<usize> = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        found.enter(self.variables.values(&self.task.initial), 0, self.limits)?;
        while let Some(Reverse((cost, number))) = open.pop() {
            self.limits.check()?;
            if found.states[number].cost < cost || found.states[number].fate != Fate::Open {
                continue;
            }
            found.order.push(number);
            let state = self.variables.state(&found.states[number].values);
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
                    Bound::DeadEnd(cut) => Fate::Dead(cuts.number(&cut, &mut found.cuts)),
                    Bound::Enough(weighted) => {
                        let with =
                            weighted.iter().map(|(cut, weight)| (cuts.number(cut, &mut found.cuts), *weight));
                        let mut sum: Weighted = with.collect();
                        sum.sort_unstable();
                        let sum = sums.number(&sum, &mut found.sums);
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
            for operator in self.task.operators.iter().filter(|operator| operator.condition.holds(&state)) {
                let cost = cost.saturating_add(self.encoding.cost(operator.cost));
                if self.encoding.bound.is_none_or(|bound| cost < bound) {
                    let next = self.variables.values(&operator.apply(&state));
                    if let Some(number) = found.enter(next, cost, self.limits)? {
                        open.push(Reverse((cost, number)));
                    }
                }
            }
        }
        Ok(found)
    }
}
