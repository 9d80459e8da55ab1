//! `banto ground`: a ground task as counts, lists, JSON, or a file for Fast Downward's search.
//!
//! In: files. Out: text, JSON, a file for another planner.

mod states;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use states::StateSpace;

use crate::compare::figures::{counted, show_memory};
use crate::files::{find_domain, save};
use crate::flags::{number, progress};
use crate::{Exit, LimitArguments, Output, Progress, TaskFiles, When, limit, load};
use banto_base::limits::{Limits, Stop, peak_memory_bytes};
use banto_planning::decoupled::Factoring;
use banto_planning::ground::{GroundError, Grounded, ground};
use banto_planning::heuristics::{Build, Landmarks};
use banto_planning::strips::{self, CostKind, FactId, FactName, OpId};
use banto_planning::symmetry::Classes;
use banto_planning::why;
use banto_search::{Grounding, Observer};
use banto_text::task::{ObjectId, Schema, Task};

/// Ground a task, and show its size
#[derive(Debug, Args)]
pub(crate) struct Ground {
    #[command(flatten)]
    pub files: TaskFiles,

    /// Print these instead of counts, one per line
    #[arg(long, value_enum, value_name = "WHAT")]
    pub list: Option<GroundList>,

    /// The most states that --list states shows
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::whole::<usize>(1..))]
    pub limit: usize,

    /// Write the task for Fast Downward's search component (translator format 3); - for standard output
    #[arg(long, value_name = "FILE")]
    pub sas: Option<PathBuf>,

    /// Print the result as one JSON object on standard output
    #[arg(long)]
    pub json: bool,

    /// When to show a live line on standard error
    #[arg(long, value_name = "WHEN", value_parser = progress(), default_value = "auto")]
    pub progress: When,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The lists of `ground --list`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum GroundList {
    /// Facts that may become true, as far as grounding sees, and are relevant
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
    /// Each variable that operators need or change together with a change of others, and those others, by number
    CausalGraph,
    /// Objects that can be exchanged without changing the task, a class a line
    Symmetries,
    /// Reachable states, breadth-first, up to a limit: facts, and the steps from each
    States,
}

