//! What the guides of both directions share: features that are counted in the same way, and the advisors.
//!
//! In: positions, and the profiles of a position and its successors. Out: profiles; and of the successors, for each
//! advisor the one that improves its feature most (Shoham and Schaeffer 2020).

use crate::search::Profile;
use crate::sokoban::direct::field::layout::Layout;
use crate::sokoban::direct::field::regions::Regions;
use crate::sokoban::direct::field::{Field, number};

/// The features that make up the key of a group: boxes packed, regions, boxes in doors, and boxes in the way, of a kind
/// that the guide chooses.
pub const FEATURES: usize = 4;
const PACKED: usize = 0;
const REGIONS: usize = 1;
const DOORS: usize = 2;
const IN_THE_WAY: usize = 3;
/// Notes beside the key: the size of the player's region, and the boxes that can move.
pub const NOTES: usize = 2;
const REACH: usize = 0;
const MOBILE: usize = 1;

/// How the guides see a position.
pub struct Surroundings<'a> {
    pub field: &'a Field,
    /// With the player's region.
    pub layout: &'a Layout,
    /// Cells where a box closes a door.
    pub is_door: &'a [bool],
}

impl Surroundings<'_> {
    /// The boxes of which something is true.
    pub fn count(&self, is: impl Fn(u32) -> bool) -> u32 {
        number(self.layout.boxes.iter().filter(|&&cell| is(cell)).count())
    }

    /// Writes features and notes. `can_move` says whether a box could be moved in a direction.
    #[inline]
    pub fn describe(
        &self,
        profile: &mut Profile,
        regions: &mut Regions,
        packed: u32,
        in_the_way: u32,
        can_move: impl Fn(u32, usize) -> bool,
    ) {
        let (regions, reach) = (regions.count(self.field, self.layout), number(self.layout.region().len()));
        let doors = self.count(|cell| self.is_door[cell as usize]);
        let mobile = self.count(|cell| (0..4).any(|direction| can_move(cell, direction)));
        profile.features.extend([packed, regions, doors, in_the_way]);
        profile.notes.extend([reach, mobile]);
    }
}

/// What an advisor looks at: lower is better.
type Advisor = fn(&Profile) -> i64;

const ADVISORS: [Advisor; 7] = [
    |one| -i64::from(one.features[PACKED]),
    |one| i64::from(one.features[REGIONS]),
    |one| i64::from(one.features[DOORS]),
    |one| i64::from(one.features[IN_THE_WAY]),
    |one| -i64::from(one.notes[REACH]),
    |one| -i64::from(one.notes[MOBILE]),
    |one| i64::try_from(one.priority).unwrap_or(i64::MAX),
];

/// Lets each advisor choose the child that improves its feature most, if one does. The steps that are chosen weigh
/// nothing.
pub fn advise(parent: &Profile, children: &[Profile], weights: &mut [u32]) {
    for advisor in ADVISORS {
        let best = (0..children.len()).min_by_key(|&at| (advisor(&children[at]), children[at].priority, at));
        if let Some(best) = best.filter(|&best| advisor(&children[best]) < advisor(parent)) {
            weights[best] = 0;
        }
    }
}
