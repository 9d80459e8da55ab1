//! `banto sokoban solve`: levels in, solutions out that the judge has accepted; one line of JSON or a few lines of text a level.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::progress::Progress;
use super::super::{input, limit, save};
use super::{OptimalName, Solve, choose, counted, playable};
use crate::limits::{Limits, Stop};
use crate::search::Observer;
use crate::sokoban::direct::{Answer, SOLVERS, Solver, SolverRow, Status, solve, solver_named};
use crate::sokoban::level::{self, Collection, Format, Level};
use crate::sokoban::verify::{Verdict, verify};
use crate::sokoban::{Alphabet, Board, Move, Position, draw, lurd};
use crate::source::{SourceText, nearest};

/// The time between two boards on a terminal.
const FRAME: Duration = Duration::from_millis(80);

pub(super) fn run(command: &Solve, output: &Output) -> Exit {
    let start = Instant::now();
    if command.list {
        Output::data(&registry());
        return Exit::Done;
    }
    let row = match solver(command) {
        Ok(row) => row,
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
        let exit = one(&mut collection.levels[number - 1], number, row, &limits, &mut voice, command);
        worst = if exit.code() > worst.code() { exit } else { worst };
        voice.done += 1;
        if everything.look() == Err(Stop::Cancelled) {
            break;
        }
    }
    voice.progress.clear();
    if voice.total > 1 && !command.quiet {
        let (solved, total) = (voice.solved, counted(voice.total, "level", "levels"));
        Output::talk(&format!("solved {solved} of {total} in {:.1}s", start.elapsed().as_secs_f64()));
    }
    let failed = voice.solved > 0 && !saved(command, collection, &range);
    if failed && worst != Exit::Fault { Exit::Input } else { worst }
}

/// The solver that is asked for. Names of other kinds of solvers would be told apart here.
fn solver(command: &Solve) -> Result<&'static SolverRow, String> {
    let Some(name) = &command.solver else {
        let solver = match command.optimal {
            None => Solver::Direct,
            Some(OptimalName::Pushes) => Solver::FewestPushes,
            Some(OptimalName::Moves) => Solver::MovesThenPushes,
        };
        return Ok(solver.row());
    };
    let row = named(name)?;
    let (kept, what) = match command.optimal {
        None => (true, ""),
        Some(OptimalName::Pushes) => (row.promise.is_least_pushes(), "pushes"),
        Some(OptimalName::Moves) => (row.promise.is_least_moves(), "moves"),
    };
    if kept { Ok(row) } else { Err(format!("{name} does not promise the fewest {what}")) }
}

/// The solver of a name, or what is wrong with the name.
pub(super) fn named(name: &str) -> Result<&'static SolverRow, String> {
    solver_named(name).ok_or_else(|| {
        let names = || SOLVERS.iter().map(|row| row.name);
        let near = nearest(name, names()).map(|near| format!("; did you mean {near}?"));
        let near = near.unwrap_or_else(|| format!("; there are {}", names().collect::<Vec<_>>().join(", ")));
        format!("there is no solver {name}{near}")
    })
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
    row: &'static SolverRow,
    limits: &Limits,
    voice: &mut Voice,
    command: &Solve,
) -> Exit {
    let Some((board, position)) = Board::new(level) else {
        Output::talk(&format!("error: level {number} has no player, or is not enclosed by walls"));
        return Exit::Input;
    };
    let answer = solve(&board, &position, row.solver, limits, Some(voice));
    let seconds = limits.elapsed().as_secs_f64();
    voice.progress.clear();
    let told = Told { level, number, row, answer: &answer, seconds };
    let Some(moves) = answer.solution() else {
        let exit = exit(&answer.status);
        if command.json {
            Output::data(&told.json(None, exit));
        } else {
            told.say_failure(command.quiet);
        }
        return exit;
    };
    let text = lurd::lurd(moves.iter().copied());
    let Some(verdict) = judged(level, &text) else {
        Output::talk(&format!("fault: level {number} got a solution that the judge rejects: {text}"));
        Output::talk("this is a fault of banto; please report it with the level");
        return Exit::Fault;
    };
    voice.solved += 1;
    if command.json {
        Output::data(&told.json(Some((&text, verdict)), Exit::Done));
    } else {
        told.say(&text, verdict, command.quiet);
    }
    if command.animate {
        play(level, &board, position, moves, limits);
    }
    level.solution = Some(text);
    Exit::Done
}

