//! `banto plan`: from files to a judged plan, printed so that people, editors and experiment harnesses can read it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::arguments::Plan as Command;
use super::exit::Exit;
use super::load::{Loaded, load};
use super::output::Output;
use super::progress::Progress;
use super::{beside, input, limit, save};
use crate::heuristics::{HEURISTICS, heuristic_named};
use crate::plan::{self, Plan};
use crate::planner::{self, Aim, Answer, JudgedPlan, Listener, PlanError, Request, Status};
use crate::search::{Algorithm, Observer, SEARCHES, search_named};
use crate::source::nearest;
use crate::task::Task;

pub(super) fn run(command: &Command, output: &Output) -> Exit {
    let start = Instant::now();
    if command.list {
        Output::data(&registries());
        return Exit::Done;
    }
    let (domain, problem) = match files(command, output) {
        Ok(files) => files,
        Err(exit) => return exit,
    };
    let request = match request(command) {
        Ok(request) => request,
        Err(message) => {
            Output::talk(&format!("error: {message}"));
            return Exit::Usage;
        }
    };
    let limits = limit::interruptible(&command.limits, start);
    let loaded = match load(&domain, &problem, output) {
        Ok(loaded) => loaded,
        Err(exit) => return exit,
    };
    let mut voice = Voice {
        task: &loaded.task,
        plan_file: command.plan_file.as_deref(),
        progress: Progress::new(command.progress, command.quiet),
        saved: false,
        failed: None,
        announce: request.aim == Aim::Anytime && !command.quiet,
        start,
    };
    let result = planner::plan(&loaded.task, &request, &limits, &mut voice);
    voice.progress.clear();
    if let Some(error) = &voice.failed {
        Output::talk(error);
    }
    let failed = voice.failed.is_some();
    let answer = match result {
        Ok(answer) => answer,
        Err(error) => return faulty(&error, &loaded, &domain, &problem),
    };
    let exit = exit(&answer);
    if command.json {
        Output::data(&json(&answer, &loaded.task, exit, start));
    } else {
        report(&answer, &loaded.task, command, start);
    }
    if failed { Exit::Input } else { exit }
}

/// The domain and the problem; a domain that is not named is looked for beside the problem.
fn files(command: &Command, output: &Output) -> Result<(PathBuf, PathBuf), Exit> {
    let problem = match command.files.as_slice() {
        [domain, problem] => return Ok((domain.clone(), problem.clone())),
        [problem] => problem,
        _ => {
            Output::talk("error: a problem is needed: banto plan [DOMAIN] PROBLEM");
            return Err(Exit::Usage);
        }
    };
    if let (text, Some(fault)) = input::read(problem) {
        output.diagnostics(&[fault], &[&text]);
        return Err(Exit::Input);
    }
    beside::domain_of(problem).map(|domain| (domain, problem.clone())).ok_or_else(|| {
        let name = problem.display();
        if beside::is_domain(problem) {
            Output::talk(&format!("error: {name} is a domain, and a problem is needed"));
            Output::talk("help: banto plan [DOMAIN] PROBLEM");
        } else {
            Output::talk(&format!("error: there is no domain beside {name}"));
            Output::talk("help: name it first: banto plan DOMAIN PROBLEM");
        }
        Exit::Usage
    })
}

