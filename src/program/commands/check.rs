//! `banto check`: diagnostics, then a summary line.
//!
//! In: files. Out: diagnostics on standard error, and the summary on standard output. The checks themselves are in
//! `pddl`, `task` and `game`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::Args;

use crate::files::fixes::Trial;
use crate::files::{find_domain, input, one_file, save};
use crate::output::first_error;
use crate::{Exit, Output, ResultArguments, Run, limit, output};
use banto_base::source::{Code, Diagnostic, Severity, SourceText};
use banto_text::{language, pddl, task};

#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
/// Check a PDDL domain, or a domain and a problem, and report all errors
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The domain file, or - for standard input; or a problem, if banto is to find its domain
    pub domain: PathBuf,

    /// The problem file, or - for standard input
    pub problem: Option<PathBuf>,

    /// Also check that the task is a two-player game
    #[arg(long)]
    pub game: bool,

    /// Count a warning as an error: its code, or `warnings` for all; several with commas, or repeated
    #[arg(long, value_name = "CODE", value_parser = denied, value_delimiter = ',')]
    pub deny: Vec<String>,

    /// Count as errors the warnings about writing that other planners refuse: W0001 and W01..
    #[arg(long)]
    pub strict: bool,

    /// First make all fixes that are sure, in the files themselves
    #[arg(long, conflicts_with = "watch")]
    pub fix: bool,

    /// Check again whenever a file changes, until interrupted
    #[arg(long)]
    pub watch: bool,

    #[command(flatten)]
    pub result: ResultArguments,
}

/// The code of a warning, or `warnings`.
fn denied(text: &str) -> Result<String, String> {
    match Code::find(text).filter(|code| code.severity() == Severity::Warning) {
        Some(code) => Ok(code.id.to_owned()),
        None if text == ALL => Ok(text.to_owned()),
        None => Err("not the code of a warning; `banto explain` lists all codes".to_owned()),
    }
}

/// The name for all warnings in `--deny`.
const ALL: &str = "warnings";

/// How often `--watch` looks at the files.
const PERIOD: Duration = Duration::from_millis(200);

pub(crate) fn run(command: &Check, output: &Output) -> Result<Exit, Exit> {
    let mut files = std::iter::once(&command.domain).chain(&command.problem).map(PathBuf::as_path);
    input::once(files.clone(), output)?;
    if (command.watch || command.fix) && files.any(input::is_standard) {
        let what = if command.fix { "fixed: fixes change files" } else { "watched" };
        return Err(output.usage(&format!("standard input cannot be {what}")));
    }
    if !command.watch {
        return once(command, output, &mut Vec::new());
    }
    let mut watched: Vec<PathBuf> =
        std::iter::once(&command.domain).chain(&command.problem).cloned().collect();
    loop {
        let mut before = stamps(&watched);
        let mut looked_at = watched.clone();
        let _ = once(command, output, &mut looked_at);
        if looked_at != watched {
            before = stamps(&looked_at);
            watched = looked_at;
        }
        output.talk("watching; press Ctrl-C to stop");
        while stamps(&watched) == before {
            std::thread::sleep(PERIOD);
        }
        output.talk("");
    }
}

fn stamps(files: &[PathBuf]) -> Vec<Option<(SystemTime, u64)>> {
    let stamp = |path: &PathBuf| {
        let data = std::fs::metadata(path).ok()?;
        Some((data.modified().ok()?, data.len()))
    };
    files.iter().map(stamp).collect()
}

/// Checks once. A domain found beside a problem is watched too.
fn once(command: &Check, output: &Output, looked_at: &mut Vec<PathBuf>) -> Result<Exit, Exit> {
    let run = limit::of(&command.result.limits, output);
    let (domain, problem) = match &command.problem {
        Some(problem) => (command.domain.clone(), Some(problem.clone())),
        None => match find_domain::problem_alone(&command.domain, "check DOMAIN PROBLEM", &run)? {
            Some((domain, problem)) => {
                *looked_at = vec![domain.clone(), problem.clone()];
                (domain, Some(problem))
            }
            None if command.game => return Err(output.usage("--game needs a domain and a problem")),
            None => (command.domain.clone(), None),
        },
    };
    if command.fix {
        fix(command, &domain, problem.as_deref(), &run)?;
    }
    checked(command, &domain, problem.as_deref(), &run)
}

