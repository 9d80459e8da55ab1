//! Begins a stage: the space that suits it, its heuristics, pruning and open lists, in this thread.
//!
//! In: a stage, what the searches of a request have in common, and the other ranks, if any. Out: a search that waits
//! for its turn, or a report; and what was left out of the search.

use std::cell::{OnceCell, RefCell};

use super::Quality;
use super::preset::{Context, Stage};
use super::pruning::{Findings, PrunedSearch, Pruning, Reductions};
use super::ranks::Shared;
use crate::decoupled::{DecoupledSpace, Factoring};
use crate::heuristics::{BoxedHeuristic, HeuristicRow, Novelty, WidthCounter};
use crate::improve::eliminate;
use crate::macros::{Advice, MacroGuide, MacroSpace};
use crate::strips::{self, CostKind, FactSpace, OpId, TaskSpace};
use crate::symbolic::{MOST_BITS, Symbolic};
use banto_base::limits::{Limits, Stop, Stopwatch};
use banto_search::open::{Alternation, Entry, Ordered, by_estimate};
use banto_search::transport::Link;
use banto_search::{
    Algorithm, Cost, EagerRules, EagerSearch, Exhaustion, FeatureSpaceSearch, GlobalQueue, LazySearch,
    Observer, Outcome, Path, Reopen, Report, Search, Sliced, alternation, gbfs_rules, sliced_astar,
};

/// The inputs of a search besides its space and heuristics.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    pub(super) context: Context<'a>,
    pub(super) bound: Option<u64>,
    pub(super) observer: Option<&'a dyn Observer>,
    pub(super) findings: &'a RefCell<Findings>,
    pub(super) shared: &'a Shared,
}

/// The spaces of a task, each made when a search first needs it; without one if costs do not fit.
pub(super) struct Spaces<'a, C: Cost> {
    plain: OnceCell<Option<TaskSpace<'a, C>>>,
    decoupled: OnceCell<Option<DecoupledSpace<'a, C>>>,
    macros: OnceCell<Option<MacroSpace<'a, C>>>,
}

impl<C: Cost> Default for Spaces<'_, C> {
    fn default() -> Self {
        Self { plain: OnceCell::new(), decoupled: OnceCell::new(), macros: OnceCell::new() }
    }
}

/// The contents of a cell, made if there are none yet.
fn made<T>(
    cell: &OnceCell<Option<T>>,
    make: impl FnOnce() -> Result<Option<T>, Stop>,
) -> Result<Option<&T>, Stop> {
    if cell.get().is_none() {
        let _ = cell.set(make()?);
    }
    Ok(cell.get().and_then(Option::as_ref))
}

pub(super) struct Waiting<'s, C> {
    pub(super) search: Box<dyn Sliced<C> + 's>,
    pub(super) plan: PlanOf<'s, C>,
}

/// The plan of a path that a search finds.
type PlanOf<'s, C> = Box<dyn Fn(&Path<C>) -> Result<Vec<OpId>, Stop> + 's>;

/// Hands the plan of a report's path on. Where it cannot be made within the limits, the search counts as stopped.
pub(super) fn hand_on<C>(
    report: &mut Report<C>,
    plan: impl Fn(&Path<C>) -> Result<Vec<OpId>, Stop>,
    found: &mut dyn FnMut(Vec<OpId>),
) {
    match report.path().map(plan) {
        Some(Ok(plan)) => found(plan),
        Some(Err(stop)) => (report.outcome, report.stop) = (Outcome::Stopped(stop), Some(stop)),
        None => {}
    }
}

/// A search that was begun.
pub(super) enum Begun<'s, C> {
    Waiting(Waiting<'s, C>),
    /// It does not work in slices: it has run to its end.
    Ended(Box<Report<C>>),
}

