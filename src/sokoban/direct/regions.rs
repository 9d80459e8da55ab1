//! Regions into which boxes divide the board, and doors between rooms.
//!
//! In: a field, positions. Out: the number of regions, the size of the player's region, and the cells at which a single
//! box separates the board into rooms.

use super::field::{Field, number};
use super::layout::Layout;
use super::sides::Sides;

/// A door separates at least this many cells from the rest.
const ROOM: usize = 4;

/// Finds regions one after the other.
#[derive(Debug)]
pub struct Regions {
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
}

impl Regions {
    /// No regions yet.
    pub fn new(field: &Field) -> Self {
        Self { stamps: vec![0; field.len() + 1], stamp: 0, queue: Vec::new() }
    }

    /// The number of regions of a layout whose player's region was found last.
    pub fn count(&mut self, field: &Field, layout: &Layout) -> u32 {
        self.begin();
        let mut regions = 1;
        // Only boxes separate regions: each region has a cell next to one.
        for &cell in &layout.boxes {
            for next in field.around(cell) {
                regions += u32::from(!layout.reached(next) && self.other(field, layout, next));
            }
        }
        regions
    }

    /// Forgets all regions: [`Self::other`] begins anew.
    pub fn begin(&mut self) {
        self.stamp += 1;
    }

    /// Finds one more region, if a cell is free and not in one that has been found.
    #[inline]
    pub fn other(&mut self, field: &Field, layout: &Layout, from: u32) -> bool {
        let is_new = !layout.solid[from as usize] && self.stamps[from as usize] != self.stamp;
        if is_new {
            self.flood(field, layout, from);
        }
        is_new
    }

    /// The cells of the region that was found last.
    pub fn cells(&self) -> &[u32] {
        &self.queue
    }

    fn flood(&mut self, field: &Field, layout: &Layout, from: u32) {
        self.stamps[from as usize] = self.stamp;
        self.queue.clear();
        self.queue.push(from);
        let mut at = 0;
        while at < self.queue.len() {
            for next in field.around(self.queue[at]) {
                if !layout.solid[next as usize] && self.stamps[next as usize] != self.stamp {
                    self.stamps[next as usize] = self.stamp;
                    self.queue.push(next);
                }
            }
            at += 1;
        }
    }
}

/// Cells at which a box separates the board into rooms.
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
