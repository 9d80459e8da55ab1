//! `banto sokoban solve`: levels in, solutions out that the judge has accepted; one line of JSON or a few lines of text a level.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::progress::Progress;
use super::super::{input, limit, save};
use super::{OptimalName, Solve, choose, counted, playable};
use crate::compare::{Ending, Outcome, Solution, SolverName, solve, solver};
use crate::limits::{Limits, Stop};
use crate::search::Observer;
use crate::sokoban::direct::{SOLVERS, Solver};
use crate::sokoban::level::{self, Collection, Format, Level};
use crate::sokoban::{Alphabet, Board, Move, Position, draw};
use crate::source::SourceText;

/// The time between two boards on a terminal.
const FRAME: Duration = Duration::from_millis(80);

pub(super) fn run(command: &Solve, output: &Output) -> Exit {
    let start = Instant::now();
    if command.list {
        Output::data(&registry());
        return Exit::Done;
    }
    let solver = match asked_for(command) {
        Ok(solver) => solver,
        Err(message) => {
            Output::talk(&format!("error: {message}"));
            return Exit::Usage;
        }
    };
    let Some(file) = &command.file else {
        Output::talk("error: a level file is needed: banto sokoban solve FILE");
        return Exit::Usage;
    };
    let (source, mut collection) = match playable(file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let range = match numbers(command, &collection, &source) {
        Ok(range) => range,
        Err(exit) => return exit,
    };
    let everything = limit::interruptible(&command.limits, start);
    let mut voice = Voice {
        progress: Progress::new(command.progress, command.quiet),
        done: 0,
        total: range.clone().count(),
        solved: 0,
    };
    let mut worst = Exit::Done;
    for number in range.clone() {
        let limits = limit::again(&command.limits, &everything);
        let exit = one(&mut collection.levels[number - 1], number, &solver, &limits, &mut voice, command);
        worst = if exit.code() > worst.code() { exit } else { worst };
        voice.done += 1;
        if everything.look() == Err(Stop::Cancelled) {
            break;
        }
    }
    voice.progress.clear();
    if voice.total > 1 && !command.quiet {
        let (done, total) = (voice.solved, counted(voice.total, "level", "levels"));
        Output::talk(&format!("solved {done} of {total} in {:.1}s", start.elapsed().as_secs_f64()));
    }
    let failed = voice.solved > 0 && !saved(command, collection, &range);
    if failed && worst != Exit::Fault { Exit::Input } else { worst }
}

/// The solver that is asked for.
fn asked_for(command: &Solve) -> Result<SolverName, String> {
    let Some(name) = &command.solver else {
        let solver = match command.optimal {
            None => Solver::Direct,
            Some(OptimalName::Pushes) => Solver::FewestPushes,
            Some(OptimalName::Moves) => Solver::MovesThenPushes,
        };
        return Ok(solver.into());
    };
    let solver = SolverName::read(name)?;
    let promise = solver.promise();
    let (kept, what) = match command.optimal {
        None => (true, ""),
        Some(OptimalName::Pushes) => (promise.is_least_pushes(), "pushes"),
        Some(OptimalName::Moves) => (promise.is_least_moves(), "moves"),
    };
    if kept { Ok(solver) } else { Err(format!("{name} does not promise the fewest {what}")) }
}

/// The numbers of the levels that are asked for.
fn numbers(
    command: &Solve,
    collection: &Collection,
    source: &SourceText,
) -> Result<std::ops::RangeInclusive<usize>, Exit> {
    match command.level.as_deref() {
        None | Some("all") => Ok(1..=collection.levels.len()),
        Some(text) => match text.parse() {
            Ok(number) => choose(collection, Some(number), source).map(|_| number..=number),
            Err(_) => {
                Output::talk(&format!("error: --level takes a number or all, not {text}"));
                Err(Exit::Usage)
            }
        },
    }
}

/// Counts levels, and shows how the search in one of them is getting on.
struct Voice {
    progress: Progress,
    done: usize,
    total: usize,
    solved: usize,
}

impl Observer for Voice {
    fn progress(&mut self, progress: &crate::search::Progress) {
        const WIDTH: usize = 20;
        if self.total == 1 {
            self.progress.search(progress);
            return;
        }
        let full = self.done * WIDTH / self.total.max(1);
        let bar = format!("{}{}", "=".repeat(full), " ".repeat(WIDTH - full));
        self.progress.stage(&format!(
            "[{bar}] {} of {}, {} solved; level since {:.1}s, expanded {}",
            self.done,
            self.total,
            self.solved,
            progress.elapsed.as_secs_f64(),
            progress.counts.expanded,
        ));
    }
}

/// Solves one level and says what came of it. The solution is kept in the level.
fn one(
    level: &mut Level,
    number: usize,
    solver: &SolverName,
    limits: &Limits,
    voice: &mut Voice,
    command: &Solve,
) -> Exit {
    let found = Board::new(level).zip(solve(level, solver, limits, voice));
    voice.progress.clear();
    let Some(((board, position), outcome)) = found else {
        Output::talk(&format!("error: level {number} has no player, or is not enclosed by walls"));
        return Exit::Input;
    };
    if let Ending::Faulty(words) = &outcome.ending {
        Output::talk(&format!("fault: level {number}: {words}"));
        Output::talk("this is a fault of banto; please report it with the level");
        return Exit::Fault;
    }
    let told = Told { level, number, solver, outcome: &outcome };
    let exit = exit(&outcome.ending);
    if command.json {
        Output::data(&told.json(exit));
    } else if let Some(solution) = outcome.solution() {
        told.say(solution, command.quiet);
    } else {
        told.say_failure(command.quiet);
    }
    let Some(solution) = outcome.solution() else { return exit };
    voice.solved += 1;
    if command.animate {
        play(level, &board, position, &solution.path, limits);
    }
    level.solution = Some(solution.lurd.clone());
    Exit::Done
}

fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Solved(_) => Exit::Done,
        Ending::Unsolvable(_) => Exit::Unsolvable,
        Ending::Unsolved => Exit::Unsolved,
        Ending::Stopped(stop) => limit::exit(*stop),
        Ending::Faulty(_) => Exit::Fault,
    }
}

