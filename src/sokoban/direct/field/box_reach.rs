//! Where one box can be moved while everything else stands still, and in how many steps.
//!
//! In: a position, a free cell on which the box stands. Out: the cells to which pushes, or pulls, bring it. Whether the
//! player reaches another side of the box is answered by [`ArticulationPoints`].

use super::articulation::ArticulationPoints;
use super::layout::Layout;
use super::marks::Marks;
use super::{Field, push_number};

/// Moves one box after the other.
pub struct BoxReach {
    points: ArticulationPoints,
    /// Cells of the box with the side on which the player is, as `cell * 4 + side`.
    seen: Marks,
    /// The cells and sides in the order of their steps, with these.
    queue: Vec<(u32, u32)>,
}

impl BoxReach {
    /// No box yet.
    pub fn new(field: &Field) -> Self {
        let seen = Marks::new(4 * (field.len() + 1));
        Self { points: ArticulationPoints::new(field), seen, queue: Vec::new() }
    }

    /// Moves a box until it is at an end, breadth first, the player being on any side at first. Returns the steps;
    /// `None` if it reaches no end cell.
    pub fn run(
        &mut self,
        field: &Field,
        layout: &Layout,
        from: u32,
        by_pulls: bool,
        is_end: impl Fn(u32) -> bool,
    ) -> Option<u32> {
        let Self { points, seen, queue } = self;
        let solid = &layout.solid;
        seen.clear();
        queue.clear();
        points.find(field, solid, from);
        for side in 0..4 {
            if !solid[field.next(from, side) as usize] && seen.add(push_number(from, side)) {
                queue.push((push_number(from, side), 0));
            }
        }
        let mut at = 0;
        while at < queue.len() {
            let (place, steps) = queue[at];
            at += 1;
            let (cell, side) = (place / 4, place as usize % 4);
            if is_end(cell) {
                return Some(steps);
            }
            let parts = !layout.is_joined_around(field, cell);
            let part = if parts { points.part(field, cell, field.next(cell, side)) } else { 0 };
            for side in 0..4 {
                let player = field.next(cell, side);
                if solid[player as usize] || parts && points.part(field, cell, player) != part {
                    continue;
                }
                // A pulled box moves to where the player was.
                let (to, needed) = if by_pulls {
                    (player, field.next(player, side))
                } else {
                    (field.next(cell, side ^ 1), field.next(cell, side ^ 1))
                };
                if !solid[needed as usize] && seen.add(push_number(to, side)) {
                    queue.push((push_number(to, side), steps + 1));
                }
            }
        }
        None
    }

    /// Whether the last box reached a cell.
    pub fn came_to(&self, cell: u32) -> bool {
        (0..4).any(|side| self.seen.has(push_number(cell, side)))
    }
}
