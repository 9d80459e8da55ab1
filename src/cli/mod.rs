//! The command line: arguments, printing, exit codes. The only room that prints or exits.
//!
//! In: the process's arguments. Out: data on standard output, talk on standard error, and an [`Exit`].
//! Invariant: no other room prints, and nothing here knows how anything is computed.

mod arguments;
mod beside;
mod check;
mod compare;
mod exit;
mod explain;
mod fmt;
mod game;
mod ground;
mod input;
mod limit;
mod load;
mod output;
mod plan;
mod progress;
mod save;
mod sokoban;
mod units;
mod validate;

use std::process::ExitCode;

use clap::Parser;

pub use exit::{EXITS, Exit};

use arguments::{Arguments, Command};

/// Runs the program with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help and version are answers, not errors; a closed pipe behind them is nobody's fault.
            let _ = error.print();
            let code = if error.use_stderr() { Exit::Usage } else { Exit::Done };
            return code.into();
        }
    };
    let output = output::Output::new(&arguments);
    let exit = match &arguments.command {
        Command::Check(command) => check::run(command, &output),
        Command::Fmt(command) => fmt::run(command, &output),
        Command::Plan(command) => plan::run(command, &output),
        Command::Ground(command) => ground::run(command, &output),
        Command::Validate(command) => validate::run(command, &output),
        Command::Explain(command) => explain::run(command),
        Command::Sokoban(command) => sokoban::run(command, &output),
        Command::Compare(command) => compare::run(command, &output),
        Command::Game(command) => game::run(command, &output),
    };
    // What was found did not arrive: that is no success.
    if exit == Exit::Done && output::Output::is_lost() { Exit::Input.into() } else { exit.into() }
}
