//! A hash table from hashes to ids. It does not store keys: the caller compares them, and hashes them again when the
//! table grows. Nothing is ever removed.
//!
//! Memory accesses decide how fast a large search is, so a lookup costs one cache line: twelve ids, and a byte of hash
//! for each. The table is split into parts whose shares differ by up to a factor of two, so that they grow at different
//! times. The whole takes about 8 bytes per id at any time, whereas a single table would need half as much again while
//! it grows.

/// Ids in one line.
const SLOTS: usize = 12;
/// The percentage of slots that are filled before a part grows.
const FULL_PERCENT: usize = 85;
/// In a line with fewer ids, these bytes are 0. The last four never stand for an id.
const NO_TAGS: [u64; 2] = [0, 0xffff_ffff << 32];
/// A one in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Twelve ids with their tags: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line {
    ids: [u32; SLOTS],
    /// For each id eight bits of its hash, from 1 to 254.
    tags: [u64; 2],
}

const EMPTY: Line = Line { ids: [0; SLOTS], tags: NO_TAGS };

/// A bit in each byte that is zero. There may be false ones above the lowest.
#[inline]
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(ONES) & !word & (ONES << 7)
}

impl Line {
    /// The first id that has the tag and satisfies `same`.
    #[inline]
    fn find(&self, tag: u64, same: &mut impl FnMut(u32) -> bool) -> Option<u32> {
        for (half, tags) in self.tags.into_iter().enumerate() {
            let mut hits = zero_bytes(tags ^ (tag * ONES));
            while hits != 0 {
                let id = self.ids[(half * 8 + hits.trailing_zeros() as usize / 8) % 16 % SLOTS];
                if same(id) {
                    return Some(id);
                }
                hits &= hits - 1;
            }
        }
        None
    }

    /// Inserts an id, if there is room.
    #[inline]
    fn put(&mut self, tag: u64, id: u32) -> bool {
        for half in 0..2 {
            let free = zero_bytes(self.tags[half]);
            if free != 0 {
                let byte = free.trailing_zeros() / 8;
                self.tags[half] |= tag << (byte * 8);
                self.ids[(half * 8 + byte as usize) % SLOTS] = id;
                return true;
            }
        }
        false
    }

    #[inline]
    const fn is_full(&self) -> bool {
        zero_bytes(self.tags[1]) == 0
    }

    fn ids(&self) -> &[u32] {
        let free = zero_bytes(self.tags[0]);
        let count = if free != 0 {
            free.trailing_zeros() / 8
        } else if self.is_full() {
            12
        } else {
            8 + zero_bytes(self.tags[1]).trailing_zeros() / 8
        };
        &self.ids[..count as usize]
    }
}

/// The table for a part of the hashes.
#[derive(Clone, Debug, Default)]
struct Part {
    lines: Vec<Line>,
    len: usize,
    /// With this many ids, the part grows.
    limit: usize,
}

