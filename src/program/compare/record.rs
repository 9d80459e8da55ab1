//! Records of a run, so that it can be repeated: the program, the machine, all settings in force, and the result.
//!
//! In: a request and its answer. Out: objects for `--json`. The arguments are made from the
//! request and not from the command line: what was left to the default is said as well.

use std::time::Duration;

use serde_json::{Value, json};

use banto_base::system::machine;
use banto_planning::planner::{Answer, Proof, Quality, Reductions, Request, Status, Wanted};

/// The commit that the program was built from, if whoever built it has said so.
const COMMIT: Option<&str> = option_env!("BANTO_COMMIT");
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The program and the machine, with its load.
pub(crate) fn program() -> Value {
    let [system, architecture] = machine::SYSTEM;
    json!({
        "version": VERSION,
        "commit": COMMIT,
        "system": system,
        "architecture": architecture,
        "processor": machine::processor(),
        "cores": machine::cores(),
        "load": machine::load(),
    })
}

/// The reductions by name, and whether they are on.
fn reductions(reductions: Reductions) -> [(&'static str, bool); 5] {
    let Reductions { decoupled, dead_ends, fold, symmetry, stubborn, .. } = reductions;
    let names = ["decoupled", "dead-ends", "fold", "symmetry", "stubborn"];
    let mut all = names.into_iter().zip([decoupled, dead_ends, fold, symmetry, stubborn]);
    std::array::from_fn(|_| all.next().expect("there are as many"))
}

const fn quality(quality: Quality) -> &'static str {
    match quality {
        Quality::Good => "good",
        Quality::First => "first",
        Quality::Reduced => "reduced",
        Quality::Optimal => "optimal",
        Quality::Anytime => "anytime",
    }
}

/// The flags of `banto plan` that ask for the same.
fn arguments(request: &Request) -> Vec<String> {
    let mut out = Vec::new();
    match (request.quality, request.algorithm) {
        _ if request.plans == Some(Wanted::AllCheapest) => out.push("--all-optimal".to_owned()),
        (Quality::Good, _) | (Quality::Reduced, Some(_)) => {}
        _ if request.plans.is_some() => {}
        (other, _) => out.push(format!("--{}", quality(other))),
    }
    let mut flag = |name: &str, value: &str| out.extend([format!("--{name}"), value.to_owned()]);
    if let Some(algorithm) = request.algorithm {
        flag("search", algorithm.row().name);
    }
    request.heuristics.iter().for_each(|row| flag("heuristic", &row.name));
    if let Some(weight) = request.weight {
        flag("weight", &weight.to_string());
    }
    if let Some(Wanted::Top(count)) = request.plans {
        flag("top-k", &count.to_string());
    }
    if let Some(gap) = percent(request) {
        flag("gap", &format!("{gap}%"));
    }
    flag("seed", &request.seed.to_string());
    flag("threads", &request.threads.max(1).to_string());
    request.without.iter().for_each(|name| flag("without", name));
    request.tuning.named().into_iter().for_each(|(name, value)| flag(name, value));
    let off = reductions(request.reductions).into_iter().filter(|row| !row.1);
    out.extend(off.map(|(name, _)| format!("--no-{name}")));
    let others = [(request.h2, "--h2"), (request.reductions.at_once, "--reduce-at-once")];
    out.extend(others.into_iter().filter(|one| one.0).map(|one| one.1.to_owned()));
    out
}

/// The gap in percent.
#[allow(clippy::cast_precision_loss, reason = "it is small")]
fn percent(request: &Request) -> Option<f64> {
    request.gap.map(|gap| gap as f64 / 1e4)
}

/// Files that were read, and their digests.
pub(crate) fn inputs(files: &[[String; 2]]) -> Value {
    files.iter().map(|[file, digest]| json!({ "file": file, "sha256": digest })).collect()
}

/// The settings of a request and the defaults of a named search: everything that decides what a search does.
fn settings(request: &Request) -> Value {
    let request = &request.resolved();
    // None of them leaves all plans.
    let wanted = if request.plans.is_some() { Reductions::plain() } else { request.reductions };
    let on = reductions(wanted).into_iter().filter(|row| row.1).map(|row| row.0);
    json!({
        "arguments": arguments(request),
        "quality": quality(request.quality),
        "search": request.algorithm.map(|algorithm| algorithm.row().name),
        "heuristics": request.heuristics.iter().map(|row| &*row.name).collect::<Vec<_>>(),
        "weight": request.weight,
        "gap": percent(request),
        "seed": request.seed,
        "threads": request.threads.max(1),
        "h2": request.h2,
        "reductions": on.collect::<Vec<_>>(),
        "reduce_at_once": request.reductions.at_once,
    })
}

/// The same, with limits and bounds of the command.
pub(crate) fn settings_within(
    request: &Request,
    times: [Option<Duration>; 2],
    memory: Option<u64>,
    until_cost: Option<u64>,
) -> Value {
    let mut settings = settings(request);
    if let Some(arguments) = settings["arguments"].as_array_mut() {
        arguments.extend(limits(times, memory, until_cost).into_iter().map(Value::from));
    }
    for (name, time) in ["time_limit", "cpu_limit"].into_iter().zip(times) {
        settings[name] = time.map(|time| time.as_secs_f64()).into();
    }
    settings["memory_limit"] = memory.into();
    settings
}

/// The reductions that took effect: something was found, or left out of the search.
pub(crate) fn in_effect(answer: &Answer) -> Vec<&'static str> {
    let is_used = |name| answer.used.iter().any(|used| used.name == name);
    let pruned = &answer.pruned;
    let effects = [
        is_used("decoupled"),
        pruned.dead > 0
            || matches!(answer.status, Status::Unsolvable(Proof::Abstraction(_) | Proof::Mutex(_))),
        is_used("folded"),
        pruned.symmetric > 0,
        pruned.steps > 0,
    ];
    let names = reductions(Reductions::default()).into_iter().zip(effects);
    names.filter(|(_, effect)| *effect).map(|((name, _), _)| name).collect()
}

/// A limit or a bound of the command, besides what the planner is asked for: times by the clock and of the processor.
pub(crate) fn limits(
    [time, cpu]: [Option<Duration>; 2],
    memory: Option<u64>,
    until_cost: Option<u64>,
) -> Vec<String> {
    let limits = [
        time.map(|time| ["--time-limit".to_owned(), format!("{}s", time.as_secs_f64())]),
        cpu.map(|time| ["--cpu-limit".to_owned(), format!("{}s", time.as_secs_f64())]),
        memory.map(|bytes| ["--memory-limit".to_owned(), format!("{bytes}B")]),
        until_cost.map(|cost| ["--until-cost".to_owned(), cost.to_string()]),
    ];
    limits.into_iter().flatten().flatten().collect()
}
