//! The frame of all running searches: evaluation, limits, progress, counts, and an outcome that claims only what is
//! proven.
//!
//! In: what a [`Search`] was given, and from an algorithm, states and paths as it finds them. Out: estimates, whether
//! to go on, and at the end a [`Report`]. The bound on costs prunes here by the cost so far, in `eager.rs` also by
//! estimates.

use std::time::Duration;

use crate::storage::tree::Tree;
use crate::{
    At, Cost, Counts, Estimate, Exhaustion, Heuristic, Observer, Outcome, Path, Progress, Prune, Readings,
    Report, Search, Space, StateId, Step, Work,
};
use banto_base::limits::{Held, Limits, Stop};

/// Progress is reported at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);
/// If states take this many bytes, every expansion checks memory: an occasional check would come too late.
const LARGE_ROW: usize = 32 << 10;
/// With a budget of memory, what the search holds is counted around the first and then once in so many expansions.
const COUNTED: u64 = 64;
/// The number of successors for which memory is requested if states are large.
const SUCCESSORS: usize = 32;

/// Which heuristics count, and how several are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Evaluation {
    /// None: every estimate is zero.
    Without,
    /// One number: the greatest. A dead end for one is a dead end.
    Greatest,
    /// A number for each. A state is dead if one proves it or all say so.
    Each,
}

/// The state of a search while it runs.
#[allow(clippy::struct_excessive_bools)] // Each is a separate fact.
pub(crate) struct Run<'r, S: Space> {
    pub(crate) space: &'r S,
    pub(crate) heuristics: Vec<Box<dyn Heuristic<S> + 'r>>,
    prune: Option<Box<dyn Prune<S> + 'r>>,
    pub(crate) tree: Tree<S::Cost>,
    pub(crate) counts: Counts,
    /// The estimates of the last evaluated state.
    pub(crate) values: Vec<S::Cost>,
    /// The preferred actions of the last evaluated state; sorted by [`Run::sort_preferred`].
    pub(crate) preferred: Vec<u32>,
    /// Whether the last evaluated state has an estimate lower than any before.
    pub(crate) progressed: bool,
    /// A limit that was reached during an expansion.
    pub(crate) stop: Option<Stop>,
    pub(crate) readings: Readings,
    /// Some path costs more than the cost type holds.
    pub(crate) overflowed: bool,
    pub(crate) bound: Option<S::Cost>,
    /// At most this many states are expanded.
    pub(crate) effort: u64,
    /// Whether to report every step to heuristics.
    pub(crate) follows: bool,
    evaluation: Evaluation,
    /// Whether every state takes the cheapest path found.
    reopens: bool,
    best: Vec<S::Cost>,
    pub(crate) lost_solutions: bool,
    pub(crate) lost_cheapest: bool,
    limits: Limits,
    held: Option<Held>,
    observer: Option<&'r dyn Observer>,
    /// When progress is reported next; never without an observer.
    next_report: Duration,
    large_rows: bool,
}

impl<'r, S: Space> Run<'r, S> {
    pub(crate) fn new(search: Search<'r, S>, evaluation: Evaluation, reopens: bool) -> Self {
        let Search { space, mut heuristics, mut prune, limits, observer, settings } = search;
        if evaluation == Evaluation::Without {
            heuristics.clear();
        }
        heuristics.iter_mut().for_each(Heuristic::reset);
        if let Some(prune) = &mut prune {
            prune.reset();
        }
        // Reads the clock now: earlier stages may have ended before their first check, and this one may be slow.
        let stop = limits.check_now().err();
        Self {
            space,
            follows: heuristics.iter().any(Heuristic::follows_paths),
            best: vec![S::Cost::INFINITE; heuristics.len().max(1)],
            heuristics,
            prune,
            tree: Tree::new(space.words()),
            counts: Counts::default(),
            values: Vec::new(),
            preferred: Vec::new(),
            progressed: false,
            stop,
            readings: Readings::default(),
            overflowed: false,
            bound: settings.bound,
            effort: settings.effort.unwrap_or(u64::MAX),
            evaluation,
            reopens,
            lost_solutions: false,
            lost_cheapest: false,
            held: limits.held(),
            limits,
            observer,
            next_report: observer.map_or(Duration::MAX, |_| REPORT_INTERVAL),
            large_rows: space.words() * size_of::<u64>() >= LARGE_ROW,
        }
    }

