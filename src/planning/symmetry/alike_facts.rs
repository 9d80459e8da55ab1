//! Facts that symmetries map to each other. The home of a state is hashed from the representatives of its facts, so
//! that symmetric states have the same home.
//!
//! In: classes of interchangeable objects. Out: for each fact, a representative of all facts like it.

use super::objects::Classes;
use crate::strips::{DisjointSets, FactId, Task, to_u32};

impl Classes {
    /// For each fact, the first of those that it can be exchanged for, alone or with others.
    pub fn alike(&self, task: &Task) -> Vec<u32> {
        let mut sets = DisjointSets::new(task.fact_count());
        let mut join = |one: FactId, other: FactId| sets.join(one.index(), other.index());
        for class in &self.0 {
            for (slot, first) in class.owned.iter().flat_map(|slots| slots.iter().zip(&class.owned[0])) {
                for value in 0..task.variables()[slot.variable.index()].size as usize {
                    let common = slot.common.get(value).map_or(value, |common| *common as usize);
                    join(slot.first.plus(value), first.first.plus(common));
                }
            }
            for shared in &class.shared {
                for values in &shared.values {
                    for (value, first) in values.iter().zip(&shared.values[0]) {
                        join(shared.first.plus(*value as usize), shared.first.plus(*first as usize));
                    }
                }
            }
        }
        (0..task.fact_count()).map(|fact| to_u32(sets.least(fact))).collect()
    }
}
