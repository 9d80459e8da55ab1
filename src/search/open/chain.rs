//! Many queues in one store of small blocks.
//!
//! Entries are appended to a queue and leave at its front or its back; one that follows the last is joined with it.
//! Empty blocks are reused by other queues, so the store grows with its contents and never moves them.

use super::Entry;

/// Entries in a block.
const BLOCK: usize = 128;
/// The end of a chain whose last block is full.
const FULL: u16 = 128;
/// No block.
const NONE: u32 = u32::MAX;

/// The blocks of all chains.
pub(super) struct Blocks<E> {
    all: Vec<Box<[E; BLOCK]>>,
    next: Vec<u32>,
    previous: Vec<u32>,
    free: Vec<u32>,
}

/// One queue: where it starts and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    first: u32,
    last: u32,
    start: u16,
    end: u16,
}

impl Chain {
    pub(super) const EMPTY: Self = Self { first: NONE, last: NONE, start: 0, end: 0 };

    #[inline]
    pub(super) const fn is_empty(&self) -> bool {
        self.first == NONE
    }
}

impl<E: Entry> Blocks<E> {
    pub(super) const fn new() -> Self {
        Self { all: Vec::new(), next: Vec::new(), previous: Vec::new(), free: Vec::new() }
    }

    #[inline]
    pub(super) fn push(&mut self, chain: &mut Chain, entry: E) {
        if chain.first != NONE {
            let last = &mut self.all[chain.last as usize][chain.end as usize - 1];
            if let Some(joined) = last.joined(entry) {
                *last = joined;
                return;
            }
        }
        if chain.first == NONE || chain.end as usize == BLOCK {
            self.extend(chain);
        }
        self.all[chain.last as usize][chain.end as usize] = entry;
        chain.end += 1;
    }

    /// Removes the entry that came first.
    #[inline]
    pub(super) fn pop_first(&mut self, chain: &mut Chain) -> Option<E> {
        if chain.first == NONE {
            return None;
        }
        let place = &mut self.all[chain.first as usize][chain.start as usize];
        let (entry, rest) = place.split_first();
        if let Some(rest) = rest {
            *place = rest;
            return Some(entry);
        }
        chain.start += 1;
        if chain.first == chain.last && chain.start == chain.end {
            self.free.push(chain.first);
            *chain = Chain::EMPTY;
        } else if chain.start as usize == BLOCK {
            self.free.push(chain.first);
            chain.first = self.next[chain.first as usize];
            chain.start = 0;
        }
        Some(entry)
    }

    /// Removes the entry that came last.
    #[inline]
    pub(super) fn pop_last(&mut self, chain: &mut Chain) -> Option<E> {
        if chain.first == NONE {
            return None;
        }
        let place = &mut self.all[chain.last as usize][chain.end as usize - 1];
        let (entry, rest) = place.split_last();
        if let Some(rest) = rest {
            *place = rest;
            return Some(entry);
        }
        chain.end -= 1;
        if chain.first == chain.last && chain.start == chain.end {
            self.free.push(chain.last);
            *chain = Chain::EMPTY;
        } else if chain.end == 0 {
            self.free.push(chain.last);
            chain.last = self.previous[chain.last as usize];
            chain.end = FULL;
        }
        Some(entry)
    }

    #[cold]
    fn extend(&mut self, chain: &mut Chain) {
        let block = match self.free.pop() {
            Some(block) => block,
            None => {
                self.all.push(Box::new([E::default(); BLOCK]));
                self.next.push(NONE);
                self.previous.push(NONE);
                u32::try_from(self.all.len() - 1).expect("fewer than 2^32 blocks")
            }
        };
        self.next[block as usize] = NONE;
        self.previous[block as usize] = chain.last;
        if chain.first == NONE {
            *chain = Chain { first: block, last: block, start: 0, end: 0 };
        } else {
            self.next[chain.last as usize] = block;
            chain.last = block;
            chain.end = 0;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.all.len() * (size_of::<[E; BLOCK]>() + size_of::<usize>() + 3 * size_of::<u32>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    #[test]
    fn chains_are_queues_with_two_ends_and_share_blocks() {
        let mut blocks = Blocks::new();
        let mut chains = [Chain::EMPTY; 3];
        let mut oracle = [const { VecDeque::new() }; 3];
        let mut seed = 1_u32;
        for value in 0..20_000_u32 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let which = (seed >> 16) as usize % 3;
            // Grows in the first half of each turn and shrinks in the second.
            if (seed >> 24) % 8 < if value % 4000 < 2000 { 6 } else { 2 } {
                blocks.push(&mut chains[which], value);
                oracle[which].push_back(value);
            } else if (seed >> 20).is_multiple_of(2) {
                assert_eq!(blocks.pop_first(&mut chains[which]), oracle[which].pop_front());
            } else {
                assert_eq!(blocks.pop_last(&mut chains[which]), oracle[which].pop_back());
            }
            assert_eq!(chains[which].is_empty(), oracle[which].is_empty());
        }
        assert!(blocks.all.len() < 40, "{}", blocks.all.len());
    }
}
