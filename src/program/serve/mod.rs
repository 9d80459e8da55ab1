//! `banto serve`: the workbench, a page in a browser with this program behind it.
//!
//! In: a folder whose files the page may read and write. Out: a server on the loopback interface, whose address is
//! printed and opened. `http` answers requests and says which are refused, `assets` has what the page is made of,
//! `page` keeps the conversation with one open page: questions of editors go to the language server (`lsp/`), work goes
//! to commands in processes of their own (`runs`, in the same way as the calls of `mcp/`), and `folder` reads and
//! writes files. Nothing is answered here that a command or the language server can answer.

mod assets;
mod folder;
mod http;
mod page;
mod runs;

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use clap::Args;

use super::flags::{number, units};
use super::mcp::Allowed;
use super::{Exit, Output, reason};
use crate::base::system::browser;
use folder::Folder;
use runs::Turns;

/// The port, unless another is asked for or this one is taken: addresses that were kept lead back to the page.
const PORT: u16 = 2468;

/// How many connections may be open: those that only load files or say nothing, and pages.
const MOST_CONNECTIONS: usize = 400;
const MOST_PAGES: usize = 32;

/// How many documents that runs have made are kept, and their bytes.
const MOST_DOCUMENTS: usize = 32;
const MOST_BYTES: usize = 64 << 20;

/// How long it may take to send something on.
const WRITING: Duration = Duration::from_secs(10);

/// The stack of a thread that reads a request or waits for a run.
const STACK: usize = 512 << 10;

/// How long the server waits if the system gives it no connection.
const PAUSE: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
pub(super) struct Serve {
    /// The folder whose files the page may open and save
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,

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
}

/// What all connections share.
struct Shared<'a> {
    allowed: Allowed,
    folder: Folder<'a>,
    address: SocketAddr,
    /// What pages have to know, if anyone on the network can ask.
    token: Option<String>,
    turns: Turns,
    documents: Mutex<VecDeque<(String, Arc<str>)>>,
    connections: AtomicUsize,
    pages: AtomicUsize,
}

impl Shared<'_> {
    fn documents(&self) -> MutexGuard<'_, VecDeque<(String, Arc<str>)>> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a document of a run; returns its name, which ends as that of its file. The oldest ones go.
    fn keep(&self, file: &str, text: String) -> String {
        let name = format!("{}-{file}", secret());
        let mut documents = self.documents();
        documents.push_back((name.clone(), text.into()));
        let bytes = |all: &VecDeque<(String, Arc<str>)>| all.iter().map(|one| one.1.len()).sum::<usize>();
        while documents.len() > MOST_DOCUMENTS || (documents.len() > 1 && bytes(&documents) > MOST_BYTES) {
            documents.pop_front();
        }
        name
    }
}

/// One of so many, until it is dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(taken: &'a AtomicUsize, most: usize) -> Option<Self> {
        let place = Self(taken);
        (taken.fetch_add(1, Ordering::Relaxed) < most).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A word that nobody can guess.
fn secret() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    format!("{:032x}", u128::from_ne_bytes(bytes))
}

pub(super) fn run(command: &Serve, output: &Output) -> Exit {
    let cannot = |what: &str, error: &std::io::Error| {
        output.error(&format!("{what}: {}", reason(error)));
        Exit::Input
    };
    let root = match command.folder.canonicalize() {
        Ok(root) if root.is_dir() => root,
        Ok(_) => {
            output.error(&format!("{} is not a folder", command.folder.display()));
            return Exit::Input;
        }
        Err(error) => return cannot(&format!("cannot open {}", command.folder.display()), &error),
    };
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return cannot("the server cannot start", &error),
    };
    let listener = match listen(command) {
        Ok(listener) => listener,
        Err(error) => {
            let exit = cannot("the server cannot start", &error);
            output.help("--port 0 takes any port that is free");
            return exit;
        }
    };
    let address = match listener.local_addr() {
        Ok(address) => address,
        Err(error) => return cannot("the server cannot start", &error),
    };
    let token = command.host.map(|_| secret());
    let shown = token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let shown = format!("http://{address}/{shown}");
    let allowed = Allowed { program, root: None, time: command.time_limit, memory: command.memory_limit };
    let shared = Shared {
        allowed,
        folder: Folder::new(root, output),
        address,
        token,
        turns: Turns::default(),
        documents: Mutex::default(),
        connections: AtomicUsize::new(0),
        pages: AtomicUsize::new(0),
    };
    output.data(&format!("{shown}\n"));
    if let Some(exit) = output.without_reader() {
        return exit;
    }
    output.talk("the workbench is at this address; Ctrl-C ends it");
    if !command.no_open {
        browser::open(&shown);
    }
    serve(&listener, &shared)
}

/// Binds the address. A port that was not asked for may be taken.
fn listen(command: &Serve) -> std::io::Result<TcpListener> {
    let ip = command.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    match (command.port, TcpListener::bind(SocketAddr::new(ip, command.port.unwrap_or(PORT)))) {
        (None, Err(error)) if error.kind() == ErrorKind::AddrInUse => {
            TcpListener::bind(SocketAddr::new(ip, 0))
        }
        (_, bound) => bound,
    }
}

/// Accepts connections until the process is ended.
fn serve(listener: &TcpListener, shared: &Shared<'_>) -> Exit {
    std::thread::scope(|scope| {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(PAUSE);
                continue;
            };
            let Some(place) = Place::take(&shared.connections, MOST_CONNECTIONS) else {
                http::refuse_all(stream);
                continue;
            };
            let answer = move || {
                let _place = place;
                // A fault of one connection is not the end of the others.
                let _ = std::panic::catch_unwind(AssertUnwindSafe(|| http::answer(stream, shared)));
            };
            let thread = Builder::new().name("connection".to_owned()).stack_size(STACK);
            if thread.spawn_scoped(scope, answer).is_err() {
                std::thread::sleep(PAUSE);
            }
        }
    })
}
