//! How levels look on a screen: the letters and colors of what is on a cell.

use std::time::Duration;

use ratatui::style::{Color, Modifier, Style};

use banto_sokoban::{Alphabet, Cell, picture};

#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub colors: bool,
    /// How long the solver has been thinking, if it is, and how long it may.
    pub thought: Option<(Duration, Duration)>,
}

/// What the screen can show, and when it ends.
#[derive(Clone, Copy, Debug)]
pub struct ScreenSettings {
    pub colors: bool,
    /// Whether the terminal shows more than ASCII.
    pub unicode: bool,
    /// Whether the game ends soon after a solution has played itself to its end.
    pub ends: bool,
}

impl Look {
    /// The style of a cell; floor has two shades, like a chessboard.
    pub(super) const fn style(&self, cell: Cell, is_dark: bool) -> Style {
        let (ink, paper) = match cell {
            Cell::Wall => (60, 60),
            Cell::Floor => (16, if is_dark { 223 } else { 230 }),
            Cell::Goal => (160, 223),
            Cell::Box => (52, 173),
            Cell::BoxOnGoal => (22, 107),
            Cell::Player | Cell::PlayerOnGoal => (231, 25),
        };
        let style = match cell {
            Cell::Wall | Cell::Floor => Style::new(),
            _ => Style::new().add_modifier(Modifier::BOLD),
        };
        if self.colors { style.fg(Color::Indexed(ink)).bg(Color::Indexed(paper)) } else { style }
    }
}

/// How many columns each cell takes where a board of so many cells has this much room.
pub(super) const fn columns(cells: usize, room: usize) -> usize {
    if cells * 2 <= room { 2 } else { 1 }
}

/// The letters of a cell, in one column or two.
pub(super) fn letters(cell: Cell, is_wide: bool) -> String {
    if is_wide { picture::letters(cell).to_owned() } else { Alphabet::Xsb.character(cell).to_string() }
}
