//! The packing order: in which order goals can be filled, and how far a position has come (Shoham and Schaeffer 2020).
//!
//! In: a context and the cells that boxes come from. Out: for a set of filled goals, the number of boxes that can stay.
//! The order is found backwards: all goals are filled, and boxes are taken out one by one to the cells that boxes come
//! from, where they vanish. A goal that can be emptied only after others has to be filled before them. Boxes that are
//! not on goals are ignored.

use std::collections::HashMap;

use crate::base::limits::Stop;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::field::box_reach::BoxReach;
use crate::sokoban::direct::field::layout::Layout;
use crate::sokoban::direct::field::number;

/// The number of sets whose value is remembered.
const MEMORY_LIMIT: usize = 200_000;

/// The packing order of the goals.
#[derive(Debug)]
pub struct PackingOrder {
    context: Context,
    /// Where boxes come from.
    is_source: Vec<bool>,
    /// Goals, by their index, in an order in which they can be filled.
    order: Vec<usize>,
    layout: Layout,
    reach: BoxReach,
    /// By the filled goals. Only looked up, never iterated.
    known: HashMap<Vec<u64>, u32, rustc_hash::FxBuildHasher>,
    mask: Vec<u64>,
}

impl PackingOrder {
    /// The order in which boxes that start on these cells can be pushed to goals.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn new(context: &Context, boxes: &[u32]) -> Result<Self, Stop> {
        let field = &*context.field;
        let mut is_source = vec![false; field.len() + 1];
        for &cell in boxes.iter().filter(|&&cell| !field.is_goal(cell)) {
            is_source[cell as usize] = true;
        }
        if !is_source.contains(&true) {
            for (cell, source) in is_source.iter_mut().enumerate() {
                *source = context.open.live[cell] && !field.is_goal(number(cell));
            }
        }
        let mut packing = Self {
            context: context.clone(),
            is_source,
            order: Vec::new(),
            layout: Layout::new(field),
            reach: BoxReach::new(field),
            known: HashMap::default(),
            mask: vec![0; field.goals.len().div_ceil(64)],
        };
        packing.order = packing.find_order()?;
        Ok(packing)
    }

    fn find_order(&mut self) -> Result<Vec<usize>, Stop> {
        let goals = self.context.field.goals.clone();
        for &goal in &goals {
            self.layout.solid[goal as usize] = true;
        }
        let mut left: Vec<usize> = (0..goals.len()).collect();
        let mut removed = Vec::new();
        while !left.is_empty() {
            self.context.limits.check()?;
            // The one with the shortest way out is taken out first, and filled last.
            let nearest = left
                .iter()
                .enumerate()
                .filter_map(|(at, &goal)| Some((self.way_out(goals[goal])?, at)))
                .min();
            let at = nearest.map_or(0, |(_, at)| at);
            let goal = left.remove(at);
            self.layout.solid[goals[goal] as usize] = false;
            removed.push(goal);
        }
        removed.reverse();
        Ok(removed)
    }

    /// The least steps that take the box on a goal to a source while all other solid cells stand still; `None` if
    /// there are none or a limit is reached.
    fn way_out(&mut self, goal: u32) -> Option<u32> {
        let Self { context, is_source, layout, reach, .. } = self;
        context.limits.check().ok()?;
        layout.solid[goal as usize] = false;
        // Goals filled by pushes are emptied by pulls.
        let is_source = |cell: u32| is_source[cell as usize];
        let found = reach.run(&context.field, layout, goal, true, is_source);
        layout.solid[goal as usize] = true;
        found
    }

    /// How many of the boxes on goals can stay where they are while all other goals are filled.
    pub fn value(&mut self, boxes: &[u32]) -> u32 {
        self.mask.fill(0);
        for cell in boxes {
            if let Ok(goal) = self.context.field.goals.binary_search(cell) {
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
        let goals = self.context.field.goals.clone();
        let is_filled = |goal: usize| mask[goal / 64] >> (goal % 64) & 1 == 1;
        for &cell in &goals {
            self.layout.solid[cell as usize] = true;
        }
        // Goals that are still to be filled are emptied, the last one first.
        let mut empty: Vec<usize> =
            self.order.iter().rev().copied().filter(|&goal| !is_filled(goal)).collect();
        let mut filled: Vec<usize> =
            self.order.iter().rev().copied().filter(|&goal| is_filled(goal)).collect();
        let mut staying = number(filled.len());
        while !empty.is_empty() && self.context.limits.check().is_ok() {
            let before = empty.len();
            let mut rest = Vec::new();
            for goal in empty {
                if self.way_out(goals[goal]).is_some() {
                    self.layout.solid[goals[goal] as usize] = false;
                } else {
                    rest.push(goal);
                }
            }
            empty = rest;
            if empty.len() < before {
                continue;
            }
            // A box that reached its goal too early has to leave first.
            let early = filled.iter().position(|&goal| self.way_out(goals[goal]).is_some());
            match early {
                Some(at) => {
                    let goal = filled.remove(at);
                    self.layout.solid[goals[goal] as usize] = false;
                    staying -= 1;
                }
                None => {
                    let goal = empty.remove(0);
                    self.layout.solid[goals[goal] as usize] = false;
                }
            }
        }
        for &cell in &goals {
            self.layout.solid[cell as usize] = false;
        }
        staying
    }
}
