//! Keys of positions: all values of variables packed in words, as they are and as each symmetry turns them.
//!
//! In: a task and its symmetries. Out: for each fact and symmetry the bits that it sets. A key is changed by the bits of the
//! value that goes and of the one that comes. Derived facts, and variables that repeat what others say, are left out.

use super::csr::number;
use super::rules::is_repeated;
use super::symmetry::Symmetry;
use crate::strips::{FactId, Task};

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
        let mut used: Vec<u32> = Vec::new();
        let mut order: Vec<usize> = (0..task.variables().len())
            .filter(|variable| task.variables()[*variable].layer.is_none() && !is_repeated(task, *variable))
            .collect();
        let width =
            |variable: usize| u32::BITS - task.variables()[variable].size.saturating_sub(1).leading_zeros();
        order.sort_by_key(|variable| std::cmp::Reverse(width(*variable)));
        for variable in order {
            let wide = width(variable);
            let word = used.iter().position(|used| used + wide <= u64::BITS).unwrap_or_else(|| {
                used.push(0);
                used.len() - 1
            });
            let info = task.variables()[variable];
            for value in 0..info.size as usize {
                own[info.first.plus(value).index()] = (number(word), (value as u64) << used[word]);
            }
            used[word] += wide;
        }
        let words = used.len().max(1);
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
