//! A level for a terminal: two columns of text for each cell, colored or not.
//!
//! In: a level, and whether to use colors. Out: lines of text. Without colors, walls are blocks, boxes `[]`, boxes on
//! goals `{}`, goals `··`, and the player `<>`, or `<·` on a goal.

use super::{Ground, Scene};
use crate::level::{Cell, Level};
use banto_base::limits::Limits;

/// The lines of a level.
///
/// ```
/// use banto::sokoban::{Level, picture};
///
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// assert_eq!(picture::terminal(&level, false).lines().nth(1).unwrap(), "██<>[]··██");
/// ```
pub fn terminal(level: &Level, colors: bool) -> String {
    let scene = Scene::within(level, &Limits::none()).expect("without limits nothing stops");
    let mut out = String::new();
    for row in 0..scene.height {
        let last = (0..scene.width).rev().find(|column| scene.at(row, *column).0 != Ground::Outside);
        for column in 0..last.map_or(0, |last| last + 1) {
            let (ground, cell) = scene.at(row, column);
            if ground == Ground::Outside {
                out.push_str("  ");
            } else if colors {
                out.push_str(style(ground, cell));
                out.push_str(if let Ground::Wall { .. } = ground { "  " } else { letters(cell) });
                out.push_str("\u{1b}[0m");
            } else {
                out.push_str(letters(cell));
            }
        }
        out.push('\n');
    }
    out
}

/// A cell in two columns.
pub const fn letters(cell: Cell) -> &'static str {
    match cell {
        Cell::Wall => "██",
        Cell::Floor => "  ",
        Cell::Goal => "··",
        Cell::Box => "[]",
        Cell::BoxOnGoal => "{}",
        Cell::Player => "<>",
        Cell::PlayerOnGoal => "<·",
    }
}

/// Colors from the 256 that most terminals have: foreground, then background.
const fn style(ground: Ground, cell: Cell) -> &'static str {
    match (ground, cell) {
        (Ground::Wall { .. }, _) => "\u{1b}[48;5;60m",
        (_, Cell::Box) => "\u{1b}[1;38;5;52;48;5;173m",
        (_, Cell::BoxOnGoal) => "\u{1b}[1;38;5;22;48;5;107m",
        (_, Cell::Player | Cell::PlayerOnGoal) => "\u{1b}[1;38;5;231;48;5;25m",
        (_, Cell::Goal) => "\u{1b}[1;38;5;160;48;5;223m",
        (Ground::Floor { dark: true }, _) => "\u{1b}[48;5;223m",
        (_, _) => "\u{1b}[48;5;230m",
    }
}
