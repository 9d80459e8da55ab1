//! Finds the domain of a problem if the command line does not name one.
//!
//! In: the files on the command line. Out: a domain file and a problem file, or an error message that says what was
//! found instead. Only the beginnings of files are read, unless the problem's diagnostics are needed.
//!
//! A file counts if it defines the domain that the problem names. The search order: in the problem's folder,
//! `domain.pddl`, names derived from the problem's (`p01-domain.pddl`, `domain-p01.pddl`), a file named after the
//! domain, then every other `*.pddl`; in the folders above, `domain.pddl` and a file named after the domain, also in
//! `domains/` and in its subfolder named like the problem's folder. If two of the other `*.pddl` files define the
//! domain, the user has to choose. A file beside the problem that is meant to be its domain, but does not define it,
//! ends the search: another folder's domain is not taken instead, and if one is taken, it is named.

use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use super::definition::{Definition, definition, is};
use super::{input, one_file};
use crate::{Exit, Output, Run, TaskFiles, reason};
use banto_base::source::{Diagnostic, SourceText};
use banto_text::pddl;

/// At most this many files that define other domains are named.
const MOST_NAMED: usize = 3;

/// The domain file and the problem file.
type Files = (PathBuf, PathBuf);

/// How many folders above the problem's are searched.
const FOLDERS_ABOVE: usize = 2;

/// The domain file and the problem file of a command that takes `[DOMAIN] PROBLEM`.
pub(crate) fn task_files(files: &TaskFiles, command: &str, run: &Run<'_>) -> Result<Files, Exit> {
    match files.paths().as_slice() {
        [domain, problem] => Ok((domain.clone(), problem.clone())),
        [problem] => Ok(told(beside(problem, &format!("{command} DOMAIN PROBLEM"), run)?, run)),
        _ => Err(run.output.usage(&format!("a problem is needed: banto {command} [DOMAIN] PROBLEM"))),
    }
}

/// The domain file, the problem file and the others of `[DOMAIN] PROBLEM OTHERS`: the domain is looked for if the first
/// file is a problem.
pub(crate) fn with_others<'a>(
    files: &'a [PathBuf],
    command: &str,
    run: &Run<'_>,
) -> Result<(PathBuf, PathBuf, &'a [PathBuf]), Exit> {
    if let [both, others @ ..] = files
        && !others.is_empty()
        && holds_both(both, run)?
    {
        return Ok((both.clone(), both.clone(), others));
    }
    match files {
        [problem, others @ ..]
            if !others.is_empty() && matches!(defined(problem), Some(Definition::Problem(_))) =>
        {
            let (domain, problem) = told(beside(problem, command, run)?, run);
            Ok((domain, problem, others))
        }
        [domain, problem, others @ ..] if !others.is_empty() => Ok((domain.clone(), problem.clone(), others)),
        _ => {
            // A file that is neither is reported first: more files would not help.
            if let Some(first) =
                files.first().filter(|path| !matches!(defined(path), Some(Definition::Domain(_))))
            {
                beside(first, command, run)?;
            }
            Err(run.output.usage(&format!("too few files: banto {command}")))
        }
    }
}

/// Names a domain of another folder, unless it is where domains are kept.
pub(crate) fn told((domain, problem): Files, run: &Run<'_>) -> Files {
    let (folder, own) = (input::folder(&domain), input::folder(&problem));
    let is_kept = folder.file_name().is_some_and(|name| name == "domains");
    if !is_kept && folder.canonicalize().ok() != own.canonicalize().ok() {
        run.output.talk(&format!("the domain is {}, of another folder", domain.display()));
    }
    (domain, problem)
}

/// Whether a file defines a domain and a problem.
pub(crate) fn holds_both(path: &Path, run: &Run<'_>) -> Result<bool, Exit> {
    if input::is_stream(path) {
        let found = input::look(path, run, |text| one_file::halves(text).is_some())?;
        return Ok(found == Some(true));
    }
    let begins = defined(path).is_some();
    Ok(begins && one_file::read(path, run)?.is_some())
}

/// The only problem of a folder; `None` if it has none.
fn in_folder(folder: &Path, command: &str, output: &Output) -> Result<Option<PathBuf>, Exit> {
    let mut problems = pddl_files(folder);
    problems.retain(|path| matches!(defined(path), Some(Definition::Problem(_))));
    if problems.len() > 1 {
        let text = format!("{} is a folder with {} problems", folder.display(), problems.len());
        let command = command.split(" DOMAIN").next().unwrap_or_default();
        let help = format!("name one of them, as in banto {command} {}", problems[0].display());
        return Err(output.misused(&text, &help));
    }
    Ok(problems.pop())
}