impl Part {
    #[inline]
    fn line_of(&self, hash: u64) -> usize {
        #[allow(
            clippy::cast_possible_truncation,
            reason = "the product's upper half is below the number of lines"
        )]
        let line = (((hash & 0xffff_ffff) * self.lines.len() as u64) >> 32) as usize;
        line
    }

    fn find(&self, hash: u64, same: &mut impl FnMut(u32) -> bool) -> Option<u32> {
        if self.lines.is_empty() {
            return None;
        }
        let tag = tag_of(hash);
        let mut at = self.line_of(hash);
        loop {
            let line = &self.lines[at];
            let found = line.find(tag, same);
            if found.is_some() || !line.is_full() {
                return found;
            }
            at = if at + 1 == self.lines.len() { 0 } else { at + 1 };
        }
    }

    /// Inserts an id that is not there.
    #[inline]
    fn put(&mut self, hash: u64, id: u32) {
        let mut at = self.line_of(hash);
        while !self.lines[at].put(tag_of(hash), id) {
            at = if at + 1 == self.lines.len() { 0 } else { at + 1 };
        }
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self, hash_of: &mut impl FnMut(u32) -> u64) {
        let count = self.lines.len() + self.lines.len() / 2 + 1;
        let old = std::mem::replace(&mut self.lines, vec![EMPTY; count]);
        self.len = 0;
        // In each part, at least one line is never full, where searches for missing ids end.
        self.limit = (count * SLOTS * FULL_PERCENT / 100).min(count * SLOTS - 1);
        for line in &old {
            // All hashes first, so that the lookups of what ids stand for need not wait for one another.
            let mut hashes = [0; SLOTS];
            for (hash, id) in hashes.iter_mut().zip(line.ids()) {
                *hash = hash_of(*id);
            }
            for (hash, id) in hashes.into_iter().zip(line.ids()) {
                self.put(hash, *id);
            }
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct IdTable {
    parts: Vec<Part>,
}

impl IdTable {
    pub(crate) fn new() -> Self {
        Self { parts: vec![Part::default(); PARTS as usize] }
    }

    /// The id with this hash that satisfies `same`.
    #[inline]
    pub(crate) fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Option<u32> {
        self.parts[part_of(hash)].find(hash, &mut same)
    }

    /// Inserts an id that is not there. `hash_of` returns the hash of any id that is.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, id: u32, mut hash_of: impl FnMut(u32) -> u64) {
        let part = &mut self.parts[part_of(hash)];
        if part.len == part.limit {
            part.grow(&mut hash_of);
        }
        part.put(hash, id);
    }

    /// An id that may have this hash, from the first line where it would be found.
    #[inline]
    pub(crate) fn guess(&self, hash: u64) -> Option<u32> {
        let part = &self.parts[part_of(hash)];
        part.lines.get(part.line_of(hash))?.find(tag_of(hash), &mut |_| true)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.parts.iter().map(|part| part.lines.capacity() * size_of::<Line>()).sum()
    }
}

/// From 1 to 254: 0 means free, 255 that the slot does not exist.
#[inline]
const fn tag_of(hash: u64) -> u64 {
    1 + (((hash >> 32 & 0xff) * 254) >> 8)
}

const PARTS: u8 = 64;
/// Hash bits that choose the part, as a power of two.
const PART_BITS: u32 = 10;
/// The part for each value of these bits. Part `i` gets a share that grows as `2^(i/64)`.
const PART_OF: [u8; 1 << PART_BITS] = part_table();

const fn part_table() -> [u8; 1 << PART_BITS] {
    // 2^(1/64) in fixed point of 32 bits.
    const STEP: u128 = 4_341_736_423;
    let mut table = [0; 1 << PART_BITS];
    let mut part = 0;
    let mut bound = STEP;
    let mut value = 0;
    while value < 1 << PART_BITS {
        let x = (1 << 32) + ((value as u128) << (32 - PART_BITS));
        while x >= bound && part + 1 < PARTS {
            part += 1;
            bound = (bound * STEP) >> 32;
        }
        table[value] = part;
        value += 1;
    }
    table
}

/// The highest bits choose the part, the lowest the line; those in between are the tag.
#[inline]
const fn part_of(hash: u64) -> usize {
    PART_OF[(hash >> (u64::BITS - PART_BITS)) as usize] as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_get_shares_between_one_and_two() {
        let mut shares = [0_usize; PARTS as usize];
        for part in PART_OF {
            shares[part as usize] += 1;
        }
        assert!(shares.iter().all(|&share| (10..=23).contains(&share)), "{shares:?}");
    }

    #[test]
    fn a_line_is_a_line_of_cache() {
        assert_eq!(size_of::<Line>(), 64);
    }

    /// Hashes that share a line, a tag or everything: every id is found again, and none that was not inserted.
    #[test]
    fn ids_with_like_hashes_are_kept_apart() {
        for mask in [u64::MAX, 0, 0xff << 32, 0xffff_ffff, 0x3 << 62] {
            let hash = |id: u32| u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
            let mut table = IdTable::new();
            for id in 0..2000 {
                assert_eq!(table.find(hash(id), |other| other == id), None);
                table.insert(hash(id), id, hash);
            }
            for id in 0..2000 {
                assert_eq!(table.find(hash(id), |other| other == id), Some(id));
            }
            assert_eq!(table.find(hash(2000), |other| other == 2000), None);
        }
    }

    #[test]
    fn a_guess_is_an_id_of_the_line() {
        let mut table = IdTable::new();
        assert_eq!(table.guess(77), None);
        table.insert(77, 5, |_| 77);
        assert_eq!(table.guess(77), Some(5));
    }
}
