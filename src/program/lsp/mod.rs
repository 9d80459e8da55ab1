//! `banto lsp`: the language server, over standard input and output.
//!
//! In: messages of the Language Server Protocol. Out: answers, diagnostics, progress. `language` answers questions
//! about a place; this module handles the protocol, files, and positions in lines and UTF-16 units.

#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "handlers have the shape of their table"
)]

mod check;
mod convert;
mod edits;
mod explanations;
mod grounded;
mod lines;
mod plan;
mod queries;
mod server;
mod store;
mod uri;
mod wire;

#[cfg(feature = "interactive")]
pub(super) use wire::body;

use std::io::ErrorKind;
use std::time::Duration;

use clap::Args;

use super::flags::units;
use super::{Exit, Output, reason};
use banto_base::limits::Limits;
use banto_base::system::HAS_THREADS;

/// Serve editors: diagnostics while you type, quick fixes, completion, renaming (Language Server Protocol)
#[derive(Debug, Args)]
pub(super) struct Lsp {
    /// Use standard input and output; nothing else is possible, but many editors ask for it
    #[arg(long)]
    pub stdio: bool,

    /// End when so much memory is used
    #[arg(long, hide = true, value_name = "SIZE", value_parser = units::memory_limit)]
    pub memory_limit: Option<u64>,
}

/// How often it is seen how much memory is used.
const PERIOD: Duration = Duration::from_millis(50);

/// Ends the process when it uses more memory than this.
fn end_beyond(memory: u64) -> std::io::Result<()> {
    let limits = Limits::none().with(None, Some(memory));
    let watch = move || {
        while limits.check().is_ok() {
            std::thread::sleep(PERIOD);
        }
        #[allow(clippy::exit, reason = "the other threads do not look")]
        std::process::exit(Exit::MemoryLimit.code().into());
    };
    std::thread::Builder::new().stack_size(1 << 16).spawn(watch).map(|_| ())
}

pub(super) fn run(command: &Lsp, output: &Output) -> Exit {
    let wrong = |error: &std::io::Error| {
        output.error(&format!("this is not a message of the protocol: {error}"));
        Exit::Input
    };
    if !HAS_THREADS {
        return wire::in_turns(server::run).map_or_else(|error| wrong(&error), |_| Exit::Done);
    }
    let limited = command.memory_limit.map_or(Ok(()), end_beyond);
    let (connection, threads) = match limited.and_then(|()| wire::connect()) {
        Ok(connected) => connected,
        Err(error) => {
            output.error(&format!("the server cannot start: {}", reason(&error)));
            return Exit::Input;
        }
    };
    let is_proper = server::run(&connection);
    // The threads end when no sender is left.
    drop(connection);
    match threads.join() {
        Ok(()) if is_proper => Exit::Done,
        Err(error) if error.kind() == ErrorKind::InvalidData => wrong(&error),
        ended => {
            // The protocol asks for 1 after an end without shutdown.
            let when = match ended {
                Ok(()) => "without asking for shutdown",
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => "in the middle of a message",
                Err(_) => "and reads no answers",
            };
            output.error(&format!("the editor is gone {when}"));
            Exit::No
        }
    }
}
