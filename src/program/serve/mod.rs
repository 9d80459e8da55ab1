//! `banto serve`: the workbench, a page in a browser with this program behind it.
//!
//! In: a folder whose files the page may read and write. Out: the page, and answers to what it asks. What it asks is
//! the same wherever the program runs: questions of editors go to the language server (`lsp/`), `runs` says which
//! command of the program a run is, and `folder` reads and writes files. Nothing is answered here that a command or the
//! language server can answer. Between the page and these there is one of two:
//!
//! - `server`, on the loopback interface: `http` answers requests and says which are refused, `assets` has what the
//!   page is made of, `conversation` talks with one open page and runs commands in processes of their own, in
//!   the same way as the calls of `mcp/`, when it is their turn (`turns`); `language` is the process of its language
//!   server. `shared` is what all connections share, `timed` a deadline of one.
//! - the browser itself, where the program is WebAssembly in the workers of the page (`page/engine.js`): each question
//!   and each run is a program that starts, answers and ends there, `ask` tells it what its command line is, and the
//!   folder is kept by the browser. `assets` writes the page for that.

mod ask;
mod folder;
mod runs;

#[cfg(feature = "interactive")]
mod assets;
#[cfg(feature = "interactive")]
mod conversation;
#[cfg(feature = "interactive")]
mod http;
#[cfg(feature = "interactive")]
mod language;
#[cfg(feature = "interactive")]
mod server;
#[cfg(feature = "interactive")]
mod shared;
#[cfg(feature = "interactive")]
mod timed;
#[cfg(feature = "interactive")]
mod turns;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use self::folder::Root;
use super::flags::{number, units};
use super::mcp::{Allowed, Workplace};
use super::{Exit, Output, reason};
use banto_base::system::{files, processes};

/// Open the workbench in a browser: write models, plan, ask why and step; play and race Sokoban levels
#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The folder whose files the page may open and save, or several files and folders
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub paths: Vec<PathBuf>,

    /// The port; 0 for any that is free. By default 2468, or any if that is taken
    #[arg(long, value_name = "N", value_parser = number::whole::<u16>(..))]
    pub port: Option<u16>,

    /// Serve this address of the machine to others as well; the page then needs the token that is part of its address
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<IpAddr>,

    /// Print the address, and do not open it in a browser
    #[arg(long)]
    pub no_open: bool,

    /// The longest that a run may take
    #[arg(long, value_name = "TIME", value_parser = units::time, default_value = "5m")]
    pub time_limit: Duration,

    /// The most memory that a run may use
    #[arg(long, value_name = "SIZE", value_parser = units::memory_limit, default_value = "2GiB")]
    pub memory_limit: u64,

    /// Answer one request of a page, from standard input
    #[arg(long, hide = true)]
    pub ask: bool,

    /// Write what the page is made of into this folder, for a site whose engine runs in the browser
    #[arg(long, hide = true, value_name = "FOLDER")]
    pub site: Option<PathBuf>,
}

pub(super) fn run(command: &Serve, output: &Output) -> Exit {
    #[cfg(feature = "interactive")]
    if let Some(folder) = &command.site {
        return assets::write(folder, output);
    }
    let cannot = |what: &str, error: &std::io::Error| {
        output.error(&format!("{what}: {}", reason(error)));
        Exit::Input
    };
    let mut paths = Vec::new();
    for path in &command.paths {
        match files::real(path) {
            Ok(real) if real.is_dir() || folder::is_known(&real) => paths.push(real),
            Ok(_) => {
                output
                    .error(&format!("{} is neither a folder nor a file that the page opens", path.display()));
                return Exit::Input;
            }
            Err(error) => return cannot(&format!("cannot open {}", path.display()), &error),
        }
    }
    let Some(root) = Root::of(paths) else {
        output.error("these files and folders are on different drives");
        return Exit::Input;
    };
    let mut allowed = Allowed {
        program: PathBuf::new(),
        root: None,
        place: None,
        time: command.time_limit,
        memory: command.memory_limit,
    };
    if command.ask {
        return ask::run(root, &allowed, output);
    }
    match processes::program().and_then(|program| Ok((program, Workplace::new()?))) {
        Ok((program, place)) => (allowed.program, allowed.place) = (program, Some(place)),
        Err(error) => return cannot("the server cannot start", &error),
    }
    #[cfg(feature = "interactive")]
    return server::run(command, root, allowed, output);
    #[cfg(not(feature = "interactive"))]
    Exit::Unsupported
}
