//! The best move within limits: deeper and deeper searches, of which the last whole one counts.
//!
//! In: a game, how deep and how long. Out: a [`Thought`]: the move, its value, the line that follows, and whether the value is
//! proven. Knows no game.

use super::alpha_beta::AlphaBeta;
use super::play::{Game, Move};
use super::score::{Scoring, WIN};
use super::table::Table;
use crate::limits::{Limits, Stop};

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The best move; none where the game is over.
    pub best: Option<Move>,
    /// The value for the mover, by distance.
    pub value: i32,
    /// Whether no estimate is part of it.
    pub proven: bool,
    /// The depth of the last whole search.
    pub depth: u32,
    /// The moves that best play on both sides begins with.
    pub line: Vec<Move>,
    /// The positions that were looked at.
    pub nodes: u64,
    /// What ended the search before its depth, if anything did.
    pub stopped: Option<Stop>,
}

/// Searches deeper and deeper down to `depth`. The table may be that of earlier searches of the same game.
///
/// ```
/// use banto::game::direct::ConnectFour;
/// use banto::game::{Game, Table, think};
/// use banto::limits::Limits;
///
/// let mut game = ConnectFour::new(7, 6).unwrap();
/// [3, 0, 3, 0, 3, 1].into_iter().for_each(|column| game.play(column));
/// let mut table = Table::new(game.key_words(), 1 << 20);
/// let thought = think(&mut game, 4, &mut table, &Limits::none());
/// assert_eq!((thought.best, thought.proven), (Some(3), true));
/// ```
pub fn think(game: &mut impl Game, depth: u32, table: &mut Table, limits: &Limits) -> Thought {
    let mut thought =
        Thought { best: None, value: 0, proven: false, depth: 0, line: Vec::new(), nodes: 0, stopped: None };
    let mut moves = Vec::new();
    if game.ending().is_none() {
        game.moves(&mut moves);
    }
    // Without time for a single search any move is better than none.
    thought.best = moves.first().copied();
    let mut search = AlphaBeta::new(game, table, Scoring::Distance, limits);
    for depth in 1..=depth.max(1) {
        match search.search(depth, -WIN, WIN) {
            Ok(found) => {
                thought.value = found.value;
                thought.depth = depth;
                thought.best = search.best().or(thought.best);
                thought.proven = found.complete || Scoring::Distance.is_decided(found.value);
            }
            Err(stop) => {
                thought.stopped = Some(stop);
                break;
            }
        }
        if thought.proven {
            break;
        }
    }
    thought.nodes = search.nodes();
    thought.line = line(game, table, &thought);
    thought
}

/// The line of a thought, as far as the table still has it.
fn line(game: &mut impl Game, table: &Table, thought: &Thought) -> Vec<Move> {
    let mut line = Vec::new();
    let mut next = thought.best;
    let mut key = vec![0; game.key_words()];
    while let Some(one) = next {
        game.play(one);
        line.push(one);
        next = None;
        if game.ending().is_none() && line.len() < thought.depth as usize {
            let symmetry = game.key(&mut key);
            let known = table.find(&key).and_then(|known| known.best);
            next = game.winning_move().or(known.map(|one| game.turned_back(symmetry, one)));
        }
    }
    line.iter().for_each(|_| game.undo());
    line
}
