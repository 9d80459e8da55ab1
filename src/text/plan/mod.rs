//! A plan, its text format, and the validator.
//!
//! In: a resolved task and a text or steps. Out: a [`Plan`], its text, and a [`Verdict`]. Invariant: this module
//! shares no code with grounding or search. The validator evaluates formulas as written and replays one step after
//! another, so a bug in whatever made the plan cannot hide.

mod cost;
mod derive;
mod evaluate;
mod explain;
mod fault;
mod guide;
mod join;
mod read;
mod relation;
mod replay;
mod text;
mod trace;
#[doc(hidden)]
pub mod validate;

use std::fmt::Write;

pub use fault::{Fault, FaultKind, Place, Reason};
pub use read::{Misfit, PlanText, ReadError, read, read_within};
pub use replay::Replay;
pub use text::StatedCost;
pub use trace::{Listener, Traced};
pub use validate::{Verdict, validate, validate_traced, validate_within};

use crate::task::{Metric, ObjectId, Schema, SchemaId, Task};

/// Steps in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
}

/// An action with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The schema.
    pub schema: SchemaId,
    /// One object for each parameter.
    pub arguments: Vec<ObjectId>,
}

impl Plan {
    /// The plan in the format of a plan file: one step per line, names spelled as in the task.
    ///
    /// ```
    /// use banto::{plan, task};
    /// # let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    /// # let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
    ///
    /// let task = task::read(domain, problem).unwrap();
    /// let found = plan::read(&task, "0: (PRESS)").unwrap();
    /// assert_eq!(found.plan.text(&task) + &plan::cost_line(&task, 1), "(press)\n; cost = 1 (unit cost)\n");
    /// ```
    pub fn text(&self, task: &Task) -> String {
        let mut text = String::new();
        for step in &self.steps {
            task.put_step(step.schema, &step.arguments, &mut text);
            text.push('\n');
        }
        text
    }
}

/// The line after the steps that states the cost.
pub fn cost_line(task: &Task, cost: u64) -> String {
    let kind = if task.metric == Metric::UnitCost { "unit" } else { "general" };
    format!("; cost = {cost} ({kind} cost)\n")
}

/// How many arguments an action takes, for a step with a different number.
fn takes(task: &Task, schema: &Schema, got: usize) -> String {
    let wanted = schema.parameters.len();
    let plural = if wanted == 1 { "" } else { "s" };
    let mut out = format!("{} takes {wanted} argument{plural}", schema.name);
    for (index, parameter) in schema.parameters.iter().enumerate() {
        let before = if index == 0 { " (" } else { " " };
        let _ = write!(out, "{before}{} - {}", parameter.name, task.types.show(&parameter.types));
    }
    if wanted > 0 {
        out.push(')');
    }
    let _ = write!(out, ", and the step has {got}");
    out
}
