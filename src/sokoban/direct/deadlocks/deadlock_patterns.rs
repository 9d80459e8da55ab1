//! Deadlock patterns: groups of boxes that can never be resolved, learned during the search (compare the pattern search
//! of Junghanns and Schaeffer 2001, and corral deadlocks).
//!
//! In: positions. Out: whether some group proves a deadlock. Groups are the boxes around a closed area, around several
//! that share boxes, or in a room. Each is searched with all other boxes removed, see [`super::local_search`]: if it
//! cannot be resolved, there is no solution, because more boxes never make a position easier. Each group is searched
//! once and remembered.

use std::sync::{MutexGuard, PoisonError};

use super::local_search::LocalSearch;
use crate::direct::context::Context;
use crate::direct::field::flood::Flood;
use crate::direct::field::layout::Layout;
use crate::direct::field::rooms::Rooms;
use crate::direct::field::{Field, flip, player, set_player};
use banto_search::{EFFORT, GroupKind, KnownDeadlocks};

/// The most boxes of a group. Larger ones are rarely proven to be deadlocked with the effort that they get.
const MOST_BOXES: usize = 12;

/// Looks for deadlock patterns in one position after the other.
#[derive(Debug)]
pub struct DeadlockPatterns {
    context: Context,
    layout: Layout,
    local: LocalSearch,
    /// Whether all groups get full effort, whatever earlier searches found.
    pub is_thorough: bool,
    /// Where the group is searched; false for all cells between searches.
    inside: Vec<bool>,
    regions: Flood,
    rooms: Vec<Vec<u32>>,
    key: Vec<u32>,
}

/// Cells, and the boxes around or on them, in order.
struct Area {
    cells: Vec<u32>,
    boxes: Vec<u32>,
}

impl Area {
    /// A closed area with the boxes around it, also those at its corners.
    fn closed(field: &Field, layout: &Layout, cells: &[u32]) -> Self {
        let beside = |&cell: &u32| {
            let [up, down, left, right] = field.around(cell);
            let across = [up, down].into_iter().flat_map(|next| [field.next(next, 2), field.next(next, 3)]);
            let along = [left, right].into_iter().flat_map(|next| [field.next(next, 0), field.next(next, 1)]);
            [up, down, left, right].into_iter().chain(across).chain(along)
        };
        let is_box = |&cell: &u32| cell != field.wall() && layout.solid[cell as usize];
        let mut boxes: Vec<u32> = cells.iter().flat_map(beside).filter(is_box).collect();
        boxes.sort_unstable();
        boxes.dedup();
        Self { cells: cells.to_vec(), boxes }
    }

    fn shares_boxes(&self, other: &Self) -> bool {
        self.boxes.iter().any(|cell| other.boxes.binary_search(cell).is_ok())
    }

    fn join(&mut self, other: &Self) {
        self.cells.extend_from_slice(&other.cells);
        self.boxes.extend_from_slice(&other.boxes);
        self.boxes.sort_unstable();
        self.boxes.dedup();
    }
}

/// The areas that share boxes, each group of several joined into one.
fn joined(mut areas: Vec<Area>) -> Vec<Area> {
    let mut all = Vec::new();
    while let Some(mut area) = areas.pop() {
        let mut is_alone = true;
        while let Some(at) = areas.iter().position(|other| other.shares_boxes(&area)) {
            area.join(&areas.swap_remove(at));
            is_alone = false;
        }
        if !is_alone {
            all.push(area);
        }
    }
    all
}

impl DeadlockPatterns {
    /// Nothing known yet.
    pub fn new(context: &Context) -> Self {
        let field = &*context.field;
        Self {
            context: context.clone(),
            layout: Layout::new(field),
            local: LocalSearch::new(context),
            is_thorough: false,
            inside: vec![false; field.len() + 1],
            regions: Flood::new(field),
            rooms: Rooms::new(field).with_surroundings(field),
            key: Vec::new(),
        }
    }

