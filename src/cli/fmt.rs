//! `banto fmt`: files in canonical form.
//!
//! In: files. Out: the same files, or text, or the names of those that are not formatted. How PDDL is laid out is not known here.

use std::path::Path;

use super::arguments::Fmt;
use super::exit::Exit;
use super::output::Output;
use super::{input, save};
use crate::pddl;

pub(super) fn run(command: &Fmt, output: &Output) -> Exit {
    let mut worst = Exit::Done;
    for path in &command.files {
        // What is wrong with a file weighs more than that another is not formatted.
        worst = worst.or_worse(one(path, command, output));
    }
    worst
}

fn one(path: &Path, command: &Fmt, output: &Output) -> Exit {
    let (source, fault) = input::read(path);
    let formatted = match fault {
        Some(fault) => Err(vec![fault]),
        None => pddl::format(&source),
    };
    let formatted = match formatted {
        Ok(formatted) => formatted,
        Err(faults) => {
            output.diagnostics(&faults, &[&source]);
            return input::exit(&faults);
        }
    };
    let piped = path.as_os_str() == "-";
    let unchanged =
        std::fs::read(path).map_or(formatted == source.text(), |bytes| bytes == formatted.as_bytes());
    if command.check {
        if unchanged {
            return Exit::Done;
        }
        Output::data(&format!("{}\n", source.name()));
        return Exit::No;
    }
    if command.stdout || piped {
        Output::data(&formatted);
        return Exit::Done;
    }
    if unchanged {
        return Exit::Done;
    }
    match save::write(path, &formatted) {
        Ok(()) => {
            Output::talk(&format!("formatted {}", source.name()));
            Exit::Done
        }
        Err(exit) => exit,
    }
}
