//! The state pool: every packed state once, with an id.
//!
//! In: packed states. Out: their ids, which count from 0 in the order of first sight, and the states by id.
//!
//! A row is hashed whole: two products per word, for rows of one or a few words. Incremental hashing would require
//! every space to report what a step changed, and the hash of each state to be stored or found again.

use super::chunks::Rows;
use super::id_table::IdTable;

banto_base::define_id! {
    /// A state of one search.
    StateId
}

impl StateId {
    /// The id as it is stored.
    #[inline]
    #[doc(hidden)]
    pub const fn raw(self) -> u32 {
        self.0
    }

    #[inline]
    #[doc(hidden)]
    pub const fn from_raw(raw: u32) -> Self {
        Self(raw)
    }
}

/// Ids are below this, which leaves one bit free.
pub(crate) const STATE_LIMIT: u32 = 1 << 31;

/// States with ids, each stored once: for loops of your own over a [`Space`](crate::Space).
///
/// ```
/// use banto::search::{Graph, Pool, Space};
///
/// // All states that can be reached.
/// let space = Graph::new(&[(0, 1, 1), (1, 2, 1), (2, 0, 1)], 0, &[2]);
/// let (mut pool, mut scratch) = (Pool::new(space.words()), space.scratch());
/// let mut state = vec![0; space.words()];
/// space.initial(&mut state);
/// let mut open = Vec::from_iter(pool.intern(&state).map(|(id, _)| id));
/// while let Some(id) = open.pop() {
///     state.copy_from_slice(pool.row(id));
///     space.expand(&mut scratch, &state, &mut |_, _, successor| {
///         if let Some((id, true)) = pool.intern(successor) {
///             open.push(id);
///         }
///     });
/// }
/// assert_eq!(pool.len(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct Pool {
    rows: Rows,
    table: IdTable,
}

impl Pool {
    /// An empty pool for states of this many words.
    pub fn new(words: usize) -> Self {
        Self { rows: Rows::new(words), table: IdTable::new() }
    }

    /// How many states there are.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// The packed state.
    #[inline]
    pub fn row(&self, id: StateId) -> &[u64] {
        self.rows.row(id.index())
    }

    /// The hash by which states are found.
    #[inline]
    pub(crate) fn hash(row: &[u64]) -> u64 {
        mix(row)
    }

    /// The id of a state, and whether it is new. `None` if ids have run out.
    ///
    /// # Panics
    /// If a new state has another width than the pool.
    #[inline]
    pub fn intern(&mut self, row: &[u64]) -> Option<(StateId, bool)> {
        self.intern_guessed(mix(row), None, row)
    }

    /// Like [`Pool::intern`], for a state with a known hash, and possibly a known id.
    #[inline]
    pub(crate) fn intern_guessed(
        &mut self,
        hash: u64,
        guess: Option<StateId>,
        row: &[u64],
    ) -> Option<(StateId, bool)> {
        let rows = &mut self.rows;
        if let Some(id) = guess
            && same(rows.row(id.index()), row)
        {
            return Some((id, false));
        }
        if let Some(id) = self.table.find(hash, |id| same(rows.row(id as usize), row)) {
            return Some((StateId(id), false));
        }
        let id = u32::try_from(rows.len()).ok().filter(|&id| id < STATE_LIMIT)?;
        self.table.insert(hash, id, |id| mix(rows.row(id as usize)));
        rows.push(row);
        Some((StateId(id), true))
    }

    /// The id of a state that is already in the pool.
    pub fn find(&self, row: &[u64]) -> Option<StateId> {
        self.table.find(mix(row), |id| same(self.rows.row(id as usize), row)).map(StateId)
    }

    /// The likely id of a state with this hash: a hint, found without comparing states.
    #[inline]
    pub(crate) fn guess(&self, hash: u64) -> Option<StateId> {
        self.table.guess(hash).map(StateId)
    }

    /// The bytes that rows and table take.
    pub fn bytes(&self) -> usize {
        self.rows.bytes() + self.table.bytes()
    }
}

/// Rows are short: a loop beats a call.
#[inline]
fn same(left: &[u64], right: &[u64]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| left == right)
}

/// A hash of a row: one wide product per word, folded.
#[inline]
pub(crate) fn mix(row: &[u64]) -> u64 {
    let hash = row.iter().fold(0x243f_6a88_85a3_08d3, |hash, word| fold(hash ^ word, 0x9e37_79b9_7f4a_7c15));
    // A single product leaves words that differ only in high bits too close together.
    fold(hash, 0xd1b5_4a32_d192_ed03)
}

/// Both halves of the product, as one.
#[inline]
#[allow(clippy::cast_possible_truncation)] // Halves are meant.
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn equal_rows_have_one_id() {
        let mut pool = Pool::new(2);
        for round in 0..2 {
            for value in 0..50_000_u32 {
                let (id, new) = pool.intern(&[u64::from(value % 7), u64::from(value) << 20]).unwrap();
                assert_eq!((id.index(), new), (value as usize, round == 0));
            }
        }
        assert_eq!(pool.len(), 50_000);
        assert_eq!(pool.find(&[3, 3 << 20]), Some(StateId(3)));
        assert_eq!(pool.find(&[4, 3 << 20]), None);
        assert_eq!(pool.row(StateId(9)), &[2, 9 << 20]);
    }

    #[test]
    fn a_space_of_one_state_has_no_words() {
        let mut pool = Pool::new(0);
        assert_eq!(pool.intern(&[]), Some((StateId(0), true)));
        assert_eq!(pool.intern(&[]), Some((StateId(0), false)));
    }

    #[test]
    fn hashes_of_regular_rows_differ() {
        let mut seen = HashSet::new();
        for shift in 0..6 {
            for value in 0..20_000_u64 {
                seen.insert(mix(&[value << (shift * 10)]) >> 32);
            }
        }
        // 120 000 values in 2^32 places: fewer than two in a thousand may meet. 20 zeros and some shifts coincide.
        assert!(seen.len() > 110_000, "{}", seen.len());
    }

    #[test]
    fn the_table_stays_small_at_all_sizes() {
        let mut pool = Pool::new(1);
        let mut worst = 0;
        for value in 0..1_000_000_u32 {
            pool.intern(&[u64::from(value)]).unwrap();
            if value > 300_000 && value % 1000 == 0 {
                worst = worst.max(pool.bytes() * 10 / value as usize);
            }
        }
        assert!(worst < 175, "{worst} tenths of a byte a state");
    }
}
