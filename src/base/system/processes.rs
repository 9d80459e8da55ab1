//! A script in processes of its own: what all of them use, and their end. And the number of this process, and the file
//! that starts its program.
//!
//! In: a script for a POSIX shell. Out: what the shell and everything that it has begun have used, also what has left
//! its group, its session or its parent; an error where no such shell is known. On Linux, orphans come back to this
//! process, which must therefore have no other children; elsewhere they are lost.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

/// The file that starts this program, where it runs inside another one.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The file that starts this program.
pub fn program() -> io::Result<PathBuf> {
    PROGRAM.get().cloned().map_or_else(std::env::current_exe, Ok)
}

/// Says that this program runs inside another one, and which file starts it. The first word counts.
pub fn started_by(file: PathBuf) {
    let _ = PROGRAM.set(file);
}

/// The number of this process; 0 where there are no processes.
pub fn id() -> u32 {
    if cfg!(target_family = "wasm") { 0 } else { std::process::id() }
}

/// What processes have used.
#[derive(Clone, Copy, Debug, Default)]
pub struct Used {
    /// Time of the processor; while they run, in ticks of the system for those that have not been waited for.
    pub cpu: Duration,
    /// The most bytes that they held in memory together at a time when one looked, or that one of them had held by
    /// then; of what has ended, the most that one ever held, if that is more than this process holds itself. Of
    /// what took less than 100 ms and held less, nothing is known.
    pub peak: Option<u64>,
}

/// How the shell ended: with a code, or by a signal.
#[derive(Clone, Copy, Debug)]
pub enum Ended {
    Code(i32),
    Signal(i32),
}

/// Runs a script until its shell ends, or until `is_enough`, which is asked whenever the run has become a fourth
/// longer, and 50 times a second at least; then ends what it has begun. What the script writes to standard output and
/// error is lost.
pub fn run(script: &str, is_enough: &mut dyn FnMut(&Used) -> bool) -> io::Result<(Used, Option<Ended>)> {
    this::run(script, is_enough)
}

/// Whether processes that still run can be looked at, and orphans come back.
pub const IS_OPEN: bool = cfg!(target_os = "linux");

