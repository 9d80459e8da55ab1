//! In which order goals can be filled, and how far a position has come.
//!
//! In: a ground and the cells that boxes come from. Out: for a set of filled goals the number of boxes that can stay. The order is
//! found backwards: all goals are filled, and boxes are pulled out one by one to where boxes come from; what has been
//! pulled out is gone. A goal that can be emptied only after others is to be filled before them. Boxes that are not on
//! goals are left out of account.

use std::collections::HashMap;

use super::bounds::Ground;
use super::field::{Field, Table, number, push_number};

/// Sets whose value is remembered.
const MEMORY_LIMIT: usize = 200_000;

/// The order of goals.
#[derive(Debug)]
pub struct Packing {
    ground: Ground,
    /// Where boxes come from.
    is_source: Vec<bool>,
    /// Goals, by their place in the list, in an order in which they can be filled.
    order: Vec<usize>,
    table: Table,
    seen: Vec<u32>,
    stamp: u32,
    queue: Vec<(u32, u32)>,
    /// What is known of sets of filled goals. Only looked up, never walked.
    known: HashMap<Vec<u64>, u32, rustc_hash::FxBuildHasher>,
    mask: Vec<u64>,
}

impl Packing {
    /// Finds an order.
    #[must_use]
    pub fn new(ground: &Ground, boxes: &[u32]) -> Self {
        let field = &*ground.field;
        let mut is_source = vec![false; field.len() + 1];
        for &cell in boxes.iter().filter(|&&cell| !field.is_goal(cell)) {
            is_source[cell as usize] = true;
        }
        if !is_source.contains(&true) {
            for (cell, source) in is_source.iter_mut().enumerate() {
                *source = ground.open.live[cell] && !field.is_goal(number(cell));
            }
        }
        let mut packing = Self {
            ground: ground.clone(),
            is_source,
            order: (0..field.goals().len()).collect(),
            table: Table::new(field),
            seen: vec![0; 4 * (field.len() + 1)],
            stamp: 0,
            queue: Vec::new(),
            known: HashMap::default(),
            mask: vec![0; field.goals().len().div_ceil(64)],
        };
        packing.order = packing.find_order();
        packing
    }

    fn find_order(&mut self) -> Vec<usize> {
        let goals = self.ground.field.goals().to_vec();
        for &goal in &goals {
            self.table.solid[goal as usize] = true;
        }
        let mut left: Vec<usize> = (0..goals.len()).collect();
        let mut removed = Vec::new();
        while !left.is_empty() {
            // The one with the shortest way out goes first: it is filled last.
            let nearest = left
                .iter()
                .enumerate()
                .filter_map(|(at, &goal)| Some((self.way_out(goals[goal])?, at)))
                .min();
            let at = nearest.map_or(0, |(_, at)| at);
            let goal = left.remove(at);
            self.table.solid[goals[goal] as usize] = false;
            removed.push(goal);
        }
        removed.reverse();
        removed
    }

    /// The pulls that take the box on a goal to where boxes come from; the solid cells of the table do not move.
    fn way_out(&mut self, goal: u32) -> Option<u32> {
        let Self { ground, is_source, table, seen, stamp, queue, .. } = self;
        let field: &Field = &ground.field;
        *stamp += 1;
        queue.clear();
        table.solid[goal as usize] = false;
        for side in 0..4 {
            let keeper = field.next(goal, side);
            if !table.solid[keeper as usize] && seen[goal as usize * 4 + side] != *stamp {
                seen[goal as usize * 4 + side] = *stamp;
                queue.push((push_number(goal, side), 0));
            }
        }
        let mut at = 0;
        let mut found = None;
        while at < queue.len() {
            let (place, pulls) = queue[at];
            at += 1;
            let (cell, side) = (place / 4, place as usize % 4);
            if is_source[cell as usize] {
                found = Some(pulls);
                break;
            }
            table.solid[cell as usize] = true;
            table.flood(field, field.next(cell, side));
            table.solid[cell as usize] = false;
            for side in 0..4 {
                let here = field.next(cell, side);
                let beyond = field.next(here, side);
                if !table.reached(here) || table.solid[beyond as usize] {
                    continue;
                }
                // The box comes to where the player was, the player one further, on the same side.
                let next = here as usize * 4 + side;
                if seen[next] != *stamp {
                    seen[next] = *stamp;
                    queue.push((push_number(here, side), pulls + 1));
                }
            }
        }
        table.solid[goal as usize] = true;
        found
    }

    /// How many of the boxes on goals can stay where they are while all other goals are filled.
    pub fn value(&mut self, boxes: &[u32]) -> u32 {
        let goals = self.ground.field.goals();
        self.mask.fill(0);
        for cell in boxes {
            if let Ok(goal) = goals.binary_search(cell) {
                self.mask[goal / 64] |= 1 << (goal % 64);
            }
        }
        if let Some(&value) = self.known.get(&self.mask) {
            return value;
        }
        let mask = self.mask.clone();
        let value = self.worth(&mask);
        if self.known.len() < MEMORY_LIMIT {
            self.known.insert(mask, value);
        }
        value
    }

    fn worth(&mut self, mask: &[u64]) -> u32 {
        let goals = self.ground.field.goals().to_vec();
        let is_filled = |goal: usize| mask[goal / 64] >> (goal % 64) & 1 == 1;
        for &cell in &goals {
            self.table.solid[cell as usize] = true;
        }
        // Goals to be filled are emptied, the last one first.
        let mut empty: Vec<usize> =
            self.order.iter().rev().copied().filter(|&goal| !is_filled(goal)).collect();
        let mut filled: Vec<usize> =
            self.order.iter().rev().copied().filter(|&goal| is_filled(goal)).collect();
        let mut value = number(filled.len());
        while !empty.is_empty() {
            let before = empty.len();
            let mut rest = Vec::new();
            for goal in empty {
                if self.way_out(goals[goal]).is_some() {
                    self.table.solid[goals[goal] as usize] = false;
                } else {
                    rest.push(goal);
                }
            }
            empty = rest;
            if empty.len() < before {
                continue;
            }
            // A box that is on a goal too early has to go first.
            let early = filled.iter().position(|&goal| self.way_out(goals[goal]).is_some());
            match early {
                Some(at) => {
                    let goal = filled.remove(at);
                    self.table.solid[goals[goal] as usize] = false;
                    value -= 1;
                }
                None => {
                    let goal = empty.remove(0);
                    self.table.solid[goals[goal] as usize] = false;
                }
            }
        }
        for &cell in &goals {
            self.table.solid[cell as usize] = false;
        }
        value
    }
}
