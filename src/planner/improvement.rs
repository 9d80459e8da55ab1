//! From the first plan to better ones.
//!
//! In: the first plan and what finding it took. Out: better plans, each validated. All presets go the same way and
//! stop at different points of it, so that `--anytime` never has a worse plan than the default had after the same
//! work.

use std::cell::RefCell;

use super::pruning::{Pruned, Pruning, Reductions};
use super::{Ended, PlanRun, Request, named};
use crate::heuristics::BoxedHeuristic;
use crate::improve::{Improver, Restarted, Work, work_of_estimate};
use crate::limits::{Limits, Stop};
use crate::search::{Algorithm, Cost, Exhaustion, Outcome, Search, Settings};
use crate::strips::{CostKind, OpId, TaskSpace};

/// What is always spent on a first plan: about 50 ms.
const LEAST_WORK: Work = 50_000_000;

/// The searches of the whole task, one after the other: greedy with costs, then with falling weights.
const RESTARTS: &[(Algorithm, u32)] = &[
    (Algorithm::LazyGbfs, 1),
    (Algorithm::LazyWastar, 5),
    (Algorithm::LazyWastar, 3),
    (Algorithm::LazyWastar, 2),
    (Algorithm::LazyWastar, 1),
];

/// How far the improvement goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Improvement {
    /// For as much work as the first plan took.
    Short,
    /// Until a limit is reached or the best plan is proven.
    Endless,
}

impl PlanRun<'_> {
    /// Improves the best plan.
    pub(super) fn improve(&mut self, ended: &mut Ended, improvement: Improvement) {
        if self.best.is_none() || ended.optimal {
            return;
        }
        let (task, limits) = (self.ground_task, self.limits);
        let first = ended.work.counts.evaluated.saturating_mul(2 * work_of_estimate(task));
        let short = first.max(LEAST_WORK);
        let Ok(Some(space)) = TaskSpace::<u64>::within(task, CostKind::Real, limits) else { return };
        let improver = Improver::within(&space, task, self.best_operators.clone(), limits);
        let mut improver = match improver {
            Ok(Some(improver)) => improver,
            Ok(None) => return,
            Err(stop) => {
                ended.stop = Some(stop);
                return;
            }
        };
        improver.reduce(short / 2);
        self.found(improver.plan());
        let first = short.saturating_sub(improver.spent());
        let mut proven = self.rounds(&space, &mut improver, &["ff"], first, ended);
        if improvement == Improvement::Endless && !proven && limits.look().is_ok() {
            proven = self.rounds(&space, &mut improver, &["ff", "landmarks"], Work::MAX, ended);
        }
        ended.optimal |= proven;
        if improvement == Improvement::Endless && !proven {
            ended.stop = limits.look().err();
        }
    }

    /// Improves in turns; searches of the whole task use these heuristics. True if the plan is proven to be a
    /// cheapest one.
    fn rounds<'s>(
        &mut self,
        space: &'s TaskSpace<'s, u64>,
        improver: &mut Improver<'s, 's>,
        heuristics: &[&str],
        work: Work,
        ended: &mut Ended,
    ) -> bool {
        let limits = self.limits;
        let Ok(mut restarts) = Restarts::within(space, heuristics, self.request, limits) else {
            return false;
        };
        let proven = improver
            .improve(work, &mut |bound, work| restarts.run(bound, work), &mut |steps| self.found(steps));
        self.found(improver.plan());
        ended.work.add_sequential(&restarts.total);
        ended.findings.pruned.add(&restarts.pruned);
        proven
    }
}

/// Searches of the whole task for cheaper plans, from the start each time.
struct Restarts<'s> {
    space: &'s TaskSpace<'s, u64>,
    heuristics: Vec<BoxedHeuristic<'s, TaskSpace<'s, u64>>>,
    seed: u64,
    reductions: Reductions,
    limits: &'s Limits,
    /// The work of one state's estimates.
    estimates: Work,
    next: usize,
    total: crate::search::Work,
    pruned: Pruned,
}

impl<'s> Restarts<'s> {
    fn within(
        space: &'s TaskSpace<'s, u64>,
        names: &[&str],
        request: &Request,
        limits: &'s Limits,
    ) -> Result<Self, Stop> {
        let task = space.task();
        let heuristics = named(names).into_iter().map(|row| row.within(task, CostKind::PlusOne, limits));
        Ok(Self {
            space,
            heuristics: heuristics.collect::<Result<_, _>>()?,
            seed: request.seed,
            // There is a plan: proofs that there is none are not worth a look.
            reductions: Reductions { dead_ends: false, ..request.reductions },
            limits,
            estimates: work_of_estimate(task) * names.len() as Work,
            next: 0,
            total: crate::search::Work::default(),
            pruned: Pruned::default(),
        })
    }

    /// Looks for a plan below the bound, with about this much work.
    fn run(&mut self, bound: u64, work: Work) -> Restarted {
        let (algorithm, weight) = RESTARTS[self.next];
        let settings = Settings {
            bound: Some(u64::from_count(bound)),
            effort: Some(work / self.estimates + 1),
            weight,
            seed: self.seed,
            explore: algorithm == Algorithm::LazyGbfs,
            ..Settings::default()
        };
        let heuristics = self.heuristics.iter_mut().collect::<Vec<_>>();
        let findings = RefCell::default();
        let report = Search::new(self.space)
            .heuristics(heuristics)
            .prune(Pruning::new(
                self.space.task(),
                self.reductions,
                (algorithm, self.estimates),
                self.limits,
                &findings,
            ))
            .limits(self.limits)
            .settings(settings)
            .run(algorithm);
        self.pruned.add(&findings.into_inner().pruned);
        self.total.add_sequential(&report.work);
        let is_finished = matches!(report.outcome, Outcome::Exhausted(_)) || report.path().is_some();
        if is_finished && self.next + 1 < RESTARTS.len() {
            self.next += 1;
        }
        Restarted {
            plan: report.path().map(|path| path.actions.iter().copied().map(OpId::from).collect()),
            work: report.work.counts.evaluated * self.estimates,
            proven: matches!(report.outcome, Outcome::Exhausted(Exhaustion::Proven)),
        }
    }
}
