//! Choosing a level from the list of all.
//!
//! In: actions and typed text. Out: the levels that match, the selected index, and whether choosing is over.

use super::input::Action;
use super::record::Entry;
use banto_sokoban::Direction;

/// How many levels a page moves.
const PAGE: usize = 10;

/// The list while it is shown.
#[derive(Clone, Debug)]
pub(super) struct Picker {
    /// The selected index.
    pub at: usize,
    /// The text to search for.
    pub(super) search: String,
}

impl Picker {
    pub(super) const fn new(at: usize) -> Self {
        Self { at, search: String::new() }
    }

    /// The indices of the levels whose number begins with what was typed, or whose title or author contains it.
    pub(super) fn matches(&self, entries: &[Entry]) -> Vec<usize> {
        let wanted = self.search.trim().to_lowercase();
        let holds =
            |text: &Option<String>| text.as_ref().is_some_and(|text| text.to_lowercase().contains(&wanted));
        let is_match = |entry: &Entry| {
            let level = &entry.level;
            entry.number.to_string().starts_with(&wanted) || holds(&level.title) || holds(&level.author)
        };
        (0..entries.len()).filter(|index| wanted.is_empty() || is_match(&entries[*index])).collect()
    }

    /// The level that is meant: that of exactly this number or title, or the selected one if it matches, or the first
    /// that does.
    pub(super) fn meant(&self, entries: &[Entry]) -> Option<usize> {
        let (found, wanted) = (self.matches(entries), self.search.trim());
        let is_exact = |index: &&usize| {
            let Entry { number, level, .. } = &entries[**index];
            let title = level.title.as_ref().map(|title| title.trim().to_lowercase());
            number.to_string() == wanted || title.is_some_and(|title| title == wanted.to_lowercase())
        };
        let selected = || found.iter().find(|index| **index == self.at);
        found.iter().find(is_exact).or_else(selected).or_else(|| found.first()).copied()
    }

    /// Adds a character to what is searched for, or takes the last one away, and selects the level that is meant.
    pub(super) fn type_in(&mut self, one: char, entries: &[Entry]) {
        if one == '\u{8}' {
            self.search.pop();
        } else {
            self.search.push(one);
        }
        self.at = self.meant(entries).unwrap_or(self.at);
    }

    /// Carries out an action. True if choosing is over.
    pub(super) fn act(&mut self, action: &Action, entries: &[Entry]) -> bool {
        let found = self.matches(entries);
        let last = found.len().saturating_sub(1);
        let at = found.iter().position(|index| *index == self.at).unwrap_or(0);
        let at = match action {
            Action::Go(Direction::Up) => at.saturating_sub(1),
            Action::Go(Direction::Down) => (at + 1).min(last),
            Action::Go(Direction::Left) | Action::Previous => at.saturating_sub(PAGE),
            Action::Go(Direction::Right) | Action::Next => (at + PAGE).min(last),
            Action::First => 0,
            Action::Last => last,
            // There is nothing to play.
            Action::Choose if found.is_empty() => at,
            _ => return true,
        };
        self.at = found.get(at).copied().unwrap_or(self.at);
        false
    }
}
