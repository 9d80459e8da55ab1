//! Where the player can get to if boxes are ignored, and where the walls are open.
//!
//! In: a level. Out: the cells inside, or the place of the leak. The level's text is not known beyond its spans.

use std::collections::VecDeque;

use super::{Cell, Level};
use crate::source::Span;

/// What a walk through the whole level found.
pub(super) enum Reach {
    /// There is no player to start from.
    NoPlayer,
    /// The player can leave; the place where a wall is missing.
    Open(Span),
    /// The cells inside the walls.
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
pub(super) fn reach(level: &Level) -> Reach {
    let Some(player) = level.player() else { return Reach::NoPlayer };
    let yard = Yard::new(level);
    match yard.walk(player, &[]) {
        (Some(exit), seen) => Reach::Open(yard.hole(player, exit, &seen)),
        (None, seen) => {
            let seen = seen.iter().map(|from| *from != UNSEEN).collect();
            Reach::Closed(Inside { width: yard.width, seen })
        }
    }
}

const UNSEEN: usize = usize::MAX;

/// Gaps of more cells are not looked for.
const WIDEST_GAP: usize = 4;

/// How many cells may be visited in search of the gap.
const PATIENCE: usize = 20_000_000;

/// The drawing with a ring of ground around it. Cells are numbered row by row, ring included.
struct Yard<'a> {
    level: &'a Level,
    width: usize,
    height: usize,
}

impl<'a> Yard<'a> {
    fn new(level: &'a Level) -> Self {
        Self { level, width: level.width() + 2, height: level.height() + 2 }
    }

    fn is_wall(&self, at: usize) -> bool {
        let (row, column) = (at / self.width, at % self.width);
        row > 0 && column > 0 && self.level.cell(row - 1, column - 1) == Cell::Wall
    }

    /// Whether this is the ring around the drawing.
    fn is_outside(&self, at: usize) -> bool {
        let (row, column) = (at / self.width, at % self.width);
        row == 0 || column == 0 || row + 1 == self.height || column + 1 == self.width
    }

    fn around(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, height) = (self.width, self.height);
        let (row, column) = (at / width, at % width);
        let up = (row > 0).then(|| at - width);
        let left = (column > 0).then(|| at - 1);
        let right = (column + 1 < width).then(|| at + 1);
        let down = (row + 1 < height).then(|| at + width);
        [up, left, right, down].into_iter().flatten()
    }

    /// The nearest place outside that can be reached, and from where each cell was first reached. More cells may be shut.
    fn walk(&self, player: (usize, usize), shut: &[usize]) -> (Option<usize>, Vec<usize>) {
        let start = (player.0 + 1) * self.width + player.1 + 1;
        let mut from = vec![UNSEEN; self.width * self.height];
        from[start] = start;
        let mut queue = VecDeque::from([start]);
        while let Some(at) = queue.pop_front() {
            for next in self.around(at) {
                if from[next] != UNSEEN || self.is_wall(next) || shut.contains(&next) {
                    continue;
                }
                from[next] = at;
                if self.is_outside(next) {
                    return (Some(next), from);
                }
                queue.push_back(next);
            }
        }
        (None, from)
    }

    /// Where the wall is missing: the shortest gap between two walls, and of those the last on the way out, that would keep
    /// the player in if it were closed. Where there is none, the way out itself.
    fn hole(&self, player: (usize, usize), exit: usize, from: &[usize]) -> Span {
        let start = (player.0 + 1) * self.width + player.1 + 1;
        let mut tries = 0;
        for length in 1..=WIDEST_GAP {
            let mut at = exit;
            while at != start && from.len() * tries < PATIENCE {
                for stride in [1, self.width] {
                    let Some(gap) = self.gap(at, stride).filter(|gap| gap.len() == length) else { continue };
                    tries += 1;
                    if self.walk(player, &gap).0.is_none() {
                        return self.place(gap[0], from);
                    }
                }
                at = from[at];
            }
        }
        self.place(exit, from)
    }

    /// The cells around one up to the walls on both sides, along a row or a column; nothing where they are too many.
    fn gap(&self, at: usize, stride: usize) -> Option<Vec<usize>> {
        let mut first = at;
        while !self.is_wall(first.checked_sub(stride)?) {
            first -= stride;
            if self.is_outside(first) || (at - first) / stride >= WIDEST_GAP {
                return None;
            }
        }
        let mut gap = Vec::new();
        while !self.is_wall(first) {
            if self.is_outside(first) || gap.len() == WIDEST_GAP {
                return None;
            }
            gap.push(first);
            first += stride;
        }
        Some(gap)
    }

    /// The place of a cell in the text; of one that was not drawn, the end of its row or the cell before it.
    fn place(&self, at: usize, from: &[usize]) -> Span {
        let (row, column) = (at / self.width, at % self.width);
        let span = |row: usize, column: usize| self.level.spans.get(row)?.get(column).copied();
        if row > 0 && column > 0 {
            if let Some(drawn) = span(row - 1, column - 1) {
                return drawn;
            }
            if let Some(before) = column.checked_sub(2).and_then(|column| span(row - 1, column)) {
                return Span::at(before.end);
            }
        }
        let before = from[at];
        span((before / self.width).wrapping_sub(1), (before % self.width).wrapping_sub(1))
            .unwrap_or(self.level.place)
    }
}
