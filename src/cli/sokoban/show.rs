//! `banto sokoban show`: levels drawn, each under a line that names it.

use super::super::exit::Exit;
use super::super::output::Output;
use super::{Show, choose, counted, drawn, playable};
use crate::sokoban::{Cell, Level};

pub(super) fn run(command: &Show, output: &Output) -> Exit {
    let (source, collection) = match playable(&command.file, command.format, output) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    if command.level.is_some() {
        return match choose(&collection, command.level, &source) {
            Ok((number, level)) => {
                Output::data(&one(number, level, command));
                Exit::Done
            }
            Err(exit) => exit,
        };
    }
    for (index, level) in collection.levels.iter().enumerate() {
        if index > 0 && !command.json {
            Output::data("\n");
        }
        Output::data(&one(index + 1, level, command));
    }
    Exit::Done
}

fn one(number: usize, level: &Level, command: &Show) -> String {
    let board = drawn(level, command.alphabet.into());
    let boxes = level.count(Cell::has_box);
    if command.json {
        let object = serde_json::json!({
            "version": 1,
            "level": number,
            "title": level.title,
            "author": level.author,
            "columns": level.width(),
            "rows": level.height(),
            "boxes": boxes,
            "goals": level.count(Cell::is_goal),
            "board": board.lines().collect::<Vec<_>>(),
        });
        return format!("{object}\n");
    }
    let title = level.title.as_ref().map(|title| format!(": {title}")).unwrap_or_default();
    let author = level.author.as_ref().map(|author| format!(", by {author}")).unwrap_or_default();
    let size = format!("{} x {}", level.width(), level.height());
    format!("level {number}{title}{author} ({size}, {})\n{board}", counted(boxes, "box", "boxes"))
}
