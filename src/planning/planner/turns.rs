//! Searches that take turns in one thread while a first plan is looked for, or a cheapest one.
//!
//! In: the searches of a portfolio. Out: the report of whichever ends, and the work of all. A path that one finds on
//! its way bounds what the others look for, and a lower bound that one has proven holds for all. Each search has states
//! of its own and keeps them between its turns; a search is begun when its first turn comes, so that quick tasks pay
//! for one only. All of them together stay within the limits: when memory is short, the search that holds most and has
//! made least of it gives up. Which searches there are is in `portfolio.rs`, whose turn it is in
//! `search/turns/rotation.rs`.

use std::cell::RefCell;

use super::portfolio::{Entrant, TURN, entrants};
use super::preset::{Context, Stage};
use super::ranks::Shared;
use super::run::{Begun, Parts, Spaces, Waiting, hand_on};
use super::{Ended, PlanRun, Request};
use crate::improve::Ticks;
use crate::strips::OpId;
use banto_base::limits::{Limits, Stop};
use banto_search::{
    Cost, Exhaustion, Named, Observer, Outcome, Pace, Path, Report, Rotation, Share, Sliced, Work,
};

/// A turn is divided into this many pieces. After each it is decided whether to go on, and memory is looked at.
const PIECES: Ticks = 4;
/// Memory is short if less than 1/`SPARE` of the limit is left, or less than this many bytes of the machine's.
const SPARE: u64 = 16;
const SPARE_BYTES: u64 = 256 << 20;

/// Where a search of the portfolio stands.
enum RunState<'s, C> {
    /// It has had no turn.
    Unbegun,
    Paused(Waiting<'s, C>),
    /// It has no more turns, after this work.
    Left(Work),
}

impl<C: Cost> RunState<'_, C> {
    /// The work it has done, and the bytes it holds.
    fn work(&self) -> Work {
        match self {
            Self::Unbegun => Work::default(),
            Self::Paused(waiting) => waiting.search.work(),
            Self::Left(work) => *work,
        }
    }

    /// The bytes that it holds, weighted by how much of its work came after its lowest estimate.
    fn waste(&self) -> u128 {
        let Self::Paused(Waiting { search, .. }) = self else { return 0 };
        let Work { counts, bytes, .. } = search.work();
        let since = counts.evaluated - search.readings().until_lowest_h;
        u128::from(bytes) * u128::from(since) / u128::from(counts.evaluated.max(1))
    }
}

struct Company<'s, 'a, C> {
    entrants: &'s [Entrant<'a>],
    runs: Vec<RunState<'s, C>>,
    rotation: Rotation,
    limits: &'s Limits,
    /// The bytes that all held when one gave up. What it held is used again before more is taken from the system.
    held: u64,
    /// The cheapest path that one has found on its way.
    best: Option<Best<C>>,
    /// Only plans that cost less than this are useful.
    bound: Option<C>,
    request: &'s Request,
    /// The cost that every plan has at least.
    lower_bound: Option<u64>,
}

/// A path that a search has found on its way.
struct Best<C> {
    owner: usize,
    path: Path<C>,
}

