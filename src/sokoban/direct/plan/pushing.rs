//! Feature-space search forwards along a packing plan (Shoham and Schaeffer 2020): features, priorities, and advice.
//!
//! In: positions of the space of macro pushes, and a [`Plan`]. Out: the features by which positions are grouped (steps
//! of the plan done, regions, boxes in the way of the plan), a priority, and what seven advisors say. Dead ends are
//! proven.

use super::super::bounds::Bounds;
use super::super::context::Context;
use super::super::deadlocks::deadlock_patterns::DeadlockPatterns;
use super::super::field::distances::{Distances, FAR};
use super::super::field::flood::Flood;
use super::super::field::rooms::Rooms;
use super::super::field::{number, player};
use super::super::spaces::macro_pushes::MacroPushes;
use super::hotspots::Hotspots;
use super::moved::{moved, note, opens};
use super::order::Plan;
use super::pulling::lexicographic;
use banto_base::limits::Stop;
use banto_search::{Guide, Profile};
use std::cmp::Reverse;

/// Where the features stand in a profile.
const DONE: usize = 0;
const REGIONS: usize = 1;
const BLOCKED: usize = 2;
/// Notes: rooms cut off, hotspots, the cell that comes next, and then the boxes.
const ROOMS: usize = 0;
const HOTSPOTS: usize = 1;
const TARGET: usize = 2;
const BOXES: usize = 3;

/// Describes positions of the search along a plan.
pub struct Pushing<'a> {
    context: &'a Context,
    plan: Plan,
    bounds: Bounds,
    patterns: DeadlockPatterns,
    regions: Flood,
    rooms: Rooms,
    hotspots: Hotspots,
    /// From each cell, if the board is not too large.
    between: Option<Distances>,
}

impl<'a> Pushing<'a> {
    /// For positions of this level.
    pub fn new(context: &'a Context, plan: Plan) -> Result<Self, Stop> {
        let field = &*context.field;
        let cells: Vec<u32> = (0..field.wall()).collect();
        let between = Distances::to_starts(field, &context.sides, &cells, &context.limits)?;
        Ok(Self {
            context,
            plan,
            bounds: Bounds::new(context),
            patterns: DeadlockPatterns::new(context),
            regions: Flood::new(field),
            rooms: Rooms::new(field),
            hotspots: Hotspots::new(context)?,
            between: Some(between).filter(Distances::has_rows),
        })
    }

    /// Whether a box can be pushed from one cell to another on the empty board, from some side.
    fn leads(&self, from: u32, to: u32) -> bool {
        self.between.as_ref().is_none_or(|between| {
            self.context.sides.slots_of(to).any(|slot| between.to(from as usize, slot) != FAR)
        })
    }
}

impl Guide<MacroPushes<'_>> for Pushing<'_> {
    fn describe(&mut self, space: &MacroPushes<'_>, state: &[u64], profile: &mut Profile) -> bool {
        if self.bounds.pushes(state).is_none() {
            return false;
        }
        let (layout, player) = (&mut self.bounds.layout, player(state));
        let context = space.context;
        let (field, open) = (&*context.field, &context.open);
        layout.flood(field, player);
        let layout = &*layout;
        let done = self.plan.done(layout);
        let regions = self.regions.count(field, layout);
        let rooms = self.rooms.cut(field, layout);
        let hotspots = self.hotspots.count(&layout.boxes);
        let blocked = layout.boxes.iter().filter(|&&cell| self.plan.is_blocked(done, cell)).count();
        let far: u32 = layout
            .boxes
            .iter()
            .map(|&cell| u32::from(open.distances.least(context.sides.slot(cell, player))))
            .sum();
        profile.features.extend([number(done), regions, number(blocked)]);
        profile.notes.extend([rooms, hotspots, self.plan.target(layout).unwrap_or(field.wall())]);
        note(field, layout, &mut profile.notes, |cell, side| {
            let ahead = field.next(cell, side ^ 1);
            !layout.solid[ahead as usize] && open.live[ahead as usize]
        });
        let left = number(self.plan.len().saturating_sub(done));
        let (blocked, far) = (number(blocked), 0x3ff - far.min(0x3ff));
        profile.priority =
            lexicographic(&[(left, 10), (regions, 8), (rooms, 6), (blocked, 7), (hotspots, 7), (far, 10)]);
        true
    }

    fn look_closer(&mut self, _: &MacroPushes<'_>, state: &[u64]) -> bool {
        let layout = &mut self.bounds.layout;
        let player = layout.load(state);
        layout.flood(&self.context.field, player);
        !self.patterns.is_dead_at_length(state, &self.bounds.layout)
    }

    fn is_safe(&self) -> bool {
        true
    }

    fn weigh(&mut self, _: &MacroPushes<'_>, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        let field = &*self.context.field;
        // Nothing is advised that undoes a step.
        let moves: Vec<_> = children
            .iter()
            .enumerate()
            .filter(|(_, child)| child.features[DONE] >= parent.features[DONE])
            .map(|(at, child)| (at, child, moved(&parent.notes[BOXES..], &child.notes[BOXES..])))
            .filter_map(|(at, child, (from, to))| Some((at, child, from?, to?)))
            .collect();
        let mut advise = |is_good: &dyn Fn(&Profile, u32, u32) -> bool| {
            let good = moves.iter().filter(|(_, child, from, to)| is_good(child, *from, *to));
            if let Some((_, at)) = good.map(|&(at, child, ..)| (child.priority, at)).min() {
                weights[at] = 0;
            }
        };
        advise(&|child, _, _| child.features[DONE] > parent.features[DONE]);
        advise(&|child, _, _| child.features[REGIONS] < parent.features[REGIONS]);
        advise(&|child, _, _| child.notes[ROOMS] < parent.notes[ROOMS]);
        advise(&|child, _, _| child.notes[HOTSPOTS] < parent.notes[HOTSPOTS]);
        advise(&|child, from, to| {
            opens(&parent.notes[BOXES..], &child.notes[BOXES..]) && self.leads(to, from)
        });
        let keeps_open = |child: &Profile| {
            child.features[REGIONS] <= parent.features[REGIONS] && child.notes[ROOMS] <= parent.notes[ROOMS]
        };
        // A box goes away from where it is in the way of the plan.
        let done = parent.features[DONE] as usize;
        let away = moves.iter().filter_map(|&(at, child, from, to)| {
            let is_better = child.features[BLOCKED] <= parent.features[BLOCKED] && keeps_open(child);
            let (here, there) = (self.plan.away(done, from)?, self.plan.away(done, to)?);
            (is_better && there > here && self.leads(to, from)).then_some((here, Reverse(there), at))
        });
        if parent.features[BLOCKED] > 0
            && let Some((_, _, at)) = away.min()
        {
            weights[at] = 0;
        }
        // A box goes away from the cell to which the next one has to come.
        let target = parent.notes[TARGET];
        let is_near = moves.iter().all(|(_, child, ..)| child.features[DONE] == parent.features[DONE]);
        if target != field.wall() && is_near {
            let clears = moves.iter().filter_map(|&(at, child, from, to)| {
                let here = self.context.walks.between(field, target, from);
                let there = self.context.walks.between(field, target, to);
                (there >= here && keeps_open(child)).then_some((here, Reverse(there), at))
            });
            if let Some((_, _, at)) = clears.min() {
                weights[at] = 0;
            }
        }
        if children.len() <= 2 {
            weights[0] = 0;
        }
    }
}
