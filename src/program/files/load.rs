//! Reads a domain and a problem into a task. Errors are printed; warnings about what the model means are kept for who
//! prints a plan, and only `check` prints the others.
//!
//! In: two files. Out: texts and task, or an exit code.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::definition::Definition;
use super::one_file::Texts;
use super::{find_domain, input, one_file};
use crate::output::first_error;
use crate::{Exit, Output, Run, TaskFiles};
use banto_base::source::{Diagnostic, MessageFormat, Renderer, Severity, SourceText, sha256};
use banto_games::{self as games, Board};
use banto_text::plan::{self, ReadError, Step};
use banto_text::task::Task;
use banto_text::{pddl, task};

/// A task and the texts its spans point into.
pub(crate) struct Loaded {
    pub(crate) task: Task,
    pub(crate) domain: SourceText,
    pub(crate) problem: SourceText,
    /// Warnings that the model may not mean what was intended.
    pub(crate) warnings: Vec<Diagnostic>,
}

impl Loaded {
    /// The files that were read, each with the digest of its text.
    pub(crate) fn inputs(&self) -> Vec<[String; 2]> {
        let (domain, problem) = (&self.domain, &self.problem);
        if domain.name() == problem.name() {
            let halves = [domain.text(), problem.text()];
            return vec![[problem.name().to_owned(), sha256(&one_file::whole(halves))]];
        }
        [domain, problem].map(digested).to_vec()
    }
}

/// A file and the digest of its text.
pub(crate) fn digested(text: &SourceText) -> [String; 2] {
    [text.name().to_owned(), sha256(text.text().as_bytes())]
}

/// The texts of a domain and a problem, and what is wrong with their bytes.
pub(crate) fn texts(domain: &Path, problem: &Path, run: &Run<'_>) -> Result<Texts, Exit> {
    let are_standard = input::is_standard(domain) && input::is_standard(problem);
    if are_standard && !find_domain::holds_both(domain, run)? {
        return Err(run.output.usage("only one of the two files can be standard input"));
    }
    if domain == problem
        && let Some(texts) = one_file::read(domain, run)?
    {
        return Ok(texts);
    }
    let kind = |path: &Path| match find_domain::defined(path)? {
        Definition::Domain(_) => Some("domain"),
        Definition::Problem(_) => Some("problem"),
    };
    // What has the sections of the other kind is only called wrongly, which its reading says at its place.
    let has = |path: &Path, sections: [&str; 2]| -> Result<bool, Exit> {
        let (text, _) = input::read(path, run)?;
        Ok(sections.iter().any(|section| text.text().contains(section)))
    };
    let is_called_wrongly = |what: &str| match what {
        "problem" => has(domain, ["(:action", "(:predicates"]),
        _ => has(problem, ["(:init", "(:goal"]),
    };
    if let Some(what) = kind(domain).filter(|what| kind(problem) == Some(what))
        && (domain == problem || !is_called_wrongly(what)?)
        && !find_domain::holds_both(domain, run)?
        && !find_domain::holds_both(problem, run)?
    {
        let (first, second) = (domain.display(), problem.display());
        return Err(run.output.usage(&if domain == problem {
            format!("{first} is given twice, and defines only a {what}")
        } else {
            format!("{first} and {second} are both {what}s; a domain and a problem are needed")
        }));
    }
    let (domain, fault) = input::read_and_warn(domain, run)?;
    let (problem, other) = input::read_and_warn(problem, run)?;
    let faults = fault.into_iter().chain(other.map(|fault| fault.moved_to(1))).collect();
    Ok(([domain, problem], faults))
}

/// Prints the errors of a domain and a problem.
pub(crate) fn refuse(texts: &[SourceText; 2], mut faults: Vec<Diagnostic>, output: &Output) -> Exit {
    faults.retain(|fault| fault.severity() == Severity::Error);
    output.refuse(&faults, &texts.each_ref())
}

/// The task of a command that takes `[DOMAIN] PROBLEM`, with its files.
pub(crate) fn from_files(
    files: &TaskFiles,
    command: &str,
    run: &Run<'_>,
) -> Result<(Loaded, Vec<PathBuf>), Exit> {
    let paths = files.paths();
    let (domain, problem) = find_domain::task_files(files, command, run)?;
    let loaded = load(&domain, &problem, run).inspect_err(|_| {
        if paths.len() == 1 && domain != problem {
            let found = domain.display();
            run.output.help(&format!(
                "the domain is {found}, found beside the problem; another can be named before it"
            ));
        }
    })?;
    Ok((loaded, vec![domain, problem]))
}