impl Stage {
    /// Searches in the space that suits the stage; `improved` is called with each plan. Also returns what was pruned,
    /// and why there is no plan. With a connection to other ranks, this is one of them, and the report of all is at
    /// rank 0.
    pub(super) fn search<C: Cost>(
        &self,
        context: &Context<'_>,
        bound: Option<u64>,
        observer: Option<&dyn Observer>,
        rank: Option<(Link, &Shared)>,
        improved: &mut dyn FnMut(Vec<OpId>),
    ) -> (Report<C>, Findings) {
        let (findings, spaces, own) = (RefCell::default(), Spaces::default(), Shared::default());
        let (link, shared) = rank.unzip();
        let shared = shared.unwrap_or(&own);
        let parts = Parts { context: *context, bound, observer, findings: &findings, shared };
        let report = match self.begin(&parts, &spaces, link, improved) {
            Ok(Some(Begun::Ended(report))) => *report,
            Ok(Some(Begun::Waiting(mut turn))) => {
                let mut report = turn.search.finish();
                hand_on(&mut report, turn.plan, improved);
                report
            }
            Ok(None) => Report::nothing(Outcome::Exhausted(Exhaustion::CostOverflow)),
            Err(stop) => Report::nothing(Outcome::Stopped(stop)),
        };
        (report, findings.into_inner())
    }

