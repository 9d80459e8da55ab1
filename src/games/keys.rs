//! Keys of positions: all values of variables packed into words, as they are and as each symmetry maps them.
//!
//! In: a task and its symmetries. Out: for each fact and symmetry the bits that it sets, so that a key is updated with
//! the bits of the old and the new value, like Zobrist keys (Zobrist 1970); but these are exact. Derived facts are left
//! out, and so are variables that repeat what others say.

use rustc_hash::FxHashSet;

use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{FactId, FactName, FirstFit, Task, to_u32, width};
use banto_planning::symmetry::Symmetry;

#[derive(Clone, Debug)]
pub(super) struct Keys {
    pub(super) words: usize,
    /// For each fact and each symmetry, the word among the keys of all symmetries, and its bits.
    places: Vec<(u32, u64)>,
    symmetries: usize,
}

impl Keys {
    pub(super) fn new(task: &Task, symmetries: &[Symmetry], limits: &Limits) -> Result<Self, Stop> {
        limits.check_allocation(task.fact_count() * symmetries.len() * size_of::<(u32, u64)>())?;
        let mut own = vec![(0u32, 0u64); task.fact_count()];
        let mut used = FirstFit::default();
        let mut order = independent(task);
        let wide = |variable: usize| width(task.variables()[variable].size);
        order.sort_by_key(|variable| std::cmp::Reverse(wide(*variable)));
        for variable in order {
            let (word, shift) = used.place(wide(variable));
            for (value, fact) in (0_u64..).zip(task.variables()[variable].facts()) {
                own[fact.index()] = (word, value << shift);
            }
        }
        let words = used.words().max(1);
        let mut places = Vec::with_capacity(task.fact_count() * symmetries.len());
        for fact in (0..task.fact_count()).map(FactId::from) {
            for (index, symmetry) in symmetries.iter().enumerate() {
                let (word, bits) = own[symmetry.facts[fact.index()].index()];
                places.push((to_u32(index * words) + word, bits));
            }
        }
        Ok(Self { words, places, symmetries: symmetries.len() })
    }

    /// Updates all keys for a value that goes or comes.
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
        to_u32(symmetry)
    }
}

/// The variables that operators change, except redundant ones. A variable is redundant if it only says whether an atom
/// holds, and the atom is a value of an earlier variable.
fn independent(task: &Task) -> Vec<usize> {
    let mut seen = FxHashSet::default();
    let mut independent = Vec::new();
    for (index, variable) in task.variables().iter().enumerate() {
        let name = |value: usize| task.name(variable.first.plus(value));
        let is_negation = variable.size == 2 && matches!(name(1), FactName::Not(_));
        let is_repeated =
            is_negation && matches!(name(0), FactName::Atom(atom) if seen.contains(&task.atom(atom)));
        for value in variable.facts() {
            if let FactName::Atom(atom) = task.name(value) {
                seen.insert(task.atom(atom));
            }
        }
        if variable.layer.is_none() && !is_repeated {
            independent.push(index);
        }
    }
    independent
}
