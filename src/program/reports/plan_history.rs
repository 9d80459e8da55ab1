//! The plans of one run of `banto plan`, each better than the one before: written to files and shown as they are found.
//!
//! In: validated plans. Out: the plan file, which always holds the best one, numbered files, words on standard error,
//! plans and events on standard output, and the list for `--json`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use crate::files::{input, save};
use crate::{Exit, Output, Progress};
use banto_base::limits::Stop;
use banto_base::system::processor_time;
use banto_planning::planner::{Answer, ValidatedPlan};
use banto_text::plan::{self, Plan};
use banto_text::task::Task;

/// One of the plans, as JSON has it.
#[derive(Serialize)]
pub(crate) struct PlanRecord {
    cost: u64,
    steps: usize,
    /// Since the start of the program, by the clock and of the processor.
    seconds: f64,
    cpu_seconds: Option<f64>,
    /// The search or method that found it.
    found_by: &'static str,
}

/// Which plans of a run are kept in files.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kept {
    /// The best one.
    Best,
    /// The best one, and in numbered files each that was the best.
    Each,
    /// Several that were asked for, in numbered files.
    Several,
}

/// The plans of a run so far.
pub(crate) struct History<'a> {
    plan_file: Option<&'a Path>,
    kept: Kept,
    until_cost: Option<u64>,
    pub(crate) output: &'a Output,
    progress: &'a Progress<'a>,
    plans: Vec<PlanRecord>,
    /// Set when a file could not be written.
    pub(crate) failed: Option<Exit>,
}

impl<'a> History<'a> {
    pub(crate) const fn new(
        plan_file: Option<&'a Path>,
        kept: Kept,
        until_cost: Option<u64>,
        output: &'a Output,
        progress: &'a Progress<'a>,
    ) -> Self {
        Self { plan_file, kept, until_cost, output, progress, plans: Vec::new(), failed: None }
    }

    /// Adds a plan: one that is better than those before, or the next of several.
    pub(crate) fn add(&mut self, task: &Task, found: &ValidatedPlan, announce: bool) {
        let seconds = self.output.start.elapsed().as_secs_f64();
        let cpu_seconds = processor_time::of_process().map(|time| time.as_secs_f64());
        let (cost, length, found_by) = (found.cost, found.plan.steps.len(), found.by);
        let several = self.kept == Kept::Several;
        self.plans.push(PlanRecord { cost, steps: length, seconds, cpu_seconds, found_by });
        let words = format!("plan of cost {cost} after {seconds:.3}s");
        self.progress.clear();
        let text = found.plan.text(task) + &plan::cost_line(task, found.cost);
        if let Some(path) = self.plan_file {
            let has_numbers = self.kept != Kept::Best;
            if has_numbers && self.plans.len() == 1 {
                forget_numbered(path);
            }
            let kept = has_numbers.then(|| numbered(path, &self.plans.len().to_string()));
            for path in kept.as_deref().into_iter().chain(Some(path).filter(|_| !several)) {
                self.failed = save::write(self.output, path, &text).err().or(self.failed);
            }
        }
        // The files are written before the plan is announced.
        if self.output.has_events() {
            self.output.event("plan", json!({ "cost": found.cost, "steps": steps(task, &found.plan) }));
        } else if announce {
            self.output.talk(&words);
        } else {
            self.progress.draw(&words);
        }
        let words = if several { format!("{} plans", self.plans.len()) } else { format!("best cost {cost}") };
        self.progress.found(self.plans[0].cost.min(cost), words);
    }

    /// Whether the best one is as cheap as requested.
    pub(crate) fn is_enough(&self) -> bool {
        let enough = |plan: &PlanRecord| self.until_cost.is_some_and(|cost| plan.cost <= cost);
        self.plans.last().is_some_and(enough)
    }

    /// The requested cost, if no plan was that cheap.
    pub(crate) fn missed_cost(&self) -> Option<u64> {
        self.until_cost.filter(|_| !self.is_enough())
    }

    /// Whether a plan was as cheap as requested; `None` if no cost was requested.
    pub(crate) fn until_cost_met(&self) -> Option<bool> {
        self.until_cost.map(|_| self.is_enough())
    }

    /// The limit that ended a run that has a plan.
    pub(crate) fn stop(&self, answer: &Answer) -> Option<Stop> {
        answer.stop.filter(|_| answer.plan.is_some() && !self.is_enough())
    }

    /// Whether several plans were asked for.
    pub(crate) fn is_of_several(&self) -> bool {
        self.kept == Kept::Several
    }

    pub(crate) fn plans(&self) -> &[PlanRecord] {
        &self.plans
    }
}

/// The steps of a plan in PDDL.
pub(crate) fn lines<'p>(task: &'p Task, plan: &'p Plan) -> impl Iterator<Item = String> + 'p {
    plan.steps.iter().map(|step| task.show_step(step.schema, &step.arguments))
}

/// The steps of a plan as names and arguments.
pub(crate) fn steps(task: &Task, plan: &Plan) -> Value {
    let steps = plan.steps.iter().map(|step| {
        let arguments = step.arguments.iter().map(|object| task.objects.name(*object));
        json!({ "name": task.schemas[step.schema.index()].name, "arguments": arguments.collect::<Vec<_>>() })
    });
    steps.collect()
}

/// Refuses names of numbered plans that something else has: only plans of an earlier run give way to new ones.
pub(crate) fn ready(path: &Path, flag: &str, output: &Output) -> Result<(), Exit> {
    let Some(taken) = earlier(path).into_iter().find(|file| !is_plan(file)) else { return Ok(()) };
    let text = format!("{} is not a plan, and {flag} would replace it", taken.display());
    Err(output.misused(&text, "name another file after -o"))
}

/// Removes the numbered plans of an earlier run: they may belong to another task, and the highest number is the best.
fn forget_numbered(path: &Path) {
    for file in earlier(path).iter().filter(|file| is_plan(file)) {
        let _ = std::fs::remove_file(file);
    }
}

/// Files with the name of a numbered plan.
fn earlier(path: &Path) -> Vec<PathBuf> {
    let number = |name: &OsStr| {
        let number = name.to_str()?.strip_prefix(path.file_name()?.to_str()?)?.strip_prefix('.')?;
        (number.parse::<u32>().ok()?.to_string() == number).then(|| numbered(path, number))
    };
    let files = std::fs::read_dir(input::folder(path)).into_iter().flatten().filter_map(Result::ok);
    files.filter_map(|file| number(&file.file_name())).collect()
}

/// Whether a file has what this program writes for a plan: steps, a line each, and their cost.
fn is_plan(file: &Path) -> bool {
    let text = if file.is_file() { std::fs::read_to_string(file).unwrap_or_default() } else { String::new() };
    let mut lines = text.lines().rev();
    let cost = lines.next().is_some_and(|line| line.starts_with("; cost = "));
    cost && lines.all(|line| line.starts_with('(') && line.ends_with(')'))
}

fn numbered(path: &Path, number: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(format!(".{number}"));
    PathBuf::from(name)
}
