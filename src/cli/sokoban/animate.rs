//! A solution board by board, for `banto sokoban solve --animate`.
//!
//! In: a level and the moves of its solution. Out: boards, drawn in place on an alternate screen, or one below the
//! other if standard output is not a terminal. Ctrl-C ends both.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::execute;
use crossterm::terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};

use crate::limits::{Limits, Stop};
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
    io::stdout().is_terminal() && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// Shows the boards in place, on a screen of their own. The terminal's contents are restored at the end.
pub(super) fn on_screen(level: &Level, board: &Board, position: Position, moves: &[Move], limits: &Limits) {
    let Ok(screen) = Screen::enter() else { return };
    let last = moves.len();
    boards(level, board, position, moves, |index, drawn| {
        let mut out = io::stdout().lock();
        execute!(out, MoveTo(0, 0), Clear(ClearType::FromCursorDown))?;
        write!(out, "{drawn}move {index} of {last}")?;
        out.flush()?;
        drop(out);
        Ok(stays(if index == last { LAST } else { FRAME }, limits))
    });
    drop(screen);
}

/// Prints the boards below each other.
pub(super) fn on_paper(level: &Level, board: &Board, position: Position, moves: &[Move], limits: &Limits) {
    boards(level, board, position, moves, |index, drawn| {
        let mut out = io::stdout().lock();
        writeln!(out, "\n{drawn}move {index} of {}", moves.len())?;
        out.flush()?;
        Ok(limits.look() != Err(Stop::Cancelled))
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
    while limits.look() != Err(Stop::Cancelled) {
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
