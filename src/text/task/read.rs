//! Two texts to a task in one call, for programs that have their PDDL in strings.
//!
//! In: a domain and a problem. Out: a [`Task`], or a [`ReadError`] with everything that is wrong. Warnings come from a
//! [`ParsedDomain`].

use std::fmt;

use super::Task;
use super::resolve::Resolver;
use crate::pddl::{Domain, Parsed, parse_domain_within, parse_problem_within};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText};

/// Why two texts are not a task. Displayed as one line per error, with its place.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
/// If anything makes the meaning undefined.
pub fn read(domain: &str, problem: &str) -> Result<Task, ReadError> {
    read_within(domain, problem, &Limits::none()).expect("without limits nothing stops")
}

/// As [`read`], within limits.
pub fn read_within(domain: &str, problem: &str, limits: &Limits) -> Result<Result<Task, ReadError>, Stop> {
    let domain = SourceText::new("domain", domain);
    Ok(ParsedDomain::within(&domain, limits)?.with_problem(problem, limits)?.map(|read| read.0))
}

/// A domain that is parsed and resolved once, for many problems.
#[derive(Debug)]
#[non_exhaustive]
pub struct ParsedDomain<'s> {
    source: &'s SourceText,
    parsed: Parsed<Domain<'s>>,
    resolver: Resolver<'s>,
}

impl<'s> ParsedDomain<'s> {
    /// Parses and resolves a domain.
    pub fn within(source: &'s SourceText, limits: &Limits) -> Result<Self, Stop> {
        let parsed = parse_domain_within(source, limits)?;
        Ok(Self { source, resolver: Resolver::of_domain(&parsed, limits)?, parsed })
    }

    /// Reads a problem of this domain: the task, and the warnings about both.
    pub fn with_problem(
        &self,
        problem: &str,
        limits: &Limits,
    ) -> Result<Result<(Task, Vec<Diagnostic>), ReadError>, Stop> {
        let problem = SourceText::new("problem", problem);
        let parsed = parse_problem_within(&problem, limits)?;
        let resolved = self.resolver.clone().resolved(&self.parsed, Some(&parsed), limits)?;
        let mut diagnostics = resolved.diagnostics;
        Ok(resolved.task.map(|task| (task, std::mem::take(&mut diagnostics))).ok_or_else(|| {
            diagnostics.retain(|one| one.severity() == Severity::Error);
            let texts = [self.source, &problem];
            let renderer = Renderer::new(&texts, MessageFormat::Short, false);
            let lines: String = diagnostics.iter().map(|one| renderer.render(one)).collect();
            ReadError { diagnostics, lines: lines.trim_end().to_owned() }
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use super::*;

    const DOMAIN: &str =
        "(define (domain d) (:predicates (p ?x)) (:action a :parameters (?x) :effect (p ?x)))";

    /// A problem with many objects and facts, each spelled by `fact`.
    fn problem(count: usize, fact: impl Fn(usize) -> String) -> String {
        let mut text = String::from("(define (problem big) (:domain d) (:objects");
        (0..count).for_each(|number| write!(text, " o{number}").unwrap());
        text.push_str(") (:init");
        (0..count).for_each(|number| text.push_str(&fact(number)));
        text.push_str(") (:goal (p o0)))");
        text
    }

    #[test]
    fn reading_stops_at_each_limit() {
        let text = problem(20_000, |number| format!(" (p o{number})"));
        let out_of_time = Limits::none().with_time(Duration::ZERO);
        assert_eq!(read_within(DOMAIN, &text, &out_of_time).unwrap_err(), Stop::Time);
        let canceled = Limits::none().with_cancel_flag(Arc::new(AtomicBool::new(true)));
        assert_eq!(read_within(DOMAIN, &text, &canceled).unwrap_err(), Stop::Canceled);
        if banto_base::limits::resident_memory_bytes().is_some() {
            let no_room = Limits::none().with_memory(1);
            assert_eq!(read_within(DOMAIN, &text, &no_room).unwrap_err(), Stop::Memory);
        }
        assert_eq!(read(DOMAIN, &text).unwrap().init.len(), 20_000);
    }

    #[test]
    fn unknown_names_take_linear_time() {
        let text = problem(30_000, |number| format!(" (p x{number})"));
        let start = Instant::now();
        let error = read(DOMAIN, &text).unwrap_err();
        assert_eq!(error.diagnostics.len(), 30_000);
        assert!(start.elapsed() < Duration::from_mins(1), "{:?}", start.elapsed());
    }

    #[test]
    fn after_very_many_errors_the_rest_is_not_read() {
        use crate::pddl::MAX_ERRORS;
        use banto_base::source::codes;
        let unknown: fn(usize) -> String = |number| format!(" (p x{number})");
        let misshapen: fn(usize) -> String = |_| " ()".to_owned();
        for fact in [unknown, misshapen] {
            let many = read(DOMAIN, &problem(MAX_ERRORS + 1000, fact)).unwrap_err().diagnostics;
            assert!(many.len() < MAX_ERRORS + 10, "{}", many.len());
            assert_eq!(many.iter().filter(|fault| fault.code == codes::E0009).count(), 1);
        }
    }

    #[test]
    fn many_types_take_little_memory() {
        let mut names = String::new();
        (0..300_000).for_each(|number| write!(names, " t{number}").unwrap());
        let domain = format!(
            "(define (domain d) (:requirements :typing) (:types{names} - object) (:predicates (p ?x)))"
        );
        let task = read(&domain, "(define (problem p) (:domain d) (:init) (:goal (and)))").unwrap();
        assert_eq!(task.types.len(), 300_001);
    }
}
