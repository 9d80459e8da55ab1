//! A comparison as one JSON value. `docs/json.md` explains the fields.
//!
//! In: a [`Comparison`]. Out: a value.

use serde_json::{Value, json};

use super::entry::{Kind, Subject};
use super::outcome::Outcome;
use super::price::{prices, ratio, sum, yardstick};
use super::run::{Compared, Comparison};

/// The whole comparison.
pub fn value(comparison: &Comparison) -> Value {
    let solvers = comparison.solvers.iter().enumerate().map(|(index, solver)| {
        let sum = sum(comparison, index);
        json!({
            "solver": solver.name(),
            "promise": solver.promised(),
            "solved": sum.solved,
            "unsolvable": sum.unsolvable,
            "seconds": sum.time.as_secs_f64(),
            "expanded": sum.expanded,
            "generated": sum.generated,
        })
    });
    let named = |index: usize| comparison.solvers[index].name();
    let prices = prices(comparison).into_iter().map(|price| {
        json!({
            "solver": named(price.of),
            "over": named(price.over),
            "levels": price.levels,
            "median_time_ratio": price.time,
            "median_expanded_ratio": price.expanded,
        })
    });
    json!({
        "status": if comparison.is_whole() { "ok" } else { "interrupted" },
        "time_limit": comparison.allowed.time.map(|time| time.as_secs_f64()),
        (comparison.kind().many()): comparison.entries.iter().map(|one| entry(comparison, one)).collect::<Vec<_>>(),
        "solvers": solvers.collect::<Vec<_>>(),
        "prices": prices.collect::<Vec<_>>(),
    })
}

fn entry(comparison: &Comparison, compared: &Compared) -> Value {
    let over = yardstick(comparison);
    let runs = compared.outcomes.iter().enumerate().filter_map(|(index, outcome)| {
        let ratio = over.filter(|over| *over != index).and_then(|over| ratio(compared, index, over));
        let mut run = run(outcome.as_ref()?, comparison.kind());
        run["solver"] = comparison.solvers[index].name().into();
        run["time_ratio"] = json!(ratio.map(|ratio| ratio.time));
        run["expanded_ratio"] = json!(ratio.map(|ratio| ratio.expanded));
        Some(run)
    });
    let (entry, runs) = (&compared.entry, runs.collect::<Vec<_>>());
    match &entry.subject {
        Subject::Level(level) => {
            json!({ "file": entry.file, "level": entry.number, "title": level.title, "runs": runs })
        }
        Subject::Task(task) => {
            json!({ "file": entry.file, "domain": task.domain, "problem": task.problem, "runs": runs })
        }
    }
}

/// The result of a run, the same wherever it is printed.
pub fn run(outcome: &Outcome, kind: Kind) -> Value {
    let solution = outcome.solution();
    let [first, second] = kind.lengths();
    json!({
        "status": outcome.ending.word(),
        "reason": outcome.ending.reason(),
        (first): solution.map(|solution| solution.lengths[0]),
        (second): solution.map(|solution| solution.lengths[1]),
        (kind.solution()): solution.map(|solution| match kind {
            Kind::Levels => json!(solution.text),
            Kind::Tasks => solution.steps().lines().collect(),
        }),
        "seconds": outcome.time.as_secs_f64(),
        "search_seconds": outcome.search_time.as_secs_f64(),
        "expanded": outcome.work.counts.expanded,
        "evaluated": outcome.work.counts.evaluated,
        "generated": outcome.work.counts.generated,
        "states": outcome.work.states,
        "state_bytes": outcome.work.bytes,
    })
}
