//! `banto ground`: a ground task as counts, lists, a graph, JSON, or a file for Fast Downward's search.
//!
//! In: files. Out: text, JSON, a file for another planner. `dot` draws the graphs.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::dot::{self, Graph};
use crate::base::limits::peak_memory_bytes;
use crate::planning::decoupled::Factoring;
use crate::planning::ground::{GroundError, Grounded, ground};
use crate::planning::heuristics::{Build, Landmarks};
use crate::planning::strips::{self, CostKind, FactId, FactName, OpId};
use crate::planning::why;
use crate::program::files::{find_domain, save};
use crate::program::flags::units;
use crate::program::{Exit, LimitArguments, Output, TaskFiles, limit, load};
use crate::text::task::Task;

#[derive(Debug, Args)]
pub(crate) struct Ground {
    #[command(flatten)]
    pub files: TaskFiles,

    /// Print these instead of counts, one per line
    #[arg(long, value_enum, value_name = "WHAT")]
    pub list: Option<GroundList>,

    /// Print a graph of the task for graphviz instead of counts
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with_all = ["list", "json"])]
    pub dot: Option<Graph>,

    /// Write the task for Fast Downward's search component (translator format 3); - for standard output
    #[arg(long, value_name = "FILE")]
    pub sas: Option<PathBuf>,

    /// Print the result as one JSON object on standard output
    #[arg(long, conflicts_with = "list")]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// What `ground --list` prints.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GroundList {
    /// Facts that can become true and are relevant
    Facts,
    /// Operators, with their costs
    Operators,
    /// Sets of facts of which at most one holds
    Mutexes,
    /// Variables: how many values, and the values
    Variables,
    /// Landmarks: facts of which one holds at some time in every plan
    Landmarks,
    /// Sets in which the number of true facts never rises: how many hold initially, and the facts
    Invariants,
    /// Action schemas, with the number of operators of each
    Schemas,
    /// Rules of derived facts
    Axioms,
    /// Variables that some operators move alone, with their values: the leaves of decoupled search
    Leaves,
}

pub(crate) fn run(command: &Ground, output: &Output) -> Result<Exit, Exit> {
    let sas_is_data = command.sas.as_deref().is_some_and(save::is_standard);
    if sas_is_data && (command.list.is_some() || command.dot.is_some() || command.json) {
        return Err(output.usage("standard output takes one result: --sas -, --list, --dot or --json"));
    }
    let run = limit::interruptible(&command.limits, output);
    let (domain, problem) = find_domain::task_files(&command.files, "ground", &run)?;
    save::ready(&run, &[("--sas", "translator output", &command.sas)], [&domain, &problem])?;
    let loaded = load(&domain, &problem, &run)?;
    // The peak memory when each stage begins, and when the last one ends.
    let mut peaks = Vec::new();
    let mut begins = |_| peaks.push(peak_memory_bytes());
    let grounded = ground(&loaded.task, &run.limits, &mut begins)
        .map_err(|error| limit::report(output, &error, Some(&loaded.task)))?;
    peaks.push(peak_memory_bytes());
    let factoring = match &grounded.task {
        Some(task) => Factoring::find(task, &run.limits)
            .map_err(|stop| limit::report(output, &GroundError::Stopped(stop), None))?,
        None => None,
    };
    let factoring = factoring.as_ref();
    if let Some(path) = &command.sas {
        save::write_with(output, path, |mut out| match &grounded.task {
            Some(task) => strips::write_sas(&mut out, task, &loaded.task),
            None => strips::write_unsolvable(&mut out),
        })?;
    }
    let reason = grounded.task.is_none().then(|| {
        why::first_line(&loaded.task, &run.limits).unwrap_or_else(|| "the goal cannot be reached".to_owned())
    });
    if command.json {
        output.object(json(&grounded, &peaks, reason.as_deref(), factoring, &loaded.task));
    } else if let Some(what) = command.dot {
        if let Some(task) = &grounded.task {
            let stopped = run.stopped("stopped while drawing");
            output.data(&dot::graph(what, task, &loaded.task, &run.limits).map_err(stopped)?);
        }
    } else if let Some(what) = command.list {
        if let Some(task) = &grounded.task {
            output.data(&list(what, task, factoring, &loaded.task));
        }
    } else if !sas_is_data {
        output.data(&counts(&grounded, &peaks, factoring, &loaded.task));
    }
    Ok(match reason {
        Some(reason) => {
            output.ended(&format!("unsolvable: {reason}"));
            Exit::Unsolvable
        }
        None => Exit::Done,
    })
}

