//! Facts that never hold together, by the mutex groups of a task.
//!
//! In: a task. Out: whether two facts are mutex, and which values of other variables a fact implies.

use crate::strips::{FactId, Task, VarId};

/// Variables with more values are not looked at: that one of them alone is possible is rare.
const LARGEST: u32 = 4;

/// Which facts never hold together, by the task's groups.
pub(super) struct Groups {
    variable_of: Vec<VarId>,
    groups_of: Vec<Vec<u32>>,
}

impl Groups {
    pub(super) fn new(task: &Task) -> Self {
        let variable_of = (0..task.fact_count()).map(|fact| task.variable_of(fact.into())).collect();
        let mut groups_of = vec![Vec::new(); task.fact_count()];
        for (number, group) in (0..).zip(task.groups()) {
            group.iter().for_each(|fact| groups_of[fact.index()].push(number));
        }
        Self { variable_of, groups_of }
    }

    pub(super) fn are_mutex(&self, one: FactId, other: FactId) -> bool {
        if one == other {
            return false;
        }
        let (one, other) = (one.index(), other.index());
        self.variable_of[one] == self.variable_of[other]
            || self.groups_of[one].iter().any(|group| self.groups_of[other].contains(group))
    }

    /// The only value that a variable can have where these facts hold, if there is but one.
    pub(super) fn only_value(&self, task: &Task, variable: VarId, facts: &[FactId]) -> Option<FactId> {
        if let Some(fact) = facts.iter().find(|fact| task.variable_of(**fact) == variable) {
            return Some(*fact);
        }
        let all = task.variables()[variable.index()];
        if all.size > LARGEST {
            return None;
        }
        let mut possible =
            all.facts().filter(|value| !facts.iter().any(|fact| self.are_mutex(*fact, *value)));
        possible.next().filter(|_| possible.next().is_none())
    }
}
