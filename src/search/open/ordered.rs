//! The open list ordered by two numbers, such as f and h, and how it breaks ties.
//!
//! The entry with the smallest first number leaves first. Ties go to the smallest second number, then to the entry that
//! arrived first or last, as the list was created.

use std::collections::BTreeMap;

use super::super::cost::Cost;
use super::queue::Queue;
use super::{Entry, Known, OpenList};

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

/// An open list that is ordered by a key: a queue for each rank, and the ranks in order.
pub struct Ordered<C, E, K> {
    key: K,
    ranks: BTreeMap<(C, C), Queue<E>>,
    entries: usize,
    newest_first: bool,
}

impl<C: Cost, E: Entry, K: Key<C>> Ordered<C, E, K> {
    /// An empty list. Among equal entries, the first to arrive leaves first.
    pub const fn new(key: K) -> Self {
        Self { key, ranks: BTreeMap::new(), entries: 0, newest_first: false }
    }

    /// An empty list. Among equal entries, the last to arrive leaves first.
    pub fn newest_first(key: K) -> Self {
        Self { newest_first: true, ..Self::new(key) }
    }
}

impl<C: Cost, E: Entry, K: Key<C>> OpenList<C, E> for Ordered<C, E, K> {
    #[inline]
    fn push(&mut self, entry: E, known: &Known<'_, C>) -> bool {
        let Some(rank) = (self.key)(known) else { return false };
        self.entries += usize::from(self.ranks.entry(rank).or_default().push(entry));
        true
    }

    #[inline]
    fn pop(&mut self) -> Option<E> {
        let mut first = self.ranks.first_entry()?;
        let before = first.get().len();
        let entry = first.get_mut().pop(self.newest_first);
        let left = first.get().len();
        self.entries -= before - left;
        if left == 0 {
            first.remove();
        }
        entry
    }

    fn least(&mut self) -> Option<C> {
        self.ranks.first_key_value().map(|((first, _), _)| *first)
    }

    fn bytes(&self) -> usize {
        self.entries * size_of::<E>() + self.ranks.len() * 2 * size_of::<((C, C), Queue<E>)>()
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
    fn entries_leave_by_rank_and_arrival() {
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
