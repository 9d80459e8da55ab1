//! The result of `banto plan` for `--json`. docs/json.md explains the fields.
//!
//! In: an answer, and the plans on the way. Out: a value.

use std::time::Duration;

use serde_json::{Value, json};

use super::plan_history::{self, History};
use crate::compare::record;
use crate::flags::tuning;
use crate::{Exit, Loaded, limit};
use banto_base::limits::{Stop, Taken};
use banto_base::system;
use banto_planning::ground::widest;
use banto_planning::heuristics::HeuristicRow;
use banto_planning::planner::{Answer, Member, Status, TOO_COSTLY};
use banto_search::{Counts, Grounding};
use banto_text::task::Task;

/// The estimates of the initial state, each with its heuristic.
pub(crate) fn initial_h(answer: &Answer) -> impl Iterator<Item = (&HeuristicRow, Option<u64>)> {
    let rows = answer.chosen.iter().flat_map(|chosen| &chosen.heuristics);
    rows.zip(answer.readings.initial_h.iter().copied())
}

/// Why there is no plan: a status in words, with the reason if there is none.
pub(crate) fn without_plan(answer: &Answer, reason: Option<&str>, task: &Task) -> Option<String> {
    match &answer.status {
        Status::Solved { .. } => None,
        Status::Unsolvable(_) => {
            let proof = match answer.work.counts.expanded {
                0 => "proven before the search: an estimate finds no way from the initial state to the goal",
                _ => "all reachable states were searched",
            };
            Some(format!("unsolvable: {}", reason.unwrap_or(proof)))
        }
        Status::Unsolved => {
            let why = answer.unsuited.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
            Some(format!("no plan found, and no proof that there is none{why}"))
        }
        Status::TooCostly => Some(format!("no plan found: {TOO_COSTLY}")),
        Status::Stopped(stop) => {
            let now = answer.grounded.as_ref().filter(|_| *stop != Stop::Canceled);
            let words = now.map(|now| limit::explosion(task, now)).unwrap_or_default();
            let bound = answer.lower_bound().filter(|bound| *bound > 0);
            let bound = bound.map(|bound| format!("; no plan costs less than {bound}")).unwrap_or_default();
            answer.stopped().map(|stopped| format!("no plan found: {stopped}{words}{bound}"))
        }
    }
}

/// How far grounding was when a limit ended it, and which action has the most instances.
fn grounded(now: &Grounding, task: &Task) -> Value {
    let widest = widest(task);
    let parameter = widest.as_ref().and_then(|found| Some(&found.schema.parameters[found.parameter?].name));
    json!({
        "atoms": now.atoms,
        "operators": now.operators,
        "most": now.most.as_ref().map(|most| &most.0),
        "most_operators": now.most.as_ref().map(|most| most.1),
        "widest": widest.as_ref().map(|found| &found.schema.name),
        "widest_instances": widest.as_ref().map(|found| found.instances),
        "parameter": parameter,
        "parameter_objects": widest.as_ref().map(|found| found.objects),
    })
}

/// The time of each stage that the run reached, by the clock or of the processor.
fn seconds(answer: &Answer, of: fn(Taken) -> Option<Duration>, total: Option<Duration>) -> Value {
    let shown = |time: Option<Duration>| json!(time.map(|time| time.as_secs_f64()));
    let stages =
        answer.stages.iter().map(|stage| (stage.name, of(Taken { time: stage.time, cpu: stage.cpu })));
    let parts = [
        ("ground", answer.grounding),
        ("prepare", answer.preparation),
        ("search", answer.search),
        ("improve", answer.improvement.taken),
    ];
    let parts = parts.into_iter().map(|(name, taken)| (name, of(taken)));
    let all = stages.chain(parts).chain([("total", total)]);
    Value::Object(all.map(|(name, time)| (name.to_owned(), shown(time))).collect())
}

/// The counts of a part of the run.
fn part(counts: &Counts, replayed: u64) -> Value {
    let Counts { expanded, evaluated, generated, .. } = counts;
    json!({ "expanded": expanded, "evaluated": evaluated, "generated": generated, "replayed": replayed })
}

/// A search that took turns with others, with its work.
fn turns_json(member: &Member) -> Value {
    json!({
        "name": member.name,
        "search": member.search.as_ref().map(tuning::as_json),
        "decoupled": member.decoupled,
        "work": member.work,
        "expanded": member.counts.expanded,
        "evaluated": member.counts.evaluated,
        "answered": member.answered,
    })
}

