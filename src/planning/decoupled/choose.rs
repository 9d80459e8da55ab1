//! Chooses the variables that become leaves.
//!
//! In: a task. Out: leaves with the operators that belong to them, chosen so that bounded work finds as many such
//! operators as it can. An operator belongs to a leaf if it changes only this leaf and has no condition on another one.
//! Local search adds or removes one leaf at a time as long as more operators belong to leaves; Schmitt, Gnad and
//! Hoffmann (2019) use linear programs instead.

use super::leaf::Leaf;
use crate::strips::{FactId, OpId, Task, VarId};
use banto_base::limits::{Limits, Stop};

/// Larger variables do not become leaves: their sets would take too long to close.
const MAX_SIZE: u32 = 1 << 13;
/// The most variables to examine, those with most operators first.
const CANDIDATES: usize = 64;

/// A variable with the operators that change only it.
struct Candidate {
    variable: VarId,
    own: Vec<OpId>,
    /// The leaf that they form.
    leaf: Leaf,
}

/// Variables with conditional effects or in conditions of such, and derived ones: they stay in the center.
pub(super) fn fixed(task: &Task) -> Vec<bool> {
    let mut fixed: Vec<bool> = task.variables().iter().map(|variable| variable.layer.is_some()).collect();
    for operator in task.operators() {
        for effect in task.effects(operator).filter(|effect| !effect.condition.is_empty()) {
            fixed[task.variable_of(effect.fact).index()] = true;
            effect.condition.iter().for_each(|fact| fixed[task.variable_of(*fact).index()] = true);
        }
    }
    fixed
}

/// The only variable that an operator changes.
pub(super) fn changes_alone(task: &Task, operator: OpId) -> Option<VarId> {
    let mut effects = task.effects(operator);
    let variable = task.variable_of(effects.next()?.fact);
    effects.all(|effect| task.variable_of(effect.fact) == variable).then_some(variable)
}

/// The leaves of a task; empty if no variable can move alone.
pub(super) fn leaves(task: &Task, limits: &Limits) -> Result<Vec<(Leaf, Vec<OpId>)>, Stop> {
    if !task.axioms().is_empty() {
        return Ok(Vec::new());
    }
    let mut chosen = chosen(task, limits)?;
    // A leaf that has lost operators to another one may no longer be symmetric.
    loop {
        let mut leaves = Vec::new();
        let variables: Vec<VarId> = chosen.iter().map(|one| one.variable).collect();
        for one in &chosen {
            let own = own(task, one.variable, &variables);
            let is_same = own.len() == one.own.len();
            let leaf = if is_same { one.leaf.clone() } else { Leaf::new(task, one.variable, &own, limits)? };
            leaves.push((leaf, own));
        }
        let is_leaf = |leaf: &Leaf| leaf.represented && leaf.step_count() > 0;
        if leaves.iter().all(|(leaf, _)| is_leaf(leaf)) {
            return Ok(leaves);
        }
        let mut built = leaves.iter();
        chosen.retain(|_| built.next().is_some_and(|(leaf, _)| is_leaf(leaf)));
    }
}

/// The leaf's own operators: those that change only it and have no condition on another of these leaves.
fn own(task: &Task, variable: VarId, leaves: &[VarId]) -> Vec<OpId> {
    let is_other = |fact: &FactId| {
        let asked = task.variable_of(*fact);
        asked != variable && leaves.contains(&asked)
    };
    task.operators()
        .filter(|operator| {
            changes_alone(task, *operator) == Some(variable)
                && !task.condition(*operator).iter().any(is_other)
        })
        .collect()
}

fn chosen(task: &Task, limits: &Limits) -> Result<Vec<Candidate>, Stop> {
    let mut candidates = candidates(task, limits)?;
    // For each candidate and each of its operators, the other candidates in the operator's condition.
    let mut number = vec![None; task.variables().len()];
    for (index, candidate) in candidates.iter().enumerate() {
        number[candidate.variable.index()] = Some(index);
    }
    let mut asks: Vec<Vec<u64>> = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let masks = candidate.own.iter().map(|operator| {
            let asked =
                task.condition(*operator).iter().filter_map(|fact| number[task.variable_of(*fact).index()]);
            asked.filter(|other| *other != index).fold(0, |mask, other| mask | 1u64 << other)
        });
        asks.push(masks.collect());
    }
    let free = |set: u64| -> usize {
        let members = (0..candidates.len()).filter(|member| set >> member & 1 == 1);
        members.map(|member| asks[member].iter().filter(|mask| **mask & set == 0).count()).sum()
    };
    let (mut set, mut best) = (0u64, 0);
    loop {
        limits.check_now()?;
        let flips = (0..candidates.len()).map(|member| set ^ 1 << member);
        let swaps = (0..candidates.len()).flat_map(|out| (0..out).map(move |other| (out, other)));
        let swaps = swaps.filter(|(out, other)| set >> out & 1 != set >> other & 1);
        let swaps = swaps.map(|(out, other)| set ^ 1 << out ^ 1 << other);
        let flip = flips.map(|next| (free(next), next)).max_by_key(|(count, _)| *count);
        let found = match flip {
            Some((count, next)) if count > best => Some((count, next)),
            _ if candidates.len() <= 16 => {
                swaps.map(|next| (free(next), next)).max_by_key(|(count, _)| *count)
            }
            _ => None,
        };
        match found {
            Some((count, next)) if count > best => (set, best) = (next, count),
            _ => break,
        }
    }
    let mut member = 0..;
    candidates.retain(|_| member.next().is_some_and(|member: u32| set >> member & 1 == 1));
    Ok(candidates)
}

/// The variables that could be leaves by themselves, those with most operators first.
fn candidates(task: &Task, limits: &Limits) -> Result<Vec<Candidate>, Stop> {
    let fixed = fixed(task);
    let mut own: Vec<Vec<OpId>> = vec![Vec::new(); task.variables().len()];
    for operator in task.operators() {
        limits.check()?;
        if let Some(variable) = changes_alone(task, operator) {
            own[variable.index()].push(operator);
        }
    }
    let mut candidates: Vec<(VarId, Vec<OpId>)> = (own.into_iter().enumerate())
        .map(|(variable, own)| (VarId::from(variable), own))
        .filter(|(variable, own)| !own.is_empty() && !fixed[variable.index()])
        .filter(|(variable, _)| task.variables()[variable.index()].size <= MAX_SIZE)
        .collect();
    candidates.sort_by_key(|(variable, own)| (std::cmp::Reverse(own.len()), *variable));
    candidates.truncate(CANDIDATES);
    let mut kept = Vec::new();
    for (variable, own) in candidates {
        let leaf = Leaf::new(task, variable, &own, limits)?;
        if leaf.represented && leaf.step_count() > 0 {
            kept.push(Candidate { variable, own, leaf });
        }
    }
    Ok(kept)
}
