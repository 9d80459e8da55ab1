//! `banto mcp`: the Model Context Protocol over standard input and output, for programs with a language model.
//!
//! In: JSON-RPC messages, one a line. Out: answers, one a line. Each call of a tool runs a command of this program in a
//! process of its own, within limits: `tools` says which, `child` runs it in a folder of `scratch`, `result` makes the
//! answer, `server` keeps the protocol. Texts come with the call, or from files in the folder that the server was
//! started in; nothing else is read.

mod child;
mod edits;
mod result;
mod scratch;
mod server;
pub(super) mod tools;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

pub(super) use child::{Refusal, canceled, run as run_within};
pub(super) use scratch::Workplace;

use super::flags::units;
use super::{Exit, Output, reason};
use banto_base::system::processes;

/// Serve programs with a language model: check, plan, validate and explain PDDL (Model Context Protocol)
#[derive(Debug, Args)]
pub(super) struct Mcp {
    /// The longest that a call may take
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "60s")]
    pub time_limit: Duration,

    /// The most memory that a call may use
    #[arg(long, value_name = "SIZE", value_parser = units::memory_limit, default_value = "2GiB")]
    pub memory_limit: u64,
}

/// Settings that all calls share.
pub(super) struct Allowed {
    /// The program itself.
    pub(super) program: PathBuf,
    /// The folder that files are read from, if texts may be named by paths.
    pub(super) root: Option<PathBuf>,
    /// Where calls have their folders, if any are carried out here.
    pub(super) place: Option<Arc<Workplace>>,
    pub(super) time: Duration,
    pub(super) memory: u64,
}

impl Allowed {
    pub(super) fn memory_flag(&self) -> String {
        format!("--memory-limit={}MiB", self.memory >> 20)
    }
}

pub(super) fn run(command: &Mcp, output: &Output) -> Exit {
    let here = processes::program()
        .and_then(|program| Ok((program, std::env::current_dir()?.canonicalize()?, Workplace::new()?)));
    let (program, root, place) = match here {
        Ok(here) => here,
        Err(error) => {
            output.error(&format!("the server cannot start: {}", reason(&error)));
            return Exit::Input;
        }
    };
    let (root, place) = (Some(root), Some(place));
    server::run(
        &Allowed { program, root, place, time: command.time_limit, memory: command.memory_limit },
        output,
    )
}