    /// Whether a closed area proves that the position cannot be solved. Cheap enough for every state. The layout's
    /// player's region must be the one that was found last, here and below.
    pub fn is_dead(&mut self, layout: &Layout, player: u32) -> bool {
        let field = &*self.context.field.clone();
        let areas = self.areas(field, layout);
        areas.iter().any(|area| self.group_is_dead(field, player, area, GroupKind::Closed))
    }

    /// As [`Self::is_dead`], with more and larger groups, for rarer calls.
    pub fn is_dead_at_length(&mut self, row: &[u64], layout: &Layout) -> bool {
        if self.local.search(row, |_| true, true, EFFORT).0 {
            return true;
        }
        let field = &*self.context.field.clone();
        let player = player(row);
        let areas = self.areas(field, layout);
        let mut is_dead = |area: &Area, kind| self.group_is_dead(field, player, area, kind);
        if areas.iter().any(|area| is_dead(area, GroupKind::ClosedAtLength))
            || joined(areas).iter().any(|area| is_dead(area, GroupKind::Joined))
        {
            return true;
        }
        let rooms = std::mem::take(&mut self.rooms);
        let dead = rooms.iter().any(|cells| {
            let boxes = cells.iter().copied().filter(|&cell| layout.solid[cell as usize]).collect();
            let area = Area { cells: cells.clone(), boxes };
            area.boxes.len() > 1 && self.group_is_dead(field, player, &area, GroupKind::Room)
        });
        self.rooms = rooms;
        dead
    }

    /// The closed areas.
    fn areas(&mut self, field: &Field, layout: &Layout) -> Vec<Area> {
        let mut areas = Vec::new();
        self.regions.clear();
        for &cell in &layout.boxes {
            for seed in field.around(cell) {
                if !layout.reached(seed) && self.regions.other(field, layout, seed) {
                    areas.push(Area::closed(field, layout, self.regions.cells()));
                }
            }
        }
        areas
    }

    /// Whether the boxes of an area form a deadlock.
    fn group_is_dead(&mut self, field: &Field, player: u32, area: &Area, kind: GroupKind) -> bool {
        if area.boxes.len() > MOST_BOXES || area.boxes.iter().all(|&cell| field.is_goal(cell)) {
            return false;
        }
        self.key.clear();
        self.key.extend_from_slice(&area.boxes);
        let boxes = self.key.len();
        self.key.push(area.cells.iter().copied().min().unwrap_or(0));
        self.key.push(player);
        if let Some(dead) = self.known().get(&self.key) {
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
        let known = self.known().get(&self.key);
        let dead = match known {
            Some(dead) => dead,
            None => {
                let dead = self.search(boxes, region, area, kind);
                if self.context.limits.check().is_err() {
                    return false;
                }
                self.known().add(&self.key, dead);
                dead
            }
        };
        self.key[boxes + 1] = player;
        self.known().add(&self.key, dead);
        dead
    }

    /// What is known of groups: the boxes, the lowest cell of the closed area, and one of the player's region.
    fn known(&self) -> MutexGuard<'_, KnownDeadlocks<u32>> {
        self.context.deadlocks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the group cannot be resolved.
    fn search(&mut self, boxes: usize, player: u32, area: &Area, kind: GroupKind) -> bool {
        let group = &self.key[..boxes];
        area.cells.iter().chain(group).for_each(|&cell| self.inside[cell as usize] = true);
        let mut row = vec![0; self.context.field.words];
        group.iter().for_each(|&cell| flip(&mut row, cell));
        set_player(&mut row, player);
        let effort = if self.is_thorough { EFFORT } else { self.known().effort(kind) };
        let (dead, expanded) = self.local.search(&row, |cell| self.inside[cell as usize], false, effort);
        self.known().record(kind, dead, expanded);
        area.cells.iter().chain(group).for_each(|&cell| self.inside[cell as usize] = false);
        dead
    }
}
