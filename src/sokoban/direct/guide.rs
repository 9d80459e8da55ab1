//! The features of positions, and advice: what the strong search goes by.
//!
//! In: positions of the space of long pushes. Out: for each the features by which positions are grouped (boxes packed in
//! order, regions into which boxes cut the board, doors that are blocked, boxes in pockets that will be closed), a rank, and of
//! each position's steps those that improve one thing most. Dead ends are proven. How positions are searched is not known here.

use super::bounds::{Bounds, Ground};
use super::field::{Field, keeper, number};
use super::packing::Packing;
use super::patterns::Patterns;
use super::regions::{Regions, doors};
use super::remainder::Remainder;
use super::space_macros::Macros;
use crate::search::{Guide, Profile};

/// Features in a cell's key.
const PACKED: usize = 0;
const REGIONS: usize = 1;
const DOORS: usize = 2;
const POCKETED: usize = 3;
/// Notes beside the key.
const REACH: usize = 0;
const PUSHABLE: usize = 1;

/// What a box without a goal counts in ranks around packed boxes.
const LEFT: u32 = 20;

/// How positions are ranked and boxes counted as packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranking {
    /// By the pushes that are left at least.
    Open,
    /// By those that are left while packed boxes stand still. Where a box cannot come to a goal then, one box less counts as packed.
    AroundPacked,
}

/// Describes positions and advises steps.
#[derive(Debug)]
pub struct Adviser {
    bounds: Bounds,
    packing: Packing,
    /// Looked at where the packed boxes count as walls.
    remainder: Option<Remainder>,
    patterns: Patterns,
    /// Cells where a box parts off a room.
    is_door: Vec<bool>,
    /// Cells that the player cannot come to once all goals are filled.
    in_pocket: Vec<bool>,
    regions: Regions,
}

impl Adviser {
    /// For positions that come from one whose boxes are these.
    #[must_use]
    pub fn new(ground: &Ground, boxes: &[u32], ranking: Ranking) -> Self {
        let field = &*ground.field;
        Self {
            bounds: Bounds::new(ground),
            packing: Packing::new(ground, boxes),
            remainder: (ranking == Ranking::AroundPacked).then(|| Remainder::new(field)),
            patterns: Patterns::new(ground),
            is_door: doors(field, &ground.sides),
            in_pocket: pockets(field),
            regions: Regions::new(field),
        }
    }
}

/// Cells that are cut off from the largest part of the board once all goals are filled.
fn pockets(field: &Field) -> Vec<bool> {
    let mut part = vec![usize::MAX; field.len() + 1];
    let mut sizes: Vec<usize> = Vec::new();
    let mut queue = Vec::new();
    for start in 0..number(field.len()) {
        if field.is_goal(start) || part[start as usize] != usize::MAX {
            continue;
        }
        part[start as usize] = sizes.len();
        sizes.push(0);
        queue.push(start);
        while let Some(cell) = queue.pop() {
            *sizes.last_mut().expect("one was just pushed") += 1;
            for next in field.around(cell) {
                let free = next != field.wall() && !field.is_goal(next);
                if free && part[next as usize] == usize::MAX {
                    part[next as usize] = sizes.len() - 1;
                    queue.push(next);
                }
            }
        }
    }
    let largest = (0..sizes.len()).max_by_key(|&at| (sizes[at], std::cmp::Reverse(at)));
    (0..=field.len()).map(|cell| part[cell] != usize::MAX && Some(part[cell]) != largest).collect()
}

impl Guide<Macros<'_>> for Adviser {
    fn describe(&mut self, space: &Macros<'_>, state: &[u64], profile: &mut Profile) -> bool {
        let Some(rank) = self.bounds.pushes(state) else { return false };
        if self.patterns.is_dead(&self.bounds.table, keeper(state)) {
            return false;
        }
        let field = &*space.ground().field;
        let (regions, reach) = self.regions.count(field, &self.bounds.table, keeper(state));
        let boxes = &self.bounds.table.boxes;
        let count = |is: &[bool]| number(boxes.iter().filter(|&&cell| is[cell as usize]).count());
        let (doors, pocketed) = (count(&self.is_door), count(&self.in_pocket));
        let is_pushable = |cell: u32| {
            (0..4).any(|direction| {
                let behind = field.next(cell, direction ^ 1);
                let ahead = field.next(cell, direction);
                !self.bounds.table.solid[behind as usize]
                    && !self.bounds.table.solid[ahead as usize]
                    && space.ground().open.live[ahead as usize]
            })
        };
        let pushable = number(boxes.iter().filter(|&&cell| is_pushable(cell)).count());
        let packed = self.packing.value(boxes);
        let (packed, rank) = match &mut self.remainder {
            None => (packed, rank),
            Some(remainder) => match remainder.of(field, &self.packing, boxes, keeper(state)) {
                (0, pushes) => (packed, pushes),
                (left, _) => (packed.saturating_sub(left), rank + LEFT * left),
            },
        };
        profile.rank = rank;
        profile.cell.extend([packed, regions, doors, pocketed]);
        profile.notes.extend([reach, pushable]);
        true
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _space: &Macros<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        let views: [View; 7] = [
            |one| -i64::from(one.cell[PACKED]),
            |one| i64::from(one.cell[REGIONS]),
            |one| i64::from(one.cell[DOORS]),
            |one| i64::from(one.cell[POCKETED]),
            |one| -i64::from(one.notes[REACH]),
            |one| -i64::from(one.notes[PUSHABLE]),
            |one| i64::from(one.rank),
        ];
        advise(&views, parent, children, weights);
    }
}

/// What an adviser looks at: the lower, the better.
pub(super) type View = fn(&Profile) -> i64;

/// Advises for each view the step that improves it most, if one does.
pub(super) fn advise(views: &[View], parent: &Profile, children: &[Profile], weights: &mut [u32]) {
    for view in views {
        let best = (0..children.len()).min_by_key(|&at| (view(&children[at]), children[at].rank, at));
        if let Some(best) = best.filter(|&best| view(&children[best]) < view(parent)) {
            weights[best] = 0;
        }
    }
}
