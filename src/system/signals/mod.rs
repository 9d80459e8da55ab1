//! What asks this program to end, to stop for a while, or to go on: signals, and the events of consoles.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as this;
#[cfg(windows)]
use windows as this;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Whether the user's shell can suspend a program and resume it.
pub(crate) const CAN_SUSPEND: bool = this::CAN_SUSPEND;

/// From now on, Ctrl-C and whatever else asks a program to end (a shutdown, a terminal or a window that is closed) sets
/// `flag`. While one of `at_once` is set, it ends the program with this exit code. What this process was told to ignore
/// when it started, as by `nohup`, stays ignored.
pub(crate) fn on_end(flag: &Arc<AtomicBool>, at_once: [&Arc<AtomicBool>; 2], code: i32) {
    // If they cannot be caught, they end the program at once, as usual.
    let _ = this::on_end(flag, at_once, code);
}

/// Has a file that outgrows what is allowed (`ulimit -f`) reported as an error where it is written. Otherwise, a signal
/// would end the program and leave half a file behind.
pub(crate) fn on_full_file() {
    let _ = this::on_full_file();
}

/// Stops this program until the shell resumes it. Without a shell that could do so, nothing stops.
pub(crate) fn suspend() -> io::Result<()> {
    this::suspend()
}

/// From now on, `SIGCONT` sets this flag.
#[cfg(feature = "mpi")]
pub(crate) fn on_continue(flag: &Arc<AtomicBool>) {
    let _ = this::on_continue(flag);
}
