//! The visible state of a game.

use std::sync::Arc;
use std::time::Duration;

use super::super::history::{Count, History};
use super::super::messages;
use super::super::record::Won;
use super::Game;
use banto_sokoban::{Board, Cell, CellId, Level, Move, Position, lurd};

impl Game {
    /// The current level, as drawn.
    pub fn level(&self) -> &Level {
        &self.entries[self.at].level
    }

    /// Its number in the file.
    pub fn number(&self) -> usize {
        self.entries[self.at].number
    }

    /// How many levels the file has, with those that cannot be played.
    pub fn levels(&self) -> usize {
        let last = self.left_out.last_key_value().map_or(0, |(number, _)| *number);
        self.entries.last().map_or(0, |entry| entry.number).max(last).max(self.of)
    }

    /// How many levels are solved, of those that can be played, and how many cannot.
    pub(in crate::terminal::play) fn counts(&self) -> String {
        let solved = self.entries.iter().filter(|entry| !entry.own.is_empty()).count();
        let left_out = match self.left_out.len() {
            0 => String::new(),
            left_out => format!(", {left_out} left out"),
        };
        format!("{solved} of {} solved{left_out}", self.entries.len())
    }

    /// The moves played on this level.
    pub fn history(&self) -> &History {
        &self.history
    }

    pub fn board(&self) -> &Arc<Board> {
        &self.history().board
    }

    pub fn position(&self) -> &Position {
        &self.history().position
    }

    /// The contents of a row and column of the drawing; `None` outside the walls.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        let (board, position) = (self.board(), self.position());
        match board.cell_at(row, column) {
            Some(cell) => {
                let goal = board.goals().contains(cell.index());
                Some(Cell::of(goal, position.has_box(cell), position.player == cell))
            }
            None => Some(self.level().cell(row, column)).filter(|cell| *cell != Cell::Floor),
        }
    }

    /// The best known solution of this level.
    pub fn best(&self) -> Option<Count> {
        self.entries[self.at].best().map(|(count, _)| count)
    }

    /// What is known of its solutions, in words: the shortest, and after it the player's own with fewer pushes.
    pub(in crate::terminal::play) fn best_words(&self) -> Option<String> {
        let (best, by) = self.entries[self.at].best().filter(|(best, _)| best.moves > 0)?;
        let fewer = self.entries[self.at].solutions().last().map(|(_, moves)| Count::of(moves));
        let fewer = fewer.filter(|count| count.pushes < best.pushes);
        let fewer = fewer.map(|count| format!(" (or {})", count.words()));
        Some(format!("best known: {}{}", messages::count_by(best, by), fewer.unwrap_or_default()))
    }

    /// How the level was won.
    pub(in crate::terminal::play) fn won_words(&self) -> &'static str {
        match &self.replay {
            _ if self.level().is_solved() => "Solved from the start",
            Some(replay) if replay.is_own => "Solved as in your best",
            None if !self.history.is_helped() => "YOU WIN!",
            _ => "Solved with help",
        }
    }

    /// The player's moves on this level, whatever is replayed.
    pub fn own(&self) -> &History {
        self.replay.as_ref().map_or(&self.history, |replay| &replay.own)
    }

    /// Whether every box is on a goal.
    pub fn is_won(&self) -> bool {
        self.board().is_solved(self.position())
    }

    /// The moves that were played, as solutions are written.
    pub fn played(&self) -> String {
        self.spelled(&self.history().line())
    }

    /// Moves in LURD, or in the compressed form if that was asked for.
    pub fn spelled(&self, moves: &[Move]) -> String {
        if self.compresses {
            lurd::compressed(moves.iter().map(|made| made.direction))
        } else {
            lurd::lurd(moves.iter().copied())
        }
    }

    /// The levels that were begun or solved: the number, the level, and what [`History::written`] says of the player's
    /// game; `None` if nothing is left to go on with.
    pub fn histories(&self) -> impl Iterator<Item = (usize, &Level, Option<String>)> {
        let all = self.others.iter().map(|(index, history)| (*index, history));
        let all = all.chain([(self.at, self.own())]);
        all.map(|(index, own)| {
            let entry = &self.entries[index];
            let is_open = !own.board.is_solved(&own.position) && own.count().moves > 0;
            (entry.number, &entry.level, is_open.then(|| own.written()))
        })
    }

    /// The levels that were solved: number and solution.
    pub fn won(&self) -> impl Iterator<Item = (usize, &Won)> {
        let numbers = self.entries.iter().map(|entry| entry.number);
        numbers.zip(&self.won).filter_map(|(number, won)| Some((number, won.as_ref()?)))
    }

    /// Why the level provably cannot be solved from here, if so.
    pub fn lost(&self) -> Option<String> {
        self.warnings.lost.map(|reason| format!("lost: {}", reason.placed(self.board())))
    }

    /// Whether to mark a cell as one where boxes are lost.
    pub(in crate::terminal::play) fn is_marked(&self, cell: CellId) -> bool {
        self.warnings.is_marked(cell)
    }

    /// How long to wait before [`Game::advance`]; `None` if no solution is being played.
    pub fn beat(&self) -> Option<Duration> {
        self.playback.as_ref().is_some_and(|playback| playback.runs).then_some(self.interval)
    }

    /// Progress of the solution being played: moves made, moves in all, whether it is running.
    pub fn playing(&self) -> Option<(usize, usize, bool)> {
        self.playback.as_ref().map(|playback| (playback.next, playback.moves.len(), playback.runs))
    }
}
