//! The speed of playing and of searching a game.
//!
//! In: a game, a depth. Out: nodes, time and value.

use std::time::{Duration, Instant};

use super::alpha_beta::AlphaBeta;
use super::minimax::perft;
use super::play::Game;
use super::score::{Scoring, WIN};
use super::transposition::TranspositionTable;
use crate::base::limits::{Limits, Stop};

/// The work of a search to a fixed depth.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The value for the side to move.
    pub value: i32,
    /// The positions that were searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Measured {
    /// Positions per second.
    #[allow(clippy::cast_precision_loss, reason = "a speed")]
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Counts games of `depth` moves, to measure playing moves and taking them back alone. The value is 0.
pub fn count(game: &mut impl Game, depth: u32, limits: &Limits) -> Result<Measured, Stop> {
    let start = Instant::now();
    let nodes = perft(game, depth, limits)?;
    Ok(Measured { value: 0, nodes, time: start.elapsed() })
}

/// Searches a game to depth 1, 2, 3, ... up to `depth`, from an empty transposition table.
pub fn search(
    game: &mut impl Game,
    depth: u32,
    table_bytes: usize,
    limits: &Limits,
) -> Result<Measured, Stop> {
    let mut table = TranspositionTable::new(game.key_words(), table_bytes, limits)?;
    let start = Instant::now();
    let mut search = AlphaBeta::new(game, &mut table, Scoring::Distance, limits);
    let mut value = 0;
    for depth in 1..=depth {
        value = search.search(depth, -WIN, WIN)?.value;
    }
    Ok(Measured { value, nodes: search.nodes(), time: start.elapsed() })
}
