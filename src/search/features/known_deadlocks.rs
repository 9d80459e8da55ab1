//! A memory of groups of things, and how much effort a search for a deadlock is worth.
//!
//! In: groups with the results of searches. Out: the same result when a group is met again, and the effort of the next
//! search. It knows neither boards nor tasks: what a key holds is for those to say who search.

use std::collections::HashMap;
use std::hash::Hash;

/// A search that takes more expansions than this proves nothing.
pub const EFFORT: usize = 100;
/// The number of groups that are remembered.
const MEMORY_LIMIT: usize = 400_000;

/// A kind of group. Each has its own effort.
#[derive(Clone, Copy, Debug)]
pub enum GroupKind {
    /// Around a closed area, in calls for every state.
    Closed,
    /// Around a closed area, in rarer calls.
    ClosedAtLength,
    /// Around several areas that share boxes.
    Joined,
    /// In a room.
    Room,
}

/// What is known of groups of things: whether each is a dead end.
#[derive(Debug)]
pub struct KnownDeadlocks<T> {
    /// Only looked up, never iterated.
    dead: HashMap<Vec<T>, bool, rustc_hash::FxBuildHasher>,
    worth: [Worth; GroupKind::Room as usize + 1],
}

impl<T> Default for KnownDeadlocks<T> {
    fn default() -> Self {
        Self { dead: HashMap::default(), worth: [Worth::NEW; GroupKind::Room as usize + 1] }
    }
}

impl<T: Copy + Eq + Hash> KnownDeadlocks<T> {
    /// Whether the group is a dead end, if that is known.
    pub fn get(&self, group: &[T]) -> Option<bool> {
        self.dead.get(group).copied()
    }

    /// Remembers a group.
    pub fn add(&mut self, group: &[T], dead: bool) {
        if self.dead.len() < MEMORY_LIMIT {
            self.dead.insert(group.to_vec(), dead);
        }
    }

    /// The effort of the next search for a kind of group, in expansions.
    pub const fn effort(&self, kind: GroupKind) -> usize {
        self.worth[kind as usize].effort
    }

    /// Counts what the look at a group of this kind was good for.
    pub fn record(&mut self, kind: GroupKind, dead: bool, expanded: usize) {
        self.worth[kind as usize].add(dead, expanded);
    }
}

/// How much effort one kind of group is worth.
#[derive(Clone, Copy, Debug)]
struct Worth {
    effort: usize,
    searches: usize,
    dead: usize,
    expanded: usize,
}

impl Worth {
    /// The searches after which the effort is reviewed.
    const REVIEW: usize = 64;
    /// The expansions that a deadlock is worth.
    const PRICE: usize = 100;
    /// No search has less effort than this.
    const LEAST: usize = 12;
    const NEW: Self = Self { effort: EFFORT, searches: 0, dead: 0, expanded: 0 };

    /// Records a search. Most proofs are short: where they are rare, searches end sooner.
    fn add(&mut self, dead: bool, expanded: usize) {
        self.searches += 1;
        self.dead += usize::from(dead);
        self.expanded += expanded;
        if self.searches == Self::REVIEW {
            let effort =
                if self.expanded > self.dead * Self::PRICE { self.effort / 2 } else { self.effort * 2 };
            *self = Self { effort: effort.clamp(Self::LEAST, EFFORT), ..Self::NEW };
        }
    }
}
