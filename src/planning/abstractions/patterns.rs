//! Which patterns projections have: interesting patterns of one and two variables (Pommerening, Röger and Helmert 2013).
//!
//! In: a task. Out: patterns, the single goals first. A variable is interesting beside a goal if an operator tests it
//! while it changes the goal; two goals are if an operator changes both.

use super::changes::{causal_pairs, goal_values};
use crate::strips::Task;

/// All interesting patterns up to two variables, the smaller ones first.
pub(super) fn systematic(task: &Task) -> Vec<Vec<u32>> {
    let mut goals: Vec<u32> = goal_values(task).into_iter().map(|(variable, _)| variable).collect();
    goals.sort_unstable();
    goals.dedup();
    let (tested, changed) = causal_pairs(task);
    let is_goal = |variable: &u32| goals.binary_search(variable).is_ok();
    let tested = tested.iter().filter(|(_, goal)| is_goal(goal));
    let changed = changed.iter().filter(|(one, other)| is_goal(one) && is_goal(other));
    let mut pairs: Vec<Vec<u32>> =
        tested.chain(changed).map(|(one, other)| vec![*one.min(other), *one.max(other)]).collect();
    let size = |pattern: &Vec<u32>| -> u64 {
        let sizes = pattern.iter().map(|variable| task.variables()[*variable as usize].size);
        sizes.map(u64::from).product()
    };
    pairs.sort_by_key(|pattern| (size(pattern), pattern.clone()));
    pairs.dedup();
    goals.into_iter().map(|goal| vec![goal]).chain(pairs).collect()
}
