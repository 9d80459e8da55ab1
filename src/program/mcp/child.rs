//! One call as a process of its own: it can be ended at any time, and its faults and its memory are not the server's.
//!
//! In: a command line, texts. Out: what the command printed, within bounds. The process and its folder do not outlive
//! the call; should the server be killed, the end of its input ends the process.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::Allowed;
use super::edits::Texts;
use super::scratch::Scratch;
use crate::commands::sokoban::best_solutions;
use crate::{Exit, reason};

/// How much of a stream or a file is read, in bytes.
pub(super) const MOST_READ: u64 = 32 << 20;

/// How often a call looks whether it is canceled.
const PERIOD: Duration = Duration::from_millis(20);

/// The time for a command to end by itself after its time limit.
const GRACE: Duration = Duration::from_secs(5);

/// Why a request has no result: a code of JSON-RPC, and a sentence.
pub(crate) struct Refusal(pub(crate) i64, pub(crate) String);

/// The exit code and the output of a command.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A call that was carried out: what the command printed, the texts that it was given, and its folder.
pub(crate) struct Done {
    pub(crate) ran: Ran,
    pub(super) texts: Texts,
    pub(crate) folder: Scratch,
}

/// Why a canceled call has no answer, if it gets one.
pub(crate) fn canceled() -> Refusal {
    Refusal(-32800, "canceled".to_owned())
}

pub(super) fn failed(error: &io::Error) -> Refusal {
    Refusal(-32603, format!("the command cannot run: {}", reason(error)))
}

/// Runs a command of this program on texts in a folder. `heard` gets each line of its output.
pub(crate) fn run(
    arguments: &[String],
    script: Option<&str>,
    folder: &Scratch,
    (allowed, cancel): (&Allowed, &AtomicBool),
    heard: &mut dyn FnMut(&str),
) -> Result<Ran, Refusal> {
    let mut child = start(&allowed.program, arguments, folder.folder()).map_err(|error| failed(&error))?;
    let is_canceled = || cancel.load(Ordering::Relaxed) || folder.is_over();
    let ran = listen(&mut child, script, (allowed, &is_canceled), heard);
    let _ = child.kill();
    let status = child.wait().map_err(|error| failed(&error))?;
    let (out, err, is_late) = ran?;
    let code = if is_late { i32::from(Exit::TimeLimit.code()) } else { status.code().unwrap_or(70) };
    Ok(Ran { code, out, err })
}

fn start(program: &Path, arguments: &[String], folder: &Path) -> io::Result<Child> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("NO_COLOR", "1");
    // A name from the folder of the server, in which the command does not run.
    if let Some(path) = std::env::var_os(best_solutions::VARIABLE)
        && let Ok(path) = std::path::absolute(path)
    {
        command.env(best_solutions::VARIABLE, path);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// The output of a command on both streams, and whether it took too long.
fn listen(
    child: &mut Child,
    script: Option<&str>,
    (allowed, is_canceled): (&Allowed, &dyn Fn() -> bool),
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
        let script = script.to_owned();
        // A command that has ended already says why, and one that reads nothing keeps nobody.
        let _ = std::thread::spawn(move || input.write_all(script.as_bytes()));
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
        if is_canceled() {
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
