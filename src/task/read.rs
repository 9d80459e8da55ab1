//! Two texts to a task in one call: for programs whose PDDL is at hand as strings.
//!
//! In: a domain and a problem. Out: a [`Task`], or a [`ReadError`] with everything that is wrong. Warnings are left aside: who
//! wants them calls the stages one by one.

use std::fmt;

use super::{Task, resolve_within};
use crate::limits::{Limits, Stop};
use crate::pddl::{parse_domain_within, parse_problem_within};
use crate::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText};

/// Why two texts are no task. It is shown as one line for each error, with its place.
#[derive(Clone, Debug)]
pub struct ReadError {
    /// The errors. Those about the domain have file 0, those about the problem file 1.
    pub diagnostics: Vec<Diagnostic>,
    lines: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines)
    }
}

impl std::error::Error for ReadError {}

/// Reads a domain and a problem.
///
/// ```
/// use banto::task;
///
/// let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let task = task::read(domain, problem).unwrap();
/// assert_eq!(task.schemas[0].name, "press");
///
/// let error = task::read(domain, &problem.replace("(lit)", "(lti)")).unwrap_err();
/// assert_eq!(error.to_string(), "problem:1:55: error[E0202]: unknown predicate lti; did you mean lit?");
/// ```
///
/// # Errors
/// When anything makes the meaning undefined.
pub fn read(domain: &str, problem: &str) -> Result<Task, ReadError> {
    read_within(domain, problem, &Limits::none()).expect("without limits nothing stops")
}

/// The same within limits.
///
/// # Errors
/// When a limit is reached; inside, as for [`read`].
pub fn read_within(domain: &str, problem: &str, limits: &Limits) -> Result<Result<Task, ReadError>, Stop> {
    let (domain, problem) = (SourceText::new("domain", domain), SourceText::new("problem", problem));
    let trees = (parse_domain_within(&domain, limits)?, parse_problem_within(&problem, limits)?);
    let resolved = resolve_within(&trees.0, Some(&trees.1), limits)?;
    Ok(resolved.task.ok_or_else(|| {
        let mut diagnostics = resolved.diagnostics;
        diagnostics.retain(|one| one.severity() == Severity::Error);
        let texts = [&domain, &problem];
        let renderer = Renderer::new(&texts, MessageFormat::Short, false);
        let lines: String = diagnostics.iter().map(|one| renderer.render(one)).collect();
        ReadError { diagnostics, lines: lines.trim_end().to_owned() }
    }))
}
