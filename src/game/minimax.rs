//! Minimax: every move of every position down to a depth. The oracle of the faster search.
//!
//! In: a game, a depth, a scoring. Out: the value for the side to move. Uses nothing but the rules of the game and its estimate.

use super::play::{Ending, Game};
use super::score::Scoring;
use crate::limits::{Limits, Stop};

/// The value of a position for the side to move. Positions at the greatest depth count by the game's estimate.
///
/// ```
/// use banto::game::native::TicTacToe;
/// use banto::game::{Game, Scoring, minimax};
/// use banto::limits::Limits;
///
/// let mut game = TicTacToe::new();
/// [4, 1, 0].into_iter().for_each(|cell| game.play(cell));
/// assert_eq!(minimax(&mut game, 9, Scoring::Value, &Limits::none()), Ok(-1), "the middle and a corner win");
/// ```
///
/// # Errors
/// When a limit is reached.
pub fn minimax(game: &mut impl Game, depth: u32, scoring: Scoring, limits: &Limits) -> Result<i32, Stop> {
    walk(game, depth, 0, scoring, limits)
}

fn walk(game: &mut impl Game, depth: u32, ply: u32, scoring: Scoring, limits: &Limits) -> Result<i32, Stop> {
    limits.check()?;
    let mover = game.mover();
    match game.ending() {
        Some(Ending::Won(side)) if side == mover => return Ok(scoring.win(ply)),
        Some(Ending::Won(_)) => return Ok(-scoring.win(ply)),
        Some(Ending::Drawn) => return Ok(0),
        None => {}
    }
    if depth == 0 {
        return Ok(scoring.estimate(game));
    }
    let mut list = Vec::new();
    game.moves(&mut list);
    let mut best = None;
    for one in list {
        game.play(one);
        let value = walk(game, depth - 1, ply + 1, scoring, limits);
        let same: bool = game.mover() == mover;
        game.undo();
        let value = if same { value? } else { -value? };
        best = best.max(Some(value));
    }
    Ok(best.unwrap_or(0))
}

/// The number of games of exactly this many moves: the leaves of the game tree at this depth (*perft*). A game that has ended
/// earlier does not count.
///
/// ```
/// use banto::game::native::TicTacToe;
/// use banto::game::perft;
/// use banto::limits::Limits;
///
/// assert_eq!(perft(&mut TicTacToe::new(), 3, &Limits::none()), Ok(9 * 8 * 7));
/// ```
///
/// # Errors
/// When a limit is reached.
pub fn perft(game: &mut impl Game, depth: u32, limits: &Limits) -> Result<u64, Stop> {
    let mut list = Vec::new();
    count(game, depth, &mut list, limits)
}

fn count(game: &mut impl Game, depth: u32, list: &mut Vec<u32>, limits: &Limits) -> Result<u64, Stop> {
    limits.check()?;
    if depth == 0 {
        return Ok(1);
    }
    if game.ending().is_some() {
        return Ok(0);
    }
    let start = list.len();
    game.moves(list);
    let end = list.len();
    let mut sum = 0;
    for at in start..end {
        game.play(list[at]);
        let below = count(game, depth - 1, list, limits);
        game.undo();
        sum += below?;
    }
    list.truncate(start);
    Ok(sum)
}
