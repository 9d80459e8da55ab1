//! Pairs of goals that no reachable state satisfies together, by the h² mutexes of `heuristics`.

use super::{Attempt, Attempted};
use crate::heuristics::Mutexes;
use crate::limits::Limits;
use crate::strips::Task;

pub(super) fn attempt(task: &Task, work: u64, limits: &Limits) -> Attempted {
    let Some(mutexes) = Mutexes::with_work(task, work, limits)? else { return Ok(Attempt::TooMuch) };
    Ok(match mutexes.of_goals(task) {
        Some(_) => Attempt::Proof("two goals never hold together".to_owned()),
        None => Attempt::Nothing,
    })
}
