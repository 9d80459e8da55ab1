//! Pairs of facts that leave no way to the goal, by the h² mutexes of `heuristics`.
//!
//! In: a task and an amount of work. Out: a proof that there is no plan, or nothing.

use super::{Attempt, Attempted, Proof};
use crate::heuristics::Mutexes;
use crate::strips::Task;
use banto_base::limits::Limits;

/// The work of turning an operator into a rule.
const ROW_COST: u64 = 256;

pub(super) fn attempt(task: &Task, work: u64, limits: &Limits) -> Attempted {
    let made = task.operator_count() as u64 * ROW_COST;
    let Some(work) = work.checked_sub(made) else { return Ok(Attempt::TooMuch(made)) };
    let Some(mutexes) = Mutexes::with_work(task, work, limits)? else { return Ok(Attempt::TooMuch(0)) };
    Ok(if mutexes.are_apart { Attempt::Proof(Proof::Mutex(mutexes.goals)) } else { Attempt::Nothing })
}
