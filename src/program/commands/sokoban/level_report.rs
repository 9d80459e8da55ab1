//! What `banto sokoban solve` says of a level: its solution or why there is none, for people, programs and records.
//!
//! In: the outcome of a level. Out: text, JSON, or a line of the results, and the exit code of the level.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::animate;
use super::improve::{FILE, Improved};
use super::results::{self, Results};
use crate::compare::figures::counted;
use crate::compare::{Ending, EntryKind, Outcome, Solution, SolverName};
use crate::terminal::play::Count;
use crate::{Exit, Run, limit};
use banto_sokoban::direct::Promise;
use banto_sokoban::level::Level;

/// What a bound of a solver is a bound on.
pub(super) fn measure(promise: Promise) -> &'static str {
    if promise.is_least_moves() { "moves" } else { "pushes" }
}

pub(super) fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Solved(_) => Exit::Done,
        Ending::Unsolvable(_) => Exit::Unsolvable,
        Ending::Unsolved => Exit::Unsolved,
        Ending::Stopped(stop) => limit::exit(*stop),
        Ending::Faulty(_) => Exit::Fault,
        Ending::Failed(..) => Exit::Input,
    }
}

/// Why there is no solution.
pub(super) fn failure(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Solved(_) => None,
        Ending::Unsolvable(Some(reason)) => Some(format!("unsolvable: {reason}")),
        Ending::Unsolvable(None) => Some("unsolvable: all relevant positions were searched".to_owned()),
        Ending::Stopped(stop) => Some(format!("not solved: {stop}")),
        Ending::Unsolved => Some("not solved, and no proof that it cannot be".to_owned()),
        Ending::Faulty(words) => Some(format!("fault: {words}")),
        Ending::Failed(_, words) => Some(format!("not solved: {words}")),
    }
}

/// What a line of the results has.
const RESULT_FIELDS: [&str; 11] = [
    "file", "level", "title", "solver", "promise", "status", "solution", "pushes", "moves", "states",
    "seconds",
];

/// How a level is told of.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct Told {
    pub(super) animate: bool,
    pub(super) is_for_programs: bool,
    /// Whether the solutions are in levels that are printed afterwards.
    pub(super) is_in_levels: bool,
    pub(super) quiet: bool,
}

pub(super) struct LevelReport<'a> {
    pub(super) level: &'a Level,
    pub(super) file: &'a Path,
    /// Whether there is no other file.
    pub(super) is_one: bool,
    pub(super) number: usize,
    /// How many levels the file has.
    pub(super) of: usize,
    pub(super) solver: &'a SolverName,
    pub(super) outcome: Outcome,
    pub(super) improved: Option<Improved>,
    pub(super) run: Run<'a>,
}

