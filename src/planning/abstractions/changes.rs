//! Operators by the single variables that they test and change, and the causal graph of the variables.
//!
//! In: a task. Out: for each operator and variable, the value before a step and the value after it. Derived variables
//! are left out: a condition on one is taken to hold, so that an abstraction has more steps than the task, not fewer.

use crate::strips::{FactId, Task, VarId, to_u32};

/// Stands for any value.
pub(super) const ANY: u32 = u32::MAX;

/// What one operator asks of one variable and does to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) variable: u32,
    /// The value that it needs.
    pub(super) before: u32,
    /// The value that it leaves, or [`ANY`] if it does not change the variable.
    pub(super) after: u32,
}

/// The changes of all operators.
pub(super) struct Changes {
    ends: Vec<u32>,
    changes: Vec<Change>,
    /// Whether the effects of an operator have conditions: what it does is then not listed.
    pub(super) are_conditional: Vec<bool>,
}

/// A fact as a variable and its value; `None` if it is derived.
pub(super) fn value_of(task: &Task, fact: FactId) -> Option<(u32, u32)> {
    let variable = task.variable_of(fact);
    let all = task.variables()[variable.index()];
    all.layer.is_none().then(|| (variable.into(), to_u32(fact.index() - all.first.index())))
}

/// The values of the goal.
pub(super) fn goal_values(task: &Task) -> Vec<(u32, u32)> {
    task.goal().iter().filter_map(|fact| value_of(task, *fact)).collect()
}

impl Changes {
    pub(super) fn new(task: &Task) -> Self {
        let mut all = Self { ends: vec![0], changes: Vec::new(), are_conditional: Vec::new() };
        for operator in task.operators() {
            let start = all.changes.len();
            for (variable, before) in
                task.condition(operator).iter().filter_map(|fact| value_of(task, *fact))
            {
                all.changes.push(Change { variable, before, after: ANY });
            }
            let is_conditional = task.effects(operator).any(|effect| !effect.condition.is_empty());
            for effect in task.effects(operator).filter(|_| !is_conditional) {
                let Some((variable, after)) = value_of(task, effect.fact) else { continue };
                match all.changes[start..].iter_mut().find(|change| change.variable == variable) {
                    Some(change) => change.after = after,
                    None => all.changes.push(Change { variable, before: ANY, after }),
                }
            }
            all.ends.push(to_u32(all.changes.len()));
            all.are_conditional.push(is_conditional);
        }
        all
    }

    #[inline]
    pub(super) fn of(&self, operator: usize) -> &[Change] {
        &self.changes[self.ends[operator] as usize..self.ends[operator + 1] as usize]
    }

    /// What an operator asks of a variable and does to it.
    #[inline]
    pub(super) fn on(&self, operator: u32, variable: u32) -> Change {
        let changes = self.of(operator as usize).iter();
        let found = changes.copied().find(|change| change.variable == variable);
        found.unwrap_or(Change { variable, before: ANY, after: ANY })
    }
}

/// The pairs of variables that patterns of two follow: a variable that operators test while they change another, with
/// that one; and pairs of which one operator changes both.
pub(super) fn causal_pairs(task: &Task) -> (Vec<(u32, u32)>, Vec<(u32, u32)>) {
    let (mut tested, mut changed) = (Vec::new(), Vec::new());
    let basic = |facts: &[FactId]| -> Vec<u32> {
        facts.iter().filter_map(|fact| value_of(task, *fact)).map(|(variable, _)| variable).collect()
    };
    for operator in task.operators() {
        let needed = basic(task.condition(operator));
        let written: Vec<VarId> =
            task.effects(operator).map(|effect| task.variable_of(effect.fact)).collect();
        for effect in task.effects(operator) {
            let Some((variable, _)) = value_of(task, effect.fact) else { continue };
            let conditions = needed.iter().copied().chain(basic(effect.condition));
            tested.extend(conditions.filter(|one| *one != variable).map(|one| (one, variable)));
            let others = written.iter().map(|other| u32::from(*other));
            changed.extend(others.filter(|other| *other < variable).map(|other| (other, variable)));
        }
        // Many operators have the same pairs.
        for pairs in [&mut tested, &mut changed] {
            if pairs.len() > 1 << 16 {
                pairs.sort_unstable();
                pairs.dedup();
            }
        }
    }
    for pairs in [&mut tested, &mut changed] {
        pairs.sort_unstable();
        pairs.dedup();
    }
    changed.retain(|(one, other)| {
        [one, other].iter().all(|one| task.variables()[**one as usize].layer.is_none())
    });
    (tested, changed)
}
