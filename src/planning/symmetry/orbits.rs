//! Recognizes states that are symmetric to one already seen, so that a search drops them (Pochter, Zohar and
//! Rosenschein 2011; Domshlak, Katz and Shleyfman 2012).
//!
//! In: new states and their costs. Out: whether a symmetric state was seen that cost no more. The search keeps the
//! states as they are, so plans need not be mapped back and heuristics may follow paths; only canonical forms are
//! stored here.

use super::canonical::Canonical;
use banto_search::{CheapestSeen, Cost, Trial};

/// The canonical forms of the states that a search has seen.
pub struct Orbits<C> {
    canonical: Canonical,
    seen: CheapestSeen<C>,
    row: Vec<u64>,
    trial: Trial,
}

impl<C: Cost> Orbits<C> {
    /// No states seen yet; states have this many words.
    pub fn new(canonical: Canonical, words: usize) -> Self {
        Self { canonical, seen: CheapestSeen::new(words), row: vec![0; words], trial: Trial::default() }
    }

    /// Adds a state. True if it is the first of its form, or cheaper than all before.
    pub fn insert(&mut self, state: &[u64], cost: C) -> bool {
        self.row.copy_from_slice(state);
        self.canonical.apply(&mut self.row);
        let keeps = self.seen.insert(&self.row, cost);
        self.trial.count(!keeps);
        keeps
    }

    /// Whether it prunes too little to pay.
    pub const fn is_idle(&self) -> bool {
        self.trial.has_failed()
    }

    /// The bytes that the states take.
    pub fn bytes(&self) -> usize {
        self.seen.bytes()
    }

    /// Forgets the states.
    pub fn reset(&mut self) {
        self.seen = CheapestSeen::new(self.row.len());
    }
}
