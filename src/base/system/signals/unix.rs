//! Signals of Unix.

use std::io;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGXFSZ};
use signal_hook::{flag, low_level};

/// Whether the user's shell can suspend a program and resume it.
pub const CAN_SUSPEND: bool = true;

pub fn on_end(end: &Arc<AtomicBool>, at_once: [&Arc<AtomicBool>; 2], code: i32) -> io::Result<()> {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let is_ignored =
        |signal| status.as_ref().map_or_else(|| is_survived(signal), |text| is_set(text, signal));
    for signal in [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !is_ignored(*signal)) {
        for one in at_once {
            flag::register_conditional_shutdown(signal, code, Arc::clone(one))?;
        }
        flag::register(signal, Arc::clone(end))?;
    }
    Ok(())
}

/// Whether the mask of ignored signals has this one: a bit each, from signal 1.
fn is_set(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Whether a process that this one starts, and that inherits what is ignored, survives the signal: for systems without
/// `/proc`.
fn is_survived(signal: i32) -> bool {
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &format!("kill -{signal} $$")]).stdin(Stdio::null()).stdout(Stdio::null());
    shell.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

pub fn on_full_file() -> io::Result<()> {
    flag::register(SIGXFSZ, Arc::default()).map(|_| ())
}

pub fn suspend() -> io::Result<()> {
    low_level::raise(SIGTSTP)
}

#[cfg(feature = "mpi")]
pub(crate) fn on_continue(continued: &Arc<AtomicBool>) -> io::Result<()> {
    flag::register(signal_hook::consts::SIGCONT, Arc::clone(continued)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_known_with_and_without_proc() {
        // By name of the shell's: what this test inherits is not known.
        let script = "trap '' HUP; exec sh -c 'kill -1 $$; kill -15 $$'";
        let run = Command::new("/bin/sh").args(["-c", script]).status().unwrap();
        assert_eq!(std::os::unix::process::ExitStatusExt::signal(&run), Some(SIGTERM));
        let Ok(status) = std::fs::read_to_string("/proc/self/status") else { return };
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            assert_eq!(is_set(&status, signal), is_survived(signal), "{signal}");
        }
        assert!(is_set("Name: banto\nSigIgn:\t0000000000000003\n", SIGINT));
        assert!(!is_set("Name: banto\nSigIgn:\t0000000000000001\n", SIGINT));
    }
}
