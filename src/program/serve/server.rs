//! The server of pages: connections to the loopback interface.
//!
//! In: an address to listen at, a folder. Out: answers until the process is ended. A fault of one connection is not the
//! end of the others, and there are only so many of each kind: whoever has waited longest gives way to who comes.

use std::collections::VecDeque;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Weak};
use std::thread::Builder;
use std::time::Duration;

use super::folder::{Folder, Root};
use super::shared::{STACK, Shared, secret};
use super::{Serve, http};
use crate::mcp::Allowed;
use crate::{Exit, Output, reason};
use banto_base::limits::Limits;
use banto_base::system::{browser, machine};

/// The port, unless another is asked for or this one is taken: addresses that were kept lead back to the page.
const PORT: u16 = 2468;

/// How many connections may be open beside those of pages: those that load files, and those that say nothing.
const MOST_CONNECTIONS: usize = 400;

/// How long the server waits if the system gives it no connection.
const PAUSE: Duration = Duration::from_millis(50);

/// Serves a folder.
pub(super) fn run(command: &Serve, root: Root, allowed: Allowed, output: &Output) -> Exit {
    let cannot = |error: &std::io::Error| {
        output.error(&format!("the server cannot start: {}", reason(error)));
        Exit::Input
    };
    let listener = match listen(command) {
        Ok(listener) => listener,
        Err(error) => {
            let exit = cannot(&error);
            output.help(match error.kind() {
                ErrorKind::AddrNotAvailable => "--host takes an address of this machine, such as 127.0.0.1",
                _ => "--port 0 takes any port that is free",
            });
            return exit;
        }
    };
    let address = match listener.local_addr() {
        Ok(address) => address,
        Err(error) => return cannot(&error),
    };
    let token = command.host.map(|_| secret());
    let shown = token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
    let shown = format!("http://{address}/{shown}");
    let shared =
        Shared::new(allowed, Folder::new(root, output, Limits::none().within_machine()), address, token);
    output.data(&format!("{shown}\n"));
    if let Some(exit) = output.without_reader() {
        return exit;
    }
    output.talk("the workbench is at this address; Ctrl-C ends it");
    if command.host.is_some() {
        output.talk("whoever has the address can open and save the files of the folder");
    }
    if address.ip().is_unspecified() {
        let ip = address.ip();
        output.talk(&format!(
            "{ip} stands for all addresses of this machine: others write one of those instead"
        ));
    }
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
    let mut open: VecDeque<Weak<TcpStream>> = VecDeque::new();
    // Pages and their processes need files, too.
    let most =
        machine::most_open_files().map_or(MOST_CONNECTIONS, |files| MOST_CONNECTIONS.min(files / 2).max(1));
    std::thread::scope(|scope| {
        loop {
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(PAUSE);
                continue;
            };
            let stream = Arc::new(stream);
            open.retain(|one| one.strong_count() > 0);
            let is_full = open.len() >= most;
            if let Some(oldest) = is_full.then(|| open.pop_front()?.upgrade()).flatten() {
                // A browser is answered within milliseconds.
                let _ = oldest.shutdown(Shutdown::Both);
            }
            open.push_back(Arc::downgrade(&stream));
            let answer = move || {
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