/// What is said of one level.
struct Told<'a> {
    level: &'a Level,
    number: usize,
    solver: &'a SolverName,
    outcome: &'a Outcome,
}

impl Told<'_> {
    fn heading(&self) -> String {
        let title = self.level.title.as_ref().map(|title| format!(": {title}")).unwrap_or_default();
        format!("level {}{title}", self.number)
    }

    fn say(&self, solution: &Solution, quiet: bool) {
        let text = &solution.lurd;
        if quiet {
            Output::data(&format!("{text}\n"));
            return;
        }
        let promise = self.solver.promise().words().map(|words| format!(" ({words})")).unwrap_or_default();
        Output::data(&format!(
            "{}\nsolved by {}: {}, {}{promise}; {:.3}s, {}\n{text}\n",
            self.heading(),
            self.solver.name(),
            counted(solution.pushes, "push", "pushes"),
            counted(solution.moves, "move", "moves"),
            self.outcome.time.as_secs_f64(),
            counted(usize::try_from(self.outcome.states).unwrap_or(usize::MAX), "state", "states"),
        ));
    }

    fn say_failure(&self, quiet: bool) {
        let words = match &self.outcome.ending {
            Ending::Unsolvable(Some(reason)) => format!("unsolvable: {reason}"),
            Ending::Unsolvable(None) => "unsolvable: all positions that matter were looked at".to_owned(),
            Ending::Stopped(stop) => format!("not solved: {stop}"),
            _ => "not solved, and no proof that it cannot be".to_owned(),
        };
        if quiet {
            Output::talk(&format!("{}: {words}", self.heading()));
            return;
        }
        let (seconds, states) = (self.outcome.time.as_secs_f64(), self.outcome.states);
        Output::data(&format!(
            "{}\n{words} ({}, {seconds:.3}s, {states} states)\n",
            self.heading(),
            self.solver.name()
        ));
    }

    fn json(&self, exit: Exit) -> String {
        let mut object = crate::compare::json::run(self.outcome);
        object["version"] = 1.into();
        object["level"] = self.number.into();
        object["title"] = self.level.title.as_deref().into();
        object["exit"] = exit.code().into();
        object["solver"] = self.solver.name().into();
        object["promise"] = self.solver.promise().words().into();
        format!("{object}\n")
    }
}

/// Shows the solution board by board: in place on a terminal, one after the other elsewhere.
fn play(level: &Level, board: &Board, mut position: Position, moves: &[Move], limits: &Limits) {
    let screen = std::io::stdout().is_terminal();
    let mut out = std::io::stdout().lock();
    let steps = moves.iter().map(Some).chain([None]);
    for (index, step) in steps.enumerate() {
        let drawn = draw::position(level, board, &position, Alphabet::Xsb);
        let start = if screen { "\x1b[H\x1b[J" } else { "\n" };
        if writeln!(out, "{start}{drawn}move {index} of {}", moves.len()).and_then(|()| out.flush()).is_err()
        {
            return;
        }
        if screen {
            std::thread::sleep(FRAME);
        }
        if limits.look() == Err(Stop::Cancelled) {
            return;
        }
        if let Some(step) = step {
            board.step(&mut position, step.direction);
        }
    }
}

/// Writes the levels that were asked for with their solutions; false where that fails.
fn saved(command: &Solve, collection: Collection, range: &std::ops::RangeInclusive<usize>) -> bool {
    let Some(path) = &command.output else { return true };
    let Collection { title, author, notes, levels } = collection;
    let levels = levels.into_iter().enumerate().filter(|(index, _)| range.contains(&(index + 1)));
    let levels = levels.map(|(_, level)| level).collect();
    let collection = Collection { title, author, notes, levels };
    match save::whole(path, level::write(&collection, Format::Sok)) {
        Ok(()) => true,
        Err(error) => {
            Output::talk(&format!("error: cannot write {}: {}", path.display(), input::reason(&error)));
            false
        }
    }
}

/// The solvers, one a line.
fn registry() -> String {
    let mut out = String::from("Solvers:\n");
    for (name, summary) in solver::all() {
        let row = SOLVERS.iter().find(|row| row.name == name);
        let promise = row.and_then(|row| row.promise.words());
        let promise = promise.map(|words| format!(" ({words})")).unwrap_or_default();
        let _ = writeln!(out, "  {name:<17}{summary}{promise}");
    }
    let searches = solver::searches().collect::<Vec<_>>().join(", ");
    let _ =
        writeln!(out, "\nA search may stand behind strips:ENCODING, as in strips:typed:optimal: {searches}");
    out
}
