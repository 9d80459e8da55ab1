//! From two PDDL texts to a validated plan in one call, for programs that have their PDDL in strings.

use std::fmt;

use super::{Answer, PlanError, Request, plan};
use banto_base::limits::Limits;
use banto_base::source::{Diagnostic, SourceText};
use banto_text::plan::cost_line;
use banto_text::task::{ParsedDomain, ReadError, Task};

/// A task and the result of planning for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Planned {
    /// The task: it knows the names in the plan.
    pub task: Task,
    /// How it ended, the plan, and what the searches did.
    pub answer: Answer,
    /// The warnings: those about the domain have file 0, those about the problem file 1.
    pub warnings: Vec<Diagnostic>,
}

impl Planned {
    /// The steps of the plan in PDDL; none if there is no plan.
    pub fn steps(&self) -> impl Iterator<Item = String> {
        let steps = self.answer.plan.iter().flat_map(|found| &found.plan.steps);
        steps.map(|step| self.task.show_step(step.schema, &step.arguments))
    }

    /// The cost of the plan.
    pub fn cost(&self) -> Option<u64> {
        self.answer.plan.as_ref().map(|found| found.cost)
    }

    /// The plan in the format of a plan file, with its cost in the last line.
    pub fn plan_text(&self) -> Option<String> {
        let validated = self.answer.plan.as_ref()?;
        Some(validated.plan.text(&self.task) + &cost_line(&self.task, validated.cost))
    }
}

/// Why there is no answer for two texts.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TextsError {
    /// They are not a task.
    Read(ReadError),
    /// Planning failed.
    Plan(PlanError),
}

impl fmt::Display for TextsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Plan(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TextsError {}

/// Plans for a domain and a problem. "No plan" is an answer, not an error.
///
/// ```
/// use banto::limits::Limits;
/// use banto::planner::{Request, Status, plan_texts};
///
/// let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let planned = plan_texts(domain, problem, &Request::default(), &Limits::none())?;
/// assert_eq!((planned.steps().next().unwrap(), planned.cost()), ("(press)".to_owned(), Some(1)));
/// assert_eq!(planned.warnings[0].code.id, "W0102", "an action without parameters");
///
/// let hopeless = problem.replace("(lit)", "(and (lit) (not (lit)))");
/// let planned = plan_texts(domain, &hopeless, &Request::default(), &Limits::none())?;
/// assert!(matches!(planned.answer.status, Status::Unsolvable(_)));
/// # Ok::<(), banto::planner::TextsError>(())
/// ```
///
/// # Errors
/// If the texts are not a task; and those of [`plan`].
pub fn plan_texts(
    domain: &str,
    problem: &str,
    request: &Request,
    limits: &Limits,
) -> Result<Planned, TextsError> {
    let (domain, unlimited) = (SourceText::new("domain", domain), Limits::none());
    let parsed = ParsedDomain::within(&domain, &unlimited);
    let read = parsed.and_then(|parsed| parsed.with_problem(problem, &unlimited));
    let (task, warnings) = read.expect("without limits nothing stops").map_err(TextsError::Read)?;
    let answer = plan(&task, request, limits, &()).map_err(TextsError::Plan)?;
    Ok(Planned { task, answer, warnings })
}
