//! How many steps the player walks between two cells of the empty board.
//!
//! In: a field and cells. Out: the steps from a cell to each other one; rows are computed on first use.

use std::sync::OnceLock;

use super::Field;

/// Distances of walks, row by row.
#[derive(Debug)]
pub struct PlayerDistances {
    rows: Vec<OnceLock<Box<[u16]>>>,
}

impl PlayerDistances {
    /// Nothing computed yet.
    pub fn new(field: &Field) -> Self {
        Self { rows: vec![OnceLock::new(); field.len()] }
    }

    /// The steps from one cell to another; `u16::MAX` if there is no path.
    pub fn between(&self, field: &Field, from: u32, to: u32) -> u16 {
        self.from(field, from)[to as usize]
    }

    /// The steps from one cell to every other.
    pub fn from(&self, field: &Field, from: u32) -> &[u16] {
        self.rows[from as usize].get_or_init(|| {
            let mut row = vec![u16::MAX; field.len()];
            row[from as usize] = 0;
            let mut queue = vec![from];
            let mut at = 0;
            while at < queue.len() {
                let steps = row[queue[at] as usize].saturating_add(1);
                for next in field.around(queue[at]) {
                    if next != field.wall() && row[next as usize] == u16::MAX {
                        row[next as usize] = steps;
                        queue.push(next);
                    }
                }
                at += 1;
            }
            row.into()
        })
    }
}
