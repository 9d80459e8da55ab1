//! Who improves the plan next: reductions at once, then windows, neighborhoods and restarted searches in turns.
//!
//! In: a plan, limits, an amount of work, and a way to run a search of the whole task under a bound. Out: each better
//! plan, as it is found. A turn goes to the method that has lately gained most for its work, and now and then to each
//! of the others; what a method may spend in a turn grows while it finds nothing.

use rustc_hash::FxHashMap;

use super::order::Dependences;
use super::reduce::reduce;
use super::trace::{Accesses, Replay, Trace};
use super::window::{Window, needed_behind, work_of};
use super::{Work, neighborhood, work_of_estimate};
use crate::heuristics::Ff;
use crate::limits::{Limits, Stop};
use crate::strips::{CostKind, OpId, Task, TaskSpace};

/// What a search of the whole task under a bound gave.
#[derive(Clone, Debug, Default)]
pub struct Restarted {
    /// A cheaper plan.
    pub plan: Option<Vec<OpId>>,
    /// What it took.
    pub work: Work,
    /// Whether no plan is cheaper than the bound.
    pub proven: bool,
}

/// Searches the whole task for a plan below a bound, with about so much work.
pub type Restart<'r> = dyn FnMut(u64, Work) -> Restarted + 'r;

/// The sizes of windows, in steps.
const SIZES: [usize; 8] = [4, 8, 12, 20, 32, 48, 72, 108];

/// What one method has done.
#[derive(Clone, Copy, Debug)]
struct Method {
    /// What it may spend in its next turn.
    share: Work,
    /// What it has gained, in millionths of the cost, and the work that took: older turns count less.
    gain: u64,
    spent: Work,
    turns: u32,
    idle: u32,
    is_done: bool,
}

impl Method {
    const fn new(share: Work) -> Self {
        Self { share, gain: 0, spent: 0, turns: 0, idle: 0, is_done: false }
    }

    /// Whether it gains more for its work than another.
    fn gains_more_than(&self, other: &Self) -> bool {
        let product = |gain: u64, spent: Work| u128::from(gain + 1_000) * u128::from(spent + 1);
        product(self.gain, other.spent) > product(other.gain, self.spent)
    }
}

/// Improves one plan of a task.
pub struct Improver<'s, 'a> {
    task: &'a Task,
    space: &'s TaskSpace<'a, u64>,
    replay: Replay<'s, 'a>,
    accesses: Accesses<'a>,
    estimate: Ff,
    work_of_estimate: Work,
    limits: &'s Limits,
    trace: Trace,
    /// The most expansions that a window with these steps was given so far; `u64::MAX` if it is proven that nothing
    /// is cheaper.
    tried: FxHashMap<Vec<OpId>, u64>,
    /// What windows are given, in expansions.
    effort: u64,
    spent: Work,
}

