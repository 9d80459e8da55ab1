//! Estimates and plans from a state, as the initial state of a task.
//!
//! In: a resolved task. Out: estimates and the relaxed plan as text; a plan.

use std::fmt::Write;

use super::refusal::Refusal;
use crate::Exit;
use banto_base::limits::{Limits, Stop};
use banto_planning::ground::{GroundError, ground};
use banto_planning::heuristics::{Build, Ff, HeuristicRow, heuristic_named, heuristics};
use banto_planning::planner::{self, Request, Status, TOO_COSTLY};
use banto_planning::strips::{self, CostKind, TaskSpace};
use banto_planning::why;
use banto_search::{Algorithm, Exhaustion, Outcome, Search, Settings};
use banto_text::plan::Plan;
use banto_text::task::Task;

/// The beginning of reports on states from which the goal cannot be reached.
pub(super) const DEAD_END: &str = "a dead end";
const TOO_LARGE: &str = "costs do not fit in 64 bits";

/// The estimates of the named heuristics; without names, of all. `ff` comes with its relaxed plan.
pub(super) fn show(task: &Task, names: &str, limits: &Limits) -> Result<String, Refusal> {
    let mut rows: Vec<_> = heuristics();
    if !names.is_empty() {
        rows.clear();
        for name in names.split_whitespace() {
            rows.push(heuristic_named(name).ok_or_else(|| format!("there is no heuristic {name}"))?);
        }
    }
    let grounded = grounded(task, limits)?;
    let Some(packed) = &grounded else {
        let reason = why::first_line(task, limits).map(|reason| format!(": {reason}")).unwrap_or_default();
        return Ok(format!("{DEAD_END}{reason}\n"));
    };
    let mut out = String::new();
    for (row, value) in rows.iter().zip(of(packed, &rows, limits)?) {
        let value = value.map_or_else(str::to_owned, |value| value.to_string());
        let _ = writeln!(out, "{:<12}{value:>10}  {}", row.name, row.summary);
    }
    if rows.iter().any(|row| row.name == "ff") {
        let space = TaskSpace::<u64>::within(packed, CostKind::Real, limits)?.ok_or(TOO_LARGE)?;
        let steps = Ff::new(packed, CostKind::Real).relaxed_plan(&space);
        out.push_str("the relaxed plan of ff:\n");
        for operator in steps {
            let _ = writeln!(out, "  {}", packed.show_operator(task, operator));
        }
    }
    Ok(out)
}

fn grounded(task: &Task, limits: &Limits) -> Result<Option<strips::Task>, Refusal> {
    let grounded = ground(task, limits, &mut |_| {}).map_err(|error| match error {
        GroundError::Stopped(stop) => Refusal::from(stop),
        GroundError::Cost(_) => error.to_string().into(),
    })?;
    Ok(grounded.task)
}

/// The estimates for the initial state of a ground task, or that it is a dead end.
fn of(
    packed: &strips::Task,
    rows: &[HeuristicRow],
    limits: &Limits,
) -> Result<Vec<Result<u64, &'static str>>, Refusal> {
    let space = TaskSpace::<u64>::within(packed, CostKind::Real, limits)?.ok_or(TOO_LARGE)?;
    let value = |row: &HeuristicRow| {
        let report = Search::new(&space)
            .heuristic(row.within(packed, CostKind::Real, limits)?)
            .limits(limits)
            .settings(Settings { effort: Some(0), ..Settings::default() })
            .run(Algorithm::Astar);
        // The search was not meant to get past the first state.
        if let Some(stop) = report.stop.filter(|stop| *stop != Stop::Effort) {
            return Err(stop.into());
        }
        Ok(match report.readings.initial_h.first() {
            Some(Some(value)) => Ok(*value),
            _ if report.outcome == Outcome::Exhausted(Exhaustion::CostOverflow) => Err("too large"),
            _ => Err("dead end"),
        })
    };
    rows.iter().map(value).collect()
}

pub(super) fn plan(task: &Task, limits: &Limits) -> Result<Plan, Refusal> {
    let answer = planner::plan(task, &Request::default(), limits, &()).map_err(|error| error.to_string())?;
    match (answer.plan, answer.status) {
        (Some(found), _) => Ok(found.plan),
        (None, Status::Stopped(stop)) => Err(stop.into()),
        (None, Status::Unsolvable(proof)) => {
            let reason = why::reason(task, &proof, limits);
            let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            let message = format!("no plan leads from here to the goal{reason}");
            Err(Refusal { exit: Exit::Unsolvable, ..message.into() })
        }
        (None, Status::TooCostly) => Err(format!("no plan found: {TOO_COSTLY}").into()),
        (None, _) => Err("no plan found, and no proof that there is none".into()),
    }
}