/// The result.
pub(crate) fn value(
    answer: &Answer,
    (reason, proof): (Option<&str>, Option<Value>),
    loaded: &Loaded,
    (settings, history): (Value, &History<'_>),
    exit: Exit,
) -> Value {
    let task = &loaded.task;
    let message = history.output.why().or_else(|| without_plan(answer, reason, task));
    let (status, reason) = match &answer.status {
        Status::Solved { optimal } => {
            let status = if *optimal { "optimal" } else { "solved" };
            (status, history.stop(answer).map(|stop| stop.to_string()))
        }
        Status::Unsolvable(_) => ("unsolvable", reason.map(str::to_owned)),
        Status::Unsolved => ("unsolved", None),
        Status::TooCostly => ("unsolved", Some(TOO_COSTLY.to_owned())),
        Status::Stopped(stop) => ("stopped", Some(stop.to_string())),
    };
    let steps = answer.plan.as_ref().map(|found| plan_history::lines(task, &found.plan).collect::<Vec<_>>());
    let mut plans = json!(history.plans());
    for (plan, found) in plans.as_array_mut().into_iter().flatten().zip(&answer.plans) {
        plan["plan"] = plan_history::lines(task, &found.plan).collect();
    }
    let used = answer.used.iter().map(|used| {
        let figures = used.figures.iter().map(|(name, figure)| ((*name).to_owned(), (*figure).into()));
        (used.name.to_owned(), Value::Object(figures.collect()))
    });
    let (counts, improvement) = (&answer.work.counts, &answer.improvement);
    let first = part(&counts.without(&improvement.counts), answer.replayed - improvement.replayed);
    let mut improved = part(&improvement.counts, improvement.replayed);
    improved["work"] = improvement.work.into();
    let jump = answer.readings.until_last_jump.as_ref();
    let initial = initial_h(answer).map(|(row, value)| json!({ "heuristic": row.name, "value": value }));
    json!({
        "status": status,
        "exit": exit.code(),
        "reason": reason,
        "message": message,
        "plan": steps,
        "steps": answer.plan.as_ref().map(|found| plan_history::steps(task, &found.plan)),
        "cost": answer.plan.as_ref().map(|found| found.cost),
        "search": answer.chosen.as_ref().map(tuning::as_json),
        "found_by": answer.plan.as_ref().map(|found| found.by),
        "warnings": loaded.warnings_json(),
        "settings": settings,
        "inputs": record::inputs(&loaded.inputs()),
        "program": record::program(),
        "stopped_in": answer.stopped_in,
        "grounded": answer.grounded.as_ref().map(|now| grounded(now, task)),
        "turns": answer.members.iter().map(turns_json).collect::<Vec<_>>(),
        "lower_bound": answer.lower_bound(),
        "gap": answer.gap(),
        "proof": proof,
        "are_all": history.is_of_several().then_some(answer.are_all),
        "until_cost_met": history.until_cost_met(),
        "initial_h": initial.collect::<Vec<_>>(),
        "plans": plans,
        "counts": {
            "expanded": counts.expanded,
            "evaluated": counts.evaluated,
            "generated": counts.generated,
            "reopened": counts.reopened,
            "dead_ends": counts.dead_ends,
            "replayed": answer.replayed,
            "states": answer.work.states,
            "state_bytes": answer.work.bytes,
            "expanded_until_last_jump": jump.map(|jump| jump.expanded),
            "evaluated_until_last_jump": jump.map(|jump| jump.evaluated),
            "generated_until_last_jump": jump.map(|jump| jump.generated),
        },
        "first_plan": first,
        "improvement": improved,
        "reductions_in_effect": record::in_effect(answer),
        "pruned": {
            "symmetric": answer.pruned.symmetric,
            "steps": answer.pruned.steps,
            "dead_pairs": answer.pruned.dead,
        },
        "used": used.collect::<serde_json::Map<_, _>>(),
        "seconds": seconds(answer, |taken| Some(taken.time), Some(history.output.start.elapsed())),
        "cpu_seconds": seconds(answer, |taken| taken.cpu, processor_time(answer)),
        "peak_memory_bytes": banto_base::limits::peak_memory_bytes(),
    })
}

/// The processor time of the whole run. Under `ulimit -t` Linux adds to the clock of a process only at ticks, while a
/// thread's is exact: what its parts were seen to take is a part of it in any case.
pub(crate) fn processor_time(answer: &Answer) -> Option<Duration> {
    let mut parts = answer.searching();
    parts.add(answer.grounding);
    parts.add(answer.preparation);
    system::processor_time::of_process().max(parts.cpu)
}