/// Makes a command not hear what the terminal tells the group of processes of this one, such as Ctrl-C.
pub fn apart(command: &mut std::process::Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

#[cfg(all(feature = "program", unix))]
mod this {
    use std::io;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process, kill_process_group, wait};

    use super::{Ended, Used};

    /// The longest time between two looks, and how long processes may take to end.
    const LOOK: Duration = Duration::from_millis(20);
    const GRACE: Duration = Duration::from_secs(10);

    pub(super) fn run(
        script: &str,
        is_enough: &mut dyn FnMut(&Used) -> bool,
    ) -> io::Result<(Used, Option<Ended>)> {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        let mut shell = Command::new("sh");
        shell.args(["-c", script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        super::apart(&mut shell);
        let shell = Pid::from_child(&shell.spawn()?);
        let (mut used, mut ended, begun) = (Used::default(), None, Instant::now());
        while ended.is_none() {
            let start = Instant::now();
            let (mut cpu, mut held, mut most) = (waited_for().cpu, None, None);
            for process in descendants() {
                cpu += process.cpu;
                // What has ended and is not waited for holds nothing.
                held = held.or((process.held > 0).then_some(0)).map(|held| held + process.held);
                most = most.max(process.most());
            }
            used = Used { cpu: used.cpu.max(cpu), peak: used.peak.max(held).max(most) };
            if is_enough(&used) {
                break;
            }
            // Looking takes little of the processor from what is looked at.
            let next = start + LOOK.min(begun.elapsed() / 4).max(9 * start.elapsed());
            while ended.is_none() && Instant::now() < next {
                match wait(WaitOptions::NOHANG)? {
                    Some((pid, status)) if pid == shell => ended = Some(of(status)),
                    Some(_) => {}
                    None => std::thread::sleep(Duration::from_millis(1)),
                }
            }
        }
        let _ = kill_process_group(shell, Signal::KILL);
        let latest = Instant::now() + GRACE;
        while Instant::now() < latest {
            for process in descendants() {
                let _ = kill_process(process.id, Signal::KILL);
            }
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) => {}
                Ok(None) => std::thread::sleep(Duration::from_millis(2)),
                Err(_) => break,
            }
        }
        let all = waited_for();
        // Between few looks, what was held may have been missed.
        let is_known = all.peak.is_some() || begun.elapsed() >= 5 * LOOK;
        let peak = used.peak.max(all.peak).filter(|_| is_known);
        Ok((Used { cpu: used.cpu.max(all.cpu), peak }, ended))
    }

    /// A shell tells of a signal to its command by a code above 128.
    fn of(status: WaitStatus) -> Ended {
        match (status.terminating_signal(), status.exit_status().unwrap_or(0)) {
            (Some(signal), _) => Ended::Signal(signal),
            (None, code @ 129..=192) => Ended::Signal(code - 128),
            (None, code) => Ended::Code(code),
        }
    }

    /// What the children that have ended have used, with theirs.
    fn waited_for() -> Used {
        let Ok(usage) = getrusage(UsageWho::RUSAGE_CHILDREN) else { return Used::default() };
        let time = usage.user_time() + usage.system_time();
        let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
        // A child begins as a copy of this process, and Linux counts that.
        let own = getrusage(UsageWho::RUSAGE_SELF).map_or(0, |usage| usage.max_rss());
        Used {
            cpu: Duration::from_micros(u64::try_from(time.num_microseconds()).unwrap_or(0)),
            peak: u64::try_from(usage.max_rss())
                .ok()
                .filter(|_| usage.max_rss() > own)
                .map(|most| most * unit),
        }
    }

    /// A process that descends from this one: its number, what it and the children that it has waited for have used,
    /// and the bytes that it holds.
    struct Process {
        id: Pid,
        cpu: Duration,
        held: u64,
    }

    impl Process {
        /// The most that it has held since its program began.
        fn most(&self) -> Option<u64> {
            let path = format!("/proc/{}/status", self.id.as_raw_nonzero());
            let text = std::fs::read_to_string(path).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
            Some(1024 * line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?)
        }
    }

    /// Those that descend from this process; none where the system does not tell.
    fn descendants() -> Vec<Process> {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let mut others: Vec<(Pid, Process)> = entries.filter_map(|entry| process(&entry.path())).collect();
        let (mut found, mut next) = (Vec::new(), 0);
        let mut parent = rustix::process::getpid();
        loop {
            found.extend(others.extract_if(.., |(above, _)| *above == parent).map(|(_, process)| process));
            let Some(Process { id, .. }) = found.get(next) else { return found };
            parent = *id;
            next += 1;
        }
    }

    /// The parent of a process, and the process, by its line of numbers: the name before them may hold anything.
    fn process(folder: &std::path::Path) -> Option<(Pid, Process)> {
        let id = folder.file_name()?.to_str()?.parse().ok().and_then(Pid::from_raw)?;
        let line = std::fs::read_to_string(folder.join("stat")).ok()?;
        let fields: Vec<&str> = line.rsplit_once(')')?.1.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        let ticks = number(11)? + number(12)? + number(13)? + number(14)?;
        let cpu = Duration::from_millis(1000 * ticks / rustix::param::clock_ticks_per_second().max(1));
        let held = number(21)? * rustix::param::page_size() as u64;
        Some((Pid::from_raw(fields.get(1)?.parse().ok()?)?, Process { id, cpu, held }))
    }
}

#[cfg(not(all(feature = "program", unix)))]
mod this {
    pub(super) fn run(
        _: &str,
        _: &mut dyn FnMut(&super::Used) -> bool,
    ) -> std::io::Result<(super::Used, Option<super::Ended>)> {
        Err(std::io::Error::other("it takes a POSIX shell"))
    }
}
