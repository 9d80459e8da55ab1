//! Flood fill: the free cells that are connected to one.
//!
//! In: which cells are solid, and a free one. Out: the cells of its region, nearest first.

use super::Field;
use super::marks::Marks;

/// Finds one region after the other.
#[derive(Clone, Debug)]
pub struct Flood {
    seen: Marks,
    /// The region that was found last, and its size.
    queue: Vec<u32>,
    size: usize,
}

impl Flood {
    /// Nothing found yet.
    pub fn new(field: &Field) -> Self {
        let cells = field.len() + 1;
        Self { seen: Marks::new(cells), queue: vec![0; cells], size: 0 }
    }

    /// Forgets what was found.
    #[inline]
    pub fn clear(&mut self) {
        self.seen.clear();
    }

    #[inline]
    pub fn has(&self, cell: u32) -> bool {
        self.seen.has(cell)
    }

    /// The cells that were found last.
    #[inline]
    pub fn cells(&self) -> &[u32] {
        &self.queue[..self.size]
    }

    /// Finds the region around a free cell, breadth first, except what has been found before. Returns its lowest cell.
    #[inline]
    #[allow(clippy::needless_bitwise_bool, reason = "a branch could not be predicted")]
    pub fn fill(&mut self, field: &Field, solid: &[bool], from: u32) -> u32 {
        let Self { seen: Marks { stamps, stamp }, queue, .. } = self;
        let (stamp, solid) = (*stamp, &solid[..stamps.len()]);
        stamps[from as usize] = stamp;
        queue[0] = from;
        let (mut lowest, mut at, mut size) = (from, 0, 1);
        while at < size {
            let cell = queue[at];
            at += 1;
            lowest = lowest.min(cell);
            for next in field.around(cell) {
                let known = stamps[next as usize];
                let is_new = !solid[next as usize] & (known != stamp);
                stamps[next as usize] = if is_new { stamp } else { known };
                queue[size] = next;
                size += usize::from(is_new);
            }
        }
        self.size = size;
        lowest
    }
}
