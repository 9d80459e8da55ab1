//! A packing plan: where boxes are put, in order, some of them only temporarily (parking).
//!
//! In: the pulls of a search backwards, and where it ended. Out: how many steps of the plan a position has done, which
//! cell comes next, and where boxes would block later steps.

use super::super::context::Context;
use super::super::field::Field;
use super::super::field::distances::{Distances, FAR};
use super::super::field::layout::Layout;
use super::super::field::sides::Sides;
use banto_base::limits::Stop;

/// One step: a box is moved to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Put {
    /// Where it comes from; `None` for a box that had vanished at a sink.
    pub from: Option<u32>,
    /// Where it is put.
    pub to: u32,
    /// The step that takes it away again.
    pub until: Option<usize>,
}

/// A packing plan.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The first of them are boxes that have to be somewhere before anything is packed, in no order.
    puts: Vec<Put>,
    /// How many those are.
    first: usize,
    /// By the number of steps done: the cells that no box should be on, from which none gets to a later step's cell.
    blocked: Vec<Vec<bool>>,
    /// The pushes that take a box from there to each cell.
    away: Vec<Vec<u16>>,
}

impl Plan {
    /// The plan of some pulls, in the order in which they were made, from the solved position to one with `boxes`.
    pub fn new(context: &Context, pulls: &[(u32, Option<u32>)], boxes: &[u32]) -> Result<Self, Stop> {
        let mut first: Vec<Put> = boxes.iter().map(|&to| Put { from: None, to, until: None }).collect();
        let mut later: Vec<Put> = Vec::new();
        for &(from, to) in pulls.iter().rev() {
            match later.last_mut() {
                // Two steps of one box are one.
                Some(last) if to == Some(last.to) => last.to = from,
                _ => later.push(Put { from: to, to: from, until: None }),
            }
            if later.last().is_some_and(|last| last.from == Some(last.to)) {
                later.pop();
            }
        }
        let leaves = |to: u32, later: &[Put]| later.iter().position(|put| put.from == Some(to));
        // A box that stays is needed before one that goes on.
        first.sort_by_key(|put| leaves(put.to, &later).is_some());
        let count = first.len();
        let mut puts = first;
        puts.append(&mut later);
        for at in 0..puts.len() {
            let after = count.max(at + 1);
            let to = puts[at].to;
            puts[at].until = leaves(to, &puts[after..]).map(|step| step + after);
        }
        let mut first = count;
        if count == context.field.goals.len() {
            // All boxes are still there: only what is put down permanently counts.
            puts.retain(|put| put.until.is_none());
            first = puts.len() - puts.iter().rev().take_while(|put| put.from.is_some()).count();
        }
        let mut plan = Self { puts, first, blocked: Vec::new(), away: Vec::new() };
        plan.block(context)?;
        Ok(plan)
    }

