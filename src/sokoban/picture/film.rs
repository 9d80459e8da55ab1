//! A level as pixels, whole or in parts, with a table of colors.
//!
//! In: a level, and positions one after the other. Out: stills for PNG and GIF. They are made from the same shapes as
//! the SVG, with soft edges.

use std::fmt;

use rustc_hash::FxHashMap;

use super::Scene;
use super::sprite::{Color, PAPER, SIDE, Shape, parts};
use crate::{Board, Cell, Level, Position};
use banto_base::limits::{Limits, Stop};

/// Pictures are no larger than this, provided that cells are at least [`SMALLEST`] pixels wide.
const WIDEST: usize = 640;

/// The sides of a cell in pixels, largest and smallest.
const LARGEST: usize = 32;
const SMALLEST: usize = 8;

/// Why there is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnimationError {
    /// The level has no player, or is not enclosed.
    NoBoard,
    /// This move, from 0, is not possible.
    Move(usize),
    /// The level is too large for a GIF or a PNG.
    TooLarge,
    /// A limit was reached.
    Stopped(Stop),
}

impl From<Stop> for AnimationError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl fmt::Display for AnimationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBoard => write!(f, "the level has no player, or is not enclosed"),
            Self::Move(index) => write!(f, "move {} is not possible", index + 1),
            Self::TooLarge => write!(f, "the level is too large for a picture"),
            Self::Stopped(stop) => write!(f, "stopped while drawing: {stop}"),
        }
    }
}

impl std::error::Error for AnimationError {}

/// First row and column, last row and column.
pub(super) type Area = (usize, usize, usize, usize);

/// A part of a level as pixels.
pub(super) struct Still {
    /// Where it lies in the picture of the whole.
    pub(super) left: u16,
    pub(super) top: u16,
    pub(super) width: u16,
    pub(super) height: u16,
    /// Line by line, the index of a color for each.
    pub(super) pixels: Vec<u8>,
}

/// A level as pixels, each the index of a color.
pub(super) struct Film {
    scene: Scene,
    /// The side of a cell in pixels.
    side: usize,
    colors: Vec<Color>,
    numbers: FxHashMap<Color, u8>,
    /// The picture of each kind of cell that was drawn.
    pictures: Vec<((super::Ground, Cell), Vec<u8>)>,
}

impl Film {
    pub(super) fn within(level: &Level, limits: &Limits) -> Result<Self, Stop> {
        let scene = Scene::within(level, limits)?;
        let longest = scene.width.max(scene.height).max(1);
        // A side that divides 32 evenly looks best; any even one will do.
        let side = (WIDEST / longest).clamp(SMALLEST, LARGEST) / 2 * 2;
        Ok(Self { scene, side, colors: Vec::new(), numbers: FxHashMap::default(), pictures: Vec::new() })
    }

    /// The same with cells as large as a picture of this width has room for, but of a pixel at least.
    pub(super) fn with_width(mut self, width: usize) -> Self {
        self.side = (width / self.scene.width.max(1)).max(1);
        self
    }

    /// Width and height of the whole level in pixels.
    pub(super) fn size(&self) -> Result<(u16, u16), AnimationError> {
        Ok((self.pixels(self.scene.width)?, self.pixels(self.scene.height)?))
    }

    pub(super) fn cell_pixels(&self) -> usize {
        self.side * self.side
    }

    fn pixels(&self, cells: usize) -> Result<u16, AnimationError> {
        u16::try_from(cells * self.side).map_err(|_| AnimationError::TooLarge)
    }

    /// Draws every kind of cell that can occur on each kind of ground in this level.
    pub(super) fn draw_all(&mut self) {
        let kinds =
            [(Cell::Floor, Cell::Goal), (Cell::Player, Cell::PlayerOnGoal), (Cell::Box, Cell::BoxOnGoal)];
        for (ground, cell) in self.scene.cells.clone() {
            self.picture(ground, cell);
            if cell != Cell::Wall {
                for (plain, goal) in kinds {
                    self.picture(ground, if cell.is_goal() { goal } else { plain });
                }
            }
        }
    }

    /// The whole level as it is now.
    pub(super) fn whole(&mut self, limits: &Limits) -> Result<Still, AnimationError> {
        self.still((0, 0, self.scene.height - 1, self.scene.width - 1), limits)
    }

    /// Red, green and blue of each color.
    pub(super) fn palette(&self) -> Vec<u8> {
        self.colors.iter().flatten().copied().collect()
    }

    /// The index of the color around the walls, if any of it was drawn.
    pub(super) fn outside(&self) -> Option<u8> {
        let paper = PAPER.map(|one| shade(u32::from(one)));
        // Where the table is full, it may have become another color.
        self.numbers.get(&paper).copied().filter(|number| self.colors[usize::from(*number)] == paper)
    }

    /// Updates the scene to a position; returns which cells may look different.
    pub(super) fn change(&mut self, board: &Board, before: &Position, after: &Position) -> Area {
        let mut touched = before.boxes.clone();
        touched.symmetric_difference_with(&after.boxes);
        touched.insert(before.player.index());
        touched.insert(after.player.index());
        let (mut first, mut last) = ((usize::MAX, usize::MAX), (0, 0));
        for cell in touched.ones().map(Into::into) {
            let (row, column) = board.place(cell);
            let goal = board.goals().contains(cell.index());
            self.scene.cells[row * self.scene.width + column].1 =
                Cell::of(goal, after.has_box(cell), after.player == cell);
            first = (first.0.min(row), first.1.min(column));
            last = (last.0.max(row), last.1.max(column));
        }
        (first.0, first.1, last.0, last.1)
    }

