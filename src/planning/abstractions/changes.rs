//! Operators by the single variables that they test and change.
//!
//! In: a task. Out: for each operator and variable, the value before a step and the value after it. Derived variables
//! are left out: a condition on one is taken to hold, so that an abstraction has more steps than the task, not fewer.

use crate::strips::{FactId, Task, to_u32};
use banto_base::limits::{Limits, Stop};

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
    all: Vec<Change>,
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
    pub(super) fn within(task: &Task, limits: &Limits) -> Result<Self, Stop> {
        let mut changes = Self { ends: vec![0], all: Vec::new(), are_conditional: Vec::new() };
        for operator in task.operators() {
            limits.check()?;
            let start = changes.all.len();
            for (variable, before) in task.condition(operator).iter().filter_map(|fact| value_of(task, *fact))
            {
                changes.all.push(Change { variable, before, after: ANY });
            }
            let is_conditional = task.effects(operator).any(|effect| !effect.condition.is_empty());
            for effect in task.effects(operator).filter(|_| !is_conditional) {
                let Some((variable, after)) = value_of(task, effect.fact) else { continue };
                match changes.all[start..].iter_mut().find(|change| change.variable == variable) {
                    Some(change) => change.after = after,
                    None => changes.all.push(Change { variable, before: ANY, after }),
                }
            }
            changes.ends.push(to_u32(changes.all.len()));
            changes.are_conditional.push(is_conditional);
        }
        Ok(changes)
    }

    #[inline]
    pub(super) fn of(&self, operator: usize) -> &[Change] {
        &self.all[self.ends[operator] as usize..self.ends[operator + 1] as usize]
    }

    /// What an operator asks of a variable and does to it.
    #[inline]
    pub(super) fn on(&self, operator: u32, variable: u32) -> Change {
        let changes = self.of(operator as usize).iter();
        let found = changes.copied().find(|change| change.variable == variable);
        found.unwrap_or(Change { variable, before: ANY, after: ANY })
    }
}