/// A problem with the domain beside it, or in the same file; in place of the problem, its folder may be named.
pub(crate) fn beside(problem: &Path, command: &str, run: &Run<'_>) -> Result<Files, Exit> {
    if problem.is_dir()
        && let Some(problem) = in_folder(problem, command, run.output)?
    {
        return beside(&problem, command, run);
    }
    if holds_both(problem, run)? {
        return Ok((problem.to_owned(), problem.to_owned()));
    }
    let is_pipe = input::is_stream(problem);
    let defined = if is_pipe { input::look(problem, run, definition)?.flatten() } else { defined(problem) };
    let refused = match defined {
        _ if input::is_standard(problem) => "cannot look for the domain beside standard input".to_owned(),
        Some(Definition::Problem(_)) if is_pipe => {
            format!("cannot look for the domain beside {}, which is a pipe", problem.display())
        }
        Some(Definition::Domain(_)) => format!("{} is a domain, but a problem is needed", problem.display()),
        Some(Definition::Problem(Some(wanted))) => return found(problem, &wanted, command, run.output),
        _ => {
            let wanted = named(problem, run)?;
            return found(problem, &wanted, command, run.output);
        }
    };
    Err(run.output.misused(&refused, &domain_first(command)))
}

fn domain_first(command: &str) -> String {
    format!("give the domain before the problem: banto {command}")
}

fn found(problem: &Path, wanted: &str, command: &str, output: &Output) -> Result<Files, Exit> {
    match domain_of(problem, wanted, &defined) {
        Ok(domain) => Ok((domain, problem.to_owned())),
        Err(why) => Err(output.misused(&why, &domain_first(command))),
    }
}

/// A problem that is read whole: the domain that it names, its text, and what is wrong with it.
fn parsed(problem: &Path, run: &Run<'_>) -> Result<(Option<String>, SourceText, Vec<Diagnostic>), Exit> {
    let (text, fault) = input::read(problem, run)?;
    if let Some(fault) = fault {
        return Ok((None, text, vec![fault]));
    }
    let stopped = run.stopped("stopped while reading the problem");
    let parsed = pddl::parse_problem_within(&text, &run.limits).map_err(stopped)?;
    let wanted = parsed.tree.and_then(|tree| tree.domain).map(|name| name.text.to_owned());
    let faults = parsed.diagnostics;
    Ok((wanted, text, faults))
}

/// The domain that a problem names, found by reading all of it. If it names none, all errors of the problem are
/// printed.
fn named(problem: &Path, run: &Run<'_>) -> Result<String, Exit> {
    let (wanted, text, faults) = parsed(problem, run)?;
    if wanted.is_none() && !faults.is_empty() {
        return Err(run.output.refuse(&faults, &[&text]));
    }
    Ok(wanted.unwrap_or_default())
}

/// The files for a command that also takes a domain alone: `None` if the only file is not a problem.
pub(crate) fn problem_alone(path: &Path, command: &str, run: &Run<'_>) -> Result<Option<Files>, Exit> {
    if path.is_dir()
        && let Some(problem) = in_folder(path, command, run.output)?
    {
        return problem_alone(&problem, command, run);
    }
    if holds_both(path, run)? {
        return Ok(Some((path.to_owned(), path.to_owned())));
    }
    let wanted = match defined(path) {
        Some(Definition::Problem(Some(wanted))) => wanted,
        Some(Definition::Problem(None)) => named(path, run)?,
        _ => return Ok(None),
    };
    match domain_of(path, &wanted, &defined) {
        Ok(domain) => Ok(Some(told((domain, path.to_owned()), run))),
        Err(why) => {
            // The errors of the problem itself are reported as well.
            let (_, text, faults) = parsed(path, run)?;
            let exit = run.output.refuse(&faults, &[&text]);
            Err(run.output.misused(&why, &domain_first(command)).or_worse(exit))
        }
    }
}

/// A function that knows what a file defines.
type Look<'a> = &'a dyn Fn(&Path) -> Option<Definition>;

