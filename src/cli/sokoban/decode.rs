//! `banto sokoban decode`: the moves of a plan, judged before they are printed.

use std::path::PathBuf;

use clap::Args;

use super::super::exit::Exit;
use super::super::output::Output;
use super::super::{input, names, save};
use super::OneLevel;
use super::encode::unplayable;
use crate::compare::figures::counted;
use crate::sokoban::encode::{ENCODINGS, Encoding, EncodingRow, decode, encode};
use crate::sokoban::verify::verify;
use crate::sokoban::{Level, lurd};
use crate::source::SourceText;

#[derive(Debug, Args)]
pub(in crate::cli) struct Decode {
    #[command(flatten)]
    pub level: OneLevel,

    /// The plan file, or - for standard input
    #[arg(value_name = "PLAN")]
    pub plan: PathBuf,

    /// How the level was said in PDDL
    #[arg(long, value_name = "NAME", value_parser = names::ENCODING, default_value = "filtered")]
    pub encoding: Encoding,

    /// Print the moves with their counts as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(command: &Decode, output: &Output) -> Result<Exit, Exit> {
    if save::is_standard(&command.level.source.file) && save::is_standard(&command.plan) {
        return Err(Output::usage("only one of the two can be standard input"));
    }
    let (_, level) = command.level.read(output)?;
    let (plan, fault) = input::read(&command.plan);
    if let Some(fault) = fault {
        output.diagnostics(&[fault], &[&plan]);
        return Err(Exit::Input);
    }
    let encoded = encode(&level, command.encoding).ok_or_else(unplayable)?;
    let text = match decode(&encoded, plan.text()) {
        Ok(moves) => lurd::lurd(moves),
        Err(error) => {
            Output::error(&format!("{}:{}: {}", plan.name(), error.line, error.message));
            let fitting = ENCODINGS.iter().filter(|row| solves(&level, row, plan.text()));
            let fitting: Vec<&str> = fitting.map(|row| row.name).collect();
            if !fitting.is_empty() {
                Output::help(&format!("the plan fits --encoding {}", fitting.join(" or ")));
            }
            return Err(Exit::No);
        }
    };
    // The judge reads what is printed, so that nothing else is vouched for.
    let judged = lurd::read(&SourceText::new("moves", text.clone())).ok();
    let Some(verdict) = judged.and_then(|moves| verify(&level, &moves).ok()) else {
        Output::ended("fault: the judge rejects the moves of this plan; please report it with the plan");
        return Err(Exit::Fault);
    };
    let solved = verdict.is_solved();
    if command.json {
        Output::object(&serde_json::json!({
            "version": 1,
            "status": if solved { "solved" } else { "unsolved" },
            "solution": text,
            "moves": verdict.moves,
            "pushes": verdict.pushes,
            "boxes_left": verdict.boxes_left,
        }));
    } else {
        Output::data(&format!("{text}\n"));
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        let end = if solved { "solved".to_owned() } else { format!("not solved, {left} not on a goal") };
        let moves = counted(verdict.moves, "move", "moves");
        Output::talk(&format!("{end}: {moves}, {}", counted(verdict.pushes, "push", "pushes")));
    }
    Ok(if solved { Exit::Done } else { Exit::No })
}

/// Whether a plan solves a level when it is read in another encoding.
fn solves(level: &Level, row: &EncodingRow, plan: &str) -> bool {
    let moves = encode(level, row.encoding).and_then(|encoded| decode(&encoded, plan).ok()).map(lurd::lurd);
    let written = moves.and_then(|moves| lurd::read(&SourceText::new("moves", moves)).ok());
    written.and_then(|written| verify(level, &written).ok()).is_some_and(|verdict| verdict.is_solved())
}
