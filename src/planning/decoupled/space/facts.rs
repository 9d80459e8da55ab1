//! What estimates see of a decoupled state: the facts of the center and of all sets.

use super::{DecoupledSpace, Place};
use crate::planning::strips::{FactId, FactSpace, Task};
use crate::search::Cost;

impl<C: Cost> DecoupledSpace<'_, C> {
    /// The facts of the center and of all sets.
    fn visit_facts(&self, shown: &[u64], visit: &mut impl FnMut(FactId)) {
        for place in &self.order {
            match *place {
                Place::Center(variable) => visit(self.factoring.task.packing().get(shown, variable)),
                Place::Leaf(leaf) => {
                    let leaf = &self.factoring.leaves[leaf];
                    for (word, bits) in shown[leaf.offset..leaf.offset + leaf.words].iter().enumerate() {
                        let mut bits = *bits;
                        while bits != 0 {
                            visit(leaf.first.plus(word * 64 + bits.trailing_zeros() as usize));
                            bits &= bits - 1;
                        }
                    }
                }
            }
        }
    }
}

impl<C: Cost> FactSpace for DecoupledSpace<'_, C> {
    type Base = Self;

    fn base(&self) -> &Self {
        self
    }

    fn task(&self) -> &Task {
        &self.factoring.task
    }

    fn facts(&self, state: &[u64], facts: &mut Vec<FactId>) {
        let made = &mut *self.made.borrow_mut();
        self.look(made, state);
        facts.clear();
        self.visit_facts(&made.shown, &mut |fact| facts.push(fact));
    }

    fn shown_words(&self) -> usize {
        self.factoring.shown_words()
    }

    fn show(&self, state: &[u64], shown: &mut [u64]) {
        let made = &mut *self.made.borrow_mut();
        self.look(made, state);
        shown.copy_from_slice(&made.shown);
    }

    fn pattern(&self, fact: FactId) -> (usize, u64, u64) {
        let (word, bit) = self.bits[fact.index()];
        if bit == 0 {
            return self.factoring.task.packing().pattern(self.factoring.task.variable_of(fact), fact);
        }
        (word as usize, bit, bit)
    }

    fn applicable(&self, shown: &[u64], visit: &mut impl FnMut(u32)) {
        let made = &mut *self.made.borrow_mut();
        let visit = &mut |operator: u32| visit(self.factoring.origin[operator as usize]);
        if made.shown != shown {
            return self.visit_allowed(shown, visit);
        }
        // Whoever asks usually expands the state next.
        if !made.has_allowed {
            made.has_allowed = true;
            made.allowed.clear();
            self.visit_allowed(shown, &mut |operator| made.allowed.push(operator));
        }
        made.allowed.iter().copied().for_each(visit);
    }
}
