//! Feature-space search backwards (Shoham and Schaeffer 2020): the features of positions on the way back to the start,
//! and their priorities.
//!
//! In: positions of the space of macro pulls. Out: the features by which positions are grouped (boxes back where one
//! started, regions, blocked doors, boxes between the player and its starting region), a priority, and advice, see
//! [`super::guide`]. Dead ends are proven.

use super::guide::{FEATURES, NOTES, Surroundings, advise};
use super::obstructions::Obstructions;
use super::packing_order::PackingOrder;
use crate::base::limits::Stop;
use crate::search::{Guide, Profile};
use crate::sokoban::direct::bounds::pull_bounds::PullBounds;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::field::regions::{Regions, doors};
use crate::sokoban::direct::field::{number, player};
use crate::sokoban::direct::spaces::macro_pulls::{MacroPulls, is_root};

/// What a box between the player and its starting region adds to the priority.
const OBSTRUCTED: u32 = 5;

/// Describes positions of the search backwards.
#[derive(Debug)]
pub struct PullGuide {
    bounds: PullBounds,
    packing: PackingOrder,
    regions: Regions,
    obstructions: Obstructions,
    /// Cells where a box closes a door.
    is_door: Vec<bool>,
}

impl PullGuide {
    /// For the way back to a position with boxes on these cells, in order, one for each goal.
    pub fn new(context: &Context, boxes: &[u32]) -> Result<Self, Stop> {
        let field = &*context.field;
        Ok(Self {
            bounds: PullBounds::new(context, boxes)?,
            packing: PackingOrder::back_to(context, boxes)?,
            regions: Regions::new(field),
            obstructions: Obstructions::new(field),
            is_door: doors(field, &context.sides),
        })
    }
}

impl Guide<MacroPulls<'_>> for PullGuide {
    fn describe(&mut self, space: &MacroPulls<'_>, state: &[u64], profile: &mut Profile) -> bool {
        let field = &*space.context().field;
        if is_root(field, state) {
            profile.features.extend([0; FEATURES]);
            profile.notes.extend([0; NOTES]);
            return true;
        }
        let Some(priority) = self.bounds.pulls(state) else { return false };
        let (layout, player) = (&mut self.bounds.layout, player(state));
        layout.flood(field, player);
        let layout = &*layout;
        let obstructions = number(self.obstructions.between(field, layout, player, space.end_player()));
        let packed = self.packing.value(&layout.boxes);
        let here = Surroundings { field, layout, is_door: &self.is_door };
        here.describe(profile, &mut self.regions, packed, obstructions, |cell, direction| {
            let ahead = field.next(cell, direction);
            !layout.solid[ahead as usize] && !layout.solid[field.next(ahead, direction) as usize]
        });
        profile.priority = u64::from(priority + OBSTRUCTED * obstructions);
        true
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _: &MacroPulls<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        advise(parent, children, weights);
    }
}
