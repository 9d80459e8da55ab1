//! Runs a stage: the space that suits it, its heuristics, pruning and open lists, in this thread.
//!
//! In: a stage, what the searches of a request have in common, and the other ranks, if any. Out: a report, and what was
//! left out of the search.

use std::cell::RefCell;

use super::Quality;
use super::preset::{Context, Stage};
use super::pruning::{Findings, Pruning, Reductions};
use super::ranks::Shared;
use crate::decoupled::{DecoupledSpace, Factoring};
use crate::heuristics::{BoxedHeuristic, HeuristicRow, Novelty, Relevance};
use crate::improve::eliminate;
use crate::limits::{Limits, Stop};
use crate::search::open::{Ordered, by_estimate};
use crate::search::{
    Algorithm, Cost, EagerRules, Exhaustion, Observer, Outcome, Path, Reopen, Report, Search, alternation,
    eager, gbfs_rules, lazy,
};
use crate::strips::{self, CostKind, FactSpace, OpId, TaskSpace};
use crate::transport::Link;

/// The inputs of a search besides its space and heuristics.
struct Parts<'a> {
    context: &'a Context<'a>,
    bound: Option<u64>,
    observer: Option<&'a dyn Observer>,
    findings: &'a RefCell<Findings>,
    shared: &'a Shared,
    /// The other ranks, if any.
    link: RefCell<Option<Link>>,
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
        let findings = RefCell::default();
        let (link, shared) = rank.unzip();
        let own = Shared::default();
        let shared = shared.unwrap_or(&own);
        let parts = Parts { context, bound, observer, findings: &findings, shared, link: RefCell::new(link) };
        let report = match context.factoring.filter(|factoring| self.suits(factoring)) {
            Some(factoring) => self.search_decoupled(&parts, factoring, improved),
            None => self.search_plain(&parts, improved),
        };
        let report = match report {
            Ok(Some(report)) => report,
            Ok(None) => Report::nothing(Outcome::Exhausted(Exhaustion::CostOverflow)),
            Err(stop) => Report::nothing(Outcome::Stopped(stop)),
        };
        (report, findings.into_inner())
    }

    fn search_plain<C: Cost>(
        &self,
        parts: &Parts<'_>,
        improved: &mut dyn FnMut(Vec<OpId>),
    ) -> Result<Option<Report<C>>, Stop> {
        let Context { task, limits, request, .. } = *parts.context;
        let reductions = request.reductions;
        let Some(space) = TaskSpace::within(task, CostKind::Real, limits)? else { return Ok(None) };
        let heuristics = self.heuristics(task, self.kind, limits)?;
        let mut found = |path: Vec<u32>| improved(path.into_iter().map(OpId::from).collect());
        Ok(Some(self.run(&space, (task, reductions), heuristics, parts, &mut found)))
    }

    fn search_decoupled<C: Cost>(
        &self,
        parts: &Parts<'_>,
        factoring: &Factoring<'_>,
        improved: &mut dyn FnMut(Vec<OpId>),
    ) -> Result<Option<Report<C>>, Stop> {
        let Context { limits, request, .. } = *parts.context;
        // The steps that stubborn sets compare are those of the plain space.
        let reductions = Reductions { stubborn: false, ..request.reductions };
        let task = factoring.task();
        let Some(space) = DecoupledSpace::within(factoring, CostKind::Real, limits)? else { return Ok(None) };
        // If steps are counted, those of leaves count 0.
        let heuristics = match self.kind {
            CostKind::Unit => self.heuristics(&factoring.task_with_free_leaves(), CostKind::Real, limits)?,
            kind => self.heuristics(task, kind, limits)?,
        };
        let mut lost = None;
        let mut found = |path: Vec<u32>| match space.plan(&path, limits) {
            Ok(plan) => improved(plan),
            Err(stop) => lost = Some(stop),
        };
        let mut report = self.run(&space, (task, reductions), heuristics, parts, &mut found);
        if let Some(stop) = lost {
            (report.outcome, report.stop) = (Outcome::Stopped(stop), Some(stop));
        }
        Ok(Some(report))
    }

    /// Whether the search's guarantee for paths still holds for plans with leaf steps put back.
    pub(super) fn suits(&self, factoring: &Factoring<'_>) -> bool {
        let row = self.algorithm.row();
        !row.fewest_steps && (!row.optimal || factoring.leaves_cost_nothing())
    }

    /// The heuristics, for a task.
    fn heuristics<'a, S: FactSpace + 'a>(
        &self,
        task: &strips::Task,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<Vec<BoxedHeuristic<'a, S>>, Stop> {
        let build = |row: &&HeuristicRow| {
            limits.check_now()?;
            row.within(task, kind, limits)
        };
        let mut all: Vec<BoxedHeuristic<'a, S>> =
            self.heuristics.iter().map(build).collect::<Result<_, _>>()?;
        if self.by_width {
            all.push(Box::new(Relevance::within(task, limits)?));
        }
        Ok(all)
    }

    /// Runs the search in a space.
    fn run<'a, S: FactSpace + 'a>(
        &self,
        space: &'a S,
        (task, reductions): (&'a strips::Task, Reductions),
        heuristics: Vec<BoxedHeuristic<'a, S>>,
        parts: &Parts<'a>,
        found: &mut dyn FnMut(Vec<u32>),
    ) -> Report<S::Cost> {
        let Context { request, limits, .. } = *parts.context;
        let link = parts.link.take();
        let search = (self.algorithm, self.work(task), self.is_informed());
        let symmetries = &parts.shared.symmetries;
        let mut pruning = Pruning::new(task, reductions, search, symmetries, limits, parts.findings);
        if let Some(link) = &link {
            pruning.at_rank(link.ranks());
        }
        let mut search = Search::new(space)
            .heuristics(heuristics)
            .prune(pruning)
            .limits(limits)
            .settings(self.settings(request.seed, parts.bound));
        if let Some(observer) = parts.observer {
            search = search.observer(observer);
        }
        let mut improved = |path: &Path<S::Cost>| {
            found(match request.quality {
                Quality::First | Quality::Optimal => path.actions.clone(),
                Quality::Good | Quality::Reduced | Quality::Anytime => {
                    eliminate(space, &path.actions, limits)
                }
            });
        };
        let (settings, count) = (search.chosen().clone(), self.heuristics.len());
        let report = match (link, self.novelty) {
            (Some(mut link), _) => {
                let homes = parts.shared.homes(space, task, reductions.symmetry, link.ranks(), limits);
                let last = RefCell::default();
                search.run_in_ranks(self.algorithm, &mut *link, &|state| homes.hash(state, &last))
            }
            (None, None) => return search.run_improving(self.algorithm, &mut improved),
            (None, Some(width)) if self.by_width => {
                let list = || Ordered::new(by_estimate(0));
                let mut open = Novelty::with_lists(space, width, [list(), list(), list()]).within(limits);
                let reopen = Reopen::Never;
                let (evaluates, apart, early_goal, preferred, optimal) = (true, true, true, false, false);
                let rules = EagerRules { evaluates, apart, reopen, early_goal, preferred, optimal };
                eager(&mut search, &mut open, rules)
            }
            (None, Some(width)) if self.algorithm == Algorithm::Gbfs => {
                let mut open = alternation(&settings, count, None);
                open.add(Box::new(Novelty::new(space, width).within(limits)), false);
                eager(&mut search, &mut open, gbfs_rules(settings.preferred))
            }
            (None, Some(width)) => {
                let weight = self.algorithm.row().uses_weight.then_some(settings.weight);
                let mut open = alternation(&settings, count, weight);
                open.add(Box::new(Novelty::new(space, width).within(limits)), false);
                lazy(&mut search, &mut open, weight.is_some())
            }
        };
        if let Some(path) = report.path() {
            improved(path);
        }
        report
    }
}
