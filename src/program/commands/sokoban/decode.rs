//! `banto sokoban decode`: the moves of a plan, validated before they are printed.
//!
//! In: a level file, a plan, an encoding. Out: moves in letters, or the error in the plan.

use std::path::PathBuf;

use clap::Args;

use super::validate::{as_json, cut};
use crate::compare::figures::counted;
use crate::files::input;
use crate::flags::names;
use crate::terminal::play::Count;
use crate::{ChosenLevels, Exit, LevelFile, LimitArguments, Output, Strict, limit, sound};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText};
use banto_sokoban::encode::{ENCODINGS, Encoded, Encoding, EncodingRow, decode_within, encode_within};
use banto_sokoban::validate::validate;
use banto_sokoban::{Level, lurd};
use banto_text::plan::{self, ReadError};
use banto_text::task;

/// Turn a plan of an encoded level into moves
#[derive(Debug, Args)]
pub(crate) struct Decode {
    #[command(flatten)]
    pub source: LevelFile,

    #[command(flatten)]
    pub chosen: ChosenLevels,

    /// The plan file, or - for standard input
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,

    /// The encoding of the level in PDDL
    #[arg(long, value_name = "NAME", value_parser = names::ENCODING, default_value = "filtered")]
    pub encoding: Encoding,

    /// Print the moves with their counts as one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub limits: LimitArguments,
}

pub(super) fn run(command: &Decode, output: &Output) -> Result<Exit, Exit> {
    let run = limit::of(&command.limits, output);
    input::once([command.source.file.as_path(), &command.plan], output)?;
    let (files, which) = (std::slice::from_ref(&command.source), &command.chosen.level);
    let levels = sound(files, which, &Strict { strict: false }, &run)?.only(which);
    let (_, level) = levels.one(which, output)?;
    let plan = input::text(&command.plan, &run)?;
    let stopped = run.stopped("stopped while decoding");
    let encoded = encode_within(level, command.encoding, &run.limits).map_err(stopped)?;
    let encoded = encoded.expect("a sound level has a board");
    let steps = steps(&encoded, &plan, &run.limits).map_err(stopped)?;
    let steps = steps.map_err(|fault| output.refuse(&[*fault], &[&plan]))?;
    let text = match decode_within(&encoded, &steps.text, &run.limits).map_err(stopped)? {
        Ok(moves) => lurd::lurd(moves),
        Err(error) => {
            let (line, message) = (steps.line(error.line), cut(&error.message, 200));
            output.error(&format!("{}:{line}: {message}", plan.name()));
            let mut fitting = Vec::new();
            for row in ENCODINGS {
                if solves(level, row, &steps.text, &run.limits).map_err(stopped)? {
                    fitting.push(row.name);
                }
            }
            if !fitting.is_empty() {
                output.help(&format!("the plan fits --encoding {}", fitting.join(" or ")));
            }
            return Err(Exit::No);
        }
    };
    // The validator reads exactly what is printed.
    let read = lurd::read_within(&SourceText::new("moves", text.clone()), &run.limits).map_err(stopped)?.ok();
    let Some(verdict) = read.and_then(|moves| validate(level, &moves).ok()) else {
        output.ended("fault: the validator rejects the moves of this plan; please report it with the plan");
        return Err(Exit::Fault);
    };
    let solved = verdict.is_solved();
    if command.json {
        let mut object = as_json(&verdict);
        object["solution"] = text.into();
        output.object(object);
    } else {
        output.data(&format!("{text}\n"));
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        let end = if solved { "solved".to_owned() } else { format!("not solved, {left} not on a goal") };
        output.talk(&format!("{end}: {}", Count { moves: verdict.moves, pushes: verdict.pushes }.words()));
    }
    Ok(if solved { Exit::Done } else { Exit::No })
}

/// Whether a plan solves a level when it is read in another encoding.
fn solves(level: &Level, row: &EncodingRow, plan: &str, limits: &Limits) -> Result<bool, Stop> {
    let encoded = encode_within(level, row.encoding, limits)?;
    let Some(Ok(moves)) = encoded.map(|encoded| decode_within(&encoded, plan, limits)).transpose()? else {
        return Ok(false);
    };
    let written = lurd::read_within(&SourceText::new("moves", lurd::lurd(moves)), limits)?.ok();
    let verdict = written.and_then(|written| validate(level, &written).ok());
    Ok(verdict.is_some_and(|verdict| verdict.is_solved()))
}

/// The steps of a plan, one per line.
struct Steps {
    text: String,
    /// The line of each in the file; if empty, the lines are the same.
    lines: Vec<usize>,
}

impl Steps {
    /// The line in the file of a line of the text, both from 1.
    fn line(&self, line: usize) -> usize {
        self.lines.get(line - 1).copied().unwrap_or(line)
    }
}

/// The steps in a plan file, read as `validate` reads them; or whatever is not a step.
fn steps(
    encoded: &Encoded,
    plan: &SourceText,
    limits: &Limits,
) -> Result<Result<Steps, Box<Diagnostic>>, Stop> {
    let as_it_is = || Steps { text: plan.text().to_owned(), lines: Vec::new() };
    let Ok(task) = task::read_within(encoded.domain, &encoded.problem, limits)? else {
        return Ok(Ok(as_it_is()));
    };
    Ok(match plan::read_within(&task, plan.text(), limits)? {
        Ok(read) => {
            let words = |span| plan.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
            let text = read.places.iter().map(|span| words(*span) + "\n").collect();
            let lines = read.places.iter().map(|span| plan.line_column(span.start).0).collect();
            Ok(Steps { text, lines })
        }
        // A step of another encoding: the replay says what is missing.
        Err(ReadError::Step(_)) => Ok(as_it_is()),
        Err(ReadError::Text(fault)) => Err(fault),
    })
}
