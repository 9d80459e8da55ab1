//! Pruning for a search over a ground task: symmetry elimination, partial-order reduction by stubborn sets, dead-end
//! detection.
//!
//! In: a task and the reductions that are on. Out: a [`Prune`] for the search. Reductions may take a small share of the
//! search's work, so that small searches pay nothing, and they switch themselves off if they prune next to nothing.

use std::cell::RefCell;
use std::sync::OnceLock;

use crate::deadends::{self, Attempts, Watch};
use crate::heuristics::DeadPairs;
use crate::improve::Ticks;
use crate::strips::{FactSpace, StubbornSets, Task};
use crate::symmetry::{Canonical, Classes, Orbits};
use banto_base::limits::{Limits, Taken};
use banto_search::{Algorithm, Cost, Prune, PruneClaims};

/// Expansions before the first attempt to find structure. Each further attempt comes after [`LATER`] times as many.
const FIRST: u64 = 256;
const LATER: u64 = 4;
/// One method of proof may take 1/`SHARE` of the search's work so far.
const SHARE: Ticks = 256;
/// Once a search has taken this much work, about a second, a method may take 1/`LONG_SHARE`.
const LONG: Ticks = 1 << 31;
const LONG_SHARE: Ticks = 64;
/// The work that an attempt may take without waiting.
const AT_ONCE: Ticks = 1 << 24;

/// After this many expansions, a rank asks again for structure that another rank is looking for.
const AGAIN: u64 = 1000;
/// Work per operator for finding symmetries, and how long the search waits before it spends it: it takes a few
/// microseconds per operator.
const SYMMETRY: Ticks = 128;
const SYMMETRY_WAIT: Ticks = 1024;
/// Tasks with fewer operators get as much work as with this many, because each candidate takes a larger share there.
const FEWEST: usize = 4096;

banto_base::settable! {
    /// Structure to look for in a task, in order to search less. Each is proven on the task before it is used.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[allow(clippy::struct_excessive_bools, reason = "each is a separate reduction")]
    pub struct Reductions {
        /// Decoupled search: what moves freely is not searched. Not used with a search of the caller's choice.
        decoupled: bool,
        /// Proofs that there is no plan, during the search; and before a search that is not of the caller's choice,
        /// steps that no plan takes, by pairs of facts (h²).
        dead_ends: bool,
        /// Objects without names: if only the occupied places matter, the names of objects are not searched. Not used
        /// with a search of the caller's choice.
        fold: bool,
        /// Symmetry: states that differ only in interchangeable objects count as one.
        symmetry: bool,
        /// Stubborn sets: one order of independent steps is enough. Used by optimal searches.
        stubborn: bool,
        /// Whether all of them start with the first state, however long they take. If not, they start once the search
        /// has taken long enough.
        at_once: bool,
    } {}
}

impl Default for Reductions {
    fn default() -> Self {
        Self { decoupled: true, dead_ends: true, fold: true, symmetry: true, stubborn: true, at_once: false }
    }
}

impl Reductions {
    /// None: the task is searched without reductions.
    pub const fn plain() -> Self {
        let off = false;
        Self { decoupled: off, dead_ends: off, fold: off, symmetry: off, stubborn: off, at_once: off }
    }
}

/// The numbers of what searches pruned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// States symmetric to others.
    pub symmetric: u64,
    /// Steps outside stubborn sets.
    pub steps: u64,
    /// Steps to two facts from which no goal is reached.
    pub dead: u64,
}

impl Pruned {
    pub(super) const fn add(&mut self, other: &Self) {
        self.symmetric += other.symmetric;
        self.steps += other.steps;
        self.dead += other.dead;
    }
}

#[derive(Debug, Default)]
pub(super) struct Findings {
    /// The proof that there is no plan, if there is one without visiting all states.
    pub(super) proof: Option<deadends::Proof>,
    pub(super) pruned: Pruned,
    /// Why the search cannot search this task.
    pub(super) unsuited: Option<String>,
    /// The time to make spaces and heuristics.
    pub(super) preparation: Taken,
    /// The steps that were applied again to see which of them a plan can do without.
    pub(super) replayed: u64,
}

#[derive(Clone, Copy)]
pub(super) struct PrunedSearch {
    pub(super) algorithm: Algorithm,
    pub(super) work: Ticks,
}

#[allow(clippy::struct_excessive_bools, reason = "each is a separate state")]
pub(super) struct Pruning<'a, C> {
    task: &'a Task,
    limits: Limits,
    watch: Watch<'a>,
    expanded: u64,
    /// The number of ranks that expand states.
    ranks: u64,
    work: Ticks,
    /// The number of expansions at which to look for structure next; never if that is off.
    next: u64,
    at_once: bool,
    proofs: bool,
    symmetry: bool,
    stubborn: bool,
    /// Whether costs decide which of two symmetric states is kept.
    by_cost: bool,
    symmetries: &'a Symmetries,
    orbits: Option<Orbits<C>>,
    sets: Option<StubbornSets<'a>>,
    /// The pairs that are dead ends, if there are any, and then the state that is expanded.
    dead: Option<&'a DeadPairs>,
    state: Vec<u64>,
    pruned: Pruned,
    findings: &'a RefCell<Findings>,
}

