//! Variables that always tell the same, such as that a cell is clear and that no thing is on it: one of them is enough.
//!
//! In: a task. Out: the same task without the others; its operators keep their numbers. Two variables with two values
//! tell the same if every operator that changes one of them, seen from its initial value, changes the other likewise.

use rustc_hash::FxHashMap;

use super::choose::fixed;
use crate::strips::{Builder, FactId, FactName, Task, VarId};
use banto_base::limits::{Limits, Stop};

/// The task with one variable of those that tell the same; `None` if there are none, or a condition would ask for two
/// values.
pub(super) fn without_twins(task: &Task, limits: &Limits) -> Result<Option<Task>, Stop> {
    let twins = twins(task, limits)?;
    if twins.iter().all(Option::is_none) {
        return Ok(None);
    }
    let mut builder = Builder::with_names_of(task);
    let mut turned = vec![FactId::default(); task.fact_count()];
    for (index, variable) in task.variables().iter().enumerate().filter(|(index, _)| twins[*index].is_none())
    {
        let names: Vec<FactName> = variable.facts().map(|fact| task.name(fact)).collect();
        let initial = task.initial()[index].index() - variable.first.index();
        let first = builder.variable(names, initial, variable.layer);
        variable.facts().enumerate().for_each(|(value, fact)| turned[fact.index()] = first.plus(value));
    }
    for (index, twin) in twins.iter().enumerate() {
        let Some(twin) = twin else { continue };
        for fact in task.variables()[index].facts() {
            let is_initial = task.initial()[index] == fact;
            let mut values = task.variables()[twin.index()].facts();
            let same = values.find(|value| (task.initial()[twin.index()] == *value) == is_initial);
            turned[fact.index()] = turned[same.unwrap_or_default().index()];
        }
    }
    let turn = |facts: &[FactId]| {
        let mut facts: Vec<FactId> = facts.iter().map(|fact| turned[fact.index()]).collect();
        facts.sort_unstable();
        facts.dedup();
        facts
    };
    for operator in task.operators() {
        limits.check()?;
        let condition = turn(task.condition(operator));
        let variable = |fact: &FactId| builder.variable_of(*fact);
        if condition.windows(2).any(|pair| variable(&pair[0]) == variable(&pair[1])) {
            return Ok(None);
        }
        let mut effects: Vec<(Vec<FactId>, FactId)> = Vec::new();
        for effect in task.effects(operator) {
            let effect = (turn(effect.condition), turned[effect.fact.index()]);
            if !effects.contains(&effect) {
                effects.push(effect);
            }
        }
        let (schema, arguments) = task.step(operator);
        builder.operator(schema, arguments, task.cost(operator), &condition, &effects);
    }
    task.groups().iter().for_each(|group| builder.group(&turn(group)));
    for group in task.counted() {
        let facts = turn(group);
        if facts.len() == group.len() {
            builder.counted(facts);
        }
    }
    let goal = turn(task.goal());
    let is_twice = |pair: &[FactId]| builder.variable_of(pair[0]) == builder.variable_of(pair[1]);
    Ok(if goal.windows(2).any(is_twice) { None } else { Some(builder.finish(goal)) })
}

/// For each variable, another one that tells the same, if there is one; that one has none.
fn twins(task: &Task, limits: &Limits) -> Result<Vec<Option<VarId>>, Stop> {
    let fixed = fixed(task);
    let is_pair = |index: usize| task.variables()[index].size == 2 && !fixed[index];
    // For each variable, the operators that set it, and whether to its initial value.
    let mut set: Vec<Vec<(u32, bool)>> = vec![Vec::new(); task.variables().len()];
    for operator in task.operators() {
        limits.check()?;
        for effect in task.effects(operator) {
            let index = task.variable_of(effect.fact).index();
            if is_pair(index) && !task.condition(operator).contains(&effect.fact) {
                set[index].push((operator.into(), task.initial()[index] == effect.fact));
            }
        }
    }
    // Of alike variables, the one that is asked for remains.
    let mut is_asked = vec![false; set.len()];
    let asked = task.goal().iter().chain(task.counted().iter().flatten());
    asked.for_each(|fact| is_asked[task.variable_of(*fact).index()] = true);
    let mut order: Vec<usize> = (0..set.len()).filter(|index| !set[*index].is_empty()).collect();
    order.sort_by_key(|index| !is_asked[*index]);
    let mut twins = vec![None; set.len()];
    let mut known: FxHashMap<Vec<(u32, bool)>, usize> = FxHashMap::default();
    for index in order {
        let first = *known.entry(std::mem::take(&mut set[index])).or_insert(index);
        twins[index] = (first != index).then(|| VarId::from(first));
    }
    Ok(twins)
}
