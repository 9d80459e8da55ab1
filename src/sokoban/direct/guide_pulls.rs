//! The features of positions on the way back to the start, and advice there.
//!
//! In: positions of the space of long pulls. Out: for each the features by which positions are grouped (boxes that are back where one
//! began, regions, doors that are blocked, boxes between the player and where the player has to be), a rank, and of each position's steps those that improve one thing
//! most. Dead ends are proven. How positions are searched is not known here.

use super::bounds::Ground;
use super::crossings::Crossings;
use super::field::{keeper, number};
use super::guide::{View, advise};
use super::packing::Packing;
use super::pull_bounds::PullBounds;
use super::regions::{Regions, doors};
use super::space_pulls::{Pulls, is_root};
use crate::search::{Guide, Profile};

/// Features in a cell's key.
const PACKED: usize = 0;
const REGIONS: usize = 1;
const DOORS: usize = 2;
const CROSSINGS: usize = 3;
/// Notes beside the key.
const REACH: usize = 0;
const PULLABLE: usize = 1;

/// What a box between the player and the place where the player has to be in the end counts in ranks.
const CROSSED: u32 = 5;

/// Describes positions and advises steps.
#[derive(Debug)]
pub struct BackAdviser {
    bounds: PullBounds,
    packing: Packing,
    regions: Regions,
    crossings: Crossings,
    /// Cells where a box parts off a room.
    is_door: Vec<bool>,
}

impl BackAdviser {
    /// For the way back to a position with boxes on these cells, in order, one for each goal.
    #[must_use]
    pub fn new(ground: &Ground, boxes: &[u32]) -> Self {
        let field = &*ground.field;
        Self {
            bounds: PullBounds::new(ground, boxes),
            packing: Packing::back_to(ground, boxes),
            regions: Regions::new(field),
            crossings: Crossings::new(field),
            is_door: doors(field, &ground.sides),
        }
    }
}

impl Guide<Pulls<'_>> for BackAdviser {
    fn describe(&mut self, space: &Pulls<'_>, state: &[u64], profile: &mut Profile) -> bool {
        let field = &*space.ground().field;
        if is_root(field, state) {
            profile.cell.extend([0; 4]);
            profile.notes.extend([0; 2]);
            return true;
        }
        let Some(rank) = self.bounds.pulls(state) else { return false };
        let table = &self.bounds.table;
        let (regions, reach) = self.regions.count(field, table, keeper(state));
        let doors = table.boxes.iter().filter(|&&cell| self.is_door[cell as usize]).count();
        let is_pullable = |cell: u32| {
            (0..4).any(|direction| {
                let here = field.next(cell, direction);
                !table.solid[here as usize] && !table.solid[field.next(here, direction) as usize]
            })
        };
        let pullable = table.boxes.iter().filter(|&&cell| is_pullable(cell)).count();
        let crossings = number(self.crossings.between(field, table, keeper(state), space.end_keeper()));
        profile.rank = rank + CROSSED * crossings;
        profile.cell.extend([self.packing.value(&table.boxes), regions, number(doors), crossings]);
        profile.notes.extend([reach, number(pullable)]);
        true
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _space: &Pulls<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        let views: [View; 7] = [
            |one| -i64::from(one.cell[PACKED]),
            |one| i64::from(one.cell[REGIONS]),
            |one| i64::from(one.cell[DOORS]),
            |one| i64::from(one.cell[CROSSINGS]),
            |one| -i64::from(one.notes[REACH]),
            |one| -i64::from(one.notes[PULLABLE]),
            |one| i64::from(one.rank),
        ];
        advise(&views, parent, children, weights);
    }
}
