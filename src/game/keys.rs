//! Keys of positions: all values of variables packed in words, as they are and as each symmetry turns them.
//!
//! In: a task and its symmetries. Out: for each fact and symmetry the bits that it sets. A key is changed by the bits of the
//! value that goes and of the one that comes. Derived facts, and variables that repeat what others say, are left out. What is
//! stored under a key is not known here.

use super::rules::is_repeated;
use super::symmetry::Symmetry;
use crate::strips::{FactId, FirstFit, Task, number, width};

/// The bits of facts.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    /// The words of one key.
    pub(super) words: usize,
    /// For each fact and each symmetry the word, of the keys of all symmetries, and its bits.
    places: Vec<(u32, u64)>,
    symmetries: usize,
}

impl Keys {
    pub(super) fn new(task: &Task, symmetries: &[Symmetry]) -> Self {
        let mut own = vec![(0u32, 0u64); task.fact_count()];
        let mut used = FirstFit::default();
        let mut order: Vec<usize> = (0..task.variables().len())
            .filter(|variable| task.variables()[*variable].layer.is_none() && !is_repeated(task, *variable))
            .collect();
        let wide = |variable: usize| width(task.variables()[variable].size);
        order.sort_by_key(|variable| std::cmp::Reverse(wide(*variable)));
        for variable in order {
            let (word, shift) = used.place(wide(variable));
            let info = task.variables()[variable];
            for value in 0..info.size as usize {
                own[info.first.plus(value).index()] = (word, (value as u64) << shift);
            }
        }
        let words = used.words().max(1);
        let mut places = Vec::with_capacity(task.fact_count() * symmetries.len());
        for fact in (0..task.fact_count()).map(FactId::from) {
            for (index, symmetry) in symmetries.iter().enumerate() {
                let (word, bits) = own[symmetry.facts[fact.index()].index()];
                places.push((number(index * words) + word, bits));
            }
        }
        Self { words, places, symmetries: symmetries.len() }
    }

    /// Changes all keys by a value that goes or comes.
    #[inline]
    pub(super) fn flip(&self, fact: usize, keys: &mut [u64]) {
        let start = fact * self.symmetries;
        for (word, bits) in &self.places[start..start + self.symmetries] {
            keys[*word as usize] ^= bits;
        }
    }

    /// The least key and its symmetry.
    #[inline]
    pub(super) fn least(&self, keys: &[u64], into: &mut [u64]) -> u32 {
        let mut chunks = keys.chunks_exact(self.words).enumerate();
        let Some((_, mut best)) = chunks.next() else { return 0 };
        let mut symmetry = 0;
        for (index, key) in chunks {
            if key < best {
                best = key;
                symmetry = index;
            }
        }
        into.copy_from_slice(best);
        number(symmetry)
    }
}
