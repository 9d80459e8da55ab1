//! The open list ordered by two numbers, such as f and h, and how it breaks ties.
//!
//! The entry with the smallest first number leaves first. Ties go to the smallest second number, then to the entry that
//! arrived first or last, as the list was created. Small numbers are queued in buckets, all others in a heap; this does
//! not affect the order.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::super::cost::Cost;
use super::chain::{Blocks, Chain};
use super::{Entry, Known, OpenList};

/// First numbers from here on are not small.
const FIRST_LIMIT: u32 = 1 << 16;
/// Second numbers from here on are not small.
const SECOND_LIMIT: u32 = 1 << 10;
const BUCKET_LIMIT: usize = 1 << 20;

/// Returns the two numbers that rank an entry. `None` refuses it.
pub trait Key<C>: Fn(&Known<'_, C>) -> Option<(C, C)> {}

impl<C, F: Fn(&Known<'_, C>) -> Option<(C, C)>> Key<C> for F {}

/// Ranks by `g + weight * h`, then by `h`, of one heuristic.
pub fn by_f<C: Cost>(heuristic: usize, weight: u32) -> impl Key<C> {
    move |known| {
        let h = known.h[heuristic];
        let weighted = if weight == 1 { h } else { h.times(weight) };
        (h != C::INFINITE).then(|| (known.g.plus_or_infinite(weighted), h))
    }
}

/// Ranks by the estimate of one heuristic alone.
pub fn by_estimate<C: Cost>(heuristic: usize) -> impl Key<C> {
    move |known| {
        let h = known.h[heuristic];
        (h != C::INFINITE).then_some((h, C::ZERO))
    }
}

/// An open list that is ordered by a key.
pub struct Ordered<C, E, K> {
    key: K,
    buckets: Buckets<E>,
    heap: BinaryHeap<Reverse<Ranked<C, E>>>,
    /// Counts entries of the heap, to keep the order of arrival.
    arrivals: u64,
    newest_first: bool,
}

impl<C: Cost, E: Entry, K: Key<C>> Ordered<C, E, K> {
    /// An empty list. Among equal entries, the first to arrive leaves first.
    pub fn new(key: K) -> Self {
        Self { key, buckets: Buckets::new(), heap: BinaryHeap::new(), arrivals: 0, newest_first: false }
    }

    /// An empty list. Among equal entries, the last to arrive leaves first.
    pub fn newest_first(key: K) -> Self {
        Self { newest_first: true, ..Self::new(key) }
    }
}

impl<C: Cost, E: Entry, K> Ordered<C, E, K> {
    fn pop_from_heap(&mut self) -> Option<E> {
        let mut top = self.heap.peek_mut()?;
        let entry = top.0.entry;
        let (one, rest) = if self.newest_first { entry.split_last() } else { entry.split_first() };
        match rest {
            // Its rank stays.
            Some(rest) => top.0.entry = rest,
            None => drop(PeekMut::pop(top)),
        }
        Some(one)
    }
}

impl<C: Cost, E: Entry, K: Key<C>> OpenList<C, E> for Ordered<C, E, K> {
    #[inline]
    fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool {
        let Some((first, second)) = (self.key)(known) else { return false };
        if let (Some(small_first), Some(small_second)) = (first.small(), second.small())
            && self.buckets.push(small_first, small_second, entry)
        {
            return true;
        }
        let arrival = if self.newest_first { u64::MAX - self.arrivals } else { self.arrivals };
        self.heap.push(Reverse(Ranked { rank: (first, second), arrival, entry }));
        self.arrivals += 1;
        true
    }

    #[inline]
    fn pop(&mut self) -> Option<E> {
        if let Some(Reverse(top)) = self.heap.peek() {
            let bucket = self.buckets.least();
            let small = (top.rank.0.small(), top.rank.1.small());
            let heap_first = match (bucket, small) {
                (None, _) => true,
                (Some(least), (Some(first), Some(second))) => (first, second) < least,
                // Entries with a large first number come after all with a small one.
                (Some((least, _)), (Some(first), None)) => first < least,
                (Some(_), (None, _)) => false,
            };
            if heap_first {
                return self.pop_from_heap();
            }
        }
        self.buckets.pop(self.newest_first)
    }

    #[inline]
    fn least(&mut self) -> Option<C> {
        let bucket = self.buckets.least().map(|(first, _)| C::from_count(first.into()));
        let heap = self.heap.peek().map(|Reverse(top)| top.rank.0);
        bucket.into_iter().chain(heap).min()
    }

    fn bytes(&self) -> usize {
        self.buckets.bytes() + self.heap.capacity() * size_of::<Ranked<C, E>>()
    }
}

struct Ranked<C, E> {
    rank: (C, C),
    arrival: u64,
    entry: E,
}

impl<C: Ord, E> Ord for Ranked<C, E> {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.rank, self.arrival).cmp(&(&other.rank, other.arrival))
    }
}

impl<C: Ord, E> PartialOrd for Ranked<C, E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Ord, E> PartialEq for Ranked<C, E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<C: Ord, E> Eq for Ranked<C, E> {}

/// One first number: its queues by second number.
#[derive(Clone, Default)]
struct Level {
    chains: Vec<Chain>,
    /// All queues before this one are empty.
    least: usize,
    /// How many queues are not empty.
    used: usize,
}

