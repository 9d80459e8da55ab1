//! Deadlock patterns: groups of boxes that close off an area and can never be resolved, learned during the search
//! (compare the pattern search of Junghanns and Schaeffer 2001, and corral deadlocks).
//!
//! In: positions. Out: whether some closed area proves a deadlock. The boxes around the area are searched with all
//! others removed, and those that can be pushed out of the area are removed as well: if the rest cannot reach goals,
//! there is no solution, because more boxes never make a position easier. Each group is searched once, with a small
//! effort, and remembered.

use std::collections::HashMap;

use super::super::board::{CellId, Position};
use super::context::Context;
use super::field::{Field, flip, for_each_box, set_player};
use super::freeze::Freeze;
use super::layout::Layout;
use super::pushes::{Pushes, Scratch, all_on_goals};
use super::regions::Regions;
use crate::search::{Algorithm, Exhaustion, Outcome, Prune, PruneClaims, Search, Settings, Space};

/// Groups of more boxes are not searched by those who ask about every state.
pub const FEW_BOXES: usize = 12;
/// The same for those who ask less often.
pub const MANY_BOXES: usize = 24;
/// A group that takes more expansions than this is not called dead.
const EFFORT: u64 = 250;
/// The number of groups that are remembered.
const MEMORY_LIMIT: usize = 400_000;

/// The groups that are known.
#[derive(Debug)]
pub struct DeadlockPatterns {
    context: Context,
    /// By the boxes, the lowest cell of the closed area, and one of the player's region. Only looked up, never
    /// iterated.
    known: HashMap<Vec<u32>, bool, rustc_hash::FxBuildHasher>,
    layout: Layout,
    /// The closed area is the region that was found last.
    regions: Regions,
    key: Vec<u32>,
    boxes_limit: usize,
}

impl DeadlockPatterns {
    /// Nothing known yet. Groups of more boxes than the limit are not searched.
    #[must_use]
    pub fn new(context: &Context, boxes_limit: usize) -> Self {
        Self {
            context: context.clone(),
            known: HashMap::default(),
            layout: Layout::new(&context.field),
            regions: Regions::new(&context.field),
            key: Vec::new(),
            boxes_limit,
        }
    }

    /// Whether a closed area proves that the position cannot be solved.
    pub fn is_dead(&mut self, layout: &Layout, player: u32) -> bool {
        let field = &*self.context.field.clone();
        self.regions.first(field, layout, player);
        for &cell in &layout.boxes {
            for seed in field.around(cell) {
                if self.regions.other(field, layout, seed) && self.area_is_dead(field, layout, player) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the boxes around the area form a deadlock.
    fn area_is_dead(&mut self, field: &Field, layout: &Layout, player: u32) -> bool {
        self.key.clear();
        for &cell in self.regions.cells() {
            for next in field.around(cell) {
                if next != field.wall() && layout.solid[next as usize] && !self.key.contains(&next) {
                    self.key.push(next);
                    if self.key.len() > self.boxes_limit {
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
        self.key.push(player);
        if let Some(&dead) = self.known.get(&self.key) {
            return dead;
        }
        // With the other boxes gone, the player's region can only grow: its lowest cell names it.
        for &cell in &self.layout.boxes {
            self.layout.solid[cell as usize] = false;
        }
        self.layout.boxes.clear();
        for &cell in &self.key[..boxes] {
            self.layout.solid[cell as usize] = true;
            self.layout.boxes.push(cell);
        }
        let region = self.layout.flood(field, player);
        self.key[boxes + 1] = region;
        let dead = match self.known.get(&self.key) {
            Some(&dead) => dead,
            None => {
                let dead = self.search(boxes, region);
                if self.context.limits.check().is_err() {
                    return false;
                }
                self.remember(dead);
                dead
            }
        };
        self.key[boxes + 1] = player;
        self.remember(dead);
        dead
    }

    fn remember(&mut self, dead: bool) {
        if self.known.len() < MEMORY_LIMIT {
            self.known.insert(self.key.clone(), dead);
        }
    }

    /// Searches for a way to resolve the group; whether there is none.
    fn search(&self, boxes: usize, player: u32) -> bool {
        let Context { field, open, limits, .. } = &self.context;
        let live = &open.live;
        let group = &self.key[..boxes];
        let mut inside = vec![false; field.len() + 1];
        self.regions.cells().iter().chain(group).for_each(|&cell| inside[cell as usize] = true);
        let mut position = Position {
            boxes: fixedbitset::FixedBitSet::with_capacity(field.len()),
            player: CellId::from(player),
        };
        group.iter().for_each(|&cell| position.boxes.insert(cell as usize));
        let space = Group { pushes: Pushes::new(field, &position, live, false, limits), inside };
        let settings = Settings { effort: Some(EFFORT), ..Settings::default() };
        let freezing = Freezing { freeze: Freeze::new(field), live, boxes: Vec::new() };
        let mut search = Search::new(&space).prune(freezing).settings(settings).limits(limits);
        let report = search.run(Algorithm::Bfs);
        report.outcome == Outcome::Exhausted(Exhaustion::Proven)
    }
}

/// The space of a group alone. A box that can be pushed out of the area is taken off the board at once, and nothing
/// else is tried: without it, the position is not harder. All other boxes have to come to goals.
struct Group<'a> {
    pushes: Pushes<'a>,
    inside: Vec<bool>,
}

/// Scratch space of an expansion.
struct GroupScratch {
    pushes: Scratch,
    layout: Layout,
    row: Vec<u64>,
}

impl Space for Group<'_> {
    type Cost = u32;
    type Scratch = GroupScratch;

    fn words(&self) -> usize {
        self.pushes.words()
    }

    fn scratch(&self) -> GroupScratch {
        let layout = Layout::new(self.pushes.field());
        GroupScratch { pushes: self.pushes.scratch(), layout, row: vec![0; self.words()] }
    }

    fn initial(&self, state: &mut [u64]) {
        self.pushes.initial(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        all_on_goals(self.pushes.field(), state)
    }

    fn expand(&self, scratch: &mut GroupScratch, state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        let GroupScratch { pushes, layout, row } = scratch;
        let field = self.pushes.field();
        let mut leaving = None;
        self.pushes.actions(pushes, state, &mut |action, _| {
            let to = field.next(action / 4, action as usize % 4);
            leaving = leaving.or_else(|| (!self.inside[to as usize]).then_some(action));
        });
        let Some(action) = leaving else {
            return self.pushes.expand(pushes, state, visit);
        };
        row.copy_from_slice(state);
        flip(row, action / 4);
        let player = layout.load(row);
        let first = layout.flood(field, player);
        set_player(row, first);
        visit(action, 1, row);
    }
}

/// Drops states with a freeze deadlock.
struct Freezing<'a> {
    freeze: Freeze,
    live: &'a [bool],
    boxes: Vec<u32>,
}

impl Prune<Group<'_>> for Freezing<'_> {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }

    fn keep_state(&mut self, space: &Group<'_>, _action: u32, state: &[u64], _g: u32) -> bool {
        self.boxes.clear();
        for_each_box(state, |cell| self.boxes.push(cell));
        let field = space.pushes.field();
        self.freeze.find(field, self.live, &self.boxes);
        !self.freeze.is_deadlock(field)
    }
}
