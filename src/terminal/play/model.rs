//! The game: carries out what the player does, on a list of levels, with hints and solutions that play themselves.
//!
//! In: actions, answers of a solver, ticks of a clock. Out: everything that can be seen. The game has no screen, thread
//! or clock of its own: the caller asks [`Game::thinking`] and [`Game::beat`] what to do next.

use std::sync::Arc;
use std::time::Duration;

use super::history::{Count, Hand, History};
use super::input::Action;
use super::known_solution::{Hint, KnownSolution};
use super::messages;
use super::record::{Entry, Won};
use crate::sokoban::direct::Status;
use crate::sokoban::lurd::{self, Written};
use crate::sokoban::validate::validate;
use crate::sokoban::{Board, Cell, Level, Move, Position};

const FASTEST: Duration = Duration::from_millis(10);
const SLOWEST: Duration = Duration::from_secs(5);

/// What the solver is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The next push.
    Hint,
    /// A solution to be played.
    Solve,
}

/// A solution that plays itself.
#[derive(Clone, Debug)]
struct Playback {
    moves: Vec<Move>,
    next: usize,
    runs: bool,
}

/// The game.
#[derive(Clone, Debug)]
pub struct Game {
    entries: Vec<Entry>,
    histories: Vec<History>,
    won: Vec<Option<Won>>,
    at: usize,
    known: KnownSolution,
    hint: Option<Hint>,
    thinking: Option<Purpose>,
    playback: Option<Playback>,
    interval: Duration,
    message: String,
    helps: bool,
    ended: bool,
}

impl Game {
    /// A game at the level of an index, with the time that a move of a solution takes.
    ///
    /// # Errors
    /// The index of the first level that is not playable; 0 when there is no level at all.
    pub fn new(entries: Vec<Entry>, first: usize, interval: Duration) -> Result<Self, usize> {
        let history = |(index, entry): (usize, &Entry)| match Board::new(&entry.level) {
            Some((board, start)) => Ok(History::new(Arc::new(board), start)),
            None => Err(index),
        };
        let histories = entries.iter().enumerate().map(history).collect::<Result<Vec<_>, _>>()?;
        let Some(last) = histories.len().checked_sub(1) else { return Err(0) };
        let won = vec![None; histories.len()];
        let mut game = Self {
            entries,
            histories,
            won,
            at: first.min(last),
            known: KnownSolution::default(),
            hint: None,
            thinking: None,
            playback: None,
            interval: interval.clamp(FASTEST, SLOWEST),
            message: String::new(),
            helps: false,
            ended: false,
        };
        game.look();
        Ok(game)
    }

    /// The level that is played, as it was drawn.
    pub fn level(&self) -> &Level {
        &self.entries[self.at].level
    }

    /// Its number in its file.
    pub fn number(&self) -> usize {
        self.entries[self.at].number
    }

    /// The number of the last level. Some between may be missing.
    pub fn levels(&self) -> usize {
        self.entries.last().map_or(0, |entry| entry.number)
    }

    /// What was played on this level.
    pub fn history(&self) -> &History {
        &self.histories[self.at]
    }

    /// The board of this level.
    pub fn board(&self) -> &Arc<Board> {
        self.history().board()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.history().position()
    }

    /// What is at a row and column of the drawing; `None` for the ground outside the walls.
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

    /// The best solution of this level that is known.
    pub fn best(&self) -> Option<Count> {
        self.entries[self.at].best
    }

    /// Whether the solver made some of the moves that led here.
    pub fn has_help(&self) -> bool {
        self.history().has_help()
    }

    /// Whether every box is on a goal.
    pub fn is_won(&self) -> bool {
        self.board().is_solved(self.position())
    }

    /// The moves that were played, in compressed form.
    pub fn played(&self) -> String {
        lurd::compressed(self.history().line().iter().map(|made| made.direction))
    }

    /// The levels that were solved: number and solution.
    pub fn won(&self) -> impl Iterator<Item = (usize, &Won)> {
        let numbers = self.entries.iter().map(|entry| entry.number);
        numbers.zip(&self.won).filter_map(|(number, won)| Some((number, won.as_ref()?)))
    }

    /// The hint that is shown.
    pub const fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// The message to show; may be empty.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether the keys are shown.
    pub const fn helps(&self) -> bool {
        self.helps
    }

    /// Whether the player has left.
    pub const fn has_ended(&self) -> bool {
        self.ended
    }

    /// What the solver is to be asked for at this position; `None` when it is not needed (any more).
    pub const fn thinking(&self) -> Option<Purpose> {
        self.thinking
    }

    /// How long to wait before [`Game::advance`]; `None` when no solution is being played.
    pub fn beat(&self) -> Option<Duration> {
        self.playback.as_ref().is_some_and(|playback| playback.runs).then_some(self.interval)
    }

    /// The time that a move of a solution takes.
    pub const fn interval(&self) -> Duration {
        self.interval
    }

    /// How far a solution is played: moves made, moves in all, whether it runs.
    pub fn playing(&self) -> Option<(usize, usize, bool)> {
        self.playback.as_ref().map(|playback| (playback.next, playback.moves.len(), playback.runs))
    }

