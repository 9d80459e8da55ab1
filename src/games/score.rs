//! Scoring: the value of a finished game for the winner, by how far away its end is.

use super::play::{ESTIMATE_LIMIT, Game};

/// An immediate win.
pub const WIN: i32 = 10_000;

/// How games are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Win 1, draw 0, loss -1.
    Value,
    /// A win counts [`WIN`] less the number of moves to it: near wins are better, and so are distant losses.
    Distance,
}

impl Scoring {
    /// The value of a win after this many moves.
    pub fn win(self, ply: u32) -> i32 {
        match self {
            Self::Value => 1,
            Self::Distance => WIN - i32::try_from(ply).unwrap_or(WIN).min(WIN - ESTIMATE_LIMIT - 1),
        }
    }

    /// The value of a position at which the search ends before the game. The estimate gives no advantage to a player
    /// who cannot win.
    pub(super) fn estimate(self, game: &impl Game) -> i32 {
        if self == Self::Value {
            return 0;
        }
        let mover = game.mover();
        let mut value = game.estimate().clamp(-ESTIMATE_LIMIT, ESTIMATE_LIMIT);
        if !game.can_win(mover) {
            value = value.min(0);
        }
        if !game.can_win(mover.other()) {
            value = value.max(0);
        }
        value
    }

    /// Whether a value says that one of the players can force a win.
    pub fn is_decided(self, value: i32) -> bool {
        match self {
            Self::Value => value != 0,
            Self::Distance => value.abs() > ESTIMATE_LIMIT,
        }
    }

    /// Turns a value counted from the root into one counted from a position `ply` moves below it, or back with `-ply`.
    pub(super) fn shift(self, value: i32, ply: i32) -> i32 {
        if self == Self::Value || value.abs() <= ESTIMATE_LIMIT {
            value
        } else if value > 0 {
            value + ply
        } else {
            value - ply
        }
    }
}
