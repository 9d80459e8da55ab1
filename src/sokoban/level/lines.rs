//! Level files that are lines of text: XSB in all its variants, `.sok`, and the article's files.
//!
//! In: the text. Out: its levels, each with the words around it. Here the lines are told apart, each by itself; what a run of
//! them means is the business of `blocks`, `rows` and `heading`.

use std::ops::Range;

use super::{Alphabet, Collection, Format, blocks, heading, rows};
use crate::source::{Diagnostic, SourceText, place};

/// What a line is, seen by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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
    /// Words.
    Words,
}

/// One line, without its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    /// The byte at which it starts.
    pub start: u32,
    pub kind: Kind,
}

impl<'a> Line<'a> {
    /// The words of the line, without the mark of a comment.
    pub(super) fn words(&self) -> &'a str {
        self.text.trim().trim_start_matches(';').trim()
    }

    /// The key and value of a property such as `Author: Name`.
    pub(super) fn property(&self) -> Option<(&'a str, &'a str)> {
        let (key, value) = self.words().split_once([':', '='])?;
        let name = |one: char| one.is_ascii_alphabetic() || one == '-' || one == ' ';
        let named = key.len() <= 30 && key.starts_with(|one: char| one.is_ascii_alphabetic());
        (named && key.chars().all(name)).then(|| (key.trim(), value.trim()))
    }
}

/// The levels of a text, and for each its part of the faults: none where all its cells could be read.
pub(super) fn read(
    source: &SourceText,
    format: Option<Format>,
    faults: &mut Vec<Diagnostic>,
) -> (Collection, Vec<Range<usize>>) {
    let lines = split(source.text());
    let boards = blocks::boards(&lines);
    let (mut levels, mut parts) = (Vec::new(), Vec::new());
    let mut budget = rows::Budget::default();
    for board in &boards {
        let alphabet = match format {
            Some(Format::Article) => Alphabet::Article,
            _ => match Alphabet::recognise(board.iter().flat_map(|at| lines[*at].text.chars())) {
                Alphabet::Article if format.is_some() => Alphabet::Xsb,
                recognised => recognised,
            },
        };
        let before = faults.len();
        let run_lengths = rows::has_run_lengths(board.iter().map(|at| lines[*at].text));
        levels.push(rows::read(&lines, board, alphabet, run_lengths, &mut budget, faults));
        parts.push(before..faults.len());
    }
    let collection = heading::assign(&lines, &boards, levels);
    (collection, parts)
}

/// The lines of a text, whichever way they end.
fn split(text: &str) -> Vec<Line<'_>> {
    let (mut lines, mut start) = (Vec::new(), 0);
    let bytes = text.as_bytes();
    let mut add = |start: usize, end: usize| {
        let line = &text[start..end];
        lines.push(Line { text: line, start: place(start), kind: kind(line) });
    };
    for at in memchr_ends(bytes) {
        if bytes[at] == b'\n' && at > 0 && bytes[at - 1] == b'\r' {
            // The line ended at the carriage return.
            start = at + 1;
            continue;
        }
        add(start, at);
        start = at + 1;
    }
    if start < text.len() {
        add(start, text.len());
    }
    lines
}

fn memchr_ends(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    bytes.iter().enumerate().filter(|(_, byte)| matches!(byte, b'\n' | b'\r')).map(|(at, _)| at)
}

fn kind(line: &str) -> Kind {
    let text = line.trim();
    if text.is_empty() {
        return Kind::Blank;
    }
    if text.starts_with("::") {
        return Kind::Comment;
    }
    if text.starts_with(';') {
        return Kind::Remark;
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
        let fenced = text.len() > 1 && text.starts_with('#') && text.ends_with('#');
        let mostly_cells = letters * 4 <= seen && (letters + others) * 2 <= seen;
        let title = numbered && !text.ends_with('#');
        if !title && (fenced || mostly_cells) { Kind::Row } else { Kind::Words }
    } else if letters + others == 0 && text.contains(['@', '+', '$', '*', '.', '-', '_', 'O', 'X', 'G']) {
        Kind::Cells
    } else {
        Kind::Words
    }
}
