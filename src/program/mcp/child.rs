//! One call as a process of its own: it can be ended at any time, and its faults and its memory are not the server's.
//!
//! In: a command line, texts. Out: what the command printed, within bounds. The process and its folder do not outlive
//! the call; should the server be killed, the end of its input ends the process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::Allowed;
use super::edits::Texts;
use crate::base::system::files;
use crate::program::{Exit, reason};

const MOST_READ: u64 = 32 << 20;

/// How often a call looks whether it is canceled.
const PERIOD: Duration = Duration::from_millis(20);

/// The time for a command to end by itself after its time limit.
const GRACE: Duration = Duration::from_secs(5);

/// Why a request has no result: a code of JSON-RPC, and a sentence.
pub(in crate::program) struct Refusal(pub(in crate::program) i64, pub(in crate::program) String);

/// The exit code and the output of a command.
pub(in crate::program) struct Ran {
    pub(in crate::program) code: i32,
    pub(in crate::program) out: String,
    pub(in crate::program) err: String,
}

/// A call that was carried out: what the command printed, the texts that it was given, and its folder.
pub(in crate::program) struct Done {
    pub(in crate::program) ran: Ran,
    pub(super) texts: Texts,
    pub(in crate::program) folder: Scratch,
}

/// Why a canceled call has no answer, if it gets one.
pub(in crate::program) fn canceled() -> Refusal {
    Refusal(-32800, "canceled".to_owned())
}

fn failed(error: &io::Error) -> Refusal {
    Refusal(-32603, format!("the command cannot run: {}", reason(error)))
}

/// The folder of one call; it goes with the call.
pub(in crate::program) struct Scratch(PathBuf);

impl Scratch {
    pub(super) fn new() -> Result<Self, Refusal> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = files::cache_folder().unwrap_or_else(std::env::temp_dir).join("banto-mcp");
        let folder = folder.join(format!("{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| failed(&error))?;
        Ok(Self(folder))
    }

    /// Writes a text, for the command to read.
    pub(super) fn put(&self, name: &str, text: &str) -> Result<(), Refusal> {
        std::fs::write(self.0.join(name), text).map_err(|error| failed(&error))
    }

    /// A text that the command has written, if it has.
    pub(in crate::program) fn get(&self, name: &str) -> Option<String> {
        std::fs::read_to_string(self.0.join(name)).ok()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs a command of this program on texts in a folder. `heard` gets each line of its output.
pub(super) fn run(
    arguments: &[String],
    script: Option<&str>,
    folder: &Scratch,
    (allowed, cancel): (&Allowed, &AtomicBool),
    heard: &mut dyn FnMut(&str),
) -> Result<Ran, Refusal> {
    let mut child = start(&allowed.program, arguments, &folder.0).map_err(|error| failed(&error))?;
    let ran = listen(&mut child, script, (allowed, cancel), heard);
    let _ = child.kill();
    let status = child.wait().map_err(|error| failed(&error))?;
    let (out, err, is_late) = ran?;
    let code = if is_late { i32::from(Exit::TimeLimit.code()) } else { status.code().unwrap_or(70) };
    Ok(Ran { code, out, err })
}

fn start(program: &Path, arguments: &[String], folder: &Path) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// The output of a command on both streams, and whether it took too long.
fn listen(
    child: &mut Child,
    script: Option<&str>,
    (allowed, cancel): (&Allowed, &AtomicBool),
    heard: &mut dyn FnMut(&str),
) -> Result<(String, String, bool), Refusal> {
    let end = Instant::now() + allowed.time + GRACE;
    let (mut input, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (sender, receiver) = mpsc::channel();
    let lines = |stream: Option<Box<dyn Read + Send>>, is_talk: bool| {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let Some(stream) = stream else { return };
            let mut stream = BufReader::new(stream.take(MOST_READ));
            let mut line = Vec::new();
            while stream.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
                if sender.send((is_talk, String::from_utf8_lossy(&line).into_owned())).is_err() {
                    return;
                }
                line.clear();
            }
        })
    };
    let _ = lines(out.map(|out| Box::new(out) as _), false);
    let _ = lines(err.map(|err| Box::new(err) as _), true);
    drop(sender);
    if let (Some(script), Some(mut input)) = (script, input.take_if(|_| script.is_some())) {
        // A command that has ended already says why.
        let _ = input.write_all(script.as_bytes());
    }
    let (mut out, mut err) = (String::new(), String::new());
    loop {
        match receiver.recv_timeout(PERIOD) {
            Ok((true, line)) => err.push_str(&line),
            Ok((false, line)) => {
                heard(&line);
                out.push_str(&line);
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if cancel.load(Ordering::Relaxed) {
            return Err(canceled());
        }
        if Instant::now() > end {
            return Ok((out, err, true));
        }
    }
    // Both streams are closed: it ends now.
    let _ = child.wait();
    Ok((out, err, false))
}
