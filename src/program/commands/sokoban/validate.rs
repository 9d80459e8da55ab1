//! `banto sokoban validate`: whether moves solve a level.
//!
//! In: a level, and moves as words or in a file. Out: the verdict.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use crate::base::source::{Diagnostic, SourceText};
use crate::program::compare::figures::counted;
use crate::program::files::input;
use crate::program::{Exit, LimitArguments, OneLevel, Output, Run, limit};
use crate::sokoban::level::Level;
use crate::sokoban::lurd::{self, Written};
use crate::sokoban::validate::{Refusal, Verdict, validate};

#[derive(Debug, Args)]
pub(in crate::program) struct Validate {
    #[command(flatten)]
    pub level: OneLevel,

    /// The solution: a file, or the moves themselves, such as rrULd or "R 2D"
    #[arg(value_name = "MOVES")]
    pub solution: String,

    /// Print the verdict as one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The name of moves given on the command line.
const TYPED: &str = "<solution>";

pub(super) fn run(command: &Validate, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    input::once([command.level.source.file.as_path(), Path::new(&command.solution)], output)?;
    let (source, level) = command.level.read(&run)?;
    let moves = written(&command.solution, &run)?;
    Ok(match validate(&level, &moves) {
        Ok(verdict) => told(verdict, command.json, output),
        Err(refusal) => refused(refusal, &level, &source, &moves, command.json, output),
    })
}

/// The moves of a solution: a file, or the moves themselves. Errors are printed.
pub(super) fn written(given: &str, run: &Run<'_>) -> Result<Vec<Written>, Exit> {
    let (source, fault) = text(given, run)?;
    checked(&source, fault, run)
}

/// The moves of a text.
pub(super) fn checked(
    source: &SourceText,
    fault: Option<Diagnostic>,
    run: &Run<'_>,
) -> Result<Vec<Written>, Exit> {
    let read = match fault {
        Some(fault) => Err(Box::new(fault)),
        None => lurd::read_within(source, &run.limits).map_err(run.stopped("stopped while reading moves"))?,
    };
    read.map_err(|fault| {
        let mut fault = *fault;
        if source.name() == TYPED {
            let given = cut(source.text(), 40);
            fault = fault.help(format!("these are read as moves, and there is no file {given}"));
        }
        run.output.refuse(&[fault], &[source])
    })
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
    let made =
        format!("{}, {}", counted(verdict.moves, "move", "moves"), counted(verdict.pushes, "push", "pushes"));
    if verdict.is_solved() {
        output.data(&format!("solved: {made}\n"));
    } else {
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        output.data(&format!("not solved: {left} not on a goal after {made}\n"));
    }
    exit
}

/// A verdict as an object.
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
    let number = refusal.index + 1;
    let letter = moves.get(refusal.index).map(|one| {
        let letter = one.direction.letter();
        if one.push == Some(false) { letter } else { letter.to_ascii_uppercase() }
    });
    let reason = refusal.reason.words();
    if json {
        output.object(json!({
            "status": "invalid",
            "message": format!("move {number} of {} is not possible: {reason}", moves.len()),
            "move": number,
            "letter": letter,
            "reason": reason,
            "line": place.map(|place| place.0),
            "column": place.map(|place| place.1),
        }));
        return Exit::No;
    }
    let at = place.map(|(line, column)| format!("{}:{line}:{column}: ", source.name())).unwrap_or_default();
    let letter = letter.map(|letter| format!(" ({letter})")).unwrap_or_default();
    output.data(&format!("{at}move {number}{letter} of {} is not possible: {reason}\n", moves.len()));
    Exit::No
}
