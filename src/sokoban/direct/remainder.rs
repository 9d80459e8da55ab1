//! Whether what is not packed yet can still come to the goals that are left, while everything packed stands still.
//!
//! In: positions that have been valued by [`Packing`]. Out: how many boxes remain without a goal then, and the pushes that the others
//! are away from theirs. That a box remains is no proof of anything: a packed box may make way for a while.

use std::collections::HashMap;
use std::rc::Rc;

use super::bounds::Situation;
use super::field::Field;
use super::matching::Matching;
use super::packing::Packing;

/// The tables that are kept take at most this many bytes.
const TABLES_LIMIT: usize = 128 << 20;

/// Knows the distances around packed boxes.
#[derive(Debug)]
pub struct Remainder {
    matching: Matching,
    /// By the packed boxes. Only looked up, never walked.
    situations: HashMap<Vec<u64>, Rc<Situation>, rustc_hash::FxBuildHasher>,
    bytes: usize,
    loose: Vec<u32>,
    fixed: Vec<bool>,
}

impl Remainder {
    /// Nothing known yet.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self {
            matching: Matching::new(field),
            situations: HashMap::default(),
            bytes: 0,
            loose: Vec::new(),
            fixed: vec![false; field.len() + 1],
        }
    }

    /// The boxes that remain without a goal, and the pushes that the others need at least, in the position that was valued last.
    pub fn of(&mut self, field: &Field, packing: &Packing, boxes: &[u32], keeper: u32) -> (u32, u32) {
        self.loose.clear();
        self.loose.extend(boxes.iter().copied().filter(|&cell| !packing.stays(cell)));
        let situation = match self.situations.get(packing.staying()) {
            Some(found) => Rc::clone(found),
            None => {
                self.fixed.fill(false);
                boxes
                    .iter()
                    .filter(|&&cell| packing.stays(cell))
                    .for_each(|&cell| self.fixed[cell as usize] = true);
                let made = Rc::new(Situation::new(field, &self.fixed));
                self.bytes += made.bytes();
                if self.bytes > TABLES_LIMIT {
                    self.situations.clear();
                    self.bytes = made.bytes();
                }
                self.situations.insert(packing.staying().to_vec(), Rc::clone(&made));
                made
            }
        };
        self.matching.assign(&self.loose, keeper, &situation.sides, &situation.distances)
    }
}
