//! How wide the beginning of a text is, as soon for a long line as for a short one: sums are kept, one for each block.
//!
//! In: a text. Out: characters before a byte, or UTF-16 units.

/// The bytes of a block.
const BLOCK: usize = 512;

/// The width of the beginnings of a text: in UTF-16 units, or else in characters.
#[derive(Debug)]
pub struct Columns<const IS_UTF_16: bool> {
    /// The width of what is before each block.
    sums: Vec<u32>,
}

impl<const IS_UTF_16: bool> Columns<IS_UTF_16> {
    /// The columns of one line.
    pub fn new(text: &str) -> Self {
        let mut sum = 0;
        let blocks = text.as_bytes().chunks(BLOCK).map(|block| {
            sum += Self::width(block);
            sum
        });
        Self { sums: std::iter::once(0).chain(blocks).collect() }
    }

    /// The first byte of a character counts for all of it.
    fn width(bytes: &[u8]) -> u32 {
        let width = |byte: &u8| u32::from(byte & 0xc0 != 0x80) + u32::from(IS_UTF_16 && *byte >= 0xf0);
        bytes.iter().map(width).sum()
    }

    /// The width of what is before a byte.
    pub fn before(&self, text: &str, at: usize) -> usize {
        let block = at / BLOCK;
        (self.sums[block] + Self::width(&text.as_bytes()[block * BLOCK..at])) as usize
    }

    /// A byte before which there is at most this width, and hardly less.
    pub fn near(&self, text: &str, width: usize) -> usize {
        let block = self.sums.partition_point(|sum| *sum as usize <= width) - 1;
        text.floor_char_boundary(block * BLOCK)
    }
}
