//! The result of `banto plan` as text: plans, what is proven of them, what the run took, and what is said beside.
//!
//! In: an answer, and what was asked for. Out: data and talk.

use std::fmt::Write as _;

use serde_json::Value;

use super::Plan;
use crate::compare::figures::counted;
use crate::files::save;
use crate::reports::plan_history::History;
use crate::reports::plan_json::{self, initial_h, without_plan};
use crate::{Exit, Loaded, Output};
use banto_planning::planner::{Answer, Status, ValidatedPlan};
use banto_text::plan;

pub(super) fn report(
    answer: &Answer,
    (reason, proof): (Option<&str>, Option<Value>),
    loaded: &Loaded,
    command: &Plan,
    (settings, history): (Value, &History<'_>),
    exit: Exit,
) {
    let (output, task) = (history.output, &loaded.task);
    if command.html.as_deref().is_some_and(save::is_standard) && answer.plan.is_some() {
        return;
    }
    if command.html.is_some() && answer.plan.is_none() {
        output.talk("no page is written: there is no plan");
    }
    if command.telling.is_for_programs() {
        output.object(plan_json::value(answer, (reason, proof), loaded, (settings, history), exit));
        return;
    }
    let mut out = String::new();
    let best: Vec<&ValidatedPlan> = answer.plan.iter().collect();
    let several: Vec<&ValidatedPlan> = answer.plans.iter().collect();
    for (at, found) in (if several.is_empty() { best } else { several }).into_iter().enumerate() {
        let apart = if at == 0 { "" } else { "\n" };
        let _ = write!(out, "{apart}{}{}", found.plan.text(task), plan::cost_line(task, found.cost));
    }
    if let Some(found) = &answer.plan {
        if command.stats {
            let _ = writeln!(out, "Plan length: {} step(s).", found.plan.steps.len());
            let _ = writeln!(out, "Plan cost: {}", found.cost);
        } else if !command.quiet {
            out.push_str(&in_brief(answer, command, output));
        }
    }
    if command.stats {
        out.push_str(&statistics(answer, command, output));
    }
    output.data(&out);
    for used in answer.used.iter().filter(|_| command.stats) {
        output.talk(&format!("{}: {}", used.name, used.words));
    }
    if let (Some(wanted), Some(found)) = (history.missed_cost(), &answer.plan) {
        let found = found.cost;
        output.talk(&match answer.status {
            Status::Solved { optimal: true } => {
                format!("no plan costs {wanted} or less: the cheapest costs {found}")
            }
            _ => format!("no plan of cost {wanted} or less was found: the best costs {found}"),
        });
    }
    match &answer.status {
        Status::Solved { optimal: true } if !answer.plans.is_empty() => {
            if let Some(stop) = answer.stop {
                output.talk(&format!("{stop}: more plans may exist"));
            } else if command.top_k.is_some() && answer.are_all {
                output.talk(&match answer.plans.len() {
                    1 => "there is only one plan that visits no state twice".to_owned(),
                    count => format!("there are only {count} plans that visit no state twice"),
                });
            }
        }
        Status::Solved { optimal: true } if command.stats => output.talk("optimal: no plan costs less"),
        Status::Solved { optimal: true } => {}
        _ => {
            if let Some(words) = without_plan(answer, reason, task) {
                output.talk(&words);
            }
            if matches!(answer.status, Status::Stopped(_)) && command.optimal && !command.quiet {
                output.help("--gap 10%, or --anytime, finds a plan first and then proves how good it is");
            }
            if matches!(answer.status, Status::Unsolvable(_)) && !command.quiet {
                output
                    .talk("banto why, with the same files, looks for the cause and for changes that would give a plan");
            }
        }
    }
    if !command.quiet {
        loaded.warn(output);
    }
}

/// What a run with a plan took, and what it has proven, on a line.
fn in_brief(answer: &Answer, command: &Plan, output: &Output) -> String {
    let plans = counted(answer.plans.len() as u64, "plan", "plans");
    let proven = match (&answer.status, answer.lower_bound()) {
        _ if command.all_optimal && answer.are_all => format!("{plans}, and no others that are cheapest"),
        _ if command.top_k.is_some() && answer.are_all => format!("{plans}, and no others"),
        _ if !answer.plans.is_empty() => format!("the cheapest {plans}"),
        (Status::Solved { optimal: true }, _) => "proven cheapest".to_owned(),
        (_, Some(bound)) if bound > 0 => {
            let gap = answer.gap().filter(|_| command.gap.is_some());
            // What is said of the gap is no less than it is.
            let gap =
                gap.map(|gap| format!("at most {} % above a cheapest plan: ", (gap * 100.0).ceil() / 100.0));
            format!("{}no plan costs less than {bound}", gap.unwrap_or_default())
        }
        _ => "not proven cheapest".to_owned(),
    };
    let states = counted(answer.work.counts.expanded, "state", "states");
    format!("; {:.3}s, {states} expanded, {proven}\n", output.start.elapsed().as_secs_f64())
}

/// Counts of states, times and memory, in the words of Fast Downward where it has some.
fn statistics(answer: &Answer, command: &Plan, output: &Output) -> String {
    let counts = &answer.work.counts;
    let mut out = String::new();
    let _ = writeln!(out, "Expanded {} state(s).", counts.expanded);
    let _ = writeln!(out, "Evaluated {} state(s).", counts.evaluated);
    let _ = writeln!(out, "Evaluations: {}", counts.evaluated);
    let _ = writeln!(out, "Generated {} state(s).", counts.generated);
    let _ = writeln!(out, "Reopened {} state(s).", counts.reopened);
    let _ = writeln!(out, "Dead ends: {} state(s).", counts.dead_ends);
    out.push_str(&readings(answer));
    let total = plan_json::processor_time(answer).unwrap_or_else(|| output.start.elapsed());
    for (name, time) in [
        ("Grounding", answer.grounding.best()),
        ("Preparation", answer.preparation.best()),
        ("Search", answer.searching().best()),
        ("Total", total),
    ] {
        let _ = writeln!(out, "{name} time: {:.6}s", time.as_secs_f64());
    }
    if let Some(limit) = command.limits.time_limit {
        let (passed, limit) = (output.start.elapsed().as_secs_f64(), limit.as_secs_f64());
        let _ = writeln!(out, "Wall time: {passed:.6}s of {limit}s; the other times are of the processor");
    }
    if let Some(bytes) = banto_base::limits::peak_memory_bytes() {
        let _ = writeln!(out, "Peak memory: {} KB", bytes / 1024);
    }
    out
}

/// The estimates of the initial state and the costs that a search has proven, in the words of Downward Lab's parsers.
fn readings(answer: &Answer) -> String {
    let mut out = String::new();
    for (row, value) in initial_h(answer) {
        let value = value.map_or("infinity".to_owned(), |value| value.to_string());
        let _ = writeln!(out, "Initial heuristic value for {}: {value}", row.name);
    }
    if let Some(jump) = answer.readings.until_last_jump {
        let _ = writeln!(out, "Expanded until last jump: {} state(s).", jump.expanded);
        let _ = writeln!(out, "Evaluated until last jump: {} state(s).", jump.evaluated);
        let _ = writeln!(out, "Generated until last jump: {} state(s).", jump.generated);
    }
    if let Some(bound) = answer.lower_bound().filter(|_| answer.status != Status::Solved { optimal: true }) {
        let _ = writeln!(out, "Lower bound: {bound}");
    }
    out
}
