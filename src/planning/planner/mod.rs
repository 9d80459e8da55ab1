//! From a task to a validated plan in one call: ground, search, validate.
//!
//! In: a resolved task, a [`Request`] and limits. Out: an [`Answer`] with a plan, or with the proof that there
//! is none. Invariant: a plan leaves this module only after the validator has accepted it.

mod answer;
mod homes;
mod improvement;
mod observer;
mod portfolio;
mod preset;
mod pruning;
mod ranks;
mod request;
mod run;
mod several;
mod structure;
mod texts;
mod tuning;
mod turns;

use std::borrow::Cow;

pub use crate::top_k::Wanted;
pub use answer::{Answer, Improved, PlanError, Proof, Status, TOO_COSTLY, ValidatedPlan};
use observer::Heard;
pub use observer::{OnPlan, PlanObserver};
pub use portfolio::{Member, companions};
use preset::first_stage;
use pruning::Findings;
pub use pruning::{Pruned, Reductions};
pub use request::{Quality, Request};
pub use structure::FoundStructure;
pub use texts::{Planned, TextsError, plan_texts};
#[doc(hidden)]
pub use tuning::{COSTS, OPEN_LISTS, PREFERRED, TIES, name_of};
pub use tuning::{Chosen, MoreLists, Tuning};

use crate::decoupled::Factoring;
use crate::ground::{GroundError, Scope, ground_for};
use crate::heuristics::{DeadPairs, HeuristicRow, Mutexes, heuristic_named, losing};
use crate::improve;
use crate::strips::{self, OpId};
use crate::symmetry::Fold;
use banto_base::limits::{Limits, Stop, Stopwatch};
use banto_search::{Cost, Exhaustion, Grounding, Observer, Outcome, Path, Readings, Report, Work};
use banto_text::plan::{Fault, Plan, Step, Verdict, validate};
use banto_text::task::Task;

/// The validator of plans.
#[doc(hidden)]
pub type Validator = fn(&Task, &Plan) -> Verdict;

/// Plans, with `plan::validate` as the validator.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::limits::Limits;
/// use banto::planner::{Quality, Request, Status, plan};
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let request = Request::default().quality(Quality::Optimal);
/// let answer = plan(&task, &request, &Limits::none(), &()).unwrap();
/// assert_eq!(answer.status, Status::Solved { optimal: true });
/// assert_eq!(answer.plan.unwrap().cost, 5);
/// ```
///
/// # Errors
/// When the request contradicts itself, a cost does not fit in 64 bits, or the validator rejects what was found.
pub fn plan(
    task: &Task,
    request: &Request,
    limits: &Limits,
    observer: &dyn PlanObserver,
) -> Result<Answer, PlanError> {
    plan_with(task, request, limits, observer, validate)
}

/// Plans with the caller's validator. Tests use it to see what happens to a rejected plan.
///
/// # Errors
/// Those of [`plan`].
#[doc(hidden)]
pub fn plan_with(
    task: &Task,
    request: &Request,
    limits: &Limits,
    observer: &dyn PlanObserver,
    validator: Validator,
) -> Result<Answer, PlanError> {
    request.check().map_err(PlanError::Request)?;
    let mut answer = Answer::default();
    let heard = Heard::new(observer);
    let watch = Stopwatch::start(request.threads > 1);
    let ended = planned(task, request, limits, &heard, validator, &mut answer);
    if ended.is_err() {
        answer.stopped_in = Some(heard.now());
        answer.preparation = watch.taken().without(answer.grounding);
    }
    answer.status = ended.unwrap_or_else(|stop| Ok(Status::Stopped(stop)))?;
    Ok(answer)
}