impl<'a, C: Cost> Pruning<'a, C> {
    /// As far as the reductions suit the search.
    pub(super) fn new(
        task: &'a Task,
        reductions: Reductions,
        search: PrunedSearch,
        symmetries: &'a Symmetries,
        limits: &Limits,
        findings: &'a RefCell<Findings>,
    ) -> Self {
        let PrunedSearch { algorithm, work } = search;
        let row = algorithm.row();
        let Reductions { dead_ends: proofs, at_once, .. } = reductions;
        let symmetry = reductions.symmetry && !row.revisits;
        let stubborn = reductions.stubborn && row.optimal;
        let is_on = proofs || symmetry || stubborn;
        Self {
            task,
            limits: limits.clone(),
            watch: Watch::new(task, limits),
            expanded: 0,
            ranks: 1,
            work,
            next: if !is_on {
                u64::MAX
            } else if at_once {
                1
            } else {
                FIRST
            },
            at_once,
            proofs,
            symmetry,
            stubborn,
            by_cost: row.optimal || row.uses_weight,
            symmetries,
            orbits: None,
            sets: None,
            dead: None,
            state: Vec::new(),
            pruned: Pruned::default(),
            findings,
        }
    }

    /// Without the steps that lead to such pairs.
    pub(super) const fn without(mut self, dead: Option<&'a DeadPairs>) -> Self {
        self.dead = dead;
        self
    }

    /// For one of several ranks: together they look for structure when a single search with all their work would.
    pub(super) fn at_rank(&mut self, ranks: usize) {
        self.ranks = ranks as u64;
        self.watch.share(&self.symmetries.attempts);
        self.next = (self.next / self.ranks).max(1);
    }

    /// The work of the search so far.
    const fn taken(&self) -> Ticks {
        self.expanded.saturating_mul(self.work)
    }

    /// Whether the state is the first of its orbit, or cheaper than those before; always, while symmetry is not used.
    #[inline]
    fn is_first_of_its_form(&mut self, state: &[u64], g: C) -> bool {
        let Some(orbits) = &mut self.orbits else { return true };
        let is_first = orbits.insert(state, if self.by_cost { g } else { C::ZERO });
        self.pruned.symmetric += u64::from(!is_first);
        if orbits.is_idle() {
            self.orbits = None;
        }
        is_first
    }

    /// Looks for structure, with a share of the search's work so far.
    #[cold]
    fn look_closer(&mut self) {
        let is_long = self.at_once || self.taken() >= LONG;
        let share = if is_long { LONG_SHARE } else { SHARE };
        let work = if self.at_once { AT_ONCE } else { self.taken() / share };
        self.next = self.expanded * if is_long { 2 } else { LATER };
        if self.proofs && !self.watch.attempt(work) {
            self.next = self.expanded + AGAIN;
        }
        let wait = work_of_symmetries(self.task).max(SYMMETRY_WAIT * self.task.operator_count() as Ticks);
        if self.symmetry && (self.at_once || work * self.ranks >= wait) {
            self.symmetry = false;
            let classes = self.symmetries.find(self.task, &self.limits);
            let words = self.task.packing().words();
            self.orbits =
                classes.map(|classes| Orbits::new(Canonical::new(self.task, classes.clone()), words));
        }
        if std::mem::take(&mut self.stubborn) {
            self.sets = StubbornSets::within(self.task, &self.limits).ok().flatten();
        }
    }
}

fn work_of_symmetries(task: &Task) -> Ticks {
    SYMMETRY * task.operator_count().max(FEWEST) as Ticks
}

/// The interchangeable objects of a task, found on demand, once for all ranks; and the ranks' attempts to prove that
/// there is no plan.
#[derive(Default)]
pub(super) struct Symmetries {
    classes: OnceLock<Option<Classes>>,
    attempts: Attempts,
}

impl Symmetries {
    /// The classes of these objects, if any.
    pub(super) fn find(&self, task: &Task, limits: &Limits) -> Option<&Classes> {
        // A limit reached here ends the search as well.
        let find = || Classes::within(task, work_of_symmetries(task), limits).unwrap_or_default();
        self.classes.get_or_init(find).as_ref()
    }
}

impl<C: Cost, S: FactSpace<Cost = C>> Prune<S> for Pruning<'_, C> {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    #[inline]
    fn begin(&mut self, _: &S, state: &[u64]) {
        if self.dead.is_some() {
            self.state.clear();
            self.state.extend_from_slice(state);
        }
        self.expanded += 1;
        if self.expanded == self.next {
            self.look_closer();
        }
        if let Some(sets) = &mut self.sets {
            sets.begin(state);
        }
    }

    #[inline]
    fn disproves(&self) -> bool {
        self.watch.disproves()
    }

    #[inline]
    fn keep_action(&mut self, _: &S, action: u32) -> bool {
        if self.dead.is_some_and(|pairs| pairs.forbid(self.task, action.into(), &self.state)) {
            self.pruned.dead += 1;
            return false;
        }
        self.sets.as_mut().is_none_or(|sets| sets.keeps(action))
    }

    #[inline]
    fn keep_state(&mut self, _: &S, _: u32, state: &[u64], g: C) -> bool {
        self.is_first_of_its_form(state, g)
    }

    /// Once symmetric states are kept, each cheaper path counts: the one to the symmetric state, for which this one was
    /// dropped, may have been pruned.
    #[inline]
    fn keep_again(&mut self, _: &S, state: &[u64], g: C) -> bool {
        self.pruned.symmetric > 0 && self.is_first_of_its_form(state, g)
    }

    fn reset(&mut self) {
        if let Some(orbits) = &mut self.orbits {
            orbits.reset();
        }
    }

    fn bytes(&self) -> usize {
        self.orbits.as_ref().map_or(0, Orbits::bytes)
    }
}

impl<C> Drop for Pruning<'_, C> {
    fn drop(&mut self) {
        let mut findings = self.findings.borrow_mut();
        // Searches that take turns share their findings.
        findings.proof = self.watch.proof().cloned().or(findings.proof.take());
        self.pruned.steps = self.sets.as_ref().map_or(0, StubbornSets::pruned);
        findings.pruned.add(&self.pruned);
    }
}