/// Hears of each plan that is found on the way, and of the search that has found it.
type Told<'t> = &'t mut dyn FnMut(&[OpId], &'static str);

/// Begins a search that only looks for paths cheaper than a cost.
type Begin<'b, 's, C> = &'b dyn Fn(usize, Option<C>) -> Result<Option<Begun<'s, C>>, Stop>;

impl<'s, C: Cost> Company<'s, '_, C> {
    /// Takes turns until a search ends with an answer, or all have ended: that search, and its report.
    fn rounds(&mut self, begin: Begin<'_, 's, C>, told: Told<'_>) -> (usize, Report<C>) {
        let mut last = (0, Report::nothing(Outcome::Exhausted(Exhaustion::Unsafe)));
        while let Some((at, work)) = self.rotation.next() {
            let ended = self.begun(at, begin).or_else(|| self.turn(at, work));
            self.share(at, told);
            let Some(mut report) = ended.or_else(|| self.met()) else { continue };
            if let (Outcome::Exhausted(Exhaustion::Proven), Some(bound)) = (&report.outcome, self.bound) {
                self.lower_bound = self.lower_bound.max(Some(bound.shown()));
                if let Some(Best { owner, path }) = &self.best {
                    let optimal = self.lower_bound >= Some(path.cost.shown());
                    report.outcome = Outcome::Solved { path: path.clone(), optimal };
                    return (*owner, report);
                }
            }
            let others_may_go_on = match report.outcome {
                // They may find what this one has left out.
                Outcome::Exhausted(Exhaustion::Unsafe) => true,
                // What this one held is free now.
                Outcome::Stopped(Stop::Memory) => self.limits.check_now().is_ok(),
                _ => false,
            };
            if !others_may_go_on {
                return (at, report);
            }
            self.leave(at);
            // One that was stopped says more: with more memory it might have found a plan.
            if !matches!(last.1.outcome, Outcome::Stopped(_)) {
                last = (at, report);
            }
        }
        last
    }

    /// Tells the others what one has found and proven.
    fn share(&mut self, at: usize, told: Told<'_>) {
        let RunState::Paused(waiting) = &self.runs[at] else { return };
        self.lower_bound = self.lower_bound.max(waiting.search.readings().lower_bound);
        let is_better = |path: &Path<C>| self.best.as_ref().is_none_or(|best| path.cost < best.path.cost);
        let Some(path) = waiting.search.found().filter(is_better) else { return };
        let Ok(plan) = (waiting.plan)(&path) else { return };
        told(&plan, self.entrants[at].name);
        let useful = C::from_count(self.request.useful_below(path.cost.shown()));
        for (_, run) in self.runs.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            if let RunState::Paused(waiting) = run {
                waiting.search.bound(useful);
            }
        }
        self.bound = Some(self.bound.map_or(useful, |bound| bound.min(useful)));
        self.best = Some(Best { owner: at, path });
    }

    /// The report if it is proven that no plan is useful.
    fn met(&self) -> Option<Report<C>> {
        let is_met = self.bound.is_some_and(|bound| self.lower_bound >= Some(bound.shown()));
        is_met.then(|| Report::nothing(Outcome::Exhausted(Exhaustion::Proven)))
    }

    /// Begins a search unless it has had a turn; a report if it ends at once.
    fn begun(&mut self, at: usize, begin: Begin<'_, 's, C>) -> Option<Report<C>> {
        if !matches!(self.runs[at], RunState::Unbegun) {
            return None;
        }
        match begin(at, self.bound) {
            Ok(Some(Begun::Waiting(waiting))) => {
                self.runs[at] = RunState::Paused(waiting);
                None
            }
            Ok(Some(Begun::Ended(report))) => Some(*report),
            Ok(None) => Some(Report::nothing(Outcome::Exhausted(Exhaustion::CostOverflow))),
            Err(stop) => Some(Report::nothing(Outcome::Stopped(stop))),
        }
    }

    /// The work of a search so far.
    fn ticks(&self, at: usize) -> Ticks {
        self.entrants[at].ticks(&self.runs[at].work())
    }

    /// One turn; a report if the search ends.
    fn turn(&mut self, at: usize, work: Ticks) -> Option<Report<C>> {
        let before = self.ticks(at);
        let ended = self.pieces(at, work);
        self.rotation.took(at, work, self.ticks(at) - before);
        ended
    }

    /// The pieces of a turn; a report if the search ends.
    fn pieces(&mut self, at: usize, work: Ticks) -> Option<Report<C>> {
        let (start, mut pace) = (self.ticks(at), Pace::Level);
        while self.ticks(at) - start < pace.stretch(work) {
            let RunState::Paused(Waiting { search, .. }) = &mut self.runs[at] else { break };
            match self.entrants[at].go_on(&mut **search, work.div_ceil(PIECES)) {
                Ok(now) => pace = now,
                Err(report) => return Some(*report),
            }
            self.make_room();
        }
        None
    }

    /// Lets a search give up if memory is short.
    fn make_room(&mut self) {
        let spare = self.limits.bytes().map_or(SPARE_BYTES, |limit| limit / SPARE);
        let paused = self.runs.iter().filter(|run| matches!(run, RunState::Paused(_)));
        if paused.clone().count() < 2 || self.limits.has_room(usize::try_from(spare).unwrap_or(usize::MAX)) {
            return;
        }
        let held = paused.map(|run| run.work().bytes).sum();
        if held >= self.held {
            self.held = held;
            let most = (0..self.runs.len()).max_by_key(|&at| self.runs[at].waste());
            self.leave(most.expect("there are two"));
        }
    }

    fn leave(&mut self, at: usize) {
        self.runs[at] = RunState::Left(self.runs[at].work());
        self.rotation.leave(at);
    }
}

