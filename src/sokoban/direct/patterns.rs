//! Groups of boxes that close an area off and can never be resolved: learned while a level is searched.
//!
//! In: laid-out positions. Out: whether some closed area makes the position dead. The boxes around the area are looked at alone: if
//! with all other boxes gone they can neither all come to goals nor one of them leave the area, then no solution exists,
//! as more boxes make nothing easier. Each group is searched once, for a short while, and remembered.

use std::collections::HashMap;

use super::super::board::{CellId, Position};
use super::bounds::Ground;
use super::field::{Field, Table, for_each_box};
use super::freeze::Freeze;
use super::regions::Regions;
use super::space_pushes::{Pushes, Scratch, all_on_goals};
use crate::search::{Algorithm, Exhaustion, Outcome, Prune, PruneClaims, Search, Settings, Space};

/// Groups of more boxes than this are not looked at.
const BOXES_LIMIT: usize = 12;
/// A group that takes more expansions than this is left open.
const EFFORT: u64 = 250;
/// Groups that are remembered.
const MEMORY_LIMIT: usize = 400_000;

/// What is known of groups.
#[derive(Debug)]
pub struct Patterns {
    ground: Ground,
    /// By the boxes, the first cell of the closed area, and one of the player's. Only looked up, never walked.
    known: HashMap<Vec<u32>, bool, rustc_hash::FxBuildHasher>,
    table: Table,
    /// The area that is looked at is the region that was found last.
    regions: Regions,
    key: Vec<u32>,
}

impl Patterns {
    /// Nothing known yet.
    #[must_use]
    pub fn new(ground: &Ground) -> Self {
        Self {
            ground: ground.clone(),
            known: HashMap::default(),
            table: Table::new(&ground.field),
            regions: Regions::new(&ground.field),
            key: Vec::new(),
        }
    }

    /// Whether a closed area proves that the position cannot be solved.
    pub fn is_dead(&mut self, table: &Table, keeper: u32) -> bool {
        let field = &*self.ground.field.clone();
        self.regions.first(field, table, keeper);
        for &cell in &table.boxes {
            for seed in field.around(cell) {
                if self.regions.other(field, table, seed) && self.area_is_dead(field, table, keeper) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the boxes around the area can never resolve it.
    fn area_is_dead(&mut self, field: &Field, table: &Table, keeper: u32) -> bool {
        self.key.clear();
        for &cell in self.regions.cells() {
            for next in field.around(cell) {
                if next != field.wall() && table.solid[next as usize] && !self.key.contains(&next) {
                    self.key.push(next);
                    if self.key.len() > BOXES_LIMIT {
                        return false;
                    }
                }
            }
        }
        if self.key.iter().all(|&cell| field.is_goal(cell)) {
            return false;
        }
        self.key.sort_unstable();
        let boxes = self.key.len();
        self.key.push(self.regions.cells().iter().copied().min().unwrap_or(0));
        self.key.push(keeper);
        if let Some(&dead) = self.known.get(&self.key) {
            return dead;
        }
        // With the other boxes gone, the player's region is at least as large: its first cell tells which it is.
        for &cell in &self.table.boxes {
            self.table.solid[cell as usize] = false;
        }
        self.table.boxes.clear();
        for &cell in &self.key[..boxes] {
            self.table.solid[cell as usize] = true;
            self.table.boxes.push(cell);
        }
        let region = self.table.flood(field, keeper);
        self.key[boxes + 1] = region;
        let dead = match self.known.get(&self.key) {
            Some(&dead) => dead,
            None => {
                let dead = self.search(boxes, region);
                self.remember(dead);
                dead
            }
        };
        self.key[boxes + 1] = keeper;
        self.remember(dead);
        dead
    }

    fn remember(&mut self, dead: bool) {
        if self.known.len() < MEMORY_LIMIT {
            self.known.insert(self.key.clone(), dead);
        }
    }

    /// Searches what the group can do alone.
    fn search(&self, boxes: usize, keeper: u32) -> bool {
        let (field, live) = (&*self.ground.field, &self.ground.open.live);
        let group = &self.key[..boxes];
        let mut inside = vec![false; field.len() + 1];
        self.regions.cells().iter().chain(group).for_each(|&cell| inside[cell as usize] = true);
        let mut position = Position {
            boxes: fixedbitset::FixedBitSet::with_capacity(field.len()),
            keeper: CellId::from(keeper),
        };
        group.iter().for_each(|&cell| position.boxes.insert(cell as usize));
        let space = Group { pushes: Pushes::new(field, &position, live, false), inside };
        let settings = Settings { effort: Some(EFFORT), ..Settings::default() };
        let freezing = Freezing { freeze: Freeze::new(field), live, boxes: Vec::new() };
        let report = Search::new(&space).prune(freezing).settings(settings).run(Algorithm::Bfs);
        report.outcome == Outcome::Exhausted(Exhaustion::Proven)
    }
}

/// The space of a group alone: it ends where all boxes are on goals, or one has left the area.
struct Group<'a> {
    pushes: Pushes<'a>,
    inside: Vec<bool>,
}

impl Space for Group<'_> {
    type Cost = u32;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.pushes.words()
    }

    fn scratch(&self) -> Scratch {
        self.pushes.scratch()
    }

    fn initial(&self, state: &mut [u64]) {
        self.pushes.initial(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        let mut left = false;
        for_each_box(state, |cell| left |= !self.inside[cell as usize]);
        left || all_on_goals(self.pushes.field(), state)
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        self.pushes.expand(scratch, state, visit);
    }
}

/// Drops states with a box that is frozen off goal.
struct Freezing<'a> {
    freeze: Freeze,
    live: &'a [bool],
    boxes: Vec<u32>,
}

impl Prune<Group<'_>> for Freezing<'_> {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    fn keep_state(&mut self, space: &Group<'_>, _action: u32, state: &[u64]) -> bool {
        self.boxes.clear();
        for_each_box(state, |cell| self.boxes.push(cell));
        let field = space.pushes.field();
        self.freeze.find(field, self.live, &self.boxes);
        !self.freeze.is_deadlock(field)
    }
}
