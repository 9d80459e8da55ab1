//! A position unpacked on the board, with the region that the player can reach.
//!
//! In: packed rows. Out: which cells are solid, the boxes, regions, and the pushes that are possible.

use super::field::{Field, for_each_box, player};

/// A position unpacked: which cells are solid, the list of boxes, and the region that was found last.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Cells with a box, and the wall.
    pub(super) solid: Vec<bool>,
    /// The cells with a box, in order.
    pub(super) boxes: Vec<u32>,
    /// Cells of the region that was found last carry the current `stamp`.
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
}

impl Layout {
    /// An empty board.
    pub fn new(field: &Field) -> Self {
        let mut solid = vec![false; field.len() + 1];
        solid[field.len()] = true;
        Self { solid, boxes: Vec::new(), stamps: vec![0; field.len() + 1], stamp: 0, queue: Vec::new() }
    }

    /// Puts the boxes of a row on the board. Returns the player's cell.
    #[inline]
    pub fn load(&mut self, row: &[u64]) -> u32 {
        for &cell in &self.boxes {
            self.solid[cell as usize] = false;
        }
        self.boxes.clear();
        let Self { solid, boxes, .. } = self;
        for_each_box(row, |cell| {
            solid[cell as usize] = true;
            boxes.push(cell);
        });
        player(row)
    }

    /// Finds the region around a free cell, breadth first. Returns its lowest cell, which names the region.
    #[inline]
    pub fn flood(&mut self, field: &Field, from: u32) -> u32 {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.stamps[from as usize] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        let mut first = from;
        let mut at = 0;
        while at < self.queue.len() {
            let cell = self.queue[at];
            at += 1;
            first = first.min(cell);
            for next in field.around(cell) {
                if !self.solid[next as usize] && self.stamps[next as usize] != self.stamp {
                    self.stamps[next as usize] = self.stamp;
                    self.queue.push(next);
                }
            }
        }
        first
    }

    /// Whether the free neighbors of a cell are connected through the eight cells around it. If so, a box on the cell
    /// does not separate them.
    #[inline]
    pub fn is_joined_around(&self, field: &Field, cell: u32) -> bool {
        // Up, right, down, left, and the corner after each.
        let around = field.around(cell);
        let sides = [around[0], around[3], around[1], around[2]];
        let towards = [3, 1, 2, 0];
        let (mut gaps, mut free) = (0, 0);
        for at in 0..4 {
            let (side, other) = (sides[at], sides[(at + 1) % 4]);
            if self.solid[side as usize] {
                continue;
            }
            free += 1;
            let corner = field.next(side, towards[at]);
            gaps += u32::from(self.solid[other as usize] || self.solid[corner as usize]);
        }
        free <= 1 || gaps <= 1
    }

    /// The two lowest cells of the region that was found last; `u32::MAX` for one that does not exist.
    pub fn two_first(&self) -> (u32, u32) {
        self.queue.iter().fold((u32::MAX, u32::MAX), |(first, second), &cell| {
            if cell < first { (cell, first) } else { (first, second.min(cell)) }
        })
    }

    /// Whether a cell is in the region that was found last.
    #[inline]
    pub fn reached(&self, cell: u32) -> bool {
        self.stamps[cell as usize] == self.stamp
    }

    /// The cells of the region that was found last, nearest first.
    pub fn region(&self) -> &[u32] {
        &self.queue
    }

    /// Visits the pushes that are possible from the region that was found last onto `allowed` cells: the box, the
    /// direction, and the cell that the box moves to.
    #[inline]
    pub(super) fn for_each_push(
        &self,
        field: &Field,
        allowed: &[bool],
        mut show: impl FnMut(u32, usize, u32),
    ) {
        for &cell in &self.boxes {
            for direction in 0..4 {
                let to = field.next(cell, direction);
                let behind = field.next(cell, direction ^ 1);
                if self.reached(behind) && !self.solid[to as usize] && allowed[to as usize] {
                    show(cell, direction, to);
                }
            }
        }
    }

    /// Moves a box on the board only; the list of boxes keeps its old entry.
    #[inline]
    pub(super) fn shift(&mut self, from: u32, to: u32) {
        self.solid[from as usize] = false;
        self.solid[to as usize] = true;
    }
}
