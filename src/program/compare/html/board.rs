//! A board as an SVG that a script can move: the static cells in one group, boxes and player as separate elements. A
//! cell is one unit wide.

use std::fmt::Write;

use crate::base::page::escape;
use crate::sokoban::{Board, Cell, Level};

/// The picture of a level before the first move.
pub(super) fn svg(level: &Level, title: &str) -> String {
    let (width, height) = (level.width(), level.height());
    let inside = Board::new(level).map(|(board, _)| board);
    let is_inside = |row, column| inside.as_ref().is_none_or(|board| board.cell_at(row, column).is_some());
    let (mut walls, mut floor, mut goals, mut boxes) =
        (String::new(), String::new(), String::new(), String::new());
    let mut player = String::new();
    for row in 0..height {
        for column in 0..width {
            let cell = level.cell(row, column);
            let outline = format!("M{column} {row}h1v1h-1z");
            if cell == Cell::Wall {
                walls.push_str(&outline);
                continue;
            }
            if cell != Cell::Floor || is_inside(row, column) {
                floor.push_str(&outline);
            }
            if cell.is_goal() {
                let _ = write!(goals, "<circle cx=\"{column}.5\" cy=\"{row}.5\" r=\"0.17\"/>");
            }
            if cell.has_box() {
                let home = if cell.is_goal() { " home" } else { "" };
                let _ = write!(
                    boxes,
                    "<rect class=\"box{home}\" x=\"0.12\" y=\"0.12\" width=\"0.76\" height=\"0.76\" rx=\"0.1\" \
                     transform=\"translate({column} {row})\"/>"
                );
            }
            if cell.has_player() {
                let goal = if cell.is_goal() { " goal" } else { "" };
                player = format!(
                    "<circle class=\"player{goal}\" cx=\"0.5\" cy=\"0.5\" r=\"0.3\" transform=\"translate({column} {row})\"/>"
                );
            }
        }
    }
    format!(
        "<svg class=\"board\" viewBox=\"-0.2 -0.2 {}.4 {}.4\" style=\"--wide:{width}\" role=\"img\" \
         aria-label=\"{}\"><path class=\"floor\" d=\"{floor}\"/><path class=\"wall\" d=\"{walls}\"/>\
         <g class=\"goals\">{goals}</g><g class=\"boxes\">{boxes}</g>{player}</svg>\n",
        width,
        height,
        escape(title),
    )
}
