//! The landmarks that each state has reached: a row of bits per state, the intersection over all known paths. Unknown
//! bits are set.

use banto_search::StateId;

/// Roughly the words in a chunk.
const CHUNK: usize = 1 << 14;

/// Rows by state.
pub(super) struct Reached {
    chunks: Vec<Vec<u64>>,
    width: usize,
    shift: u32,
}

impl Reached {
    pub(super) fn new(width: usize) -> Self {
        Self { chunks: Vec::new(), width, shift: (CHUNK / width.max(1)).max(1).ilog2() }
    }

    fn place(&self, state: StateId) -> (usize, usize) {
        let index = state.index();
        (index >> self.shift, (index & ((1 << self.shift) - 1)) * self.width)
    }

    /// The row of a state; `None` if neither it nor its neighbors were ever mentioned.
    #[inline]
    pub(super) fn row(&self, state: StateId) -> Option<&[u64]> {
        let (chunk, start) = self.place(state);
        self.chunks.get(chunk)?.get(start..start + self.width)
    }

    /// Keeps the contents of the row as well.
    #[inline]
    pub(super) fn intersect(&mut self, state: StateId, row: &[u64]) {
        let (index, start) = self.place(state);
        let end = start + self.width;
        while index >= self.chunks.len() {
            // The first chunk grows like any vector: many searches are tiny.
            let room = if self.chunks.is_empty() { 0 } else { self.width << self.shift };
            self.chunks.push(Vec::with_capacity(room));
        }
        let chunk = &mut self.chunks[index];
        if chunk.len() < end {
            chunk.resize(end, u64::MAX);
        }
        for (word, new) in chunk[start..end].iter_mut().zip(row) {
            *word &= new;
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.capacity() * size_of::<u64>()).sum()
    }

    pub(super) fn clear(&mut self) {
        self.chunks.clear();
    }
}