fn request(command: &Command) -> Result<Request, String> {
    let aim = match (command.optimal, command.anytime, command.first) {
        (true, ..) => Aim::Optimal,
        (_, true, _) => Aim::Anytime,
        (_, _, true) => Aim::First,
        _ => Aim::Good,
    };
    let unknown = |kind: &str, name: &str, names: Vec<&str>| {
        let near = nearest(name, names.iter().copied()).map(|near| format!("; did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("; there are {}", names.join(", ")));
        format!("there is no {kind} {name}{near}")
    };
    let algorithm = match &command.search {
        Some(name) => Some(
            search_named(name)
                .ok_or_else(|| unknown("search", name, SEARCHES.iter().map(|row| row.name).collect()))?
                .algorithm,
        ),
        None => None,
    };
    let heuristics = command.heuristic.iter().map(|name| {
        let names = || HEURISTICS.iter().map(|row| row.name).collect();
        heuristic_named(name).ok_or_else(|| unknown("heuristic", name, names()))
    });
    let heuristics: Vec<_> = heuristics.collect::<Result<_, _>>()?;
    if let Some(row) =
        algorithm.map(Algorithm::row).filter(|row| !row.uses_heuristic && !heuristics.is_empty())
    {
        return Err(format!("{} asks no heuristic", row.name));
    }
    if command.optimal {
        if let Some(row) = algorithm.map(Algorithm::row).filter(|row| !row.optimal) {
            return Err(format!("{} does not prove that a plan is optimal", row.name));
        }
        if let Some(row) = heuristics.iter().find(|row| !row.claims.admissible) {
            return Err(format!("{} is not admissible: with it nothing is proven to be optimal", row.name));
        }
    }
    if command.threads > 1 && algorithm.is_some() {
        return Err("--threads 2 chooses its own searches; leave --search out".to_owned());
    }
    let (weight, seed, threads) = (command.weight, command.seed, usize::from(command.threads));
    Ok(Request { aim, algorithm, heuristics, weight, seed, threads, h2: command.h2 })
}

/// Shows how things go, and keeps the plan file up to date.
struct Voice<'a> {
    task: &'a Task,
    plan_file: Option<&'a Path>,
    progress: Progress,
    saved: bool,
    failed: Option<String>,
    announce: bool,
    start: Instant,
}

impl Observer for Voice<'_> {
    fn progress(&mut self, progress: &crate::search::Progress) {
        self.progress.search(progress);
    }
}

impl Listener for Voice<'_> {
    fn stage(&mut self, name: &'static str) {
        self.progress.stage(name);
    }

    fn improved(&mut self, judged: &JudgedPlan) {
        if self.announce {
            self.progress.clear();
            let seconds = self.start.elapsed().as_secs_f64();
            Output::talk(&format!("plan of cost {} after {seconds:.3}s", judged.cost));
        }
        let Some(path) = self.plan_file else { return };
        let text = judged.plan.text(self.task) + &plan::cost_line(self.task, judged.cost);
        match save::whole(path, &text) {
            Ok(()) => self.saved = true,
            Err(error) => {
                self.failed =
                    Some(format!("error: cannot write {}: {}", path.display(), input::reason(&error)));
            }
        }
    }
}

fn exit(answer: &Answer) -> Exit {
    match &answer.status {
        Status::Solved { .. } => Exit::Done,
        Status::Unsolvable(_) => Exit::Unsolvable,
        Status::Unsolved => Exit::Unsolved,
        Status::Stopped(stop) => limit::exit(*stop),
    }
}

fn report(answer: &Answer, task: &Task, command: &Command, start: Instant) {
    let mut out = String::new();
    if let Some(judged) = &answer.plan {
        out.push_str(&judged.plan.text(task));
        out.push_str(&plan::cost_line(task, judged.cost));
        if !command.quiet {
            let _ = writeln!(out, "Plan length: {} step(s).", judged.plan.steps.len());
            let _ = writeln!(out, "Plan cost: {}", judged.cost);
        }
    }
    if !command.quiet {
        let counts = &answer.counts;
        let _ = writeln!(out, "Expanded {} state(s).", counts.expanded);
        let _ = writeln!(out, "Evaluated {} state(s).", counts.evaluated);
        let _ = writeln!(out, "Generated {} state(s).", counts.generated);
        let _ = writeln!(out, "Search time: {:.3}s", answer.search_time.as_secs_f64());
        let _ = writeln!(out, "Total time: {:.3}s", start.elapsed().as_secs_f64());
        if let Some(bytes) = crate::limits::peak_memory_bytes() {
            let _ = writeln!(out, "Peak memory: {} KB", bytes / 1024);
        }
    }
    Output::data(&out);
    match &answer.status {
        Status::Solved { optimal: true } if !command.quiet => Output::talk("optimal: no plan costs less"),
        Status::Solved { .. } => {}
        Status::Unsolvable(Some(reason)) => Output::talk(&format!("unsolvable: {reason}")),
        Status::Unsolvable(None) => Output::talk("unsolvable: all states that can be reached were looked at"),
        Status::Unsolved => Output::talk("no plan found, and no proof that there is none"),
        Status::Stopped(stop) => Output::talk(&format!("no plan found: {stop}")),
    }
}

