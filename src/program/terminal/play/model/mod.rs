//! The game: carries out what the player does, on a list of levels, with hints and solutions that play themselves.
//!
//! In: actions, a solver's answers, ticks of a clock. Out: everything there is to see. The game has no screen, thread
//! or clock of its own: the caller asks [`Game::thinking`] and [`Game::beat`] what to do next.

mod playback;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use self::playback::{Playback, Replay};
use super::history::{Count, History};
use super::input::Action;
use super::known_solution::{Hint, KnownSolution};
use super::messages;
use super::picker::Picker;
use super::record::{Entry, Won};
use super::warnings::Warnings;
use banto_sokoban::direct::{Reason, Status};
use banto_sokoban::lurd::Written;
use banto_sokoban::validate::{Refusal, validate};
use banto_sokoban::{Board, Direction, Level};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The next push.
    Hint,
    /// A solution to play.
    Solve,
}

#[derive(Debug)]
pub struct Game {
    /// The levels, in order.
    pub(in crate::terminal::play) entries: Vec<Entry>,
    /// The moves on this level; while a solution is replayed, those of the solution.
    history: History,
    /// The solution that is replayed from the start, until the player goes on.
    replay: Option<Replay>,
    /// The moves on other levels, by index.
    others: BTreeMap<usize, History>,
    won: Vec<Option<Won>>,
    /// The index of the current level.
    pub at: usize,
    known: KnownSolution,
    pub hint: Option<Hint>,
    /// The question to the solver about this position; `None` if it is not needed (any more).
    pub thinking: Option<Purpose>,
    playback: Option<Playback>,
    /// The time that a move of a solution takes.
    pub interval: Duration,
    /// The message to show; may be empty.
    pub message: String,
    /// Whether the keys are shown.
    pub helps: bool,
    /// Whether the player has left.
    pub ended: bool,
    /// The levels to choose from, while one is chosen.
    pub(in crate::terminal::play) picker: Option<Picker>,
    warnings: Warnings,
    /// New best solutions of the player's, with the indices of their levels.
    records: Vec<(usize, Won)>,
    /// Whether moves are shown in the compressed form, as in `R D 4D 2L`.
    pub compresses: bool,
    /// The levels that are proven to have no solution, by index.
    pub unsolvable: BTreeSet<usize>,
    /// Why levels of the file cannot be played, by their numbers.
    pub left_out: BTreeMap<usize, String>,
    /// How many levels the file has, where that is more than are played.
    pub of: usize,
}

/// Where a game is kept while it is played.
pub trait Store {
    /// Keeps a new best solution of the player's. False if it is to be tried again.
    fn keep(&mut self, entry: &Entry, won: &Won) -> bool;
    /// Saves the game, soon after each change: reading from a terminal that goes away may never return.
    fn save(&mut self, game: &Game);
}

/// Keeps nothing.
impl Store for () {
    fn keep(&mut self, _: &Entry, _: &Won) -> bool {
        true
    }

    fn save(&mut self, _: &Game) {}
}

/// The history of a level before the first move, if it is playable.
fn begin(level: &Level) -> Option<History> {
    Board::new(level).map(|(board, start)| History::new(Arc::new(board), start))
}

impl Game {
    /// A game that starts at level `first`; a move of a solution takes `interval`.
    ///
    /// # Errors
    /// The index of the first level that is not playable; 0 if there is no level at all.
    pub fn new(entries: Vec<Entry>, first: usize, interval: Duration) -> Result<Self, usize> {
        if let Some(index) = entries.iter().position(|entry| begin(&entry.level).is_none()) {
            return Err(index);
        }
        let at = first.min(entries.len().saturating_sub(1));
        let history = entries.get(at).and_then(|entry| begin(&entry.level)).ok_or(0_usize)?;
        let won = vec![None; entries.len()];
        let mut game = Self {
            entries,
            history,
            replay: None,
            others: BTreeMap::new(),
            won,
            at,
            known: KnownSolution::default(),
            hint: None,
            thinking: None,
            playback: None,
            interval: playback::within_bounds(interval),
            message: String::new(),
            helps: false,
            ended: false,
            picker: None,
            warnings: Warnings::default(),
            records: Vec::new(),
            compresses: false,
            unsolvable: BTreeSet::new(),
            left_out: BTreeMap::new(),
            of: 0,
        };
        game.warnings.enter(&game.history);
        game.look();
        Ok(game)
    }

    /// Has levels with new best solutions of the player's kept, those that are not yet; gives how many are left.
    pub fn settle(&mut self, store: &mut impl Store) -> usize {
        self.records.retain(|(index, won)| !store.keep(&self.entries[*index], won));
        self.records.len()
    }

    /// Goes on with what [`Game::histories`] said of a level. False if that is not possible there.
    pub fn resume(&mut self, index: usize, written: &str) -> bool {
        let begun = self.entries.get(index).and_then(|entry| begin(&entry.level));
        let Some(history) = begun.and_then(|mut history| history.read(written).then_some(history)) else {
            return false;
        };
        if index == self.at {
            self.history = history;
            self.warnings.enter(&self.history);
            self.look();
        } else {
            self.others.insert(index, history);
        }
        true
    }