/// Makes the sure fixes in the files on the command line. What cannot be read as text is left as it is.
fn fix(command: &Check, domain: &Path, problem: Option<&Path>, run: &Run<'_>) -> Result<(), Exit> {
    let other = problem.filter(|path| *path != domain);
    let paths: Vec<&Path> = std::iter::once(domain).chain(other).collect();
    let (read, faults) = texts(domain, other, run)?;
    if !faults.is_empty() {
        return Ok(());
    }
    let texts: Vec<String> = read.iter().map(|text| text.text().to_owned()).collect();
    let is_named = |path: &&Path| *path == command.domain || command.problem.as_deref() == Some(*path);
    let may_change: Vec<bool> = paths.iter().map(is_named).collect();
    let is_both = paths.len() == 1 && one_file::halves(&texts[0]).is_some();
    let Some(trial) = Trial::new(Some(texts[0].clone()), texts[1..].to_vec(), is_both) else {
        run.output.talk("nothing is fixed: the files are too large for fixes to be tried out");
        return Ok(());
    };
    let fixed = trial.fixed(&may_change);
    for ((path, before), after) in paths.iter().zip(&texts).zip(fixed.texts()) {
        if before != after {
            save::write(run.output, path, after)?;
            for (line, column, was, is) in differences(before, after) {
                let change = match (was.as_str(), is.as_str()) {
                    ("", is) => format!("added {is}"),
                    (was, "") => format!("{was} left out"),
                    (was, is) => format!("{was} → {is}"),
                };
                run.output.talk(&format!("fixed {}:{line}:{column}: {change}", path.display()));
            }
        }
    }
    let mut is_any_closed = false;
    for (slot, (path, after)) in paths.iter().zip(fixed.texts()).enumerate() {
        let name = path.display();
        let text = SourceText::new(name.to_string(), after.clone());
        for (span, reason, is_closed) in fixed.unfixed(slot, &may_change) {
            is_any_closed |= is_closed;
            let (line, column) = text.line_column(span.start);
            run.output.talk(&format!("not fixed: {name}:{line}:{column}: {reason}"));
        }
    }
    if is_any_closed {
        let named: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        run.output.talk(&format!("help: to fix both files: banto check --fix {}", named.join(" ")));
    }
    Ok(())
}

/// Where two texts differ: of each line, or of both as a whole if lines were added, the words from the first that
/// differs to the last, with the place of the first.
fn differences(before: &str, after: &str) -> Vec<(usize, usize, String, String)> {
    let [was, is] = [before, after].map(|text| text.lines().collect::<Vec<_>>());
    if was.len() != is.len() {
        return difference(1, before, after).into_iter().collect();
    }
    let lines = was.into_iter().zip(is).enumerate();
    lines.filter_map(|(index, (was, is))| difference(index + 1, was, is)).collect()
}

fn difference(line: usize, was: &str, is: &str) -> Option<(usize, usize, String, String)> {
    let (span, text) = language::changed(was, is, 0)?;
    let is_end = |letter: char| letter.is_whitespace() || "()".contains(letter);
    let start = was[..span.range().start].rfind(is_end).map_or(0, |at| at + 1);
    let rest = &was[span.range().end..];
    let end = rest.find(is_end).unwrap_or(rest.len());
    let inside = [&was[start..span.range().start], &rest[..end]];
    let words = |changed: &str| {
        let whole = format!("{}{changed}{}", inside[0], inside[1]);
        let words: Vec<&str> = whole.split_whitespace().collect();
        let lines = whole.trim().lines().count();
        if words.len() <= 10 {
            return words.join(" ");
        }
        let rest = if lines > 1 { format!("({lines} lines)") } else { words[words.len() - 1].to_owned() };
        format!("{} ... {rest}", words[..5].join(" "))
    };
    let above = was[..start].matches('\n').count();
    let column = was[..start].chars().rev().take_while(|letter| *letter != '\n').count() + 1;
    Some((line + above, column, words(&was[span.range()]), words(&text)))
}

/// The texts, and what is wrong with their bytes.
fn texts(
    domain: &Path,
    problem: Option<&Path>,
    run: &Run<'_>,
) -> Result<(Vec<SourceText>, Vec<Diagnostic>), Exit> {
    Ok(match problem {
        Some(problem) => {
            let (texts, faults) = crate::files::load::texts(domain, problem, run)?;
            (Vec::from(texts), faults)
        }
        None => {
            let (text, fault) = input::read_and_warn(domain, run)?;
            (vec![text], fault.into_iter().collect())
        }
    })
}

