//! Prunes a search over a ground task: symmetric states, redundant orders of steps, dead ends.
//!
//! In: a task and the reductions that are on. Out: a [`Prune`] for the search. Reductions begin after some expansions,
//! so that small searches pay nothing, and switch themselves off if they prune next to nothing.

use std::cell::RefCell;

use crate::deadends::Watch;
use crate::limits::{Limits, Stop};
use crate::search::{Algorithm, Cost, Exhaustion, Outcome, Prune, PruneClaims, Search, Settings};
use crate::strips::{FactSpace, StubbornSets, Task};
use crate::symmetry::{Canonical, Classes, Orbits};

/// Expansions before the first reduction begins.
const AFTER: u64 = 256;
/// Work per operator for finding symmetries.
const SHARE: u64 = 128;
/// Tasks with fewer operators get as much work as with this many: each candidate takes a larger share there.
const FEWEST: usize = 4096;
/// The search for symmetries begins this many times later than the search for proofs.
const LATER: u64 = 4;

/// A blind search beside the main one may expand this many states for each state that the main one has expanded: they
/// are cheap without a heuristic.
const ASIDE: u64 = 4;
/// The same once the blind search has seen most of what it can reach.
const ASIDE_NEARLY: u64 = 32;
/// Bytes of states that the blind search may store.
const ASIDE_BYTES: u64 = 1 << 28;

/// Structure to look for in a task, so that less is searched. What a reduction finds is proven on the task; where it
/// finds nothing, it does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a reduction of its own")]
pub struct Reductions {
    /// Decoupled search: parts of the task that move freely are not searched. Not used with a search of the caller's.
    pub decoupled: bool,
    /// Proofs that there is no plan, and tables of dead ends, during the search.
    pub dead_ends: bool,
    /// Symmetry: states that differ only in interchangeable objects count as one.
    pub symmetry: bool,
    /// Stubborn sets: one order of independent steps is enough. Used by optimal searches.
    pub stubborn: bool,
    /// Expansions before the first reduction begins.
    pub after: u64,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { decoupled: true, dead_ends: true, symmetry: true, stubborn: true, after: AFTER }
    }
}

impl Reductions {
    /// None: the task is searched as it is.
    #[must_use]
    pub const fn plain() -> Self {
        Self { decoupled: false, dead_ends: false, symmetry: false, stubborn: false, after: AFTER }
    }
}

/// What searches pruned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Dead ends found in tables.
    pub dead_ends: u64,
    /// States symmetric to others.
    pub symmetric: u64,
    /// Steps outside of stubborn sets.
    pub steps: u64,
}

impl Pruned {
    pub(super) const fn add(&mut self, other: &Self) {
        self.dead_ends += other.dead_ends;
        self.symmetric += other.symmetric;
        self.steps += other.steps;
    }
}

/// What remains when a search ends.
#[derive(Debug, Default)]
pub(super) struct Findings {
    /// Why there is no plan, where that was proven without looking at all states.
    pub(super) reason: Option<String>,
    pub(super) pruned: Pruned,
}

/// All reductions in one.
#[allow(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub(super) struct Pruning<'a, C> {
    task: &'a Task,
    limits: Limits,
    watch: Watch<'a>,
    expanded: u64,
    after: u64,
    /// When a blind search tries to exhaust the states next, and how many it may expand for each expansion until then.
    aside: u64,
    share: u64,
    exhausted: bool,
    symmetry: bool,
    stubborn: bool,
    /// Whether costs decide which of two symmetric states is kept.
    by_cost: bool,
    orbits: Option<Orbits<C>>,
    sets: Option<StubbornSets<'a>>,
    pruned: Pruned,
    findings: &'a RefCell<Findings>,
}

impl<'a, C: Cost> Pruning<'a, C> {
    pub(super) fn new(
        task: &'a Task,
        reductions: Reductions,
        algorithm: Algorithm,
        limits: &Limits,
        findings: &'a RefCell<Findings>,
    ) -> Self {
        let row = algorithm.row();
        // Searches that deepen meet their states again and again.
        let meets_once = !matches!(algorithm, Algorithm::Ida | Algorithm::Iddfs);
        Self {
            task,
            limits: limits.clone(),
            watch: Watch::new(task, reductions.dead_ends.then_some(reductions.after), limits),
            expanded: 0,
            after: reductions.after,
            aside: if reductions.dead_ends && row.uses_heuristic {
                reductions.after * LATER
            } else {
                u64::MAX
            },
            share: ASIDE,
            exhausted: false,
            symmetry: reductions.symmetry && meets_once,
            stubborn: reductions.stubborn && row.optimal,
            by_cost: row.optimal || row.uses_weight,
            orbits: None,
            sets: None,
            pruned: Pruned::default(),
            findings,
        }
    }

