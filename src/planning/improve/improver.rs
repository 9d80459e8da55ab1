//! Chooses the method that improves the plan next: first superfluous steps are removed, then windows, neighborhoods and
//! restarted searches take turns.
//!
//! In: a plan, limits, an amount of work, and a function that searches the whole task under a bound. Out: each better
//! plan as it is found. The next turn usually goes to the method that has recently gained most for its work, and
//! occasionally to another one. A method that finds nothing may spend more in its next turn.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::action_elimination::remove_superfluous;
use super::axiom_window::{Window, needed_after, work_of};
use super::order::Dependences;
use super::plan_states::{Accesses, PlanReplay, Replay, Trace};
use super::subtask::Chooser;
use super::window_schedule::WindowSchedule;
use super::{Ticks, WORK_OF_SUCCESSOR, work_of_estimate};
use crate::heuristics::{Ff, heuristic_named};
use crate::strips::{CostKind, OpId, Task, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Bandit, Counts, Estimate, Space, neighborhood};

/// The result of searching the whole task under a bound.
#[derive(Clone, Debug, Default)]
pub struct Restarted {
    /// A cheaper plan.
    pub plan: Option<Vec<OpId>>,
    /// The work it took.
    pub work: Ticks,
    /// Whether no plan is cheaper than the bound.
    pub proven: bool,
}

/// Searches the whole task for a plan below a bound, with about a given amount of work.
pub type Restart<'r> = dyn FnMut(u64, Ticks) -> Restarted + 'r;

/// Works for a proof: given the cost of the best plan and an amount of work, what came of it.
pub type Prove<'r> = dyn FnMut(u64, Ticks) -> Proven + 'r;

/// What came of work for a proof.
#[derive(Clone, Debug, Default)]
pub struct Proven {
    /// No plan costs less than this.
    pub least: u64,
    /// A cheaper plan.
    pub plan: Option<Vec<OpId>>,
    /// The work it took.
    pub work: Ticks,
}

/// Proofs take 1/`PROOFS` of the work.
const PROOFS: Ticks = 20;

/// How many more variables may move in a window with each round.
const MORE: usize = 2;

/// Names of the methods that take turns, as [`Bandit`] numbers them, of the one that comes before, and of proofs.
const TURNS: [&str; 3] = ["windows", "neighborhood", "restarts"];
pub(crate) const REDUCTION: &str = "reduction";
const PROOF: &str = "proof";

/// Improves one plan of a task.
pub struct Improver<'s, 'a> {
    task: &'s Task,
    space: &'s TaskSpace<'a, u64>,
    replay: PlanReplay<'s, 'a>,
    accesses: Accesses<'s>,
    estimate: Ff,
    work_of_estimate: Ticks,
    limits: &'s Limits,
    trace: Trace,
    chooser: Chooser<'s>,
    /// The most effort that a window has had so far; `u64::MAX` if it is proven that nothing is cheaper.
    tried: FxHashMap<u64, u64>,
    schedule: WindowSchedule,
    /// No plan costs less.
    pub least: u64,
    /// How much more than the least possible improvement a restarted search must gain.
    ask: u64,
    /// The work done so far, and how much of it was for proofs.
    pub spent: Ticks,
    proving: Ticks,
    /// Counts of windows and neighborhoods; restarted searches count for themselves.
    pub counts: Counts,
}

impl<'s, 'a> Improver<'s, 'a> {
    /// Prepares to improve a plan. `None` if the steps are not a plan of the space.
    pub fn within(
        space: &'s TaskSpace<'a, u64>,
        plan: Vec<OpId>,
        limits: &'s Limits,
    ) -> Result<Option<Self>, Stop> {
        let (mut replay, task) = (Replay::new(space), space.task());
        limits.check_allocation(2 * (plan.len() + 1) * task.packing().words() * size_of::<u64>())?;
        let Some(trace) = replay.trace(plan) else { return Ok(None) };
        Ok(Some(Self {
            task,
            space,
            replay,
            accesses: Accesses::new(task),
            estimate: Ff::limited(task, CostKind::PlusOne, limits)?,
            work_of_estimate: work_of_estimate(task),
            limits,
            trace,
            chooser: Chooser::new(task),
            tried: FxHashMap::default(),
            schedule: WindowSchedule::default(),
            least: 0,
            ask: 0,
            spent: 0,
            proving: 0,
            counts: Counts::default(),
        }))
    }

    /// The best plan so far.
    pub fn plan(&self) -> &[OpId] {
        &self.trace.steps
    }

