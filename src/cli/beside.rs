//! Where the domain of a problem lies when the command line does not say.
//!
//! Looked at in this order: in the problem's folder `domain.pddl` and names made of the problem's own (`p01-domain.pddl`,
//! `domain-p01.pddl`), then there and in the folders above a file named after the domain, also in `domains/` and in its folder
//! of the same name as the problem's. A file counts when it defines the
//! domain that the problem names.

use std::path::{Path, PathBuf};

use super::arguments::TaskFiles;
use super::exit::Exit;
use super::output::Output;
use super::{input, save};
use crate::pddl;
use crate::source::SourceText;

/// How many folders above the problem's are looked at.
const FOLDERS_ABOVE: usize = 2;

/// The domain file and the problem file of a command that takes `[DOMAIN] PROBLEM`.
pub(super) fn task_files(
    files: &TaskFiles,
    command: &str,
    output: &Output,
) -> Result<(PathBuf, PathBuf), Exit> {
    match files.paths().as_slice() {
        [domain, problem] => Ok((domain.clone(), problem.clone())),
        [problem] => with_domain(problem, &format!("{command} DOMAIN PROBLEM"), output),
        _ => {
            Output::error(&format!("a problem is needed: banto {command} [DOMAIN] PROBLEM"));
            Err(Exit::Usage)
        }
    }
}

/// The domain file, the problem file and the others of `[DOMAIN] PROBLEM OTHERS`: the domain is looked for where the first
/// file is a problem.
pub(super) fn with_others<'a>(
    files: &'a [PathBuf],
    command: &str,
    output: &Output,
) -> Result<(PathBuf, PathBuf, &'a [PathBuf]), Exit> {
    match files {
        [problem, others @ ..] if !others.is_empty() && is_problem(problem) => {
            let (domain, problem) = with_domain(problem, command, output)?;
            Ok((domain, problem, others))
        }
        [domain, problem, others @ ..] if !others.is_empty() => Ok((domain.clone(), problem.clone(), others)),
        _ => Err(Output::usage(&format!("too few files: banto {command}"))),
    }
}

/// A problem with the domain that lies beside it.
fn with_domain(problem: &Path, command: &str, output: &Output) -> Result<(PathBuf, PathBuf), Exit> {
    let name = problem.display();
    if save::is_standard(problem) {
        Output::error("the domain cannot be looked for beside standard input");
        Output::help(&format!("name it first: banto {command}"));
        return Err(Exit::Usage);
    }
    if is_domain(problem) {
        Output::error(&format!("{name} is a domain, and a problem is needed"));
        Output::help(&format!("banto {command}"));
        return Err(Exit::Usage);
    }
    let (text, fault) = input::read(problem);
    // A problem that names no domain is wrong in itself.
    let (wanted, faults) = match fault {
        Some(fault) => (None, vec![fault]),
        None => {
            let parsed = pddl::parse_problem(&text);
            (parsed.tree.and_then(|tree| tree.domain), parsed.diagnostics)
        }
    };
    if wanted.is_none() && !faults.is_empty() {
        output.diagnostics(&faults, &[&text]);
        return Err(input::exit(&faults));
    }
    domain_of(problem).map(|domain| (domain, problem.to_owned())).ok_or_else(|| {
        Output::error(&format!("there is no domain beside {name}"));
        Output::help(&format!("name it first: banto {command}"));
        Exit::Usage
    })
}

/// The domain file of a problem.
fn domain_of(problem: &Path) -> Option<PathBuf> {
    let (text, _) = SourceText::from_bytes("", std::fs::read(problem).ok()?);
    let parsed = pddl::parse_problem(&text);
    let wanted = parsed.tree.as_ref()?.domain?.text.to_owned();
    let folder = problem.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = problem.file_stem()?.to_string_lossy();
    let mut places: Vec<PathBuf> = vec![folder.join("domain.pddl")];
    for name in ["{}-domain", "{}_domain", "domain-{}", "domain_{}"] {
        places.push(folder.join(format!("{}.pddl", name.replace("{}", &stem))));
    }
    let name = folder.file_name().map(std::ffi::OsStr::to_owned);
    let mut above = folder.to_path_buf();
    for _ in 0..=FOLDERS_ABOVE {
        places.push(above.join(format!("{wanted}.pddl")));
        places.push(above.join("domain.pddl"));
        places.push(above.join("domains").join(format!("{wanted}.pddl")));
        if let Some(name) = &name {
            places.push(above.join("domains").join(name).join(format!("{wanted}.pddl")));
        }
        above = above.join("..");
    }
    places.into_iter().find(|place| defines(place, &wanted))
}

/// Whether a file defines a domain.
fn is_domain(path: &Path) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let (text, _) = SourceText::from_bytes("", bytes);
    pddl::parse_domain(&text).tree.is_some_and(|tree| !tree.name.text.is_empty())
}

/// Whether a file defines a problem.
fn is_problem(path: &Path) -> bool {
    if save::is_standard(path) {
        return false;
    }
    let Ok(bytes) = std::fs::read(path) else { return false };
    let (text, _) = SourceText::from_bytes("", bytes);
    pddl::parse_problem(&text).tree.is_some_and(|tree| tree.domain.is_some())
}

fn defines(path: &Path, wanted: &str) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let (text, _) = SourceText::from_bytes("", bytes);
    let parsed = pddl::parse_domain(&text);
    parsed.tree.is_some_and(|tree| tree.name.text.eq_ignore_ascii_case(wanted))
}