impl<'s, 'a> Improver<'s, 'a> {
    /// Prepares to improve a plan. `None` if the steps are not a plan of the space.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn within(
        space: &'s TaskSpace<'a, u64>,
        task: &'a Task,
        plan: Vec<OpId>,
        limits: &'s Limits,
    ) -> Result<Option<Self>, Stop> {
        let mut replay = Replay::new(space);
        limits.check_allocation((plan.len() + 1) * task.packing().words() * size_of::<u64>())?;
        let Some(trace) = Trace::replay(&mut replay, plan) else { return Ok(None) };
        Ok(Some(Self {
            task,
            space,
            replay,
            accesses: Accesses::new(task),
            estimate: Ff::limited(task, CostKind::PlusOne, limits)?,
            work_of_estimate: work_of_estimate(task),
            limits,
            trace,
            tried: FxHashMap::default(),
            effort: 60,
            spent: 0,
        }))
    }

    /// The best plan so far.
    #[must_use]
    pub fn plan(&self) -> &[OpId] {
        &self.trace.steps
    }

    /// What it costs.
    #[must_use]
    pub const fn cost(&self) -> u64 {
        self.trace.cost
    }

    /// The work done so far.
    #[must_use]
    pub const fn spent(&self) -> Work {
        self.spent
    }

    /// Leaves out the steps that the plan can do without, with about this much work at most.
    pub fn reduce(&mut self, work: Work) {
        self.spent += reduce(&mut self.replay, &self.accesses, &mut self.trace, work, self.limits);
    }

    /// Takes over a plan if it is better.
    fn adopt(&mut self, steps: Vec<OpId>) -> bool {
        match Trace::replay(&mut self.replay, steps) {
            Some(trace) if trace.worth() < self.trace.worth() => {
                self.trace = trace;
                true
            }
            _ => false,
        }
    }

    /// Improves the plan in turns until the work is done, a limit is reached, or nothing cheaper is possible;
    /// `improved` hears of each better plan. True if it is proven that no plan is cheaper.
    pub fn improve(
        &mut self,
        work: Work,
        restart: &mut Restart<'_>,
        improved: &mut dyn FnMut(&[OpId]),
    ) -> bool {
        let unit = 200 * self.work_of_estimate;
        let mut methods = [Method::new(unit), Method::new(unit), Method::new(4 * unit)];
        let given = self.spent.saturating_add(work);
        while self.spent < given && self.limits.look().is_ok() && self.trace.cost > 0 {
            let Some(turn) = next(&methods) else { return false };
            let share = methods[turn].share.min(given - self.spent);
            let (before, spent) = (self.trace.worth(), self.spent);
            match turn {
                0 => methods[0].is_done = self.windows(share, improved),
                1 => self.neighborhood(share),
                _ => {
                    let restarted = restart(self.trace.cost, share);
                    self.spent += restarted.work;
                    if restarted.proven {
                        return true;
                    }
                    if let Some(plan) = restarted.plan
                        && self.adopt(plan)
                    {
                        self.reduce(share / 4);
                    }
                }
            }
            let is_better = self.trace.worth() < before;
            if is_better {
                improved(&self.trace.steps);
                methods[0].is_done = false;
            }
            let saved = u128::from(before.0.saturating_sub(self.trace.cost)) * 1_000_000
                / u128::from(before.0.max(1));
            let gain = u64::try_from(saved).unwrap_or(u64::MAX);
            // A turn takes something, whatever was counted: the loop comes to its end.
            self.spent = self.spent.max(spent + 1_000);
            for (number, method) in methods.iter_mut().enumerate() {
                method.idle += 1;
                if number == turn {
                    method.idle = 0;
                    method.turns += 1;
                    method.gain = method.gain / 5 * 3 + gain;
                    method.spent = method.spent / 5 * 3 + (self.spent - spent);
                    if !is_better {
                        method.share = method.share.saturating_mul(2);
                    }
                }
            }
        }
        self.trace.cost == 0
    }

    /// Solves windows again, small ones first, until the work is done. True if every window is proven to be as cheap as
    /// it can be.
    fn windows(&mut self, work: Work, improved: &mut dyn FnMut(&[OpId])) -> bool {
        let given = self.spent.saturating_add(work);
        let mut size = 0;
        let mut is_complete = true;
        while size < SIZES.len() {
            let length = SIZES[size].min(self.trace.steps.len());
            match self.one_size(length, given, improved) {
                // Other small windows may have become worth a look.
                Pass::Improved => size = size.saturating_sub(1),
                Pass::OutOfWork => return false,
                Pass::Nothing { complete } => {
                    is_complete &= complete;
                    size += 1;
                }
            }
            if length == self.trace.steps.len() && size < SIZES.len() && SIZES[size] > length {
                break;
            }
        }
        self.effort = self.effort.saturating_mul(3);
        is_complete
    }

    fn one_size(&mut self, length: usize, given: Work, improved: &mut dyn FnMut(&[OpId])) -> Pass {
        let mut is_complete = true;
        let mut any = false;
        let dependences = Dependences::new(&self.accesses, &self.trace.steps, self.task.variables().len());
        let count = self.trace.steps.len();
        let stride = (length / 3).max(1);
        let mut candidates: Vec<Vec<usize>> = (0..=count.saturating_sub(length))
            .step_by(stride)
            .map(|at| (at..at + length).collect())
            .collect();
        candidates.extend((0..count).step_by(stride).filter_map(|seed| dependences.cluster(seed, length)));
        let steps = self.trace.steps.clone();
        let mut left: Vec<bool> = vec![true; candidates.len()];
        for (number, window) in candidates.iter().enumerate() {
            if !left[number] || window.len() < 2 {
                continue;
            }
            if self.spent >= given || self.limits.look().is_err() {
                return Pass::OutOfWork;
            }
            let (order, start) = dependences.gather(&steps, window);
            let key = order[start..start + window.len()].to_vec();
            let tried = self.tried.get(&key).copied().unwrap_or(0);
            if tried >= self.effort {
                is_complete &= tried == u64::MAX;
                continue;
            }
            self.spent += steps.len() as Work * 100;
            let Some(trace) = Trace::replay(&mut self.replay, order) else { continue };
            match self.solve(&trace, start..start + window.len()) {
                (Some(better), _) => {
                    // The other windows are windows of a plan of the past: the next pass looks at those of the new
                    // one.
                    debug_assert!(!any, "one improvement a pass");
                    any = self.adopt(better);
                    if any {
                        improved(&self.trace.steps);
                        left.fill(false);
                    } else {
                        self.tried.insert(key, self.effort);
                    }
                }
                (None, proven) => {
                    is_complete &= proven;
                    self.tried.insert(key, if proven { u64::MAX } else { self.effort });
                }
            }
        }
        if any { Pass::Improved } else { Pass::Nothing { complete: is_complete } }
    }

    /// The plan with one window solved again more cheaply; or whether there is proven to be no cheaper one.
    fn solve(&mut self, trace: &Trace, window: std::ops::Range<usize>) -> (Option<Vec<OpId>>, bool) {
        let goal = needed_behind(&self.accesses, self.task, trace, window.end);
        let cost: u64 = trace.steps[window.clone()].iter().map(|step| self.task.cost(*step)).sum();
        if cost == 0 {
            return (None, true);
        }
        let space = Window::new(self.space, trace.state(window.start), &goal);
        let (steps, counts, proven) = space.solve(&mut self.estimate, cost, self.effort, self.limits);
        self.spent += work_of(&counts, self.work_of_estimate);
        let Some(steps) = steps else { return (None, proven) };
        let plan = [&trace.steps[..window.start], &steps, &trace.steps[window.end..]].concat();
        (Some(plan), false)
    }

    fn neighborhood(&mut self, work: Work) {
        // A state has some ten successors.
        let room = usize::try_from(work / (10 * super::WORK_OF_SUCCESSOR)).unwrap_or(usize::MAX);
        let (plan, spent) =
            neighborhood::search(self.space, &self.trace, room.max(2 * self.trace.steps.len()), self.limits);
        self.spent += spent;
        if let Some(plan) = plan {
            self.adopt(plan);
        }
    }
}

/// How a pass over the windows of one size ended.
enum Pass {
    Improved,
    OutOfWork,
    /// Nothing was found; whether nothing was left open.
    Nothing {
        complete: bool,
    },
}

/// The method whose turn it is.
fn next(methods: &[Method; 3]) -> Option<usize> {
    let open = || (0..methods.len()).filter(|at| !methods[*at].is_done);
    if let Some(waiting) = open().find(|at| methods[*at].turns == 0 || methods[*at].idle >= 6) {
        return Some(waiting);
    }
    open().reduce(|best, other| if methods[other].gains_more_than(&methods[best]) { other } else { best })
}