/// Grounds the task, and records how far that came; without a task, the goal cannot be reached.
fn grounded(
    task: &Task,
    scope: &Scope,
    limits: &Limits,
    heard: &Heard<'_>,
    watch: Stopwatch,
    answer: &mut Answer,
) -> Result<Result<Option<strips::Task>, PlanError>, Stop> {
    let mut now = Grounding::default();
    let grounded = ground_for(task, scope, limits, &mut |progress| {
        if progress.begins {
            heard.stage(progress.stage);
        } else {
            heard.grounding(progress);
        }
        now.clone_from(progress);
    });
    answer.grounding = watch.taken();
    match grounded {
        Ok(grounded) => {
            answer.stages = grounded.stages;
            Ok(Ok(grounded.task))
        }
        Err(GroundError::Stopped(stop)) => {
            answer.grounded = Some(now);
            Err(stop)
        }
        Err(GroundError::Cost(action)) => Ok(Err(PlanError::Cost(action))),
    }
}

/// Plans, records the results, and returns how it ended. An error is a limit that was reached before the search.
fn planned(
    task: &Task,
    request: &Request,
    limits: &Limits,
    heard: &Heard<'_>,
    validator: Validator,
    answer: &mut Answer,
) -> Result<Result<Status, PlanError>, Stop> {
    let has_threads = request.threads > 1;
    let scope = if request.plans.is_some() { Scope::Plans } else { Scope::Goal };
    let mut ground_task = match grounded(task, &scope, limits, heard, Stopwatch::start(has_threads), answer)?
    {
        Ok(Some(grounded)) => grounded,
        Ok(None) => return Ok(Ok(Status::Unsolvable(Proof::Unreachable))),
        Err(error) => return Ok(Err(error)),
    };
    let watch = Stopwatch::start(has_threads);
    let mut fold = None;
    let may_lose_plans = request.algorithm.is_none() && request.plans.is_none();
    if request.reductions.fold && may_lose_plans {
        heard.stage("fold");
        let suits = |found: &Fold| found.keeps_costs || request.quality != Quality::Optimal;
        fold = Fold::find(&ground_task, limits)?.filter(suits);
    }
    if fold.as_ref().is_some_and(|fold| !fold.keeps_costs) {
        heard.loses_costs();
    }
    let mut dead = None;
    if let Some(work) = work_of_pairs(request) {
        heard.stage("h2");
        let searched = fold.as_ref().map_or(&ground_task, |fold| &fold.task);
        match (look_at_pairs(task, searched, work, limits)?, &mut fold) {
            (Ok((found, impossible)), fold) => {
                dead = found;
                match fold {
                    Some(fold) => fold.drop_operators(&impossible),
                    None => ground_task.drop_operators(&impossible),
                }
            }
            (Err(proof), None) => return Ok(Ok(Status::Unsolvable(proof))),
            // The goal of a fold asks for what the goal of the task does not.
            (Err(_), Some(_)) => return Ok(Ok(Status::Unsolvable(Proof::Mutex(None)))),
        }
    }
    let searched = fold.as_ref().map_or(&ground_task, |fold| &fold.task);
    let mut factoring = None;
    if request.reductions.decoupled && may_lose_plans {
        heard.stage("decoupled");
        let suits = |found: &Factoring<'_>| first_stage(request).suits(found);
        factoring = Factoring::find(searched, limits)?.filter(suits);
    }
    answer.used = fold
        .iter()
        .map(FoundStructure::folded)
        .chain(factoring.iter().map(FoundStructure::decoupled))
        .collect();
    heard.stage("search");
    answer.preparation = watch.taken();
    let watch = Stopwatch::start(has_threads);
    let mut run = PlanRun {
        task,
        named: &ground_task,
        fold: fold.as_ref(),
        ground_task: searched,
        factoring: factoring.as_ref(),
        dead: dead.as_ref(),
        request,
        limits,
        heard,
        validator,
        best: None,
        plans: Vec::new(),
        are_all: false,
        best_operators: Vec::new(),
        first_work: 0,
        watch,
        improvement: Improved::default(),
        members: Vec::new(),
        rejected: None,
        apart: None,
        is_too_costly: false,
    };
    let result = run.search();
    Ok(recorded(run, result, answer))
}

