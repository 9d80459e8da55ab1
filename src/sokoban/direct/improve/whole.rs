//! The search of the whole level for a better solution, which alone can prove that there is none.
//!
//! In: a space with estimates and pruning, the cost of the best solution so far, work to do. Out: a better solution, or
//! the proof. It is one A* search that goes on where it was, and its bound falls with each better solution. Where
//! memory gets short, it ends, so that other methods go on.

use super::line::Tools;
use super::{Take, Turn, is_proof};
use banto_base::limits::Limits;
use banto_search::{Outcome, Search, Settings, Sliced, Space, Work, sliced_astar};

/// The search while it is open, and its work.
pub(super) struct Whole<'a, C> {
    search: Option<Box<dyn Sliced<C> + 'a>>,
    limits: &'a Limits,
    pub(super) work: Work,
}

impl<'a, C: banto_search::Cost> Whole<'a, C> {
    /// A search that has not started.
    pub(super) fn new<S: Space<Cost = C>>(search: Search<'a, S>, tools: &Tools<'a>) -> Self {
        let settings = Settings { preferred: false, ..Settings::default() };
        let mut search = search.limits(tools.limits).settings(settings);
        if let Some(observer) = tools.observer {
            search = search.observer(observer);
        }
        Self { search: Some(Box::new(sliced_astar(search))), limits: tools.limits, work: Work::default() }
    }

    pub(super) const fn is_open(&self) -> bool {
        self.search.is_some()
    }

    /// Which part of all work it is to have: half, if its lower bound has come half of the way from the first estimate
    /// to the best solution, so that a proof may be near.
    pub(super) fn part(&self, best: u32) -> u64 {
        const NEAR: u64 = 2;
        const FAR: u64 = 8;
        let readings = self.search.as_ref().map(|search| search.readings());
        let first = readings.and_then(|readings| *readings.initial_h.first()?);
        let ends = first.zip(readings.and_then(|readings| readings.lower_bound));
        let is_near = ends.is_some_and(|(first, bound)| u64::from(best) + first <= 2 * bound);
        if is_near { NEAR } else { FAR }
    }

    /// Goes on for so many evaluations with the cost of the best solution as bound.
    pub(super) fn turn(&mut self, bound: C, share: u64, take: Take<'_>) -> Turn {
        let Some(search) = &mut self.search else { return Turn::default() };
        search.bound(bound);
        let report = search.go_on(share);
        let before = std::mem::replace(&mut self.work, search.work());
        let mut turn =
            Turn { spent: self.work.counts.evaluated - before.counts.evaluated, ..Turn::default() };
        if let Some(report) = &report {
            turn.is_better = report.path().is_some_and(|path| take(&path.actions));
            turn.is_done =
                is_proof(report) || matches!(report.outcome, Outcome::Solved { optimal: true, .. });
        }
        // What it holds may double when it grows.
        let has_room = usize::try_from(self.work.bytes).is_ok_and(|bytes| self.limits.has_room(bytes));
        if report.is_some() || !has_room {
            self.search = None;
        }
        turn
    }
}
