//! The best known solution of each level, and the player's best in this game: those with the fewest moves and with the
//! fewest pushes. Moves of the solver never count as the player's.

use super::history::{Count, History};
use banto_sokoban::{Level, Move};

#[derive(Clone, Debug)]
pub struct Entry {
    pub level: Level,
    /// Its number in its file, from 1.
    pub number: usize,
    /// The player's own, in this game or an earlier one: that with the fewest moves, then that with the fewest pushes
    /// if it has fewer. A level that is solved from the start needs no moves.
    pub own: Vec<Vec<Move>>,
    /// Those of the file and of others, in the same order, each with the name of who has made it; that may be empty.
    pub others: Vec<(String, Vec<Move>)>,
}

/// A solved level, with the shortest solution of this game. The player's own replaces one that the solver helped with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Won {
    /// Whether the solver helped.
    pub is_helped: bool,
    pub moves: Vec<Move>,
}

impl Entry {
    /// A level with its number, without a known solution.
    pub fn new(level: Level, number: usize) -> Self {
        let own = level.is_solved().then(Vec::new).into_iter().collect();
        Self { level, number, own, others: Vec::new() }
    }

    /// The length of the best known solution, and who has made it: empty for the player and where that is not known.
    pub fn best(&self) -> Option<(Count, &str)> {
        let others = self.others.iter().map(|(by, moves)| (Count::of(moves), by.as_str()));
        self.own.iter().map(|moves| (Count::of(moves), "")).chain(others).min_by_key(|(count, _)| *count)
    }

    /// The length of the player's own solution with the fewest moves.
    pub fn shortest(&self) -> Option<Count> {
        self.own.first().map(|moves| Count::of(moves))
    }

    /// What can be replayed: the player's own solutions; if there are none, those of others, with their names.
    pub fn solutions(&self) -> Vec<(&str, &Vec<Move>)> {
        let others =
            self.others.iter().filter(|_| self.own.is_empty()).map(|(by, moves)| (by.as_str(), moves));
        self.own.iter().map(|moves| ("", moves)).chain(others).collect()
    }

    /// Records a solution. It is returned if it is the player's own, and has fewer moves or pushes than any before.
    pub(super) fn record(&mut self, history: &History, won: &mut Option<Won>) -> Option<Won> {
        let this = Won { is_helped: history.is_helped(), moves: history.line() };
        let rank = |won: &Won| (won.is_helped, Count::of(&won.moves));
        if won.as_ref().is_none_or(|won| rank(&this) < rank(won)) {
            *won = Some(this.clone());
        }
        if this.is_helped {
            return None;
        }
        let kept = self.own.clone();
        self.own.push(this.moves.clone());
        self.own = shortest(&self.own, |moves| moves);
        (self.own != kept).then_some(this)
    }
}

/// Of several solutions, the first of those with the fewest moves; and the first of those with the fewest pushes, if
/// it has fewer.
pub fn shortest<T: Clone>(all: &[T], moves: impl Fn(&T) -> &Vec<Move>) -> Vec<T> {
    let count = |one: &T| Count::of(moves(one));
    let least = all.iter().min_by_key(|one| count(one));
    let pushes = all.iter().min_by_key(|one| count(one).by_pushes());
    let fewer = pushes.zip(least).filter(|(one, other)| count(one).pushes < count(other).pushes);
    least.into_iter().chain(fewer.map(|(pushes, _)| pushes)).cloned().collect()
}
