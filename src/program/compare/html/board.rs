//! A board as an SVG that a script can move: the ground in one group, boxes and player as separate elements, in the
//! shapes of all pictures. A cell is one unit wide.

use std::fmt::Write;

use crate::base::page::escape;
use crate::sokoban::{Board, Cell, Level, picture};

/// The picture of a level before the first move.
pub(super) fn svg(level: &Level, title: &str) -> String {
    let (width, height) = (level.width(), level.height());
    let inside = Board::new(level).map(|(board, _)| board);
    let is_inside = |row, column| inside.as_ref().is_none_or(|board| board.cell_at(row, column).is_some());
    // What moves has two looks, of which the style shows one.
    let looks = |[plain, other]: [&str; 2]| {
        let one = |name| format!("<use href=\"#{name}\" transform=\"scale({})\"/>", picture::SCALE);
        format!("{}{}", one(plain), one(other))
    };
    let (mut ground, mut boxes, mut player) = (String::new(), String::new(), String::new());
    for row in 0..height {
        for column in 0..width {
            let cell = level.cell(row, column);
            let place = format!("transform=\"translate({column} {row})\"");
            let dark = if (row + column) % 2 == 1 { "-dark" } else { "" };
            let name = match cell {
                Cell::Wall if level.cell(row + 1, column) == Cell::Wall => "wall".to_owned(),
                Cell::Wall => "wall-front".to_owned(),
                Cell::Floor if !is_inside(row, column) => continue,
                cell if cell.is_goal() => format!("goal{dark}"),
                _ => format!("floor{dark}"),
            };
            let goal = if cell.is_goal() { " class=\"goal\"" } else { "" };
            let scale = picture::SCALE;
            let _ = write!(
                ground,
                "<use{goal} href=\"#{name}\" transform=\"translate({column} {row}) scale({scale})\"/>"
            );
            if cell.has_box() {
                let home = if cell.is_goal() { " home" } else { "" };
                let _ = write!(boxes, "<g class=\"box{home}\" {place}>{}</g>", looks(["box", "box-home"]));
            }
            if cell.has_player() {
                let goal = if cell.is_goal() { " goal" } else { "" };
                let shapes = looks(["player", "player-on-goal"]);
                player = format!("<g class=\"player{goal}\" {place}>{shapes}</g>");
            }
        }
    }
    format!(
        "<svg class=\"board\" viewBox=\"-0.2 -0.2 {width}.4 {height}.4\" style=\"--wide:{width}\" role=\"img\" \
         aria-label=\"{}\"><g class=\"ground\">{ground}</g><g class=\"boxes\">{boxes}</g>{player}</svg>\n",
        escape(title),
    )
}
