//! Whether a task has a plan, by a bounded search.
//!
//! In: a task. Out: a plan, if one is found. It counts only after the validator has accepted it. The bound is a number
//! of states, so the result is the same on every machine.

use crate::ground::{GroundError, Grounded, Observer, Scope, ground_for};
use crate::heuristics::{Ff, Novelty};
use crate::improve::{Ticks, WORK_OF_SUCCESSOR, work_of_estimate};
use crate::strips::{self, CostKind, OpId, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{Algorithm, Search, Settings, alternation, lazy};
use banto_text::plan::{Plan, Step, Verdict, validate};
use banto_text::task::Task;

/// Work of grounding, for each fact of `:init` and for each operator.
const WORK_OF_FACT: Ticks = 1_000;
const WORK_OF_GROUNDING: Ticks = 12_000;

/// States that a trial may expand: first breadth first, for a shortest plan, then greedily.
const SHORTEST: u64 = 4_000;
const GREEDY: u64 = 10_000;

/// The ground task, if the goal can be reached without deletes; `None` if costs are too large.
pub(crate) fn grounded(task: &Task, scope: &Scope, limits: &Limits) -> Result<Option<Grounded>, Stop> {
    observed(task, scope, limits, &mut |_| {})
}

/// The same, telling `observer` how far it is at each stage.
fn observed(
    task: &Task,
    scope: &Scope,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Option<Grounded>, Stop> {
    match ground_for(task, scope, limits, observer) {
        Ok(grounded) => Ok(Some(grounded)),
        Err(GroundError::Stopped(stop)) => Err(stop),
        Err(GroundError::Cost(_)) => Ok(None),
    }
}

/// A plan, if the validator accepts it.
pub(crate) fn accepted(
    task: &Task,
    ground_task: &strips::Task,
    operators: impl Iterator<Item = OpId>,
) -> Option<Plan> {
    let step = |operator| {
        let (schema, arguments) = ground_task.step(operator);
        Step { schema, arguments: arguments.to_vec() }
    };
    let plan = Plan { steps: operators.map(step).collect() };
    matches!(validate(task, &plan), Verdict::Valid { .. }).then_some(plan)
}

/// A plan of a task, if one is found. Subtracts the work of the trial from the work that is left.
pub(crate) fn trial(task: &Task, limits: &Limits, left: &mut Ticks) -> Result<Option<Plan>, Stop> {
    let spend = |left: &mut Ticks, work| *left = left.saturating_sub(work);
    spend(left, WORK_OF_FACT * task.init.len() as Ticks);
    let mut work = 0;
    let grounded = observed(task, &Scope::Goal, limits, &mut |now| {
        work = WORK_OF_FACT * now.atoms + WORK_OF_GROUNDING * now.operators;
    })?;
    spend(left, work);
    let Some(ground_task) = grounded.and_then(|one| one.task) else { return Ok(None) };
    let estimate = work_of_estimate(&ground_task);
    let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
        return Ok(None);
    };
    for (is_greedy, effort) in [(false, SHORTEST), (true, GREEDY)] {
        let effort = if is_greedy { effort.min(*left / estimate.max(1)) } else { effort };
        let settings = Settings { effort: Some(effort), ..Settings::default() };
        let mut search = Search::new(&space).limits(limits).settings(settings);
        let report = if is_greedy {
            let mut search = search.heuristic(Ff::limited(&ground_task, CostKind::Unit, limits)?);
            let mut open = alternation(search.chosen(), 1, None);
            open.add(Box::new(Novelty::new(&space, 2).within(limits)), false);
            lazy(&mut search, &mut open, false)
        } else {
            search.run(Algorithm::Bfs)
        };
        let counts = &report.work.counts;
        let estimates = counts.evaluated * estimate * Ticks::from(is_greedy);
        spend(left, counts.generated * WORK_OF_SUCCESSOR + estimates);
        if let Some(path) = report.path() {
            let operators = path.actions.iter().map(|action| OpId::from(*action));
            return Ok(accepted(task, &ground_task, operators));
        }
        limits.check_now()?;
    }
    Ok(None)
}
