//! `banto plan --list`: the searches and heuristics with their properties; `--list-portfolio`: which of them take
//! turns.
//!
//! In: the registries, an answer. Out: a text, or an object for `--json`.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use crate::flags::tuning;
use banto_planning::heuristics::heuristics;
use banto_planning::planner::Answer;
use banto_search::SEARCHES;

/// As a text.
pub(crate) fn registries() -> String {
    let mut out = String::from("Searches:\n");
    for row in SEARCHES {
        let _ = writeln!(out, "  {:<14}{}", row.name, row.summary);
    }
    out.push_str("\nHeuristics:\n");
    for row in heuristics() {
        let notes = [
            (row.claims.admissible, "admissible"),
            (row.claims.consistent, "consistent"),
            (row.prefers, "names preferred operators"),
        ];
        let notes: Vec<&str> = notes.iter().filter(|note| note.0).map(|note| note.1).collect();
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let _ = writeln!(out, "  {:<14}{}{notes}", row.name, row.summary);
    }
    out
}

/// The searches and heuristics as an object.
pub(crate) fn registries_json() -> Value {
    let searches = SEARCHES.iter().map(|row| {
        json!({
            "name": row.name,
            "summary": row.summary,
            "complete": row.complete,
            "optimal": row.optimal,
            "uses_heuristic": row.uses_heuristic,
            "uses_weight": row.uses_weight,
        })
    });
    let heuristics = heuristics().into_iter().map(|row| {
        json!({
            "name": row.name,
            "summary": row.summary,
            "admissible": row.claims.admissible,
            "consistent": row.claims.consistent,
            "prefers": row.prefers,
        })
    });
    json!({
        "status": "ok",
        "searches": searches.collect::<Vec<_>>(),
        "heuristics": heuristics.collect::<Vec<_>>(),
    })
}

/// The searches that would take turns on a task.
pub(crate) fn portfolio(answer: &Answer) -> String {
    let mut out = String::from("search       share  tries   joins   what it does\n");
    let total: u64 = answer.members.iter().map(|member| member.share).sum();
    for member in &answer.members {
        let percent = 100 * member.share / total;
        let [tries, joins] =
            [member.tries, member.joins].map(|work| Duration::from_nanos(work).as_secs_f64());
        let space = if member.decoupled { ", decoupled" } else { "" };
        let (name, summary) = (member.name, member.summary);
        let _ = writeln!(out, "{name:<12}{percent:>4} %  {tries:>5.3}  {joins:>6.3}   {summary}{space}");
    }
    out
}

pub(crate) fn portfolio_json(answer: &Answer) -> Value {
    let members = answer.members.iter().map(|member| {
        json!({
            "name": member.name,
            "summary": member.summary,
            "search": member.search.as_ref().map(tuning::as_json),
            "decoupled": member.decoupled,
            "share": member.share,
            "tries": member.tries,
            "joins": member.joins,
        })
    });
    json!({ "status": "ok", "portfolio": members.collect::<Vec<_>>() })
}
