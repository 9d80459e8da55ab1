//! Better plans from a plan: superfluous steps are removed, then parts of the plan are solved again more cheaply.
//!
//! In: a ground task, one of its plans, limits and an amount of work. Out: plans that cost less, or the same with fewer
//! steps. Every plan is replayed here before it replaces another; the planner validates it once more. Work is counted,
//! not timed: in one thread, the same input gives the same plans.

mod action_elimination;
mod axiom_window;
mod improver;
mod order;
mod plan_states;
mod subtask;
mod window_schedule;

pub use action_elimination::eliminate;
pub(crate) use improver::REDUCTION;
pub use improver::{Improver, Prove, Proven, Restart, Restarted};

use crate::strips::Task;

/// Work, a few for each nanosecond that it takes on an ordinary machine, computed from counts so that it is always the
/// same.
pub type Ticks = u64;

/// The work of one estimate by a relaxed plan in a task.
pub fn work_of_estimate(task: &Task) -> Ticks {
    let effects: usize = task.operators().map(|operator| task.effects(operator).len()).sum();
    1_000 + 6 * (task.operator_count() + effects + task.fact_count()) as Ticks
}

/// The work of making and looking up one successor.
pub(crate) const WORK_OF_SUCCESSOR: Ticks = 250;