    /// Begins the search in the space that suits it; `None` if costs do not fit.
    pub(super) fn begin<'s, 'a: 's, C: Cost>(
        &self,
        parts: &Parts<'a>,
        spaces: &'s Spaces<'a, C>,
        link: Option<Link>,
        improved: &mut dyn FnMut(Vec<OpId>),
    ) -> Result<Option<Begun<'s, C>>, Stop> {
        let Context { task, factoring, request, limits, .. } = parts.context;
        let reductions = request.reductions;
        let watch = Stopwatch::start(false);
        let prepared = || parts.findings.borrow_mut().preparation.add(watch.taken());
        let factoring = factoring.filter(|_| self.algorithm != Algorithm::Symbolic);
        let Some(factoring) = factoring.filter(|factoring| self.suits(factoring)) else {
            let order = self.in_random_order.then_some(request.seed);
            let space = made(&spaces.plain, || {
                let space = TaskSpace::within(task, CostKind::Real, limits)?;
                Ok(space.map(|space| space.in_random_order(order)))
            })?;
            let Some(space) = space else { return Ok(None) };
            let plan = |path: &[u32]| Ok(path.iter().map(|action| OpId::from(*action)).collect());
            if self.algorithm == Algorithm::Symbolic {
                let search = Symbolic::within(space, parts.bound, limits, parts.observer)?;
                prepared();
                let Some(search) = search else {
                    let bits = task.packing().bits();
                    let why = if bits > MOST_BITS {
                        format!(
                            "symbolic search is for states of at most {MOST_BITS} bits, and these have {bits}"
                        )
                    } else {
                        "symbolic search is for derived facts that are less complicated".to_owned()
                    };
                    parts.findings.borrow_mut().unsuited = Some(why);
                    let unsuited = Report::nothing(Outcome::Exhausted(Exhaustion::Unsafe));
                    return Ok(Some(Begun::Ended(Box::new(unsuited))));
                };
                let (quality, findings) = (request.quality, parts.findings);
                let plan =
                    move |path: &Path<C>| finished(space, &path.actions, quality, limits, findings, plan);
                return Ok(Some(Begun::Waiting(Waiting { search: Box::new(search), plan: Box::new(plan) })));
            }
            let heuristics = self.heuristics(task, self.kind, limits)?;
            let search = self.prepare(space, reductions, heuristics, parts, link.as_ref());
            prepared();
            return Ok(Some(self.begin_in(search, space, plan, parts, link, improved)));
        };
        // A state of this space shows several facts of a leaf.
        let parts = &Parts { context: Context { dead: None, ..parts.context }, ..*parts };
        if let Some(advice) = self.macros {
            let begun = self.begin_macros(factoring, advice, parts, spaces)?;
            prepared();
            return Ok(begun);
        }
        let space = made(&spaces.decoupled, || DecoupledSpace::within(factoring, CostKind::Real, limits))?;
        let Some(space) = space else { return Ok(None) };
        let task = &*factoring.task;
        // If steps are counted, those of leaves count 0.
        let heuristics = match self.kind {
            CostKind::Unit => self.heuristics(&factoring.task_with_free_leaves(), CostKind::Real, limits)?,
            kind => self.heuristics(task, kind, limits)?,
        };
        // The steps that stubborn sets compare are those of the plain space.
        let reductions = Reductions { stubborn: false, ..reductions };
        let search = self.prepare(space, reductions, heuristics, parts, link.as_ref());
        prepared();
        Ok(Some(self.begin_in(search, space, |path| space.plan(path, limits), parts, link, improved)))
    }

    /// Begins a feature-space search by macro steps; `None` if costs do not fit.
    fn begin_macros<'s, 'a: 's, C: Cost>(
        &self,
        factoring: &'a Factoring<'a>,
        advice: Advice,
        parts: &Parts<'a>,
        spaces: &'s Spaces<'a, C>,
    ) -> Result<Option<Begun<'s, C>>, Stop> {
        let Context { request, limits, .. } = parts.context;
        let findings = parts.findings;
        let space = made(&spaces.macros, || MacroSpace::within(factoring, CostKind::Real, limits))?;
        let Some(space) = space else { return Ok(None) };
        let task = factoring.task_with_free_leaves();
        let estimate = self.heuristics[0].within(&task, CostKind::Real, limits)?;
        let guide = MacroGuide::within(space, factoring, estimate, advice, limits)?;
        let reductions = Reductions { stubborn: false, ..request.reductions };
        let search = self.prepare(space, reductions, Vec::new(), parts, None);
        let plan = |path: &Path<C>| {
            let path = space.unfold(&path.actions);
            finished(space.base(), &path, request.quality, limits, findings, |path: &[u32]| {
                space.base().plan(path, limits)
            })
        };
        let search = FeatureSpaceSearch::new(search, guide, GlobalQueue::None);
        Ok(Some(Begun::Waiting(Waiting { search: Box::new(search), plan: Box::new(plan) })))
    }

    /// Whether the search's guarantee for paths still holds for plans with leaf steps put back.
    pub(super) fn suits(&self, factoring: &Factoring<'_>) -> bool {
        let row = self.algorithm.row();
        !row.fewest_steps && (!row.optimal || factoring.leaves_cost_nothing())
    }

    pub(super) fn heuristics<'a, S: FactSpace + 'a>(
        &self,
        task: &strips::Task,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<Vec<BoxedHeuristic<'a, S>>, Stop> {
        let build = |row: &HeuristicRow| {
            limits.check_now()?;
            row.within(task, kind, limits)
        };
        let mut all: Vec<BoxedHeuristic<'a, S>> =
            self.heuristics.iter().map(build).collect::<Result<_, _>>()?;
        if self.by_width {
            all.push(Box::new(WidthCounter::within(task, limits)?));
        }
        Ok(all)
    }

    /// The search in a space, before it runs.
    fn prepare<'s, S: FactSpace + 's>(
        &self,
        space: &'s S,
        reductions: Reductions,
        heuristics: Vec<BoxedHeuristic<'s, S>>,
        parts: &Parts<'s>,
        link: Option<&Link>,
    ) -> Search<'s, S> {
        let Context { dead, request, limits, .. } = parts.context;
        let task = space.task();
        let search = PrunedSearch { algorithm: self.algorithm, work: self.work(task) };
        let symmetries = &parts.shared.symmetries;
        let mut pruning =
            Pruning::new(task, reductions, search, symmetries, limits, parts.findings).without(dead);
        if let Some(link) = link {
            pruning.at_rank(link.ranks());
        }
        let search =
            Search::new(space).heuristics(heuristics).prune(pruning).limits(limits).settings(
                self.settings(request.seed, parts.bound).real_costs(self.kind.is_at_most_real(task)),
            );
        match parts.observer {
            Some(observer) => search.observer(observer),
            None => search,
        }
    }

    /// Begins a search that is prepared.
    fn begin_in<'s, S: FactSpace + 's>(
        &self,
        mut search: Search<'s, S>,
        space: &'s S,
        plan: impl Fn(&[u32]) -> Result<Vec<OpId>, Stop> + 's,
        parts: &Parts<'s>,
        link: Option<Link>,
        improved: &mut dyn FnMut(Vec<OpId>),
    ) -> Begun<'s, S::Cost> {
        let Context { request, limits, .. } = parts.context;
        let findings = parts.findings;
        let plan = move |path: &Path<S::Cost>| {
            finished(space, &path.actions, request.quality, limits, findings, &plan)
        };
        if let Some(mut link) = link {
            let symmetry = request.reductions.symmetry;
            let homes = parts.shared.homes(space, symmetry, link.ranks(), limits);
            let last = RefCell::default();
            let home = |state: &[u64]| homes.hash(state, &last);
            let mut report = search.run_in_ranks(self.algorithm, &mut *link, &home);
            hand_on(&mut report, plan, improved);
            return Begun::Ended(report.into());
        }
        let has_slices = [Algorithm::Astar, Algorithm::Gbfs, Algorithm::LazyGbfs, Algorithm::LazyWastar]
            .contains(&self.algorithm);
        if !has_slices {
            let mut report = search.run(self.algorithm);
            hand_on(&mut report, plan, improved);
            return Begun::Ended(report.into());
        }
        Begun::Waiting(Waiting { search: self.sliced(search, space, limits), plan: Box::new(plan) })
    }

    /// A*, or a greedy or lazy search, in slices, with its open lists.
    fn sliced<'s, S: FactSpace + 's>(
        &self,
        search: Search<'s, S>,
        space: &'s S,
        limits: &Limits,
    ) -> Box<dyn Sliced<S::Cost> + 's> {
        if let (Some(width), true) = (self.novelty, self.by_width) {
            let list = || Ordered::new(by_estimate(0));
            let open = Novelty::with_lists(space, width, [list(), list(), list()]).within(limits);
            let reopen = Reopen::Never;
            let (evaluates, apart, early_goal, preferred) = (true, true, true, false);
            let rules = EagerRules { evaluates, apart, reopen, early_goal, preferred, weight: None };
            return Box::new(EagerSearch::new(search, Box::new(open), rules));
        }
        if self.algorithm == Algorithm::Astar {
            return Box::new(sliced_astar(search));
        }
        if self.algorithm == Algorithm::Gbfs {
            let (open, rules) = (self.lists(&search, space, limits), gbfs_rules(search.chosen().preferred));
            return Box::new(EagerSearch::new(search, Box::new(open), rules));
        }
        let open = self.lists(&search, space, limits);
        Box::new(LazySearch::new(search, Box::new(open), self.algorithm.row().uses_weight))
    }

    /// The open lists of such a search.
    fn lists<'s, S: FactSpace, E: Entry + 'static>(
        &self,
        search: &Search<'s, S>,
        space: &'s S,
        limits: &Limits,
    ) -> Alternation<'s, S::Cost, E> {
        let settings = search.chosen();
        let weight = self.algorithm.row().uses_weight.then_some(settings.weight);
        let mut open = alternation(settings, self.heuristics.len(), weight);
        if let Some(width) = self.novelty {
            open.add(Box::new(Novelty::new(space, width).within(limits)), false);
        }
        open
    }
}

/// The plan of a path, without superfluous steps unless the request is for the path itself.
fn finished<S: FactSpace>(
    space: &S,
    path: &[u32],
    quality: Quality,
    limits: &Limits,
    findings: &RefCell<Findings>,
    plan: impl Fn(&[u32]) -> Result<Vec<OpId>, Stop>,
) -> Result<Vec<OpId>, Stop> {
    match quality {
        Quality::First | Quality::Optimal => plan(path),
        Quality::Good | Quality::Reduced | Quality::Anytime => {
            let (path, replayed) = eliminate(space, path, limits);
            findings.borrow_mut().replayed += replayed;
            plan(&path)
        }
    }
}