    /// The cells of an area.
    pub(super) fn still(
        &mut self,
        (top, left, bottom, right): Area,
        limits: &Limits,
    ) -> Result<Still, AnimationError> {
        let (rows, columns) = (bottom - top + 1, right - left + 1);
        let (side, width) = (self.side, columns * self.side);
        limits.check_allocation(rows * side * width)?;
        let mut buffer = vec![0; rows * side * width];
        for row in 0..rows {
            limits.check()?;
            for column in 0..columns {
                let (ground, cell) = self.scene.at(top + row, left + column);
                let picture = self.picture(ground, cell);
                for (line, pixels) in picture.chunks_exact(side).enumerate() {
                    let start = (row * side + line) * width + column * side;
                    buffer[start..start + side].copy_from_slice(pixels);
                }
            }
        }
        Ok(Still {
            left: self.pixels(left)?,
            top: self.pixels(top)?,
            width: self.pixels(columns)?,
            height: self.pixels(rows)?,
            pixels: buffer,
        })
    }

    fn picture(&mut self, ground: super::Ground, cell: Cell) -> Vec<u8> {
        let kind = (ground, cell);
        if let Some((_, picture)) = self.pictures.iter().find(|(other, _)| *other == kind) {
            return picture.clone();
        }
        let mut picture = Vec::with_capacity(self.side * self.side);
        for row in 0..self.side {
            for column in 0..self.side {
                let color = self.pixel(kind, row, column);
                picture.push(self.number(color));
            }
        }
        self.pictures.push((kind, picture.clone()));
        picture
    }

    /// The color of a pixel: the mean of sixteen points in it.
    fn pixel(&self, (ground, cell): (super::Ground, Cell), row: usize, column: usize) -> Color {
        const POINTS: usize = 4;
        let mut sum = [0_u32; 3];
        for point in 0..POINTS * POINTS {
            // In eighths of a unit of the shapes, since points lie between units.
            let at = |pixel: usize, part: usize| {
                let eighths = (pixel * 2 * POINTS + 2 * part + 1) * 8 * LARGEST / (2 * POINTS * self.side);
                i32::try_from(eighths).unwrap_or(0)
            };
            let (x, y) = (at(column, point % POINTS), at(row, point / POINTS));
            let color = parts(ground, cell).filter(|(shape, _)| covers(*shape, x, y)).last();
            let color = color.map_or(PAPER, |(_, color)| color);
            for (sum, one) in sum.iter_mut().zip(color) {
                *sum += u32::from(one);
            }
        }
        sum.map(|sum| shade(sum / 16))
    }

    /// The index of a color in the table, or of the nearest one if the table is full.
    fn number(&mut self, color: Color) -> u8 {
        if let Some(number) = self.numbers.get(&color) {
            return *number;
        }
        let number = match u8::try_from(self.colors.len()) {
            Ok(number) => {
                self.colors.push(color);
                number
            }
            Err(_) => {
                let away = |other: &Color| -> u32 {
                    other.iter().zip(color).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
                };
                let near = (0..=u8::MAX).min_by_key(|number| away(&self.colors[usize::from(*number)]));
                near.unwrap_or(0)
            }
        };
        self.numbers.insert(color, number);
        number
    }
}

/// The nearest of a few shades, which keep the table of colors small.
fn shade(one: u32) -> u8 {
    u8::try_from((one + 2) / 4 * 4).unwrap_or(255)
}

/// Whether a shape covers a point, which is given in eighths of its units.
fn covers(shape: Shape, x: i32, y: i32) -> bool {
    match shape {
        Shape::Rect(left, top, width, height, radius) => {
            let (left, top) = (8 * left, 8 * top);
            let (right, bottom, radius) = (left + 8 * width, top + 8 * height, 8 * radius);
            if x < left || x >= right || y < top || y >= bottom {
                return false;
            }
            // In a corner, the distance to the middle of its circle counts.
            let beyond = |at: i32, low: i32, high: i32| (low + radius - at).max(at - (high - radius)).max(0);
            let (dx, dy) = (beyond(x, left, right), beyond(y, top, bottom));
            dx * dx + dy * dy <= radius * radius || dx == 0 || dy == 0
        }
        Shape::Circle(middle_x, middle_y, radius) => {
            let (dx, dy, radius) = (x - 8 * middle_x, y - 8 * middle_y, 8 * radius);
            dx * dx + dy * dy <= radius * radius
        }
        Shape::Line(from_x, from_y, to_x, to_y, half) => {
            let (dx, dy) = (8 * (to_x - from_x), 8 * (to_y - from_y));
            let (px, py) = (x - 8 * from_x, y - 8 * from_y);
            let length = dx * dx + dy * dy;
            let along = (px * dx + py * dy).clamp(0, length);
            // Compared without a division, times the square of the length.
            let (ax, ay) = (px * length - along * dx, py * length - along * dy);
            let wide = |value: i32| i64::from(value) * i64::from(value);
            wide(ax) + wide(ay) <= wide(8 * half * length)
        }
    }
}

const _: () = assert!(SIDE == 32 && LARGEST == 32);