/// The domain file of a problem that wants a domain of this name, or why there is none; `look` says what files define.
pub(crate) fn domain_of(problem: &Path, wanted: &str, look: Look<'_>) -> Result<PathBuf, String> {
    let folder = input::folder(problem);
    let stem = problem.file_stem().unwrap_or_default().to_string_lossy();
    let mut places: Vec<PathBuf> = vec![folder.join("domain.pddl")];
    // The name of a problem may go on behind what it has in common with that of its domain.
    let parts = stem.match_indices(['-', '_']).map(|(at, _)| &stem[..at]);
    for stem in parts.chain([&*stem]).collect::<Vec<_>>().into_iter().rev() {
        for name in ["{}-domain", "{}_domain", "domain-{}", "domain_{}"] {
            places.push(folder.join(format!("{}.pddl", name.replace("{}", stem))));
        }
    }
    places.push(folder.join(format!("{wanted}.pddl")));
    if let Some(place) = places.iter().find(|place| defines(place, wanted, look)) {
        return Ok(tidy(place));
    }
    let beside = domains_in(folder, look);
    let (same, others): (Vec<_>, Vec<_>) =
        beside.into_iter().partition(|(_, name)| name.eq_ignore_ascii_case(wanted));
    let file = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = problem.display();
    match &same[..] {
        [] => {}
        [(place, _)] => return Ok(tidy(place)),
        both => {
            let both: Vec<String> = both.iter().map(|(path, _)| file(path)).collect();
            let both = both.join(" and by ");
            return Err(format!("the domain {wanted} of {name} is defined by {both}"));
        }
    }
    let is_own = |path: &Path| path.file_name() == problem.file_name();
    let unread = places.iter().find(|path| path.is_file() && !is_own(path) && look(path).is_none());
    let is_meant = |(path, name): &(PathBuf, String)| {
        let letters = name.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
        is(letters, wanted) || path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case(wanted))
    };
    if unread.is_none()
        && !others.iter().any(is_meant)
        && let Some(place) = above(folder, wanted, look)
    {
        return Ok(tidy(&place));
    }
    let begins = |path: &PathBuf| format!("; {} does not begin with (define (domain {wanted})", file(path));
    let unread = unread.map(begins).unwrap_or_default();
    let others = others.iter().take(MOST_NAMED).map(|(path, name)| format!("{} defines {name}", file(path)));
    let others = others.collect::<Vec<_>>().join(", ");
    let others = if others.is_empty() { others } else { format!("; {others}") };
    let fault =
        |path: PathBuf| Some(format!("; cannot read {}: {}", file(&path), reason(&File::open(&path).err()?)));
    let fault = pddl_files(folder).into_iter().find_map(fault).unwrap_or_default();
    Err(format!("no file beside {name} defines the domain {wanted}{others}{unread}{fault}"))
}

pub(crate) fn pddl_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pddl")));
    paths.sort();
    paths
}

/// The domains that files of a folder define, by file name.
fn domains_in(folder: &Path, look: Look<'_>) -> Vec<(PathBuf, String)> {
    let found = pddl_files(folder).into_iter().filter_map(|path| match look(&path)? {
        Definition::Domain(name) => Some((path, name)),
        Definition::Problem(_) => None,
    });
    found.collect()
}

/// The domain in a folder above, or in `domains/`.
fn above(folder: &Path, wanted: &str, look: Look<'_>) -> Option<PathBuf> {
    let name = folder.file_name();
    let mut above = folder.to_path_buf();
    let mut places = Vec::new();
    for _ in 0..=FOLDERS_ABOVE {
        places.push(above.join(format!("{wanted}.pddl")));
        places.push(above.join("domain.pddl"));
        places.push(above.join("domains").join(format!("{wanted}.pddl")));
        if let Some(name) = name {
            places.push(above.join("domains").join(name).join(format!("{wanted}.pddl")));
        }
        above = above.join("..");
    }
    places.into_iter().find(|place| defines(place, wanted, look))
}

/// A path without detours such as `folder/..`, as people write it. If the folder is a link, `..` leads elsewhere, so
/// the path stays as it is.
fn tidy(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        let can_leave = matches!(short.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if can_leave => {
                short.pop();
            }
            _ => short.push(part),
        }
    }
    let same =
        short.canonicalize().ok().is_some_and(|short| path.canonicalize().is_ok_and(|path| path == short));
    if same { short } else { path.to_owned() }
}

/// The definition in a file. Only the beginning is read, so a folder of large problems is searched quickly.
pub(crate) fn defined(path: &Path) -> Option<Definition> {
    const BEGINNING: u64 = 1 << 16;
    if !path.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    definition(&String::from_utf8_lossy(&bytes))
}

fn defines(path: &Path, wanted: &str, look: Look<'_>) -> bool {
    matches!(look(path), Some(Definition::Domain(name)) if is(&name, wanted))
}
