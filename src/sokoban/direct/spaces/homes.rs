//! Which rank owns a position in a parallel search: a hash of the number of boxes in each block of cells (abstract
//! Zobrist hashing; Jinnai and Fukunaga 2017).
//!
//! In: a field. Out: a hash of rows. Two of three pushes leave a box in its block, so most successors stay in the rank
//! that makes them, and are evaluated together, which is cheaper than one by one.

use crate::direct::field::{Field, for_each_box};
use banto_search::{Random, anywhere};

/// The rows and columns of a block.
const SIDE: i32 = 3;

pub(crate) struct Homes {
    /// For each cell, the summand of the hash for a box there.
    weights: Vec<u64>,
}

impl Homes {
    pub(crate) fn new(field: &Field) -> Self {
        let weight = |cell| {
            let (row, column) = field.place(cell);
            let block =
                u64::from((row / SIDE).unsigned_abs()) << 32 | u64::from((column / SIDE).unsigned_abs());
            Random::new(block).next()
        };
        Self { weights: (0..field.wall()).map(weight).collect() }
    }

    #[inline]
    pub(crate) fn hash(&self, row: &[u64]) -> u64 {
        let mut sum: u64 = 0;
        for_each_box(row, |cell| sum = sum.wrapping_add(self.weights[cell as usize]));
        anywhere(&[sum])
    }
}
