//! Minimax: every move of every position down to a depth. The oracle of alpha-beta.
//!
//! In: a game, a depth, a scoring. Out: the value for the side to move.

use super::play::{Ending, Game, Move};
use super::score::Scoring;
use crate::base::limits::{Limits, Stop};

/// The value of a position for the side to move. Positions at the greatest depth count by the game's estimate.
///
/// ```
/// use banto::games::{Position, Scoring, minimax, read};
/// use banto::limits::Limits;
/// use banto::source::SourceText;
///
/// let text = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (text("domains/games/nim.pddl"), text("problems/games/nim-1-2-3.pddl"));
/// let game = read(&domain, &problem, &Limits::none()).unwrap();
/// let mut position = Position::new(&game.rules);
/// assert_eq!(minimax(&mut position, 6, Scoring::Value, &Limits::none()), Ok(-1), "the second player wins");
/// ```
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

/// The number of games of exactly this many moves: the leaves of the game tree at this depth (*perft*). A game that has
/// ended earlier does not count.
///
/// ```
/// use banto::games::{Position, perft, read};
/// use banto::limits::Limits;
/// use banto::source::SourceText;
///
/// let text = |path: &str| SourceText::new(path, std::fs::read_to_string(path).unwrap());
/// let (domain, problem) = (text("domains/games/nim.pddl"), text("problems/games/nim-1-2-3.pddl"));
/// let game = read(&domain, &problem, &Limits::none()).unwrap();
/// assert_eq!(perft(&mut Position::new(&game.rules), 1, &Limits::none()), Ok(1 + 2 + 3));
/// ```
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
