//! Recognizes states that are symmetric to one already seen, so that a search drops them (Pochter, Zohar and
//! Rosenschein 2011; Domshlak, Katz and Shleyfman 2012).
//!
//! In: new states and their costs. Out: whether a symmetric state was seen that cost no more. The search keeps the
//! states as they are, so plans need not be mapped back and heuristics may follow paths; only canonical forms are
//! stored here.

use super::canonical::Canonical;
use crate::search::{Cost, Pool};

/// After how many states to check whether it pays.
const TRIAL: u64 = 1000;
/// At least one in this many must be dropped.
const FEWEST: u64 = 100;

/// The canonical forms of the states that a search has seen.
#[derive(Debug)]
pub struct Orbits<C> {
    canonical: Canonical,
    pool: Pool,
    /// The cost of the cheapest state of each form.
    least: Vec<C>,
    row: Vec<u64>,
    asked: u64,
    /// How many states were left out.
    pub dropped: u64,
}

impl<C: Cost> Orbits<C> {
    /// No states seen yet; states have this many words.
    pub fn new(canonical: Canonical, words: usize) -> Self {
        Self {
            canonical,
            pool: Pool::new(words),
            least: Vec::new(),
            row: vec![0; words],
            asked: 0,
            dropped: 0,
        }
    }

    /// Whether the state is the first of its form, or, if costs count, cheaper than all before.
    pub fn is_new(&mut self, state: &[u64], cost: C) -> bool {
        self.row.copy_from_slice(state);
        self.canonical.apply(&mut self.row);
        self.asked += 1;
        let Some((id, is_new)) = self.pool.intern(&self.row) else { return true };
        if is_new {
            self.least.push(cost);
            return true;
        }
        if cost < self.least[id.index()] {
            self.least[id.index()] = cost;
            return true;
        }
        self.dropped += 1;
        false
    }

    /// Whether it prunes too little to pay.
    pub const fn is_idle(&self) -> bool {
        self.asked >= TRIAL && self.dropped * FEWEST < self.asked
    }

    /// Forgets the states.
    pub fn reset(&mut self) {
        self.pool = Pool::new(self.row.len());
        self.least.clear();
    }
}
