//! The interface between heuristics and spaces over a ground task: which facts a state shows.
//!
//! In: a packed state of any space. Out: the facts that hold in it, as a list and as a row of words in which each fact
//! has a bit pattern. In the plain space exactly one fact of each variable holds; other spaces may show several, so
//! that one heuristic works for all.

use super::{FactId, Task, TaskSpace};
use banto_search::{Cost, Space};

/// A space whose states show facts of a ground task, and whose actions are operators of it.
pub trait FactSpace: Space {
    /// The space that says what its states show: another one of which this changes only steps or goals, or itself.
    type Base: FactSpace;

    /// That space. Another one answers all that follows; a space that returns itself has to write all of it, because
    /// what is left out would ask itself without end.
    fn base(&self) -> &Self::Base;

    /// The task of these facts and operators.
    fn task(&self) -> &Task {
        self.base().task()
    }

    /// Writes the facts that a state shows; derived facts follow from them by rules.
    fn facts(&self, state: &[u64], facts: &mut Vec<FactId>) {
        self.base().facts(state, facts);
    }

    /// The width of a row in which facts are looked up.
    fn shown_words(&self) -> usize {
        self.base().shown_words()
    }

    /// Writes that row, without derived facts.
    fn show(&self, state: &[u64], shown: &mut [u64]) {
        self.base().show(state, shown);
    }

    /// The word, the mask, and the bits under it for a fact in such a row.
    fn pattern(&self, fact: FactId) -> (usize, u64, u64) {
        self.base().pattern(fact)
    }

    /// Visits the actions that apply in the state of a row, with its derived facts, in the order of [`Space::expand`].
    fn applicable(&self, shown: &[u64], visit: &mut dyn FnMut(u32)) {
        self.base().applicable(shown, visit);
    }
}

impl<C: Cost> FactSpace for TaskSpace<'_, C> {
    type Base = Self;

    fn base(&self) -> &Self {
        self
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn facts(&self, state: &[u64], facts: &mut Vec<FactId>) {
        facts.clear();
        for (index, variable) in self.task.variables().iter().enumerate() {
            if variable.layer.is_none() {
                facts.push(self.task.packing().get(state, index.into()));
            }
        }
    }

    fn shown_words(&self) -> usize {
        self.task.packing().complete_words()
    }

    #[inline]
    fn show(&self, state: &[u64], shown: &mut [u64]) {
        shown[..state.len()].copy_from_slice(state);
    }

    #[inline]
    fn pattern(&self, fact: FactId) -> (usize, u64, u64) {
        self.task.packing().pattern(self.task.variable_of(fact), fact)
    }

    fn applicable(&self, shown: &[u64], visit: &mut dyn FnMut(u32)) {
        self.generator.applicable(shown, &mut |operator| visit(operator.into()));
    }
}