    /// Tries to exhaust the states without estimates. Where most of what was reached still waits, it is not tried
    /// again.
    #[cold]
    fn exhaust<S: FactSpace<Cost = C>>(&mut self, space: &S) {
        let bytes = (space.words() * size_of::<u64>() + size_of::<C>() + size_of::<u64>()) as u64;
        let effort = (self.expanded * self.share).min(ASIDE_BYTES / bytes / LATER);
        let last = std::mem::replace(&mut self.aside, u64::MAX) * LATER;
        let memory = self.limits.memory().map(|memory| memory / 4 * 3);
        let mut limits = Limits::none().with_cancel_flag(self.limits.cancel_flag());
        limits = self
            .limits
            .time()
            .map_or(limits.clone(), |time| limits.with_time(time.saturating_sub(self.limits.elapsed())));
        limits = memory.map_or(limits.clone(), |memory| limits.with_memory(memory));
        let findings = RefCell::default();
        let reductions = Reductions { symmetry: self.symmetry, after: 1, ..Reductions::plain() };
        let report = Search::new(space)
            .prune(Pruning::new(self.task, reductions, Algorithm::Bfs, &limits, &findings))
            .limits(&limits)
            .settings(Settings { effort: Some(effort), ..Settings::default() })
            .run(Algorithm::Bfs);
        match report.outcome {
            Outcome::Exhausted(Exhaustion::Proven) => self.exhausted = true,
            Outcome::Stopped(Stop::Effort) if report.work.states < 2 * report.work.counts.expanded => {
                (self.aside, self.share) = (last, ASIDE_NEARLY);
            }
            _ => {}
        }
    }

    #[cold]
    fn look_closer(&mut self) {
        if self.symmetry {
            let work = SHARE * self.task.operator_count().max(FEWEST) as u64;
            // A limit that is reached ends the search, too.
            let classes = Classes::within(self.task, work, &self.limits).unwrap_or_default();
            let words = self.task.packing().words();
            self.orbits = classes.map(|classes| Orbits::new(Canonical::new(self.task, classes), words));
        }
        if self.stubborn {
            self.sets = StubbornSets::new(self.task);
        }
    }
}

impl<C: Cost, S: FactSpace<Cost = C>> Prune<S> for Pruning<'_, C> {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    #[inline]
    fn begin(&mut self, space: &S, state: &[u64]) {
        self.expanded += 1;
        if self.expanded == self.aside {
            self.exhaust(space);
        }
        self.watch.expanding();
        if self.expanded == self.after * LATER {
            self.look_closer();
        }
        if let Some(sets) = &mut self.sets {
            sets.begin(state);
        }
    }

    #[inline]
    fn disproves(&self) -> bool {
        self.exhausted || self.watch.disproves()
    }

    #[inline]
    fn keep_action(&mut self, _: &S, action: u32) -> bool {
        let Some(sets) = &mut self.sets else { return true };
        let keeps = sets.keeps(action);
        self.pruned.steps += u64::from(!keeps);
        keeps
    }

    #[inline]
    fn keep_state(&mut self, space: &S, _: u32, state: &[u64], g: C) -> bool {
        if self.watch.is_dead(state) {
            self.pruned.dead_ends += 1;
            return false;
        }
        self.orbits.is_none() || self.keep_again(space, state, g)
    }

    #[inline]
    fn keep_again(&mut self, _: &S, state: &[u64], g: C) -> bool {
        let Some(orbits) = &mut self.orbits else { return false };
        let cost = if self.by_cost { g } else { C::ZERO };
        let is_new = orbits.is_new(state, cost);
        self.pruned.symmetric += u64::from(!is_new);
        if orbits.is_idle() {
            self.orbits = None;
        }
        is_new
    }

    fn reset(&mut self) {
        if let Some(orbits) = &mut self.orbits {
            orbits.reset();
        }
    }
}

impl<C> Drop for Pruning<'_, C> {
    fn drop(&mut self) {
        let mut findings = self.findings.borrow_mut();
        findings.reason = self.watch.reason().map(str::to_owned);
        findings.pruned.add(&self.pruned);
    }
}
