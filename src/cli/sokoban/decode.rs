//! `banto sokoban decode`: the moves of a plan, judged before they are printed.

use std::path::PathBuf;

use clap::Args;

use super::super::exit::Exit;
use super::super::input;
use super::super::output::Output;
use super::encode::{encodings, unplayable};
use super::{FormatName, choose, counted, playable};
use crate::sokoban::encode::{Encoding, decode, encode};
use crate::sokoban::lurd;
use crate::sokoban::verify::verify;
use crate::source::SourceText;

#[derive(Debug, Args)]
pub(in crate::cli) struct Decode {
    /// The level file, or - for standard input
    pub file: PathBuf,

    /// The plan file, or - for standard input
    pub plan: PathBuf,

    /// How the level was said in PDDL
    #[arg(long, value_name = "NAME", value_parser = encodings(), default_value = "filtered")]
    pub encoding: Encoding,

    /// The number of the level, from 1; needed where the file has several
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,

    /// The format of the level file; recognised when left out
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,

    /// Print the moves with their counts as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub(super) fn run(command: &Decode, output: &Output) -> Exit {
    if command.file.as_os_str() == "-" && command.plan.as_os_str() == "-" {
        Output::talk("error: only one of the two can be standard input");
        return Exit::Usage;
    }
    let (source, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let level = match choose(&collection, command.level, &source) {
        Ok((_, level)) => level,
        Err(exit) => return exit,
    };
    let (plan, fault) = input::read(&command.plan);
    if let Some(fault) = fault {
        output.diagnostics(&[fault], &[&plan]);
        return Exit::Input;
    }
    let Some(encoded) = encode(level, command.encoding) else { return unplayable() };
    let text = match decode(&encoded, plan.text()) {
        Ok(moves) => lurd::lurd(moves),
        Err(error) => {
            Output::talk(&format!("error: {}:{}: {}", plan.name(), error.line, error.message));
            return Exit::No;
        }
    };
    // The judge reads what is printed, so that nothing else is vouched for.
    let judged = lurd::read(&SourceText::new("moves", text.clone())).ok();
    let Some(verdict) = judged.and_then(|moves| verify(level, &moves).ok()) else {
        Output::talk("error: the judge rejects the moves of this plan; please report this");
        return Exit::Fault;
    };
    let solved = verdict.is_solved();
    if command.json {
        let object = serde_json::json!({
            "version": 1,
            "status": if solved { "solved" } else { "unsolved" },
            "solution": text,
            "moves": verdict.moves,
            "pushes": verdict.pushes,
            "boxes_left": verdict.boxes_left,
        });
        Output::data(&format!("{object}\n"));
    } else {
        Output::data(&format!("{text}\n"));
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        let end = if solved { "solved".to_owned() } else { format!("not solved, {left} not on a goal") };
        let moves = counted(verdict.moves, "move", "moves");
        Output::talk(&format!("{end}: {moves}, {}", counted(verdict.pushes, "push", "pushes")));
    }
    if solved { Exit::Done } else { Exit::No }
}
