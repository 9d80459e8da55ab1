//! Counts about a solution, as a measure of whether a level is worth playing. A shorter solution may exist.

use std::collections::BTreeMap;

use super::pull;
use crate::{Board, CellId, Level, Move};

/// Counts about a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// Pushes.
    pub pushes: usize,
    /// How often the pushed box changes.
    pub changes: usize,
    /// Boxes that are pushed at all.
    pub moved: usize,
    /// Boxes that are pushed along rows as well as along columns.
    pub turned: usize,
    /// The sum of the steps from each box to its nearest goal: pushes that every solution needs.
    pub distance: usize,
}

impl Quality {
    /// Measures a solution; `None` if a move is not possible.
    pub(super) fn of(level: &Level, moves: &[Move]) -> Option<Self> {
        let (board, mut position) = Board::new(level)?;
        // For each box, by current place: the number of its first place, and the axes along which it was pushed.
        let mut boxes: BTreeMap<CellId, (usize, u8)> =
            position.boxes.ones().map(|cell| (CellId::from(cell), (cell, 0))).collect();
        let mut found = Self { distance: pull::distance(&board, &position), ..Self::default() };
        let mut last = None;
        for one in moves {
            let from = board.neighbor(position.player, one.direction)?;
            let made = board.step(&mut position, one.direction)?;
            if made.push {
                let (number, axes) = boxes.remove(&from)?;
                let along = 1 << (one.direction.index() / 2);
                boxes.insert(board.neighbor(from, one.direction)?, (number, axes | along));
                found.pushes += 1;
                found.changes += usize::from(last.is_some_and(|last| last != number));
                last = Some(number);
            }
        }
        found.moved = boxes.values().filter(|(_, axes)| *axes != 0).count();
        found.turned = boxes.values().filter(|(_, axes)| *axes == 3).count();
        Some(found)
    }

    /// Whether it takes some thought: every box is pushed, but not one after the other, and not all in straight lines.
    pub(super) const fn is_worthwhile(&self, boxes: usize) -> bool {
        self.moved == boxes
            && self.pushes >= 3 * boxes + 2
            && self.changes >= boxes + boxes / 2 - 1
            && self.turned * 2 >= boxes
            && self.distance >= 2 * boxes
    }
}
