//! Facts that symmetries map to each other. The home of a state is hashed from the representatives of its facts, so
//! that symmetric states have the same home.
//!
//! In: classes of interchangeable objects. Out: for each fact, a representative of all facts like it.

use super::objects::Classes;
use crate::planning::strips::{FactId, Task};

impl Classes {
    /// For each fact, the first of those that it can be exchanged for, alone or with others.
    #[must_use]
    pub fn alike(&self, task: &Task) -> Vec<u32> {
        let mut parent: Vec<u32> = (0..crate::strips::to_u32(task.fact_count())).collect();
        let first_of = |parent: &[u32], mut fact: u32| {
            while parent[fact as usize] != fact {
                fact = parent[fact as usize];
            }
            fact
        };
        let mut join = |one: FactId, other: FactId| {
            let one = first_of(&parent, crate::planning::strips::to_u32(one.index()));
            let other = first_of(&parent, crate::planning::strips::to_u32(other.index()));
            parent[one.max(other) as usize] = one.min(other);
        };
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
        (0..crate::strips::to_u32(parent.len())).map(|fact| first_of(&parent, fact)).collect()
    }
}