impl LevelReport<'_> {
    /// The exit code of the result; a fault is reported.
    fn faultless(&self) -> Exit {
        if let Ending::Faulty(words) = &self.outcome.ending {
            self.run.output.ended(&format!("fault: level {}: {words}", self.number));
            self.run.output.talk("this is a fault of banto; please report it with the level");
        }
        exit(&self.outcome.ending)
    }

    /// Reports the result, or adds it to those of a file, unless the user has interrupted the search; for programs,
    /// that line is printed.
    pub(super) fn tell(
        &self,
        wish: &Told,
        results: Option<&mut Results>,
        solved: &AtomicUsize,
        is_canceled: bool,
    ) -> Exit {
        let Self { level, number, of, outcome, run, .. } = self;
        let output = run.output;
        let exit = self.faultless();
        let solution = outcome.solution();
        solved.fetch_add(usize::from(solution.is_some()), Ordering::Relaxed);
        if let Some(results) = results {
            let whole = self.json(exit);
            let fields = RESULT_FIELDS.iter().map(|field| ((*field).to_owned(), whole[field].clone()));
            let line = results::line(level, fields.collect());
            let is_kept = solution.is_some() || !is_canceled;
            if let Some(Err(exit)) = is_kept.then(|| results.add(&line, output)) {
                return exit;
            }
            if wish.is_for_programs {
                output.object(line);
            } else if solution.is_none() && !is_canceled {
                self.say_failure(true);
            }
            return exit;
        }
        let shown = solution.filter(|_| wish.animate).map(|solution| solution.path.as_slice());
        // The screen disappears when its animation ends, so the report comes after it.
        if let Some(moves) = shown.filter(|_| animate::has_screen()) {
            animate::on_screen(level, (*number, *of), moves, output);
        }
        if wish.is_for_programs {
            if let Some(Solution { text, .. }) = solution {
                output.event("plan", json!({ "level": number, "solution": text }));
            }
            output.object(self.json(exit));
        } else if wish.is_in_levels {
            // The solutions are in the levels that follow.
            if solution.is_none() {
                self.say_failure(true);
            }
        } else if let Some(solution) = solution {
            self.say(solution, wish.quiet);
        } else if exit != Exit::Fault {
            self.say_failure(wish.quiet);
        }
        if let Some(moves) = shown.filter(|_| !animate::has_screen()) {
            animate::on_paper(level, moves, run);
        }
        exit
    }

    /// The level, with its file if there are several.
    fn heading(&self) -> String {
        let heading = self.level.heading(self.number);
        if self.is_one { heading } else { format!("{}: {heading}", self.file.display()) }
    }

    fn say(&self, solution: &Solution, quiet: bool) {
        let text = &solution.text;
        if quiet {
            self.run.output.data(&format!("{text}\n"));
            return;
        }
        let least = self.solver.least().filter(|_| self.outcome.is_least);
        let promise = least.map(|words| format!(" ({words})")).unwrap_or_default();
        let improved = self.improved.as_ref();
        let sentence = improved.map(|improved| format!("{}\n", improved.sentence())).unwrap_or_default();
        let heading = self.heading();
        let length = improved.map_or_else(|| Count::of(&solution.path), |improved| improved.first).words();
        let found = if self.outcome.found_by.as_deref() == Some(FILE) {
            format!("the solution in the file: {length}")
        } else {
            let (seconds, states) = (self.outcome.taken.time.as_secs_f64(), self.outcome.work.states);
            let states = counted(usize::try_from(states).unwrap_or(usize::MAX), "state", "states");
            format!("solved by {}: {length}{promise}; {seconds:.3}s, {states}", self.solver.name())
        };
        self.run.output.data(&format!("{heading}\n{found}\n{sentence}{text}\n"));
    }

    /// What a solver that promises the fewest of something has proven that every solution needs.
    fn lower_bound(&self) -> Option<(u64, &'static str)> {
        let promise = self.solver.promise();
        let what = measure(promise);
        self.outcome.lower_bound.filter(|_| promise != Promise::Any).map(|bound| (bound, what))
    }

    /// Why there is no solution.
    fn failure(&self) -> Option<String> {
        let bound = self.lower_bound().filter(|_| matches!(self.outcome.ending, Ending::Stopped(_)));
        let bound = bound.map(|(bound, what)| format!("; at least {bound} {what} are needed"));
        failure(&self.outcome.ending).map(|words| words + &bound.unwrap_or_default())
    }

    fn say_failure(&self, quiet: bool) {
        let words = self.failure().unwrap_or_default();
        if quiet {
            self.run.output.talk(&format!("{}: {words}", self.heading()));
            return;
        }
        let (seconds, states) = (self.outcome.taken.time.as_secs_f64(), self.outcome.work.states);
        self.run.output.data(&format!(
            "{}\n{words} ({}, {seconds:.3}s, {})\n",
            self.heading(),
            self.solver.name(),
            counted(states, "state", "states")
        ));
    }

    fn json(&self, exit: Exit) -> Value {
        let mut object = crate::compare::json::run(&self.outcome, EntryKind::Levels);
        object["message"] = self.failure().into();
        object["file"] = self.file.to_string_lossy().into();
        object["level"] = self.number.into();
        object["title"] = self.level.title.as_deref().into();
        object["exit"] = exit.code().into();
        object["solver"] = self.solver.name().into();
        let proven = self.solver.least().filter(|_| self.outcome.is_least);
        object["promise"] = self.solver.promise().words().or(proven).into();
        object["lower_bound"] = self.lower_bound().map(|(bound, _)| bound).into();
        if let Some(improved) = &self.improved {
            improved.fields(&mut object);
        }
        object
    }
}