    /// Adds a character to what is searched for in the list of levels, or takes one away.
    pub(super) fn type_in(&mut self, one: char) {
        if let Some(picker) = &mut self.picker {
            picker.type_in(one, &self.entries);
        }
    }

    pub fn act(&mut self, action: Action) {
        let helped = std::mem::take(&mut self.helps);
        self.message.clear();
        if self.picker.is_some() && !matches!(action, Action::Help | Action::Suspend | Action::Quit) {
            self.choose(&action);
            return;
        }
        match action {
            Action::Go(_) | Action::UndoPush | Action::Undo | Action::Redo | Action::Restart
                if self.leave_replay() =>
            {
                self.say("back to where b was pressed");
            }
            Action::Go(direction) => self.go(&[direction]),
            Action::Row(moves) => self.play_row(&moves),
            Action::Levels => {
                self.take_over();
                self.picker = Some(Picker::new(self.at));
            }
            Action::DeadSquares => {
                let words = self.warnings.mark();
                self.say(words);
            }
            Action::UndoPush => self.travel(History::undo_push, "nothing to take back"),
            Action::Undo => self.travel(History::undo, "nothing to take back"),
            Action::Redo => self.travel(History::redo, "nothing to redo"),
            Action::Restart => self.travel(History::restart, "this is the start"),
            Action::Next if self.at + 1 < self.entries.len() => self.enter(self.at + 1),
            Action::Next => self.say("this is the last level"),
            Action::Previous if self.at > 0 => self.enter(self.at - 1),
            Action::Previous => self.say("this is the first level"),
            Action::First => self.enter(0),
            Action::Last => self.enter(self.entries.len() - 1),
            Action::Level(which) => {
                let mut picker = Picker::new(0);
                picker.search = which;
                let number = picker.search.parse();
                let is_it = |index: &usize| number.is_err() || number == Ok(self.entries[*index].number);
                match picker.meant(&self.entries).filter(is_it) {
                    Some(index) => self.enter(index),
                    None => {
                        let left_out =
                            number.ok().and_then(|number| messages::left_out(number, &self.left_out));
                        self.message =
                            left_out.unwrap_or_else(|| format!("there is no level {}", picker.search));
                    }
                }
            }
            Action::Unsolved => {
                let others = (self.at + 1..self.entries.len()).chain(0..self.at);
                let is_left =
                    |index: &usize| self.entries[*index].own.is_empty() && !self.unsolvable.contains(index);
                match others.into_iter().find(is_left) {
                    Some(index) => self.enter(index),
                    None => self.say("no other level is left to solve"),
                }
            }
            Action::Best => self.replay(),
            Action::Hint => self.ask(Purpose::Hint),
            Action::Solve => self.ask(Purpose::Solve),
            Action::Pause => match &mut self.playback {
                Some(playback) => playback.runs = !playback.runs,
                None => self.message = format!("no solution is being played; {}", self.finds()),
            },
            Action::Forward | Action::Back => self.step(action == Action::Forward),
            Action::Faster => self.change_speed(self.interval * 2 / 3),
            Action::Slower => self.change_speed(self.interval * 3 / 2),
            Action::Help => self.helps = !helped,
            Action::Cancel if helped => {}
            Action::Cancel => {
                if self.thinking.take().is_some() {
                    self.say("search stopped");
                } else if self.leave_replay() {
                    self.say("back to where b was pressed");
                } else if self.playback.take().is_some() {
                    self.say("stopped playing the solution; f continues from here");
                }
                self.picker = None;
                self.hint = None;
            }
            // The terminal is left to the caller of the game.
            Action::Choose | Action::Suspend => {}
            Action::Quit => self.ended = true,
        }
    }

    /// Takes the answer to the question about this position.
    pub fn answered(&mut self, status: &Status) {
        let Some(purpose) = self.thinking.take() else { return };
        if let Status::Solved(moves) = status {
            self.known = KnownSolution::new(self.board(), self.position(), moves);
            self.follow(purpose);
        } else {
            if matches!(status, Status::Unsolvable(_)) {
                self.note_unsolvable();
            }
            self.message = messages::no_solution(self.board(), status);
        }
    }

    /// Shows a message until the next key.
    pub fn say(&mut self, words: &str) {
        words.clone_into(&mut self.message);
    }

    /// The current position is proven to have no solution: nor has the level, if nothing was pushed.
    fn note_unsolvable(&mut self) {
        if self.history.count().pushes == 0 {
            self.unsolvable.insert(self.at);
        }
    }

    fn ask(&mut self, purpose: Purpose) {
        self.take_over();
        if self.is_won() {
            self.say("the level is solved");
        } else if !self.follow(purpose) {
            self.thinking = Some(purpose);
        }
    }