/// A task, the steps of a plan if there is one, and the files that were read.
type WithPlan = (Loaded, Option<Vec<Step>>, Vec<PathBuf>);

/// The task of a command that takes `[DOMAIN] PROBLEM [PLAN]`, with the steps of the plan and the files.
pub(crate) fn with_plan(
    files: &TaskFiles,
    plan: Option<&PathBuf>,
    command: &str,
    run: &Run<'_>,
) -> Result<WithPlan, Exit> {
    let mut paths = files.paths();
    paths.extend(plan.cloned());
    let usage = format!("{command} DOMAIN PROBLEM");
    let (domain, problem, plan) = match paths.as_slice() {
        [domain, problem, plan] => (domain.clone(), problem.clone(), Some(plan.clone())),
        [] => {
            return Err(run
                .output
                .usage(&format!("a problem is needed: banto {command} [DOMAIN] PROBLEM [PLAN]")));
        }
        [problem] => {
            let (domain, problem) = find_domain::told(find_domain::beside(problem, &usage, run)?, run);
            (domain, problem, None)
        }
        [first, second, ..] => match find_domain::problem_alone(first, &usage, run)? {
            Some((domain, problem)) => (domain, problem, Some(second.clone())),
            None => (first.clone(), second.clone(), None),
        },
    };
    let loaded = load(&domain, &problem, run)?;
    let mut read = vec![domain, problem];
    let Some(path) = plan else { return Ok((loaded, None, read)) };
    let text = input::text(&path, run)?;
    let stopped = run.stopped("stopped while reading the plan");
    let steps = match plan::read_within(&loaded.task, text.text(), &run.limits).map_err(stopped)? {
        Ok(read) => read.plan.steps,
        Err(ReadError::Text(fault)) => return Err(run.output.refuse(&[*fault], &[&text])),
        Err(ReadError::Step(misfit)) => {
            run.output.error(&format!("{}: {}", text.name(), misfit.fault.message));
            return Err(Exit::Input);
        }
    };
    read.push(path);
    Ok((loaded, Some(steps), read))
}

impl Loaded {
    /// Says what `check` would say about the meaning of the model: the first warning, and how many more there are.
    pub(crate) fn warn(&self, output: &Output) {
        let [domain, problem] = [self.domain.name(), self.problem.name()];
        let files = if domain == problem { domain.to_owned() } else { format!("{domain} {problem}") };
        output.warn(&self.warnings, &[&self.domain, &self.problem], &format!("banto check {files}"));
    }

    /// The same warnings as objects.
    pub(crate) fn warnings_json(&self) -> Vec<Value> {
        let texts = [&self.domain, &self.problem];
        let renderer = Renderer::new(&texts, MessageFormat::Json, false);
        self.warnings.iter().filter_map(|one| serde_json::from_str(&renderer.render(one)).ok()).collect()
    }

    /// How states are drawn, as comments say; what is wrong with those is printed.
    pub(crate) fn board(&self, output: &Output) -> Board {
        let (board, faults) = games::board(&self.domain, &self.problem, &self.task);
        output.diagnostics(&faults, &[&self.domain, &self.problem]);
        board
    }
}

/// Reads a task, or prints its errors.
pub(crate) fn load(domain: &Path, problem: &Path, run: &Run<'_>) -> Result<Loaded, Exit> {
    let (texts, mut faults) = texts(domain, problem, run)?;
    let [domain, problem] = &texts;
    let mut found = None;
    if first_error(&faults).is_none() {
        let stopped = run.stopped("stopped while reading the task");
        let tree = pddl::parse_domain_within(domain, &run.limits).map_err(stopped)?;
        let problem_tree = pddl::parse_problem_within(problem, &run.limits).map_err(stopped)?;
        let resolved = task::resolve_within(&tree, Some(&problem_tree), &run.limits).map_err(stopped)?;
        faults = resolved.diagnostics;
        found = resolved.task;
    }
    let Some(task) = found else { return Err(refuse(&texts, faults, run.output)) };
    faults.retain(|fault| fault.code.is_about_meaning());
    let [domain, problem] = texts;
    Ok(Loaded { task, domain, problem, warnings: faults })
}
