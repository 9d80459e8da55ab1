//! Positions of the protocol: lines, and UTF-16 units in them.
//!
//! In: a text. Out: bytes to positions and back. A line ends with `\n`, `\r\n` or `\r`.

use lsp_types::{Position, Range};

use banto_base::source::{Columns, Span};

/// Where each line of a text begins, and how many units are before a byte.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<u32>,
    columns: Columns<true>,
}

impl Lines {
    pub(super) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let ends =
            |at: &usize| bytes[*at] == b'\n' || (bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        let starts = (0..bytes.len()).filter(ends).map(|at| u32::try_from(at + 1).unwrap_or(u32::MAX));
        Self { starts: std::iter::once(0).chain(starts).collect(), columns: Columns::new(text) }
    }

    fn line(&self, at: u32) -> usize {
        self.starts.partition_point(|start| *start <= at) - 1
    }

    /// A line without its end.
    pub(super) fn span(&self, text: &str, line: usize) -> Span {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let start = self.starts.get(line).copied().unwrap_or(length);
        let end = self.starts.get(line + 1).copied().unwrap_or(length);
        let said = text[start as usize..end as usize].trim_end_matches(['\n', '\r']);
        Span::from(start as usize..start as usize + said.len())
    }

    pub(super) fn position(&self, text: &str, at: u32) -> Position {
        let at = text.floor_char_boundary(at as usize);
        let line = self.line(u32::try_from(at).unwrap_or(u32::MAX));
        let units = self.columns.before(text, at) - self.columns.before(text, self.starts[line] as usize);
        Position::new(u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(units).unwrap_or(u32::MAX))
    }

    pub(super) fn range(&self, text: &str, span: Span) -> Range {
        Range::new(self.position(text, span.start), self.position(text, span.end))
    }

    /// The byte of a position; a position past the end of a line means its end.
    pub(super) fn at(&self, text: &str, position: Position) -> u32 {
        let line = self.span(text, position.line as usize);
        let wanted = self.columns.before(text, line.start as usize) + position.character as usize;
        let start = self.columns.near(text, wanted).clamp(line.start as usize, line.end as usize);
        let mut units = self.columns.before(text, start);
        for (at, letter) in text[start..line.end as usize].char_indices() {
            if units + letter.len_utf16() > wanted {
                return u32::try_from(start + at).unwrap_or(line.end);
            }
            units += letter.len_utf16();
        }
        line.end
    }

    pub(super) fn span_of(&self, text: &str, range: Range) -> Span {
        let (start, end) = (self.at(text, range.start), self.at(text, range.end));
        Span::new(start, end.max(start))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn positions_count_utf_16_units() {
        let text = "a\t\u{1f600}b\r\n\u{e4}c\rd";
        let lines = Lines::new(text);
        let position = |line, character| Position::new(line, character);
        assert_eq!(lines.position(text, 6), position(0, 4));
        assert_eq!(lines.at(text, position(0, 4)), 6);
        // Between the halves of a character, and past the end of a line.
        assert_eq!(lines.at(text, position(0, 3)), 2);
        assert_eq!(lines.at(text, position(0, 99)), 7);
        assert_eq!(lines.at(text, position(1, 1)), 11);
        assert_eq!(lines.position(text, 13), position(2, 0));
        assert_eq!(lines.at(text, position(9, 9)), 14);
    }

    proptest! {
        #[test]
        fn places_come_back(text in "[a\r\n\u{1f600}]{0,30}|[ab\u{e4}\u{1f600}]{2000}[\n][a\u{1f600}]{600}") {
            let lines = Lines::new(&text);
            for at in text.char_indices().map(|(at, _)| u32::try_from(at).unwrap()) {
                let back = lines.at(&text, lines.position(&text, at));
                prop_assert!(back == at || text.as_bytes()[at as usize] == b'\n');
            }
        }
    }
}
