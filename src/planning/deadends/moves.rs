//! Domain transition graphs: how operators change variables from value to value.
//!
//! In: a task. Out: for each variable, its moves, if they are known; and whether moves can form a cycle.

use crate::strips::{Lists, MutexGroups, OpId, Task};
use banto_base::limits::{Limits, Stop};

/// A change of a variable by an operator: the values before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub(super) operator: OpId,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// The moves of each variable; `None` if an old value is not known, or if effects are conditional.
pub(super) type Moves = Vec<Option<Vec<Move>>>;

/// The moves of each variable. An operator that does not change the value has none.
pub(super) fn moves(task: &Task, limits: &Limits) -> Result<Moves, Stop> {
    let groups = MutexGroups::new(task);
    let mut all: Moves = vec![Some(Vec::new()); task.variables().len()];
    for operator in task.operators() {
        limits.check()?;
        for effect in task.effects(operator) {
            let variable = task.variable_of(effect.fact);
            let first = task.variables()[variable.index()].first.index();
            let before = groups.only_value(variable, task.condition(operator));
            let place = &mut all[variable.index()];
            let Some(known) = place else { continue };
            let is_second = known.last().is_some_and(|last| last.operator == operator);
            match before {
                Some(before) if effect.condition.is_empty() && !is_second => {
                    let (from, to) = (before.index() - first, effect.fact.index() - first);
                    if from != to {
                        known.push(Move { operator, from, to });
                    }
                }
                _ => *place = None,
            }
        }
    }
    Ok(all)
}

/// For each value, the length of the longest path of moves from it; `None` if there is a cycle.
pub(crate) fn longest_ways(size: usize, moves: &[(usize, usize)]) -> Option<Vec<u64>> {
    let mut waits = vec![0usize; size];
    moves.iter().for_each(|(from, _)| waits[*from] += 1);
    let into = Lists::new(size, moves.iter().map(|(from, to)| (*to, *from)));
    let mut longest = vec![0; size];
    let mut done: Vec<usize> = (0..size).filter(|value| waits[*value] == 0).collect();
    let mut at = 0;
    while let Some(&to) = done.get(at) {
        at += 1;
        for from in into.of(to) {
            let from = *from as usize;
            longest[from] = longest[from].max(longest[to] + 1);
            waits[from] -= 1;
            if waits[from] == 0 {
                done.push(from);
            }
        }
    }
    (at == size).then_some(longest)
}
