//! What a search hands back: its ending, its counts, and how it got on meanwhile.
//!
//! Knows no search. Whoever reads an [`Outcome`] need not know how it was reached to know what may be said of it.

use crate::limits::Stop;
use std::time::Duration;

/// A sequence of actions from the initial state to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path<C> {
    /// The actions, first to last.
    pub actions: Vec<u32>,
    /// The sum of their costs.
    pub cost: C,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<C> {
    /// A goal was reached.
    Solved {
        /// The way there.
        path: Path<C>,
        /// Whether no path is cheaper, by what the heuristics and the pruning claim.
        optimal: bool,
    },
    /// Nothing is left to look at.
    Exhausted(Exhaustion),
    /// A limit was reached first.
    Stopped(Stop),
}

/// What the end of a search without a path means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhaustion {
    /// There is no path; with a bound, none that is cheaper.
    Proven,
    /// There may be one: something that was dropped was not proven to be useless.
    Unsafe,
    /// There may be one: some paths cost more than the cost type holds. A wider type decides.
    CostOverflow,
}

/// What a search did. Free of noise: the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// States whose successors were looked at.
    pub expanded: u64,
    /// States that were evaluated.
    pub evaluated: u64,
    /// Successors that were made.
    pub generated: u64,
    /// States that were expanded again, because a cheaper way to them was found.
    pub reopened: u64,
    /// States that a heuristic called dead.
    pub dead_ends: u64,
    /// Steps and states that pruning dropped.
    pub pruned: u64,
}

impl Counts {
    /// Adds what another search did.
    pub const fn add(&mut self, other: &Self) {
        self.expanded += other.expanded;
        self.evaluated += other.evaluated;
        self.generated += other.generated;
        self.reopened += other.reopened;
        self.dead_ends += other.dead_ends;
        self.pruned += other.pruned;
    }
}

/// The ending of a search with its counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<C> {
    /// How it ended.
    pub outcome: Outcome<C>,
    /// The limit that ended it, also where a path had been found before.
    pub stop: Option<Stop>,
    /// What it did.
    pub counts: Counts,
    /// States that were stored at the end; the most of any part where a search has several.
    pub states: u64,
    /// Bytes that these states and the open list took.
    pub bytes: u64,
}

impl<C> Report<C> {
    /// The report of a search that never began.
    pub(crate) fn nothing(outcome: Outcome<C>) -> Self {
        let stop = if let Outcome::Stopped(stop) = outcome { Some(stop) } else { None };
        Self { outcome, stop, counts: Counts::default(), states: 0, bytes: 0 }
    }

    /// The path, if there is one.
    #[must_use]
    pub const fn path(&self) -> Option<&Path<C>> {
        match &self.outcome {
            Outcome::Solved { path, .. } => Some(path),
            _ => None,
        }
    }
}

/// How a search is getting on.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The time since the start of the limits' clock.
    pub elapsed: Duration,
    /// What it has done.
    pub counts: Counts,
    /// The lowest estimate so far, of the first heuristic.
    pub best_h: Option<u64>,
    /// States that are stored.
    pub states: u64,
    /// Bytes that these states take.
    pub bytes: u64,
}

/// Hears how a search is getting on, some times a second.
pub trait Observer {
    /// The search is here now.
    fn progress(&mut self, progress: &Progress);
}
