//! Into how many regions boxes cut the board, and where rooms are parted.
//!
//! In: a field, laid-out positions. Out: the number of regions, the size of the player's, the cells at which one box parts the board
//! into rooms. What is good about them is not known here.

use super::distances::Sides;
use super::field::{Field, Table, number};

/// A door parts off at least this many cells.
const ROOM: usize = 4;

/// Counts regions.
#[derive(Debug)]
pub struct Regions {
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
}

impl Regions {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self { stamps: vec![0; field.len() + 1], stamp: 0, queue: Vec::new() }
    }

    /// The number of regions, and the cells in the player's.
    pub fn count(&mut self, field: &Field, table: &Table, keeper: u32) -> (u32, u32) {
        self.first(field, table, keeper);
        let reach = number(self.cells().len());
        let mut regions = 1;
        // Only boxes part regions: each region has a cell beside one.
        for &cell in &table.boxes {
            for next in field.around(cell) {
                regions += u32::from(self.other(field, table, next));
            }
        }
        (regions, reach)
    }

    /// Finds the first region of a position, from one of its cells.
    pub fn first(&mut self, field: &Field, table: &Table, from: u32) {
        self.stamp += 1;
        self.flood(field, table, from);
    }

    /// Finds one more region, if a cell is free and in none that has been found.
    #[inline]
    pub fn other(&mut self, field: &Field, table: &Table, from: u32) -> bool {
        let is_new = !table.solid[from as usize] && self.stamps[from as usize] != self.stamp;
        if is_new {
            self.flood(field, table, from);
        }
        is_new
    }

    /// The cells of the region that was found last.
    #[must_use]
    pub fn cells(&self) -> &[u32] {
        &self.queue
    }

    fn flood(&mut self, field: &Field, table: &Table, from: u32) {
        self.stamps[from as usize] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        let mut at = 0;
        while at < self.queue.len() {
            for next in field.around(self.queue[at]) {
                if !table.solid[next as usize] && self.stamps[next as usize] != self.stamp {
                    self.stamps[next as usize] = self.stamp;
                    self.queue.push(next);
                }
            }
            at += 1;
        }
    }
}

/// Cells at which a box parts the board into rooms.
#[must_use]
pub fn doors(field: &Field, sides: &Sides) -> Vec<bool> {
    let mut doors = vec![false; field.len() + 1];
    for cell in 0..number(field.len()) {
        if let Some(parts) = sides.parts(cell) {
            let mut counts = [0_usize; 4];
            for (other, &part) in parts.iter().enumerate().take(field.len()) {
                if other != cell as usize && part < 4 {
                    counts[usize::from(part)] += 1;
                }
            }
            doors[cell as usize] = counts.iter().filter(|&&size| size >= ROOM).count() > 1;
        }
    }
    doors
}
