//! `banto fmt`: formats files with `pddl::format`, a domain and a problem in one file separately.
//!
//! In: files. Out: the same files, or text, or the names of those that are not formatted.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::files::{input, one_file, save};
use crate::{Exit, LimitArguments, Output, limit};

/// Format PDDL files, keeping every comment
#[derive(Debug, Args)]
pub(crate) struct Fmt {
    /// PDDL files, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Change nothing; name the files that are not formatted, and exit with 1 if there are any
    #[arg(long, conflicts_with = "stdout")]
    pub check: bool,

    /// Print the formatted text and leave the file alone
    #[arg(long)]
    pub stdout: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(crate) fn run(command: &Fmt, output: &Output) -> Exit {
    if let Err(exit) = input::once(command.files.iter().map(PathBuf::as_path), output) {
        return exit;
    }
    // An error in a file outweighs another file that is not formatted.
    let exits = command.files.iter().map(|path| one(path, command, output).unwrap_or_else(|exit| exit));
    exits.fold(Exit::Done, Exit::or_worse)
}

fn one(path: &Path, command: &Fmt, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let source = input::text(path, &run)?;
    let formatted =
        one_file::formatted(&source, &run.limits).map_err(run.stopped("stopped while formatting"))?;
    let mut formatted = formatted.map_err(|faults| output.refuse(&faults, &[&source]))?;
    if source.text().lines().next().is_some_and(|line| source.text()[line.len()..].starts_with("\r\n")) {
        formatted = formatted.replace('\n', "\r\n");
    }
    let piped = input::is_standard(path);
    let unchanged =
        std::fs::read(path).map_or(formatted == source.text(), |bytes| bytes == formatted.as_bytes());
    if command.check && !unchanged {
        output.data(&format!("{}\n", source.name()));
        return Ok(Exit::No);
    }
    if !command.check && (command.stdout || piped) {
        output.data(&formatted);
    } else if !unchanged {
        save::write(output, path, &formatted)?;
        output.talk(&format!("formatted {}", source.name()));
    }
    Ok(Exit::Done)
}