    /// Whether the search may continue, given the bytes that its open list takes.
    #[inline]
    pub(crate) fn check(&mut self, open_bytes: impl FnOnce() -> usize) -> Result<(), Stop> {
        if let Some(stop) = self.stop {
            return Err(stop);
        }
        self.check_limits()?;
        if self.held.is_some() && self.counts.expanded % COUNTED <= 1 {
            self.hold(open_bytes())?;
        }
        if self.counts.expanded >= self.effort {
            return Err(Stop::Effort);
        }
        if self.limits.seen() >= self.next_report {
            self.report_progress();
        }
        Ok(())
    }

    /// Counts what the search holds against the budget.
    #[cold]
    fn hold(&mut self, open_bytes: usize) -> Result<(), Stop> {
        let pruned = self.prune.as_deref().map_or(0, Prune::bytes);
        let remembered = self.heuristics.iter().map(Heuristic::bytes).sum::<usize>() + pruned;
        let bytes = self.tree.bytes() + open_bytes + remembered;
        self.held.as_mut().map_or(Ok(()), |held| self.limits.hold(held, bytes))
    }

    /// Whether time and memory are left; for use during an expansion.
    #[inline]
    pub(crate) fn check_limits(&self) -> Result<(), Stop> {
        if self.large_rows {
            return self.limits.check_allocation(SUCCESSORS * self.space.words() * size_of::<u64>());
        }
        self.limits.check()
    }

    /// Reads the clock and the memory in use, for a search that waits: it calls `check` too rarely.
    pub(crate) fn look(&self) {
        // A limit that is reached stays reached: the next check reports it.
        let _ = self.limits.look();
    }

    /// Whether there is room for this many bytes at once.
    #[inline]
    pub(crate) fn check_allocation(&self, bytes: usize) -> Result<(), Stop> {
        self.limits.check_allocation(bytes)
    }

    /// Counts a dead end that something other than a heuristic has found.
    pub(crate) fn dead_end(&mut self, safe: bool) {
        self.counts.dead_ends += 1;
        self.lost_solutions |= !safe;
        self.lost_cheapest |= !safe;
    }

    #[cold]
    fn report_progress(&mut self) {
        self.next_report = self.limits.seen() + REPORT_INTERVAL;
        self.tell(|observer, progress| observer.progress(progress));
    }

    /// Reports that the lower bound has risen, with the state that is expanded first after that.
    #[cold]
    pub(crate) fn tell_layer(&self, least: S::Cost, g: S::Cost) {
        let layer = Some([least.shown(), g.shown()]);
        self.tell(|observer, progress| observer.layer(&Progress { layer, ..*progress }));
    }

    #[cold]
    fn tell(&self, tell: impl Fn(&dyn Observer, &Progress)) {
        let Some(observer) = self.observer else { return };
        let best = self.best[0];
        let best_h = (best != S::Cost::INFINITE).then(|| best.shown());
        let lower_bound = self.readings.lower_bound.filter(|_| !self.lost_cheapest);
        let (elapsed, work) = (self.limits.seen(), self.work(0));
        tell(observer, &Progress { elapsed, work, best_h, lower_bound, search: None, layer: None });
    }

