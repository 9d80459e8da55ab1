//! From the first plan to better ones.
//!
//! In: the first plan and how much work it took. Out: better plans, each validated. All presets follow the same
//! sequence and stop at different points, so `--anytime` never has a worse plan than the default after the same work.

use std::cell::RefCell;

use super::preset::{Context, Stage};
use super::pruning::{Pruned, PrunedSearch, Pruning, Reductions, Symmetries};
use super::ranks::Shared;
use super::run::{Begun, Parts, Spaces, Waiting};
use super::{Ended, PlanRun, named};
use crate::decoupled::DecoupledSpace;
use crate::heuristics::BoxedHeuristic;
use crate::improve::{Improver, Prove, Proven, REDUCTION, Restarted, Ticks, work_of_estimate};
use crate::strips::{CostKind, FactSpace, OpId, TaskSpace};
use banto_base::limits::{Limits, Stop, Stopwatch};
use banto_search::{Algorithm, Counts, Exhaustion, Observer, Outcome, Progress, Search, Settings, Work};

/// The least work spent on improving: about 50 ms, since work is overestimated.
const LEAST_WORK: Ticks = 150_000_000;

/// How much longer work on an improvement takes than the same work in a first search.
const TIME_OF_WORK: Ticks = 2;

/// How much quicker estimates are in a search of the whole task than their work says, as measured.
const QUICKER: Ticks = 3;

/// The work of grounding, per operator.
const WORK_OF_GROUNDING: Ticks = 12_000;

/// The most work for a lower bound if the improvement has no end.
const LONGEST_BOUND: Ticks = 3_000_000_000;

/// The searches of the whole task, in order: greedy with costs, then with falling weights.
const RESTARTS: &[(Algorithm, u32)] = &[
    (Algorithm::LazyGbfs, 1),
    (Algorithm::LazyWastar, 5),
    (Algorithm::LazyWastar, 3),
    (Algorithm::LazyWastar, 2),
    (Algorithm::LazyWastar, 1),
];

