//! The number of games of each length, by playing them all.
//!
//! In: a game, a depth. Out: a count.

use super::play::{Game, Move};
use crate::base::limits::{Limits, Stop};

/// The number of games of exactly this many moves: the leaves of the game tree at this depth (*perft*). A game that has
/// ended earlier does not count.
pub fn perft(game: &mut impl Game, depth: u32, limits: &Limits) -> Result<u64, Stop> {
    limits.check()?;
    if depth == 0 {
        return Ok(1);
    }
    // The moves not yet tried of each position on the path, one list after the other, and where each list begins. A
    // path may be longer than the stack allows for recursion.
    let (mut moves, mut begins) = (Vec::new(), Vec::new());
    let mut games = 0;
    if game.ending().is_none() {
        expand(game, &mut moves, &mut begins);
    }
    while let Some(begin) = begins.last() {
        if moves.len() == *begin {
            begins.pop();
            if !begins.is_empty() {
                game.undo();
            }
            continue;
        }
        if let Err(stop) = limits.check() {
            begins.iter().skip(1).for_each(|_| game.undo());
            return Err(stop);
        }
        game.play(moves.pop().expect("the list is not empty"));
        if begins.len() < depth as usize && game.ending().is_none() {
            expand(game, &mut moves, &mut begins);
        } else {
            games += u64::from(begins.len() == depth as usize);
            game.undo();
        }
    }
    Ok(games)
}

/// Lists the moves of a position, the first one last.
fn expand(game: &impl Game, moves: &mut Vec<Move>, begins: &mut Vec<usize>) {
    let begin = moves.len();
    begins.push(begin);
    game.moves(moves);
    moves[begin..].reverse();
}
