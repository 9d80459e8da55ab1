//! Feature-space search forwards (Shoham and Schaeffer 2020): the features of positions, and their priorities.
//!
//! In: positions of the space of macro pushes. Out: the features by which positions are grouped (boxes packed in order,
//! regions, blocked doors, boxes in pockets that will be closed), a priority, and advice, see [`super::guide`]. Dead
//! ends are proven.

use super::guide::{Surroundings, advise};
use super::packing_order::PackingOrder;
use crate::base::limits::Stop;
use crate::search::{Guide, Profile};
use crate::sokoban::direct::bounds::Bounds;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::deadlocks::deadlock_patterns::DeadlockPatterns;
use crate::sokoban::direct::field::layout::Layout;
use crate::sokoban::direct::field::regions::{Regions, doors};
use crate::sokoban::direct::field::{Field, player};
use crate::sokoban::direct::spaces::macro_pushes::MacroPushes;

/// Describes positions of the search forwards.
#[derive(Debug)]
pub struct PushGuide {
    bounds: Bounds,
    packing: PackingOrder,
    patterns: DeadlockPatterns,
    /// Cells where a box closes a door.
    is_door: Vec<bool>,
    /// Cells that the player cannot reach once all goals are filled.
    in_pocket: Vec<bool>,
    regions: Regions,
}

impl PushGuide {
    /// For positions that are reached from one with boxes on these cells.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn new(context: &Context, boxes: &[u32]) -> Result<Self, Stop> {
        let field = &*context.field;
        Ok(Self {
            bounds: Bounds::new(context),
            packing: PackingOrder::new(context, boxes)?,
            patterns: DeadlockPatterns::new(context),
            is_door: doors(field, &context.sides),
            in_pocket: pockets(field),
            regions: Regions::new(field),
        })
    }
}

/// Cells that are separated from the largest part of the board once all goals are filled.
fn pockets(field: &Field) -> Vec<bool> {
    let mut layout = Layout::new(field);
    field.goals().iter().for_each(|&goal| layout.solid[goal as usize] = true);
    let mut regions = Regions::new(field);
    let mut largest = Vec::new();
    for cell in 0..field.wall() {
        if regions.other(field, &layout, cell) && regions.cells().len() > largest.len() {
            largest = regions.cells().to_vec();
        }
    }
    let mut in_pocket: Vec<bool> = layout.solid.iter().map(|solid| !solid).collect();
    largest.iter().for_each(|&cell| in_pocket[cell as usize] = false);
    in_pocket
}

impl Guide<MacroPushes<'_>> for PushGuide {
    fn describe(&mut self, space: &MacroPushes<'_>, state: &[u64], profile: &mut Profile) -> bool {
        let Some(priority) = self.bounds.pushes(state) else { return false };
        let context = space.context();
        let field = &*context.field;
        let (layout, player) = (&mut self.bounds.layout, player(state));
        layout.flood(field, player);
        let layout = &*layout;
        if self.patterns.is_dead(layout, player) {
            return false;
        }
        let packed = self.packing.value(&layout.boxes);
        let here = Surroundings { field, layout, is_door: &self.is_door };
        let pocketed = here.count(|cell| self.in_pocket[cell as usize]);
        here.describe(profile, &mut self.regions, packed, pocketed, |cell, direction| {
            let behind = field.next(cell, direction ^ 1);
            let ahead = field.next(cell, direction);
            !layout.solid[behind as usize]
                && !layout.solid[ahead as usize]
                && context.open.live[ahead as usize]
        });
        profile.priority = priority.into();
        true
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _: &MacroPushes<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        advise(parent, children, weights);
    }
}
