//! A blind search beside a long informed one: it may exhaust the states sooner.
//!
//! In: a space with its pruning, and what the informed search has taken so far. Out: whether all states were visited
//! without a goal. It gets a small share of that work, and is given up if most of the states that it reached were not
//! expanded.

use crate::improve::Ticks;
use banto_base::limits::{Limits, Stop};
use banto_search::{Algorithm, Exhaustion, Outcome, Prune, Search, Settings, Space};

/// The work of an expansion without estimates: at least `WORK`, or 1/`WORK_SHARE` of an informed expansion.
pub(super) const WORK: Ticks = 3000;
const WORK_SHARE: Ticks = 16;
/// The search may take 1/`SHARE` of the work of the other, and eight times as much once it has seen most of the
/// reachable states.
const SHARE: Ticks = 32;
/// Bytes of states that it may store.
const BYTES: u64 = 1 << 28;

/// Repeats the search with more effort each time.
pub(super) struct BlindSearch {
    /// Its share of the work, while it is useful.
    share: Option<Ticks>,
    /// Whether all states were visited without a goal.
    pub(super) has_exhausted: bool,
}

impl BlindSearch {
    pub(super) fn new(is_on: bool) -> Self {
        Self { share: is_on.then_some(SHARE), has_exhausted: false }
    }

    pub(super) const fn is_on(&self) -> bool {
        self.share.is_some()
    }

    /// Leaves room in memory for the other search, which it must not stop.
    pub(super) fn limits(limits: &Limits) -> Limits {
        let memory = limits.memory().map(|memory| memory / 4 * 3);
        limits.for_work_apart().with(None, memory)
    }

    /// Searches beside a search with this many expansions, each of this much work.
    pub(super) fn run<S: Space>(
        &mut self,
        space: &S,
        pruning: impl Prune<S>,
        limits: &Limits,
        (expanded, work): (u64, Ticks),
    ) {
        let Some(share) = self.share else { return };
        let bytes = (space.words() * size_of::<u64>() + size_of::<S::Cost>() + size_of::<u64>()) as u64;
        let effort = (expanded.saturating_mul(work) / share / WORK.max(work / WORK_SHARE))
            .max(expanded)
            .min(BYTES / bytes / 4);
        let report = Search::new(space)
            .prune(pruning)
            .limits(limits)
            .settings(Settings { effort: Some(effort), ..Settings::default() })
            .run(Algorithm::Bfs);
        self.has_exhausted = matches!(report.outcome, Outcome::Exhausted(Exhaustion::Proven));
        let is_near = report.work.states < 2 * report.work.counts.expanded;
        self.share = (is_near && report.outcome == Outcome::Stopped(Stop::Effort)).then_some(SHARE / 8);
    }
}
