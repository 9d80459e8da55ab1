//! The same search on two implementations of one game, side by side.
//!
//! In: two games in the same position. Out: nodes, time and value of each. Knows no game.

use std::time::{Duration, Instant};

use super::alpha_beta::AlphaBeta;
use super::minimax::perft;
use super::play::Game;
use super::score::{Scoring, WIN};
use super::table::Table;
use crate::limits::{Limits, Stop};

/// What a search of a fixed depth took.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The value for the mover.
    pub value: i32,
    /// The positions that were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Run {
    /// Positions a second.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "a speed")]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Counts games of `depth` moves: the speed of playing and taking back alone. The value is that of no search: 0.
///
/// ```
/// use banto::game::direct::TicTacToe;
/// use banto::game::speed;
/// use banto::limits::Limits;
///
/// assert_eq!(speed::count(&mut TicTacToe::new(), 2, &Limits::none()).unwrap().nodes, 72);
/// ```
///
/// # Errors
/// When a limit is reached.
pub fn count(game: &mut impl Game, depth: u32, limits: &Limits) -> Result<Run, Stop> {
    let start = Instant::now();
    let nodes = perft(game, depth, limits)?;
    Ok(Run { value: 0, nodes, time: start.elapsed() })
}

/// Searches a game with growing depth down to `depth`, from an empty table.
///
/// # Errors
/// When a limit is reached.
pub fn run(game: &mut impl Game, depth: u32, table_bytes: usize, limits: &Limits) -> Result<Run, Stop> {
    let mut table = Table::new(game.key_words(), table_bytes);
    let start = Instant::now();
    let mut search = AlphaBeta::new(game, &mut table, Scoring::Distance, limits);
    let mut value = 0;
    for depth in 1..=depth {
        value = search.search(depth, -WIN, WIN)?.value;
    }
    Ok(Run { value, nodes: search.nodes(), time: start.elapsed() })
}
