//! Minimax: every move of every position down to a depth. The oracle of alpha-beta.
//!
//! In: a game, a depth, a scoring. Out: the value for the side to move.

use banto::games::{ESTIMATE_LIMIT, Ending, Game, Scoring};

/// The value of a position for the side to move. Positions at the greatest depth count by the game's estimate.
pub fn minimax(game: &mut impl Game, depth: u32, scoring: Scoring) -> i32 {
    walk(game, depth, 0, scoring)
}

fn walk(game: &mut impl Game, depth: u32, ply: u32, scoring: Scoring) -> i32 {
    let mover = game.mover();
    match game.ending() {
        Some(Ending::Won(side)) if side == mover => return scoring.win(ply),
        Some(Ending::Won(_)) => return -scoring.win(ply),
        Some(Ending::Drawn) => return 0,
        None => {}
    }
    if depth == 0 {
        return estimate(game, scoring);
    }
    let mut list = Vec::new();
    game.moves(&mut list);
    let mut best = None;
    for one in list {
        game.play(one);
        let value = walk(game, depth - 1, ply + 1, scoring);
        let value = if game.mover() == mover { value } else { -value };
        game.undo();
        best = best.max(Some(value));
    }
    best.unwrap_or(0)
}

/// The estimate, which gives no advantage to a player who cannot win.
fn estimate(game: &impl Game, scoring: Scoring) -> i32 {
    let mover = game.mover();
    let highest = if game.can_win(mover) { ESTIMATE_LIMIT } else { 0 };
    let lowest = if game.can_win(mover.other()) { -ESTIMATE_LIMIT } else { 0 };
    if scoring == Scoring::Value { 0 } else { game.estimate().clamp(lowest, highest) }
}
