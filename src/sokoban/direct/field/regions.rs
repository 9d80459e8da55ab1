//! Regions into which boxes divide the board, and doors between rooms.
//!
//! In: a field, positions. Out: the number of regions, the size of the player's region, and the cells at which a single
//! box separates the board into rooms.

use super::flood::Flood;
use super::layout::Layout;
use super::sides::Sides;
use super::{Field, number};

/// A door separates at least this many cells from the rest.
const ROOM: usize = 4;

impl Flood {
    /// The number of regions of a layout whose player's region was found last.
    pub fn count(&mut self, field: &Field, layout: &Layout) -> u32 {
        self.clear();
        let mut regions = 1;
        // Only boxes separate regions: each region has a cell next to one.
        for &cell in &layout.boxes {
            for next in field.around(cell) {
                regions += u32::from(!layout.reached(next) && self.other(field, layout, next));
            }
        }
        regions
    }

    /// The lowest cell of each region.
    pub fn firsts<'a>(&'a mut self, field: &'a Field, layout: &'a Layout) -> impl Iterator<Item = u32> + 'a {
        self.clear();
        (0..field.wall()).filter(|&cell| self.other(field, layout, cell))
    }

    /// Finds one more region, if a cell is free and not in one that has been found.
    #[inline]
    pub fn other(&mut self, field: &Field, layout: &Layout, from: u32) -> bool {
        let is_new = !layout.solid[from as usize] && !self.has(from);
        if is_new {
            self.fill(field, &layout.solid, from);
        }
        is_new
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
