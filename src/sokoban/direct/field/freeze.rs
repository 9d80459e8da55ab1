//! Freeze deadlocks: boxes that can never be pushed again (Junghanns and Schaeffer 2001).
//!
//! In: the boxes of a position. Out: the largest set of boxes none of which can be the first to move. If any of them is
//! not on a goal, the position is a deadlock; `bounds.rs` rejects it. The same set is found for pulls.

use super::Field;

/// The largest set of boxes none of which can be the first to move.
#[derive(Clone, Debug)]
pub struct ImmovableBoxes {
    /// For each cell whether it holds one of them.
    pub is_immovable: Vec<bool>,
    /// The boxes of the last answer.
    pub boxes: Vec<u32>,
    /// Boxes to be examined again.
    work: Vec<u32>,
}

impl ImmovableBoxes {
    /// No boxes yet.
    pub fn new(field: &Field) -> Self {
        Self { is_immovable: vec![false; field.len() + 1], boxes: Vec::new(), work: Vec::new() }
    }

    /// Finds the set. At first, all boxes are assumed to be in it. Each that could move although the others in the set
    /// stand still is taken out, and the boxes around it are examined again. `stays` says whether a box cannot move
    /// while the set stands still; it reads only cells within two steps in a straight line.
    #[inline]
    fn find(&mut self, field: &Field, boxes: &[u32], stays: impl Fn(&[bool], u32) -> bool) -> &[u32] {
        let Self { is_immovable, boxes: immovable, work } = self;
        for &cell in &*immovable {
            is_immovable[cell as usize] = false;
        }
        immovable.clear();
        immovable.extend_from_slice(boxes);
        for &cell in boxes {
            is_immovable[cell as usize] = true;
        }
        immovable.retain(|&cell| {
            let stays = stays(is_immovable, cell);
            is_immovable[cell as usize] = stays;
            stays
        });
        // The remaining boxes were examined when more boxes were immovable.
        work.clear();
        work.extend_from_slice(immovable);
        while let Some(cell) = work.pop() {
            if !is_immovable[cell as usize] || stays(is_immovable, cell) {
                continue;
            }
            is_immovable[cell as usize] = false;
            for direction in 0..4 {
                let beside = field.next(cell, direction);
                work.extend(
                    [beside, field.next(beside, direction)].iter().filter(|&&at| is_immovable[at as usize]),
                );
            }
        }
        immovable.retain(|&cell| is_immovable[cell as usize]);
        immovable
    }

    /// The boxes that cannot be pushed. `live` says for each cell whether a box may be there at all.
    pub fn frozen(&mut self, field: &Field, live: &[bool], boxes: &[u32]) -> &[u32] {
        self.find(field, boxes, |frozen, cell| {
            is_axis_blocked(field, live, frozen, cell, 0) && is_axis_blocked(field, live, frozen, cell, 2)
        })
    }

    /// The boxes that cannot be pulled to a cell that is `allowed`.
    pub fn unpullable(&mut self, field: &Field, allowed: &[bool], boxes: &[u32]) -> &[u32] {
        self.find(field, boxes, |immovable, cell| {
            let is_free = |cell: u32| cell != field.wall() && !immovable[cell as usize];
            (0..4).all(|direction| {
                let here = field.next(cell, direction);
                !(allowed[here as usize] && is_free(here) && is_free(field.next(here, direction)))
            })
        })
    }

    /// Whether one of them is not on a goal.
    pub fn is_deadlock(&self, field: &Field) -> bool {
        self.boxes.iter().any(|&cell| !field.is_goal(cell))
    }
}

/// Whether a box cannot move along an axis: a wall or a frozen box on one side stops it, and so do dead squares on both
/// sides.
fn is_axis_blocked(field: &Field, live: &[bool], frozen: &[bool], cell: u32, axis: usize) -> bool {
    let (one, other) = (field.next(cell, axis), field.next(cell, axis + 1));
    let stops = |side: u32| side == field.wall() || frozen[side as usize];
    stops(one) || stops(other) || (!live[one as usize] && !live[other as usize])
}
