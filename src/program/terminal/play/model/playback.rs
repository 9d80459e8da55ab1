//! Solutions that play themselves: the solver's, and those that are kept.
//!
//! In: a solution, and what the player says about its speed. Out: its moves on the board, one after the other.

use std::time::Duration;

use super::Game;
use crate::terminal::play::history::{Count, Hand};
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
    /// Whose moves they are.
    pub(super) hand: Hand,
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
            self.history.go_by(made.direction, playback.hand);
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

    /// Plays the player's best solution, or the best known one, from the start; if that is being played or was, the
    /// next one. Undo leads back, Esc at once.
    pub(super) fn replay(&mut self) {
        let playing = self.playback.take();
        self.take_over();
        let entry = &self.entries[self.at];
        let helped = self.won[self.at].as_ref().map(|won| won.moves.clone());
        let solutions = entry.solutions();
        let shown = match &playing {
            Some(playback) => Some(&playback.moves),
            None => (self.history.hand() != Hand::Player).then_some(&self.history.line),
        };
        let at = solutions.iter().position(|moves| Some(moves) == shown).map_or(0, |at| at + 1);
        let at = if at < solutions.len() { at } else { 0 };
        let Some(moves) = solutions.get(at).cloned().or(helped) else {
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
        let count = messages::count(Count::of(&moves));
        let (whose, hand) = match (&entry.own[..], &entry.stored[..]) {
            ([_, ..], _) => ("your best", Hand::Best),
            ([], [_, ..]) => ("best known", Hand::Solver),
            ([], []) => ("as it was solved with help", Hand::Solver),
        };
        let other = solutions.get(1 - at.min(1)).filter(|_| solutions.len() > 1).map(|other| {
            let measure = if at == 0 { "pushes" } else { "moves" };
            format!("; b again, with the fewest {measure}: {}", messages::count(Count::of(other)))
        });
        self.message = format!("{whose}: {count}{}", other.unwrap_or_default());
        let mut before = self.history.clone();
        if before.leave_shown() {
            self.history = before;
        }
        self.history.restart_by(hand);
        self.playback = Some(Playback { moves, next: 0, runs: true, hand });
        self.look();
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