fn checked(command: &Check, domain: &Path, problem: Option<&Path>, run: &Run<'_>) -> Result<Exit, Exit> {
    let stopped = run.stopped("stopped while checking");
    let (texts, faults) = texts(domain, problem, run)?;
    let is_bad = |fault: &Diagnostic, file| fault.file == file && fault.severity() == Severity::Error;
    let readable = |file: usize| texts.get(file).filter(|_| !faults.iter().any(|fault| is_bad(fault, file)));
    let tree = readable(0).map(|text| pddl::parse_domain_within(text, &run.limits));
    let tree = tree.transpose().map_err(stopped)?;
    let problem_tree = readable(1).map(|text| pddl::parse_problem_within(text, &run.limits));
    let problem_tree = problem_tree.transpose().map_err(stopped)?;
    let is_hidden = tree.as_ref().is_some_and(|tree| tree.tree.is_none())
        || problem_tree.as_ref().is_some_and(|tree| tree.tree.is_none());
    let mut resolved = match (tree, problem_tree) {
        (Some(tree), problem_tree) if problem_tree.is_some() || problem.is_none() => {
            task::resolve_within(&tree, problem_tree.as_ref(), &run.limits).map_err(stopped)?
        }
        // One of the files is not even text: the shape of the other can still be checked.
        (tree, problem_tree) => {
            let problem = problem_tree.into_iter().flat_map(|tree| tree.diagnostics);
            let domain = tree.into_iter().flat_map(|tree| tree.diagnostics);
            let diagnostics = domain.chain(problem.map(|fault| fault.moved_to(1))).collect();
            task::Resolved { task: None, diagnostics }
        }
    };
    let mut found = match (&resolved.task, texts.get(1)) {
        (Some(_), Some(problem)) if command.game => {
            // Reading the game finds them again, and a large file may have one per line.
            resolved.diagnostics = Vec::new();
            super::game::faults(&texts[0], problem, &run.limits).map_err(stopped)?
        }
        _ => resolved.diagnostics,
    };
    if let (Some(task), [domain, problem], false) = (&resolved.task, &texts[..], command.game) {
        found.extend(banto_games::board(domain, problem, task).1);
    }
    // A large file may have one per line, so they are not moved.
    found.splice(..0, faults);
    let faults = found;
    run.output.diagnostics(&faults, &texts.iter().collect::<Vec<_>>());
    let is_denied = |fault: &&Diagnostic| {
        fault.severity() == Severity::Warning
            && (command.strict && fault.code.is_about_writing()
                || command.deny.iter().any(|code| code == ALL || code == fault.code.id))
    };
    let denied: BTreeSet<&str> = faults.iter().filter(is_denied).map(|fault| fault.code.id).collect();
    let denied: Vec<&str> = denied.into_iter().collect();
    let exit = match output::exit(&faults) {
        Exit::Done if !denied.is_empty() => Exit::Input,
        exit => exit,
    };
    let counts = Output::counts(&faults);
    // A task that is not a game may be a valid task, but that was not the question.
    let summary = resolved.task.as_ref().filter(|_| exit == Exit::Done).map(task::Task::summary);
    if command.result.json {
        let mut object = json(exit, resolved.task.as_ref(), &faults, &denied);
        object["files"] = texts.iter().map(SourceText::name).collect();
        run.output.object(object);
    } else if let Some(summary) = summary {
        let warned = counts.map(|counts| format!(" ({counts})")).unwrap_or_default();
        run.output.data(&format!("ok: {summary}{warned}\n"));
    } else if let Some(counts) = counts.filter(|_| run.output.is_for_people()) {
        let denied =
            if denied.is_empty() { String::new() } else { format!("; denied: {}", denied.join(", ")) };
        let hides = |fault: &Diagnostic| ("E0001".."E0007").contains(&fault.code.id);
        let more = if is_hidden && faults.iter().any(hides) {
            "; the rest is checked when this is mended"
        } else {
            ""
        };
        run.output.talk(&format!("not ok: {counts}{denied}{more}"));
    }
    Ok(exit)
}

fn json(exit: Exit, task: Option<&task::Task>, faults: &[Diagnostic], denied: &[&str]) -> serde_json::Value {
    let count = |severity| faults.iter().filter(|fault| fault.severity() == severity).count();
    let mut object = serde_json::json!({
        "status": if exit == Exit::Done { "ok" } else { "error" },
        "exit": exit.code(),
        "message": first_error(faults).map(|fault| &fault.message),
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "denied": denied,
    });
    if let Some(task) = task {
        object["domain"] = task.domain.as_str().into();
        object["problem"] = task.problem.as_str().into();
        object["types"] = (task.types.len() - 1).into();
        object["predicates"] = task.predicates.len().into();
        object["actions"] = task.schemas.len().into();
        object["axioms"] = task.axioms.len().into();
        object["objects"] = task.objects.len().into();
        object["facts"] = task.init.len().into();
    }
    object
}
