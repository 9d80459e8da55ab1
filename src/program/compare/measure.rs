//! A command measured from outside, by a process of this program that has nothing else to do: its children are those
//! of the command, so what they have used is told apart from other runs.
//!
//! In: a script in a file, limits. Out: what all processes of the script have used, and how it ended; between the two
//! processes, one line of JSON. When the process that asked is gone, the script is ended, too.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use banto_base::limits::{Limits, Stop, Taken};
use banto_base::system::processes::{self, Ended, Used};

/// By the clock, a run may take this many times its limit on processor time, and a second: it may wait without end.
const CLOCK: u32 = 10;

/// The limit by the clock, in words.
pub(super) fn clock_words() -> String {
    format!("{CLOCK} times the time limit by the clock")
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
    /// Whether the time is that of the processor, or by the clock.
    pub(crate) is_cpu: bool,
}

impl Most {
    /// The longest time by the clock.
    pub(super) fn clock(&self) -> Option<Duration> {
        self.time.map(|time| if self.is_cpu { CLOCK * time + Duration::from_secs(1) } else { time })
    }
}

/// How a command ended, and what it has used: what one of the processes tells the other.
#[derive(Serialize, Deserialize)]
pub(super) struct Measured {
    time: Duration,
    cpu: Duration,
    pub(super) peak: Option<u64>,
    /// The limit that ended it: of time, by the clock, of memory; or that somebody canceled it.
    pub(super) stop: Option<String>,
    pub(super) code: Option<i32>,
    pub(super) signal: Option<i32>,
}

impl Measured {
    pub(super) const fn taken(&self) -> Taken {
        Taken { time: self.time, cpu: Some(self.cpu) }
    }
}

/// Runs the script of a file in a process of this program.
///
/// # Errors
/// Why it cannot run, in words.
pub(super) fn measured(script: &Path, most: Most, cancel: &Limits) -> Result<Measured, String> {
    let mut command = Command::new(processes::program().map_err(|error| error.to_string())?);
    processes::apart(&mut command);
    command
        .args(["compare", "--until-eof", "--measured", if most.is_cpu { "cpu" } else { "wall" }])
        .arg(script);
    if let Some(time) = most.time {
        command.arg(format!("--time-limit={}s", time.as_secs_f64()));
    }
    if let Some(memory) = most.memory {
        command.arg(format!("--memory-limit={memory}B"));
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let mut input = child.stdin.take();
    while let Ok(None) = child.try_wait() {
        if cancel.look().is_err() {
            drop(input.take());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let mut line = String::new();
    child.stdout.take().map(|mut out| out.read_to_string(&mut line));
    serde_json::from_str(&line).unwrap_or_else(|_| Err("the process that measures it ended".to_owned()))
}

/// The folder of a run: of this process, and of each run in it.
pub(super) const FOLDER: &str = "banto-external-";

/// Whether a script lies in the folder of a run, as nobody else names one.
fn is_of_run(script: &Path) -> bool {
    let name = script.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with(FOLDER)) && script.ends_with("script")
}

/// Runs the script of a file in this process. Out: the line on what it has used.
pub(crate) fn run(script: &Path, most: Most, cancel: &AtomicBool) -> String {
    let start = Instant::now();
    let mut stop = None;
    let is_over = |used: Duration, most: Option<Duration>| most.is_some_and(|most| used > most);
    let ended = std::fs::read_to_string(script).and_then(|text| {
        processes::run(&text, &mut |used| {
            stop = if cancel.load(Ordering::Relaxed) {
                Some(Stop::Canceled.to_string())
            } else if most.is_cpu && is_over(used.cpu, most.time)
                || !most.is_cpu && is_over(start.elapsed(), most.time)
            {
                Some(Stop::Time.to_string())
            } else if is_over(start.elapsed(), most.clock()) {
                Some(clock_words())
            } else {
                most.memory.filter(|most| used.peak > Some(*most)).map(|_| Stop::Memory.to_string())
            };
            stop.is_some()
        })
    });
    // Whoever asked may be gone, and then nobody else deletes the files of the run.
    if let Some(folder) =
        script.parent().filter(|_| stop == Some(Stop::Canceled.to_string()) && is_of_run(script))
    {
        let _ = std::fs::remove_dir_all(folder);
    }
    let told = ended.map_err(|error| error.to_string()).map(|(Used { cpu, peak }, ended)| {
        let (code, signal) = match ended {
            Some(Ended::Code(code)) => (Some(code), None),
            Some(Ended::Signal(signal)) => (None, Some(signal)),
            None => (None, None),
        };
        Measured { time: start.elapsed(), cpu, peak, stop, code, signal }
    });
    serde_json::to_string(&told).unwrap_or_default() + "\n"
}
