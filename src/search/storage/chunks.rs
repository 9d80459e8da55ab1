//! Long arrays that grow without moving, so that peak memory is just what is in use: there is never an old array beside
//! a larger copy.

use crate::space::check_width;

/// Elements in one chunk, as a power of two.
const SHIFT: u32 = 14;
const MASK: usize = (1 << SHIFT) - 1;

/// An array in chunks of equal length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

impl<T: Copy> Chunks<T> {
    pub(crate) const fn new() -> Self {
        Self { chunks: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() <= MASK => last.push(value),
            _ => self.push_to_new_chunk(value),
        }
    }

    #[cold]
    fn push_to_new_chunk(&mut self, value: T) {
        // The first chunk grows like any vector: many searches are tiny.
        let mut chunk = Vec::with_capacity(if self.chunks.is_empty() { 4 } else { MASK + 1 });
        chunk.push(value);
        self.chunks.push(chunk);
    }

    pub(crate) fn len(&self) -> usize {
        self.chunks.last().map_or(0, |last| ((self.chunks.len() - 1) << SHIFT) + last.len())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Removes the last element.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let last = self.chunks.last_mut().and_then(Vec::pop);
        if self.chunks.last().is_some_and(Vec::is_empty) {
            self.chunks.pop();
        }
        last
    }

    /// Removes an element and puts the last one in its place.
    pub(crate) fn swap_remove(&mut self, index: usize) -> T {
        let last = self.pop().expect("there is something to take out");
        if index == self.len() { last } else { std::mem::replace(self.get_mut(index), last) }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &T {
        &self.chunks[index >> SHIFT][index & MASK]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.chunks[index >> SHIFT][index & MASK]
    }

    /// The bytes that the elements take, including room for more.
    pub(crate) fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<T>()).sum()
    }
}

/// Words in one chunk of rows, at most.
const ROW_CHUNK_WORDS: usize = 1 << 15;

/// Rows of `u64` words of one width, in chunks.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    chunks: Vec<Vec<u64>>,
    width: usize,
    /// Rows in one chunk, as a power of two.
    shift: u32,
    len: usize,
}

impl Rows {
    pub(crate) fn new(width: usize) -> Self {
        let shift = (ROW_CHUNK_WORDS / width.max(1)).max(1).ilog2();
        Self { chunks: Vec::new(), width, shift, len: 0 }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(crate) fn row(&self, index: usize) -> &[u64] {
        let start = (index & ((1 << self.shift) - 1)) * self.width;
        &self.chunks[index >> self.shift][start..start + self.width]
    }

    #[inline]
    pub(crate) fn push(&mut self, row: &[u64]) {
        check_width(row, self.width);
        if self.len & ((1 << self.shift) - 1) == 0 {
            self.start_chunk();
        }
        self.len += 1;
        let chunk = self.chunks.last_mut().expect("a chunk was started");
        for &word in row {
            chunk.push(word);
        }
    }

    #[cold]
    fn start_chunk(&mut self) {
        let words = if self.chunks.is_empty() { 64 } else { self.width << self.shift };
        self.chunks.push(Vec::with_capacity(words));
    }

    pub(crate) fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<u64>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_in_order() {
        let mut chunks = Chunks::new();
        for value in 0..100_000_u32 {
            chunks.push(value);
        }
        *chunks.get_mut(70_000) = 1;
        assert_eq!((*chunks.get(69_999), *chunks.get(70_000), *chunks.get(99_999)), (69_999, 1, 99_999));
        assert!(chunks.bytes() < 4 * 130_000);
    }

    #[test]
    fn what_is_taken_out_is_as_from_a_vector() {
        let (mut chunks, mut oracle) = (Chunks::new(), Vec::new());
        for value in 0..40_000_usize {
            chunks.push(value);
            oracle.push(value);
        }
        while !oracle.is_empty() {
            let index = oracle.len() * 7919 % 40_009 % oracle.len();
            assert_eq!(chunks.swap_remove(index), oracle.swap_remove(index));
            assert_eq!(chunks.len(), oracle.len());
        }
        assert!(chunks.is_empty());
    }

    #[test]
    fn rows_of_any_width_stay_in_order() {
        for width in [0, 1, 2, 3, 7, 100_000] {
            let mut rows = Rows::new(width);
            let count = if width > 100 { 3 } else { 40_000_u32 };
            for index in 0..count {
                rows.push(&vec![u64::from(index); width]);
            }
            assert_eq!(rows.len(), count as usize);
            for index in 0..count {
                assert!(rows.row(index as usize).iter().all(|&word| word == u64::from(index)));
                assert_eq!(rows.row(index as usize).len(), width);
            }
        }
    }
}