impl PlanRun<'_> {
    /// Improves the best plan with as much work as the first one took, grounding included.
    pub(super) fn improve_shortly(&mut self, ended: &mut Ended) {
        self.improve_timed(ended, false);
    }

    /// Improves the best plan until a limit is reached or it is proven cheapest.
    pub(super) fn improve_without_end(&mut self, ended: &mut Ended) {
        self.improve_timed(ended, true);
    }

    /// Improves the best plan, and notes how long that takes.
    fn improve_timed(&mut self, ended: &mut Ended, is_endless: bool) {
        let watch = Stopwatch::start(false);
        self.improve(ended, is_endless);
        self.improvement.taken = watch.taken();
    }

    fn improve(&mut self, ended: &mut Ended, is_endless: bool) {
        if self.best.is_none() || ended.optimal {
            return;
        }
        let (task, limits) = (self.ground_task, self.limits);
        let grounding = task.operator_count() as Ticks * WORK_OF_GROUNDING;
        let short = ((self.first_work + grounding) / TIME_OF_WORK).max(LEAST_WORK);
        let Ok(Some(space)) = TaskSpace::<u64>::within(task, CostKind::Real, limits) else { return };
        let improver = Improver::within(&space, self.best_operators.clone(), limits);
        let mut improver = match improver {
            Ok(Some(improver)) => improver,
            Ok(None) => return,
            Err(stop) => {
                ended.stop = Some(stop);
                return;
            }
        };
        improver.remove_superfluous(short / 2);
        self.found(improver.plan(), REDUCTION);
        improver.bound_below(short / 4);
        let first = short.saturating_sub(improver.spent);
        let nothing = &mut |_, _| Proven::default();
        let mut proven = self.rounds(&space, &mut improver, &["ff"], first, nothing, ended);
        if is_endless && !proven && limits.look().is_ok() {
            improver.bound_below(LONGEST_BOUND);
            tell_bound(self.heard, improver.least);
            let (findings, spaces, shared) = (RefCell::default(), Spaces::default(), Shared::default());
            let stage = Stage::new(Algorithm::Astar, named(&["lmcut"]), CostKind::Real);
            // One that needs more memory than there is does not stop the others.
            let context = Context { limits: &limits.for_work_apart(), ..self.context() };
            let parts = Parts { context, bound: None, observer: None, findings: &findings, shared: &shared };
            let mut beside =
                Prover { stage, search: None, is_done: false, least: improver.least, observer: self.heard };
            let prove = &mut |cost, work| beside.run(&parts, &spaces, cost, work);
            proven = self.rounds(&space, &mut improver, &["ff", "landmarks"], Ticks::MAX, prove, ended);
        }
        ended.optimal |= proven;
        ended.readings.lower_bound =
            ended.readings.lower_bound.max(Some(improver.least).filter(|least| *least > 0));
        self.improvement.counts.add(&improver.counts);
        self.improvement.replayed = improver.replayed();
        self.improvement.work = improver.spent;
        ended.work.counts.add(&self.improvement.counts);
        if !proven {
            ended.stop = limits.look().err();
        }
    }

    /// Improves in turns; searches of the whole task use these heuristics. True if the plan is proven cheapest.
    fn rounds<'s>(
        &mut self,
        space: &'s TaskSpace<'s, u64>,
        improver: &mut Improver<'s, 's>,
        heuristics: &[&str],
        work: Ticks,
        prove: &mut Prove<'_>,
        ended: &mut Ended,
    ) -> bool {
        let (limits, task, reductions) = (self.limits, self.ground_task, self.request.reductions);
        let factoring = self.factoring.filter(|_| self.request.reductions.decoupled);
        let decoupled = factoring.map(|factoring| DecoupledSpace::within(factoring, CostKind::Real, limits));
        let Ok(decoupled) = decoupled.transpose() else { return false };
        let decoupled = decoupled.flatten();
        let parts = decoupled.as_ref().map(|space| {
            // The steps that stubborn sets compare are those of the plain space.
            let reductions = Reductions { stubborn: false, ..reductions };
            Side::within(space, heuristics, reductions, limits)
        });
        let (Ok(plain), Ok(parts)) = (Side::within(space, heuristics, reductions, limits), parts.transpose())
        else {
            return false;
        };
        let common = Common {
            seed: self.request.seed,
            limits,
            observer: self.heard,
            estimates: work_of_estimate(task) * heuristics.len() as Ticks / QUICKER,
            total: Work::default(),
            pruned: Pruned::default(),
        };
        let mut restarts = Restarts { plain, decoupled: parts, common, is_decoupled_next: false };
        let proven =
            improver.improve(work, &mut |bound, work| restarts.run(bound, work), prove, &mut |steps, by| {
                self.found(steps, by);
            });
        self.found(improver.plan(), REDUCTION);
        self.improvement.counts.add(&restarts.common.total.counts);
        ended.work.add_sequential(&Work { counts: Counts::default(), ..restarts.common.total });
        ended.findings.pruned.add(&restarts.common.pruned);
        proven
    }
}

/// Tells what is proven of the cost of plans.
fn tell_bound(observer: &dyn Observer, least: u64) {
    observer.milestone(&Progress { lower_bound: Some(least), ..Progress::default() });
}

/// An optimal search in slices beside the others, for what it proves.
struct Prover<'s, 'o> {
    stage: Stage,
    search: Option<Waiting<'s, u64>>,
    is_done: bool,
    /// No plan costs less than this.
    least: u64,
    observer: &'o dyn Observer,
}

impl<'s> Prover<'s, '_> {
    /// Searches for plans cheaper than this, with at most about this much work.
    fn run<'a: 's>(
        &mut self,
        parts: &Parts<'a>,
        spaces: &'s Spaces<'a, u64>,
        cost: u64,
        work: Ticks,
    ) -> Proven {
        let each = self.stage.work(parts.context.task);
        let mut proven = Proven::default();
        if self.is_done || work < each {
            return proven;
        }
        if self.search.is_none() {
            let begun = self.stage.begin(parts, spaces, None, &mut |_| {});
            let Ok(Some(Begun::Waiting(waiting))) = begun else {
                self.is_done = true;
                return proven;
            };
            self.search = Some(waiting);
        }
        let Waiting { search, plan } = self.search.as_mut().expect("it has begun");
        let before = search.work().counts.evaluated;
        search.bound(cost);
        let ended = search.go_on(work / each);
        proven.work = (search.work().counts.evaluated - before) * each;
        let bound = match ended.as_ref().map(|report| &report.outcome) {
            Some(Outcome::Solved { path, optimal: true }) => {
                proven.plan = plan(path).ok();
                Some(path.cost)
            }
            Some(Outcome::Exhausted(Exhaustion::Proven)) => Some(cost),
            _ => search.readings().lower_bound,
        };
        self.is_done = ended.is_some();
        if let Some(least) = bound.filter(|least| *least > self.least) {
            self.least = least;
            tell_bound(self.observer, least);
        }
        proven.least = self.least;
        if self.is_done {
            self.search = None;
        }
        proven
    }
}

