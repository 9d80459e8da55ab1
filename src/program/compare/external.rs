//! Other programs as solvers: run under the same limits, their answers validated here.
//!
//! In: a command with places for files, `{level}` and `{solution}`, or `{domain}`, `{problem}` and `{plan}`; a level or
//! a task. Out: an outcome. Time and memory are those of all processes of the command (`measure`), and of validation.
//! Nothing is said of states.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::entry::{Entry, EntryKind, Subject};
use super::measure::{FOLDER, Most, measured};
use super::outcome::{Ending, Outcome};
use banto_base::limits::{Limits, Stop, Stopwatch};
use banto_base::source::SourceText;
use banto_base::system::{files, processes};
use banto_sokoban::lurd::Written;
use banto_sokoban::{Board, Level, Move, level, lurd};
use banto_text::plan::{self, Plan};

/// The signal at the end of a limit of the shell on processor time.
const SIGXCPU: i32 = 24;
/// The exit codes that say that there is no solution: of the translator of Fast Downward; of its search, and of banto.
const UNSOLVABLE: [i32; 2] = [10, 11];
/// What stands for a file in a command.
const MARKS: [&str; 5] = ["level", "solution", "domain", "problem", "plan"];
/// At most this many characters of what a command has said are kept as a reason.
const MOST_SAID: usize = 300;
/// So many bytes of a file that a command has left are read.
const MOST_READ: u64 = 64 << 20;

/// A command, and what it solves.
#[derive(Clone, Debug)]
pub(super) struct External {
    pub(super) command: String,
    pub(super) kind: EntryKind,
}

