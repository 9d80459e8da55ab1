//! The words around the boards: titles, authors, notes and solutions, and which level they belong to.
//!
//! In: lines, and which of them are rows of which board. Out: the levels with their words, in a collection. Words
//! directly below a board, or later ones except the last line before the next board, are about that board. The last
//! line before a board, alone between blank lines or directly above it, is its title; but words before the first board
//! that a blank line separates from it are about the file if that board has a title below, and so is a title there in a
//! file of several levels of which no other has words that could be its title. If a title is behind the last board and
//! none before the first, each is about the board above it. If no blank line separates
//! two boards, as in files that were appended to each other, properties and solutions between them are about the first,
//! unless the file has properties directly above its first board. A level may have several solutions, each with a
//! heading; one goes on in the next lines if they are moves, and moves that come first below a board need no heading.
//! What is moves but for a wrong letter is a solution as well, so that a typing error is reported and does not turn it
//! into a note.

use super::line::{Line, LineKind};
use super::{Collection, Level, StoredSolution};
use crate::lurd::{is_moves, typed};
use banto_base::limits::{Limits, Stop};
use banto_base::source::Span;

/// Gives each level its words.
pub(super) fn assign(
    lines: &[Line<'_>],
    boards: &[Vec<usize>],
    mut levels: Vec<Level>,
    limits: &Limits,
) -> Result<Collection, Stop> {
    let mut collection = Collection::default();
    let mut is_above = false;
    let is_below = are_titles_below(lines, boards);
    for next in 0..=boards.len() {
        let start = next.checked_sub(1).map_or(0, |last| boards[last].last().map_or(0, |at| at + 1));
        let end = boards.get(next).map_or(lines.len(), |board| board[0]);
        let gap = &lines[start.min(end)..end];
        let (before, after) = levels.split_at_mut(next);
        let is_alone = boards.len() == 1;
        let of_next = heading_start(gap, before.is_empty(), is_alone, is_below);
        let mut heading = if after.is_empty() { gap.len() } else { of_next };
        let blank = gap[heading..].iter().any(|line| line.kind == LineKind::Blank);
        let keyed = |line: &Line<'_>| line.property().is_some() || has_moves(line) || has_solution(line);
        let last = gap[heading..].iter().rposition(keyed).filter(|_| heading == 0 && !blank);
        if before.is_empty() {
            is_above = last.is_some();
        } else if let Some(last) = last.filter(|_| !is_above) {
            heading = last + 1;
        }
        let is_of_file = || has_title_below(lines, boards) || is_only_title(&gap[heading..], lines, boards);
        if before.is_empty() && blank && is_of_file() {
            heading = gap.len();
        }
        if let Some(level) = after.first_mut() {
            words(&gap[heading..], level, true, limits)?;
        }
        match before.last_mut() {
            Some(level) => words(&gap[..heading], level, false, limits)?,
            None => words_of_file(&gap[..heading], &mut collection, limits)?,
        }
    }
    collection.levels = levels;
    Ok(collection)
}

/// Where the heading of a board starts in the gap before it: the last run of lines, if that is a heading.
fn heading_start(gap: &[Line<'_>], is_first: bool, is_alone: bool, is_below: bool) -> usize {
    let blank = |line: &Line<'_>| line.kind == LineKind::Blank;
    let Some(last) = gap.iter().rposition(|line| !blank(line)) else { return gap.len() };
    let start = gap[..last].iter().rposition(blank).map_or(0, |at| at + 1);
    let block = &gap[start..=last];
    let touches_board = last + 1 == gap.len();
    let touches_last = start == 0 && !is_first;
    let has =
        |key: &str| block.iter().filter_map(Line::property).any(|(name, _)| name.eq_ignore_ascii_case(key));
    let is_of_last = has("collection") || has("title") && is_below;
    let plain = |line: &Line<'_>| line.property().is_none() && !has_moves(line) && !has_solution(line);
    let words =
        block.iter().filter(|line| matches!(line.kind, LineKind::Remark | LineKind::Words | LineKind::Cells));
    let is_heading = if is_of_last || (touches_last && !touches_board) {
        false
    } else if touches_board || has("title") {
        true
    } else if is_alone || block.iter().all(|line| line.kind == LineKind::Remark) {
        words.clone().any(plain)
    } else {
        words.clone().count() == 1 && words.clone().all(plain)
    };
    if is_heading { start } else { gap.len() }
}

/// Whether titles stand below their boards, blank lines or not: one is behind the last board, none before the first.
fn are_titles_below(lines: &[Line<'_>], boards: &[Vec<usize>]) -> bool {
    let (Some(first), Some(last)) = (boards.first(), boards.last()) else { return false };
    let behind = last.last().map_or(lines.len(), |last| last + 1);
    let before = first.first().map_or(0, |first| *first);
    lines[behind..].iter().any(is_title) && !lines[..before].iter().any(is_title)
}

/// Whether the lines directly below the first board, up to a blank line or the next board, give it its title.
fn has_title_below(lines: &[Line<'_>], boards: &[Vec<usize>]) -> bool {
    let start = boards.first().and_then(|board| board.last()).map_or(lines.len(), |last| last + 1);
    let end = boards.get(1).map_or(lines.len(), |board| board[0]);
    let mut below = lines[start..end.max(start)].iter().take_while(|line| line.kind != LineKind::Blank);
    below.any(is_title)
}

fn is_title(line: &Line<'_>) -> bool {
    matches!(known(line), Some((Key::Title, title)) if !title.is_empty())
}

/// Whether this heading of the first of several boards has a title, and behind that board nothing is said that could be
/// the title of a level.
fn is_only_title(heading: &[Line<'_>], lines: &[Line<'_>], boards: &[Vec<usize>]) -> bool {
    let says_no_title = |line: &Line<'_>| {
        matches!(line.kind, LineKind::Blank | LineKind::Comment)
            || has_moves(line)
            || solution_heading(line.words()).is_some()
            || line.property().is_some() && !is_title(line)
    };
    let ends = boards.iter().filter_map(|board| board.last().map(|last| last + 1));
    let starts = boards.iter().skip(1).map(|board| board[0]).chain([lines.len()]);
    boards.len() > 1
        && heading.iter().any(is_title)
        && ends.zip(starts).all(|(start, end)| lines[start.min(end)..end].iter().all(says_no_title))
}

/// The words above the board of a level, or below it.
fn words(lines: &[Line<'_>], level: &mut Level, is_above: bool, limits: &Limits) -> Result<(), Stop> {
    let (mut in_solution, mut is_first) = (false, !is_above);
    // The line nearest to the board names it; above `by Name`, the first line does.
    let is_said = |line: &Line<'_>| !matches!(line.kind, LineKind::Blank | LineKind::Comment);
    let names = |at: &usize| {
        let line = &lines[*at];
        matches!(line.kind, LineKind::Words | LineKind::Remark)
            && line.property().is_none()
            && author_of(line).is_none()
            && !lines.iter().any(is_title)
    };
    let nearest = lines.iter().rposition(is_said).filter(names);
    for (at, line) in lines.iter().enumerate() {
        limits.check()?;
        let words = line.words();
        match line.kind {
            LineKind::Blank => {
                in_solution &= is_above || level.solutions.last().is_some_and(|last| last.moves.is_empty());
                continue;
            }
            LineKind::Comment => continue,
            _ => {}
        }
        let is_bare = std::mem::take(&mut is_first) && line.kind == LineKind::Words && has_moves(line);
        if is_bare {
            level.solutions.push(StoredSolution { place: place(line), ..words.into() });
            in_solution = true;
        }
        if is_bare || solution(lines, at, level, &mut in_solution) {
            continue;
        }
        let is_name = if is_above {
            nearest.map_or(level.title.is_none(), |nearest| at == nearest) && !has_moves(line)
        } else {
            at == 0 && line.kind == LineKind::Remark && level.title.is_none()
        };
        match known(line) {
            Some((key, value)) => set(level, key, value),
            None if is_name => set(level, Key::Title, words),
            None => note(&mut level.notes, words),
        }
    }
    Ok(())
}

/// The words about the whole file, before the first board.
fn words_of_file(lines: &[Line<'_>], collection: &mut Collection, limits: &Limits) -> Result<(), Stop> {
    let is_said = |line: &Line<'_>| !matches!(line.kind, LineKind::Blank | LineKind::Comment);
    let is_plain = |line: &Line<'_>| is_said(line) && line.property().is_none() && !has_moves(line);
    // A first line alone or above `by Name` is a name; the first of several, or a sentence, is not.
    let first = lines.iter().position(is_said).unwrap_or(0);
    let maker = lines.get(first + 1).filter(|line| is_plain(line)).map(|line| author_of(line));
    let is_name = lines.get(first).is_some_and(|line| {
        is_plain(line) && !line.words().ends_with(['.', ',', ';', ':', '!']) && maker != Some(None)
    });
    let named = if is_name { first + 1 + usize::from(maker.is_some()) } else { 0 };
    if is_name {
        collection.title = Some(collapsed(lines[first].words())).filter(|title| !title.is_empty());
        collection.author = maker.flatten().map(collapsed);
    }
    for line in lines[named..].iter().filter(|line| is_said(line)) {
        limits.check()?;
        match known(line) {
            Some((Key::Collection | Key::Title, value)) => {
                collection.title = Some(collapsed(value)).filter(|title| !title.is_empty());
            }
            Some((Key::Author, value)) => collection.author = Some(collapsed(value)),
            None if collection.title.is_none() && is_set(line) => {
                collection.title = line.property().map(|(_, value)| collapsed(value));
            }
            Some((_, value)) => note(&mut collection.notes, value),
            None => note(&mut collection.notes, line.words()),
        }
    }
    Ok(())
}

/// Whether a line that is no comment is moves: a title such as `L2` is none.
fn has_moves(line: &Line<'_>) -> bool {
    line.kind != LineKind::Remark && is_moves(line.words()) && typed(line.words()).is_ok()
}

/// The name in a line such as `by Name`.
fn author_of<'a>(line: &Line<'a>) -> Option<&'a str> {
    let (by, name) = line.words().split_once(' ')?;
    by.eq_ignore_ascii_case("by").then_some(name)
}

/// The properties that have fields.
#[derive(Clone, Copy)]
enum Key {
    Title,
    Author,
    Collection,
    Comment,
}

fn known<'a>(line: &Line<'a>) -> Option<(Key, &'a str)> {
    if line.kind == LineKind::Note {
        return Some((Key::Comment, line.text));
    }
    let (key, value) = line.property()?;
    let key = match key.to_ascii_lowercase().as_str() {
        "title" => Key::Title,
        "author" => Key::Author,
        "collection" => Key::Collection,
        "comment" | "comment-end" => Key::Comment,
        _ => return None,
    };
    Some((key, value))
}

/// Whether a line is what `.sok` files call the collection, too.
fn is_set(line: &Line<'_>) -> bool {
    line.property().is_some_and(|(key, value)| key.eq_ignore_ascii_case("set") && !value.is_empty())
}

fn set(level: &mut Level, key: Key, value: &str) {
    if value.is_empty() {
        return;
    }
    match key {
        Key::Title => {
            // A title that the level had already is a note, not lost.
            let title = collapsed(value);
            let other = level.title.replace(title.clone()).filter(|other| *other != title);
            other.iter().for_each(|other| note(&mut level.notes, other));
        }
        Key::Author => level.author = Some(collapsed(value)),
        Key::Comment => note(&mut level.notes, value),
        Key::Collection => note(&mut level.notes, &format!("Collection: {value}")),
    }
}

/// The place of a line, trimmed.
fn place(line: &Line<'_>) -> Span {
    line.place(line.text.len() - line.text.trim_start().len()..line.text.trim_end().len())
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

/// Reads a line of a solution: its heading, its moves, or both. False if the line is about something else.
fn solution(lines: &[Line<'_>], at: usize, level: &mut Level, is_open: &mut bool) -> bool {
    let (line, words) = (&lines[at], lines[at].words());
    let goes_on = |line: &Line<'_>| {
        let words = line.words();
        is_moves(words) || !words.contains(' ') && line.property().is_none() && typo(words).is_some()
    };
    if std::mem::take(is_open)
        && goes_on(line)
        && let Some(last) = level.solutions.last_mut()
    {
        if last.moves.is_empty() {
            last.place = place(line);
        }
        last.moves.push_str(words);
        last.typo = last.typo.or_else(|| typo_in(line, words));
        *is_open = true;
        return true;
    }
    let Some((title, moves)) = solution_heading(words) else { return false };
    let mut next =
        lines[at + 1..].iter().filter(|line| !matches!(line.kind, LineKind::Blank | LineKind::Comment));
    if moves.is_empty() && !next.next().is_some_and(goes_on) {
        // A heading alone, as in `Solution:`, says nothing.
        return title.is_empty() && words.ends_with([':', '=']);
    }
    let typo = typo_in(line, moves);
    let (title, moves) = (collapsed(title), moves.to_owned());
    level.solutions.push(StoredSolution { title, moves, place: place(line), typo });
    *is_open = true;
    true
}

/// The solutions in lines without boards: below headings, as lines of moves, or in JSON as solvers print it. Lines that
/// follow each other are together: they are one solution, or each is one.
pub(super) fn solutions(lines: &[Line<'_>], limits: &Limits) -> Result<Vec<Vec<StoredSolution>>, Stop> {
    let mut found: Vec<Vec<StoredSolution>> = Vec::new();
    let (mut name, mut goes_on) = (String::new(), false);
    for line in lines {
        limits.check()?;
        let words = line.words();
        let in_json = json(words, "solution").filter(|moves| is_moves(moves));
        let heading = in_json.map(|moves| (json(words, "solver").unwrap_or_default(), moves));
        let moves = match heading.or_else(|| solution_heading(words)) {
            Some((title, moves)) => {
                (name, goes_on) = (collapsed(title), false);
                moves
            }
            // A label may come before moves, as in `Moves are: R 2D`.
            None => Some(words.rsplit_once(':').map_or(words, |(_, moves)| moves.trim_start()))
                .filter(|moves| is_moves(moves))
                .unwrap_or_default(),
        };
        let solution = StoredSolution { place: place(line), ..moves.into() };
        goes_on = match found.last_mut().filter(|_| goes_on) {
            _ if moves.is_empty() => false,
            Some(last) => {
                last.push(solution);
                true
            }
            None => {
                found.push(vec![StoredSolution { title: std::mem::take(&mut name), ..solution }]);
                in_json.is_none()
            }
        };
    }
    Ok(found)
}

/// The text behind a key in a line of JSON.
fn json<'a>(words: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = words.split_once(&format!("\"{key}\":"))?;
    rest.trim_start().strip_prefix('"')?.split_once('"').map(|(text, _)| text)
}

/// Whether a line is the heading of a solution with its moves.
fn has_solution(line: &Line<'_>) -> bool {
    solution_heading(line.words()).is_some_and(|(_, moves)| !moves.is_empty())
}

/// The title of a solution, and its moves if they are on the same line, as in `Solution`, `Solution 2`,
/// `Solution (33 moves)`, `Solution/Name`, `Solution: rRR`.
fn solution_heading(words: &str) -> Option<(&str, &str)> {
    const WORD: &str = "solution";
    let (head, rest) = words.split_at_checked(WORD.len())?;
    if !head.eq_ignore_ascii_case(WORD) || rest.starts_with(char::is_alphabetic) {
        return None;
    }
    if is_moves(rest) {
        return Some(("", rest.trim()));
    }
    let inline = rest.split_once([':', '=']);
    let inline = inline.filter(|(_, moves)| is_moves(moves) || typo(moves).is_some());
    let (title, moves) = inline.unwrap_or((rest, ""));
    Some((title.trim_matches([' ', '/', ':', '=']), moves.trim()))
}

/// Where the first character is that is no move, in words that are moves but for a few of them: at most one in three.
fn typo(words: &str) -> Option<usize> {
    let is_wrong = |one: &char| !"udlrUDLR".contains(*one);
    let letters = || words.chars().filter(|one| !"0123456789(), \t".contains(*one));
    let wrong = letters().filter(is_wrong).count();
    let first = letters().find(is_wrong)?;
    (wrong * 3 <= letters().count()).then(|| words.find(first)).flatten()
}

/// The place of the first character that is no move, in moves that are a part of a line.
fn typo_in(line: &Line<'_>, moves: &str) -> Option<Span> {
    let start = line.text.rfind(moves)? + typo(moves)?;
    Some(line.place(start..start + line.text[start..].chars().next()?.len_utf8()))
}
