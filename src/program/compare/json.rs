//! A comparison as one JSON value. `docs/json.md` explains the fields.
//!
//! In: a [`Comparison`]. Out: a value.

use serde_json::{Value, json};

use super::entry::{EntryKind, Subject};
use super::outcome::{Ending, Outcome};
use super::price::{Middle, Seeds, prices, ratio, seeds, sum, yardstick};
use super::record;
use super::run::{Compared, Comparison};
use super::solver::SolverName;
use super::table::expands;
use banto_base::limits::Taken;

/// The whole comparison.
pub fn value(comparison: &Comparison) -> Value {
    let solvers = comparison.solvers.iter().enumerate().map(|(index, solver)| {
        let sum = sum(comparison, index);
        let count =
            |word: &str| -> usize { sum.others.iter().filter(|one| one.0.0 == word).map(|one| one.1).sum() };
        let known = solver.as_external().is_none();
        let others = Ending::OTHERS.iter().map(|word| ((*word).to_owned(), count(word)));
        json!({
            "solver": solver.name(),
            "promise": solver.promised(),
            "command": solver.as_external().map(|external| &external.command),
            "solved": sum.solved,
            "unsolvable": sum.unsolvable,
            "other_endings": others.collect::<Value>(),
            "seconds": sum.time.as_secs_f64(),
            "par2": sum.penalized(2, comparison.allowed.time).map(|time| time.as_secs_f64()),
            "par10": sum.penalized(10, comparison.allowed.time).map(|time| time.as_secs_f64()),
            "states": known.then_some(sum.states),
            "expanded": known.then_some(sum.expanded),
            "generated": known.then_some(sum.generated),
            "most_peak_memory_bytes": sum.peak,
            "expands": expands(comparison, index),
            "settings": comparison.settings(solver),
        })
    });
    let named = |index: usize| comparison.solvers[index].name();
    // Of numbers, JSON has no infinite ones.
    let bounded = |ratio: f64| ratio.is_finite().then_some(ratio);
    let interval = |middle: &Middle| middle.interval.map(|ends| ends.map(bounded));
    let prices = prices(comparison).into_iter().map(|price| {
        json!({
            "solver": named(price.of),
            "over": named(price.over),
            "levels": price.levels,
            "solver_alone": price.alone[0],
            "over_alone": price.alone[1],
            "solver_less_time": price.less[0],
            "over_less_time": price.less[1],
            "median_time_ratio": bounded(price.time.median),
            "time_ratio_interval": interval(&price.time),
            "median_states_ratio": bounded(price.states.median),
            "states_ratio_interval": interval(&price.states),
            "median_bytes_ratio": bounded(price.bytes.median),
            "bytes_ratio_interval": interval(&price.bytes),
            "median_expanded_ratio": bounded(price.expanded.median),
        })
    });
    json!({
        "status": if comparison.is_whole() { "ok" } else { "interrupted" },
        "clock": comparison.clock().to_ascii_lowercase(),
        "time_limit": comparison.allowed.time.map(|time| time.as_secs_f64()),
        "memory_limit": comparison.allowed.memory,
        "threads": comparison.threads,
        "arguments": comparison.arguments(),
        "program": record::program(),
        (comparison.kind().many()): comparison.entries.iter().map(|one| entry(comparison, one)).collect::<Vec<_>>(),
        "solvers": solvers.collect::<Vec<_>>(),
        "prices": prices.collect::<Vec<_>>(),
        "seeds": seeds(comparison).iter().map(over_seeds).collect::<Vec<_>>(),
    })
}

/// The quartiles of a planner over seeds.
fn over_seeds(one: &Seeds) -> Value {
    let mut value = json!({ "solver": one.solver, "seeds": one.seeds });
    one.figures.iter().for_each(|(name, quartiles)| value[*name] = json!(quartiles));
    value
}