/// The rows of the table: a name, and a number unless there is no ground task.
fn rows(
    grounded: &Grounded,
    factoring: Option<&Factoring<'_>>,
    names: &Task,
) -> [(&'static str, Option<usize>); 10] {
    let of = |count: &dyn Fn(&strips::Task) -> usize| grounded.task.as_ref().map(count);
    let of_factoring = |count: &dyn Fn(&Factoring<'_>) -> usize| of(&|_| factoring.map_or(0, count));
    let multiple = |task: &strips::Task| task.variables().iter().filter(|variable| variable.size > 2).count();
    [
        ("objects", Some(names.objects.len())),
        ("facts", of(&|task| facts(task).count())),
        ("variables", of(&|task| task.variables().len())),
        ("operators", of(&|task| actions(task).count())),
        ("axioms", of(&|task| task.axioms().len())),
        ("mutex groups", of(&|task| multiple(task) + task.groups().len())),
        ("bits a state", of(&|task| task.packing().bits())),
        ("leaves", of_factoring(&|factoring| factoring.leaves().count())),
        ("leaf steps", of_factoring(&|factoring| factoring.leaf_operators())),
        ("footprints", of_factoring(&|factoring| factoring.footprints())),
    ]
}

/// The facts that readers know: those of the model, and invented ones.
fn facts(task: &strips::Task) -> impl Iterator<Item = FactId> {
    let has_name = move |fact: &FactId| matches!(task.name(*fact), FactName::Atom(_) | FactName::Invented(_));
    (0..task.fact_count()).map(FactId::from).filter(has_name)
}

/// One operator per action: to a reader, the different ways for its condition to hold are the same operator.
fn actions(task: &strips::Task) -> impl Iterator<Item = OpId> {
    let first = task.first_of_action();
    task.operators().filter(move |operator| first[operator.index()] == *operator)
}

/// How many operators each schema has.
pub(crate) fn of_schemas(task: &strips::Task, names: &Task) -> Vec<usize> {
    let mut counts = vec![0; names.schemas.len()];
    actions(task).for_each(|operator| counts[task.step(operator).0.index()] += 1);
    counts
}

fn counts(
    grounded: &Grounded,
    peaks: &[Option<u64>],
    factoring: Option<&Factoring<'_>>,
    names: &Task,
) -> String {
    let mut out = String::new();
    let rows = rows(grounded, factoring, names).into_iter();
    for (name, number) in rows.filter_map(|(name, number)| Some((name, number?))) {
        let _ = writeln!(out, "{name:<14}{number:>12}");
    }
    out.push('\n');
    for (stage, peak) in grounded.stages.iter().zip(&peaks[1..]) {
        let memory = peak.map(units::show_memory).unwrap_or_default();
        let _ = writeln!(out, "{:<14}{:>11.3}s{memory:>12}", stage.name, stage.time.as_secs_f64());
    }
    out
}

fn list(what: GroundList, task: &strips::Task, factoring: Option<&Factoring<'_>>, names: &Task) -> String {
    let mut out = String::new();
    let show = |fact: &FactId| task.show_fact(names, *fact);
    let joined = |facts: &[FactId], between| facts.iter().map(show).collect::<Vec<_>>().join(between);
    let mut lines = |facts: &[FactId]| out.extend([joined(facts, " "), "\n".to_owned()]);
    let values = |variable: &strips::Variable| -> Vec<FactId> {
        (0..variable.size as usize).map(|value| variable.first.plus(value)).collect()
    };
    match what {
        GroundList::Facts => {
            facts(task).for_each(|fact| lines(&[fact]));
        }
        GroundList::Mutexes => {
            task.variables().iter().filter(|variable| variable.size > 2).for_each(|one| lines(&values(one)));
            task.groups().iter().for_each(|group| lines(group));
        }
        GroundList::Variables => {
            for variable in task.variables() {
                let _ = writeln!(out, "{:>4}  {}", variable.size, joined(&values(variable), " "));
            }
        }
        GroundList::Landmarks => {
            for facts in Landmarks::new(task, CostKind::Real).landmarks() {
                let _ = writeln!(out, "{}", joined(facts, " or "));
            }
        }
        GroundList::Invariants => {
            let initial = task.initial();
            let of_variables = task.variables().iter().filter(|one| one.size > 2).map(values);
            let groups =
                of_variables.chain(task.groups().iter().cloned()).chain(task.counted().iter().cloned());
            for group in groups {
                let held = group.iter().filter(|fact| initial.contains(fact)).count();
                let _ = writeln!(out, "{held} of {}  {}", group.len(), joined(&group, " "));
            }
        }
        GroundList::Schemas => {
            for (schema, count) in names.schemas.iter().zip(of_schemas(task, names)) {
                let _ = writeln!(out, "{count:>8}  {}", schema.name);
            }
        }
        GroundList::Operators => {
            for operator in actions(task) {
                let _ =
                    writeln!(out, "{} ; cost {}", task.show_operator(names, operator), task.cost(operator));
            }
        }
        GroundList::Leaves => {
            for leaf in factoring.iter().flat_map(|factoring| factoring.leaves()) {
                lines(&leaf);
            }
        }
        GroundList::Axioms => {
            for rule in task.axioms() {
                let _ = writeln!(out, "{} <- {}", show(&rule.head), joined(&rule.body, " "));
            }
        }
    }
    out
}

fn json(
    grounded: &Grounded,
    peaks: &[Option<u64>],
    reason: Option<&str>,
    factoring: Option<&Factoring<'_>>,
    names: &Task,
) -> serde_json::Value {
    let counts: serde_json::Map<String, serde_json::Value> = rows(grounded, factoring, names)
        .into_iter()
        .map(|(name, number)| (name.replace(' ', "_"), number.into()))
        .collect();
    let stages: Vec<serde_json::Value> = grounded
        .stages
        .iter()
        .zip(&peaks[1..])
        .map(|(stage, peak)| {
            serde_json::json!({
                "name": stage.name,
                "seconds": stage.time.as_secs_f64(),
                "peak_memory_bytes": peak,
            })
        })
        .collect();
    serde_json::json!({
        "status": if grounded.task.is_some() { "ok" } else { "unsolvable" },
        "message": reason.map(|reason| format!("unsolvable: {reason}")),
        "reason": reason,
        "domain": names.domain,
        "problem": names.problem,
        "counts": counts,
        "stages": stages,
    })
}
