//! What heuristics and the planner say about a state, as the initial state of a task.
//!
//! In: a resolved task. Out: estimates and the relaxed plan as text; a plan.

use std::fmt::Write;

use super::refusal::Refusal;
use crate::base::limits::{Limits, Stop};
use crate::planning::ground::{GroundError, ground};
use crate::planning::heuristics::{Build, Ff, heuristic_named, heuristics};
use crate::planning::planner::{self, Request, Status, TOO_COSTLY};
use crate::planning::strips::{CostKind, TaskSpace};
use crate::planning::why;
use crate::program::Exit;
use crate::search::{Algorithm, Exhaustion, Outcome, Search, Settings};
use crate::text::plan::Plan;
use crate::text::task::Task;

/// The estimates of the named heuristics; without names, of all that are not slow. `ff` comes with its relaxed plan.
pub(super) fn show(task: &Task, names: &str, limits: &Limits) -> Result<String, Refusal> {
    let mut rows: Vec<_> = heuristics().into_iter().filter(|row| !row.slow).collect();
    if !names.is_empty() {
        rows.clear();
        for name in names.split_whitespace() {
            rows.push(heuristic_named(name).ok_or_else(|| format!("there is no heuristic {name}"))?);
        }
    }
    let grounded = ground(task, limits, &mut |_| {}).map_err(|error| match error {
        GroundError::Stopped(stop) => Refusal::from(stop),
        GroundError::Cost(_) => error.to_string().into(),
    })?;
    let Some(packed) = &grounded.task else {
        let reason = why::first_line(task, limits).map(|reason| format!(": {reason}")).unwrap_or_default();
        return Ok(format!("a dead end{reason}\n"));
    };
    let Some(space) = TaskSpace::<u64>::within(packed, CostKind::Real, limits)? else {
        return Err("costs do not fit in 64 bits".into());
    };
    let mut out = String::new();
    for row in &rows {
        let report = Search::new(&space)
            .heuristic(row.within(packed, CostKind::Real, limits)?)
            .limits(limits)
            .settings(Settings { effort: Some(0), ..Settings::default() })
            .run(Algorithm::Astar);
        // The search was not meant to get past the first state.
        if let Some(stop) = report.stop.filter(|stop| *stop != Stop::Effort) {
            return Err(stop.into());
        }
        let value = match report.readings.initial_h.first() {
            Some(Some(value)) => value.to_string(),
            _ if report.outcome == Outcome::Exhausted(Exhaustion::CostOverflow) => "too large".to_owned(),
            _ => "dead end".to_owned(),
        };
        let _ = writeln!(out, "{:<12}{value:>10}  {}", row.name, row.summary);
    }
    if rows.iter().any(|row| row.name == "ff") {
        let steps = Ff::new(packed, CostKind::Real).relaxed_plan(&space);
        out.push_str("the relaxed plan of ff:\n");
        for operator in steps {
            let _ = writeln!(out, "  {}", packed.show_operator(task, operator));
        }
    }
    Ok(out)
}

/// A plan.
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