fn entry(comparison: &Comparison, compared: &Compared) -> Value {
    let over = yardstick(comparison);
    let runs = compared.outcomes.iter().enumerate().filter_map(|(index, outcome)| {
        let ratio = over.filter(|over| *over != index).and_then(|over| ratio(compared, index, over));
        let mut run = compared_run(outcome.as_ref()?, comparison.kind(), &comparison.solvers[index]);
        // On a level that only one has solved, there is nothing to divide.
        let ratio = ratio.filter(|ratio| ratio.lengths.is_some());
        run["time_ratio"] = json!(ratio.map(|ratio| ratio.time));
        run["states_ratio"] = json!(ratio.map(|ratio| ratio.states));
        run["expanded_ratio"] = json!(ratio.map(|ratio| ratio.expanded));
        Some(run)
    });
    let (entry, runs) = (&compared.entry, runs.collect::<Vec<_>>());
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
    let mut run = run(outcome, kind);
    run["solver"] = solver.name().into();
    run["repeats"] = outcome.repeats.into();
    run["proven"] = outcome.is_proven().into();
    run["reopened"] = outcome.known_work().map(|work| work.counts.reopened).into();
    run["dead_ends"] = outcome.known_work().map(|work| work.counts.dead_ends).into();
    if kind == EntryKind::Tasks {
        let jump = outcome.readings.until_last_jump;
        run["lower_bound"] = outcome.lower_bound.into();
        run["initial_h"] = json!(outcome.readings.initial_h);
        run["expanded_until_last_jump"] = json!(jump.map(|counts| counts.expanded));
        run["evaluated_until_last_jump"] = json!(jump.map(|counts| counts.evaluated));
        run["generated_until_last_jump"] = json!(jump.map(|counts| counts.generated));
    }
    run
}

/// The result of a run, the same wherever it is printed.
pub fn run(outcome: &Outcome, kind: EntryKind) -> Value {
    let solution = outcome.solution();
    let [one, other] = kind.lengths();
    let (work, ours) = (outcome.known_work(), Some(outcome).filter(|outcome| !outcome.is_foreign));
    let [first, improvement] = outcome.parts().map_or([None; 2], |parts| parts.map(Some));
    let cpu = |taken: Taken| taken.cpu.map(|time| time.as_secs_f64());
    json!({
        "status": outcome.ending.word(),
        "reason": outcome.reason(),
        (one): solution.map(|solution| solution.lengths[0]),
        (other): solution.map(|solution| solution.lengths[1]),
        (kind.solution()): solution.map(|solution| match kind {
            EntryKind::Levels => json!(solution.text),
            EntryKind::Tasks => solution.steps().lines().collect(),
        }),
        "seconds": outcome.taken.time.as_secs_f64(),
        "cpu_seconds": cpu(outcome.taken),
        "preparation_seconds": ours.map(|outcome| outcome.preparation.time.as_secs_f64()),
        "preparation_cpu_seconds": ours.and_then(|outcome| cpu(outcome.preparation)),
        "search_seconds": ours.map(|outcome| outcome.search.time.as_secs_f64()),
        "search_cpu_seconds": ours.and_then(|outcome| cpu(outcome.search)),
        "first_plan_seconds": first.map(|part| part.0.time.as_secs_f64()),
        "first_plan_cpu_seconds": first.and_then(|part| cpu(part.0)),
        "first_plan_expanded": first.map(|part| part.1),
        "improvement_seconds": improvement.map(|part| part.0.time.as_secs_f64()),
        "improvement_cpu_seconds": improvement.and_then(|part| cpu(part.0)),
        "improvement_expanded": improvement.map(|part| part.1),
        "found_by": outcome.found_by,
        "reductions_in_effect": outcome.in_effect,
        "expanded": work.map(|work| work.counts.expanded),
        "evaluated": work.map(|work| work.counts.evaluated),
        "generated": work.map(|work| work.counts.generated),
        "states": work.map(|work| work.states),
        "state_bytes": work.map(|work| work.bytes),
        "held_memory_bytes": outcome.held,
        "peak_memory_bytes": outcome.peak,
    })
}
