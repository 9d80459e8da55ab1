//! What the number of facts in each state shows: parity, half of the arrangements; and facts that nothing asks for.
//!
//! In: all states of the task, with all of its facts. Out: words, each of which holds for all states.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::enumeration::holds;
use super::idle::{MAX_LOOKS, Whole};
use crate::planning::strips::{FactId, VarId};
use crate::planning::why::chain::Chain;
use crate::planning::why::literal::{Change, Pattern, Source};
use crate::text::task::{ObjectId, PredicateId, Task};

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
        let many = |state: &[u64]| {
            facts.iter().filter(|one| one.is_none_or(|fact| holds(&self.ground_task, state, fact))).count()
        };
        let is_known = self.seen.complete && facts.len() * self.seen.states <= MAX_LOOKS;
        self.seen.rows().map(many).max().filter(|_| is_known)
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

    /// That what an action adds of a predicate is nothing that a condition asks for, whatever it is about; but
    /// for one action.
    pub(crate) fn unread(&self, chain: &Chain<'_>, of: PredicateId, but: Source) -> Option<String> {
        let task = &self.ground_task;
        let guards = task.operators().flat_map(|one| task.effects(one).flat_map(|effect| effect.condition));
        let bodies = task.axioms().iter().flat_map(|rule| &rule.body);
        let conditions = task.operators().flat_map(|one| task.condition(one));
        let all = conditions.chain(guards).chain(bodies).chain(task.goal());
        let read: FxHashSet<VarId> = all.map(|fact| task.variable_of(*fact)).collect();
        let is_of =
            |fact: &FactId| Pattern::of(task, *fact).is_some_and(|one| one.positive && one.predicate == of);
        let is_unread = |change: &&Change<'_>| {
            let own =
                task.operators().filter(|one| Some(task.step(*one).0.index()) == change.source.schema());
            let added = own.flat_map(|one| task.effects(one).map(|effect| effect.fact)).filter(is_of);
            let mut added = added.peekable();
            added.peek().is_some() && added.all(|fact| !read.contains(&task.variable_of(fact)))
        };
        let change = chain.changes_of(true, of).filter(|one| one.source != but).find(is_unread)?;
        let (name, act) = (change.source.name(chain.task()), change.act(chain.task()));
        Some(format!("{name} {act}, which no condition asks for"))
    }
}
