//! Features and advice for the search for a packing plan: feature-space search backwards (Shoham and Schaeffer 2020).
//!
//! In: positions of the space of pulls with sinks. Out: the features by which they are grouped (boxes left, boxes on
//! goals, regions, rooms cut off), a priority, and advice. Positions that cannot be part of a good plan are dropped:
//! this proves nothing.

use super::super::context::Context;
use super::super::field::distances::FAR;
use super::super::field::flood::Flood;
use super::super::field::freeze::ImmovableBoxes;
use super::super::field::layout::Layout;
use super::super::field::rooms::Rooms;
use super::super::field::{Field, number, player};
use super::super::spaces::corral::Corral;
use super::super::spaces::simple::everywhere;
use super::matching::Matching;
use super::moved::{is_movable, moved, note, opens};
use super::space::SinkPulls;
use banto_search::{Guide, Profile, Prune, PruneClaims};

/// Where the features stand in a profile.
const LEFT: usize = 0;
const REGIONS: usize = 2;
const ROOMS: usize = 3;

/// Describes positions of the search backwards.
pub struct Pulling<'a> {
    context: &'a Context,
    layout: Layout,
    regions: Flood,
    rooms: Rooms,
    immovable: ImmovableBoxes,
    everywhere: Vec<bool>,
    matching: Matching,
    waiting: Vec<usize>,
    /// The mean distance from each cell to the goals.
    distance: Vec<u32>,
    /// Goals with three walls around, or filled ones instead of walls: a box stays there as long as it can.
    is_hole: Vec<bool>,
}

impl<'a> Pulling<'a> {
    pub fn new(context: &'a Context) -> Self {
        let field = &*context.field;
        let distances = &context.open.distances;
        let mean = |cell: u32| {
            let from = |slot: usize| -> u32 {
                let to = (0..distances.goals).map(|goal| distances.to(goal, slot));
                to.filter(|&pushes| pushes != FAR).map(u32::from).sum()
            };
            context.sides.slots_of(cell).map(from).min().unwrap_or(0) / number(distances.goals)
        };
        Self {
            context,
            layout: Layout::new(field),
            regions: Flood::new(field),
            rooms: Rooms::new(field),
            immovable: ImmovableBoxes::new(field),
            everywhere: everywhere(field),
            matching: Matching::default(),
            waiting: Vec::new(),
            distance: (0..field.wall()).map(mean).collect(),
            is_hole: holes(field),
        }
    }

    /// The best pull that takes a box off the board or far from the goals.
    fn packing_advice(&self, parent: &Profile, children: &[Profile]) -> (Option<usize>, bool) {
        let field = &*self.context.field;
        let removes = children.iter().any(|child| child.features[LEFT] < parent.features[LEFT]);
        let rates = |child: &Profile| {
            let (Some(from), to) = moved(&parent.notes, &child.notes) else { return None };
            let hole = self.is_hole[from as usize];
            if removes {
                return Some((field.is_goal(from), hole, child.features[REGIONS], 0, 0));
            }
            let worse = child.features[REGIONS] > parent.features[REGIONS]
                || child.features[ROOMS] > parent.features[ROOMS];
            let to = to?;
            let nearer = self.distance[to as usize] <= self.distance[from as usize];
            if worse || nearer || !field.is_goal(from) {
                return None;
            }
            let length = u16::MAX - self.context.walks.between(field, from, to);
            Some((true, hole, child.features[REGIONS], child.features[ROOMS], length))
        };
        let all = children.iter().enumerate().filter_map(|(at, child)| Some((rates(child)?, at)));
        (all.min().map(|(_, at)| at), removes)
    }
}

/// Goals at the ends of dead-end passages of goals.
fn holes(field: &Field) -> Vec<bool> {
    let mut is_hole = vec![false; field.len() + 1];
    let mut queue = field.goals.clone();
    while let Some(cell) = queue.pop() {
        let is_wall = |next: &&u32| **next == field.wall() || is_hole[**next as usize];
        let around = field.around(cell);
        if !is_hole[cell as usize] && around.iter().filter(is_wall).count() == 3 {
            is_hole[cell as usize] = true;
            queue.extend(around.into_iter().filter(|&next| field.is_goal(next)));
        }
    }
    is_hole
}

