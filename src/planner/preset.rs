//! What a user may ask for, and the searches that serve it.
//!
//! In: a request and a ground task. Out: search stages, run until the request is answered.

use super::pruning::{Findings, Means, Pruning};
use super::{Ended, PlanRun};
use crate::heuristics::{BoxedHeuristic, HeuristicRow, Novelty, heuristic_named};
use crate::limits::{Limits, Stop};
use crate::search::{
    Algorithm, Cost, Exhaustion, Outcome, Path, Prune, Report, Search, Settings, alternation, lazy,
};
use crate::strips::{self, CostKind, FactSpace, TaskSpace};

/// What is wanted of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// A good plan soon: the first one, without steps that it can do without.
    #[default]
    Good,
    /// The first plan as it is found.
    First,
    /// A cheapest plan, with proof.
    Optimal,
    /// Better and better plans until a limit is reached or the best is proven.
    Anytime,
}

/// What a user asks for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What is wanted of the plan.
    pub aim: Aim,
    /// The search, in place of the aim's own.
    pub algorithm: Option<Algorithm>,
    /// The heuristics, in place of the aim's own.
    pub heuristics: Vec<&'static HeuristicRow>,
    /// How many times an estimate counts, in weighted searches.
    pub weight: Option<u32>,
    /// The seed of whatever is drawn at random.
    pub seed: u64,
    /// Whether `h2` looks at the task before the search: operators that it proves never to apply go.
    pub h2: bool,
    /// How many searches run side by side: 1 or 2.
    pub threads: usize,
    /// What is looked for in the task, to search less.
    pub means: Means,
}

/// One search of a plan.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    pub(super) algorithm: Algorithm,
    pub(super) heuristics: Vec<&'static HeuristicRow>,
    /// The costs that heuristics count.
    pub(super) kind: CostKind,
    /// Whether a list that explores by types takes turns with the others.
    pub(super) explore: bool,
    /// Where the search is lazy and greedy: whether a list by novelty, of this width, takes turns too.
    pub(super) novelty: Option<usize>,
    pub(super) weight: Option<u32>,
}

fn named(names: &[&str]) -> Vec<&'static HeuristicRow> {
    names.iter().filter_map(|name| heuristic_named(name)).collect()
}

/// The search that a request asks for first.
fn first_stage(request: &Request) -> Stage {
    let own = |names: &[&str]| {
        if request.heuristics.is_empty() { named(names) } else { request.heuristics.clone() }
    };
    let weight = request.weight;
    if let Some(algorithm) = request.algorithm {
        let row = algorithm.row();
        let kind = if row.optimal || row.uses_weight { CostKind::Real } else { CostKind::Unit };
        let names: &[&str] = if !row.uses_heuristic {
            &["blind"]
        } else if row.optimal && algorithm != Algorithm::Anytime {
            &["lmcut"]
        } else {
            &["ff"]
        };
        return Stage { algorithm, heuristics: own(names), kind, explore: false, novelty: None, weight };
    }
    match request.aim {
        Aim::Optimal => {
            let heuristics = own(&["lmcut"]);
            Stage {
                algorithm: Algorithm::Astar,
                heuristics,
                kind: CostKind::Real,
                explore: false,
                novelty: None,
                weight,
            }
        }
        Aim::Good | Aim::First | Aim::Anytime => {
            let heuristics = own(&["ff", "landmarks"]);
            Stage {
                algorithm: Algorithm::LazyGbfs,
                heuristics,
                kind: CostKind::Unit,
                explore: true,
                novelty: Some(2),
                weight,
            }
        }
    }
}

/// The search that runs beside the first one where two are asked for.
fn second_stage(request: &Request) -> Stage {
    match request.aim {
        Aim::Optimal => Stage {
            algorithm: Algorithm::Astar,
            heuristics: named(&["blind"]),
            kind: CostKind::Real,
            explore: false,
            novelty: None,
            weight: None,
        },
        _ => Stage {
            algorithm: Algorithm::Gbfs,
            heuristics: named(&["hadd", "goalcount"]),
            kind: CostKind::Unit,
            explore: true,
            novelty: None,
            weight: None,
        },
    }
}

/// Costs up to here are added in 32 bits; where a sum does not fit, the search is run again in 64.
const SMALL_COST: u64 = 1 << 24;

