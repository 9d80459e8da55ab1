//! The best known solution of each level, and the player's best in this game: those with the fewest moves and with the
//! fewest pushes. Moves of the solver never count as the player's.

use super::history::{Count, Hand, History};
use crate::sokoban::{Level, Move};

#[derive(Clone, Debug)]
pub struct Entry {
    pub level: Level,
    /// Its number in its file, from 1.
    pub number: usize,
    /// The best known solution, if any.
    pub best: Option<Count>,
    /// The player's own with the fewest moves, in this game or an earlier one.
    pub own: Option<Count>,
    /// The player's own with the fewest pushes.
    pub own_pushes: Option<Count>,
    /// The moves of the player's own best; if there is none, those of the best known one.
    pub moves: Option<Vec<Move>>,
}

/// A solved level, with the shortest solution of this game. The player's own replaces one that the solver helped with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Won {
    /// Whose work it is.
    pub hand: Hand,
    /// Its length.
    pub count: Count,
    pub moves: Vec<Move>,
}

impl Entry {
    /// A level with its number, without a known solution.
    pub const fn new(level: Level, number: usize) -> Self {
        Self { level, number, best: None, own: None, own_pushes: None, moves: None }
    }

    /// Records a solution. It is returned if it is the player's own, and has fewer moves or pushes than any before.
    pub(super) fn record(&mut self, history: &History, won: &mut Option<Won>) -> Option<Won> {
        let (count, hand) = (history.count(), history.hand());
        let this = Won { hand, count, moves: history.line.clone() };
        if won.as_ref().is_none_or(|won| (hand, count) < (won.hand, won.count)) {
            *won = Some(this.clone());
        }
        if hand == Hand::Solver {
            return None;
        }
        self.best = Some(self.best.map_or(count, |known| known.min(count)));
        let is_shorter = self.own.is_none_or(|own| count < own);
        let has_fewer = self.own_pushes.is_none_or(|own| count.by_pushes() < own.by_pushes());
        if is_shorter {
            self.own = Some(count);
            self.moves = Some(this.moves.clone());
        }
        if has_fewer {
            self.own_pushes = Some(count);
        }
        (is_shorter || has_fewer).then_some(this)
    }
}
