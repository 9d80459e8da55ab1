//! Plan files to plans: names to ids, in any case.
//!
//! In: a text and a task. Out: a [`PlanText`], or the first fault. `validate` checks whether the steps are applicable.

use rustc_hash::FxHashMap;

use super::fault::{Fault, FaultKind, Reason};
use super::text::{self, StatedCost, Words};
use super::{Plan, Step};
use crate::task::{SchemaId, Task};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, Span, nearest};

/// How many actions are listed if none is near a misspelled one.
const FEW: usize = 6;

/// The contents of a plan file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanText {
    /// The plan.
    pub plan: Plan,
    /// The place of each step.
    pub places: Vec<Span>,
    /// The cost that a comment `; cost = N` states.
    pub stated_cost: Option<StatedCost>,
}

/// Why a text is not a plan of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It is not made of steps.
    Text(Box<Diagnostic>),
    /// A step does not fit the task.
    Step(Box<Misfit>),
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Text(diagnostic) => &diagnostic.message,
            Self::Step(misfit) => &misfit.fault.message,
        })
    }
}

impl std::error::Error for ReadError {}

/// A step that does not belong to the task.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Misfit {
    /// The error.
    pub fault: Fault,
    /// Where the step or the word stands.
    pub span: Span,
    /// How many steps the text has.
    pub steps: usize,
    /// The cost that a comment states.
    pub stated_cost: Option<StatedCost>,
}

/// Reads a plan file.
///
/// ```
/// use banto::plan::{self, Verdict, validate};
/// use banto::task;
/// # let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
/// # let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
///
/// let task = task::read(domain, problem).unwrap();
/// let found = plan::read(&task, "(PRESS)\n; cost = 1 (unit cost)\n").unwrap();
/// assert_eq!(validate(&task, &found.plan), Verdict::Valid { cost: 1 });
/// assert!(plan::read(&task, "(pres)").unwrap_err().to_string().contains("pres"));
/// ```
///
/// # Errors
/// If the text is not a sequence of steps with names from the task.
pub fn read(task: &Task, text: &str) -> Result<PlanText, ReadError> {
    read_within(task, text, &Limits::none()).expect("without limits nothing stops")
}

/// As [`read`], within limits.
pub fn read_within(task: &Task, text: &str, limits: &Limits) -> Result<Result<PlanText, ReadError>, Stop> {
    let read = read_steps(task, text, limits);
    limits.check_now()?;
    Ok(read)
}

/// Ends early once a limit is reached.
fn read_steps(task: &Task, text: &str, limits: &Limits) -> Result<PlanText, ReadError> {
    let written = text::scan(text, limits).map_err(ReadError::Text)?;
    let schemas = task.schemas.iter().enumerate();
    let schemas = schemas.map(|(index, schema)| (schema.name.to_ascii_lowercase(), index.into())).collect();
    let reader = Reader { task, text, schemas };
    let steps = written.steps().count();
    let mut found = PlanText { stated_cost: written.stated.clone(), ..PlanText::default() };
    let wanted = written.steps().enumerate();
    for (index, words) in wanted.take_while(|_| limits.check().is_ok()) {
        let step = reader.step(index, &words).map_err(|(fault, span)| {
            ReadError::Step(Box::new(Misfit { fault, span, steps, stated_cost: written.stated.clone() }))
        })?;
        let (steps, places) = (&found.plan.steps, &found.places);
        if limits.check_reserve(steps, 1).is_err() || limits.check_reserve(places, 1).is_err() {
            break;
        }
        found.plan.steps.push(step);
        found.places.push(words.span);
    }
    Ok(found)
}

struct Reader<'a> {
    task: &'a Task,
    text: &'a str,
    /// By their names in lower case.
    schemas: FxHashMap<String, SchemaId>,
}

impl Reader<'_> {
    fn step(&self, index: usize, words: &Words<'_>) -> Result<Step, (Fault, Span)> {
        let fault = |kind, what: &str, reason: String, span| {
            let parts: Vec<&str> = words.words.iter().map(|word| &self.text[word.range()]).collect();
            let shown = format!("({})", parts.join(" "));
            (Fault::step(kind, index, &shown, what, vec![Reason::plain(reason)]), span)
        };
        let near =
            |near: Option<&str>| near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        let name = &self.text[words.words[0].range()];
        let Some(schema) = self.schemas.get(&name.to_ascii_lowercase()).copied() else {
            let names = || self.task.schemas.iter().map(|schema| schema.name.as_str());
            let help = match nearest(name, names()) {
                None if (1..=FEW).contains(&names().count()) => {
                    format!("; the actions are {}", names().collect::<Vec<_>>().join(", "))
                }
                found => near(found),
            };
            let reason = format!("there is no action {name}{help}");
            return Err(fault(FaultKind::Action, "names an unknown action", reason, words.words[0]));
        };
        let declared = &self.task.schemas[schema.index()];
        let arguments = &words.words[1..];
        let mut objects = Vec::with_capacity(arguments.len());
        for span in arguments {
            let name = &self.text[span.range()];
            let Some(object) = self.task.objects.find(name) else {
                let reason = if name.starts_with('?') {
                    format!("{name} is a variable; a step names objects")
                } else {
                    format!("there is no object {name}{}", near(nearest(name, self.task.objects.names())))
                };
                return Err(fault(FaultKind::Object, "names an unknown object", reason, *span));
            };
            objects.push(object);
        }
        if objects.len() != declared.parameters.len() {
            let reason = super::takes(self.task, declared, objects.len());
            return Err(fault(FaultKind::Arguments, "does not fit its action", reason, words.span));
        }
        Ok(Step { schema, arguments: objects })
    }
}