    /// Whether the bound is 0, so that no path is below it.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.bound == Some(S::Cost::ZERO)
    }

    /// Whether the bound prunes a path of this cost. If states keep their first path, a cheaper path to the same place
    /// may be ignored later, so this records that nothing is proven.
    #[inline]
    pub(crate) fn prune_by_cost(&mut self, cost: S::Cost) -> bool {
        let prunes = self.bound.is_some_and(|bound| cost >= bound);
        self.lost_solutions |= prunes && !self.reopens;
        prunes
    }

    /// Evaluates a state, and counts it: writes its estimates to `values`, and preferred actions to `preferred`. False
    /// for a dead end.
    #[inline]
    pub(crate) fn evaluate(&mut self, id: Option<StateId>, state: &[u64], g: S::Cost) -> bool {
        self.counts.evaluated += u64::from(!self.heuristics.is_empty());
        self.estimate(id, state, g)
    }

    /// The same for a state that was counted before.
    #[inline]
    pub(crate) fn estimate(&mut self, id: Option<StateId>, state: &[u64], g: S::Cost) -> bool {
        self.values.clear();
        self.preferred.clear();
        self.progressed = false;
        if self.heuristics.is_empty() {
            self.values.push(S::Cost::ZERO);
            return true;
        }
        let mut proven_dead = false;
        let mut dead = 0;
        let mut unproven = false;
        for heuristic in &mut self.heuristics {
            let at = At { space: self.space, id, state, g, earlier: &self.values };
            let value = match heuristic.evaluate(&at, &mut self.preferred) {
                Estimate::Cost(cost) if cost != S::Cost::INFINITE => cost,
                Estimate::Cost(_) => {
                    // Not a dead end, but more than the cost type can hold.
                    dead += 1;
                    self.overflowed = true;
                    S::Cost::INFINITE
                }
                Estimate::DeadEnd { safe } => {
                    dead += 1;
                    proven_dead |= safe;
                    unproven |= !safe;
                    S::Cost::INFINITE
                }
            };
            self.values.push(value);
            if proven_dead {
                break;
            }
        }
        if self.counts.evaluated == 1 {
            let shown = |value: &S::Cost| (*value != S::Cost::INFINITE).then(|| value.shown());
            self.readings.initial_h = self.values.iter().map(shown).collect();
        }
        // Evaluation may be slow, and one expansion may generate thousands of states.
        if self.stop.is_none() {
            self.stop = self.limits.check().err();
        }
        let is_dead = proven_dead
            || dead == self.heuristics.len()
            || (dead > 0 && self.evaluation == Evaluation::Greatest);
        if is_dead {
            self.counts.dead_ends += 1;
            if unproven && !proven_dead {
                self.lost_solutions = true;
                self.lost_cheapest = true;
            }
            return false;
        }
        // An estimate that a limit has cut off is too low.
        let is_whole = self.stop.is_none();
        for (best, &value) in self.best.iter_mut().zip(&self.values) {
            if is_whole && value < *best {
                *best = value;
                self.progressed = true;
            }
        }
        if self.progressed {
            self.readings.until_lowest_h = self.counts.evaluated;
        }
        if self.progressed && self.observer.is_some() {
            self.tell(|observer, progress| observer.milestone(progress));
        }
        if self.evaluation == Evaluation::Greatest && self.values.len() > 1 {
            let greatest = self.values.iter().copied().max().unwrap_or(S::Cost::ZERO);
            self.values.clear();
            self.values.push(greatest);
        }
        true
    }

    /// Tells pruning that a state is about to be expanded. If that yields a proof, the search stops at its next check.
    #[inline]
    pub(crate) fn begin(&mut self, state: &[u64]) {
        if let Some(prune) = &mut self.prune {
            prune.begin(self.space, state);
            if prune.disproves() {
                self.stop = Some(Stop::Effort);
            }
        }
    }

    /// Whether pruning has proven that no goal can be reached.
    pub(crate) fn is_disproven(&self) -> bool {
        self.prune.as_deref().is_some_and(Prune::disproves)
    }

    pub(crate) fn sort_preferred(&mut self) {
        self.preferred.sort_unstable();
        self.preferred.dedup();
    }

    /// Reports the initial state to the heuristics.
    pub(crate) fn tell_start(&mut self, id: StateId, state: &[u64]) {
        if self.follows {
            for heuristic in &mut self.heuristics {
                heuristic.started(self.space, id, state);
            }
        }
    }

    #[inline]
    pub(crate) fn tell_step(
        &mut self,
        (parent, parent_state): (StateId, &[u64]),
        action: u32,
        (id, state): (StateId, &[u64]),
    ) {
        if self.follows {
            let step = Step { space: self.space, parent, parent_state, action, id, state };
            for heuristic in &mut self.heuristics {
                heuristic.reached(&step);
            }
        }
    }

    /// Whether pruning keeps the action; if not, records what may be lost.
    #[inline]
    pub(crate) fn keeps_action(&mut self, action: u32) -> bool {
        self.prune.as_mut().is_none_or(|prune| prune.keep_action(self.space, action)) || self.drop_something()
    }

    /// Whether pruning keeps the state; if not, records what may be lost.
    #[inline]
    pub(crate) fn keeps_state(&mut self, action: u32, state: &[u64], g: S::Cost) -> bool {
        self.prune.as_mut().is_none_or(|prune| prune.keep_state(self.space, action, state, g))
            || self.drop_something()
    }

    /// Whether pruning takes a dropped state back, now that a cheaper path to it is found.
    pub(crate) fn keeps_again(&mut self, state: &[u64], g: S::Cost) -> bool {
        self.prune.as_mut().is_some_and(|prune| prune.keep_again(self.space, state, g))
    }

    /// Records whether the open list keeps what was queued.
    #[inline]
    pub(crate) fn queued(&mut self, is_kept: bool) {
        self.lost_solutions |= !is_kept;
        self.lost_cheapest |= !is_kept;
    }

    fn drop_something(&mut self) -> bool {
        self.counts.pruned += 1;
        if let Some(claims) = self.prune.as_deref().map(Prune::claims) {
            self.lost_solutions |= !claims.safe;
            self.lost_cheapest |= !claims.cost_preserving;
        }
        false
    }

    /// Ends with a path to this state, or at the limit that was reached before the path was found again.
    pub(crate) fn solved(&self, goal: StateId, optimal: bool, open_bytes: usize) -> Report<S::Cost> {
        match self.tree.path(self.space, goal) {
            Some(path) => self.solved_by(path, optimal, open_bytes),
            None => {
                let stop = self.limits.look().expect_err("what was walked can be walked again");
                self.stopped(stop, open_bytes)
            }
        }
    }

    pub(crate) fn solved_by(&self, path: Path<S::Cost>, optimal: bool, open_bytes: usize) -> Report<S::Cost> {
        let optimal = optimal && !self.lost_cheapest;
        self.ended(Outcome::Solved { path, optimal }, open_bytes)
    }

    /// Ends because nothing is left.
    pub(crate) fn exhausted(&self, open_bytes: usize) -> Report<S::Cost> {
        // Below a bound, a solution that is not a cheapest one may be none.
        let exhaustion = if self.lost_solutions || self.bound.is_some() && self.lost_cheapest {
            Exhaustion::Unsafe
        } else if self.overflowed {
            Exhaustion::CostOverflow
        } else {
            Exhaustion::Proven
        };
        self.ended(Outcome::Exhausted(exhaustion), open_bytes)
    }

    /// Ends because of a limit, or because pruning has a proof.
    pub(crate) fn stopped(&self, stop: Stop, open_bytes: usize) -> Report<S::Cost> {
        if self.is_disproven() {
            return self.ended(Outcome::Exhausted(Exhaustion::Proven), open_bytes);
        }
        self.ended(Outcome::Stopped(stop), open_bytes)
    }

    fn ended(&self, outcome: Outcome<S::Cost>, open_bytes: usize) -> Report<S::Cost> {
        let stop = if let Outcome::Stopped(stop) = outcome { Some(stop) } else { None };
        self.tell_end();
        let mut readings = self.readings.clone();
        readings.lower_bound = readings.lower_bound.filter(|_| !self.lost_cheapest);
        Report { outcome, stop, work: self.work(open_bytes), readings }
    }

    pub(crate) fn tell_end(&self) {
        self.tell(|observer, progress| observer.milestone(progress));
    }

    /// Records that no path costs less than this; whether that is more than was known.
    #[inline]
    pub(crate) fn at_least(&mut self, cost: u64) -> bool {
        let cost = self.bound.map_or(cost, |bound| bound.shown().min(cost));
        let is_more = self.readings.lower_bound.is_none_or(|known| known < cost);
        if is_more {
            self.readings.lower_bound = Some(cost);
        }
        is_more
    }

    /// Records that the lower bound of a search that proves its path cheapest has risen now.
    pub(crate) fn jumped(&mut self) {
        self.readings.until_last_jump = Some(self.counts);
    }

    pub(crate) fn work(&self, open_bytes: usize) -> Work {
        Work {
            counts: self.counts,
            states: self.tree.len() as u64,
            bytes: (self.tree.bytes() + open_bytes) as u64,
            ticks: self.heuristics.iter().map(Heuristic::ticks).sum(),
        }
    }
}
