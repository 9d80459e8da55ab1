//! A range of bytes in a text. It does not say which text: the holder knows.

use std::ops::Range;

/// A half-open range of bytes in one text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to, not including, `end`.
    ///
    /// ```
    /// let span = banto::source::Span::new(3, 7);
    /// assert_eq!(span.range(), 3..7);
    /// ```
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The empty span before the byte at `at`.
    pub const fn at(at: u32) -> Self {
        Self { start: at, end: at }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The span as a range that can index a `str`.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    /// A range of a text.
    ///
    /// ```
    /// use banto::source::Span;
    ///
    /// let text = "(define)";
    /// assert_eq!(Span::from(1..text.len() - 1), Span::new(1, 7));
    /// ```
    fn from(range: Range<usize>) -> Self {
        Self::new(place(range.start), place(range.end))
    }
}

/// A place in a text. Texts are at most 4 GiB, which is checked where they come in.
pub fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
