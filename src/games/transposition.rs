//! The transposition table: what searches found out about positions (Greenblatt, Eastlake and Crocker 1967), and which
//! entry a new one replaces (two entries a place: Breuker, Uiterwijk and van den Herik 1994).
//!
//! Whole keys are compared, so that no two positions are ever taken for each other.

use banto_base::limits::{Limits, Stop, available_memory_bytes};

/// How a stored value relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) value: i32,
    pub(super) bound: Bound,
    /// The depth of the search.
    pub(super) depth: u32,
    /// Whether it saw the end of every relevant game.
    pub(super) complete: bool,
    /// The best move, as a move of the position whose key it is.
    pub(super) best: Option<u32>,
    /// The binary logarithm of the nodes searched.
    pub(super) work: u32,
}

/// Moves numbered from here on are not remembered.
const NO_MOVE: u64 = 0xff_ffff;

impl Known {
    #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "values fit 16 bits")]
    fn pack(self) -> u64 {
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        u64::from(self.value as i16 as u16)
            | bound << 16
            | u64::from(self.complete) << 18
            | u64::from(self.work.min(63)) << 19
            | u64::from(self.depth.min(0xfff)) << 25
            | self.best.map_or(NO_MOVE, |one| u64::from(one).min(NO_MOVE)) << 37
    }

    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the fields of `pack`")]
    fn unpack(word: u64) -> Self {
        let best = word >> 37 & NO_MOVE;
        Self {
            value: i32::from(word as u16 as i16),
            bound: match word >> 16 & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            complete: word >> 18 & 1 == 1,
            work: (word >> 19 & 63) as u32,
            depth: (word >> 25 & 0xfff) as u32,
            best: (best != NO_MOVE).then_some(best as u32),
        }
    }
}

/// The least size that [`TranspositionTable::fitting`] returns.
const LEAST: usize = 64 << 10;

/// A transposition table: pairs of entries. One of a pair is kept while it took more work, the other is the newest.
#[derive(Clone, Debug)]
pub struct TranspositionTable {
    words: usize,
    stride: usize,
    mask: usize,
    data: Vec<u64>,
}

impl TranspositionTable {
    /// A table for keys of this many words. It takes at most this many bytes, and at least half as many.
    ///
    /// ```
    /// use banto::games::TranspositionTable;
    /// use banto::limits::{Limits, Stop};
    ///
    /// assert!(TranspositionTable::new(1, 1 << 20, &Limits::none()).is_ok());
    /// let all_there_is = TranspositionTable::new(1, usize::MAX / 4, &Limits::none());
    /// assert_eq!(all_there_is.err(), Some(Stop::Memory));
    /// ```
    ///
    /// # Errors
    /// If the memory limit or the machine does not allow that much.
    pub fn new(key_words: usize, bytes: usize, limits: &Limits) -> Result<Self, Stop> {
        if !has_room(bytes, limits) {
            return Err(Stop::Memory);
        }
        let stride = key_words + 1;
        let pairs = (bytes / (stride * 16)).max(16);
        let pairs = if pairs.is_power_of_two() { pairs } else { pairs.next_power_of_two() / 2 };
        Ok(Self { words: key_words, stride, mask: pairs - 1, data: vec![0; pairs * 2 * stride] })
    }

    /// A table of this many bytes, halved until the memory limit and the machine allow twice as much.
    ///
    /// # Errors
    /// If hardly any memory is left.
    pub fn fitting(mut bytes: usize, limits: &Limits) -> Result<usize, Stop> {
        while !has_room(bytes.saturating_mul(2), limits) {
            bytes /= 2;
            if bytes < LEAST {
                return Err(Stop::Memory);
            }
        }
        Ok(bytes)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.data.fill(0);
    }

    #[inline]
    fn pair(&self, key: &[u64]) -> usize {
        let mut hash = 0u64;
        for word in key {
            hash = (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        let pair = (hash >> 24) as usize & self.mask;
        pair * 2 * self.stride
    }

    #[inline]
    pub(super) fn find(&self, key: &[u64]) -> Option<Known> {
        let at = self.pair(key);
        for slot in [at, at + self.stride] {
            let meta = self.data[slot + self.words];
            if meta != 0 && self.data[slot..slot + self.words] == *key {
                return Some(Known::unpack(meta));
            }
        }
        None
    }

    /// Remembers what a search found.
    pub(super) fn store(&mut self, key: &[u64], known: Known) {
        let at = self.pair(key);
        let meta = self.data[at + self.words];
        let same = self.data[at..at + self.words] == *key;
        let slot =
            if meta == 0 || same || known.work >= Known::unpack(meta).work { at } else { at + self.stride };
        if slot == at && meta != 0 && !same {
            // The entry kept so far becomes the newest of the others.
            self.data.copy_within(at..at + self.stride, at + self.stride);
        }
        self.data[slot..slot + self.words].copy_from_slice(key);
        self.data[slot + self.words] = known.pack();
    }
}

/// Whether the memory limit and the machine allow this many bytes.
fn has_room(bytes: usize, limits: &Limits) -> bool {
    // After a refusal, the system's allocator reserves address space for another try, so this comes first.
    limits.has_room(bytes)
        && available_memory_bytes().is_none_or(|available| bytes as u64 <= available)
        // The address space may be limited as well. A failed allocation ends the program, so this one is tried first.
        && Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}
