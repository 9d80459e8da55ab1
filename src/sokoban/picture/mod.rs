//! Pictures of levels: colored cells for a terminal, SVG, PNG, a GIF that plays a solution, and a page to play on.
//!
//! In: a level, and optionally moves. Out: text or the bytes of a file. All files are made from one table of shapes.

#[cfg(feature = "program")]
mod animation;
mod film;
mod page;
mod png;
mod sprite;
mod svg;
mod terminal;

#[cfg(feature = "program")]
pub use animation::gif;
pub use film::AnimationError;
#[doc(hidden)]
pub use page::{BOARD, SOLVER, board_script, with_solver};
pub use page::{page, pages, shapes};
pub use png::{png, png_of_width};
pub use svg::{svg, svg_within};
#[doc(hidden)]
pub use terminal::letters;
pub use terminal::terminal;

use crate::{Board, Cell, Level};
use banto_base::limits::{Limits, Stop};

/// The ground that a cell of a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ground {
    /// Not part of the level.
    Outside,
    /// A wall; whether there is more wall below it, so that its front is hidden.
    Wall { front: bool },
    /// Floor; in two shades, like a chessboard.
    Floor { dark: bool },
}

/// The drawing of a level, prepared for pictures.
struct Scene {
    width: usize,
    height: usize,
    cells: Vec<(Ground, Cell)>,
}

impl Scene {
    fn within(level: &Level, limits: &Limits) -> Result<Self, Stop> {
        let (width, height) = (level.width(), level.height());
        limits.check_allocation(width * height * size_of::<(Ground, Cell)>())?;
        let board = Board::within(level, limits)?.map(|(board, _)| board);
        let inside = |row, column| board.as_ref().is_none_or(|board| board.cell_at(row, column).is_some());
        let mut cells = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let cell = level.cell(row, column);
                let ground = match cell {
                    Cell::Wall => Ground::Wall { front: level.cell(row + 1, column) != Cell::Wall },
                    Cell::Floor if !inside(row, column) => Ground::Outside,
                    _ => Ground::Floor { dark: (row + column) % 2 == 1 },
                };
                cells.push((ground, cell));
            }
        }
        Ok(Self { width, height, cells })
    }

    fn at(&self, row: usize, column: usize) -> (Ground, Cell) {
        self.cells[row * self.width + column]
    }
}
