//! Draws the board: as much as fits, around the player; with the box of a hint.
//!
//! In: a game, an area. Out: cells on the frame.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::known_solution::Hint;
use super::look::{Look, columns, letters};
use super::model::Game;
use banto_sokoban::{Cell, CellId, Direction, Level};

pub(super) struct BoardView {
    area: Rect,
    down: Window,
    across: Window,
    /// Columns of the screen for each cell.
    pub(super) columns: usize,
    left: usize,
    top: usize,
}

impl BoardView {
    /// The part of a level that fits into an area, around the player and, if that can be, another place.
    pub(super) fn new(area: Rect, level: &Level, player: (usize, usize), other: (usize, usize)) -> Self {
        let (wide, high) = (usize::from(area.width), usize::from(area.height));
        let columns = columns(level.width(), wide);
        let down = Window::with(level.height(), high, player.0, other.0);
        let across = Window::with(level.width(), wide / columns, player.1, other.1);
        let left = wide.saturating_sub(across.shown * columns) / 2;
        let top = high.saturating_sub(down.shown) / 2;
        Self { area, down, across, columns, left, top }
    }

    /// The view of a game, with the box of its hint.
    pub(super) fn of_game(area: Rect, game: &Game) -> Self {
        let player = game.board().place(game.position().player);
        let pushed = game.hint.as_ref().map_or(player, |hint| game.board().place(hint.cell));
        Self::new(area, game.level(), player, pushed)
    }

    /// The cells that are shown: row and column, and where on the screen.
    pub(super) fn cells(&self) -> impl Iterator<Item = ((usize, usize), (u16, u16))> {
        let all =
            (0..self.down.shown).flat_map(|row| (0..self.across.shown).map(move |column| (row, column)));
        let offset = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
        all.map(move |(row, column)| {
            let x = self.area.x + offset(self.left + column * self.columns);
            ((row + self.down.first, column + self.across.first), (x, self.area.y + offset(self.top + row)))
        })
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, game: &Game, look: &Look) {
        let is_wide = self.columns == 2;
        let marks = game.hint.as_ref().map(|hint| Marks::new(game, hint));
        for (place, (x, y)) in self.cells() {
            let Some(cell) = game.cell(place.0, place.1) else { continue };
            let mut style = look.style(cell, (place.0 + place.1) % 2 == 1);
            let mut text = letters(cell, is_wide);
            let is_marked = |id| game.is_marked(id);
            if cell == Cell::Floor && game.board().cell_at(place.0, place.1).is_some_and(is_marked) {
                if is_wide { "××" } else { "×" }.clone_into(&mut text);
                style = style.add_modifier(Modifier::DIM);
            }
            if let Some(marks) = &marks {
                marks.mark(place, cell, is_wide, &mut text, &mut style);
            }
            frame.buffer_mut().set_string(x, y, text, style);
        }
        self.draw_edges(frame);
    }

    /// Signs along the sides where the board continues.
    fn draw_edges(&self, frame: &mut Frame<'_>) {
        let (left, top) = (self.left, self.top);
        let (right, bottom) = (left + self.across.shown * self.columns, top + self.down.shown);
        let [west, east] = self.across.goes_on();
        let [north, south] = self.down.goes_on();
        let mut put = |goes_on: bool, column: usize, row: usize, sign: &str| {
            let offset = |from: u16, number: usize| from.checked_add(u16::try_from(number).ok()?);
            let place = offset(self.area.x, column).zip(offset(self.area.y, row));
            if let Some(place) = place.filter(|place| goes_on && self.area.contains((*place).into())) {
                frame.buffer_mut().set_string(
                    place.0,
                    place.1,
                    sign,
                    Style::new().add_modifier(Modifier::DIM),
                );
            }
        };
        for row in top..bottom {
            put(west, left.wrapping_sub(1), row, "‹");
            put(east, right, row, "›");
        }
        for column in left..right {
            put(north, column, top.wrapping_sub(1), "▴");
            put(south, column, bottom, "▾");
        }
    }
}

/// The part of a side of the board that is shown.
struct Window {
    size: usize,
    first: usize,
    shown: usize,
}

impl Window {
    /// A smaller area shows only the board.
    const SIGNS: usize = 5;

    fn new(size: usize, room: usize, player: usize) -> Self {
        let signs = if size > room && room >= Self::SIGNS { 2 } else { 0 };
        let shown = size.min(room - signs);
        let first = player.saturating_sub(shown / 2).min(size - shown);
        Self { size, first, shown }
    }

    /// The part around the player; or, if another place is not in it, one that shows that place and, if it can, both.
    fn with(size: usize, room: usize, player: usize, other: usize) -> Self {
        let around = Self::new(size, room, player);
        let end = around.first + around.shown;
        // A box stands between two cells: where the player pushes, and where it goes.
        if (around.first + 1..end.saturating_sub(1)).contains(&other) {
            return around;
        }
        let both = player.abs_diff(other) + 2 < around.shown;
        Self::new(size, room, if both { player.midpoint(other) } else { other })
    }

    /// Whether there is more before the part that is shown, and after it.
    const fn goes_on(&self) -> [bool; 2] {
        [self.first > 0, self.first + self.shown < self.size]
    }
}

/// The places of a hint.
struct Marks {
    walk: Vec<(usize, usize)>,
    pushed: (usize, usize),
    ahead: Option<(usize, usize)>,
    direction: Direction,
}

impl Marks {
    fn new(game: &Game, hint: &Hint) -> Self {
        let board = game.board();
        let place = |cell: CellId| board.place(cell);
        let walk = hint.walk.iter().scan(game.position().player, |cell, direction| {
            *cell = board.neighbor(*cell, *direction)?;
            Some(place(*cell))
        });
        Self {
            walk: walk.collect(),
            pushed: place(hint.cell),
            ahead: board.neighbor(hint.cell, hint.direction).map(place),
            direction: hint.direction,
        }
    }

    fn mark(&self, place: (usize, usize), cell: Cell, is_wide: bool, text: &mut String, style: &mut Style) {
        if place == self.pushed {
            *style = style.add_modifier(Modifier::REVERSED);
        } else if Some(place) == self.ahead && !cell.has_player() {
            arrow(self.direction, is_wide).clone_into(text);
            *style = style.add_modifier(Modifier::BOLD);
        } else if self.walk.contains(&place) && !cell.has_player() {
            if is_wide { "∘ " } else { "∘" }.clone_into(text);
        }
    }
}

const fn arrow(direction: Direction, is_wide: bool) -> &'static str {
    match (direction, is_wide) {
        (Direction::Up, true) => "↑↑",
        (Direction::Down, true) => "↓↓",
        (Direction::Left, true) => " ←",
        (Direction::Right, true) => "→ ",
        (Direction::Up, false) => "↑",
        (Direction::Down, false) => "↓",
        (Direction::Left, false) => "←",
        (Direction::Right, false) => "→",
    }
}
