//! Boxes that can never be pushed again.
//!
//! In: a laid-out position. Out: the largest set of boxes that hold each other, so that none of them can be the first to move.
//! Off goal, one of them is a deadlock. What frozen boxes bar for others is not known here.

use super::field::Field;

/// Finds frozen boxes.
#[derive(Clone, Debug)]
pub struct Freeze {
    frozen: Vec<bool>,
    boxes: Vec<u32>,
}

impl Freeze {
    /// Nothing known yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self { frozen: vec![false; field.len() + 1], boxes: Vec::new() }
    }

    /// Finds the frozen boxes of a position, whose boxes are listed in `boxes`. `live` says of each cell whether a box may be there
    /// at all. At first all boxes are thought to be frozen; those that could move although the others stand still are taken out,
    /// again and again.
    pub fn find(&mut self, field: &Field, live: &[bool], boxes: &[u32]) -> &[u32] {
        for &cell in &self.boxes {
            self.frozen[cell as usize] = false;
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        for &cell in boxes {
            self.frozen[cell as usize] = true;
        }
        loop {
            let Self { frozen, boxes, .. } = self;
            let before = boxes.len();
            boxes.retain(|&cell| {
                let stays =
                    axis_blocked(field, live, frozen, cell, 0) && axis_blocked(field, live, frozen, cell, 2);
                frozen[cell as usize] = stays;
                stays
            });
            if boxes.len() == before {
                return &self.boxes;
            }
        }
    }

    /// The frozen boxes of the answer that was given last.
    #[must_use]
    pub fn boxes(&self) -> &[u32] {
        &self.boxes
    }

    /// For each cell whether it has a frozen box, of the answer that was given last.
    #[must_use]
    pub fn cells(&self) -> &[bool] {
        &self.frozen
    }

    /// Whether a box is frozen off goal in the answer that was given last.
    #[must_use]
    pub fn is_deadlock(&self, field: &Field) -> bool {
        self.boxes.iter().any(|&cell| !field.is_goal(cell))
    }
}

/// Whether a box cannot move along an axis: walls and frozen boxes stop it, and so do cells on both sides where it would be lost.
fn axis_blocked(field: &Field, live: &[bool], frozen: &[bool], cell: u32, axis: usize) -> bool {
    let (one, other) = (field.next(cell, axis), field.next(cell, axis + 1));
    let stops = |side: u32| side == field.wall() || frozen[side as usize];
    stops(one) || stops(other) || (!live[one as usize] && !live[other as usize])
}