impl Entrant<'_> {
    /// Lets a search work, and says how it gets on; an error is its end.
    fn go_on<C>(&self, search: &mut dyn Sliced<C>, work: Ticks) -> Result<Pace, Box<Report<C>>> {
        let lowest = search.readings().until_lowest_h;
        let end = self.ticks(&search.work()) + work;
        loop {
            let now = search.work();
            let (counts, done) = (now.counts, self.ticks(&now));
            if done >= end {
                let lowest_now = search.readings().until_lowest_h;
                return Ok(match () {
                    () if !self.hurries => Pace::Level,
                    () if lowest_now > lowest => Pace::Closer,
                    () if counts.evaluated > 2 * lowest_now => Pace::Stuck,
                    () => Pace::Level,
                });
            }
            // What the first states take says how much the next ones may take.
            let each = (done / counts.evaluated.max(1)).max(self.evaluation).max(1);
            if let Some(report) = search.go_on(((end - done) / each).min(counts.evaluated) + 1) {
                return Err(Box::new(report));
            }
        }
    }
}

impl PlanRun<'_> {
    /// Lets searches take turns until one of them ends; looks only for plans cheaper than the bound.
    pub(super) fn in_turns(&mut self, first: &Stage, bound: Option<u64>) -> Ended {
        let (small, large) = (Self::turns::<u32>, Self::turns::<u64>);
        self.with_least_costs(bound, |run| small(run, first, bound), |run| large(run, first, bound))
    }

    fn turns<C: Cost>(&mut self, first: &Stage, bound: Option<u64>) -> Ended {
        let mut entrants = entrants(self.context(), first);
        entrants.retain(|one| !self.request.without.contains(&one.name));
        if self.request.list_only {
            self.members = entrants.iter().map(|one| one.member(&Work::default(), false)).collect();
            return Ended::at_once(Outcome::Exhausted(Exhaustion::Unsafe));
        }
        let named = |one: &Entrant<'_>| Named { name: one.name, observer: self.heard };
        let observers: Vec<Named<'_>> = entrants.iter().map(named).collect();
        let (findings, shared) = (RefCell::default(), <[Shared; 2]>::default());
        let spaces = Spaces::<C>::default();
        // One that needs more memory than there is does not stop the others.
        let apart: Vec<Limits> = entrants.iter().map(|_| self.limits.for_work_apart()).collect();
        let begin = |at: usize, bound: Option<C>| {
            let Entrant { stage, context, .. } = &entrants[at];
            let context = Context { limits: &apart[at], ..*context };
            let observer: Option<&dyn Observer> = Some(&observers[at]);
            let shared = &shared[usize::from(context.factoring.is_some())];
            let bound = bound.map(Cost::shown);
            let parts = Parts { context, bound, observer, findings: &findings, shared };
            stage.begin(&parts, &spaces, None, &mut |_| ())
        };
        let portions: Vec<Share> = entrants.iter().map(|one| one.share).collect();
        let mut company = Company {
            entrants: &entrants,
            runs: entrants.iter().map(|_| RunState::Unbegun).collect(),
            rotation: Rotation::new(self.request.turn.map_or(TURN, |turn| turn / 8), &portions),
            limits: self.limits,
            held: 0,
            best: None,
            bound: bound.map(C::from_count),
            request: self.request,
            lower_bound: None,
        };
        let (at, mut report) = company.rounds(&begin, &mut |plan, by| self.found(plan, by));
        let mut work = Work::default();
        let answers =
            matches!(report.outcome, Outcome::Solved { .. } | Outcome::Exhausted(Exhaustion::Proven));
        self.members.clear();
        for (one, (run, entrant)) in company.runs.iter().zip(&entrants).enumerate() {
            let done = run.work();
            work.add_concurrent(&done);
            self.first_work += entrant.ticks(&done);
            if done.counts.evaluated > 0 {
                self.members.push(entrant.member(&done, answers && one == at));
            }
        }
        // A cheapest plan that the first search has found alone is its own.
        if !entrants[0].hurries && self.members.len() == 1 {
            self.members.clear();
        }
        if let RunState::Paused(waiting) = &company.runs[at] {
            hand_on(&mut report, &waiting.plan, &mut |plan| self.found(&plan, entrants[at].name));
        }
        let mut ended = Ended { work, ..Ended::of(report) };
        if let RunState::Paused(first) = &company.runs[0] {
            ended.readings.initial_h.clone_from(&first.search.readings().initial_h);
        }
        ended.readings.lower_bound = ended.readings.lower_bound.max(company.lower_bound);
        drop(company);
        Ended { findings: findings.into_inner(), ..ended }
    }
}
