//! The type-based open list (Xie et al. 2014): a random type, then a random entry of that type.
//!
//! Entries of equal cost and equal estimates share a type, so rare types get as many turns as common ones. Draws are
//! seeded.

use std::collections::HashMap;

use super::super::chunks::Chunks;
use super::super::cost::Cost;
use super::super::random::Random;
use super::{Known, OpenList};

/// An open list of types.
pub struct TypeBased<C, E> {
    types: Vec<Type<C, E>>,
    /// Where each type is in `types`. Only looked up, never iterated.
    places: HashMap<Vec<C>, usize, rustc_hash::FxBuildHasher>,
    key: Vec<C>,
    entries: usize,
    random: Random,
}

struct Type<C, E> {
    key: Vec<C>,
    entries: Chunks<E>,
}

impl<C: Cost, E: Copy + Default> TypeBased<C, E> {
    /// An empty list that draws with this seed.
    pub fn new(seed: u64) -> Self {
        Self {
            types: Vec::new(),
            places: HashMap::default(),
            key: Vec::new(),
            entries: 0,
            random: Random::new(seed),
        }
    }
}

impl<C: Cost, E: Copy + Default> OpenList<C, E> for TypeBased<C, E> {
    fn push(&mut self, entry: E, known: &Known<'_, C>) {
        self.key.clear();
        self.key.push(known.g);
        self.key.extend_from_slice(known.h);
        let place = match self.places.get(&self.key) {
            Some(&place) => place,
            None => {
                self.places.insert(self.key.clone(), self.types.len());
                self.types.push(Type { key: self.key.clone(), entries: Chunks::new() });
                self.types.len() - 1
            }
        };
        self.types[place].entries.push(entry);
        self.entries += 1;
    }

    fn pop(&mut self) -> Option<E> {
        if self.types.is_empty() {
            return None;
        }
        let place = self.random.below_index(self.types.len());
        let entries = &mut self.types[place].entries;
        let entry = entries.swap_remove(self.random.below_index(entries.len()));
        self.entries -= 1;
        if entries.is_empty() {
            let gone = self.types.swap_remove(place);
            self.places.remove(&gone.key);
            if let Some(moved) = self.types.get(place) {
                self.places.insert(moved.key.clone(), place);
            }
        }
        Some(entry)
    }

    fn bytes(&self) -> usize {
        self.entries * size_of::<E>() + self.types.len() * 3 * size_of::<Type<C, E>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_leaves_once_and_rare_types_leave_early() {
        let draw = |seed| {
            let mut list = TypeBased::<u32, u32>::new(seed);
            for entry in 0..1000 {
                let g = u32::from(entry == 777);
                list.push(entry, &Known { g, h: &[5], preferred: false, state: &[] });
            }
            std::iter::from_fn(|| list.pop()).collect::<Vec<_>>()
        };
        let order = draw(1);
        assert_eq!(order, draw(1), "the same seed gives the same order");
        assert!(order.iter().position(|&entry| entry == 777).unwrap() < 40);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..1000).collect::<Vec<_>>());
    }
}
