//! How planning and searches end, as Python gets it: structures that become dictionaries.

use std::time::Instant;

use banto::limits::Stop;
use banto::plan::{Plan, Step};
use banto::search::Counts;
use banto::task::{Metric, Task};
use pyo3::prelude::*;

/// A plan: its steps, each a name and arguments, its cost, whether that counts steps, who found it, when, in seconds.
pub type Found = (Vec<(String, Vec<String>)>, u64, bool, String, f64);

/// A plan of a task as Python gets it.
pub fn found(task: &Task, plan: &Plan, cost: u64, by: &str, since: Instant) -> Found {
    let step = |step: &Step| {
        let arguments = step.arguments.iter().map(|object| task.objects.name(*object).to_owned());
        (task.schemas[usize::from(step.schema)].name.clone(), arguments.collect())
    };
    let steps = plan.steps.iter().map(step).collect();
    (steps, cost, task.metric == Metric::UnitCost, by.to_owned(), since.elapsed().as_secs_f64())
}

/// How it ended.
#[derive(Clone, Default, IntoPyObject)]
pub struct End {
    pub status: &'static str,
    pub plan: Option<Found>,
    pub lower_bound: Option<u64>,
    pub reason: Option<String>,
    pub warnings: Vec<String>,
    pub structure: Vec<String>,
    pub statistics: Statistics,
}

/// What it took.
#[derive(Clone, Default, IntoPyObject)]
pub struct Statistics {
    expanded: u64,
    evaluated: u64,
    generated: u64,
    dead_ends: u64,
    seconds: f64,
    memory_added: u64,
}

impl Statistics {
    pub fn new(counts: &Counts, memory_added: u64, since: Instant) -> Self {
        let Counts { expanded, evaluated, generated, dead_ends, .. } = *counts;
        let seconds = since.elapsed().as_secs_f64();
        Self { expanded, evaluated, generated, dead_ends, seconds, memory_added }
    }
}

/// The status of a run that a limit has ended without a plan.
pub const fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time limit",
        Stop::Memory => "memory limit",
        Stop::Canceled | Stop::Effort => "interrupted",
    }
}