    /// Shows or plays the known solution, if there is one from here.
    fn follow(&mut self, purpose: Purpose) -> bool {
        let (board, position) = (Arc::clone(self.board()), self.position().clone());
        match purpose {
            Purpose::Hint => {
                let Some(next) = self.known.next(&board, &position) else { return false };
                self.message = messages::hint(&next.walk, next.direction, board.place(next.cell));
                self.hint = Some(next);
            }
            Purpose::Solve => {
                let Some(moves) = self.known.moves(&board, &position) else { return false };
                self.message = format!("solution: {}", Count::of(&moves).words());
                self.playback = Some(Playback { moves, next: 0, runs: true });
            }
        }
        true
    }

    /// A move of the player's ends whatever runs by itself. What was replayed is no part of the player's game.
    fn take_over(&mut self) {
        self.leave_replay();
        if self.thinking.take().is_some() {
            self.say("search stopped");
        }
        self.playback = None;
        self.hint = None;
    }

    fn travel(&mut self, way: fn(&mut History) -> bool, refusal: &str) {
        self.take_over();
        if way(&mut self.history) {
            self.look();
        } else {
            self.say(refusal);
        }
    }

    fn enter(&mut self, index: usize) {
        self.take_over();
        self.known = KnownSolution::default();
        if index != self.at {
            let known = self.others.remove(&index);
            let history =
                known.or_else(|| begin(&self.entries[index].level)).expect("all levels are playable");
            self.others.insert(self.at, std::mem::replace(&mut self.history, history));
            self.at = index;
        }
        self.warnings.enter(&self.history);
        self.look();
        let left = (self.history.count().moves > 0 && !self.is_won()).then(|| messages::LEFT.to_owned());
        self.message = left.into_iter().chain(self.lost()).collect::<Vec<_>>().join("; ");
    }

    /// Makes the player's moves as far as the rules allow, and says at once if the level is lost.
    fn go(&mut self, directions: &[Direction]) {
        self.take_over();
        let (pushes, mut was_won) = (self.history().count().pushes, false);
        for direction in directions {
            if !self.history.go(*direction) {
                self.say("the way is blocked");
                break;
            }
            // A row of moves may go on after a win.
            if self.is_won() {
                self.look();
                was_won = true;
            }
        }
        if was_won && !self.is_won() {
            self.say("the level was solved on the way");
        }
        if self.history().count().pushes == pushes {
            return;
        }
        if let Some(reason) = self.look() {
            let mut before = self.history.clone();
            let helps = before.undo_push() && !self.warnings.is_lost(&before);
            let lost = messages::lost(self.board(), reason, helps);
            self.message = if self.message.is_empty() { lost } else { format!("{}; {lost}", self.message) };
        }
    }

    /// Makes moves as solutions are written, up to the first that the validator refuses.
    fn play_row(&mut self, moves: &[Written]) {
        self.take_over();
        let line = self.history.line();
        let before = line.len();
        let all: Vec<Written> = line.into_iter().map(Written::from).chain(moves.iter().copied()).collect();
        let refusal = validate(self.level(), &all).err();
        let possible = refusal.map_or(moves.len(), |refusal| refusal.index - before);
        let directions: Vec<Direction> = moves[..possible].iter().map(|one| one.direction).collect();
        self.go(&directions);
        if let Some(refusal) = refusal {
            let words = Refusal { index: possible, ..refusal }.words(moves);
            let left = moves.len() - possible - 1;
            let rest = if left > 0 { "; the rest was not done" } else { "" };
            let lost = self.lost().map(|lost| format!("; {lost}")).unwrap_or_default();
            self.message = format!("{words}{rest}{lost}");
        }
    }

    /// Moves the selection in the list of levels, or plays the selected one; any other key leaves the list.
    fn choose(&mut self, action: &Action) {
        let Some(picker) = &mut self.picker else { return };
        if !picker.act(action, &self.entries) {
            return;
        }
        let chosen = picker.at;
        self.picker = None;
        if *action == Action::Choose && chosen != self.at {
            self.enter(chosen);
        }
    }

    /// Checks whether the level is solved; the validator has to agree. Otherwise, says why it is lost if it was not
    /// before.
    fn look(&mut self) -> Option<Reason> {
        if !self.is_won() {
            let lost = self.warnings.look(&self.history);
            if self.warnings.lost.is_some() {
                self.note_unsolvable();
            }
            return lost;
        }
        let history = &self.history;
        let written: Vec<Written> = history.line().into_iter().map(Written::from).collect();
        let verdict = validate(self.level(), &written);
        assert!(verdict.is_ok_and(|verdict| verdict.is_solved()), "the validator and the board disagree");
        if self.replay.is_none() {
            let record = self.entries[self.at].record(history, &mut self.won[self.at]);
            self.records.extend(record.filter(|won| !won.moves.is_empty()).map(|won| (self.at, won)));
        }
        self.warnings.look(history)
    }
}

#[cfg(test)]
pub(super) mod tests;
