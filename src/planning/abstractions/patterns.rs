//! Interesting patterns of one and two variables (Pommerening, Röger and Helmert 2013).
//!
//! In: a task. Out: patterns, the single goals first. A variable is interesting beside a goal if an operator tests it
//! while it changes the goal; another goal is if an operator changes both.

use super::changes::{goal_values, value_of};
use crate::strips::{FactId, Task};
use banto_base::limits::{Limits, Stop};

/// All interesting patterns up to two variables, the smaller ones first.
pub(super) fn systematic(task: &Task, limits: &Limits) -> Result<Vec<Vec<u32>>, Stop> {
    let mut goals: Vec<u32> = goal_values(task).into_iter().map(|(variable, _)| variable).collect();
    goals.sort_unstable();
    goals.dedup();
    let is_goal = |variable: &u32| goals.binary_search(variable).is_ok();
    let variable_of = |fact: &FactId| value_of(task, *fact).map(|(variable, _)| variable);
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    // From so many pairs on, those that are there twice are taken out.
    let mut many = 1 << 20;
    for operator in task.operators() {
        limits.check()?;
        let effects = task.effects(operator);
        let written: Vec<u32> =
            effects.clone().filter_map(|effect| variable_of(&effect.fact)).filter(is_goal).collect();
        for effect in effects {
            let Some(goal) = variable_of(&effect.fact).filter(is_goal) else { continue };
            let tested = task.condition(operator).iter().chain(effect.condition).filter_map(variable_of);
            let others = tested.chain(written.iter().copied()).filter(|other| *other != goal);
            pairs.extend(others.map(|other| (other.min(goal), other.max(goal))));
        }
        if pairs.len() > many {
            pairs.sort_unstable();
            pairs.dedup();
            many = many.max(2 * pairs.len());
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let size = |variable: u32| u64::from(task.variables()[variable as usize].size);
    pairs.sort_by_key(|(one, other)| size(*one) * size(*other));
    let pairs = pairs.into_iter().map(|(one, other)| vec![one, other]);
    Ok(goals.into_iter().map(|goal| vec![goal]).chain(pairs).collect())
}