impl<'a> Guide<SinkPulls<'a>> for Pulling<'_> {
    fn describe(&mut self, space: &SinkPulls<'a>, state: &[u64], profile: &mut Profile) -> bool {
        let context = space.context;
        let field = &*context.field;
        let boxes = space.boxes(state);
        if player(boxes) == field.wall() {
            profile.features.extend([u32::MAX; 4]);
            profile.priority = u64::MAX - 1;
            return true;
        }
        let Self { layout, immovable, everywhere, matching, waiting, .. } = self;
        let player = layout.load(boxes);
        space.waiting(state, waiting);
        if !space.matches(matching, layout, player, waiting) {
            return false;
        }
        let immovable = immovable.unpullable(field, everywhere, &layout.boxes);
        if immovable.iter().any(|&cell| !space.waits_at(state, cell)) {
            return false;
        }
        layout.flood(field, player);
        let solid = &layout.solid;
        note(field, layout, &mut profile.notes, |cell, side| {
            !solid[field.next(field.next(cell, side), side) as usize]
        });
        let is_stuck = !profile.notes.iter().any(|&note| is_movable(note));
        if is_stuck && !layout.boxes.iter().all(|&cell| space.waits_at(state, cell)) {
            return false;
        }
        let left = number(layout.boxes.len());
        let on_goals = number(layout.boxes.iter().filter(|&&cell| field.is_goal(cell)).count());
        let regions = self.regions.count(field, layout);
        let rooms = self.rooms.cut(field, layout);
        let distance: u32 = layout.boxes.iter().map(|&cell| self.distance[cell as usize]).sum();
        profile.features.extend([left, on_goals, regions, rooms]);
        let parts = [(left, 9), (regions, 8), (on_goals, 9), (rooms, 6), (0xffff - distance.min(0xffff), 16)];
        profile.priority = lexicographic(&parts);
        true
    }

    fn is_safe(&self) -> bool {
        false
    }

    fn weigh(&mut self, _: &SinkPulls<'a>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        if parent.priority == u64::MAX - 1 {
            weights.fill(0);
            return;
        }
        let (packing, removes) = self.packing_advice(parent, children);
        if let Some(at) = packing {
            weights[at] = 0;
            if removes {
                return;
            }
        }
        let mut advise = |is_good: &dyn Fn(&Profile) -> bool| {
            let good = children.iter().enumerate().filter(|(_, child)| is_good(child));
            if let Some((_, at)) = good.map(|(at, child)| (child.priority, at)).min() {
                weights[at] = 0;
            }
        };
        for feature in [REGIONS, ROOMS] {
            advise(&|child| child.features[feature] < parent.features[feature]);
        }
        advise(&|child| opens(&parent.notes, &child.notes));
    }
}

/// Numbers as one, the first of which counts most; each with its bits.
pub fn lexicographic(parts: &[(u32, u32)]) -> u64 {
    parts.iter().fold(0, |sum, &(part, bits)| sum << bits | u64::from(part.min((1 << bits) - 1)))
}

/// Drops positions in which the player would have to push boxes elsewhere at once: a plan must be able to wait.
pub struct Waiting {
    context: Context,
    corral: Corral,
    layout: Layout,
    boxes: usize,
    is_root: bool,
}

impl Waiting {
    pub fn new(context: &Context) -> Self {
        let field = &*context.field;
        Self {
            context: context.clone(),
            corral: Corral::new(field),
            layout: Layout::new(field),
            boxes: 0,
            is_root: false,
        }
    }
}

impl<'a> Prune<SinkPulls<'a>> for Waiting {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: false, cost_preserving: false }
    }

    fn begin(&mut self, space: &SinkPulls<'a>, state: &[u64]) {
        self.is_root = self.layout.load(space.boxes(state)) == self.context.field.wall();
        self.boxes = self.layout.boxes.len();
    }

    fn keep_state(&mut self, space: &SinkPulls<'a>, action: u32, state: &[u64], _g: u32) -> bool {
        if self.is_root {
            return true;
        }
        let field = &self.context.field;
        let player = self.layout.load(space.boxes(state));
        self.layout.flood(field, player);
        let to = action / 4 % field.wall();
        match self.corral.pushes_if(&self.context, &self.layout, true) {
            None => true,
            Some(pushes) => self.layout.boxes.len() == self.boxes && pushes.iter().any(|push| push / 4 == to),
        }
    }
}
