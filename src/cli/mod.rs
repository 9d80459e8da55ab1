//! The command line: arguments, printing, exit codes. The only room that prints or exits.
//!
//! In: the process's arguments. Out: data on standard output, talk on standard error, and an [`Exit`].
//! Invariant: no other room prints, and nothing here knows how anything is computed.

mod arguments;
mod beside;
mod bug;
mod check;
mod compare;
mod exit;
mod explain;
mod fmt;
mod game;
mod ground;
mod help;
mod input;
mod limit;
mod load;
mod names;
mod number;
mod output;
mod pages;
mod plan;
mod progress;
mod read;
mod save;
mod shell;
mod sokoban;
mod units;
mod validate;

use std::ffi::OsString;
use std::process::ExitCode;

pub use exit::{EXITS, Exit};

use crate::planner::Judge;
use arguments::Command;
use output::Output;

/// Runs the program with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    run(std::env::args_os().collect(), crate::plan::validate).into()
}

/// Runs the program with these arguments, the first of which is its name, and with this judge of plans.
///
/// Nothing but a test has a reason to choose the judge: it shows what happens when a plan is rejected.
#[must_use]
pub fn run(arguments: Vec<OsString>, judge: Judge) -> Exit {
    let arguments = match read::arguments(arguments) {
        Ok(arguments) => arguments,
        Err(exit) => return arrived(exit),
    };
    let output = Output::new(&arguments);
    let exit = match &arguments.command {
        Command::Check(command) => check::run(command, &output),
        Command::Fmt(command) => fmt::run(command, &output),
        Command::Plan(command) => plan::run(command, &output, judge),
        Command::Ground(command) => ground::run(command, &output),
        Command::Validate(command) => validate::run(command, &output),
        Command::Explain(command) => explain::run(command),
        Command::Sokoban(command) => sokoban::run(command, &output),
        Command::Compare(command) => compare::run(command, &output),
        Command::Game(command) => game::run(command, &output),
        Command::Completions(command) => shell::completions(command),
        Command::Man(command) => shell::man(command),
    };
    if arguments.command.is_json() && !Output::has_object() {
        Output::failure(exit);
    }
    arrived(exit)
}

/// The ending, if what was found has arrived. Whatever it was, nobody can act on it otherwise.
fn arrived(exit: Exit) -> Exit {
    if exit != Exit::Fault && Output::is_lost() { Exit::Input } else { exit }
}
