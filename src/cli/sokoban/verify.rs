//! `banto sokoban verify`: a solution judged.

use std::path::Path;

use super::super::exit::Exit;
use super::super::input;
use super::super::output::Output;
use super::{Verify, choose, counted, playable};
use crate::sokoban::level::Level;
use crate::sokoban::lurd::{self, Written};
use crate::sokoban::verify::{Refusal, Verdict, verify};
use crate::source::SourceText;

pub(super) fn run(command: &Verify, output: &Output) -> Exit {
    if command.file.as_os_str() == "-" && command.solution == "-" {
        Output::talk("error: only one of the two can be standard input");
        return Exit::Usage;
    }
    let (source, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let (_, level) = match choose(&collection, command.level, &source) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let (solution, fault) = text(&command.solution);
    let moves = match fault {
        Some(fault) => Err(Box::new(fault)),
        None => lurd::read(&solution),
    };
    let moves = match moves {
        Ok(moves) => moves,
        Err(fault) => {
            let faults = [*fault];
            output.diagnostics(&faults, &[&solution]);
            return input::exit(&faults);
        }
    };
    match verify(level, &moves) {
        Ok(verdict) => told(verdict, command.json),
        Err(refusal) => refused(refusal, level, &source, &moves, command.json),
    }
}

/// The text of a solution: of the file of that name if there is one, else the words themselves.
pub(super) fn text(solution: &str) -> (SourceText, Option<crate::source::Diagnostic>) {
    let path = Path::new(solution);
    if solution == "-" || path.is_file() {
        return input::read(path);
    }
    let is_path = solution.contains(['/', '.']) && !solution.contains(' ');
    if is_path { input::read(path) } else { (SourceText::new("<solution>", solution), None) }
}

fn told(verdict: Verdict, json: bool) -> Exit {
    let exit = if verdict.is_solved() { Exit::Done } else { Exit::No };
    if json {
        let object = serde_json::json!({
            "version": 1,
            "status": if verdict.is_solved() { "solved" } else { "unsolved" },
            "moves": verdict.moves,
            "pushes": verdict.pushes,
            "boxes_left": verdict.boxes_left,
        });
        Output::data(&format!("{object}\n"));
        return exit;
    }
    let made =
        format!("{}, {}", counted(verdict.moves, "move", "moves"), counted(verdict.pushes, "push", "pushes"));
    if verdict.is_solved() {
        Output::data(&format!("solved: {made}\n"));
    } else {
        let left = counted(verdict.boxes_left, "box is", "boxes are");
        Output::data(&format!("not solved: {left} not on a goal after {made}\n"));
    }
    exit
}

fn refused(refusal: Refusal, level: &Level, source: &SourceText, moves: &[Written], json: bool) -> Exit {
    let span = refusal.row.zip(refusal.column).and_then(|(row, column)| level.spans.get(row)?.get(column));
    let place = span.map(|span| source.line_column(span.start));
    let number = refusal.index + 1;
    let letter = moves.get(refusal.index).map(|one| {
        let letter = one.direction.letter();
        if one.push == Some(false) { letter } else { letter.to_ascii_uppercase() }
    });
    let reason = refusal.reason.words();
    if json {
        let object = serde_json::json!({
            "version": 1,
            "status": "invalid",
            "move": number,
            "letter": letter,
            "reason": reason,
            "line": place.map(|place| place.0),
            "column": place.map(|place| place.1),
        });
        Output::data(&format!("{object}\n"));
        return Exit::No;
    }
    let at = place.map(|(line, column)| format!("{}:{line}:{column}: ", source.name())).unwrap_or_default();
    let letter = letter.map(|letter| format!(" ({letter})")).unwrap_or_default();
    Output::data(&format!("{at}move {number}{letter} of {} is not possible: {reason}\n", moves.len()));
    Exit::No
}