struct Buckets<E> {
    levels: Vec<Level>,
    /// All levels before this one are empty.
    least: usize,
    /// How many levels are not empty.
    used: usize,
    /// All buckets of all levels.
    total: usize,
    blocks: Blocks<E>,
}

impl<E: Entry> Buckets<E> {
    const fn new() -> Self {
        Self { levels: Vec::new(), least: 0, used: 0, total: 0, blocks: Blocks::new() }
    }

    /// Takes the entry, unless its numbers are too large.
    #[inline]
    fn push(&mut self, first: u32, second: u32, entry: E) -> bool {
        let (row, column) = (first as usize, second as usize);
        if row >= self.levels.len() || column >= self.levels[row].chains.len() {
            if first >= FIRST_LIMIT || second >= SECOND_LIMIT || self.total >= BUCKET_LIMIT {
                return false;
            }
            self.make_room(row, column);
        }
        let level = &mut self.levels[row];
        let chain = &mut level.chains[column];
        if chain.is_empty() {
            if level.used == 0 {
                self.least = if self.used == 0 { row } else { self.least.min(row) };
                self.used += 1;
                level.least = column;
            } else {
                level.least = level.least.min(column);
            }
            level.used += 1;
        }
        self.blocks.push(chain, entry);
        true
    }

    #[cold]
    fn make_room(&mut self, row: usize, column: usize) {
        if row >= self.levels.len() {
            self.levels.resize(row + 1, Level::default());
        }
        let chains = &mut self.levels[row].chains;
        self.total += column + 1 - chains.len();
        chains.resize(column + 1, Chain::EMPTY);
    }

    /// The numbers of the next entry.
    #[inline]
    fn least(&mut self) -> Option<(u32, u32)> {
        if self.used == 0 {
            return None;
        }
        while self.levels[self.least].used == 0 {
            self.least += 1;
        }
        let level = &mut self.levels[self.least];
        while level.chains[level.least].is_empty() {
            level.least += 1;
        }
        // Both are below limits that fit.
        Some((u32::try_from(self.least).ok()?, u32::try_from(level.least).ok()?))
    }

    #[inline]
    fn pop(&mut self, newest: bool) -> Option<E> {
        self.least()?;
        let level = &mut self.levels[self.least];
        let chain = &mut level.chains[level.least];
        let entry = if newest { self.blocks.pop_last(chain) } else { self.blocks.pop_first(chain) };
        if chain.is_empty() {
            level.used -= 1;
            if level.used == 0 {
                self.used -= 1;
                if level.chains.len() > 64 {
                    self.total -= level.chains.len();
                    level.chains = Vec::new();
                }
            }
        }
        entry
    }

    fn bytes(&self) -> usize {
        self.blocks.bytes() + self.total * size_of::<Chain>() + self.levels.capacity() * size_of::<Level>()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::random::Random;
    use super::*;

    /// The oracle: a sorted map from rank and arrival to entry.
    fn agrees_with_a_sorted_map<C: Cost>(make: impl Fn(u64) -> C, seed: u64) {
        agrees(&make, seed, Ordered::new(by_f::<C>(0, 2)), |arrival| arrival);
        agrees(&make, seed, Ordered::newest_first(by_f::<C>(0, 2)), |arrival| u32::MAX - arrival);
    }

    fn agrees<C: Cost>(
        make: &impl Fn(u64) -> C,
        seed: u64,
        mut list: Ordered<C, u32, impl Key<C>>,
        order: impl Fn(u32) -> u32,
    ) {
        let mut random = Random::new(seed);
        let mut oracle = std::collections::BTreeMap::new();
        for arrival in 0..30_000_u32 {
            if random.below(100) < 55 {
                let (g, h) = (make(random.next()), make(random.next()));
                assert!(list.push(arrival, &Known { g, h: &[h], preferred: false, state: &[] }));
                oracle.insert((g.plus_or_infinite(h.times(2)), h, order(arrival)), arrival);
            } else {
                assert_eq!(list.pop(), oracle.pop_first().map(|(_, entry)| entry));
            }
        }
        while let Some((_, entry)) = oracle.pop_first() {
            assert_eq!(list.pop(), Some(entry));
        }
        assert_eq!(list.pop(), None);
    }

    #[test]
    fn buckets_and_heap_together_keep_the_order() {
        agrees_with_a_sorted_map(|random| (random % 50) as u32, 1);
        agrees_with_a_sorted_map(|random| (random % 3000) as u32, 2);
        agrees_with_a_sorted_map(|random| (random % 100_000) as u32, 3);
        agrees_with_a_sorted_map(|random| (random >> (random % 60)) & (u64::MAX >> 3), 4);
        agrees_with_a_sorted_map(
            |random| super::super::super::Lexicographic((random % 9) as u32, (random >> 32) as u32 % 9),
            5,
        );
    }

    #[test]
    fn what_is_infinite_is_refused() {
        let mut list = Ordered::new(by_estimate::<u32>(0));
        assert!(!list.push(1, &Known { g: 0, h: &[u32::INFINITE], preferred: false, state: &[] }));
        assert_eq!(list.pop(), None);
    }
}
