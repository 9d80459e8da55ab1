//! Choosing a level from the list of all.
//!
//! In: actions. Out: the index that is marked, and whether choosing is at its end.

use super::input::Action;
use crate::sokoban::Direction;

/// How far a page is.
const PAGE: usize = 10;

/// The list while it is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picker {
    at: usize,
}

impl Picker {
    /// With this index marked.
    pub(super) const fn new(at: usize) -> Self {
        Self { at }
    }

    /// The index that is marked.
    pub(super) const fn at(self) -> usize {
        self.at
    }

    /// Does what was asked for. True at the end of choosing.
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