/// Records the results of the searches, and returns how they ended.
fn recorded(run: PlanRun<'_>, result: Ended, answer: &mut Answer) -> Result<Status, PlanError> {
    let PlanRun { request, watch, improvement, .. } = run;
    if let Some(process) = run.apart {
        return Err(PlanError::Apart(process));
    }
    let findings = &result.findings;
    answer.replayed = findings.replayed + improvement.replayed;
    answer.preparation.add(findings.preparation);
    answer.search = watch.taken().without(findings.preparation).without(improvement.taken);
    answer.improvement = improvement;
    answer.members = run.members;
    answer.work = result.work;
    answer.readings = result.readings;
    let first = first_stage(request);
    // An estimate of the initial state proves something, whatever the search does.
    let estimated = first.estimated(run.ground_task, &answer.readings).filter(|least| *least > 0);
    let keeps_costs = run.fold.is_none_or(|fold| fold.keeps_costs);
    answer.readings.lower_bound = answer.readings.lower_bound.max(estimated).filter(|_| keeps_costs);
    answer.chosen = Some(first.chosen());
    answer.pruned = findings.pruned;
    answer.unsuited.clone_from(&findings.unsuited);
    answer.stop = result.stop;
    answer.plan = run.best;
    (answer.plans, answer.are_all) = (run.plans, run.are_all);
    if let Some((plan, fault)) = run.rejected {
        return Err(PlanError::Rejected { plan, fault: Box::new(fault) });
    }
    let is_met = answer.plan.as_ref().is_some_and(|found| answer.readings.lower_bound >= Some(found.cost));
    Ok(match result.ending {
        _ if answer.plan.is_some() => Status::Solved { optimal: result.optimal && keeps_costs || is_met },
        Outcome::Exhausted(Exhaustion::Proven) => {
            Status::Unsolvable(result.findings.proof.map_or(Proof::Exhausted, Proof::Abstraction))
        }
        Outcome::Stopped(stop) => Status::Stopped(stop),
        Outcome::Exhausted(Exhaustion::CostOverflow) => Status::TooCostly,
        _ if run.is_too_costly => Status::TooCostly,
        _ => Status::Unsolved,
    })
}

/// The work that a look at the pairs of facts may take before the search, in words: a quarter of a second, unless more
/// is asked for. A search of the caller's choice is left as it is.
fn work_of_pairs(request: &Request) -> Option<u64> {
    const SOON: u64 = 1 << 28;
    const AT_LENGTH: u64 = 1 << 33;
    let is_on = request.reductions.dead_ends && request.algorithm.is_none();
    let work = if request.h2 || request.reductions.at_once { AT_LENGTH } else { SOON };
    (request.h2 || is_on).then_some(work)
}

/// The pairs of facts that are dead ends, and the operators that no plan takes.
type Seen = (Option<DeadPairs>, Vec<OpId>);

/// The pairs of facts that are dead ends, and the operators that no plan takes, as pairs and counts show; or the proof
/// that there is no plan.
fn look_at_pairs(
    names: &Task,
    task: &strips::Task,
    work: u64,
    limits: &Limits,
) -> Result<Result<Seen, Proof>, Stop> {
    let mut losing = losing(task, limits)?;
    // Too much work: the search runs without it.
    let Some(mutexes) = Mutexes::with_work(task, work, limits)? else { return Ok(Ok((None, losing))) };
    if mutexes.are_apart {
        let show = |fact| task.show_asked(names, &names.goal, fact);
        return Ok(Err(Proof::Mutex(mutexes.goals.map(|(one, other)| [one, other].map(show)))));
    }
    losing.extend(mutexes.impossible);
    losing.sort_unstable();
    losing.dedup();
    Ok(Ok((mutexes.dead, losing)))
}

fn named(names: &[&str]) -> Vec<HeuristicRow> {
    names.iter().filter_map(|name| heuristic_named(name)).collect()
}

/// The combined results of the searches of a request.
struct Ended {
    ending: Outcome<u64>,
    optimal: bool,
    work: Work,
    readings: Readings,
    stop: Option<Stop>,
    findings: Findings,
}

