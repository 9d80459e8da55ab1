//! Feature-space search forwards (Shoham and Schaeffer 2020): the features of positions, and their priorities.
//!
//! In: positions of the space of macro pushes. Out: the features by which positions are grouped (boxes packed in order,
//! regions, blocked doors, boxes in pockets that will be closed), a priority, and of a position's successors for each
//! advisor the one that improves its feature most. Dead ends are proven.

use super::packing_order::PackingOrder;
use crate::direct::bounds::Bounds;
use crate::direct::context::Context;
use crate::direct::deadlocks::deadlock_patterns::DeadlockPatterns;
use crate::direct::field::flood::Flood;
use crate::direct::field::layout::Layout;
use crate::direct::field::regions::doors;
use crate::direct::field::{Field, number, player};
use crate::direct::spaces::macro_pushes::MacroPushes;
use banto_base::limits::Stop;
use banto_search::{Advisor, Guide, Profile, weigh_by};

/// Where the features stand in a profile: boxes packed, regions, boxes in doors, boxes in pockets.
const PACKED: usize = 0;
const REGIONS: usize = 1;
const DOORS: usize = 2;
const POCKETED: usize = 3;
/// Notes: the size of the player's region, and the boxes that can move.
const REACH: usize = 0;
const MOBILE: usize = 1;

const ADVISORS: [Advisor; 7] = [
    |one| -i64::from(one.features[PACKED]),
    |one| i64::from(one.features[REGIONS]),
    |one| i64::from(one.features[DOORS]),
    |one| i64::from(one.features[POCKETED]),
    |one| -i64::from(one.notes[REACH]),
    |one| -i64::from(one.notes[MOBILE]),
    |one| i64::try_from(one.priority).unwrap_or(i64::MAX),
];

/// Describes positions of the search forwards.
pub struct PushGuide {
    bounds: Bounds,
    packing: PackingOrder,
    patterns: DeadlockPatterns,
    /// Cells where a box closes a door.
    is_door: Vec<bool>,
    /// Cells that the player cannot reach once all goals are filled.
    in_pocket: Vec<bool>,
    regions: Flood,
}

impl PushGuide {
    /// For positions that are reached from one with boxes on these cells.
    pub fn new(context: &Context, boxes: &[u32]) -> Result<Self, Stop> {
        let field = &*context.field;
        Ok(Self {
            bounds: Bounds::new(context),
            packing: PackingOrder::new(context, boxes)?,
            patterns: DeadlockPatterns::new(context),
            is_door: doors(field, &context.sides),
            in_pocket: pockets(field),
            regions: Flood::new(field),
        })
    }
}

/// Cells that are separated from the largest part of the board once all goals are filled.
fn pockets(field: &Field) -> Vec<bool> {
    let mut layout = Layout::new(field);
    field.goals.iter().for_each(|&goal| layout.solid[goal as usize] = true);
    let mut regions = Flood::new(field);
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
        let context = space.context;
        let field = &*context.field;
        let (layout, player) = (&mut self.bounds.layout, player(state));
        layout.flood(field, player);
        let layout = &*layout;
        if self.patterns.is_dead(layout, player) {
            return false;
        }
        let packed = self.packing.value(&layout.boxes);
        let count = |is: &dyn Fn(u32) -> bool| number(layout.boxes.iter().filter(|&&cell| is(cell)).count());
        let doors = count(&|cell| self.is_door[cell as usize]);
        let pocketed = count(&|cell| self.in_pocket[cell as usize]);
        let can_move = |cell: u32, direction: usize| {
            let (behind, ahead) = (field.next(cell, direction ^ 1), field.next(cell, direction));
            let is_free = !layout.solid[behind as usize] && !layout.solid[ahead as usize];
            is_free && context.open.live[ahead as usize]
        };
        let mobile = count(&|cell| (0..4).any(|direction| can_move(cell, direction)));
        profile.features.extend([packed, self.regions.count(field, layout), doors, pocketed]);
        profile.notes.extend([number(layout.region().len()), mobile]);
        profile.priority = priority.into();
        true
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _: &MacroPushes<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        weigh_by(&ADVISORS, parent, children, weights);
    }
}
