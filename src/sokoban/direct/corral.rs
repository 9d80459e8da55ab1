//! Corrals: areas that boxes keep the player out of.
//!
//! In: a laid-out position with the player's region. Out: the pushes that are enough, where some corral has to be opened
//! first or may as well be. Every other push can wait: it neither helps nor hinders those that open the corral. That holds for the
//! number of pushes; the walks between them may become longer.
//!
//! A set of boxes and of closed cells is such a corral when every push of one of its boxes that could come next leads
//! inwards and is possible now. The set grows until that is so, or until it cannot be so.

use super::field::{Field, Table, push_number};

/// Finds corrals.
#[derive(Clone, Debug)]
pub struct Corral {
    /// Cells and boxes of the set bear this stamp.
    inside: Vec<u32>,
    /// Cells that some set began with or held.
    tried: Vec<u32>,
    stamp: u32,
    round: u32,
    boxes: Vec<u32>,
    queue: Vec<u32>,
    pushes: Vec<u32>,
    best: Vec<u32>,
    /// A box is off goal, or a goal is empty that has to be filled.
    must_open: bool,
}

impl Corral {
    /// Nothing known yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        let cells = field.len() + 1;
        Self {
            inside: vec![0; cells],
            tried: vec![0; cells],
            stamp: 0,
            round: 0,
            boxes: Vec::new(),
            queue: Vec::new(),
            pushes: Vec::new(),
            best: Vec::new(),
            must_open: false,
        }
    }

    /// The pushes, as `cell * 4 + direction`, that are enough in a position whose region has been found; nothing where
    /// all pushes are to be tried. None at all means a deadlock. `live` says where a box may be; `fills_all` that every goal
    /// needs a box.
    pub fn enough(&mut self, field: &Field, live: &[bool], table: &Table, fills_all: bool) -> Option<&[u32]> {
        self.round += 1;
        let mut found = false;
        for &cell in &table.boxes {
            for seed in field.around(cell) {
                let closed = !table.solid[seed as usize] && !table.reached(seed);
                if !closed || self.tried[seed as usize] == self.round {
                    continue;
                }
                if self.grow(field, live, table, seed, fills_all)
                    && self.must_open
                    && (!found || self.pushes.len() < self.best.len())
                {
                    found = true;
                    std::mem::swap(&mut self.best, &mut self.pushes);
                }
            }
        }
        found.then_some(&self.best)
    }

    /// Grows the set that begins with a closed cell; false where it is no corral of the kind.
    fn grow(&mut self, field: &Field, live: &[bool], table: &Table, seed: u32, fills_all: bool) -> bool {
        self.stamp += 1;
        self.boxes.clear();
        self.pushes.clear();
        self.must_open = false;
        self.add_closed(field, table, seed, fills_all);
        let mut at = 0;
        while at < self.boxes.len() {
            let cell = self.boxes[at];
            at += 1;
            for direction in 0..4 {
                let (behind, to) = (field.next(cell, direction ^ 1), field.next(cell, direction));
                if behind == field.wall() || !live[to as usize] || self.has(behind) {
                    continue;
                }
                if table.reached(behind) {
                    if !self.has(to) {
                        if table.reached(to) {
                            return false;
                        }
                        self.add(field, table, to, fills_all);
                    }
                    if !table.solid[to as usize] {
                        self.pushes.push(push_number(cell, direction));
                    }
                } else if !(self.has(to) && table.solid[to as usize]) {
                    self.add(field, table, behind, fills_all);
                }
            }
        }
        true
    }

    #[inline]
    fn has(&self, cell: u32) -> bool {
        self.inside[cell as usize] == self.stamp
    }

    fn add(&mut self, field: &Field, table: &Table, cell: u32, fills_all: bool) {
        if table.solid[cell as usize] {
            self.add_box(field, cell);
        } else {
            self.add_closed(field, table, cell, fills_all);
        }
    }

    fn add_box(&mut self, field: &Field, cell: u32) {
        if !self.has(cell) {
            self.inside[cell as usize] = self.stamp;
            self.must_open |= !field.is_goal(cell);
            self.boxes.push(cell);
        }
    }

    /// Adds a closed cell, all cells that are joined to it, and the boxes around them.
    fn add_closed(&mut self, field: &Field, table: &Table, seed: u32, fills_all: bool) {
        self.inside[seed as usize] = self.stamp;
        self.queue.clear();
        self.queue.push(seed);
        while let Some(cell) = self.queue.pop() {
            self.tried[cell as usize] = self.round;
            self.must_open |= fills_all && field.is_goal(cell);
            for next in field.around(cell) {
                if next == field.wall() || self.has(next) {
                    continue;
                }
                if table.solid[next as usize] {
                    self.add_box(field, next);
                } else {
                    self.inside[next as usize] = self.stamp;
                    self.queue.push(next);
                }
            }
        }
    }
}
