//! Bounds with packed boxes as walls: whether the other boxes can still reach the remaining goals.
//!
//! In: a position that [`Packing`] has just evaluated. Out: how many boxes have no goal while all packed boxes stand
//! still, and the least number of pushes that the others need. A box without a goal proves nothing: a packed box may
//! move aside for a while.

use super::assignment::Assignment;
use super::context::{Context, Situations};
use super::packing::Packing;

/// The tables that are kept take at most this many bytes.
const TABLES_LIMIT: usize = 128 << 20;

/// Knows the distances around packed boxes.
#[derive(Debug)]
pub struct PackedBounds {
    assignment: Assignment,
    /// By the packed boxes.
    situations: Situations<u64>,
    loose: Vec<u32>,
    fixed: Vec<bool>,
}

impl PackedBounds {
    /// Nothing known yet.
    #[must_use]
    pub fn new(context: &Context) -> Self {
        Self {
            assignment: Assignment::new(&context.field),
            situations: Situations::new(TABLES_LIMIT),
            loose: Vec::new(),
            fixed: vec![false; context.field.len() + 1],
        }
    }

    /// The boxes that remain without a goal, and the least pushes of the others, in the position that was valued last.
    pub fn of(&mut self, context: &Context, packing: &Packing, boxes: &[u32], player: u32) -> (u32, u32) {
        let Self { assignment, situations, loose, fixed } = self;
        loose.clear();
        loose.extend(boxes.iter().copied().filter(|&cell| !packing.stays(cell)));
        let situation = situations.get(context, packing.staying(), || {
            fixed.fill(false);
            boxes.iter().filter(|&&cell| packing.stays(cell)).for_each(|&cell| fixed[cell as usize] = true);
            fixed
        });
        let Ok(situation) = situation else { return (0, 0) };
        assignment.assign(loose, player, &situation.sides, &situation.distances)
    }
}
