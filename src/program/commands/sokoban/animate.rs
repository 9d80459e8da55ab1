//! A solution board by board, for `--animate`.
//!
//! In: a level and the moves of its solution. Out: the screen of the game, on which the solution plays itself; or
//! boards one below the other if standard output is no screen. Ctrl-C ends both.

use std::io::{self, IsTerminal};
use std::time::Duration;

use super::play;
use crate::terminal::play::{Action, Entry, Game, SolverSettings};
use crate::{Output, Run};
use banto_base::limits::Stop;
use banto_base::system::console;
use banto_sokoban::direct::Solver;
use banto_sokoban::level::Level;
use banto_sokoban::{Alphabet, Board, Move, draw};

/// The time that a move takes on a screen.
const FRAME: Duration = Duration::from_millis(80);
/// How long a hint may take.
const HINT: Duration = Duration::from_secs(10);

/// Whether boards can be drawn on top of each other.
pub(super) fn has_screen() -> bool {
    io::stdout().is_terminal() && console::knows_escapes()
}

/// Plays the solution of a level, the number of so many, on a screen of its own, which ends soon after it unless
/// somebody takes over. The terminal's contents are restored at the end.
pub(super) fn on_screen(level: &Level, (number, of): (usize, usize), moves: &[Move], output: &Output) {
    let entry = Entry { others: vec![(String::new(), moves.to_vec())], ..Entry::new(level.clone(), number) };
    let Ok(mut game) = Game::new(vec![entry], 0, FRAME) else { return };
    game.of = of;
    game.act(Action::Best);
    let solver = SolverSettings { solver: Solver::Direct, time: HINT, memory: None };
    // Without a screen, the solution is still printed.
    let _ = play::on_screen(&mut game, &solver, true, &mut (), output);
}

/// Prints the boards below each other.
pub(super) fn on_paper(level: &Level, moves: &[Move], run: &Run<'_>) {
    let Some((board, mut position)) = Board::new(level) else { return };
    for (index, step) in moves.iter().map(Some).chain([None]).enumerate() {
        let drawn = draw::position(level, &board, &position, Alphabet::Xsb);
        run.output.data(&format!("\n{drawn}move {index} of {}\n", moves.len()));
        if run.limits.look() == Err(Stop::Canceled) {
            return;
        }
        if let Some(step) = step {
            board.step(&mut position, step.direction);
        }
    }
}
