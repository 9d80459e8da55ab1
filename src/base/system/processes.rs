//! A command in a group of processes of its own: how much memory the group holds, and its end.
//!
//! In: a script for a POSIX shell. Out: a child, to be waited for; an error where no such shell is known. And the
//! number of this process.

use std::io;
use std::process::Child;

/// The number of this process; 0 where there are no processes.
pub(crate) fn id() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// Starts a script. What it writes to standard output and error is lost.
pub(crate) fn start(script: &str) -> io::Result<Child> {
    this::start(script)
}

/// Ends all processes of the group, and waits for the first.
pub(crate) fn end(child: &mut Child) {
    this::end(child);
    let _ = child.wait();
}

/// The bytes that all processes of the group hold in memory; `None` where the system does not tell.
pub(crate) fn resident(child: &Child) -> Option<u64> {
    let group = child.id().to_string();
    let mut sum = None;
    for process in std::fs::read_dir("/proc").ok()?.flatten() {
        let Ok(status) = std::fs::read_to_string(process.path().join("status")) else { continue };
        let field = |name: &str| {
            let value = status.lines().find_map(|line| line.strip_prefix(name))?;
            value.split_whitespace().next()
        };
        if field("NSpgid:") == Some(&group)
            && let Some(kilobytes) = field("VmRSS:").and_then(|number| number.parse::<u64>().ok())
        {
            sum = Some(sum.unwrap_or(0) + (kilobytes << 10));
        }
    }
    sum
}

#[cfg(unix)]
mod this {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    pub(super) fn start(script: &str) -> io::Result<Child> {
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.process_group(0).spawn()
    }

    /// Signals to groups need another program, or unsafe code.
    pub(super) fn end(child: &Child) {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
}

#[cfg(not(unix))]
mod this {
    use std::io;
    use std::process::Child;

    pub(super) fn start(_: &str) -> io::Result<Child> {
        Err(io::Error::other("it takes a POSIX shell"))
    }

    pub(super) fn end(child: &mut Child) {
        let _ = child.kill();
    }
}
