//! Draws the board: as much as fits, around the player; with the box of a hint.
//!
//! In: a game, a theme, an area. Out: cells on the frame, and for each place on the screen its place on the board.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::known_solution::Hint;
use super::model::Game;
use super::theme::{Theme, letters};
use banto_sokoban::{Cell, CellId, Direction};

pub(super) struct BoardView {
    area: Rect,
    down: Window,
    across: Window,
    /// Columns of the screen for each cell.
    columns: usize,
    /// Rows of the screen for each cell.
    rows: usize,
    left: usize,
    top: usize,
}

impl BoardView {
    /// The part of the board that fits into an area.
    pub(super) fn new(area: Rect, game: &Game, theme: &Theme) -> Self {
        let level = game.level();
        let (width, height) = (level.width(), level.height());
        let columns = theme.columns(width, usize::from(area.width));
        let most = usize::from(area.width) / (width * columns).max(1);
        let rows = if game.is_large { most.min(usize::from(area.height) / height.max(1)).max(1) } else { 1 };
        let columns = columns * rows;
        let player = game.board().place(game.position().player);
        let pushed = game.sought().map_or(player, |cell| game.board().place(cell));
        let down = Window::with(height, usize::from(area.height) / rows, player.0, pushed.0);
        let across = Window::with(width, usize::from(area.width) / columns, player.1, pushed.1);
        let left = usize::from(area.width).saturating_sub(across.shown * columns) / 2;
        let top = usize::from(area.height).saturating_sub(down.shown * rows) / 2;
        Self { area, down, across, columns, rows, left, top }
    }

    /// The row and column of the drawing at a place on the screen.
    pub(super) fn place(&self, column: u16, row: u16) -> Option<(usize, usize)> {
        let row = usize::from(row.checked_sub(self.area.y)?).checked_sub(self.top)? / self.rows;
        let column = usize::from(column.checked_sub(self.area.x)?).checked_sub(self.left)? / self.columns;
        let is_shown = row < self.down.shown && column < self.across.shown;
        is_shown.then_some((row + self.down.first, column + self.across.first))
    }

    /// Whether each cell is one letter, as in level files.
    pub(super) const fn is_narrow(&self) -> bool {
        self.columns == self.rows
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, game: &Game, theme: &Theme, colors: bool) {
        let is_wide = !self.is_narrow();
        let marks = game.hint.as_ref().map(|hint| Marks::new(game, hint));
        for row in 0..self.down.shown {
            for column in 0..self.across.shown {
                let place = (row + self.down.first, column + self.across.first);
                let Some(cell) = game.cell(place.0, place.1) else { continue };
                let id = game.board().cell_at(place.0, place.1);
                let mut style = theme.style(cell, (place.0 + place.1) % 2 == 1);
                if !colors {
                    style = Style { fg: None, bg: None, ..style };
                }
                let mut text = letters(cell, is_wide);
                if cell == Cell::Floor && id.is_some_and(|id| game.is_marked(id)) {
                    if is_wide { "××" } else { "×" }.clone_into(&mut text);
                    style = style.add_modifier(Modifier::DIM);
                }
                if id.is_some_and(|id| game.is_target(id)) {
                    match cell {
                        Cell::Floor => if is_wide { "∘∘" } else { "∘" }.clone_into(&mut text),
                        _ => style = style.add_modifier(Modifier::UNDERLINED),
                    }
                }
                if id.is_some() && id == game.held() {
                    style = style.add_modifier(Modifier::REVERSED);
                }
                if let Some(marks) = &marks {
                    marks.mark(place, cell, is_wide, &mut text, &mut style);
                }
                let offset = |number: usize| u16::try_from(number).unwrap_or(u16::MAX);
                let x = self.area.x + offset(self.left + column * self.columns);
                let y = self.area.y + offset(self.top + row * self.rows);
                for (down, line) in (0..).zip(enlarged(&text, self.rows, cell)) {
                    frame.buffer_mut().set_string(x, y + down, line, style);
                }
            }
        }
        self.draw_edges(frame);
    }

    /// Signs along the sides where the board continues.
    fn draw_edges(&self, frame: &mut Frame<'_>) {
        let (left, top) = (self.left, self.top);
        let (right, bottom) = (left + self.across.shown * self.columns, top + self.down.shown * self.rows);
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

/// The letters of a cell, in so many rows: a wall fills them, a box has its sides in all, the rest is in the middle.
fn enlarged(text: &str, rows: usize, cell: Cell) -> Vec<String> {
    if rows == 1 {
        return vec![text.to_owned()];
    }
    let width = text.chars().count() * rows;
    let line = |row: usize| match (cell, text.chars().next().zip(text.chars().last())) {
        (Cell::Wall, _) => text.chars().flat_map(|one| std::iter::repeat_n(one, rows)).collect(),
        (Cell::Box | Cell::BoxOnGoal, Some((left, right))) => format!("{left}{right:>0$}", width - 1),
        _ if row == (rows - 1) / 2 => format!("{text:^width$}"),
        _ => " ".repeat(width),
    };
    (0..rows).map(line).collect()
}

/// The part of a side of the board that is shown.
pub(super) struct Window {
    size: usize,
    pub(super) first: usize,
    pub(super) shown: usize,
    pub(super) margin: usize,
}

impl Window {
    /// A smaller area shows only the board.
    const SIGNS: usize = 5;

    pub(super) fn new(size: usize, room: usize, player: usize) -> Self {
        let signs = if size > room && room >= Self::SIGNS { 2 } else { 0 };
        let shown = size.min(room - signs);
        let first = player.saturating_sub(shown / 2).min(size - shown);
        Self { size, first, shown, margin: (room - shown) / 2 }
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
        Self {
            walk: hint.walk.iter().copied().map(place).collect(),
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
