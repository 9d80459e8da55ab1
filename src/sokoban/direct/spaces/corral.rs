//! PI-corrals: areas closed off by boxes whose next pushes all lead inwards and are all possible now (Virkkala 2011).
//!
//! In: a position with the player's region. Out: the pushes that have to be tried. If some box of a PI-corral is off
//! goal, or it holds an empty goal that needs a box, one of these pushes has to be made sooner or later, and may as
//! well be made now: all others can wait. This preserves the least number of pushes; the walks between them may become
//! longer.
//!
//! A search for a corral begins with one closed area and adds boxes and areas until the condition holds or cannot hold.

use crate::direct::context::Context;
use crate::direct::field::layout::Layout;
use crate::direct::field::marks::Marks;
use crate::direct::field::{Field, push_number};

#[derive(Clone, Debug)]
pub struct Corral {
    /// Cells and boxes of the set.
    inside: Marks,
    /// Cells that some set of this position has held.
    tried: Marks,
    boxes: Vec<u32>,
    queue: Vec<u32>,
    pushes: Vec<u32>,
    best: Vec<u32>,
    /// A box is off goal, or a goal is empty that has to be filled.
    must_open: bool,
}

impl Corral {
    /// No position yet.
    pub fn new(field: &Field) -> Self {
        Self {
            inside: Marks::new(field.len() + 1),
            tried: Marks::new(field.len() + 1),
            boxes: Vec::new(),
            queue: Vec::new(),
            pushes: Vec::new(),
            best: Vec::new(),
            must_open: false,
        }
    }

    /// The pushes of the smallest PI-corral, as `cell * 4 + direction`, in a position whose region has been found;
    /// `None` if there is none, so that all pushes have to be tried. An empty list means a deadlock.
    pub fn pushes(&mut self, context: &Context, layout: &Layout) -> Option<&[u32]> {
        self.pushes_if(context, layout, layout.boxes.len() == context.field.goals.len())
    }

    /// As [`Self::pushes`]; `fills_all` says whether every goal needs a box.
    pub fn pushes_if(&mut self, context: &Context, layout: &Layout, fills_all: bool) -> Option<&[u32]> {
        let Context { field, open, limits, .. } = context;
        self.tried.clear();
        let mut found = false;
        for &cell in &layout.boxes {
            for seed in field.around(cell) {
                let closed = !layout.solid[seed as usize] && !layout.reached(seed);
                if !closed || self.tried.has(seed) {
                    continue;
                }
                // Stopping here is safe: the caller then tries all pushes.
                limits.check().ok()?;
                if self.grow(field, &open.live, layout, seed, fills_all)
                    && self.must_open
                    && (!found || self.pushes.len() < self.best.len())
                {
                    found = true;
                    std::mem::swap(&mut self.best, &mut self.pushes);
                }
            }
        }
        found.then_some(&self.best)
    }

    /// Grows the set that begins with a closed cell; false if it does not become a PI-corral.
    fn grow(&mut self, field: &Field, live: &[bool], layout: &Layout, seed: u32, fills_all: bool) -> bool {
        self.inside.clear();
        self.boxes.clear();
        self.pushes.clear();
        self.must_open = false;
        self.add_closed(field, layout, seed, fills_all);
        let mut at = 0;
        while at < self.boxes.len() {
            let cell = self.boxes[at];
            at += 1;
            for direction in 0..4 {
                let (behind, to) = (field.next(cell, direction ^ 1), field.next(cell, direction));
                if behind == field.wall() || !live[to as usize] || self.inside.has(behind) {
                    continue;
                }
                if layout.reached(behind) {
                    if !self.inside.has(to) {
                        if layout.reached(to) {
                            return false;
                        }
                        self.add(field, layout, to, fills_all);
                    }
                    if !layout.solid[to as usize] {
                        self.pushes.push(push_number(cell, direction));
                    }
                } else if !(self.inside.has(to) && layout.solid[to as usize]) {
                    self.add(field, layout, behind, fills_all);
                }
            }
        }
        true
    }

    fn add(&mut self, field: &Field, layout: &Layout, cell: u32, fills_all: bool) {
        if layout.solid[cell as usize] {
            self.add_box(field, cell);
        } else {
            self.add_closed(field, layout, cell, fills_all);
        }
    }

    fn add_box(&mut self, field: &Field, cell: u32) {
        if self.inside.add(cell) {
            self.must_open |= !field.is_goal(cell);
            self.boxes.push(cell);
        }
    }

    /// Adds a closed cell, all cells connected to it, and the boxes around them.
    fn add_closed(&mut self, field: &Field, layout: &Layout, seed: u32, fills_all: bool) {
        self.inside.add(seed);
        self.queue.clear();
        self.queue.push(seed);
        while let Some(cell) = self.queue.pop() {
            self.tried.add(cell);
            self.must_open |= fills_all && field.is_goal(cell);
            for next in field.around(cell) {
                if next == field.wall() {
                    continue;
                }
                if layout.solid[next as usize] {
                    self.add_box(field, next);
                } else if self.inside.add(next) {
                    self.queue.push(next);
                }
            }
        }
    }
}
