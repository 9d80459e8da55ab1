//! `banto sokoban check`: diagnostics, then a summary line per file.
//!
//! In: level files. Out: diagnostics on standard error, summaries on standard output. Stored solutions are replayed;
//! it does not look for others.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::compare::figures::counted;
use crate::files::input;
use crate::files::levels::{lost, read};
use crate::output::first_error;
use crate::{Exit, LevelFile, LimitArguments, Output, formats, limit, output};
use banto_base::source::{Diagnostic, Severity, codes};
use banto_sokoban::Cell;
use banto_sokoban::level::{Collection, Format, Reading};
use banto_sokoban::validate::stored_faults;

/// Check level files and the solutions in them, and report all errors
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Level files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The format of the files; detected by default
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub format: Option<Format>,

    /// Print the result as JSON, one object per file
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Check, output: &Output) -> Exit {
    if let Err(exit) = input::once(command.files.iter().map(PathBuf::as_path), output) {
        return exit;
    }
    let exits = command.files.iter().map(|path| one(path, command, output).unwrap_or_else(|exit| exit));
    exits.fold(Exit::Done, Exit::or_worse)
}

fn one(path: &Path, command: &Check, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let (source, reading) = read(&LevelFile { file: path.to_owned(), format: command.format }, &run)?;
    let playable = reading.playable_levels();
    let Reading { collection: Collection { levels, .. }, diagnostics, about, .. } = reading;
    let mut found: Vec<(Option<usize>, Diagnostic)> = about.into_iter().zip(diagnostics).collect();
    for (index, level) in levels.iter().enumerate().filter(|(index, _)| playable[*index]) {
        let faults = stored_faults(level, &run.limits);
        let faults = faults.map_err(run.stopped("stopped while replaying solutions"))?;
        found.extend(faults.into_iter().map(|fault| (Some(index), fault)));
        let is_error = |(about, one): &(Option<usize>, Diagnostic)| {
            *about == Some(index) && one.severity() == Severity::Error
        };
        if !found.iter().any(is_error) {
            found.extend(lost(level).map(|fault| (Some(index), fault)));
        }
    }
    found.sort_by_key(|(_, one)| one.span().start);
    // In a collection, people look for the number of a level, and editors for a line.
    for (about, one) in &mut found {
        if let Some(index) = about.filter(|_| levels.len() > 1) {
            one.message = format!("{}: {}", levels[index].heading(index + 1), one.message);
        }
    }
    let diagnostics: Vec<Diagnostic> = found.into_iter().map(|(_, one)| one).collect();
    output.diagnostics(&diagnostics, &[&source]);
    let exit = exit(&diagnostics);
    if command.json {
        let errors = diagnostics.iter().filter(|one| one.severity() == Severity::Error).count();
        output.object(serde_json::json!({
            "file": source.name(),
            "status": exit.status(),
            "exit": exit.code(),
            "message": first_error(&diagnostics).map(|fault| &fault.message),
            "levels": levels.len(),
            "errors": errors,
            "warnings": diagnostics.len() - errors,
        }));
        return Ok(exit);
    }
    let counts = Output::counts(&diagnostics);
    if exit != Exit::Done {
        output.talk(&format!("not ok: {}", counts.unwrap_or_default()));
        return Ok(exit);
    }
    let boxes: usize = levels.iter().map(|level| level.count(Cell::has_box)).sum();
    let warned = counts.map(|counts| format!(" ({counts})")).unwrap_or_default();
    let name = if command.files.len() > 1 { format!("{}: ", source.name()) } else { String::new() };
    output.data(&format!(
        "{name}ok: {}, {}{warned}\n",
        counted(levels.len(), "level", "levels"),
        counted(boxes, "box", "boxes")
    ));
    Ok(exit)
}

/// The exit code for a file. A board without a solution is distinguished from a level that is not a board, as solvers
/// do.
fn exit(diagnostics: &[Diagnostic]) -> Exit {
    let proofs = [codes::E0305, codes::E0311, codes::E0314];
    let mut errors = diagnostics.iter().filter(|one| one.severity() == Severity::Error).peekable();
    if errors.peek().is_some() && errors.all(|one| proofs.contains(&one.code)) {
        return Exit::Unsolvable;
    }
    output::exit(diagnostics)
}
