//! A comparison as one JSON value. `docs/json.md` explains the fields.
//!
//! In: a [`Comparison`]. Out: a value.

use serde_json::{Value, json};

use super::columns::{JSON, RATIO, RUN, Row, Run, TASK, sums};
use super::entry::{EntryKind, Subject};
use super::outcome::Outcome;
use super::price::{prices, seeds, sum};
use super::record;
use super::run::{Compared, Comparison};
use super::solver::SolverName;

/// The whole comparison.
pub fn value(comparison: &Comparison) -> Value {
    let kind = comparison.kind();
    json!({
        "status": if comparison.is_whole() { "ok" } else { "interrupted" },
        "clock": comparison.clock().to_ascii_lowercase(),
        "time_limit": comparison.allowed.time.map(|time| time.as_secs_f64()),
        "memory_limit": comparison.allowed.memory,
        "fresh": comparison.allowed.fresh,
        "threads": comparison.threads,
        "arguments": comparison.arguments(),
        "program": comparison.program,
        (kind.many()): comparison.entries.iter().map(|one| entry(comparison, one)).collect::<Value>(),
        "solvers": objects(&sums(comparison, sum), kind),
        "prices": objects(&prices(comparison), kind),
        "seeds": objects(&seeds(comparison), kind),
    })
}

fn objects<R: Row>(rows: &[R], kind: EntryKind) -> Value {
    rows.iter().map(|row| row.object(JSON, kind)).collect()
}

/// What the object of a run of a comparison has.
const fn views(kind: EntryKind) -> u16 {
    if matches!(kind, EntryKind::Tasks) { JSON | RUN | TASK } else { JSON | RUN }
}

fn entry(comparison: &Comparison, compared: &Compared) -> Value {
    let (entry, kind) = (&compared.entry, comparison.kind());
    let runs = (0..comparison.solvers.len()).filter_map(|index| Run::of(comparison, compared, index));
    let runs = runs.map(|run| run.object(views(kind) | RATIO, kind)).collect::<Value>();
    let mut value = json!({ "file": entry.file, "inputs": record::inputs(&entry.inputs), "runs": runs });
    match &entry.subject {
        Subject::Level(level) => {
            value["level"] = entry.number.into();
            value["title"] = level.title.as_deref().into();
        }
        Subject::Task(task) => {
            value["domain"] = task.domain.as_str().into();
            value["problem"] = task.problem.as_str().into();
        }
    }
    value
}

/// The result of a run of a comparison.
pub fn compared_run(outcome: &Outcome, kind: EntryKind, solver: &SolverName) -> Value {
    Run { outcome, kind, solver: Some(solver), place: None }.object(views(kind), kind)
}

/// The result of a run, the same wherever it is printed.
pub fn run(outcome: &Outcome, kind: EntryKind) -> Value {
    Run { outcome, kind, solver: None, place: None }.object(JSON, kind)
}
