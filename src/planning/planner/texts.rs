//! From two PDDL texts to a validated plan in one call, for programs that have their PDDL in strings.

use std::fmt;

use super::{Answer, PlanError, Request, plan};
use crate::base::limits::Limits;
use crate::text::plan::cost_line;
use crate::text::task::{self, ReadError, Task};

/// A task and the result of planning for it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Planned {
    /// The task: it knows the names in the plan.
    pub task: Task,
    /// How it ended, the plan, and what the searches did.
    pub answer: Answer,
}

impl Planned {
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

impl From<ReadError> for TextsError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<PlanError> for TextsError {
    fn from(error: PlanError) -> Self {
        Self::Plan(error)
    }
}

/// Plans for a domain and a problem. "No plan" is an answer, not an error.
///
/// ```
/// use banto::limits::Limits;
/// use banto::planner::{Request, Status, plan_texts};
///
/// let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let planned = plan_texts(domain, problem, &Request::default(), &Limits::none())?;
/// assert_eq!(planned.plan_text().unwrap(), "(press)\n; cost = 1 (unit cost)\n");
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
    let task = task::read(domain, problem).map_err(TextsError::Read)?;
    let answer = plan(&task, request, limits, &())?;
    Ok(Planned { task, answer })
}
