//! A solution board by board, for `banto sokoban solve --animate`.
//!
//! In: a level and the moves of its solution. Out: boards, drawn in place on an alternate screen, or one below the
//! other if standard output is not a terminal. Ctrl-C ends both.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, size};

use crate::base::limits::{Limits, Stop};
use crate::base::system::console;
use crate::program::Output;
use crate::sokoban::level::Level;
use crate::sokoban::{Alphabet, Board, Move, Position, draw};

/// The time between two boards on a screen.
const FRAME: Duration = Duration::from_millis(80);
/// How long the last board stays.
const LAST: Duration = Duration::from_secs(1);
/// How often Ctrl-C is checked.
const LOOK: Duration = Duration::from_millis(20);

/// Whether boards can be drawn on top of each other.
pub(super) fn has_screen() -> bool {
    io::stdout().is_terminal() && console::knows_escapes()
}

/// Shows the boards in place, on a screen of their own. The terminal's contents are restored at the end.
pub(super) fn on_screen(level: &Level, board: &Board, position: Position, moves: &[Move], limits: &Limits) {
    let Ok(screen) = Screen::enter() else { return };
    let last = moves.len();
    boards(level, board, position, moves, |index, drawn| {
        let mut out = io::stdout().lock();
        let (columns, rows) = size().unwrap_or((80, 24));
        execute!(out, MoveTo(0, 0), Clear(ClearType::FromCursorDown))?;
        let below = format!("move {index} of {last}");
        write!(out, "{}", fitted(drawn, &below, usize::from(columns), usize::from(rows)))?;
        out.flush()?;
        drop(out);
        Ok(stays(if index == last { LAST } else { FRAME }, limits))
    });
    drop(screen);
}

/// A board with a line below, or as much of it around the player as a screen shows.
fn fitted(drawn: &str, below: &str, columns: usize, rows: usize) -> String {
    let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
    let player = |line: &Vec<char>| line.iter().position(|one| matches!(one, '@' | '+'));
    let row = lines.iter().position(|line| player(line).is_some()).unwrap_or_default();
    let column = lines.get(row).and_then(player).unwrap_or_default();
    let first =
        |at: usize, all: usize, shown: usize| at.saturating_sub(shown / 2).min(all.saturating_sub(shown));
    let width = lines.iter().map(Vec::len).max().unwrap_or_default();
    let height = rows.saturating_sub(1);
    let (top, left) = (first(row, lines.len(), height), first(column, width, columns));
    let mut shown = String::new();
    for line in lines.iter().skip(top).take(height) {
        shown.extend(line.iter().skip(left).take(columns).chain(['\n'].iter()));
    }
    shown.extend(below.chars().take(columns));
    shown
}

/// Prints the boards below each other.
pub(super) fn on_paper(
    level: &Level,
    board: &Board,
    position: Position,
    moves: &[Move],
    (limits, output): (&Limits, &Output),
) {
    boards(level, board, position, moves, |index, drawn| {
        output.data(&format!("\n{drawn}move {index} of {}\n", moves.len()));
        Ok(limits.look() != Err(Stop::Canceled))
    });
}

/// Every board from the first to the last, until one is not shown.
fn boards(
    level: &Level,
    board: &Board,
    mut position: Position,
    moves: &[Move],
    mut show: impl FnMut(usize, &str) -> io::Result<bool>,
) {
    for (index, step) in moves.iter().map(Some).chain([None]).enumerate() {
        let drawn = draw::position(level, board, &position, Alphabet::Xsb);
        if !matches!(show(index, &drawn), Ok(true)) {
            return;
        }
        if let Some(step) = step {
            board.step(&mut position, step.direction);
        }
    }
}

/// Waits; false after Ctrl-C.
fn stays(time: Duration, limits: &Limits) -> bool {
    let start = Instant::now();
    while limits.look() != Err(Stop::Canceled) {
        let left = time.saturating_sub(start.elapsed());
        if left.is_zero() {
            return true;
        }
        std::thread::sleep(left.min(LOOK));
    }
    false
}

/// An alternate screen; left when dropped.
struct Screen;

impl Screen {
    fn enter() -> io::Result<Self> {
        execute!(io::stdout(), EnterAlternateScreen, Hide).map(|()| Self)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    }
}

#[cfg(test)]
mod tests {
    use super::fitted;

    #[test]
    fn small_screens_show_what_is_around_the_player() {
        let drawn = "########\n#      #\n# @$ . #\n########\n";
        assert_eq!(fitted(drawn, "move 1 of 2", 80, 24), format!("{drawn}move 1 of 2"));
        assert_eq!(fitted(drawn, "move 1 of 2", 4, 3), "#   \n# @$\nmove");
        assert_eq!(fitted(drawn, "move 1 of 2", 1, 1), "m");
        assert_eq!(fitted(drawn, "move 1 of 2", 0, 0), "");
    }
}
