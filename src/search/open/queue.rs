//! A queue of entries with two ends. An entry that follows the last one is joined with it.

use std::collections::VecDeque;

use super::Entry;

#[derive(Clone, Debug, Default)]
pub(super) struct Queue<E>(VecDeque<E>);

impl<E: Entry> Queue<E> {
    pub(super) const fn new() -> Self {
        Self(VecDeque::new())
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds an entry; false if the last one now stands for it as well.
    #[inline]
    pub(super) fn push(&mut self, entry: E) -> bool {
        if let Some(last) = self.0.back_mut()
            && let Some(joined) = last.joined(entry)
        {
            *last = joined;
            return false;
        }
        self.0.push_back(entry);
        true
    }

    /// Removes the single thing that came first, or last.
    #[inline]
    pub(super) fn pop(&mut self, newest: bool) -> Option<E> {
        let place = if newest { self.0.back_mut() } else { self.0.front_mut() }?;
        let (one, rest) = if newest { place.split_last() } else { place.split_first() };
        match rest {
            Some(rest) => *place = rest,
            None if newest => drop(self.0.pop_back()),
            None => drop(self.0.pop_front()),
        }
        Some(one)
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<E>()
    }
}