    /// Its cost.
    pub const fn cost(&self) -> u64 {
        self.trace.cost
    }

    /// The steps that were applied again to see which of them a plan can do without.
    pub const fn replayed(&self) -> u64 {
        self.replay.applied
    }

    /// Has `lmcut` find a lower bound on the cost of any plan, if that takes at most about this much work. A plan that
    /// costs no more is proven optimal.
    pub fn bound_below(&mut self, work: Ticks) {
        // An estimate explores the task once per cut, and there are one or two cuts per step of the plan.
        let needed = 2 * self.trace.steps.len() as Ticks * self.work_of_estimate;
        if needed > work || self.least > 0 || self.trace.cost == 0 {
            return;
        }
        self.spent += needed;
        self.counts.evaluated += 1;
        let row = heuristic_named("lmcut").expect("it is a row");
        let Ok(mut lmcut) = row.within(self.task, CostKind::Real, self.limits) else { return };
        let at = At { space: self.space, id: None, state: self.trace.state(0), g: 0, earlier: &[] };
        if let Estimate::Cost(cost) = lmcut.evaluate(&at, &mut Vec::new()) {
            self.least = cost;
        }
    }

    /// Whether the plan is proven cheapest.
    pub const fn is_proven(&self) -> bool {
        self.trace.cost <= self.least
    }

    /// Removes superfluous steps, with at most about this much work.
    pub fn remove_superfluous(&mut self, work: Ticks) {
        self.spent += remove_superfluous(&mut self.replay, &mut self.trace, work, self.limits);
    }

    /// Adopts a plan if it is better.
    fn adopt(&mut self, steps: Vec<OpId>) -> bool {
        self.replay.improve(&mut self.trace, steps)
    }