/// Searches of the whole task for cheaper plans, from the start each time: in the space of the task and, if it has one,
/// in its decoupled space, in turns.
struct Restarts<'s> {
    plain: Side<'s, TaskSpace<'s, u64>>,
    decoupled: Option<Side<'s, DecoupledSpace<'s, u64>>>,
    common: Common<'s>,
    is_decoupled_next: bool,
}

/// State shared by both spaces.
struct Common<'s> {
    seed: u64,
    limits: &'s Limits,
    observer: &'s dyn Observer,
    /// The work of one state's estimates.
    estimates: Ticks,
    total: Work,
    pruned: Pruned,
}

/// The searches in one space.
struct Side<'s, S: FactSpace<Cost = u64>> {
    space: &'s S,
    heuristics: Vec<BoxedHeuristic<'s, S>>,
    reductions: Reductions,
    symmetries: Symmetries,
    next: usize,
    /// Another bound on the cost of a path: paths may be cheaper than the plans they stand for.
    least: u64,
}

impl<'s, S: FactSpace<Cost = u64>> Side<'s, S> {
    fn within(space: &'s S, names: &[&str], reductions: Reductions, limits: &Limits) -> Result<Self, Stop> {
        let heuristics =
            named(names).into_iter().map(|row| row.within(space.task(), CostKind::PlusOne, limits));
        // There is a plan, so there is no point in looking for proofs that there is none.
        let reductions = Reductions { dead_ends: false, ..reductions };
        Ok(Self {
            space,
            heuristics: heuristics.collect::<Result<_, _>>()?,
            reductions,
            symmetries: Symmetries::default(),
            next: 0,
            least: u64::MAX,
        })
    }

    /// Looks for a path below the bound, with about this much work. Returns its actions, the work, and whether there is
    /// provably none.
    fn run(&mut self, common: &mut Common<'_>, bound: u64, work: Ticks) -> (Option<Vec<u32>>, Ticks, bool) {
        let (algorithm, weight) = RESTARTS[self.next];
        let settings = Settings {
            bound: Some(bound.min(self.least)),
            effort: Some(work / common.estimates + 1),
            weight,
            seed: common.seed,
            explore: algorithm == Algorithm::LazyGbfs,
            ..Settings::default()
        };
        let heuristics = self.heuristics.iter_mut().map(|heuristic| Box::new(heuristic) as Box<_>).collect();
        let findings = RefCell::default();
        let report = Search::new(self.space)
            .heuristics(heuristics)
            .prune(Pruning::new(
                self.space.task(),
                self.reductions,
                PrunedSearch { algorithm, work: common.estimates },
                &self.symmetries,
                common.limits,
                &findings,
            ))
            .limits(common.limits)
            .observer(common.observer)
            .settings(settings)
            .run(algorithm);
        common.pruned.add(&findings.into_inner().pruned);
        common.total.add_sequential(&report.work);
        let is_finished = matches!(report.outcome, Outcome::Exhausted(_)) || report.path().is_some();
        if is_finished && self.next + 1 < RESTARTS.len() {
            self.next += 1;
        }
        let path = report.path().map(|path| {
            self.least = path.cost;
            path.actions.clone()
        });
        let proven = matches!(report.outcome, Outcome::Exhausted(Exhaustion::Proven));
        (path, report.work.counts.evaluated * common.estimates, proven)
    }
}

impl Restarts<'_> {
    /// Looks for a plan below the bound, with about this much work.
    fn run(&mut self, bound: u64, work: Ticks) -> Restarted {
        let Self { plain, decoupled, common, is_decoupled_next } = self;
        let takes_turn = std::mem::replace(is_decoupled_next, !*is_decoupled_next);
        if let Some(side) = decoupled.as_mut().filter(|_| takes_turn) {
            let (path, work, exhausted) = side.run(common, bound, work);
            let plan = path.and_then(|path| side.space.plan(&path, common.limits).ok());
            if exhausted {
                *decoupled = None;
            }
            return Restarted { plan, work, proven: false };
        }
        let (path, work, proven) = plain.run(common, bound, work);
        let plan = path.map(|path| path.into_iter().map(OpId::from).collect());
        Restarted { plan, work, proven }
    }
}
