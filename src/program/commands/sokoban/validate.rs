//! `banto sokoban validate`: whether moves solve a level.
//!
//! In: a level, and moves as words, in a file, or in a level file. Out: the verdict.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::best_solutions;
use super::improve::Length;
use crate::compare::figures::counted;
use crate::files::input;
use crate::{Exit, LimitArguments, OneLevel, Output, Run, limit};
use banto_base::source::{Diagnostic, SourceText};
use banto_sokoban::level::{self, Level, StoredSolution};
use banto_sokoban::lurd::{self, Written};
use banto_sokoban::validate::{Refusal, Verdict, stored_faults, validate};

/// Replay a solution by the rules of the game, and say whether it solves the level
#[derive(Debug, Args)]
#[command(visible_alias = "verify")]
pub(crate) struct Validate {
    #[command(flatten)]
    pub level: OneLevel,

    /// The solution: the moves themselves, such as rrULd or "R 2D", a file of them, or a level file that has them; FILE
    /// by default
    #[arg(value_name = "MOVES")]
    pub solution: Option<String>,

    /// Print the verdict as one JSON object; of several solutions in a level file, on the one with the fewest moves
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The name of moves given on the command line.
const TYPED: &str = "<solution>";

pub(super) fn run(command: &Validate, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    let file = command.level.source.file.as_path();
    let solution = command.solution.as_deref();
    input::once([file].into_iter().chain(solution.map(Path::new)), output)?;
    let (source, level) = command.level.read(&run)?;
    let mut all = match solution {
        Some(solution) => all_written(solution, &level, &run)?,
        None => own(&source, &level, &run)?,
    };
    all.truncate(if command.json { 1 } else { all.len() });
    let judge = |moves: &Vec<Written>| match validate(&level, moves) {
        Ok(verdict) => told(verdict, command.json, output),
        Err(refusal) => refused(refusal, &level, &source, moves, command.json, output),
    };
    // Of several in a level file, each solves it.
    Ok(all.iter().map(judge).last().unwrap_or(Exit::No))
}

/// The moves of a solution, the first of those that are given. Errors are printed.
pub(super) fn written(given: &str, level: &Level, run: &Run<'_>) -> Result<Vec<Written>, Exit> {
    Ok(all_written(given, level, run)?.swap_remove(0))
}

/// The moves themselves, a file of them, or the solutions of this level in a level file: at least one.
fn all_written(given: &str, level: &Level, run: &Run<'_>) -> Result<Vec<Vec<Written>>, Exit> {
    let (source, fault) = text(given, run)?;
    if let Some(fault) = fault {
        return Err(run.output.refuse(&[fault], &[&source]));
    }
    let read = lurd::read_within(&source, &run.limits).map_err(run.stopped("stopped while reading moves"))?;
    let mut fault = match read {
        Ok(moves) => return Ok(vec![moves]),
        Err(fault) => *fault,
    };
    if source.name() == TYPED {
        let given = cut(source.text(), 40);
        fault = fault.help(format!("these are read as moves, and there is no file {given}"));
    } else if let Some(all) = stored(&source, level, run)? {
        return Ok(all);
    }
    Err(run.output.refuse(&[fault], &[&source]))
}

/// The best solutions of a level that a level file has; `None` if the text is no level file.
fn stored(source: &SourceText, level: &Level, run: &Run<'_>) -> Result<Option<Vec<Vec<Written>>>, Exit> {
    let reading = level::read_within(source, None, &run.limits);
    let levels = reading.map_err(run.stopped("stopped while reading levels"))?.collection.levels;
    if levels.is_empty() {
        return Ok(None);
    }
    some(best(&levels, level, source, run), source, run).map(Some)
}

/// The best of the level's own solutions; if none solves it, the first that can be read. Another level with the same
/// board may have a better one, which says nothing about these.
fn own(source: &SourceText, level: &Level, run: &Run<'_>) -> Result<Vec<Vec<Written>>, Exit> {
    let mut all = best(std::slice::from_ref(level), level, source, run);
    if all.is_empty() {
        let read = |one: &StoredSolution| lurd::read(&SourceText::new(TYPED, one.moves.clone())).ok();
        all.extend(level.solutions.iter().find_map(read));
    }
    some(all, source, run)
}

/// The best solutions of a level that these levels have, with a warning of those that are none.
fn best(levels: &[Level], level: &Level, source: &SourceText, run: &Run<'_>) -> Vec<Vec<Written>> {
    let same = levels.iter().filter(|one| one.rows == level.rows);
    let faults = same.filter_map(|one| stored_faults(one, &run.limits).ok()).flatten();
    run.output.diagnostics(&faults.collect::<Vec<_>>(), &[source]);
    let solutions = best_solutions::of_levels(levels, std::iter::once(level)).into_iter().flatten();
    solutions.map(|moves| moves.into_iter().map(Written::from).collect()).collect()
}

fn some(all: Vec<Vec<Written>>, source: &SourceText, run: &Run<'_>) -> Result<Vec<Vec<Written>>, Exit> {
    if !all.is_empty() {
        return Ok(all);
    }
    let name = source.name();
    run.output.error(&format!("the level file {name} has no solution of this level"));
    run.output.help(&format!("banto sokoban check {name} replays the solutions that it has"));
    Err(Exit::Input)
}

/// The text of a solution: the contents of the file of that name, if any, else the words themselves.
fn text(solution: &str, run: &Run<'_>) -> Result<(SourceText, Option<Diagnostic>), Exit> {
    let path = Path::new(solution);
    if solution == "-" || path.is_file() {
        return input::read(path, run);
    }
    let is_moves = solution.chars().all(|letter| "udlrUDLR".contains(letter));
    let is_path = (path.is_dir() && !is_moves) || (solution.contains(['/', '.']) && !solution.contains(' '));
    if is_path { input::read(path, run) } else { Ok((SourceText::new(TYPED, solution), None)) }
}

/// The beginning of a text of any length, for a message.
pub(super) fn cut(text: &str, most: usize) -> String {
    let shown: String = text.chars().take(most).collect();
    if shown.len() < text.len() { format!("{shown}...") } else { shown }
}

fn told(verdict: Verdict, json: bool, output: &Output) -> Exit {
    let exit = if verdict.is_solved() { Exit::Done } else { Exit::No };
    if json {
        output.object(as_json(&verdict));
        return exit;
    }
    let made = Length(verdict.pushes, verdict.moves).words();
    if verdict.is_solved() {
        output.data(&format!("solved: {made}\n"));
    } else {
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        output.data(&format!("not solved: {left} not on a goal after {made}\n"));
    }
    exit
}

pub(super) fn as_json(verdict: &Verdict) -> Value {
    json!({
        "status": if verdict.is_solved() { "solved" } else { "unsolved" },
        "moves": verdict.moves,
        "pushes": verdict.pushes,
        "boxes_left": verdict.boxes_left,
    })
}

fn refused(
    refusal: Refusal,
    level: &Level,
    source: &SourceText,
    moves: &[Written],
    json: bool,
    output: &Output,
) -> Exit {
    let span = refusal.row.zip(refusal.column).and_then(|(row, column)| level.spans.get(row)?.get(column));
    let place = span.map(|span| source.line_column(span.start));
    let words = refusal.words(moves);
    if json {
        output.object(json!({
            "status": "invalid",
            "message": words,
            "move": refusal.index + 1,
            "letter": moves.get(refusal.index).map(|one| one.letter()),
            "reason": refusal.reason.words(),
            "line": place.map(|place| place.0),
            "column": place.map(|place| place.1),
        }));
        return Exit::No;
    }
    let at = place.map(|(line, column)| format!("{}:{line}:{column}: ", source.name())).unwrap_or_default();
    output.data(&format!("{at}{words}\n"));
    Exit::No
}
