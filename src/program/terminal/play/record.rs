//! The best known solution of each level, and the player's shortest in this game. Moves of the solver never count as
//! the player's.

use super::history::{Count, History};
use crate::sokoban::{Level, Move};

/// A level to play.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The level.
    pub level: Level,
    /// Its number in its file, from 1.
    pub number: usize,
    /// The best known solution, if any.
    pub best: Option<Count>,
    /// The player's own best, in this game or an earlier one.
    pub own: Option<Count>,
    /// The moves of the player's own best; if there is none, those of the best known one.
    pub moves: Option<Vec<Move>>,
}

/// A solved level, with the shortest solution of this game. The player's own replaces one that the solver helped with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Won {
    /// Whether the solver made some of its moves.
    pub has_help: bool,
    /// Its length.
    pub count: Count,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl Entry {
    /// A level with its number, without a known solution.
    pub const fn new(level: Level, number: usize) -> Self {
        Self { level, number, best: None, own: None, moves: None }
    }

    /// Records a solution. True if it is the player's own, and shorter than any before.
    pub(super) fn record(&mut self, history: &History, won: &mut Option<Won>) -> bool {
        let (count, has_help) = (history.count(), history.has_help());
        if won.as_ref().is_none_or(|won| (has_help, count) < (won.has_help, won.count)) {
            *won = Some(Won { has_help, count, moves: history.line.clone() });
        }
        if has_help {
            return false;
        }
        self.best = Some(self.best.map_or(count, |known| known.min(count)));
        let is_shorter = self.own.is_none_or(|own| count < own);
        if is_shorter {
            self.own = Some(count);
            self.moves = Some(history.line.clone());
        }
        is_shorter
    }
}
