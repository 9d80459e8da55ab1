//! The presets: which searches answer a request.
//!
//! In: a request and a ground task. Out: search stages, run until the request is answered.

use super::tuning::{Chosen, MoreLists, Tuning};
use super::{Ended, PlanRun, Quality, Request, named};
use crate::decoupled::Factoring;
use crate::heuristics::{DeadPairs, HeuristicRow, words_of_pairs};
use crate::improve::{Ticks, work_of_estimate};
use crate::macros::Advice;
use crate::strips::{self, CostKind};
use banto_base::limits::Limits;
use banto_search::{Algorithm, Cost, Exhaustion, Outcome, Preferred, Readings, Settings};

/// One search of a plan.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) algorithm: Algorithm,
    pub(super) heuristics: Vec<HeuristicRow>,
    /// The costs that heuristics use.
    pub(super) kind: CostKind,
    /// Whether a type-based list takes turns with the others.
    pub(super) explore: bool,
    /// The width of a list by novelty that takes turns with the others, if any.
    pub(super) novelty: Option<usize>,
    /// Whether the list by novelty is the only one, with ties by missing goals.
    pub(super) by_width: bool,
    /// Whether it is a feature-space search by macro steps, and what is recommended to it.
    pub(super) macros: Option<Advice>,
    pub(super) preferred: Preferred,
    pub(super) newest_first: Option<bool>,
    pub(super) weight: Option<u32>,
    /// Whether successors come in a random order.
    pub(super) in_random_order: bool,
    /// The most expansions.
    pub(super) effort: Option<u64>,
}

impl Stage {
    /// A search without exploration, novelty, or a limit of its own.
    pub(super) fn new(algorithm: Algorithm, heuristics: Vec<HeuristicRow>, kind: CostKind) -> Self {
        Self {
            algorithm,
            heuristics,
            kind,
            explore: false,
            novelty: None,
            by_width: false,
            macros: None,
            preferred: algorithm.row().preferred,
            newest_first: None,
            weight: None,
            in_random_order: false,
            effort: None,
        }
    }

    /// The search in words for output.
    pub(super) fn chosen(&self) -> Chosen {
        let row = self.algorithm.row();
        let types = self.explore.then_some(MoreLists::Types);
        let tuning = Tuning {
            lists: types.into_iter().chain(self.novelty.map(|_| MoreLists::Novelty)).collect(),
            preferred: row.uses_preferred().then_some(self.preferred),
            newest_first: self.newest_first.or(row.newest_first),
            costs: row.uses_heuristic.then_some(self.kind),
            in_random_order: self.in_random_order,
        };
        let heuristics = if row.uses_heuristic { self.heuristics.clone() } else { Vec::new() };
        let weight = row.uses_weight.then(|| self.settings::<u32>(0, None).weight);
        Chosen { algorithm: self.algorithm, heuristics, weight, tuning }
    }
}

/// Novelty is about single facts and pairs of facts.
pub(super) const WIDTH: usize = 2;

pub(super) fn first_stage(request: &Request) -> Stage {
    let own = |names: &[&str]| {
        if request.heuristics.is_empty() { named(names) } else { request.heuristics.clone() }
    };
    let weight = request.weight;
    if let Some(algorithm) = request.algorithm {
        let row = algorithm.row();
        let kind = if row.optimal || row.uses_weight { CostKind::Real } else { CostKind::Unit };
        let names: &[&str] = if !row.uses_heuristic {
            &["blind"]
        } else if row.optimal && row.proves_by_estimates {
            &["lmcut"]
        } else {
            &["ff"]
        };
        let Tuning { lists, preferred, newest_first, costs, in_random_order } = &request.tuning;
        let stage = Stage::new(algorithm, own(names), costs.unwrap_or(kind));
        return Stage {
            weight,
            explore: lists.contains(&MoreLists::Types),
            novelty: lists.contains(&MoreLists::Novelty).then_some(WIDTH),
            preferred: preferred.unwrap_or(stage.preferred),
            newest_first: *newest_first,
            in_random_order: *in_random_order,
            ..stage
        };
    }
    match request.quality {
        Quality::Optimal => Stage { weight, ..Stage::new(Algorithm::Astar, own(&["lmcut"]), CostKind::Real) },
        Quality::Good | Quality::First | Quality::Reduced | Quality::Anytime => {
            let first = Stage::new(Algorithm::LazyGbfs, own(&["ff", "landmarks"]), CostKind::Unit);
            Stage { explore: true, novelty: Some(WIDTH), weight, ..first }
        }
    }
}

