//! `banto sokoban check`: diagnostics, then a summary line per file.
//!
//! In: level files. Out: diagnostics on standard error, summaries on standard output. Stored solutions are replayed;
//! it does not look for others.

use clap::Args;

use crate::compare::figures::counted;
use crate::files::levels::{LevelFiles, exit, lost, read};
use crate::output::first_error;
use crate::{Exit, LevelFile, LimitArguments, Output, limit};
use banto_base::source::{Diagnostic, Severity, Span, codes};
use banto_sokoban::level::{Collection, Reading};
use banto_sokoban::validate::stored_faults;
use banto_sokoban::{Cell, Level, Met};

/// Check level files and the solutions in them, and report all errors
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub source: LevelFiles,

    /// Print the result as JSON, one object per file
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Check, output: &Output) -> Result<Exit, Exit> {
    let files = command.source.each(output)?;
    let mut all = AllFiles { is_one: files.len() == 1, met: Met::default() };
    let exits = files.iter().map(|file| one(file, &mut all, command, output).unwrap_or_else(|exit| exit));
    Ok(exits.fold(Exit::Done, Exit::or_worse))
}

/// What is known of all files.
struct AllFiles {
    is_one: bool,
    /// The levels, each with its file, its number and its place there.
    met: Met<(String, usize, Span)>,
}

impl AllFiles {
    /// What is to be said of a level that was there before.
    fn again(&mut self, level: &Level, number: usize, file: &str) -> Option<Diagnostic> {
        let ((first, earlier, place), lies) =
            self.met.again(level, (file.to_owned(), number, level.place))?;
        let (is_here, of) = (first == file, if first == file { "" } else { " of " });
        let first = if is_here { "" } else { first.as_str() };
        let message = format!("the level is level {earlier}{of}{first} again{lies}");
        let found = codes::W0303.at(level.place, message).label("this level");
        let found = if is_here { found.second(*place, "it is here first") } else { found };
        Some(found.help("`banto sokoban convert FILES --to sok --unique` writes all without those"))
    }
}

fn one(file: &LevelFile, all: &mut AllFiles, command: &Check, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let (source, reading) = read(file, &run)?;
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
        if !all.is_one || levels.len() > 1 {
            run.limits.check().map_err(run.stopped("stopped while comparing levels"))?;
            found.extend(all.again(level, index + 1, source.name()).map(|fault| (Some(index), fault)));
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
    let name = if all.is_one { String::new() } else { format!("{}: ", source.name()) };
    output.data(&format!(
        "{name}ok: {}, {}{warned}\n",
        counted(levels.len(), "level", "levels"),
        counted(boxes, "box", "boxes")
    ));
    Ok(exit)
}