    /// Improves the plan in turns until the work is done, a limit is reached, or nothing cheaper is possible;
    /// `improved` is called with each better plan and the method that found it. True if it is proven that no plan is
    /// cheaper.
    pub fn improve(
        &mut self,
        work: Ticks,
        restart: &mut Restart<'_>,
        prove: &mut Prove<'_>,
        improved: &mut dyn FnMut(&[OpId], &'static str),
    ) -> bool {
        let unit = 200 * self.work_of_estimate;
        let mut bandit = Bandit::new(&[unit; 3]);
        let given = self.spent.saturating_add(work);
        while self.spent < given && self.limits.look().is_ok() && !self.is_proven() {
            let Some(turn) = bandit.next() else { return false };
            let share = bandit.share(turn).min(given - self.spent);
            let (before, spent) = (self.trace.worth(), self.spent);
            match turn {
                0 if self.windows(share, improved) => bandit.finish(0),
                0 => {}
                1 => self.neighborhood(share),
                _ => self.restart(share, restart),
            }
            let is_better = self.trace.worth() < before;
            if is_better {
                improved(&self.trace.steps, TURNS[turn]);
                bandit.resume(0);
            }
            let saved = u128::from(before.0.saturating_sub(self.trace.cost)) * 1_000_000
                / u128::from(before.0.max(1));
            let gain = u64::try_from(saved).unwrap_or(u64::MAX);
            // A turn costs something, whatever was counted, so that the loop ends.
            self.spent = self.spent.max(spent + 1_000);
            bandit.took(turn, self.spent - spent, gain, is_better);
            if self.prove(prove) {
                improved(&self.trace.steps, PROOF);
            }
        }
        self.is_proven()
    }

    /// Works for a proof, as far as its share goes; true if that has found a better plan.
    fn prove(&mut self, prove: &mut Prove<'_>) -> bool {
        let Proven { least, plan, work } =
            prove(self.trace.cost, (self.spent / PROOFS).saturating_sub(self.proving));
        (self.proving, self.spent) = (self.proving + work, self.spent + work);
        self.least = self.least.max(least);
        plan.is_some_and(|plan| self.adopt(plan))
    }

    /// Solves windows again, small ones first, until the work is done; the next turn continues where this one stops.
    /// True if every window is proven optimal.
    fn windows(&mut self, work: Ticks, improved: &mut dyn FnMut(&[OpId], &'static str)) -> bool {
        let given = self.spent.saturating_add(work);
        let mut schedule = std::mem::take(&mut self.schedule);
        let mut is_done = false;
        while self.spent < given && self.limits.look().is_ok() {
            if schedule.is_stale(&self.trace) {
                let dependences =
                    Dependences::new(&self.accesses, &self.trace.steps, self.task.variables().len());
                self.spent += self.trace.steps.len() as Ticks * 2_000;
                schedule.begin(&mut self.replay, &self.trace, dependences);
            }
            let Some((trace, window)) = schedule.next(&mut self.replay) else {
                is_done = schedule.next_round();
                if is_done {
                    break;
                }
                continue;
            };
            let (better, proven) = self.solve(&trace, window, &schedule);
            schedule.is_complete &= proven;
            if better.is_some_and(|better| self.adopt(better)) {
                improved(&self.trace.steps, TURNS[0]);
            }
        }
        self.schedule = schedule;
        is_done
    }

    /// The plan with a cheaper solution for one window; and whether there is provably no cheaper one.
    fn solve(
        &mut self,
        trace: &Trace,
        window: Range<usize>,
        schedule: &WindowSchedule,
    ) -> (Option<Vec<OpId>>, bool) {
        self.spent += trace.steps.len() as Ticks * 100;
        let cost: u64 = trace.steps[window.clone()].iter().map(|step| self.task.cost(*step)).sum();
        if cost == 0 {
            return (None, true);
        }
        let needed = needed_after(&self.accesses, self.task, trace, window.end);
        let start = trace.state(window.start);
        let effort = schedule.effort();
        let (steps, proven) = if self.task.axioms().is_empty() {
            let mut moved = Vec::new();
            for step in &trace.steps[window.clone()] {
                self.accesses.writes(*step, &mut |variable, _| moved.push(variable));
            }
            let choice = self.chooser.choose(start, &needed, &moved, schedule.round * MORE);
            self.spent += choice.work;
            let key = choice.key(self.task, start, cost);
            match self.tried.get(&key).copied() {
                Some(u64::MAX) => return (None, choice.is_whole),
                Some(tried) if tried >= effort => return (None, false),
                _ => {}
            }
            let weight = if schedule.round.is_multiple_of(2) { 3 } else { 1 };
            let (steps, proven, (work, counts)) =
                choice.solve(self.task, start, cost, effort, weight, self.limits);
            self.spent += work;
            self.counts.add(&counts);
            self.tried.insert(key, if proven { u64::MAX } else { effort });
            (steps, proven && choice.is_whole)
        } else {
            let space = Window::new(self.space, start, &needed);
            let (steps, counts, proven) = space.solve(&mut self.estimate, cost, effort / 4, self.limits);
            self.spent += work_of(&counts, self.work_of_estimate);
            self.counts.add(&counts);
            (steps, proven)
        };
        let behind = &trace.steps[window.end..];
        let plan = steps.map(|steps| [&trace.steps[..window.start], &steps, behind].concat());
        (plan, proven)
    }

    /// Searches the whole task again. A search that gains hardly more than it had to must gain twice as much the next
    /// time, so that many small gains do not each cost a whole search; a failure takes that back.
    fn restart(&mut self, work: Ticks, restart: &mut Restart<'_>) {
        let cost = self.trace.cost;
        let bound = cost.saturating_sub(self.ask).max(self.least + 1);
        let restarted = restart(bound, work);
        self.spent += restarted.work;
        if restarted.proven {
            self.least = self.least.max(bound);
        }
        if let Some(mut trace) = restarted.plan.and_then(|plan| self.replay.trace(plan)) {
            self.spent += remove_superfluous(&mut self.replay, &mut trace, work / 4, self.limits);
            if trace.worth() < self.trace.worth() {
                self.trace = trace;
            }
        }
        let gain = cost - self.trace.cost;
        if gain == 0 {
            self.ask = 0;
        } else if gain <= self.ask + cost / 64 {
            self.ask = 2 * gain;
        }
    }

    fn neighborhood(&mut self, work: Ticks) {
        // A state has about ten successors.
        let room = usize::try_from(work / (10 * WORK_OF_SUCCESSOR)).unwrap_or(usize::MAX);
        let steps = self.trace.steps.len();
        let rows = (0..=steps).map(|index| self.trace.state(index));
        let found = neighborhood(self.space, rows, self.trace.cost, room.max(2 * steps), self.limits);
        let counts = found.counts;
        self.counts.add(&counts);
        self.spent += counts.expanded * WORK_OF_SUCCESSOR
            + counts.generated * (120 + self.space.words() as Ticks * 12)
            + (counts.generated - counts.pruned) * 40;
        if let Some(path) = found.path {
            self.adopt(path.actions.into_iter().map(OpId::from).collect());
        }
    }
}
