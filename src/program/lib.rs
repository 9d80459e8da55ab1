//! The command line: arguments, printing, exit codes.
//!
//! In: the process's arguments. Out: data on standard output, messages on standard error, and an [`Exit`].
//! Invariant: only this module ends the process, and only this module prints, apart from the interactive screens of
//! `terminal/`, which draw on the terminal themselves.

#![cfg_attr(
    not(feature = "interactive"),
    allow(dead_code, unused_imports, reason = "some of the program needs a terminal")
)]

mod arguments;
mod command;
mod command_line;
mod commands;
#[doc(hidden)]
pub mod compare;
mod drawing;
mod exit;
mod files;
mod flags;
mod help;
mod limit;
mod lsp;
mod mcp;
mod mpi_launcher;
mod output;
mod pages;
mod ranks;
mod reports;
mod serve;
#[doc(hidden)]
pub mod terminal;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

pub use exit::{EXITS, Exit};
// What most commands need.
use files::levels::{LevelFile, Strict, formats, sound};
use files::load::{Loaded, load};
use files::which_levels::ChosenLevels;
use flags::{LimitArguments, OUTPUT, ResultArguments, TaskFiles, When};
use limit::Run;
use output::os_error::reason;
use output::progress::Progress;

use banto_base::system::{processes, signals};
use banto_planning::planner::Validator;
use command::Around;
use output::Output;

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    run(banto_base::system::console::arguments(), banto_text::plan::validate).into()
}

/// Runs the program inside of another one, with these arguments, the first of which is the file that starts it, and
/// writes all that it has to say before it returns its exit code.
pub fn main_within(arguments: Vec<OsString>) -> u8 {
    arguments.first().into_iter().for_each(|file| processes::started_by(file.into()));
    let exit = run(arguments, banto_text::plan::validate);
    let _ = std::io::stdout().flush();
    exit.code()
}

/// Runs the program with these arguments, the first of which is its name, and with this validator of plans.
///
/// Only a test has a reason to choose the validator: to see what happens when a plan is rejected.
#[doc(hidden)]
pub fn run(arguments: Vec<OsString>, validator: Validator) -> Exit {
    let start = Instant::now();
    let (arguments, matches, is_json) = match command_line::read(arguments) {
        Ok(read) => read,
        Err(_) if mpi_launcher::is_silent() => return Exit::Done,
        Err(exit) => return exit,
    };
    let _ = signals::on_full_file();
    let output = Output::new(arguments.message_format, arguments.color, arguments.all_messages, start);
    let around = Around { output: &output, validator, program: help::command };
    let result = command::run(arguments::rows(), &matches, &around);
    let exit = result.unwrap_or_else(|exit| exit);
    if output.few_threads().load(Ordering::Relaxed) {
        output.talk("the system has fewer threads available than --threads asks for");
    }
    if is_json && !output.has_object() {
        output.failure(exit);
    }
    output.event(
        "end",
        serde_json::json!({ "status": exit.status(), "exit": exit.code(), "message": output.why() }),
    );
    if mpi_launcher::is_silent() && exit != Exit::Fault {
        return Exit::Done;
    }
    // Whatever the answer was, it is useless unless it arrived.
    output.without_reader().filter(|_| exit != Exit::Fault).unwrap_or(exit)
}
