//! The net change of each fact by each operator, as in the state equation.
//!
//! In: a task. Out: for each operator, an upper bound on the change of each fact, without duplicate rows, and the exact
//! change where it is known.

use rustc_hash::FxHashSet;

use crate::strips::{FactId, MutexGroups, OpId, Task};
use banto_base::limits::{Limits, Stop};

/// Facts with their changes, in ascending order of facts.
pub(super) type Row = Vec<(usize, i32)>;

/// The rows of all operators, without duplicates. An effect is known to delete its variable's old value only if that
/// value follows from the operator's condition and the effect is unconditional; otherwise it only adds.
pub(super) fn rows(task: &Task, limits: &Limits) -> Result<Vec<Row>, Stop> {
    let groups = MutexGroups::new(task);
    let mut seen = FxHashSet::default();
    let mut rows = Vec::new();
    for operator in task.operators() {
        limits.check()?;
        let row = row(task, &groups, operator);
        if !row.is_empty() && seen.insert(row.clone()) {
            rows.push(row);
        }
    }
    Ok(rows)
}

fn row(task: &Task, groups: &MutexGroups<'_>, operator: OpId) -> Row {
    let mut row: Row = Vec::new();
    let mut add = |fact: FactId, by: i32| match row.binary_search_by_key(&fact.index(), |one| one.0) {
        Ok(at) => row[at].1 += by,
        Err(at) => row.insert(at, (fact.index(), by)),
    };
    let effects: Vec<_> = task.effects(operator).collect();
    for (index, effect) in effects.iter().enumerate() {
        let variable = task.variable_of(effect.fact);
        let on_the_same = |other: &&crate::strips::Effect<'_>| task.variable_of(other.fact) == variable;
        let first = !effects[..index].iter().any(|other| on_the_same(&other));
        add(effect.fact, 1);
        let before = groups.only_value(variable, task.condition(operator));
        let certain = effects.iter().filter(on_the_same).any(|other| other.condition.is_empty());
        match before {
            // The old value is deleted only if one of the effects on the variable is unconditional. Only the first
            // effect counts it.
            Some(before) if certain && first => add(before, -1),
            _ => {}
        }
    }
    row.retain(|(_, by)| *by != 0);
    row
}
