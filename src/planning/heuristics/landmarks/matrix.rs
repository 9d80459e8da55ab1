//! A relation between landmarks as rows of bits.

/// Rows of bits of one width.
#[derive(Clone, Debug, Default)]
pub(super) struct Matrix {
    words: Vec<u64>,
    width: usize,
}

impl Matrix {
    /// The empty relation on that many things.
    pub(super) fn new(count: usize) -> Self {
        let width = count.div_ceil(64);
        Self { words: vec![0; count * width], width }
    }

    /// The bytes that a relation on that many things takes.
    pub(super) const fn bytes(count: usize) -> usize {
        count * count.div_ceil(64) * size_of::<u64>()
    }

    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.words[row * self.width + column / 64] |= 1 << (column % 64);
    }

    pub(super) fn clear(&mut self, row: usize, column: usize) {
        self.words[row * self.width + column / 64] &= !(1 << (column % 64));
    }

    pub(super) fn get(&self, row: usize, column: usize) -> bool {
        self.words[row * self.width + column / 64] >> (column % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    /// The columns set in a row, ascending.
    pub(super) fn ones(&self, row: usize) -> impl Iterator<Item = usize> + '_ {
        ones(self.row(row).iter().copied())
    }

    /// The relation after renumbering: `place[old]` is the new number of each thing.
    pub(super) fn renumbered(&self, place: &[usize]) -> Self {
        let mut new = Self::new(place.len());
        for row in 0..place.len() {
            for column in self.ones(row) {
                new.set(place[row], place[column]);
            }
        }
        new
    }
}

/// The places of the bits that are set, ascending.
pub(super) fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(word, mut bits)| {
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
            bits &= bits - 1;
            Some(word * 64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_found_where_they_were_set() {
        let mut matrix = Matrix::new(130);
        for column in [0, 63, 64, 129] {
            matrix.set(7, column);
        }
        matrix.clear(7, 63);
        assert_eq!(matrix.ones(7).collect::<Vec<_>>(), [0, 64, 129]);
        assert!(matrix.get(7, 129) && !matrix.get(7, 63) && !matrix.get(8, 0));
        let back: Vec<usize> = (0..130).rev().collect();
        assert_eq!(matrix.renumbered(&back).ones(122).collect::<Vec<_>>(), [0, 65, 129]);
    }
}
