//! The type-based open list (Xie et al. 2014): a random type, then a random entry of that type.
//!
//! Entries of equal cost and equal estimates share a type, so rare types get as many turns as common ones. Draws are
//! seeded.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::super::storage::chunks::Chunks;
use super::{Entry, Known, OpenList};
use crate::{Cost, Random};

/// An open list of types.
pub struct TypeBased<C, E: Entry> {
    /// By cost and estimates.
    types: IndexMap<Vec<C>, Chunks<E::One>, FxBuildHasher>,
    key: Vec<C>,
    entries: usize,
    random: Random,
}

impl<C: Cost, E: Entry> TypeBased<C, E> {
    /// An empty list that draws with this seed.
    pub fn new(seed: u64) -> Self {
        Self { types: IndexMap::default(), key: Vec::new(), entries: 0, random: Random::new(seed) }
    }
}

impl<C: Cost, E: Entry> OpenList<C, E> for TypeBased<C, E> {
    fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool {
        self.key.clear();
        self.key.push(known.g);
        self.key.extend_from_slice(known.h);
        if !self.types.contains_key(&self.key) {
            self.types.insert(self.key.clone(), Chunks::new());
        }
        let entries = &mut self.types[&self.key];
        let mut rest = Some(entry);
        while let Some(entry) = rest {
            let (one, others) = entry.split_first();
            entries.push(one.only());
            self.entries += 1;
            rest = others;
        }
        true
    }

    fn pop(&mut self) -> Option<E> {
        if self.types.is_empty() {
            return None;
        }
        let place = self.random.below_index(self.types.len());
        let entries = &mut self.types[place];
        let entry = entries.swap_remove(self.random.below_index(entries.len()));
        self.entries -= 1;
        if entries.is_empty() {
            self.types.swap_remove_index(place);
        }
        Some(E::of(entry))
    }

    fn bytes(&self) -> usize {
        self.entries * size_of::<E::One>() + self.types.len() * 3 * size_of::<(Vec<C>, Chunks<E::One>)>()
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
                assert!(list.push(entry, &Known { g, h: &[5], preferred: false, state: &[] }));
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