impl Request {
    /// Whether several searches take turns. A cheapest plan is looked for by one if the request says how.
    fn takes_turns(&self) -> bool {
        let is_alone = self.threads <= 1 && self.network.is_none() && self.heuristics.is_empty();
        self.algorithm.is_none() && (self.quality != Quality::Optimal || is_alone)
    }

    /// With the defaults of the named search filled in: heuristics, weight, tuning.
    #[must_use]
    pub fn resolved(&self) -> Self {
        let mut resolved = self.clone();
        if self.algorithm.is_some() {
            let Chosen { heuristics, weight, mut tuning, .. } = first_stage(self).chosen();
            // Nothing is preferred, which may not be asked for.
            if self.tuning.preferred.is_none() && !heuristics.iter().any(|row| row.prefers) {
                tuning.preferred = None;
            }
            (resolved.heuristics, resolved.weight, resolved.tuning) = (heuristics, weight, tuning);
        }
        resolved
    }
}

/// How much more work an admissible estimate takes than one by a relaxed plan.
const ADMISSIBLE: Ticks = 8;

/// The work of storing a state, and of queueing and taking it.
const WORK_OF_STATE: Ticks = 2_500;

/// For novelty, the work of a fact of a state, and of a word of its pairs times the facts that a step may change.
const WORK_OF_FACT: Ticks = 20;
const CHANGES: Ticks = 16;

/// The work of an estimate that is only looked up.
const WORK_OF_LOOKUP: Ticks = 2_000;

/// Costs up to this are added in 32 bits; if a sum does not fit, the search is run again in 64.
const SMALL_COST: u64 = 1 << 24;

impl<'a> PlanRun<'a> {
    /// Runs what the request asks for.
    pub(super) fn search(&mut self) -> Ended {
        let has_own_search = self.request.algorithm.is_some();
        if let Some(wanted) = self.request.plans {
            return self.several(wanted);
        }
        let mut ended = if self.request.gap.is_some() { self.within_gap() } else { self.stages(None) };
        match self.request.quality {
            Quality::Good if !has_own_search => self.improve_shortly(&mut ended),
            Quality::Anytime => self.improve_without_end(&mut ended),
            _ => {}
        }
        ended
    }

    /// Runs the first searches; looks only for plans cheaper than the bound.
    fn stages(&mut self, bound: Option<u64>) -> Ended {
        let stage = first_stage(self.request);
        if self.request.takes_turns() { self.in_turns(&stage, bound) } else { self.stage(&stage, bound) }
    }

    /// Finds a good plan quickly, then proves that it is within the gap, or finds one that is.
    fn within_gap(&mut self) -> Ended {
        let quick = Request { quality: Quality::Good, heuristics: Vec::new(), ..Request::default() };
        let mut first = self.in_turns(&first_stage(&quick), None);
        self.improve_shortly(&mut first);
        // Those of searches that prove nothing.
        first.readings.initial_h.clear();
        let Some(found) = self.best.as_ref().filter(|_| !first.optimal) else { return first };
        let useful = self.request.useful_below(found.cost);
        if first.readings.lower_bound >= Some(useful) {
            return first;
        }
        let mut ended = self.stages(Some(useful));
        let (earlier, initial_h) = (first.readings.lower_bound, ended.readings.initial_h.clone());
        ended = ended.after(first);
        let proven = (ended.ending == Outcome::Exhausted(Exhaustion::Proven)).then_some(useful);
        let bound = &mut ended.readings.lower_bound;
        *bound = (*bound).max(earlier).max(proven);
        ended.optimal |= self.best.as_ref().map(|best| best.cost) <= *bound;
        ended.readings.initial_h = initial_h;
        ended
    }

    /// Runs one search; looks only for plans cheaper than the bound.
    fn stage(&mut self, stage: &Stage, bound: Option<u64>) -> Ended {
        let (small, large) = (Self::with_cost::<u32>, Self::with_cost::<u64>);
        self.with_least_costs(bound, |run| small(run, stage, bound), |run| large(run, stage, bound))
    }

