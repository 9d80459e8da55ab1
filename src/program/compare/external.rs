//! Other programs as solvers: run under the same limits, their answers validated here.
//!
//! In: a command with places for files, `{level}` and `{solution}`, or `{domain}`, `{problem}` and `{plan}`; a level or
//! a task. Out: an outcome. Processor time is that of all processes of the command, as its shell tells it, and memory
//! what they held together, looked at many times a second. Nothing is said of states.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::entry::{Entry, EntryKind, Subject};
use super::outcome::{Ending, Outcome};
use crate::base::limits::{Limits, Stop, Taken};
use crate::base::source::SourceText;
use crate::base::system::processes;
use crate::sokoban::{Board, Level, Move, level, lurd};
use crate::text::plan;

/// The time between two looks at the processes.
const LOOK: Duration = Duration::from_millis(20);

/// A command, and what it solves.
#[derive(Clone, Debug)]
pub(super) struct External {
    pub(super) command: String,
    pub(super) kind: EntryKind,
}

/// A folder for the files of a run, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("banto-external-{}-{number}", std::process::id()));
        std::fs::create_dir(&path).map(|()| Self(path))
    }

    fn read(&self, name: &str) -> String {
        std::fs::read(self.0.join(name))
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .unwrap_or_default()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A path as one word of a shell.
fn word(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

impl External {
    /// Reads a command.
    pub(super) fn read(command: &str) -> Result<Self, String> {
        let has = |mark: &str| command.contains(mark);
        let kind = match (has("{level}"), has("{domain}") && has("{problem}")) {
            (true, false) => EntryKind::Levels,
            (false, true) => EntryKind::Tasks,
            _ => return Err("a command has {level}, or {domain} and {problem}".to_owned()),
        };
        Ok(Self { command: command.to_owned(), kind })
    }

    /// Runs the command on a level or a task. Time is that of the processor for all of its processes; the clock ends it
    /// if it takes ten times as long.
    pub(super) fn solve(
        &self,
        entry: &Entry,
        (time, memory): (Option<Duration>, Option<u64>),
        cancel: &Limits,
    ) -> Outcome {
        let failed = |words: String| Outcome::from(Ending::Unfit(words));
        let folder = match Folder::new() {
            Ok(folder) => folder,
            Err(error) => return failed(format!("no folder for its files: {error}")),
        };
        let place = |name: &str| word(&folder.0.join(name));
        let mut command =
            self.command.replace("{solution}", &place("answer")).replace("{plan}", &place("answer"));
        match (&entry.subject, &entry.inputs[..]) {
            (Subject::Level(level), _) => {
                let text = drawn(level);
                if let Err(error) = std::fs::write(folder.0.join("level.xsb"), text) {
                    return failed(format!("the level cannot be written: {error}"));
                }
                command = command.replace("{level}", &place("level.xsb"));
            }
            (Subject::Task(_), [[domain, _], [problem, _]]) => {
                for (mark, file) in [("{domain}", domain), ("{problem}", problem)] {
                    let Ok(path) = std::path::absolute(file) else {
                        return failed(format!("no path to {file}"));
                    };
                    command = command.replace(mark, &word(&path));
                }
            }
            _ => return failed("it takes a domain and a problem in files of their own".to_owned()),
        }
        let most = time.map_or(String::new(), |time| {
            let seconds = time.as_secs_f64().ceil();
            format!("ulimit -S -t {seconds}; ulimit -H -t {}; ", seconds + 1.0)
        });
        let [out, err, times] = ["out", "err", "times"].map(place);
        let script = format!(
            "cd {}; {most}( {command}\n) >{out} 2>{err}; code=$?; times >{times}; exit $code",
            word(&folder.0)
        );
        let start = Instant::now();
        let mut child = match processes::start(&script) {
            Ok(child) => child,
            Err(error) => return failed(format!("it cannot be run: {error}")),
        };
        let (mut peak, mut stop, mut code) = (None, None, None);
        while stop.is_none() {
            if let Ok(Some(status)) = child.try_wait() {
                code = status.code();
                break;
            }
            peak = peak.max(processes::resident(&child));
            let is_late = time.is_some_and(|time| start.elapsed() > 10 * time + Duration::from_secs(1));
            stop = cancel.look().err().or(is_late.then_some(Stop::Time));
            stop = stop.or((peak > memory && memory.is_some()).then_some(Stop::Memory));
            std::thread::sleep(LOOK);
        }
        if stop.is_some() {
            processes::end(&mut child);
        }
        let cpu = of_children(&folder.read("times"));
        let taken = Taken { time: start.elapsed(), cpu };
        // Each process may take as much as all together; the last is ended by a signal (SIGXCPU).
        let is_over = time.is_some_and(|time| cpu.is_some_and(|cpu| cpu > time)) || code == Some(128 + 24);
        let stop = stop.or(is_over.then_some(Stop::Time));
        let ending = match (stop, code, Self::answer(entry, &folder)) {
            (None, _, Some(Ending::Faulty(_))) => {
                Ending::Unfit("the validator rejects its answer".to_owned())
            }
            (None, _, Some(ending)) => ending,
            (Some(stop), ..) => Ending::Stopped(stop),
            (None, Some(126 | 127), None) => {
                Ending::Unfit(folder.read("err").lines().next().unwrap_or("it cannot be run").to_owned())
            }
            (None, ..) => Ending::Unsolved,
        };
        Outcome { taken, search: taken, peak, ..ending.into() }
    }

    /// The ending for what the command has written: a file, else what it has printed; `None` without an answer.
    fn answer(entry: &Entry, folder: &Folder) -> Option<Ending> {
        let files = std::fs::read_dir(&folder.0)
            .ok()?
            .flatten()
            .filter_map(|file| file.file_name().into_string().ok());
        // Planners number better and better plans.
        let number = |name: &str| name.strip_prefix("answer.").and_then(|number| number.parse::<u32>().ok());
        let last = files.filter(|name| number(name).is_some()).max_by_key(|name| number(name));
        let texts =
            ["answer".to_owned(), last.unwrap_or_default(), "out".to_owned()].map(|name| folder.read(&name));
        let text = texts.iter().find(|text| !text.trim().is_empty())?;
        match &entry.subject {
            Subject::Task(task) => Some(Ending::of_plan(task, &plan::read(task, text).ok()?.plan)),
            Subject::Level(level) => {
                let solved = |text: &str| moves(level, text);
                let mut found: Vec<Ending> =
                    std::iter::once(&text[..]).chain(text.lines()).filter_map(solved).collect();
                let best = found.iter().position(|ending| matches!(ending, Ending::Solved(_))).unwrap_or(0);
                (!found.is_empty()).then(|| found.swap_remove(best))
            }
        }
    }
}

/// A level as rows, without its title and the solution that it may bring.
fn drawn(level: &Level) -> String {
    let bare = Level { title: None, author: None, notes: Vec::new(), solutions: Vec::new(), ..level.clone() };
    let collection = level::Collection { levels: vec![bare], ..level::Collection::default() };
    level::write(&collection, level::Format::Xsb)
}

/// The ending for the moves that a text says, if it says any.
fn moves(level: &Level, text: &str) -> Option<Ending> {
    let written = lurd::read(&SourceText::new("<answer>", text)).ok().filter(|moves| !moves.is_empty())?;
    let (board, mut position) = Board::new(level)?;
    let path =
        written.iter().map(|one| board.step(&mut position, one.direction)).collect::<Option<Vec<Move>>>();
    Some(path.map_or_else(|| Ending::Faulty(String::new()), |path| Ending::of_moves(level, path)))
}

/// The time of the children of a shell, by its command `times`: user and system, as in `0m1.500s 0m0.020s`.
fn of_children(times: &str) -> Option<Duration> {
    let part = |word: &str| {
        let (minutes, seconds) = word.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    let sum = times.lines().nth(1)?.split_whitespace().map(part).sum::<Option<f64>>()?;
    Duration::try_from_secs_f64(sum).ok()
}
