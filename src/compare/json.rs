//! A comparison as one JSON value. `docs/json.md` explains the fields.
//!
//! In: a [`Comparison`]. Out: a value.

use serde_json::{Value, json};

use super::outcome::Outcome;
use super::price::{prices, ratio, sum, yardstick};
use super::run::{Compared, Comparison};

/// The whole comparison.
pub fn value(comparison: &Comparison) -> Value {
    let solvers = comparison.solvers.iter().enumerate().map(|(index, solver)| {
        let sum = sum(comparison, index);
        json!({
            "solver": solver.name(),
            "promise": solver.promise().words(),
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
        "version": 1,
        "status": if comparison.is_whole() { "ok" } else { "interrupted" },
        "time_limit": comparison.allowed.time.map(|time| time.as_secs_f64()),
        "levels": comparison.levels.iter().map(|one| level(comparison, one)).collect::<Vec<_>>(),
        "solvers": solvers.collect::<Vec<_>>(),
        "prices": prices.collect::<Vec<_>>(),
    })
}

fn level(comparison: &Comparison, level: &Compared) -> Value {
    let over = yardstick(comparison);
    let runs = level.outcomes.iter().enumerate().filter_map(|(index, outcome)| {
        let ratio = over.filter(|over| *over != index).and_then(|over| ratio(level, index, over));
        let mut run = outcome.as_ref().map(run)?;
        run["solver"] = comparison.solvers[index].name().into();
        run["time_ratio"] = json!(ratio.map(|ratio| ratio.time));
        run["expanded_ratio"] = json!(ratio.map(|ratio| ratio.expanded));
        Some(run)
    });
    json!({
        "file": level.entry.file,
        "level": level.entry.number,
        "title": level.entry.level.title,
        "runs": runs.collect::<Vec<_>>(),
    })
}

/// What a run gave, the same wherever it is printed.
pub fn run(outcome: &Outcome) -> Value {
    let solution = outcome.solution();
    json!({
        "status": outcome.ending.word(),
        "reason": outcome.ending.reason(),
        "pushes": solution.map(|solution| solution.pushes),
        "moves": solution.map(|solution| solution.moves),
        "solution": solution.map(|solution| solution.lurd.as_str()),
        "seconds": outcome.time.as_secs_f64(),
        "search_seconds": outcome.search_time.as_secs_f64(),
        "expanded": outcome.work.counts.expanded,
        "evaluated": outcome.work.counts.evaluated,
        "generated": outcome.work.counts.generated,
        "states": outcome.work.states,
        "state_bytes": outcome.work.bytes,
    })
}
