//! Classifies one line of a level file by itself.
//!
//! In: a line. Out: its kind, its words, or the key and value of a property.

use std::ops::Range;

use banto_base::source::Span;

/// The kind of a line, judged by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Nothing but blanks.
    Blank,
    /// A comment for readers of the file, which is not kept.
    Comment,
    /// A comment that is kept: a title, a property or a note.
    Remark,
    /// Part of a board, by its walls.
    Row,
    /// Part of a board if it stands beside one: cells, but no wall.
    Cells,
    /// Inside a block of comments: a note, whatever it looks like.
    Note,
    Words,
}

/// One line, without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    /// The byte at which it starts.
    pub start: u32,
    pub kind: LineKind,
}

impl<'a> Line<'a> {
    /// The words of the line, without the mark of a comment; a note is not to be read as anything else.
    pub(super) fn words(&self) -> &'a str {
        let text = if self.kind == LineKind::Note { "" } else { self.text };
        text.trim().trim_start_matches(';').trim()
    }

    /// The place of a part of it.
    pub(super) fn place(&self, part: Range<usize>) -> Span {
        Span::from(self.start as usize + part.start..self.start as usize + part.end)
    }

    /// The place of all of it but blanks at its end.
    pub(super) fn whole(&self) -> Span {
        self.place(0..self.text.trim_end().len())
    }

    /// The key and value of a property such as `Author: Name`.
    pub(super) fn property(&self) -> Option<(&'a str, &'a str)> {
        let (key, value) = self.words().split_once([':', '='])?;
        let name = |one: char| one.is_ascii_alphabetic() || one == '-' || one == ' ';
        let named = key.len() <= 30 && key.starts_with(|one: char| one.is_ascii_alphabetic());
        (named && key.chars().all(name)).then(|| (key.trim(), value.trim()))
    }
}

/// Makes notes of the lines between `Comment:` and `Comment-End:`, unless a board is there.
pub(super) fn mark_notes(lines: &mut [Line<'_>]) {
    let mut start = None;
    for at in 0..lines.len() {
        match lines[at].property() {
            Some((key, _)) if key.eq_ignore_ascii_case("comment") => start = Some(at + 1),
            Some((key, _)) if key.eq_ignore_ascii_case("comment-end") => {
                let inside = start.take().map_or(&mut [][..], |start| &mut lines[start..at]);
                inside
                    .iter_mut()
                    .filter(|one| one.kind != LineKind::Blank)
                    .for_each(|one| one.kind = LineKind::Note);
            }
            _ if lines[at].kind == LineKind::Row => start = None,
            _ => {}
        }
    }
}

/// The kind of a line, judged by itself.
pub(super) fn kind(line: &str) -> LineKind {
    let text = line.trim();
    if text.is_empty() {
        return LineKind::Blank;
    }
    // In Markdown, a level stands between fences.
    if ["::", "```", "~~~"].iter().any(|mark| text.starts_with(mark)) {
        return LineKind::Comment;
    }
    if text.starts_with(';') {
        return LineKind::Remark;
    }
    let (mut walls, mut cells, mut letters, mut others) = (0_usize, 0_usize, 0_usize, 0_usize);
    for one in text.chars().filter(|one| *one != ' ') {
        match one {
            '#' => walls += 1,
            '@' | '+' | '$' | '*' | '.' | '-' | '_' | '|' | '0'..='9' | 'O' | 'X' | 'G' => cells += 1,
            _ if one.is_alphabetic() => letters += 1,
            _ => others += 1,
        }
    }
    let seen = walls + cells + letters + others;
    let numbered = text.trim_start_matches('#').trim().bytes().all(|byte| byte.is_ascii_digit());
    if walls > 0 {
        let uncounted = text.trim_start_matches(|one: char| one.is_ascii_digit());
        let fenced = text.len() > 1 && uncounted.starts_with('#') && text.ends_with('#');
        let mostly_cells = letters * 4 <= seen && (letters + others) * 2 <= seen;
        let title = numbered && !text.ends_with('#');
        if !title && (fenced || mostly_cells) { LineKind::Row } else { LineKind::Words }
    } else if letters + others == 0 && text.contains(['@', '+', '$', '*', '.', '-', '_', 'O', 'X', 'G']) {
        LineKind::Cells
    } else {
        LineKind::Words
    }
}