/// A folder for the files of a run, which goes with it.
pub(super) struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Self> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("{FOLDER}{}-{number}", std::process::id()));
        std::fs::create_dir(&path).map(|()| Self(path))
    }

    /// The text of a file that the command has left, as far as anybody would write one; nothing of what is no file.
    pub(super) fn read(&self, name: &str) -> String {
        let mut bytes = Vec::new();
        let read = files::open_inside(&self.0, Path::new(name))
            .and_then(|file| file.take(MOST_READ).read_to_end(&mut bytes));
        read.map(|_| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }

    /// The line of an error that the command has written to standard error, or the last line there.
    fn said(&self) -> Option<String> {
        let text = self.read("err");
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let error = lines.clone().find(|line| line.starts_with("error"));
        let line = error.or_else(|| lines.next_back())?;
        Some(line.chars().take(MOST_SAID).collect())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A path as one word of a shell.
fn word(path: &Path) -> String {
    shell_word(&path.display().to_string())
}

/// A word for a shell.
pub(super) fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:,=@".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// A command with words in their places. What a word says is not looked at again: a folder may be called `{problem}`.
fn filled(command: &str, places: &[(&str, String)]) -> String {
    let (mut out, mut rest) = (String::new(), command);
    while let Some(at) = rest.find('{') {
        let found = places.iter().find(|(mark, _)| rest[at..].starts_with(mark));
        let (mark, word) = found.map_or(("{", "{"), |(mark, word)| (*mark, word));
        out += &rest[..at];
        out += word;
        rest = &rest[at + mark.len()..];
    }
    out + rest
}

impl External {
    /// Reads a command.
    pub(super) fn read(command: &str) -> Result<Self, String> {
        let has = |mark: &str| command.contains(mark);
        let kind = match (has("{level}"), has("{domain}") && has("{problem}")) {
            (true, false) => EntryKind::Levels,
            (false, true) => EntryKind::Tasks,
            _ => return Err(format!("a command has {{level}}, or {{domain}} and {{problem}}: {command}")),
        };
        let words = command.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(word, _)| word);
        let mut marks =
            words.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
        if let Some(other) =
            marks.find(|word| !MARKS.contains(word) && !command.contains(&format!("${{{word}}}")))
        {
            return Err(format!("{{{other}}} stands for nothing: there are {{{}}}", MARKS.join("}, {")));
        }
        Ok(Self { command: command.to_owned(), kind })
    }

    /// How many files it takes for a task.
    fn files(&self) -> usize {
        1 + usize::from(self.command.contains("{domain}"))
    }

    /// Runs the command on a level or a task.
    pub(super) fn solve(&self, entry: &Entry, most: Most, cancel: &Limits) -> Outcome {
        let answer = |folder: &Folder| Self::answer(entry, folder).map(Outcome::from);
        Outcome { is_foreign: true, ..self.outcome(entry, most, cancel, &answer) }
    }

    /// The outcome of the command on a level or a task, with what `answer` reads in its folder.
    pub(super) fn outcome(
        &self,
        entry: &Entry,
        most: Most,
        cancel: &Limits,
        answer: &dyn Fn(&Folder) -> Option<Outcome>,
    ) -> Outcome {
        let failed = |words: String| Outcome::from(Ending::Failed("not-started", words));
        let folder = match Folder::new() {
            Ok(folder) => folder,
            Err(error) => return failed(format!("no folder for its files: {error}")),
        };
        let place = |name: &str| word(&folder.0.join(name));
        let mut places = vec![("{solution}", place("answer")), ("{plan}", place("answer"))];
        match (&entry.subject, &entry.inputs[..]) {
            (Subject::Level(level), _) => {
                let text = drawn(level);
                if let Err(error) = std::fs::write(folder.0.join("level.xsb"), text) {
                    return failed(format!("the level cannot be written: {error}"));
                }
                places.push(("{level}", place("level.xsb")));
            }
            (Subject::Task(_), inputs @ ([_, _] | [_])) if inputs.len() == self.files() => {
                let marks = [("{domain}", "domain.pddl"), ("{problem}", "problem.pddl")];
                let marks = &marks[marks.len() - inputs.len()..];
                for (&(mark, copy), [file, _]) in marks.iter().zip(inputs) {
                    let Ok(path) = std::path::absolute(file) else {
                        return failed(format!("no path to {file}"));
                    };
                    let mut place = word(&path);
                    // What needs quotes is not safe in every place: the command may have its own around it.
                    if path.to_str() != Some(&place) {
                        place = word(&folder.0.join(copy));
                        if let Err(error) = std::fs::copy(&path, folder.0.join(copy)) {
                            return failed(format!("{file} cannot be copied: {error}"));
                        }
                    }
                    places.push((mark, place));
                }
            }
            _ => return failed("it takes a domain and a problem in files of their own".to_owned()),
        }
        let command = filled(&self.command, &places);
        // Where what still runs cannot be looked at, each process may take as much as all together.
        let own_limit = |time: Duration| {
            let seconds = time.as_secs_f64().ceil();
            format!("ulimit -S -t {seconds}; ulimit -H -t {}; ", seconds + 1.0)
        };
        let is_blind = most.is_cpu && !processes::IS_OPEN;
        let own_limit = most.time.filter(|_| is_blind).map(own_limit).unwrap_or_default();
        let [out, err] = ["out", "err"].map(place);
        let script = format!("cd {}; {own_limit}( {command}\n) >{out} 2>{err}", word(&folder.0));
        let file = folder.0.join("script");
        let ran = std::fs::write(&file, script).map_err(|error| error.to_string());
        let ran = match ran.and_then(|()| measured(&file, most, cancel)) {
            Ok(ran) => ran,
            Err(why) => return failed(format!("it cannot be run: {why}")),
        };
        let watch = Stopwatch::start(false);
        let answer = answer(&folder);
        let mut taken = ran.taken();
        taken.add(watch.taken());
        let used = if most.is_cpu { taken.best() } else { taken.time };
        let stops = [Stop::Canceled, Stop::Memory, Stop::Time];
        let stop = stops.into_iter().find(|stop| ran.stop.as_ref() == Some(&stop.to_string()));
        let said = || folder.said().map(|line| format!(": {line}")).unwrap_or_default();
        let ended = answer.as_ref().map(|outcome| outcome.ending.clone());
        let ending = match (ran.stop, ran.signal, ran.code, ended) {
            // A plan from before the limit is one, as of a solver of ours that goes on for better ones.
            (Some(_), _, _, Some(ending @ Ending::Solved(_))) if stop != Some(Stop::Canceled) => ending,
            (Some(words), ..) => stop.map_or_else(|| Ending::Failed("stopped", words), Ending::Stopped),
            (None, Some(SIGXCPU), ..) => Ending::Stopped(Stop::Time),
            (None, ..) if most.time.is_some_and(|time| used > time) => Ending::Stopped(Stop::Time),
            (None, ..) if most.memory.is_some_and(|memory| ran.peak > Some(memory)) => {
                Ending::Stopped(Stop::Memory)
            }
            (.., Some(Ending::Faulty(why))) => Ending::Failed("invalid", why),
            (.., Some(ending)) => ending,
            (_, Some(signal), ..) => Ending::Failed("crashed", format!("signal {signal}{}", said())),
            (_, _, Some(126 | 127), _) => {
                failed(folder.said().unwrap_or_else(|| "it cannot be run".to_owned())).ending
            }
            (_, _, Some(code), _) if UNSOLVABLE.contains(&code) => {
                Ending::Unsolvable(Some(format!("it says so: exit code {code}")))
            }
            (_, _, Some(code @ 1..), _) => Ending::Failed("unsolved", format!("exit code {code}{}", said())),
            _ => folder.said().map_or(Ending::Unsolved, |line| Ending::Failed("unsolved", line)),
        };
        let answer = answer.unwrap_or_default();
        let stop = stop.map(|stop| stop.to_string()).or_else(|| answer.stop.clone());
        Outcome { ending, taken, peak: ran.peak, stop, repeats: 1, ..answer }
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
        let written = ["answer".to_owned(), last.unwrap_or_default()].map(|name| folder.read(&name));
        let written = written.iter().find(|text| !text.trim().is_empty());
        let printed = folder.read("out");
        let text = written.unwrap_or(&printed);
        match &entry.subject {
            Subject::Task(task) => match plan::read(task, text) {
                Ok(found) if written.is_some() || !found.plan.steps.is_empty() => {
                    Some(Ending::of_plan(task, &found.plan))
                }
                Err(error) if written.is_some() => {
                    Some(Ending::Faulty(format!("the plan cannot be read: {error}")))
                }
                // What is printed may be something else, and an empty file a plan without steps.
                _ => Some(Ending::of_plan(task, &Plan::default()))
                    .filter(|ending| matches!(ending, Ending::Solved(_)) && folder.0.join("answer").exists()),
            },
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
pub(super) fn moves(level: &Level, text: &str) -> Option<Ending> {
    let written = lurd::read(&SourceText::new("<answer>", text)).ok().filter(|moves| !moves.is_empty())?;
    let (board, mut position) = Board::new(level)?;
    let step = |(at, one): (usize, &Written)| {
        board
            .step(&mut position, one.direction)
            .ok_or_else(|| format!("move {} of its solution is not possible", at + 1))
    };
    let path = written.iter().enumerate().map(step).collect::<Result<Vec<Move>, String>>();
    Some(path.map_or_else(Ending::Faulty, |path| Ending::of_moves(level, path)))
}
