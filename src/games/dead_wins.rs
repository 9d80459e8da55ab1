//! Which win rules can no longer hold after a change of one variable, and which can again once it is undone.
//!
//! In: which values can follow each other, and the win rules that read each fact. Out: [`DeadWins`], a list for each
//! pair of values.

use super::transitions::Transitions;
use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{FactId, Lists, Task, to_u32};

/// The win rules that die and revive, by change.
#[derive(Clone, Debug)]
pub(super) struct DeadWins {
    /// For each fact, where the pairs with it as the old value begin.
    starts: Vec<u32>,
    /// The rules: twice their number, plus one if they die.
    lists: Lists,
}

impl DeadWins {
    /// `reading` lists the win rules that read each fact.
    pub(super) fn new(
        task: &Task,
        transitions: &Transitions,
        reading: &Lists,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut starts = vec![0; task.fact_count()];
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut owners = 0;
        for variable in task.variables() {
            let values = || variable.facts();
            let is_small = transitions.is_known(variable.first);
            for old in values() {
                limits.check()?;
                starts[old.index()] = to_u32(owners);
                if !is_small {
                    continue;
                }
                for new in values() {
                    for read in values() {
                        let before = transitions.may_follow(task, old, read);
                        let after = transitions.may_follow(task, new, read);
                        if before != after {
                            let rules = reading.of(read.index()).iter();
                            pairs
                                .extend(rules.map(|rule| (owners, *rule as usize * 2 + usize::from(before))));
                        }
                    }
                    owners += 1;
                }
            }
            if !is_small {
                // All changes of a large variable share one empty list.
                owners += variable.size as usize;
            }
        }
        limits.check_allocation(Lists::bytes(owners, pairs.len()))?;
        Ok(Self { starts, lists: Lists::new(owners, pairs.iter().copied()) })
    }

    /// The win rules affected by a change of a variable, each with whether it dies. `first` is the variable's first
    /// fact.
    #[inline]
    pub(super) fn of(&self, first: FactId, old: u32, new: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
        let owner = self.starts[old as usize] as usize + new as usize - first.index();
        self.lists.of(owner).iter().map(|member| (member / 2, member % 2 == 1))
    }
}
