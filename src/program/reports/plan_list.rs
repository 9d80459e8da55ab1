//! `banto plan --list`: the searches and heuristics with their properties.
//!
//! In: the registries. Out: a text, or an object for `--json`.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::planning::heuristics::heuristics;
use crate::search::SEARCHES;

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
            (row.slow, "slow"),
        ];
        let notes: Vec<&str> = notes.iter().filter(|note| note.0).map(|note| note.1).collect();
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let _ = writeln!(out, "  {:<14}{}{notes}", row.name, row.summary);
    }
    out
}

/// The same as an object.
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
            "slow": row.slow,
        })
    });
    json!({
        "status": "ok",
        "searches": searches.collect::<Vec<_>>(),
        "heuristics": heuristics.collect::<Vec<_>>(),
    })
}
