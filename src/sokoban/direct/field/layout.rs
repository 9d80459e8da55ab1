//! A position unpacked on the board, with the region that the player can reach.
//!
//! In: packed rows. Out: which cells are solid, the boxes, regions, and the pushes that are possible.

use super::flood::Flood;
use super::{Field, for_each_box, player};

/// A position unpacked: which cells are solid, the list of boxes, and the region that was found last.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Cells with a box, and the wall.
    pub(crate) solid: Vec<bool>,
    /// The cells with a box, in order.
    pub(crate) boxes: Vec<u32>,
    /// The region that was found last.
    region: Flood,
}

impl Layout {
    /// An empty board.
    pub fn new(field: &Field) -> Self {
        let mut solid = vec![false; field.len() + 1];
        solid[field.len()] = true;
        Self { solid, boxes: Vec::new(), region: Flood::new(field) }
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
        self.region.clear();
        self.region.fill(field, &self.solid, from)
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
        self.region.cells().iter().fold((u32::MAX, u32::MAX), |(first, second), &cell| {
            if cell < first { (cell, first) } else { (first, second.min(cell)) }
        })
    }

    /// Whether a cell is in the region that was found last.
    #[inline]
    pub fn reached(&self, cell: u32) -> bool {
        self.region.has(cell)
    }

    /// The cells of the region that was found last, nearest first.
    pub fn region(&self) -> &[u32] {
        self.region.cells()
    }

    /// Visits the pushes that are possible from the region that was found last onto `allowed` cells: the box, the
    /// direction, and the cell that the box moves to.
    #[inline]
    pub(crate) fn for_each_push(
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

    /// Shows the pulls: the box, the direction, the cell that the box moves to, and the player's next cell.
    #[inline]
    pub(crate) fn for_each_pull(
        &self,
        field: &Field,
        allowed: &[bool],
        mut show: impl FnMut(u32, usize, u32, u32),
    ) {
        for &cell in &self.boxes {
            for direction in 0..4 {
                let here = field.next(cell, direction);
                let beyond = field.next(here, direction);
                if self.reached(here) && !self.solid[beyond as usize] && allowed[here as usize] {
                    show(cell, direction, here, beyond);
                }
            }
        }
    }

    /// The lowest cell of the player's region once it has pushed or pulled a box, if the cells around say so at once:
    /// nothing closed comes within reach, and the box separates nothing in its new place. `lowest` and `second` are the
    /// two lowest cells of the region that was found last.
    pub(crate) fn region_after(
        &mut self,
        field: &Field,
        (from, to): (u32, u32),
        (lowest, second): (u32, u32),
    ) -> Option<u32> {
        let opens = |next: u32| next != to && !self.solid[next as usize] && !self.reached(next);
        if field.around(from).into_iter().any(opens) {
            return None;
        }
        self.shift(from, to);
        let is_whole = !self.reached(to) || self.is_joined_around(field, to);
        self.shift(to, from);
        is_whole.then_some(from.min(if lowest == to { second } else { lowest }))
    }

    /// Moves a box on the board only; the list of boxes keeps its old entry.
    #[inline]
    pub(crate) fn shift(&mut self, from: u32, to: u32) {
        self.solid[from as usize] = false;
        self.solid[to as usize] = true;
    }
}
