//! Freeze deadlocks: boxes that can never be pushed again (Junghanns and Schaeffer 2001).
//!
//! In: the boxes of a position. Out: the largest set of boxes that hold each other, so that none of them can be the
//! first to move. Off goal, one of them is a deadlock. The same set is found for pulls.

use super::field::Field;

/// The largest set of boxes none of which can be the first to move.
#[derive(Clone, Debug)]
pub struct StuckBoxes {
    is_stuck: Vec<bool>,
    boxes: Vec<u32>,
    /// Boxes to be examined again.
    work: Vec<u32>,
}

impl StuckBoxes {
    /// No boxes yet.
    pub fn new(field: &Field) -> Self {
        Self { is_stuck: vec![false; field.len() + 1], boxes: Vec::new(), work: Vec::new() }
    }

    /// Finds the set. At first, all boxes are assumed to be stuck. Each that could move although those still in the set
    /// stand still is taken out, and the boxes around it are examined again. `stays` says whether a box is held by the
    /// set; it reads only cells within two steps in a straight line.
    #[inline]
    fn find(&mut self, field: &Field, boxes: &[u32], stays: impl Fn(&[bool], u32) -> bool) -> &[u32] {
        let Self { is_stuck, boxes: stuck, work } = self;
        for &cell in &*stuck {
            is_stuck[cell as usize] = false;
        }
        stuck.clear();
        stuck.extend_from_slice(boxes);
        for &cell in boxes {
            is_stuck[cell as usize] = true;
        }
        stuck.retain(|&cell| {
            let stays = stays(is_stuck, cell);
            is_stuck[cell as usize] = stays;
            stays
        });
        // The remaining boxes were examined when more boxes were stuck.
        work.clear();
        work.extend_from_slice(stuck);
        while let Some(cell) = work.pop() {
            if !is_stuck[cell as usize] || stays(is_stuck, cell) {
                continue;
            }
            is_stuck[cell as usize] = false;
            for direction in 0..4 {
                let beside = field.next(cell, direction);
                work.extend(
                    [beside, field.next(beside, direction)].iter().filter(|&&at| is_stuck[at as usize]),
                );
            }
        }
        stuck.retain(|&cell| is_stuck[cell as usize]);
        stuck
    }

    /// The boxes that cannot be pushed. `live` says for each cell whether a box may be there at all.
    pub fn frozen(&mut self, field: &Field, live: &[bool], boxes: &[u32]) -> &[u32] {
        self.find(field, boxes, |frozen, cell| {
            is_axis_blocked(field, live, frozen, cell, 0) && is_axis_blocked(field, live, frozen, cell, 2)
        })
    }

    /// The boxes that cannot be pulled to a cell that is `allowed`.
    pub fn unpullable(&mut self, field: &Field, allowed: &[bool], boxes: &[u32]) -> &[u32] {
        self.find(field, boxes, |stuck, cell| {
            let is_free = |cell: u32| cell != field.wall() && !stuck[cell as usize];
            (0..4).all(|direction| {
                let here = field.next(cell, direction);
                !(allowed[here as usize] && is_free(here) && is_free(field.next(here, direction)))
            })
        })
    }

    /// The boxes of the last answer.
    pub fn boxes(&self) -> &[u32] {
        &self.boxes
    }

    /// For each cell whether it holds one of them.
    pub fn cells(&self) -> &[bool] {
        &self.is_stuck
    }

    /// Whether one of them is off goal.
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
