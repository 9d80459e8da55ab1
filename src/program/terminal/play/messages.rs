//! Messages about a game: a win, counts, a push with its walk, or the end of a search.

use std::collections::BTreeMap;

use ratatui::text::Span;

use super::history::Count;
use banto_base::limits::Stop;
use banto_base::source::printable;
use banto_sokoban::direct::{Reason, Status};
use banto_sokoban::{Board, Direction};

/// A level with moves from an earlier visit.
pub(crate) const LEFT: &str = "you are where you left this level; r (restart) starts again";

/// What the letters on a board mean.
pub(crate) const SIGNS: &str = "@ is you, $ a box (* on a goal), . a goal, + you on a goal";

/// A count, and whose it is, if that is said.
pub(super) fn count_by(number: Count, by: &str) -> String {
    let by = if by.is_empty() { String::new() } else { format!(" by {}", printable(by)) };
    format!("{}{by}", number.words())
}

/// A text in a number of columns: one that is too long ends in dots.
pub(super) fn cut(text: String, room: usize) -> String {
    if Span::raw(text.as_str()).width() <= room {
        return text;
    }
    let mut kept = text;
    while !kept.is_empty() && Span::raw(kept.as_str()).width() >= room {
        kept.pop();
    }
    if room > 0 {
        kept.push('…');
    }
    kept
}

/// A push with the walk to it as moves are typed, in LURD; or, if a line of 40 columns has no room for the walk, the
/// place of the box.
pub(super) fn hint(walk: &[Direction], push: Direction, (row, column): (usize, usize)) -> String {
    const WALK: usize = 10;
    let word = match push {
        Direction::Left => "left",
        Direction::Down => "down",
        Direction::Up => "up",
        Direction::Right => "right",
    };
    let push = push.letter().to_ascii_uppercase();
    match walk.iter().map(|one| one.letter()).collect::<String>() {
        walk if walk.is_empty() => format!("hint: push {word} ({push})"),
        walk if walk.len() > WALK => {
            let (row, column, walk) = (row + 1, column + 1, walk.len());
            format!("hint: push {word}, the box in row {row}, column {column} ({walk} steps away)")
        }
        walk => format!("hint: push {word} ({walk}{push})"),
    }
}

/// Why the level of a number cannot be played, if it is in the file.
pub(super) fn left_out(number: usize, levels: &BTreeMap<usize, String>) -> Option<String> {
    levels.get(&number).map(|why| format!("level {number} was left out: {why}"))
}

/// A level that is seen to be lost after a push, though it may have been before; and what helps, if anything does.
pub(super) fn lost(board: &Board, reason: Reason, helps: bool) -> String {
    let advice = if helps { "; Backspace (back) takes the push back" } else { "" };
    format!("the level is lost: {}{advice}", reason.placed(board))
}

/// Why the solver has no solution, and whether that is proven.
pub(super) fn no_solution(board: &Board, status: &Status) -> String {
    match status {
        Status::Unsolvable(Some(reason)) => {
            format!("no solution from here: {}; proven", reason.placed(board))
        }
        Status::Unsolvable(None) => {
            "no solution from here: all relevant positions were searched; proven".to_owned()
        }
        Status::Stopped(stop) => {
            let more = match stop {
                Stop::Time => "; --time-limit allows more",
                Stop::Memory => "; --memory-limit allows more",
                _ => "",
            };
            format!("no solution found from here: {stop}; nothing is proven{more}")
        }
        _ => "no solution found from here; nothing is proven".to_owned(),
    }
}