/// The verdict of the judge, if it accepts the solution.
fn judged(level: &Level, text: &str) -> Option<Verdict> {
    let moves = lurd::read(&SourceText::new("<solution>", text)).ok()?;
    verify(level, &moves).ok().filter(Verdict::is_solved)
}

fn exit(status: &Status) -> Exit {
    match status {
        Status::Solved(_) => Exit::Done,
        Status::Unsolvable(_) => Exit::Unsolvable,
        Status::Unsolved => Exit::Unsolved,
        Status::Stopped(stop) => limit::exit(*stop),
    }
}

/// What is said of one level.
struct Told<'a> {
    level: &'a Level,
    number: usize,
    row: &'a SolverRow,
    answer: &'a Answer,
    seconds: f64,
}

impl Told<'_> {
    fn heading(&self) -> String {
        let title = self.level.title.as_ref().map(|title| format!(": {title}")).unwrap_or_default();
        format!("level {}{title}", self.number)
    }

    fn say(&self, text: &str, verdict: Verdict, quiet: bool) {
        if quiet {
            Output::data(&format!("{text}\n"));
            return;
        }
        let promise = self.row.promise.words().map(|words| format!(" ({words})")).unwrap_or_default();
        Output::data(&format!(
            "{}\nsolved by {}: {}, {}{promise}; {:.3}s, {}\n{text}\n",
            self.heading(),
            self.row.name,
            counted(verdict.pushes, "push", "pushes"),
            counted(verdict.moves, "move", "moves"),
            self.seconds,
            counted(usize::try_from(self.answer.states).unwrap_or(usize::MAX), "state", "states"),
        ));
    }

    fn say_failure(&self, quiet: bool) {
        let words = match &self.answer.status {
            Status::Unsolvable(Some(_)) => format!("unsolvable: {}", self.reason().unwrap_or_default()),
            Status::Unsolvable(None) => "unsolvable: all positions that matter were looked at".to_owned(),
            Status::Stopped(stop) => format!("not solved: {stop}"),
            _ => "not solved, and no proof that it cannot be".to_owned(),
        };
        if quiet {
            Output::talk(&format!("{}: {words}", self.heading()));
            return;
        }
        let (seconds, states) = (self.seconds, self.answer.states);
        Output::data(&format!(
            "{}\n{words} ({}, {seconds:.3}s, {states} states)\n",
            self.heading(),
            self.row.name
        ));
    }

    /// Why the level cannot be solved, with the place in the drawing, from 1.
    fn reason(&self) -> Option<String> {
        match &self.answer.status {
            Status::Unsolvable(Some(reason)) => {
                let place = reason.cell().and_then(|cell| Some(Board::new(self.level)?.0.place(cell)));
                let place = place.map(|(row, column)| format!(" (row {}, column {})", row + 1, column + 1));
                Some(format!("{}{}", reason.words(), place.unwrap_or_default()))
            }
            Status::Stopped(stop) => Some(stop.to_string()),
            _ => None,
        }
    }

    fn json(&self, solution: Option<(&str, Verdict)>, exit: Exit) -> String {
        let status = match &self.answer.status {
            Status::Solved(_) => "solved",
            Status::Unsolvable(_) => "unsolvable",
            Status::Unsolved => "unsolved",
            Status::Stopped(_) => "stopped",
        };
        let object = serde_json::json!({
            "version": 1,
            "level": self.number,
            "title": self.level.title,
            "status": status,
            "exit": exit.code(),
            "reason": self.reason(),
            "solver": self.row.name,
            "promise": self.row.promise.words(),
            "pushes": solution.map(|(_, verdict)| verdict.pushes),
            "moves": solution.map(|(_, verdict)| verdict.moves),
            "solution": solution.map(|(text, _)| text),
            "seconds": self.seconds,
            "expanded": self.answer.counts.expanded,
            "generated": self.answer.counts.generated,
            "states": self.answer.states,
            "state_bytes": self.answer.bytes,
        });
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
    for row in SOLVERS {
        let promise = row.promise.words().map(|words| format!(" ({words})")).unwrap_or_default();
        let _ = writeln!(out, "  {:<14}{}{promise}", row.name, row.summary);
    }
    out
}