pub(crate) fn run(command: &Ground, output: &Output) -> Result<Exit, Exit> {
    let sas_is_data = command.sas.as_deref().is_some_and(save::is_standard);
    if sas_is_data && (command.list.is_some() || command.json) {
        return Err(output.usage("standard output takes one result: --sas -, --list or --json"));
    }
    let run = limit::interruptible(&command.limits, output);
    let (domain, problem) = find_domain::task_files(&command.files, "ground", &run)?;
    save::ready(&run, &[("--sas", "translator output", &command.sas)], [&domain, &problem])?;
    let loaded = load(&domain, &problem, &run)?;
    // The peak memory when each stage begins, and when the last one ends.
    let mut peaks = Vec::new();
    let progress = Progress::new(command.progress, false, output);
    let mut now = Grounding::default();
    let grounded = ground(&loaded.task, &run.limits, &mut |told| {
        if told.begins {
            peaks.push(peak_memory_bytes());
            progress.begin(told.stage);
        } else {
            progress.grounding(told);
        }
        now.clone_from(told);
    });
    progress.clear();
    let grounded = grounded.map_err(|error| limit::report(output, &error, Some((&loaded.task, &now))))?;
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
    let (stopped, mut left_out) = (run.stopped("stopped while listing"), 0);
    let lines = match (command.list, &grounded.task) {
        (Some(what), Some(task)) => {
            let within = (command.limit, &run.limits);
            Some((what, list(what, task, factoring, &loaded.task, within, &mut left_out).map_err(stopped)?))
        }
        _ => None,
    };
    let is_of_states = matches!(command.list, Some(GroundList::States));
    if is_of_states && !command.json {
        output.talk(&format!("these are {}", states::SIMPLIFIED));
    }
    if left_out > 0 {
        let steps = counted(left_out, "step leads", "steps lead");
        output.talk(&format!("{steps} to states that are left out: --limit is {}", command.limit));
    }
    if command.json {
        output.object(match lines {
            Some((what, lines)) => {
                let mut value = json!({
                    "status": "ok",
                    "domain": loaded.task.domain,
                    "problem": loaded.task.problem,
                    "list": what.to_possible_value().map(|value| value.get_name().to_owned()),
                    "items": lines.into_iter().map(|line| line.1).collect::<Vec<_>>(),
                });
                if is_of_states {
                    value["about"] = states::SIMPLIFIED.into();
                    value["left_out"] = left_out.into();
                }
                value
            }
            None => json(&grounded, &peaks, reason.as_deref(), factoring, &loaded.task),
        });
    } else if command.list.is_some() {
        let lines = lines.into_iter().flat_map(|(_, lines)| lines);
        output.data(&lines.map(|(line, _)| line + "\n").collect::<String>());
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
    [
        ("objects", Some(names.objects.len())),
        ("facts", of(&|task| facts(task).count())),
        ("variables", of(&|task| task.variables().len())),
        ("operators", of(&|task| actions(task).count())),
        ("axioms", of(&|task| task.axioms().len())),
        ("mutex groups", of(&|task| groups(task).count())),
        ("bits a state", of(&|task| task.packing().bits())),
        ("leaves", of_factoring(&|factoring| factoring.leaves().count())),
        ("leaf steps", of_factoring(&|factoring| factoring.leaf_operators())),
        ("footprints", of_factoring(&|factoring| factoring.footprints)),
    ]
}

/// The facts that readers know: those of the model, and invented ones.
fn facts(task: &strips::Task) -> impl Iterator<Item = FactId> {
    (0..task.fact_count()).map(FactId::from).filter(|fact| has_name(task, *fact))
}

fn has_name(task: &strips::Task, fact: FactId) -> bool {
    matches!(task.name(fact), FactName::Atom(_) | FactName::Invented(_))
}

/// Facts of which at most one holds: two at least, where a fact and its opposite count as one.
fn groups(task: &strips::Task) -> impl Iterator<Item = Vec<FactId>> {
    let is_group = |facts: &Vec<FactId>| facts.iter().filter(|fact| has_name(task, **fact)).count() > 1;
    let variables = task.variables().iter().map(|variable| variable.facts().collect());
    variables.filter(is_group).chain(task.groups().iter().cloned())
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
        let memory = peak.map(show_memory).unwrap_or_default();
        let _ = writeln!(out, "{:<14}{:>11.3}s{memory:>12}", stage.name, stage.time.as_secs_f64());
    }
    out
}

