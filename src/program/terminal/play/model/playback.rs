//! Solutions that play themselves: the solver's, and those that are kept.
//!
//! In: a solution, and what the player says about its speed. Out: its moves on the board, one after the other.

use std::time::Duration;

use super::{Game, begin};
use crate::terminal::play::history::{Count, History};
use crate::terminal::play::messages;
use banto_base::limits::Limits;
use banto_sokoban::Move;
use banto_sokoban::validate::stored_faults;

const FASTEST: Duration = Duration::from_millis(10);
const SLOWEST: Duration = Duration::from_secs(5);

/// A solution that plays itself.
#[derive(Clone, Debug)]
pub(super) struct Playback {
    pub(super) moves: Vec<Move>,
    pub(super) next: usize,
    pub(super) runs: bool,
}

/// A solution that is shown from the start, beside the player's game.
#[derive(Clone, Debug)]
pub(super) struct Replay {
    /// The player's game.
    pub(super) own: History,
    /// Which of the known solutions it is.
    at: usize,
    /// Whether it is the player's.
    pub(super) is_own: bool,
}

/// The time of a move, neither too short to be seen nor too long to be waited for.
pub(super) fn within_bounds(interval: Duration) -> Duration {
    interval.clamp(FASTEST, SLOWEST)
}

impl Game {
    /// Plays the next move of a solution.
    pub fn advance(&mut self) {
        let Some(playback) = &mut self.playback else { return };
        let made = playback.moves.get(playback.next).copied();
        playback.next += 1;
        let is_last = playback.next >= playback.moves.len();
        if let Some(made) = made {
            self.history.go_by(made.direction, true);
        }
        if is_last {
            self.playback = None;
            self.message.clear();
        }
        self.look();
    }

    /// Plays a solution to its end immediately.
    pub fn finish(&mut self) {
        while self.playback.is_some() {
            self.advance();
        }
    }

    /// Leaves a solution that is replayed. False if none is.
    pub(super) fn leave_replay(&mut self) -> bool {
        let Some(replay) = self.replay.take() else { return false };
        (self.history, self.playback) = (replay.own, None);
        self.look();
        true
    }

    /// Plays the player's best solution, or the best known one, from the start; if that is being played or was, the
    /// next one. Any move leads back, as Esc does.
    pub(super) fn replay(&mut self) {
        let next = self.replay.as_ref().map_or(0, |replay| replay.at + 1);
        self.take_over();
        let entry = &self.entries[self.at];
        let helped = self.won[self.at].as_ref().map(|won| won.moves.clone());
        let solutions = entry.solutions();
        let at = if next < solutions.len() { next } else { 0 };
        let known = solutions.get(at).map(|(by, moves)| (*by, (*moves).clone()));
        let Some((by, moves)) = known.or_else(|| Some(("", helped?))) else {
            let faults = stored_faults(&entry.level, &Limits::none()).unwrap_or_default();
            self.message = match faults.first() {
                _ if self.unsolvable.contains(&self.at) => {
                    "this level has no solution: that is proven".to_owned()
                }
                Some(fault) => format!("{}; {}", fault.message, self.finds()),
                None => format!("no solution of this level is known; {}", self.finds()),
            };
            return;
        };
        let count = messages::count_by(Count::of(&moves), by);
        let is_own = !entry.own.is_empty();
        let whose = match () {
            () if is_own => "your best",
            () if entry.others.is_empty() => "as it was solved with help",
            () => "best known",
        };
        let other = solutions.get(1 - at.min(1)).filter(|_| solutions.len() > 1).map(|(by, other)| {
            let measure = if at == 0 { "pushes" } else { "moves" };
            format!("; b again, with the fewest {measure}: {}", messages::count_by(Count::of(other), by))
        });
        self.message = format!("{whose}: {count}{}", other.unwrap_or_default());
        if let Some(history) = begin(&entry.level) {
            let own = std::mem::replace(&mut self.history, history);
            self.replay = Some(Replay { own, at, is_own });
            self.playback = Some(Playback { moves, next: 0, runs: true });
            self.look();
        }
    }

    /// What finds a solution, if there is one from here or from the start.
    pub(super) const fn finds(&self) -> &'static str {
        if self.warnings.lost.is_some() {
            "r (restart) and then f (solve) may find one"
        } else {
            "f (solve) finds one"
        }
    }

    pub(super) fn step(&mut self, forward: bool) {
        let Some(playback) = &mut self.playback else {
            self.message = format!("no solution is being played; {}", self.finds());
            return;
        };
        playback.runs = false;
        if forward {
            self.advance();
        } else if playback.next > 0 {
            playback.next -= 1;
            self.history.undo();
        }
    }

    pub(super) fn change_speed(&mut self, interval: Duration) {
        self.interval = within_bounds(interval);
        self.message = format!("{} ms a move", self.interval.as_millis());
    }
}
