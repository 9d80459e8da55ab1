//! Requests to end, to stop for a while, or to go on: signals, and the events of consoles.
//!
//! - `on_end`: from now on, Ctrl-C and whatever else asks a program to end (a shutdown, a terminal or a window that is
//!   closed) sets a flag. While one of `at_once` is set, it ends the program with an exit code. What this process was
//!   told to ignore when it started, as by `nohup`, stays ignored. If they cannot be caught, they end the program as
//!   usual.
//! - `on_full_file`: has a file that outgrows what is allowed (`ulimit -f`) reported as an error where it is written.
//!   Otherwise, a signal would end the program and leave half a file behind.
//! - `suspend`: stops this program until the shell resumes it. Without a shell that could do so, nothing stops.
//! - `on_continue`: from now on, `SIGCONT` sets a flag.

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
#[cfg_attr(not(any(unix, windows)), path = "none.rs")]
mod this;

#[cfg(feature = "mpi")]
pub use this::on_continue;
pub use this::{CAN_SUSPEND, on_end, on_full_file, suspend};
