//! Sinks: starting cells between which one box can be pushed back and forth while all other boxes stand still.
//!
//! In: a position on the way back and the starting cells that still wait for a box. Out: the cells of the largest group
//! of such starting cells. A box that is pulled to one of them could have come from any of them, so it need not be
//! said which box it was: it can be taken off the board (Shoham, Festival, 2018).

use super::super::field::box_reach::BoxReach;
use super::super::field::layout::Layout;
use super::super::field::{Field, number};

/// Finds the sinks of one position after the other.
pub struct Sinks {
    reach: BoxReach,
    /// Which base each free base leads to, row by row.
    leads: Vec<bool>,
    group: Vec<u32>,
    is_sink: Vec<bool>,
    found: Vec<u32>,
}

impl Sinks {
    /// No position yet.
    pub fn new(field: &Field) -> Self {
        Self {
            reach: BoxReach::new(field),
            leads: Vec::new(),
            group: Vec::new(),
            is_sink: vec![false; field.len() + 1],
            found: Vec::new(),
        }
    }

    /// Finds the sinks among the starting cells without their box. True if the player can reach all of them: only then
    /// can boxes vanish there. The player's region must be the one that was found last.
    pub fn find(&mut self, field: &Field, layout: &Layout, bases: &[u32]) -> bool {
        for &cell in &self.found {
            self.is_sink[cell as usize] = false;
        }
        self.found.clear();
        let count = bases.len();
        self.leads.clear();
        self.leads.resize(count * count, false);
        for at in 0..count {
            self.leads[at * count + at] = true;
            if !layout.solid[bases[at] as usize] {
                self.reach.run(field, layout, bases[at], false, |_| false);
                for (other, &base) in bases.iter().enumerate() {
                    self.leads[at * count + other] |= self.reach.came_to(base);
                }
            }
        }
        self.group.clear();
        self.group.resize(count, u32::MAX);
        let mut sizes = Vec::new();
        for at in 0..count {
            if self.group[at] != u32::MAX {
                continue;
            }
            sizes.push(0);
            for other in at..count {
                let both = self.leads[at * count + other] && self.leads[other * count + at];
                if self.group[other] == u32::MAX && both {
                    self.group[other] = number(sizes.len()) - 1;
                    *sizes.last_mut().expect("one was just pushed") += 1;
                }
            }
        }
        let largest = sizes.iter().copied().max().unwrap_or(0);
        for (at, &base) in bases.iter().enumerate() {
            if sizes[self.group[at] as usize] == largest {
                self.is_sink[base as usize] = true;
                self.found.push(base);
            }
        }
        self.found.iter().all(|&base| layout.reached(base))
    }

    /// Whether a cell is a sink of the last position.
    pub fn is_sink(&self, cell: u32) -> bool {
        self.is_sink[cell as usize]
    }
}
