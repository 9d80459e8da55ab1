//! Lower bounds for the search that goes backwards, and its dead ends.
//!
//! In: rows of the space of pulls. Out: a lower bound on the pulls back to the starting position, or `None` if it
//! cannot be reached: a box that can never be pulled again stands where none started, or the boxes cannot all have
//! different starting cells.

use super::assignment::Assignment;
use crate::base::limits::Stop;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::field::distances::Distances;
use crate::sokoban::direct::field::freeze::ImmovableBoxes;
use crate::sokoban::direct::field::layout::Layout;

/// Lower bounds for one position after the other.
#[derive(Debug)]
pub struct PullBounds {
    context: Context,
    distances: Distances,
    live: Vec<bool>,
    is_start: Vec<bool>,
    assignment: Assignment,
    immovable: ImmovableBoxes,
    pub(crate) layout: Layout,
}

impl PullBounds {
    /// Bounds on the way back to a position with boxes on these cells, one for each goal.
    pub fn new(context: &Context, boxes: &[u32]) -> Result<Self, Stop> {
        let field = &*context.field;
        let distances = Distances::to_starts(field, &context.sides, boxes, &context.limits)?;
        let live = distances.live(&context.sides);
        let mut is_start = vec![false; field.len() + 1];
        boxes.iter().for_each(|&cell| is_start[cell as usize] = true);
        Ok(Self {
            context: context.clone(),
            distances,
            live,
            is_start,
            assignment: Assignment::new(field),
            immovable: ImmovableBoxes::new(field),
            layout: Layout::new(field),
        })
    }

    /// Where a box may be pulled to; false for the wall.
    pub fn live(&self) -> &[bool] {
        &self.live
    }

    /// The least pulls that a position needs; `None` if it is certain that the starting position does not lead to it.
    pub fn pulls(&mut self, row: &[u64]) -> Option<u32> {
        let player = self.layout.load(row);
        let Self { context, live, immovable, layout, is_start, .. } = self;
        let field = &*context.field;
        if immovable.unpullable(field, live, &layout.boxes).iter().any(|&cell| !is_start[cell as usize]) {
            return None;
        }
        self.assignment.bound(&layout.boxes, player, &context.sides, &self.distances)
    }
}
