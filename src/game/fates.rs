//! Which winning rules a change of a variable makes impossible for good, and which it makes possible again when it is taken back.
//!
//! In: the rules of a game and how values can follow each other. Out: [`Fates`], a list for each pair of values. Whose rules
//! they are is not known here.

use super::change::Changes;
use crate::strips::{FactId, Lists, Task, number};

/// The fates of rules by change.
#[derive(Clone, Debug, Default)]
pub(super) struct Fates {
    /// For each fact where the pairs begin that it is the old value of.
    starts: Vec<u32>,
    /// The rules, twice their number, one more where they die.
    lists: Lists,
}

impl Fates {
    /// `claims` are the winning rules that read each fact.
    pub(super) fn new(task: &Task, changes: &Changes, claims: &Lists) -> Self {
        let mut starts = vec![0; task.fact_count()];
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut owners = 0;
        for variable in task.variables() {
            let values = || (0..variable.size as usize).map(|value| variable.first.plus(value));
            let is_small = changes.is_known(variable.first);
            for old in values() {
                starts[old.index()] = number(owners);
                if !is_small {
                    continue;
                }
                for new in values() {
                    for read in values() {
                        let before = changes.may_follow(task, old, read);
                        let after = changes.may_follow(task, new, read);
                        if before != after {
                            let rules = claims.of(read.index()).iter();
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
        Self { starts, lists: Lists::new(owners, pairs.iter().copied()) }
    }

    /// The rules whose fate changes, with whether they die.
    #[inline]
    pub(super) fn of(&self, first: FactId, old: u32, new: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
        let owner = self.starts[old as usize] as usize + new as usize - first.index();
        self.lists.of(owner).iter().map(|member| (member / 2, member % 2 == 1))
    }
}
