//! The events of Windows consoles. The system calls a handler in a thread of its own, and ends the program when it
//! returns from those that cannot be refused; tokio's never does, so there are some seconds to finish.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::task::{Context, Wake, Waker};
use std::thread::{self, Thread};

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};

/// Whether the user's shell can suspend a program and resume it.
pub const CAN_SUSPEND: bool = false;

/// Wakes the thread that waits for events.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

#[allow(clippy::exit, reason = "the other threads wait for somebody else")]
pub fn on_end(end: &Arc<AtomicBool>, at_once: [&Arc<AtomicBool>; 2], code: i32) -> io::Result<()> {
    let (end, at_once) = (Arc::clone(end), at_once.map(Arc::clone));
    // Once its handlers are registered, events end the program only by what the thread does: it has to be there before.
    let (sender, registered) = mpsc::channel();
    let watch = move || {
        let handlers = || Ok((ctrl_c()?, ctrl_break()?, ctrl_close()?, ctrl_logoff()?, ctrl_shutdown()?));
        let (mut interrupt, mut stop, mut close, mut logoff, mut shutdown) = match handlers() {
            Ok(handlers) => handlers,
            Err(error) => return drop(sender.send(Err(error))),
        };
        drop(sender.send(Ok(())));
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        let mut context = Context::from_waker(&waker);
        loop {
            let happened = [
                interrupt.poll_recv(&mut context).is_ready(),
                stop.poll_recv(&mut context).is_ready(),
                close.poll_recv(&mut context).is_ready(),
                logoff.poll_recv(&mut context).is_ready(),
                shutdown.poll_recv(&mut context).is_ready(),
            ];
            if !happened.contains(&true) {
                thread::park();
                continue;
            }
            if at_once.iter().any(|flag| flag.load(Ordering::SeqCst)) {
                std::process::exit(code);
            }
            end.store(true, Ordering::SeqCst);
        }
    };
    thread::Builder::new().stack_size(1 << 16).spawn(watch)?;
    registered.recv().unwrap_or_else(|_| Err(io::ErrorKind::BrokenPipe.into()))
}

/// A full disk is an error of writing anyway.
#[allow(clippy::unnecessary_wraps, reason = "as for other systems")]
pub fn on_full_file() -> io::Result<()> {
    Ok(())
}

pub fn suspend() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(feature = "mpi")]
pub(crate) fn on_continue(_: &Arc<AtomicBool>) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
