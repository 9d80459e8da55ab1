//! States that no plan meets, by what is known of pairs of facts: without them, sets of states that are reached
//! backwards from the goal stay small.
//!
//! In: a task, pairs of facts that never hold together, and where facts hold. Out: sets of which every state of a plan
//! is a member, few and of bounded size (Torralba, Alcázar, Kissmann and Edelkamp 2017).

use super::diagrams::{Diagram, Diagrams, Halt};
use super::facts::Facts;
use super::variables::Variables;
use crate::heuristics::Mutexes;
use crate::strips::{FactId, MutexGroups, Task};

/// The most nodes of one of these sets.
const MOST_NODES: usize = 100_000;

/// The sets in which all states of plans are.
pub(super) struct Exclusions<'a> {
    pub(super) sets: Vec<Diagram>,
    /// How many variables, from the first on, have not been looked at.
    left: usize,
    groups: MutexGroups<'a>,
    /// Of pairs, which know more than groups.
    mutexes: Option<Mutexes>,
}

impl<'a> Exclusions<'a> {
    pub(super) fn new(task: &'a Task, variables: &Variables, mutexes: Option<Mutexes>) -> Self {
        let groups = MutexGroups::new(task);
        Self { sets: Vec::new(), left: variables.order.len(), groups, mutexes }
    }

    /// Looks at the lowest variable that is left: below it are all that were looked at before. False if there is none.
    pub(super) fn advance(
        &mut self,
        task: &Task,
        variables: &Variables,
        facts: &Facts,
        diagrams: &mut Diagrams,
    ) -> Result<bool, Halt> {
        let Some(at) = self.left.checked_sub(1) else { return Ok(false) };
        let own = task.variables()[variables.order[at].index()];
        let are_mutex = |one: FactId, other: FactId| match &self.mutexes {
            Some(mutexes) => mutexes.are_mutex(one, other),
            None => self.groups.are_mutex(one, other),
        };
        // A variable may have fewer values than its bits.
        let mut new = any(own.facts(), facts, diagrams)?;
        for fact in own.facts() {
            let below = variables.order[at + 1..].iter().rev();
            let others = below.flat_map(|other| task.variables()[other.index()].facts());
            let excluded = any(others.filter(|other| are_mutex(fact, *other)), facts, diagrams)?;
            let together = diagrams.and(facts.of(fact), excluded)?;
            new = diagrams.and(!together, new)?;
        }
        let last = self.sets.last().copied().unwrap_or(Diagram::ALL);
        let both = diagrams.and(new, last)?;
        if self.sets.is_empty() || diagrams.count(both, MOST_NODES) > MOST_NODES {
            self.sets.push(new);
        } else {
            self.sets.pop();
            self.sets.push(both);
        }
        self.left = at;
        Ok(true)
    }

    /// Looks at no more variables.
    pub(super) fn end(&mut self) {
        (self.left, self.mutexes) = (0, None);
    }

    /// The members of a set in which states of plans are.
    pub(super) fn within(&self, set: Diagram, diagrams: &mut Diagrams) -> Result<Diagram, Halt> {
        self.sets.iter().try_fold(set, |left, allowed| diagrams.and(left, *allowed))
    }
}

/// Where one of some facts holds.
fn any(
    mut some: impl Iterator<Item = FactId>,
    facts: &Facts,
    diagrams: &mut Diagrams,
) -> Result<Diagram, Halt> {
    some.try_fold(Diagram::NONE, |any, fact| diagrams.or(facts.of(fact), any))
}
