//! Choosing a level from the list of all.
//!
//! In: actions. Out: the selected index, and whether choosing is over.

use super::input::Action;
use crate::sokoban::Direction;

/// How many levels a page moves.
const PAGE: usize = 10;

/// The list while it is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picker {
    at: usize,
}

impl Picker {
    /// With this index selected.
    pub(super) const fn new(at: usize) -> Self {
        Self { at }
    }

    /// The selected index.
    pub(super) const fn at(self) -> usize {
        self.at
    }

    /// Carries out an action. True if choosing is over.
    pub(super) fn act(&mut self, action: Action, count: usize) -> bool {
        let last = count.saturating_sub(1);
        match action {
            Action::Go(Direction::Up) => self.at = self.at.saturating_sub(1),
            Action::Go(Direction::Down) => self.at = (self.at + 1).min(last),
            Action::Go(Direction::Left) | Action::Previous => self.at = self.at.saturating_sub(PAGE),
            Action::Go(Direction::Right) | Action::Next => self.at = (self.at + PAGE).min(last),
            Action::First => self.at = 0,
            Action::Last => self.at = last,
            _ => return true,
        }
        false
    }
}
