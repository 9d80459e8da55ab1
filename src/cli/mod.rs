//! The command line: arguments, printing, exit codes.
//!
//! In: the process's arguments. Out: data on standard output, messages on standard error, and an [`Exit`].
//! Invariant: only this module ends the process, and only this module prints, apart from the interactive screens of
//! `terminal/`, which draw on the terminal themselves.

mod arguments;
mod check;
mod command_line;
mod compare;
mod definition;
mod dot;
mod downward_search;
mod exit;
mod explain;
mod fault_report;
mod find_domain;
mod flags;
mod fmt;
mod game;
mod ground;
mod help;
mod input;
mod levels;
mod limit;
mod load;
mod lsp;
mod mpi_launcher;
mod names;
mod number;
mod one_file;
mod os_error;
mod output;
mod pages;
mod plan;
mod plan_history;
mod plan_json;
mod plan_list;
mod plan_page;
mod progress;
mod ranks;
mod reasons;
mod reductions;
mod save;
mod shell;
mod sokoban;
mod step;
mod stream;
mod tuning;
mod units;
mod validate;
mod why;

use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub use exit::{EXITS, Exit};
// What most commands need.
use flags::{LimitArguments, OUTPUT, ResultArguments, TaskFiles, When};
use levels::{LevelFile, OneLevel, WhichLevel, choose, formats, playable, which_level};
use limit::Run;
use load::{Loaded, load};
use os_error::reason;
use progress::Progress;

use crate::planner::Validator;
use crate::system::signals;
use arguments::Command;
use output::Output;

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    run(crate::system::console::arguments(), crate::plan::validate).into()
}

/// Runs the program with these arguments, the first of which is its name, and with this validator of plans.
///
/// Only a test has a reason to choose the validator: to see what happens when a plan is rejected.
pub fn run(arguments: Vec<OsString>, validator: Validator) -> Exit {
    let start = Instant::now();
    let (arguments, is_json) = match command_line::read(arguments) {
        Ok(read) => read,
        Err(_) if mpi_launcher::is_silent() => return Exit::Done,
        Err(exit) => return exit,
    };
    let _ = signals::on_full_file();
    let output = Output::new(arguments.message_format, arguments.color, arguments.all_messages, start);
    let result = match &arguments.command {
        Command::Check(command) => check::run(command, &output),
        Command::Fmt(command) => Ok(fmt::run(command, &output)),
        Command::Plan(command) => {
            ranks::together(&output, |network| plan::run(command, &output, validator, network))
        }
        Command::Ground(command) => ground::run(command, &output),
        Command::Step(command) => step::run(command, &output),
        Command::Validate(command) => Ok(validate::run(command, &output)),
        Command::Why(command) => why::run(command, &output),
        Command::Explain(command) => Ok(explain::run(command, &output)),
        Command::Lsp(command) => Ok(lsp::run(command, &output)),
        Command::Sokoban(command) => sokoban::run(command, &output),
        Command::Compare(command) => compare::run(command, &output),
        Command::Game(command) => game::run(command, &output),
        Command::Completions(command) => Ok(shell::completions(command, help::command(), &output)),
        Command::Man(command) => shell::man(command, help::command(), &output),
    };
    let exit = result.unwrap_or_else(|exit| exit);
    if output.few_threads().load(Ordering::Relaxed) {
        output.talk("the system has fewer threads available than --threads asks for");
    }
    if is_json && !output.has_object() {
        output.failure(exit);
    }
    if mpi_launcher::is_silent() && exit != Exit::Fault {
        return Exit::Done;
    }
    // Whatever the answer was, it is useless unless it arrived.
    output.without_reader().filter(|_| exit != Exit::Fault).unwrap_or(exit)
}
