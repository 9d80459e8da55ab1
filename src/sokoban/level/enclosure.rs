//! Whether walls enclose the player, and where they are open.
//!
//! In: a level. Out: the cells inside the walls, or the places of the gaps. Boxes are ignored: the player is taken to walk
//! through them.

use super::gaps;
use super::{Cell, Level};
use crate::source::Span;

/// What a walk through the whole level found.
pub(super) enum Enclosure {
    /// There is no player to start from.
    NoPlayer,
    /// The player can leave; the gaps in the order of the text, at least one.
    Open(Vec<Span>),
    /// The player cannot leave.
    Closed(Inside),
}

/// The cells that the player could reach if there were no boxes.
pub(super) struct Inside {
    width: usize,
    seen: Vec<bool>,
}

impl Inside {
    /// Whether a cell, from 0, is inside.
    pub(super) fn holds(&self, row: usize, column: usize) -> bool {
        self.seen[(row + 1) * self.width + column + 1]
    }
}

/// Walks from the player.
pub(super) fn enclosure(level: &Level) -> Enclosure {
    let Some((row, column)) = level.player() else { return Enclosure::NoPlayer };
    let yard = Yard::new(level);
    let player = (row + 1) * yard.width + column + 1;
    let (seen, exit) = yard.walk(player);
    let Some(exit) = exit else { return Enclosure::Closed(Inside { width: yard.width, seen }) };
    // What is drawn at the rim cannot be walled in, whatever it is.
    let at_rim = |at: usize| yard.around(at).any(|next| yard.is_outside(next));
    let things = (0..seen.len()).filter(|at| seen[*at] && yard.is_thing(*at) && !at_rim(*at));
    let cut = if at_rim(player) { None } else { gaps::fewest(&yard, &things.collect::<Vec<_>>()) };
    Enclosure::Open(yard.places(&cut.unwrap_or_else(|| vec![exit])))
}

/// The drawing with a ring of ground around it. Cells are numbered row by row, ring included.
pub(super) struct Yard<'a> {
    level: &'a Level,
    width: usize,
    height: usize,
}

impl<'a> Yard<'a> {
    fn new(level: &'a Level) -> Self {
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

    /// Whether the level is meant to hold this cell: the player, a box or a goal is there.
    fn is_thing(&self, at: usize) -> bool {
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

    /// The cells that can be reached without passing the ring; and, if the ring can be reached, the cell of the drawing
    /// from which it is reached first.
    fn walk(&self, player: usize) -> (Vec<bool>, Option<usize>) {
        let mut seen = vec![false; self.len()];
        seen[player] = true;
        let mut queue = std::collections::VecDeque::from([player]);
        let mut exit = None;
        while let Some(at) = queue.pop_front() {
            for next in self.around(at) {
                if self.is_outside(next) {
                    exit = exit.or(Some(at));
                } else if !seen[next] && !self.is_wall(next) {
                    seen[next] = true;
                    queue.push_back(next);
                }
            }
        }
        (seen, exit)
    }

    /// The places of gaps: cells that touch, corners included, are one gap. Its place is its first row.
    fn places(&self, cells: &[usize]) -> Vec<Span> {
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
            gaps.push(merged);
        }
        let mut places: Vec<Span> = gaps.iter_mut().map(|gap| self.place(gap)).collect();
        places.sort_by_key(|place| place.start);
        places
    }

    /// The place of the first row of a gap.
    fn place(&self, gap: &mut [usize]) -> Span {
        gap.sort_unstable();
        let run = gap.iter().enumerate().take_while(|(index, cell)| **cell == gap[0] + index);
        let last = run.last().map_or(gap[0], |(_, cell)| *cell);
        let (first, last) = (self.place_of(gap[0]), self.place_of(last));
        first.to(last)
    }

    /// The place of a cell in the text. One that was not drawn is at the end of its row, else beside a drawn one.
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
