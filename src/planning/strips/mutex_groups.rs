//! Facts that never hold together, by the mutex groups of a task.
//!
//! In: a task. Out: whether two facts are mutex, and which values of variables follow from some facts. All of this
//! holds in reachable states only.

use super::{FactId, Lists, Task, VarId};

/// Variables with more values are not examined: rarely is only one of them possible.
const LARGEST: u32 = 4;

/// Which facts never hold together.
pub(crate) struct MutexGroups<'a> {
    task: &'a Task,
    /// For each fact, its groups.
    of: Lists,
}

impl<'a> MutexGroups<'a> {
    pub(crate) fn new(task: &'a Task) -> Self {
        let groups = task.groups().iter().enumerate();
        let pairs = groups.flat_map(|(number, group)| group.iter().map(move |fact| (fact.index(), number)));
        Self { task, of: Lists::new(task.fact_count(), pairs) }
    }

    #[inline]
    pub(crate) fn are_mutex(&self, one: FactId, other: FactId) -> bool {
        one != other
            && (self.task.variable_of(one) == self.task.variable_of(other) || {
                let others = self.of.of(other.index());
                self.of.of(one.index()).iter().any(|group| others.contains(group))
            })
    }

    /// The only value that a variable can have if these facts hold, if there is just one.
    pub(crate) fn only_value(&self, variable: VarId, facts: &[FactId]) -> Option<FactId> {
        if let Some(fact) = facts.iter().find(|fact| self.task.variable_of(**fact) == variable) {
            return Some(*fact);
        }
        let all = self.task.variables()[variable.index()];
        let possible = |value: &FactId| !facts.iter().any(|fact| self.are_mutex(*fact, *value));
        let mut left = all.facts().filter(possible);
        if all.size > LARGEST { None } else { left.next().filter(|_| left.next().is_none()) }
    }

    /// Whether these facts exclude all other values of a fact's variable.
    pub(crate) fn force(&self, facts: &[FactId], fact: FactId) -> bool {
        let mut values = self.task.variables()[self.task.variable_of(fact).index()].facts();
        values.all(|value| value == fact || facts.iter().any(|asked| self.are_mutex(*asked, value)))
    }
}
