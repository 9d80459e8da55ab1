//! The words around the boards: titles, authors, notes and solutions, and which level they belong to.
//!
//! In: lines, and which of them are rows of which board. Out: the levels with their words, in a collection. Words
//! directly below a board, or later ones except the last line before the next board, are about that board. The last
//! line before a board, alone between blank lines or directly above it, is its title. If no blank line separates two
//! boards, as in files that were appended to each other, properties and solutions between them are about the first,
//! unless the file has properties directly above its first board.

use super::line::{Kind, Line};
use super::{Collection, Level};
use crate::base::limits::{Limits, Stop};
use crate::base::source::Span;

/// Gives each level its words.
pub(super) fn assign(
    lines: &[Line<'_>],
    boards: &[Vec<usize>],
    mut levels: Vec<Level>,
    limits: &Limits,
) -> Result<Collection, Stop> {
    let mut collection = Collection::default();
    let mut is_above = false;
    for next in 0..=boards.len() {
        let start = next.checked_sub(1).map_or(0, |last| boards[last].last().map_or(0, |at| at + 1));
        let end = boards.get(next).map_or(lines.len(), |board| board[0]);
        let gap = &lines[start.min(end)..end];
        let (before, after) = levels.split_at_mut(next);
        let mut heading = if after.is_empty() { gap.len() } else { heading_start(gap, before.is_empty()) };
        let blank = gap[heading..].iter().any(|line| line.kind == Kind::Blank);
        let keyed = |line: &Line<'_>| line.property().is_some() || is_moves(line.words());
        let last = gap[heading..].iter().rposition(keyed).filter(|_| heading == 0 && !blank);
        if before.is_empty() {
            is_above = last.is_some();
        } else if let Some(last) = last.filter(|_| !is_above) {
            heading = last + 1;
        }
        if let Some(level) = after.first_mut() {
            words_above(&gap[heading..], level, limits)?;
        }
        match before.last_mut() {
            Some(level) => words_below(&gap[..heading], level, limits)?,
            None => words_of_file(&gap[..heading], &mut collection, limits)?,
        }
    }
    collection.levels = levels;
    Ok(collection)
}

/// Where the heading of a board starts in the gap before it: the last run of lines, if that is a heading.
fn heading_start(gap: &[Line<'_>], is_first: bool) -> usize {
    let blank = |line: &Line<'_>| line.kind == Kind::Blank;
    let Some(last) = gap.iter().rposition(|line| !blank(line)) else { return gap.len() };
    let start = gap[..last].iter().rposition(blank).map_or(0, |at| at + 1);
    let block = &gap[start..=last];
    let touches_board = last + 1 == gap.len();
    let touches_last = start == 0 && !is_first;
    let has =
        |key: &str| block.iter().filter_map(Line::property).any(|(name, _)| name.eq_ignore_ascii_case(key));
    let plain = |line: &Line<'_>| line.property().is_none() && !is_moves(line.words());
    let words = block.iter().filter(|line| matches!(line.kind, Kind::Remark | Kind::Words | Kind::Cells));
    let is_heading = if has("collection") || (touches_last && !touches_board) {
        false
    } else if touches_board || has("title") {
        true
    } else if is_first || block.iter().all(|line| line.kind == Kind::Remark) {
        words.clone().any(plain)
    } else {
        words.clone().count() == 1 && words.clone().all(plain)
    };
    if is_heading { start } else { gap.len() }
}

/// The heading of a level.
fn words_above(lines: &[Line<'_>], level: &mut Level, limits: &Limits) -> Result<(), Stop> {
    for line in lines {
        limits.check()?;
        if matches!(line.kind, Kind::Blank | Kind::Comment) {
            continue;
        }
        if let Some((key, value)) = known(line) {
            set(level, key, value, line);
        } else if level.title.is_none() && !is_moves(line.words()) {
            level.title = Some(collapsed(line.words()));
        } else {
            note(&mut level.notes, line.words());
        }
    }
    level.title = level.title.take().filter(|title| !title.is_empty());
    Ok(())
}

/// The words under the board of a level.
fn words_below(lines: &[Line<'_>], level: &mut Level, limits: &Limits) -> Result<(), Stop> {
    let mut in_solution = false;
    for (at, line) in lines.iter().enumerate() {
        limits.check()?;
        let words = line.words();
        match line.kind {
            Kind::Blank | Kind::Comment => continue,
            _ if in_solution && is_moves(words) => {
                if level.solution.is_none() {
                    level.solution_place = place(line);
                }
                level.solution.get_or_insert_default().push_str(words);
                continue;
            }
            _ => in_solution = false,
        }
        if is_word(words, "solution") && level.solution.is_none() {
            in_solution = true;
        } else if let Some((key, value)) = known(line) {
            set(level, key, value, line);
        } else if at == 0 && line.kind == Kind::Remark && level.title.is_none() {
            level.title = Some(collapsed(words));
        } else {
            note(&mut level.notes, words);
        }
    }
    Ok(())
}

/// The words about the whole file, before the first board.
fn words_of_file(lines: &[Line<'_>], collection: &mut Collection, limits: &Limits) -> Result<(), Stop> {
    for line in lines.iter().filter(|line| !matches!(line.kind, Kind::Blank | Kind::Comment)) {
        limits.check()?;
        match known(line) {
            Some((Key::Collection | Key::Title, value)) => {
                collection.title = Some(collapsed(value)).filter(|title| !title.is_empty());
            }
            Some((Key::Author, value)) => collection.author = Some(collapsed(value)),
            Some((_, value)) => note(&mut collection.notes, value),
            None => note(&mut collection.notes, line.words()),
        }
    }
    Ok(())
}

/// The properties that have fields.
#[derive(Clone, Copy)]
enum Key {
    Title,
    Author,
    Collection,
    Comment,
    Solution,
}

fn known<'a>(line: &Line<'a>) -> Option<(Key, &'a str)> {
    let (key, value) = line.property()?;
    let key = match key.to_ascii_lowercase().as_str() {
        "title" => Key::Title,
        "author" => Key::Author,
        "collection" => Key::Collection,
        "comment" | "comment-end" => Key::Comment,
        "solution" if is_moves(value) => Key::Solution,
        _ => return None,
    };
    Some((key, value))
}

fn set(level: &mut Level, key: Key, value: &str, line: &Line<'_>) {
    if value.is_empty() {
        return;
    }
    match key {
        Key::Title => level.title = Some(collapsed(value)),
        Key::Author => level.author = Some(collapsed(value)),
        Key::Solution => {
            level.solution = Some(value.to_owned());
            level.solution_place = place(line);
        }
        Key::Comment => note(&mut level.notes, value),
        Key::Collection => note(&mut level.notes, &format!("Collection: {value}")),
    }
}

/// The place of a line, trimmed.
fn place(line: &Line<'_>) -> Span {
    let start = line.start as usize + line.text.len() - line.text.trim_start().len();
    Span::from(start..start + line.text.trim().len())
}

fn note(notes: &mut Vec<String>, words: &str) {
    if !words.is_empty() {
        notes.push(collapsed(words));
    }
}

/// Words with single blanks between them, so that every format can hold them on one line.
pub(super) fn collapsed(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a line is `Solution`, alone or followed by a number, a colon or a name.
fn is_word(words: &str, word: &str) -> bool {
    let Some((head, rest)) = words.split_at_checked(word.len()) else { return false };
    let rest = rest.trim();
    head.eq_ignore_ascii_case(word)
        && (rest.is_empty() || rest == ":" || rest.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether a line is moves: letters of the four directions, counts and brackets.
fn is_moves(words: &str) -> bool {
    !words.is_empty()
        && words.bytes().any(|byte| b"udlrUDLR".contains(&byte))
        && words.bytes().all(|byte| b"udlrUDLR0123456789() ".contains(&byte))
}
