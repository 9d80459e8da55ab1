//! How many boxes lie at least between the player and a place.
//!
//! In: a field, laid-out positions. Out: the least number of boxes on any way of the player. Whether they can be moved out of the way is
//! not known here.

use super::field::{Field, Table};

/// Counts boxes on the player's ways.
#[derive(Debug)]
pub struct Crossings {
    seen: Vec<u32>,
    stamp: u32,
    here: Vec<u32>,
    beyond: Vec<u32>,
}

impl Crossings {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self { seen: vec![0; field.len() + 1], stamp: 0, here: Vec::new(), beyond: Vec::new() }
    }

    /// The least number of boxes on a way from one cell to another; the number of all boxes where there is no way at all.
    pub fn between(&mut self, field: &Field, table: &Table, from: u32, to: u32) -> usize {
        if self.stamp == u32::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.here.clear();
        self.here.push(from);
        self.seen[from as usize] = self.stamp;
        let mut crossed = 0;
        while !self.here.is_empty() {
            self.beyond.clear();
            while let Some(cell) = self.here.pop() {
                if cell == to {
                    return crossed;
                }
                for next in field.around(cell) {
                    if next == field.wall() || self.seen[next as usize] == self.stamp {
                        continue;
                    }
                    if table.solid[next as usize] {
                        self.beyond.push(next);
                    } else {
                        self.seen[next as usize] = self.stamp;
                        self.here.push(next);
                    }
                }
            }
            // A box beside this level is entered at the next one.
            self.beyond
                .retain(|&cell| std::mem::replace(&mut self.seen[cell as usize], self.stamp) != self.stamp);
            std::mem::swap(&mut self.here, &mut self.beyond);
            crossed += 1;
        }
        table.boxes.len()
    }
}