    /// Searches with costs in 32 bits if they are small, and again in 64 if a sum does not fit.
    pub(super) fn with_least_costs(
        &mut self,
        bound: Option<u64>,
        small: impl FnOnce(&mut Self) -> Ended,
        large: impl FnOnce(&mut Self) -> Ended,
    ) -> Ended {
        let greatest = self.ground_task.operators().map(|operator| self.ground_task.cost(operator)).max();
        let mut earlier = None;
        if greatest.unwrap_or(0) <= SMALL_COST && bound.is_none_or(|bound| bound < u64::from(u32::MAX)) {
            let ended = small(self);
            if ended.ending != Outcome::Exhausted(Exhaustion::CostOverflow) {
                return ended;
            }
            earlier = Some(ended);
        }
        let ended = large(self);
        match earlier {
            Some(earlier) => ended.after(earlier),
            None => ended,
        }
    }

    fn with_cost<C: Cost>(&mut self, stage: &Stage, bound: Option<u64>) -> Ended {
        let context = self.context();
        let observer = self.heard;
        let threads = self.request.threads.max(1);
        let name = stage.algorithm.row().name;
        if (threads > 1 || self.request.network.is_some()) && stage.can_run_in_ranks() {
            let links = match context.links(stage, bound, threads) {
                Ok(links) => links,
                Err((process, stop)) => {
                    self.apart = process;
                    return Ended::at_once(Outcome::Stopped(stop));
                }
            };
            let (report, findings, plan) = stage.in_ranks::<C>(&context, links, bound, Some(observer));
            plan.into_iter().for_each(|plan| self.found(&plan, name));
            return Ended { findings, ..Ended::of(report) };
        }
        let (report, findings) =
            stage.search::<C>(&context, bound, Some(observer), None, &mut |plan| self.found(&plan, name));
        Ended { findings, ..Ended::of(report) }
    }

    /// The part of it that all its searches share.
    pub(super) fn context(&self) -> Context<'a> {
        let Self { ground_task: task, factoring, dead, request, limits, .. } = *self;
        Context { task, factoring, dead, request, limits }
    }
}

/// The part of a request that all its searches share.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) task: &'a strips::Task,
    /// The task factored, if it can be.
    pub(super) factoring: Option<&'a Factoring<'a>>,
    /// The pairs of facts that are dead ends, if any were found.
    pub(super) dead: Option<&'a DeadPairs>,
    pub(super) request: &'a Request,
    pub(super) limits: &'a Limits,
}

impl Stage {
    /// Whether it can run in several ranks.
    pub(super) fn can_run_in_ranks(&self) -> bool {
        self.algorithm.row().in_ranks && self.novelty.is_none()
    }

    /// The estimated work of a state.
    pub(super) fn work(&self, task: &strips::Task) -> Ticks {
        // Heuristics of optimal searches explore a state repeatedly, but for those that only look something up.
        let (times, besides) = if self.algorithm.row().optimal {
            (ADMISSIBLE, 0)
        } else {
            (1, self.work_besides_estimates(task))
        };
        let explored = work_of_estimate(task) * times;
        let estimate = |row: &HeuristicRow| if row.looks_up() { WORK_OF_LOOKUP } else { explored };
        self.heuristics.iter().map(estimate).sum::<Ticks>() + besides
    }

    /// The work of storing and queueing a state, and of finding out whether it is novel.
    pub(super) fn work_besides_estimates(&self, task: &strips::Task) -> Ticks {
        let variables = task.variables().len() as Ticks;
        let novelty = variables * WORK_OF_FACT + CHANGES * words_of_pairs(task) as Ticks;
        WORK_OF_STATE + Ticks::from(self.novelty.is_some()) * novelty
    }

    /// The greatest estimate of the initial state that is never too high.
    pub(super) fn estimated(&self, task: &strips::Task, readings: &Readings) -> Option<u64> {
        let estimates = self.heuristics.iter().zip(&readings.initial_h);
        let admissible =
            estimates.filter(|(row, _)| row.claims.admissible && self.kind.is_at_most_real(task));
        admissible.filter_map(|(_, estimate)| *estimate).max()
    }

    /// The numbers that tune it.
    pub(super) fn settings<C: Cost>(&self, seed: u64, bound: Option<u64>) -> Settings<C> {
        let mut settings = Settings {
            explore: self.explore,
            preferred: self.preferred != Preferred::Ignored,
            newest_first: self.newest_first,
            seed,
            effort: self.effort,
            bound: bound.map(C::from_count),
            ..Settings::default()
        };
        if let Some(weight) = self.weight {
            settings.weight = weight;
        }
        if self.preferred == Preferred::Lists {
            settings.boost = 0;
        }
        settings
    }
}
