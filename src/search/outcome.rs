//! The report of a search: how it ended, and whether that is a proof. Every algorithm returns one.

use super::work::{Readings, Work};
use banto_base::limits::Stop;

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
        /// The path to it.
        path: Path<C>,
        /// Whether no path is cheaper, according to the claims of heuristics and pruning.
        optimal: bool,
    },
    /// Nothing is left to expand.
    Exhausted(Exhaustion),
    /// A limit was reached first.
    Stopped(Stop),
}

/// Whether the end of a search without a path proves that there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhaustion {
    /// There is no path; with a bound, none that is cheaper.
    Proven,
    /// There may be one: something was dropped that was not proven useless.
    Unsafe,
    /// There may be one: some paths cost more than the cost type holds. A wider type decides.
    CostOverflow,
}

/// The outcome of a search, with what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report<C> {
    /// How it ended.
    pub outcome: Outcome<C>,
    /// The limit that ended it, even if a path had been found before.
    pub stop: Option<Stop>,
    /// Its counts and its memory.
    pub work: Work,
    /// Its estimates and bounds of costs.
    pub readings: Readings,
}

impl<C> Report<C> {
    /// The report of a search that never began.
    #[doc(hidden)]
    pub fn nothing(outcome: Outcome<C>) -> Self {
        let stop = if let Outcome::Stopped(stop) = outcome { Some(stop) } else { None };
        Self { outcome, stop, work: Work::default(), readings: Readings::default() }
    }

    /// The path, if there is one.
    pub const fn path(&self) -> Option<&Path<C>> {
        match &self.outcome {
            Outcome::Solved { path, .. } => Some(path),
            _ => None,
        }
    }
}
