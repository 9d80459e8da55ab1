//! Level files made of lines of text: XSB in all its variants, `.sok`, and the article's files.
//!
//! In: the text. Out: its levels, each with the words around it. Each line is classified by itself first; `blocks` then
//! finds the boards, `rows` reads their cells, and `heading` assigns the words between them.

use std::ops::Range;

use super::line::{Line, LineKind, kind, mark_notes};
use super::{Alphabet, Collection, Format, StoredSolution, blocks, heading, rows};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, place};

/// The levels of a text, and for each the range of its faults: empty if all its cells could be read.
pub(super) fn read(
    source: &SourceText,
    format: Option<Format>,
    faults: &mut Vec<Diagnostic>,
    limits: &Limits,
) -> Result<(Collection, Vec<Range<usize>>), Stop> {
    let lines = split(source.text(), limits)?;
    let mut boards = blocks::boards(&lines, limits)?;
    let (mut levels, mut parts) = (Vec::new(), Vec::new());
    let mut budget = rows::Budget::default();
    for board in &boards {
        limits.check_reserve(&levels, 1)?;
        limits.check()?;
        let alphabet = match format {
            Some(Format::Article) => Alphabet::Article,
            _ => match Alphabet::recognize(board.iter().flat_map(|at| lines[*at].text.chars())) {
                Alphabet::Article if format.is_some() => Alphabet::Xsb,
                recognized => recognized,
            },
        };
        let before = faults.len();
        let run_lengths = rows::has_run_lengths(board.iter().map(|at| lines[*at].text));
        levels.push(rows::read(&lines, board, alphabet, run_lengths, &mut budget, faults));
        if budget.is_spent {
            // Each level after it would repeat this fault, which is the file's.
            levels.pop();
            let unread = boards.len() - levels.len();
            let words = format!("; from here on, {unread} of its {} levels are not read", boards.len());
            if let Some(fault) = faults.last_mut() {
                fault.message += &words;
            }
            break;
        }
        // Every row would be a fault of its own.
        if let Some(margin) = rows::margin(&lines, board) {
            faults.truncate(before);
            faults.push(margin);
        }
        parts.push(before..faults.len());
    }
    boards.truncate(levels.len());
    let collection = heading::assign(&lines, &boards, levels, limits)?;
    Ok((collection, parts))
}

/// The solutions in a text without levels; lines that follow each other are together.
pub(crate) fn solutions(source: &SourceText, limits: &Limits) -> Result<Vec<Vec<StoredSolution>>, Stop> {
    heading::solutions(&split(source.text(), limits)?, limits)
}

/// The lines of a text, with any kind of line end.
fn split<'a>(text: &'a str, limits: &Limits) -> Result<Vec<Line<'a>>, Stop> {
    let mut lines = Vec::new();
    // In a mail or in Markdown, each line of what is quoted begins with marks, one for each time.
    let quoted = |line: &'a str| {
        let mut rest = line;
        while let Some(next) = rest.strip_prefix('>') {
            rest = next.strip_prefix(' ').unwrap_or(next);
        }
        Some(rest).filter(|rest| rest.len() < line.len())
    };
    let is_quoted = text.lines().any(|line| quoted(line).is_some_and(|rest| kind(rest) == LineKind::Row));
    let mut add = |start: usize, end: usize| {
        limits.check_reserve(&lines, 1)?;
        limits.check()?;
        let line = &text[start..end];
        let line = Some(line).filter(|_| is_quoted).and_then(quoted).unwrap_or(line);
        lines.push(Line { text: line, start: place(end - line.len()), kind: kind(line) });
        Ok(())
    };
    let (mut start, mut is_inside) = (0, false);
    for piece in text.split_inclusive(['\n', '\r']) {
        // The line ended at the carriage return.
        if !(is_inside && piece == "\n") {
            add(start, start + piece.trim_end_matches(['\n', '\r']).len())?;
        }
        is_inside = piece.ends_with('\r');
        start += piece.len();
    }
    mark_notes(&mut lines);
    Ok(lines)
}
