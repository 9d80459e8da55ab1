//! `banto sokoban check`: diagnostics, then one line a file that sums up.

use std::path::Path;

use super::super::exit::Exit;
use super::super::input;
use super::super::output::Output;
use super::{Check, counted, errors, read};
use crate::sokoban::Cell;

pub(super) fn run(command: &Check, output: &Output) -> Exit {
    let mut worst = Exit::Done;
    for path in &command.files {
        let exit = one(path, command, output);
        if exit.code() > worst.code() {
            worst = exit;
        }
    }
    worst
}

fn one(path: &Path, command: &Check, output: &Output) -> Exit {
    let (source, reading) = read(path, command.format);
    output.diagnostics(&reading.diagnostics, &[&source]);
    let exit = input::exit(&reading.diagnostics);
    let levels = &reading.collection.levels;
    if command.json {
        let errors = errors(&reading.diagnostics);
        let object = serde_json::json!({
            "version": 1,
            "file": source.name(),
            "status": if exit == Exit::Done { "ok" } else { "error" },
            "levels": levels.len(),
            "errors": errors,
            "warnings": reading.diagnostics.len() - errors,
        });
        Output::data(&format!("{object}\n"));
        return exit;
    }
    let counts = Output::counts(&reading.diagnostics);
    if exit != Exit::Done {
        Output::talk(&format!("not ok: {}", counts.unwrap_or_default()));
        return exit;
    }
    let boxes = levels.iter().map(|level| level.count(Cell::has_box)).sum();
    let warned = counts.map(|counts| format!(" ({counts})")).unwrap_or_default();
    let name = if command.files.len() > 1 { format!("{}: ", source.name()) } else { String::new() };
    Output::data(&format!(
        "{name}ok: {}, {}{warned}\n",
        counted(levels.len(), "level", "levels"),
        counted(boxes, "box", "boxes")
    ));
    exit
}
