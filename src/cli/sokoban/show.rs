//! `banto sokoban show`: levels drawn, each under a line that names it.
//!
//! In: a level file. Out: text, or an object a level. How a level is drawn is not known here.

use super::super::exit::Exit;
use super::super::output::Output;
use super::{Show, choose, drawn};
use crate::compare::figures::counted;
use crate::sokoban::level::printable;
use crate::sokoban::{Cell, Level};

pub(super) fn run(command: &Show, output: &Output) -> Result<Exit, Exit> {
    let (source, collection) = command.source.levels(command.level, output)?;
    if command.level.is_some() {
        let (number, level) = choose(&collection, command.level, &source)?;
        one(number, level, command);
        return Ok(Exit::Done);
    }
    for (index, level) in collection.levels.iter().enumerate() {
        if index > 0 && !command.json {
            Output::data("\n");
        }
        one(index + 1, level, command);
    }
    Ok(Exit::Done)
}

fn one(number: usize, level: &Level, command: &Show) {
    let board = drawn(level, command.alphabet.into());
    let boxes = level.count(Cell::has_box);
    if command.json {
        Output::object(&serde_json::json!({
            "version": 1,
            "status": "ok",
            "level": number,
            "title": level.title,
            "author": level.author,
            "columns": level.width(),
            "rows": level.height(),
            "boxes": boxes,
            "goals": level.count(Cell::is_goal),
            "board": board.lines().collect::<Vec<_>>(),
        }));
        return;
    }
    let title = level.title.as_ref().map(|title| format!(": {}", printable(title))).unwrap_or_default();
    let author =
        level.author.as_ref().map(|author| format!(", by {}", printable(author))).unwrap_or_default();
    let size = format!("{} x {}", level.width(), level.height());
    let boxes = counted(boxes, "box", "boxes");
    Output::data(&format!("level {number}{title}{author} ({size}, {boxes})\n{board}"));
}
