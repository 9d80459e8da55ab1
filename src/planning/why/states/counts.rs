//! What the number of facts in each state shows: how many hold at a time, parity, half of the arrangements.
//!
//! In: all states of the task, with all of its facts. Out: words, each of which holds for all states.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::enumeration::holds;
use super::idle::{MAX_LOOKS, Whole};
use crate::strips::FactId;
use crate::why::literal::Pattern;
use banto_text::task::{ObjectId, PredicateId, Task};

impl Whole {
    /// The rows of a predicate that hold in each state, if these are all states, and not too many.
    fn held(&self, of: PredicateId) -> Option<impl Iterator<Item = Vec<&[ObjectId]>>> {
        let rows = self.rows.get(&of)?;
        let is_known = self.seen.complete && rows.len() * self.seen.states <= MAX_LOOKS;
        is_known.then(|| {
            self.seen.rows().map(move |state| {
                let held =
                    |fact: &Option<FactId>| fact.is_none_or(|fact| holds(&self.ground_task, state, fact));
                rows.iter().filter(|(_, fact)| held(fact)).map(|(row, _)| &row[..]).collect()
            })
        })
    }

    /// The most facts of some predicates that hold at a time.
    pub(crate) fn most(&self, of: &[PredicateId]) -> Option<usize> {
        let rows = of.iter().filter_map(|one| self.rows.get(one)).flatten();
        let facts: Vec<Option<FactId>> = rows.map(|(_, fact)| *fact).collect();
        if !self.seen.complete || facts.len() * self.seen.states > MAX_LOOKS {
            return None;
        }
        let many = |state: &[u64]| {
            facts.iter().filter(|one| one.is_none_or(|fact| holds(&self.ground_task, state, fact))).count()
        };
        self.seen.rows().map(many).max()
    }

    /// That the number of facts of a predicate is always odd, or even, where all of them are wanted.
    pub(crate) fn parity(&self, task: &Task, of: PredicateId, wanted: usize) -> Option<String> {
        let counts: BTreeSet<usize> = self.held(of)?.map(|held| held.len()).collect();
        let is_odd = wanted.is_multiple_of(2);
        let is_other = counts.len() > 1 && counts.iter().all(|one| (one % 2 == 1) == is_odd);
        let is_all = self.rows.get(&of).is_some_and(|rows| rows.len() == wanted);
        let (word, any) = (if is_odd { "odd" } else { "even" }, Pattern::any(task, of).show(task));
        let text =
            format!("the number of facts {any} is {word} in all {} reachable states", self.seen.states);
        (is_other && is_all).then_some(text)
    }

    /// That half of the ways to put the things of a predicate in different places can be reached.
    pub(crate) fn half(&self, task: &Task, of: PredicateId) -> Option<String> {
        let rows = self.rows.get(&of).filter(|rows| rows.iter().all(|(row, _)| row.len() == 2))?;
        let names = |at: usize| rows.iter().map(|(row, _)| row[at]).collect::<FxHashSet<_>>().len();
        let (things, places) = (names(0), names(1));
        let mut known = FxHashSet::default();
        for held in self.held(of)? {
            let different = |at: usize| held.iter().map(|row| row[at]).collect::<FxHashSet<_>>().len();
            if [held.len(), different(0), different(1)] != [things; 3] {
                return None;
            }
            known.insert(held);
        }
        let all = (places + 1 - things..=places).try_fold(1, |all: usize, one| all.checked_mul(one))?;
        let any = Pattern::any(task, of).show(task);
        (known.len() * 2 == all).then(|| {
            format!(
                "only half of the {all} arrangements {any} can be reached, and the goal is in the other half"
            )
        })
    }
}
