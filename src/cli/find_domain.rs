//! Where the domain of a problem lies when the command line does not say.
//!
//! In: the files that were given. Out: a domain and a problem, or what was found instead. What is in them beyond the domain's name
//! is not known here.
//!
//! Looked at in this order: in the problem's folder `domain.pddl`, names made of the problem's own (`p01-domain.pddl`,
//! `domain-p01.pddl`) and a file named after the domain; then every other `*.pddl` there; then in the folders above `domain.pddl`
//! and a file named after the domain, also in `domains/` and in its folder of the same name as the problem's. A file counts when
//! it defines the domain that the problem names. Two files of other names that define it are a question to the user.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use super::exit::Exit;
use super::flags::TaskFiles;
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
            output.error(&format!("a problem is needed: banto {command} [DOMAIN] PROBLEM"));
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
        _ => Err(output.usage(&format!("too few files: banto {command}"))),
    }
}

/// A problem with the domain that lies beside it.
fn with_domain(problem: &Path, command: &str, output: &Output) -> Result<(PathBuf, PathBuf), Exit> {
    let name = problem.display();
    if save::is_standard(problem) {
        output.error("the domain cannot be looked for beside standard input");
        output.help(&format!("name it first: banto {command}"));
        return Err(Exit::Usage);
    }
    if is_domain(problem) {
        output.error(&format!("{name} is a domain, and a problem is needed"));
        output.help(&format!("banto {command}"));
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
    match wanted {
        None if !faults.is_empty() => {
            output.diagnostics(&faults, &[&text]);
            Err(input::exit(&faults))
        }
        wanted => match domain_of(problem, wanted.map_or("", |name| name.text)) {
            Ok(domain) => Ok((domain, problem.to_owned())),
            Err(why) => Err(why.say(problem, command, output)),
        },
    }
}

/// The problem of a command that takes a domain alone, too: where the only file is a problem, its domain is looked for. What is
/// wrong with a problem without a domain is said with it.
pub(super) fn problem_alone(path: &Path, output: &Output) -> Result<Option<(PathBuf, PathBuf)>, Exit> {
    if save::is_standard(path) || defined(path).is_none_or(|(kind, _)| kind != "problem") {
        return Ok(None);
    }
    let (text, fault) = input::read(path);
    let parsed = pddl::parse_problem(&text);
    let wanted = parsed.tree.and_then(|tree| tree.domain).map(|name| name.text);
    let faults: Vec<_> = fault.into_iter().chain(parsed.diagnostics).collect();
    let found = wanted.ok_or(None).and_then(|wanted| domain_of(path, wanted).map_err(Some));
    found.map(|domain| Some((domain, path.to_owned()))).map_err(|why| {
        output.diagnostics(&faults, &[&text]);
        let exit = why.map_or(Exit::Done, |why| why.say(path, "check DOMAIN PROBLEM", output));
        exit.or_worse(input::exit(&faults))
    })
}

/// Why there is no domain.
struct NoDomain {
    wanted: String,
    /// Files that define it, of which none is the first.
    both: Vec<String>,
    /// Files beside the problem that define another, each with its name.
    others: Vec<(String, String)>,
}

impl NoDomain {
    /// So many files are named.
    const SHOWN: usize = 3;

    fn say(&self, problem: &Path, command: &str, output: &Output) -> Exit {
        let (name, wanted) = (problem.display(), &self.wanted);
        let mut text = if self.both.is_empty() {
            format!("no file beside {name} defines the domain {wanted}")
        } else {
            format!("the domain {wanted} of {name} is defined by {}", self.both.join(" and by "))
        };
        if self.both.is_empty() && !self.others.is_empty() {
            let shown = self.others.iter().take(Self::SHOWN);
            let shown: Vec<String> = shown.map(|(file, domain)| format!("{file} defines {domain}")).collect();
            text = format!("{text}; {}", shown.join(", "));
        }
        output.error(&text);
        output.help(&format!("name it first: banto {command}"));
        Exit::Usage
    }
}

/// The domain file of a problem that wants a domain of this name.
fn domain_of(problem: &Path, wanted: &str) -> Result<PathBuf, NoDomain> {
    let folder = problem.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = problem.file_stem().unwrap_or_default().to_string_lossy();
    let mut places: Vec<PathBuf> = vec![folder.join("domain.pddl")];
    for name in ["{}-domain", "{}_domain", "domain-{}", "domain_{}"] {
        places.push(folder.join(format!("{}.pddl", name.replace("{}", &stem))));
    }
    places.push(folder.join(format!("{wanted}.pddl")));
    if let Some(place) = places.into_iter().find(|place| defines(place, wanted)) {
        return Ok(tidy(&place));
    }
    let beside = domains_in(folder);
    let (same, others): (Vec<_>, Vec<_>) =
        beside.into_iter().partition(|(_, name)| name.eq_ignore_ascii_case(wanted));
    let file = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let why = |both: &[(PathBuf, String)]| NoDomain {
        wanted: wanted.to_owned(),
        both: both.iter().map(|(path, _)| file(path)).collect(),
        others: others.iter().map(|(path, name)| (file(path), name.clone())).collect(),
    };
    match &same[..] {
        [] => above(folder, wanted).map(|place| tidy(&place)).ok_or_else(|| why(&[])),
        [(place, _)] => Ok(tidy(place)),
        both => Err(why(both)),
    }
}

/// The domains that files of a folder define, by the names of the files.
fn domains_in(folder: &Path) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pddl")));
    paths.sort();
    let found = paths.into_iter().filter_map(|path| {
        let (kind, name) = defined(&path)?;
        (kind == "domain" && path.is_file()).then_some((path, name))
    });
    found.collect()
}

/// The domain in a folder above, or in `domains/`.
fn above(folder: &Path, wanted: &str) -> Option<PathBuf> {
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
    places.into_iter().find(|place| defines(place, wanted))
}

/// A path without the folders that it leaves again, as people write it. Where a folder is a link, leaving it leads elsewhere:
/// then the path stays as it is.
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

/// What a file defines, from its beginning: `domain` or `problem`, and the name. So that a folder of large problems is looked
/// through soon, no more is read than this takes.
fn defined(path: &Path) -> Option<(String, String)> {
    const BEGINNING: u64 = 1 << 16;
    if !path.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    std::fs::File::open(path).ok()?.take(BEGINNING).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let text: String = text
        .lines()
        .map(|line| line.split(';').next().unwrap_or_default())
        .fold(String::new(), |text, line| text + line + "\n");
    let text = text.trim_start_matches('\u{feff}').replace('(', " ( ").replace(')', " ) ");
    let mut words = text.split_whitespace();
    let mut next = || words.next().map(str::to_ascii_lowercase);
    let opens = next()? == "(" && next()? == "define" && next()? == "(";
    let (kind, name) = (next()?, next()?);
    (opens && (kind == "domain" || kind == "problem") && name != ")").then_some((kind, name))
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
