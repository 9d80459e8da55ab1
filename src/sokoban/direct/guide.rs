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

/// Describes positions and advises steps.
#[derive(Debug)]
pub struct Adviser {
    bounds: Bounds,
    packing: Packing,
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
    pub fn new(ground: &Ground, boxes: &[u32]) -> Self {
        let field = &*ground.field;
        Self {
            bounds: Bounds::new(ground),
            packing: Packing::new(ground, boxes),
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
        profile.rank = rank;
        profile.cell.extend([packed, regions, doors, pocketed]);
        profile.notes.extend([reach, pushable]);
        if let Ok(every) = std::env::var("SHOW") {
            use std::sync::atomic::{AtomicU32, Ordering};
            static COUNT: AtomicU32 = AtomicU32::new(0);
            static BEST: AtomicU32 = AtomicU32::new(0);
            let at = COUNT.fetch_add(1, Ordering::Relaxed);
            if packed > BEST.fetch_max(packed, Ordering::Relaxed) || at % every.parse::<u32>().unwrap() == 0 {
                println!("eval {at}: {:?} rank {rank} notes {:?}", profile.cell, profile.notes);
                let mut rows = vec![String::new(); 40];
                let mut k = keeper(state);
                let mut grid = std::collections::BTreeMap::new();
                for cell in 0..number(field.len()) {
                    let b = self.bounds.table.solid[cell as usize];
                    grid.insert(field.place(cell), match (b, field.is_goal(cell)) { (true,true)=>'*',(true,false)=>'$',(false,true)=>'.',_=>' '});
                    if cell == k { grid.insert(field.place(cell), if field.is_goal(cell) {'+'} else {'@'}); }
                }
                k = 0; let _ = k;
                let (h, w) = (grid.keys().map(|p| p.0).max().unwrap(), grid.keys().map(|p| p.1).max().unwrap());
                for r in 0..=h + 1 { for c in 0..=w + 1 { rows[r as usize].push(*grid.get(&(r, c)).unwrap_or(&'#')); } println!("{}", rows[r as usize]); }
            }
        }
        true
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _space: &Macros<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        // What each adviser looks at: the lower, the better.
        type View = fn(&Profile) -> i64;
        let views: [View; 7] = [
            |one| -i64::from(one.cell[PACKED]),
            |one| i64::from(one.cell[REGIONS]),
            |one| i64::from(one.cell[DOORS]),
            |one| i64::from(one.cell[POCKETED]),
            |one| -i64::from(one.notes[REACH]),
            |one| -i64::from(one.notes[PUSHABLE]),
            |one| i64::from(one.rank),
        ];
        for view in views {
            let best = (0..children.len()).min_by_key(|&at| (view(&children[at]), children[at].rank, at));
            if let Some(best) = best.filter(|&best| view(&children[best]) < view(parent)) {
                weights[best] = 0;
            }
        }
    }
}