    /// The cells where boxes stay.
    #[cfg(test)]
    pub fn lasting(&self) -> impl Iterator<Item = u32> + '_ {
        self.puts.iter().filter(|put| put.until.is_none()).map(|put| put.to)
    }

    pub const fn len(&self) -> usize {
        self.puts.len()
    }

    /// How many steps a position has done. A step is done if its box is there or may have been taken away again.
    pub fn done(&self, layout: &Layout) -> usize {
        let is_there = |put: &Put| layout.solid[put.to as usize];
        let stays = |put: &&Put| put.until.is_none();
        let first = &self.puts[..self.first];
        if !first.iter().filter(stays).all(is_there) {
            return first.iter().filter(stays).filter(|put| is_there(put)).count();
        }
        let done = self.next(layout).unwrap_or(self.len());
        let is_good = |put: &&Put| is_there(put) || put.until.is_some_and(|until| until < done);
        done.saturating_sub(self.first - first.iter().filter(is_good).count())
    }

    /// The first step that is not done, of those in order.
    fn next(&self, layout: &Layout) -> Option<usize> {
        let mut next = None;
        for (at, put) in self.puts.iter().enumerate().skip(self.first).rev() {
            if layout.solid[put.to as usize] {
                continue;
            }
            if put.until.is_none_or(|until| until >= next.unwrap_or(self.len())) {
                next = Some(at);
            }
        }
        next
    }

    /// Where the next box is to be put; `None` if there are boxes to be put first, or none is left.
    pub fn target(&self, layout: &Layout) -> Option<u32> {
        let is_there = |put: &Put| put.until.is_some() || layout.solid[put.to as usize];
        if !self.puts[..self.first].iter().all(is_there) {
            return None;
        }
        self.next(layout).map(|at| self.puts[at].to)
    }

    /// Whether a box on a cell obstructs the steps after the first `done`.
    pub fn is_blocked(&self, done: usize, cell: u32) -> bool {
        self.blocked.get(done).is_some_and(|blocked| blocked[cell as usize])
    }

    /// The pushes from a cell to the cells that obstruct the steps after the first `done`; `None` if they are out of
    /// reach.
    pub fn away(&self, done: usize, cell: u32) -> Option<u16> {
        self.away.get(done).map(|away| away[cell as usize]).filter(|&pushes| pushes != u16::MAX)
    }

    fn block(&mut self, context: &Context) -> Result<(), Stop> {
        let field = &*context.field;
        let mut zones: Vec<Vec<bool>> = Vec::new();
        let mut fixed = vec![false; field.len() + 1];
        for at in 0..self.puts.len().saturating_sub(1) {
            if self.puts[at].until.is_none() {
                fixed[self.puts[at].to as usize] = true;
            }
            zones.push(self.zone(context, field, &fixed, at)?);
        }
        // Boxes should leave before the step that closes them in: what counts is the next change.
        self.blocked.clone_from(&zones);
        let mut last = 0;
        for at in 0..zones.len() {
            let is_change = if at == 0 { zones[at].contains(&true) } else { zones[at] != zones[at - 1] };
            if is_change {
                self.blocked[last..=at].fill(zones[at].clone());
                last = at;
            }
        }
        self.away = self.blocked.iter().map(|zone| spread(field, zone)).collect();
        Ok(())
    }

    /// The cells from which no box gets to any cell of a later step.
    fn zone(&self, context: &Context, field: &Field, fixed: &[bool], at: usize) -> Result<Vec<bool>, Stop> {
        let sides = Sides::new(field, fixed, &context.limits)?;
        let mut later: Vec<u32> = self.puts[at + 1..].iter().map(|put| put.to).collect();
        later.sort_unstable();
        later.dedup();
        later.retain(|&cell| !fixed[cell as usize]);
        let distances = Distances::to_cells(field, &sides, fixed, &later, &context.limits)?;
        let lost = |cell: u32| {
            context.open.live[cell as usize]
                && !fixed[cell as usize]
                && !sides.slots_of(cell).any(|slot| distances.least(slot) != FAR)
        };
        Ok((0..field.wall()).map(lost).chain([false]).collect())
    }
}

/// The least pushes from any cell of a zone to each cell, on the empty board.
fn spread(field: &Field, zone: &[bool]) -> Vec<u16> {
    let mut steps = vec![u16::MAX; field.len() + 1];
    let mut queue: Vec<u32> = (0..field.wall()).filter(|&cell| zone[cell as usize]).collect();
    queue.iter().for_each(|&cell| steps[cell as usize] = 0);
    let mut at = 0;
    while at < queue.len() {
        let next_steps = steps[queue[at] as usize] + 1;
        for direction in 0..4 {
            let to = field.next(queue[at], direction);
            let player = field.next(queue[at], direction ^ 1);
            if to != field.wall() && player != field.wall() && steps[to as usize] == u16::MAX {
                steps[to as usize] = next_steps;
                queue.push(to);
            }
        }
        at += 1;
    }
    steps
}