fn json(answer: &Answer, task: &Task, exit: Exit, start: Instant) -> String {
    let (status, reason) = match &answer.status {
        Status::Solved { optimal: true } => ("optimal", None),
        Status::Solved { .. } => ("solved", None),
        Status::Unsolvable(reason) => ("unsolvable", reason.clone()),
        Status::Unsolved => ("unsolved", None),
        Status::Stopped(stop) => ("stopped", Some(stop.to_string())),
    };
    let steps = answer.plan.as_ref().map(|judged| {
        let steps = judged.plan.steps.iter();
        steps.map(|step| task.show_step(step.schema, &step.arguments)).collect::<Vec<_>>()
    });
    let mut seconds = serde_json::Map::new();
    for stage in &answer.stages {
        seconds.insert(stage.name.to_owned(), stage.time.as_secs_f64().into());
    }
    seconds.insert("search".to_owned(), answer.search_time.as_secs_f64().into());
    seconds.insert("total".to_owned(), start.elapsed().as_secs_f64().into());
    let counts = &answer.counts;
    let object = serde_json::json!({
        "version": 1,
        "status": status,
        "exit": exit.code(),
        "reason": reason,
        "plan": steps,
        "cost": answer.plan.as_ref().map(|judged| judged.cost),
        "counts": {
            "expanded": counts.expanded,
            "evaluated": counts.evaluated,
            "generated": counts.generated,
            "reopened": counts.reopened,
            "dead_ends": counts.dead_ends,
        },
        "seconds": seconds,
        "peak_memory_bytes": crate::limits::peak_memory_bytes(),
    });
    format!("{object}\n")
}

/// What is said when there is no answer. A plan that the judge rejects is written to a file, never printed as a plan.
fn faulty(error: &PlanError, loaded: &Loaded, domain: &Path, problem: &Path) -> Exit {
    match error {
        PlanError::Cost(action) => {
            Output::talk(&format!("error: the cost of an operator of action {action} is beyond 2^64"));
            Exit::Input
        }
        PlanError::Rejected { plan, fault } => {
            let summary = &fault.message;
            Output::talk(&format!("fault: a plan was found that the judge rejects: {summary}"));
            let path = Path::new("banto-bug-report.txt");
            let text = bug_report(loaded, plan, summary, domain, problem);
            match save::whole(path, &text) {
                Ok(()) => Output::talk(&format!(
                    "this is a fault of banto; please report it with {}",
                    path.display()
                )),
                Err(_) => {
                    let _ = std::io::stderr().lock().write_all(text.as_bytes());
                }
            }
            Exit::Fault
        }
    }
}

fn bug_report(loaded: &Loaded, plan: &Plan, summary: &str, domain: &Path, problem: &Path) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let arguments: Vec<String> = std::env::args().collect();
    format!(
        "banto {version}\n{}\n{summary}\n\n--- what was found\n{}\n--- {}\n{}\n--- {}\n{}",
        arguments.join(" "),
        plan.text(&loaded.task),
        domain.display(),
        loaded.domain.text(),
        problem.display(),
        loaded.problem.text()
    )
}

fn registries() -> String {
    let mut out = String::from("Searches:\n");
    for row in SEARCHES {
        let _ = writeln!(out, "  {:<14}{}", row.name, row.summary);
    }
    out.push_str("\nHeuristics:\n");
    for row in HEURISTICS {
        let mut notes = Vec::new();
        if row.claims.admissible {
            notes.push("admissible");
        }
        if row.claims.consistent {
            notes.push("consistent");
        }
        if row.prefers {
            notes.push("names preferred operators");
        }
        if row.slow {
            notes.push("slow");
        }
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let _ = writeln!(out, "  {:<14}{}{notes}", row.name, row.summary);
    }
    out
}