    /// Does what was asked for.
    pub fn act(&mut self, action: Action) {
        let helped = std::mem::take(&mut self.helps);
        self.message.clear();
        match action {
            Action::Go(direction) => {
                self.take_over();
                if self.histories[self.at].go(direction) {
                    self.look();
                } else {
                    self.say("there is no way");
                }
            }
            Action::Undo => self.travel(History::undo, "nothing to take back"),
            Action::Redo => self.travel(History::redo, "nothing was taken back"),
            Action::Restart => self.travel(History::restart, "this is the start"),
            Action::Next if self.at + 1 < self.entries.len() => self.enter(self.at + 1),
            Action::Next => self.say("this is the last level"),
            Action::Previous if self.at > 0 => self.enter(self.at - 1),
            Action::Previous => self.say("this is the first level"),
            Action::Hint => self.ask(Purpose::Hint),
            Action::Solve => self.ask(Purpose::Solve),
            Action::Pause => match &mut self.playback {
                Some(playback) => playback.runs = !playback.runs,
                None => self.say("no solution is being played; f finds one"),
            },
            Action::Forward | Action::Back => self.step(action == Action::Forward),
            Action::Faster => self.change_speed(self.interval * 2 / 3),
            Action::Slower => self.change_speed(self.interval * 3 / 2),
            Action::Help => self.helps = !helped,
            Action::Cancel => {
                if self.thinking.take().is_some() {
                    self.say("left off thinking");
                }
                self.hint = None;
            }
            // The terminal is the business of who runs the game.
            Action::Suspend => {}
            Action::Quit => self.ended = true,
        }
    }

    /// Plays the next move of a solution.
    pub fn advance(&mut self) {
        let Some(playback) = &mut self.playback else { return };
        let made = playback.moves.get(playback.next).copied();
        playback.next += 1;
        let is_last = playback.next >= playback.moves.len();
        if let Some(made) = made {
            self.histories[self.at].go_by(made.direction, Hand::Solver);
        }
        if is_last {
            self.playback = None;
            self.message.clear();
        }
        self.look();
    }

    /// Plays a solution to its end at once.
    pub fn finish(&mut self) {
        while self.playback.is_some() {
            self.advance();
        }
    }

    /// Takes the answer to what was asked at this position.
    pub fn answered(&mut self, status: &Status) {
        let Some(purpose) = self.thinking.take() else { return };
        if let Status::Solved(moves) = status {
            self.known = KnownSolution::new(self.board(), self.position(), moves);
            self.follow(purpose);
        } else {
            self.message = messages::no_solution(self.board(), status);
        }
    }

    fn say(&mut self, words: &str) {
        words.clone_into(&mut self.message);
    }

    fn ask(&mut self, purpose: Purpose) {
        self.take_over();
        if self.is_won() {
            self.say("the level is solved");
        } else if !self.follow(purpose) {
            self.thinking = Some(purpose);
        }
    }

    /// Shows or plays the solution that is known, if there is one from here.
    fn follow(&mut self, purpose: Purpose) -> bool {
        let (board, position) = (Arc::clone(self.board()), self.position().clone());
        match purpose {
            Purpose::Hint => {
                let Some(next) = self.known.next(&board, &position) else { return false };
                self.message = messages::hint(&next.walk, next.direction);
                self.hint = Some(next.hint(&board, &position));
            }
            Purpose::Solve => {
                let Some(moves) = self.known.moves(&board, &position) else { return false };
                let pushes = moves.iter().filter(|made| made.push).count();
                let count = Count { moves: moves.len(), pushes };
                self.message = format!("solution: {}", messages::count(count));
                self.playback = Some(Playback { moves, next: 0, runs: true });
            }
        }
        true
    }

    /// The player's hand ends what goes on by itself.
    fn take_over(&mut self) {
        self.thinking = None;
        self.playback = None;
        self.hint = None;
    }

    fn travel(&mut self, way: fn(&mut History) -> bool, refusal: &str) {
        self.take_over();
        if way(&mut self.histories[self.at]) {
            self.look();
        } else {
            self.say(refusal);
        }
    }

    fn enter(&mut self, index: usize) {
        self.take_over();
        self.known = KnownSolution::default();
        self.at = index;
        self.look();
    }

    fn step(&mut self, forward: bool) {
        let Some(playback) = &mut self.playback else {
            self.say("no solution is being played; f finds one");
            return;
        };
        playback.runs = false;
        if forward {
            self.advance();
        } else if playback.next > 0 {
            playback.next -= 1;
            self.histories[self.at].undo();
        }
    }

    fn change_speed(&mut self, interval: Duration) {
        self.interval = interval.clamp(FASTEST, SLOWEST);
        self.message = format!("{} ms a move", self.interval.as_millis());
    }

    /// Sees whether the level is solved. The validator has to agree.
    fn look(&mut self) {
        if !self.is_won() {
            return;
        }
        let history = &self.histories[self.at];
        let written: Vec<Written> = history.line().iter().copied().map(Written::from).collect();
        let verdict = validate(self.level(), &written);
        assert!(verdict.is_ok_and(|verdict| verdict.is_solved()), "the validator and the board disagree");
        self.entries[self.at].record(history, &mut self.won[self.at]);
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
pub(super) mod tests;
