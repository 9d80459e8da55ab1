//! `banto fmt`: formats files with `pddl::format`.
//!
//! In: files. Out: the same files, or text, or the names of those that are not formatted.

use std::path::{Path, PathBuf};

use clap::Args;

use super::exit::Exit;
use super::flags::LimitArguments;
use super::output::Output;
use super::{input, limit, save};
use crate::pddl;

#[derive(Debug, Args)]
pub(super) struct Fmt {
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

pub(super) fn run(command: &Fmt, output: &Output) -> Exit {
    let mut worst = Exit::Done;
    for path in &command.files {
        // What is wrong with a file weighs more than that another is not formatted.
        worst = worst.or_worse(one(path, command, output));
    }
    worst
}

fn one(path: &Path, command: &Fmt, output: &Output) -> Exit {
    let limits = limit::of(&command.limits, output);
    let (source, fault) = match input::read(path, &limits, output) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    let formatted = match fault {
        Some(fault) => Err(vec![fault]),
        None => match pddl::format_within(&source, &limits) {
            Ok(formatted) => formatted,
            Err(stop) => return limit::stopped(output, "stopped while formatting", stop),
        },
    };
    let formatted = match formatted {
        Ok(formatted) => formatted,
        Err(faults) => {
            output.diagnostics(&faults, &[&source]);
            return input::exit(&faults);
        }
    };
    let piped = input::is_standard(path);
    let unchanged =
        std::fs::read(path).map_or(formatted == source.text(), |bytes| bytes == formatted.as_bytes());
    if command.check {
        if unchanged {
            return Exit::Done;
        }
        output.data(&format!("{}\n", source.name()));
        return Exit::No;
    }
    if command.stdout || piped {
        output.data(&formatted);
        return Exit::Done;
    }
    if unchanged {
        return Exit::Done;
    }
    match save::write(output, path, &formatted) {
        Ok(()) => {
            output.talk(&format!("formatted {}", source.name()));
            Exit::Done
        }
        Err(exit) => exit,
    }
}
