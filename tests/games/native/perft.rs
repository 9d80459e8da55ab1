//! The number of games of each length, which is known of many games (*perft*).
//!
//! In: a game, a depth. Out: a count.

use banto::games::Game;

/// The number of games of exactly this many moves; a game that has ended earlier does not count.
pub fn perft(game: &mut impl Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    if game.ending().is_none() {
        game.moves(&mut moves);
    }
    let games_after = |one| {
        game.play(one);
        let games = perft(game, depth - 1);
        game.undo();
        games
    };
    moves.into_iter().map(games_after).sum()
}
