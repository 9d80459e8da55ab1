//! The facts that a state shows, as values of variables.
//!
//! In: facts. Out: the value of each variable, or, in spaces whose states stand for several, all values that it may
//! have.

use fixedbitset::FixedBitSet;

use super::changes::ANY;
use crate::strips::{FactId, Task, to_u32};

/// The facts that a state shows, as values of variables.
pub(super) struct Shown {
    /// The value of each variable; [`ANY`] if it has several or none.
    pub(super) values: Vec<u32>,
    /// For variables with several values, whether a value is shown, by fact.
    facts: FixedBitSet,
    /// The first fact of each variable, and the end.
    firsts: Vec<usize>,
}

impl Shown {
    pub(super) fn new(task: &Task) -> Self {
        let firsts = task.variables().iter().map(|variable| variable.first.index());
        let firsts = firsts.chain([task.fact_count()]).collect();
        Self { values: Vec::new(), facts: FixedBitSet::with_capacity(task.fact_count()), firsts }
    }

    /// Reads the facts of a state; whether each variable has one value.
    pub(super) fn read(&mut self, task: &Task, facts: &[FactId]) -> bool {
        self.values.clear();
        self.values.resize(task.variables().len(), ANY);
        let mut are_single = true;
        for fact in facts {
            let variable = task.variable_of(*fact).index();
            let value = to_u32(fact.index() - self.firsts[variable]);
            are_single &= std::mem::replace(&mut self.values[variable], value) == ANY;
        }
        let missing = self.values.iter().zip(task.variables());
        are_single && missing.into_iter().all(|(value, variable)| *value != ANY || variable.layer.is_some())
    }

    /// Reads the facts of a state in which a variable has several values, or none, which stands for all.
    pub(super) fn read_several(&mut self, facts: &[FactId]) {
        self.facts.clear();
        facts.iter().for_each(|fact| self.facts.insert(fact.index()));
        for (value, bounds) in self.values.iter_mut().zip(self.firsts.windows(2)) {
            if self.facts.count_ones(bounds[0]..bounds[1]) != 1 {
                *value = ANY;
            }
        }
    }

    /// The values that a variable may have.
    pub(super) fn of(&self, variable: u32) -> impl Iterator<Item = u32> + '_ {
        let variable = variable as usize;
        let (first, end) = (self.firsts[variable], self.firsts[variable + 1]);
        let any = self.facts.count_ones(first..end) == 0;
        let one = self.values[variable];
        (0..to_u32(end - first)).filter(move |value| match one {
            ANY => any || self.facts[first + *value as usize],
            one => one == *value,
        })
    }
}
