//! A part of a plan as a task: from the state before it to whatever the rest of the plan needs.
//!
//! This is for tasks with derived facts; in others, windows are tasks with fewer variables, as `subtask` makes them.
//!
//! In: a plan, a range of its steps, and how many states may be evaluated. Out: cheaper steps for the same range. The
//! window's goal keeps the value of every variable that a later step or the goal reads, so the rest of the plan stays
//! valid.

use super::plan_states::{Accesses, Trace};
use super::{Ticks, WORK_OF_SUCCESSOR};
use crate::heuristics::Ff;
use crate::strips::{FactId, FactSpace, OpId, Scratch, Task, TaskSpace};
use banto_base::limits::Limits;
use banto_search::{Algorithm, Counts, Exhaustion, Outcome, Search, Settings, Space};

/// The space of a task with a different start and goal.
pub(super) struct Window<'w, 'a> {
    space: &'w TaskSpace<'a, u64>,
    start: &'w [u64],
    goal: &'w [FactId],
    tests: Vec<(usize, u64, u64)>,
}

impl<'w, 'a> Window<'w, 'a> {
    pub(super) fn new(space: &'w TaskSpace<'a, u64>, start: &'w [u64], goal: &'w [FactId]) -> Self {
        let mut tests: Vec<(usize, u64, u64)> = Vec::new();
        for fact in goal {
            let (word, mask, bits) = space.pattern(*fact);
            match tests.iter_mut().find(|test| test.0 == word) {
                Some(test) => *test = (word, test.1 | mask, test.2 | bits),
                None => tests.push((word, mask, bits)),
            }
        }
        Self { space, start, goal, tests }
    }

    /// Looks for steps to the goal that cost less than `bound`, within `effort` expansions. Also returns the counts,
    /// and whether there are provably none.
    pub(super) fn solve(
        &self,
        estimate: &mut Ff,
        bound: u64,
        effort: u64,
        limits: &Limits,
    ) -> (Option<Vec<OpId>>, Counts, bool) {
        estimate.set_goal(self.goal);
        let settings =
            Settings { bound: Some(bound), effort: Some(effort), weight: 1, ..Settings::default() };
        let report =
            Search::new(self).heuristic(estimate).limits(limits).settings(settings).run(Algorithm::Astar);
        let proven = matches!(report.outcome, Outcome::Exhausted(Exhaustion::Proven));
        let steps = report.path().map(|path| path.actions.iter().copied().map(OpId::from).collect());
        (steps, report.work.counts, proven)
    }
}

/// The needs of a plan after a step: the facts of all variables that the rest of it reads.
pub(super) fn needed_after(
    accesses: &Accesses<'_>,
    task: &Task,
    trace: &Trace,
    behind: usize,
) -> Vec<FactId> {
    let mut needed = accesses.goal();
    for step in trace.steps[behind..].iter().rev() {
        accesses.regress(*step, &mut needed);
    }
    let state = trace.state(behind);
    needed.ones().map(|variable| task.packing().get(state, variable.into())).collect()
}

pub(super) const fn work_of(counts: &Counts, estimate: Ticks) -> Ticks {
    counts.evaluated * estimate + counts.generated * WORK_OF_SUCCESSOR
}

impl Space for Window<'_, '_> {
    type Cost = u64;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.space.words()
    }
    fn scratch(&self) -> Scratch {
        self.space.scratch()
    }
    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(self.start);
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        self.tests.iter().all(|(word, mask, bits)| state[*word] & mask == *bits)
    }
    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u64, &[u64])) {
        self.space.expand(scratch, state, visit);
    }
    fn actions(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u64)) {
        self.space.actions(scratch, state, visit);
    }
    fn apply(&self, scratch: &mut Scratch, state: &[u64], action: u32, successor: &mut [u64]) -> u64 {
        self.space.apply(scratch, state, action, successor)
    }
    fn least_cost(&self) -> u64 {
        self.space.least_cost()
    }
}

impl<'a> FactSpace for Window<'_, 'a> {
    type Base = TaskSpace<'a, u64>;

    fn base(&self) -> &Self::Base {
        self.space
    }
}