impl Ended {
    fn of<C: Cost>(report: Report<C>) -> Self {
        let optimal = matches!(report.outcome, Outcome::Solved { optimal: true, .. });
        let ending = match report.outcome {
            Outcome::Solved { path, optimal } => {
                Outcome::Solved { path: Path { actions: Vec::new(), cost: path.cost.shown() }, optimal }
            }
            Outcome::Exhausted(exhaustion) => Outcome::Exhausted(exhaustion),
            Outcome::Stopped(stop) => Outcome::Stopped(stop),
        };
        let Report { work, readings, stop, .. } = report;
        Self { ending, optimal, work, readings, stop, findings: Findings::default() }
    }

    /// The combined results with those of an earlier search, whose initial estimates they keep.
    fn after(mut self, earlier: Self) -> Self {
        let mut work = earlier.work;
        work.add_sequential(&self.work);
        self.work = work;
        self.findings.pruned.add(&earlier.findings.pruned);
        self.findings.preparation.add(earlier.findings.preparation);
        self.findings.replayed += earlier.findings.replayed;
        self.readings.initial_h = earlier.readings.initial_h;
        self
    }

    /// The ending of a search that never began.
    fn at_once(ending: Outcome<u64>) -> Self {
        let stop = if let Outcome::Stopped(stop) = ending { Some(stop) } else { None };
        let (work, readings) = (Work::default(), Readings::default());
        Self { ending, optimal: false, work, readings, stop, findings: Findings::default() }
    }
}

/// One call of [`plan`], after grounding.
struct PlanRun<'a> {
    task: &'a Task,
    /// The ground task with the names of all objects, and the task that is searched.
    named: &'a strips::Task,
    ground_task: &'a strips::Task,
    fold: Option<&'a Fold>,
    factoring: Option<&'a Factoring<'a>>,
    dead: Option<&'a DeadPairs>,
    request: &'a Request,
    limits: &'a Limits,
    heard: &'a Heard<'a>,
    validator: Validator,
    best: Option<ValidatedPlan>,
    /// Several, if they are wanted, and whether there are no others.
    plans: Vec<ValidatedPlan>,
    are_all: bool,
    /// The operators of the best plan.
    best_operators: Vec<OpId>,
    /// The work spent on the first plan.
    first_work: improve::Ticks,
    /// Of the searches.
    watch: Stopwatch,
    improvement: Improved,
    /// The searches that took turns.
    members: Vec<Member>,
    rejected: Option<(Plan, Fault)>,
    /// A process with a different task.
    apart: Option<usize>,
    /// Set by a plan whose cost does not fit in 64 bits once the steps of leaves are back.
    is_too_costly: bool,
}

impl PlanRun<'_> {
    /// Validates a plan, and keeps it if it is better than the best one: cheaper, or equally cheap and shorter.
    fn found(&mut self, operators: &[OpId], by: &'static str) {
        let Some(found) = self.judged(operators, by) else { return };
        let worth = |plan: &ValidatedPlan| (plan.cost, plan.plan.steps.len());
        if self.best.as_ref().is_none_or(|best| worth(&found) < worth(best)) {
            self.heard.observer.improved(self.task, &found);
            self.best = Some(found);
            self.best_operators = operators.to_vec();
        }
    }

    /// The plan with these operators, if the validator accepts it and its cost can be counted.
    fn judged(&mut self, operators: &[OpId], by: &'static str) -> Option<ValidatedPlan> {
        let mut costs = operators.iter().map(|operator| self.ground_task.cost(*operator));
        if costs.try_fold(0_u64, u64::checked_add).is_none() {
            self.is_too_costly = true;
            return None;
        }
        let step = |operator: &OpId| {
            let (schema, arguments) = self.named.step(*operator);
            Step { schema, arguments: arguments.to_vec() }
        };
        let originals = self.fold.map_or(Cow::Borrowed(operators), |fold| fold.plan(operators).into());
        let plan = Plan { steps: originals.iter().map(step).collect() };
        match (self.validator)(self.task, &plan) {
            Verdict::Valid { cost } => Some(ValidatedPlan { plan, cost, by }),
            Verdict::Invalid(fault) => {
                self.rejected = Some((plan, fault));
                None
            }
        }
    }
}
