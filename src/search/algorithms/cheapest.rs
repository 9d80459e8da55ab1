//! The cheapest cost at which each of some rows was seen.
//!
//! In: rows, each of which may stand for many states, and costs. Out: whether a row is new or cheaper than before.

use crate::{Cost, Pool};

/// The rows seen, with their lowest costs.
pub struct CheapestSeen<C> {
    pool: Pool,
    costs: Vec<C>,
}

impl<C: Cost> CheapestSeen<C> {
    /// None seen yet; rows have this many words.
    pub fn new(words: usize) -> Self {
        Self { pool: Pool::new(words), costs: Vec::new() }
    }

    /// The bytes that rows and costs take.
    pub fn bytes(&self) -> usize {
        self.pool.bytes() + self.costs.capacity() * size_of::<C>()
    }

    /// Adds a row; true if it is new, or cheaper than before.
    pub fn insert(&mut self, row: &[u64], cost: C) -> bool {
        let Some((id, is_new)) = self.pool.intern(row) else { return true };
        if is_new {
            self.costs.push(cost);
            return true;
        }
        let known = &mut self.costs[id.index()];
        let is_cheaper = cost < *known;
        *known = cost.min(*known);
        is_cheaper
    }
}