impl PlanRun<'_> {
    /// Runs what the request asks for.
    pub(super) fn search(&mut self) -> Ended {
        let stage = first_stage(self.request);
        if self.request.threads > 1 && self.request.aim != Aim::Anytime && self.request.algorithm.is_none() {
            return self.side_by_side(&[stage, second_stage(self.request)]);
        }
        let mut ended = self.stage(&stage, None);
        if self.request.aim == Aim::Anytime && self.request.algorithm.is_none() {
            self.improve(&mut ended);
        }
        ended
    }

    /// Goes on from a first plan to better ones.
    fn improve(&mut self, ended: &mut Ended) {
        let Some(best) = &self.best else { return };
        let stage = Stage {
            algorithm: Algorithm::Anytime,
            heuristics: first_stage(self.request).heuristics,
            kind: CostKind::PlusOne,
            explore: false,
            novelty: None,
            weight: None,
        };
        let more = self.stage(&stage, Some(best.cost));
        ended.work.add_sequential(&more.work);
        ended.findings.left_out.add(&more.findings.left_out);
        ended.stop = more.stop;
        ended.optimal = more.optimal || matches!(more.ending, Outcome::Exhausted(Exhaustion::Proven));
    }

    /// Runs one search; looks only for plans cheaper than the bound.
    pub(super) fn stage(&mut self, stage: &Stage, bound: Option<u64>) -> Ended {
        let greatest = self.ground_task.operators().map(|operator| self.ground_task.cost(operator)).max();
        let mut earlier = None;
        if greatest.unwrap_or(0) <= SMALL_COST && bound.is_none_or(|bound| bound < u64::from(u32::MAX)) {
            let ended = self.with_cost::<u32>(stage, bound);
            if ended.ending != Outcome::Exhausted(Exhaustion::CostOverflow) {
                return ended;
            }
            earlier = Some(ended);
        }
        let mut ended = self.with_cost::<u64>(stage, bound);
        if let Some(earlier) = &earlier {
            ended.work.add_sequential(&earlier.work);
            ended.findings.left_out.add(&earlier.findings.left_out);
        }
        ended
    }

    fn with_cost<C: Cost>(&mut self, stage: &Stage, bound: Option<u64>) -> Ended {
        let ground_task = self.ground_task;
        let space = match TaskSpace::<C>::within(ground_task, CostKind::Real, self.limits) {
            Ok(Some(space)) => space,
            Ok(None) => return Ended::at_once(Outcome::Exhausted(Exhaustion::CostOverflow)),
            Err(stop) => return Ended::at_once(Outcome::Stopped(stop)),
        };
        let (settings, means) = (stage.settings(self.request.seed, bound), self.request.means);
        let limits = self.limits;
        let heuristics = match stage.heuristics(ground_task, limits) {
            Ok(heuristics) => heuristics,
            Err(stop) => return Ended::at_once(Outcome::Stopped(stop)),
        };
        let findings = std::cell::RefCell::default();
        let mut search = Search::new(&space)
            .heuristics(heuristics)
            .prune(Pruning::new(ground_task, means, stage.algorithm, limits, &findings))
            .limits(limits)
            .settings(settings)
            .observer(self.observer);
        let report = stage.run(&space, &mut search, limits, &mut |path| self.found(&path.actions));
        drop(search);
        Ended { findings: findings.into_inner(), ..ended(report) }
    }
}

impl Stage {
    /// The heuristics, for a task.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(super) fn heuristics<'a, S: FactSpace + 'a>(
        &self,
        task: &strips::Task,
        limits: &Limits,
    ) -> Result<Vec<BoxedHeuristic<'a, S>>, Stop> {
        let build = |row: &&HeuristicRow| {
            limits.check_now()?;
            row.within(task, self.kind, limits)
        };
        self.heuristics.iter().map(build).collect()
    }

    /// The numbers that tune it.
    pub(super) fn settings<C: Cost>(&self, seed: u64, bound: Option<u64>) -> Settings<C> {
        let mut settings =
            Settings { explore: self.explore, seed, bound: bound.map(C::from_count), ..Settings::default() };
        if let Some(weight) = self.weight {
            settings.weight = weight;
        }
        settings
    }

    /// Runs a search that was given the stage's heuristics and settings.
    pub(super) fn run<'a, S: FactSpace + 'a, P: Prune<S>>(
        &self,
        space: &'a S,
        search: &mut Search<'a, S, BoxedHeuristic<'a, S>, P>,
        limits: &Limits,
        improved: &mut dyn FnMut(&Path<S::Cost>),
    ) -> Report<S::Cost> {
        let Some(width) = self.novelty else {
            return search.run_improving(self.algorithm, improved);
        };
        let mut open = alternation(search.chosen(), self.heuristics.len(), None);
        open.add(Box::new(Novelty::new(space, width).within(limits)), false);
        let report = lazy(search, &mut open, false);
        report.path().into_iter().for_each(improved);
        report
    }
}

/// A report without its path.
pub(super) fn ended<C: Cost>(report: Report<C>) -> Ended {
    let optimal = matches!(report.outcome, Outcome::Solved { optimal: true, .. });
    let ending = match report.outcome {
        Outcome::Solved { path, optimal } => {
            Outcome::Solved { path: Path { actions: Vec::new(), cost: path.cost.shown() }, optimal }
        }
        Outcome::Exhausted(exhaustion) => Outcome::Exhausted(exhaustion),
        Outcome::Stopped(stop) => Outcome::Stopped(stop),
    };
    Ended { ending, optimal, work: report.work, stop: report.stop, findings: Findings::default() }
}
