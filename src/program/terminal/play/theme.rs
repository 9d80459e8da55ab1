//! Themes: the letters and colors of what is on a cell.

use std::time::Duration;

use ratatui::style::{Color, Modifier, Style};

use banto_sokoban::{Alphabet, Cell, picture};

#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    pub theme: &'a Theme,
    pub colors: bool,
    /// How long the solver has been thinking, if it is, and how long it may.
    pub thought: Option<(Duration, Duration)>,
}

/// How the screen looks, and whether it takes clicks.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct ScreenSettings<'a> {
    pub theme: &'a Theme,
    pub colors: bool,
    /// Whether the terminal shows more than ASCII.
    pub unicode: bool,
    /// Whether clicks are for the game, and not for selecting text.
    pub mouse: bool,
    /// Whether the game ends soon after a solution has played itself to its end.
    pub ends: bool,
}

/// A way to draw levels on a screen.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Its name, as users write it.
    pub name: &'static str,
    /// Whether cells are two columns wide if the screen has room.
    pub(super) is_wide: bool,
    wall: Style,
    /// In two shades, like a chessboard.
    floor: [Style; 2],
    goal: Style,
    boxes: Style,
    stored: Style,
    player: Style,
}

const fn ink(color: u8) -> Style {
    Style::new().fg(Color::Indexed(color))
}

const fn paper(color: u8) -> Style {
    Style::new().bg(Color::Indexed(color))
}

const fn on(ink: u8, paper: u8) -> Style {
    Style::new().fg(Color::Indexed(ink)).bg(Color::Indexed(paper)).add_modifier(Modifier::BOLD)
}

/// All themes, the default first.
pub const THEMES: &[Theme] = &[
    Theme {
        name: "day",
        is_wide: true,
        wall: ink(60).bg(Color::Indexed(60)),
        floor: [paper(230), paper(223)],
        goal: on(160, 223),
        boxes: on(52, 173),
        stored: on(22, 107),
        player: on(231, 25),
    },
    Theme {
        name: "night",
        is_wide: true,
        wall: ink(240).bg(Color::Indexed(240)),
        floor: [paper(234), paper(235)],
        goal: on(214, 236),
        boxes: on(230, 94),
        stored: on(230, 28),
        player: on(231, 31),
    },
    Theme {
        name: "signs",
        is_wide: false,
        wall: ink(244),
        floor: [Style::new(); 2],
        goal: ink(3),
        boxes: ink(6),
        stored: ink(2),
        player: ink(7).add_modifier(Modifier::BOLD),
    },
];

impl Theme {
    /// The theme with a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        THEMES.iter().find(|theme| theme.name == name)
    }

    /// How many columns each cell takes where a board of so many cells has this much room.
    pub(super) const fn columns(&self, cells: usize, room: usize) -> usize {
        if self.is_wide && cells * 2 <= room { 2 } else { 1 }
    }

    /// The style of a cell; floor has two shades.
    pub(super) const fn style(&self, cell: Cell, is_dark: bool) -> Style {
        match cell {
            Cell::Wall => self.wall,
            Cell::Floor => self.floor[is_dark as usize],
            Cell::Goal => self.goal,
            Cell::Box => self.boxes,
            Cell::BoxOnGoal => self.stored,
            Cell::Player | Cell::PlayerOnGoal => self.player,
        }
    }
}

/// The letters of a cell, in one column or two.
pub(super) fn letters(cell: Cell, is_wide: bool) -> String {
    if !is_wide {
        return Alphabet::Xsb.character(cell).to_string();
    }
    picture::letters(cell).to_owned()
}
