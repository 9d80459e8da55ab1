//! The two open lists that ignore estimates: first in, first out; last in, first out.

use std::marker::PhantomData;

use super::super::cost::Cost;
use super::super::storage::chunks::Chunks;
use super::queue::Queue;
use super::{Entry, Known, OpenList};

/// First in, first out.
pub struct Fifo<C, E> {
    queue: Queue<E>,
    cost: PhantomData<C>,
}

impl<C, E: Entry> Fifo<C, E> {
    /// An empty list.
    pub const fn new() -> Self {
        Self { queue: Queue::new(), cost: PhantomData }
    }
}

impl<C, E: Entry> Default for Fifo<C, E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Cost, E: Entry> OpenList<C, E> for Fifo<C, E> {
    #[inline]
    fn push(&mut self, entry: E, _known: &Known<'_, C>) -> bool {
        self.queue.push(entry);
        true
    }

    #[inline]
    fn pop(&mut self) -> Option<E> {
        self.queue.pop(false)
    }

    fn bytes(&self) -> usize {
        self.queue.bytes()
    }
}

/// Last in, first out.
pub struct Lifo<C, E> {
    stack: Chunks<E>,
    cost: PhantomData<C>,
}

impl<C, E: Entry> Lifo<C, E> {
    /// An empty list.
    pub const fn new() -> Self {
        Self { stack: Chunks::new(), cost: PhantomData }
    }
}

impl<C, E: Entry> Default for Lifo<C, E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Cost, E: Entry> OpenList<C, E> for Lifo<C, E> {
    #[inline]
    fn push(&mut self, entry: E, _known: &Known<'_, C>) -> bool {
        self.stack.push(entry);
        true
    }

    #[inline]
    fn pop(&mut self) -> Option<E> {
        let (last, rest) = self.stack.pop()?.split_last();
        rest.into_iter().for_each(|rest| self.stack.push(rest));
        Some(last)
    }

    fn bytes(&self) -> usize {
        self.stack.bytes()
    }
}