/// The lines of a list, each as text and as JSON; and how many steps to states it leaves out.
fn list(
    what: GroundList,
    task: &strips::Task,
    factoring: Option<&Factoring<'_>>,
    names: &Task,
    (most, limits): (usize, &Limits),
    left_out: &mut usize,
) -> Result<Vec<(String, Value)>, Stop> {
    let show = |fact: &FactId| task.show_fact(names, *fact);
    let shown = |facts: &[FactId]| facts.iter().map(show).collect::<Vec<_>>();
    let line = |facts: &[FactId]| (shown(facts).join(" "), json!(shown(facts)));
    let values = |variable: &strips::Variable| variable.facts().collect::<Vec<_>>();
    Ok(match what {
        GroundList::Facts => facts(task).map(|fact| (show(&fact), json!(show(&fact)))).collect(),
        GroundList::Mutexes => groups(task).map(|one| line(&one)).collect(),
        GroundList::Variables => {
            let one = |variable: &strips::Variable| {
                let (text, facts) = line(&values(variable));
                (format!("{:>4}  {text}", variable.size), facts)
            };
            task.variables().iter().map(one).collect()
        }
        GroundList::Landmarks => {
            let landmarks = Landmarks::within(task, CostKind::Real, limits)?;
            let one = |facts: &[FactId]| (shown(facts).join(" or "), json!(shown(facts)));
            landmarks.landmarks().map(one).collect()
        }
        GroundList::Invariants => {
            let initial = task.initial();
            let groups = groups(task).chain(task.counted().iter().cloned());
            let one = |group: Vec<FactId>| {
                let held = group.iter().filter(|fact| initial.contains(fact)).count();
                let (text, facts) = line(&group);
                (format!("{held} of {}  {text}", group.len()), json!({ "held": held, "facts": facts }))
            };
            groups.map(one).collect()
        }
        GroundList::Schemas => {
            let one = |(schema, count): (&Schema, usize)| {
                let name = &schema.name;
                (format!("{count:>8}  {name}"), json!({ "schema": name, "operators": count }))
            };
            names.schemas.iter().zip(of_schemas(task, names)).map(one).collect()
        }
        GroundList::Operators => {
            let one = |operator: OpId| {
                let (text, cost) = (task.show_operator(names, operator), task.cost(operator));
                (format!("{text} ; cost {cost}"), json!({ "operator": text, "cost": cost }))
            };
            actions(task).map(one).collect()
        }
        GroundList::Leaves => {
            factoring.iter().flat_map(|factoring| factoring.leaves()).map(|leaf| line(&leaf)).collect()
        }
        GroundList::Axioms => {
            let one = |rule: &strips::Rule| {
                let (head, (text, body)) = (show(&rule.head), line(&rule.body));
                (format!("{head} <- {text}"), json!({ "head": head, "body": body }))
            };
            task.axioms().iter().map(one).collect()
        }
        GroundList::CausalGraph => {
            let mut all: Vec<Vec<usize>> = vec![Vec::new(); task.variables().len()];
            arrows(task).into_iter().for_each(|(from, to)| all[from].push(to));
            let one = |(number, (variable, to)): (usize, (&strips::Variable, Vec<usize>))| {
                let (text, facts) = line(&values(variable));
                let arrows = to.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
                let value = json!({ "variable": number, "facts": facts, "to": to });
                (format!("{number} -> {arrows}{}; {text}", if arrows.is_empty() { "" } else { " " }), value)
            };
            task.variables().iter().zip(all).enumerate().map(one).collect()
        }
        GroundList::Symmetries => {
            let classes = Classes::within(task, u64::MAX, limits)?;
            let of_class = |class: &[ObjectId]| {
                let class: Vec<&str> = class.iter().map(|object| names.objects.name(*object)).collect();
                (class.join(" "), json!(class))
            };
            classes.iter().flat_map(Classes::objects).map(of_class).collect()
        }
        GroundList::States => match StateSpace::explore(task, most, limits)? {
            Some(states) => {
                *left_out = states.left_out;
                states.lines(task, names)
            }
            None => Vec::new(),
        },
    })
}

/// The arrows of the causal graph, between numbers of variables.
fn arrows(task: &strips::Task) -> BTreeSet<(usize, usize)> {
    let mut arrows = BTreeSet::new();
    let variable = |fact: &FactId| task.variable_of(*fact).index();
    for operator in task.operators() {
        let changed: BTreeSet<usize> = task.effects(operator).map(|effect| variable(&effect.fact)).collect();
        for effect in task.effects(operator) {
            let needed = task.condition(operator).iter().chain(effect.condition).map(variable);
            let to = variable(&effect.fact);
            arrows.extend(
                needed.chain(changed.iter().copied()).filter(|from| *from != to).map(|from| (from, to)),
            );
        }
    }
    for rule in task.axioms() {
        let to = variable(&rule.head);
        arrows.extend(rule.body.iter().map(variable).filter(|from| *from != to).map(|from| (from, to)));
    }
    arrows
}

fn json(
    grounded: &Grounded,
    peaks: &[Option<u64>],
    reason: Option<&str>,
    factoring: Option<&Factoring<'_>>,
    names: &Task,
) -> Value {
    let counts = rows(grounded, factoring, names).into_iter();
    let counts = counts.map(|(name, number)| (name.replace(' ', "_"), number.into()));
    let stages = grounded.stages.iter().zip(&peaks[1..]).map(|(stage, peak)| {
        let seconds = stage.time.as_secs_f64();
        json!({ "name": stage.name, "seconds": seconds, "peak_memory_bytes": peak })
    });
    json!({
        "status": if grounded.task.is_some() { "ok" } else { "unsolvable" },
        "message": reason.map(|reason| format!("unsolvable: {reason}")),
        "reason": reason,
        "domain": names.domain,
        "problem": names.problem,
        "counts": counts.collect::<serde_json::Map<_, _>>(),
        "stages": stages.collect::<Vec<_>>(),
    })
}
