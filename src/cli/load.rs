//! Reads a domain and a problem into a task. Errors are printed; only `check` prints warnings.
//!
//! In: two files. Out: texts and task, or an exit code.

use std::path::Path;

use super::exit::Exit;
use super::output::Output;
use super::{input, limit};
use crate::limits::Limits;
use crate::source::{Diagnostic, Severity, SourceText};
use crate::task::Task;
use crate::{pddl, task};

/// A task and the texts that its spans point into.
pub(super) struct Loaded {
    pub(super) task: Task,
    pub(super) domain: SourceText,
    pub(super) problem: SourceText,
}

/// The texts of a domain and a problem, and what keeps them from being read.
pub(super) fn texts(
    domain: &Path,
    problem: &Path,
    limits: &Limits,
    output: &Output,
) -> Result<([SourceText; 2], Vec<Diagnostic>), Exit> {
    if input::is_standard(domain) && input::is_standard(problem) {
        return Err(output.usage("only one of the two files can be standard input"));
    }
    let (domain, fault) = input::read(domain, limits, output)?;
    let (problem, other) = input::read(problem, limits, output)?;
    let faults = fault.into_iter().chain(other.map(|fault| fault.moved_to(1))).collect();
    Ok(([domain, problem], faults))
}

/// Prints the errors of a domain and a problem.
pub(super) fn refuse(texts: &[SourceText; 2], mut faults: Vec<Diagnostic>, output: &Output) -> Exit {
    faults.retain(|fault| fault.severity() == Severity::Error);
    output.diagnostics(&faults, &texts.each_ref());
    input::exit(&faults)
}

/// Reads a task, or prints what is wrong with it.
pub(super) fn load(domain: &Path, problem: &Path, limits: &Limits, output: &Output) -> Result<Loaded, Exit> {
    let (texts, mut faults) = texts(domain, problem, limits, output)?;
    let [domain, problem] = &texts;
    let mut found = None;
    if faults.is_empty() {
        let stopped = |stop| limit::stopped(output, "stopped while reading the task", stop);
        let tree = pddl::parse_domain_within(domain, limits).map_err(stopped)?;
        let problem_tree = pddl::parse_problem_within(problem, limits).map_err(stopped)?;
        let resolved = task::resolve_within(&tree, Some(&problem_tree), limits).map_err(stopped)?;
        faults = resolved.diagnostics;
        found = resolved.task;
    }
    let Some(task) = found else { return Err(refuse(&texts, faults, output)) };
    let [domain, problem] = texts;
    Ok(Loaded { task, domain, problem })
}
