//! A drawing inside a ring of floor, on which to walk around it and look for gaps.
//!
//! In: a level. Out: its cells by number, their neighbors, and the places of gaps in the text.

use super::{Cell, Level};
use crate::base::source::Span;

/// The drawing with a ring of ground around it. Cells are numbered row by row, ring included.
pub(super) struct Yard<'a> {
    level: &'a Level,
    /// The number of columns.
    pub(super) width: usize,
    height: usize,
}

impl<'a> Yard<'a> {
    pub(super) fn new(level: &'a Level) -> Self {
        Self { level, width: level.width() + 2, height: level.height() + 2 }
    }

    /// The number of cells.
    pub(super) const fn len(&self) -> usize {
        self.width * self.height
    }

    fn cell(&self, at: usize) -> Option<Cell> {
        let (row, column) = ((at / self.width).checked_sub(1)?, (at % self.width).checked_sub(1)?);
        Some(self.level.cell(row, column))
    }

    pub(super) fn is_wall(&self, at: usize) -> bool {
        self.cell(at) == Some(Cell::Wall)
    }

    /// Whether this cell must be inside: the player, a box or a goal is there.
    pub(super) fn is_thing(&self, at: usize) -> bool {
        self.cell(at).is_some_and(|cell| cell.has_player() || cell.has_box() || cell.is_goal())
    }

    /// Whether this is the ring around the drawing.
    pub(super) fn is_outside(&self, at: usize) -> bool {
        let (row, column) = (at / self.width, at % self.width);
        row == 0 || column == 0 || row + 1 == self.height || column + 1 == self.width
    }

    pub(super) fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.width, self.height);
        let (row, column) = (at / width, at % width);
        let up = (row > 0).then(|| at - width);
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < width).then(|| at + 1);
        let down = (row + 1 < height).then(|| at + width);
        [up, left, right, down].into_iter().flatten()
    }

    /// Groups cells into gaps: cells that touch, corners included, are one gap.
    pub(super) fn grouped(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let mut gaps: Vec<Vec<usize>> = Vec::new();
        for &cell in cells {
            let touches = |other: usize| {
                let (row, column) = (cell / self.width, cell % self.width);
                (other / self.width).abs_diff(row) <= 1 && (other % self.width).abs_diff(column) <= 1
            };
            let mut merged = vec![cell];
            gaps.retain_mut(|gap| {
                let apart = !gap.iter().any(|other| touches(*other));
                if !apart {
                    merged.append(gap);
                }
                apart
            });
            merged.sort_unstable();
            gaps.push(merged);
        }
        gaps
    }

    /// Whether a gap is a piece of one row or column, or nearly so. If a whole side is open, the fewest cells to close
    /// may instead be a fence across the floor, where no walls are missing.
    pub(super) fn is_straight(&self, gap: &[usize]) -> bool {
        const CORNER: usize = 3;
        let row = |at: usize| at / self.width;
        let column = |at: usize| at % self.width;
        gap.len() <= CORNER
            || gap.iter().all(|at| row(*at) == row(gap[0]))
            || gap.iter().all(|at| column(*at) == column(gap[0]))
    }

    /// The place of the first row of a gap.
    pub(super) fn place(&self, gap: &[usize]) -> Span {
        let run = gap.iter().enumerate().take_while(|(index, cell)| **cell == gap[0] + index);
        let last = run.last().map_or(gap[0], |(_, cell)| *cell);
        self.place_of(gap[0]).to(self.place_of(last))
    }

    /// The place of a cell in the text. For one that was not drawn, the end of its row, or else beside a drawn one.
    fn place_of(&self, at: usize) -> Span {
        let drawn = |at: usize| {
            let (row, column) = ((at / self.width).checked_sub(1)?, (at % self.width).checked_sub(1)?);
            self.level.spans.get(row)?.get(column).copied()
        };
        let row_end = || {
            let row = self.level.spans.get((at / self.width).checked_sub(1)?)?;
            row.last().map(|span| Span::at(span.end))
        };
        drawn(at).or_else(row_end).or_else(|| self.around(at).find_map(drawn)).unwrap_or(self.level.place)
    }
}
