//! A plain search that finds what a proof consists of: every state that a path below the bound meets, unless cuts prove
//! that it leads to no goal below it.
//!
//! In: the plain task, the bound, and what cuts to look for. Out: [`Found`], states with costs in order of their costs.
//! It is uniform-cost search without anything that would have to be trusted. What it looks at is what A* looks at with
//! the same heuristic, since the bound is known before.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

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

#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) cost: u64,
    pub(super) fate: Fate,
}

#[derive(Default)]
pub(super) struct Found {
    pub(super) states: IndexMap<Values, State, FxBuildHasher>,
    /// The states in the order of their costs.
    pub(super) order: Vec<usize>,
    pub(super) cuts: IndexSet<Vec<Prop>, FxBuildHasher>,
    /// Sets of cuts whose weights were enough.
    pub(super) sums: IndexSet<Weighted, FxBuildHasher>,
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
        if self.states.len() == self.states.capacity() {
            limits.check_allocation(self.states.capacity() * 3 * size_of::<(Values, State, usize)>())?;
        }
        let (number, before) = self.states.insert_full(values, State { cost, fate: Fate::Open });
        let Some(before) = before.filter(|before| before.cost <= cost) else { return Ok(Some(number)) };
        self.states[number] = before;
        Ok(None)
    }

    pub(super) fn values(&self, state: usize) -> &Values {
        self.states.get_index(state).expect("it has been entered").0
    }
}

impl Search<'_> {
    pub(super) fn run(&self) -> Result<Found, ProofError> {
        let mut found = Found::default();
        let mut recent: Vec<usize> = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        found.enter(self.variables.values(&self.task.initial), 0, self.limits)?;
        while let Some(Reverse((cost, number))) = open.pop() {
            self.limits.check()?;
            if found.states[number].cost < cost || found.states[number].fate != Fate::Open {
                continue;
            }
            found.order.push(number);
            let state = self.variables.state(found.values(number));
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
