//! In which order things can be put on goals so that none has to be taken away again (the packing order of Shoham and
//! Schaeffer 2020; compare goal agendas, Koehler and Hoffmann 2000).
//!
//! In: for any set of filled goals, how far it is out of one of them. Out: for a set of filled goals, the number of
//! things that can stay. The order is found backwards: all goals are filled, and things are taken out one by one, the
//! one with the shortest way first. A goal that can be emptied only after others has to be filled before them. Whatever
//! is not on a goal is ignored, so the order guides and proves nothing.

use std::collections::HashMap;

use banto_base::limits::{Limits, Stop};

/// The number of sets whose value is remembered.
const MEMORY_LIMIT: usize = 200_000;

/// How things get away from goals.
pub trait Exits {
    /// The least steps that take the thing on a goal to where things come from, while those on all other filled goals
    /// stay; `None` if there are none or a limit is reached.
    fn way_out(&mut self, is_filled: &[bool], goal: usize) -> Option<u32>;
}

/// In which order goals can be filled.
pub struct GoalOrder<E> {
    exits: E,
    limits: Limits,
    order: Vec<usize>,
    /// By the filled goals. Only looked up, never iterated.
    known: HashMap<Vec<u64>, u32, rustc_hash::FxBuildHasher>,
    mask: Vec<u64>,
    is_filled: Vec<bool>,
}

impl<E: Exits> GoalOrder<E> {
    /// The order of that many goals.
    pub fn new(goals: usize, exits: E, limits: &Limits) -> Result<Self, Stop> {
        let mut made = Self {
            exits,
            limits: limits.clone(),
            order: Vec::new(),
            known: HashMap::default(),
            mask: vec![0; goals.div_ceil(64)],
            is_filled: vec![true; goals],
        };
        let mut left: Vec<usize> = (0..goals).collect();
        while !left.is_empty() {
            limits.check()?;
            let ways = left.iter().enumerate();
            let ways = ways.filter_map(|(at, &goal)| Some((made.exits.way_out(&made.is_filled, goal)?, at)));
            let goal = left.remove(ways.min().map_or(0, |(_, at)| at));
            made.is_filled[goal] = false;
            made.order.push(goal);
        }
        Ok(made)
    }

    /// How many things on goals can stay where they are while all other goals are filled.
    pub fn value(&mut self, filled: impl Iterator<Item = usize>) -> u32 {
        self.mask.fill(0);
        filled.for_each(|goal| self.mask[goal / 64] |= 1 << (goal % 64));
        if let Some(&value) = self.known.get(&self.mask) {
            return value;
        }
        let mask = self.mask.clone();
        let value = self.staying(&mask);
        if self.known.len() < MEMORY_LIMIT {
            self.known.insert(mask, value);
        }
        value
    }

    fn staying(&mut self, mask: &[u64]) -> u32 {
        let Self { exits, limits, order, is_filled, .. } = self;
        is_filled.fill(true);
        // Goals that are still to be filled are emptied, the last one first.
        let (mut filled, mut empty): (Vec<usize>, Vec<usize>) =
            order.iter().partition(|&&goal| mask[goal / 64] >> (goal % 64) & 1 == 1);
        let mut staying = u32::try_from(filled.len()).expect("few goals");
        while !empty.is_empty() && limits.check().is_ok() {
            let before = empty.len();
            empty.retain(|&goal| {
                let leaves = exits.way_out(is_filled, goal).is_some();
                is_filled[goal] = !leaves;
                !leaves
            });
            if empty.len() < before {
                continue;
            }
            // A thing that reached its goal too early has to leave first.
            let early = filled.iter().position(|&goal| exits.way_out(is_filled, goal).is_some());
            let goal = match early {
                Some(at) => {
                    staying -= 1;
                    filled.remove(at)
                }
                None => empty.remove(0),
            };
            is_filled[goal] = false;
        }
        staying
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corridor that is open behind the last goal.
    struct Corridor;

    impl Exits for Corridor {
        fn way_out(&mut self, is_filled: &[bool], goal: usize) -> Option<u32> {
            let is_free = is_filled[goal + 1..].iter().all(|filled| !filled);
            is_free.then(|| u32::try_from(is_filled.len() - goal).unwrap())
        }
    }

    #[test]
    fn a_corridor_is_filled_from_its_end() {
        let mut order = GoalOrder::new(4, Corridor, &Limits::none()).unwrap();
        assert_eq!(order.order, [3, 2, 1, 0], "the last goal is emptied first");
        for (filled, staying) in
            [(&[][..], 0), (&[0], 1), (&[3], 0), (&[0, 1, 3], 2), (&[1, 2, 3], 0), (&[0, 1, 2, 3], 4)]
        {
            assert_eq!(order.value(filled.iter().copied()), staying, "{filled:?}");
        }
    }
}
