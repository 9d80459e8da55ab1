//! A solver of ours in a process of its own, measured from outside as other programs are: its start and the reading of
//! its files count, and nothing that ran before has warmed its caches or left it memory.
//!
//! In: a solver, a level or a task, limits. Out: an outcome. The process is a `banto compare --json` of one run, which
//! ends itself at its limits; its answer is validated here again, and only its counts are believed.

use std::borrow::Cow;
use std::time::Duration;

use serde_json::Value;

use super::entry::{Entry, Subject};
use super::external::{External, Folder, moves, shell_word};
use super::measure::Most;
use super::outcome::{Ending, Outcome};
use super::record;
use super::solver::SolverName;
use crate::Exit;
use banto_base::limits::{Limits, Stop, Taken};
use banto_base::system::processes;
use banto_planning::planner::Improved;
use banto_search::{Counts, Readings, Work};
use banto_text::plan;

/// Runs a solver on a level or a task.
pub(super) fn solve(
    entry: &Entry,
    solver: &SolverName,
    threads: usize,
    most: Most,
    cancel: &Limits,
) -> Outcome {
    let program = match processes::program() {
        Ok(program) => program.display().to_string(),
        Err(error) => return Ending::Failed("not-started", error.to_string()).into(),
    };
    let places = match (&entry.subject, entry.inputs.len()) {
        (Subject::Level(_), _) => "{level}",
        (Subject::Task(_), 1) => "{problem}",
        (Subject::Task(_), _) => "{domain} {problem}",
    };
    let mut words = [&program, "compare", "--json", "--solvers", solver.name()].map(str::to_owned).to_vec();
    words.extend(["--threads".to_owned(), threads.to_string()]);
    words.extend(record::limits([most.time, None], most.memory, None));
    let words: Vec<String> = words.iter().map(|word| shell_word(word)).collect();
    let command = format!("{} {places}", words.join(" "));
    // It keeps its limits itself, so that what it has found by then is told.
    let time = most.time.map(|time| time + time / 10 + Duration::from_secs(1));
    let outside = Most { time, memory: None, ..most };
    let answer = |folder: &Folder| read(entry, &folder.read("out"));
    External { command, kind: entry.kind() }.outcome(entry, outside, cancel, &answer)
}

/// The outcome that a process has printed; `None` if it has not come so far.
fn read(entry: &Entry, printed: &str) -> Option<Outcome> {
    let whole: Value = serde_json::from_str(printed).ok()?;
    // At a limit before the run, there is none.
    let early = [(Exit::MemoryLimit, Stop::Memory), (Exit::TimeLimit, Stop::Time)];
    if let Some((_, stop)) = early.into_iter().find(|(exit, _)| whole["exit"] == exit.code()) {
        return Some(Ending::Stopped(stop).into());
    }
    let run = &whole[entry.kind().many()][0]["runs"][0];
    let word = |value: &Value| value.as_str().map(|word| Cow::Owned(word.to_owned()));
    let count = |name: &str| run[name].as_u64().unwrap_or_default();
    let time = |name: &str| Duration::try_from_secs_f64(run[name].as_f64()?).ok();
    let taken = |by_clock, cpu| Taken { time: time(by_clock).unwrap_or_default(), cpu: time(cpu) };
    let reason = run["reason"].as_str().map(str::to_owned);
    let words = || reason.clone().unwrap_or_default();
    let ending = match (run["status"].as_str()?, &entry.subject) {
        ("solved", Subject::Level(level)) => match run["solution"].as_str()? {
            "" => Ending::of_moves(level, Vec::new()),
            text => moves(level, text)?,
        },
        ("solved", Subject::Task(task)) => {
            let steps: Vec<&str> = run["plan"].as_array()?.iter().filter_map(Value::as_str).collect();
            let found = plan::read(task, &steps.join("\n"));
            found.map_or_else(
                |error| Ending::Faulty(error.to_string()),
                |found| Ending::of_plan(task, &found.plan),
            )
        }
        ("unsolvable", _) => Ending::Unsolvable(reason.clone()),
        ("stopped", _) => [Stop::Time, Stop::Memory, Stop::Canceled]
            .into_iter()
            .find(|stop| words() == stop.to_string())
            .map_or_else(|| Ending::Failed("stopped", words()), Ending::Stopped),
        ("unfit", _) => Ending::Failed("unfit", words()),
        ("fault", _) => Ending::Faulty(words()),
        _ => Ending::Unsolved,
    };
    let counts = |prefix: &str, suffix: &str| {
        let count = |name: &str| count(&format!("{prefix}{name}{suffix}"));
        let [expanded, evaluated, generated] = ["expanded", "evaluated", "generated"].map(count);
        Counts { expanded, evaluated, generated, ..Counts::default() }
    };
    let all = Counts { reopened: count("reopened"), dead_ends: count("dead_ends"), ..counts("", "") };
    let mut improved = Improved::default();
    improved.counts = counts("improvement_", "");
    improved.taken = taken("improvement_seconds", "improvement_cpu_seconds");
    let mut readings = Readings::default();
    readings.initial_h = run["initial_h"].as_array().into_iter().flatten().map(Value::as_u64).collect();
    readings.until_last_jump =
        run["expanded_until_last_jump"].as_u64().map(|_| counts("", "_until_last_jump"));
    Some(Outcome {
        is_least: run["proven"] == true && matches!(ending, Ending::Solved(_)),
        stop: reason.filter(|_| matches!(ending, Ending::Solved(_))),
        ending,
        work: Work { counts: all, states: count("states"), bytes: count("state_bytes"), ..Work::default() },
        preparation: taken("preparation_seconds", "preparation_cpu_seconds"),
        search: taken("search_seconds", "search_cpu_seconds"),
        found_by: word(&run["found_by"]),
        in_effect: run["reductions_in_effect"].as_array()?.iter().filter_map(word).collect(),
        expands: word(&whole["solvers"][0]["expands"]).unwrap_or_default(),
        lower_bound: run["lower_bound"].as_u64(),
        readings,
        improvement: run["improvement_seconds"].is_number().then_some(improved),
        ..Outcome::default()
    })
}
