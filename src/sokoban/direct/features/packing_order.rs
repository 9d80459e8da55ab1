//! The packing order: in which order goals can be filled, and how far a position has come (Shoham and Schaeffer 2020).
//!
//! In: a context and the cells that boxes come from. Out: for the boxes of a position, how many of those on goals can
//! stay. What a box on a goal can do is answered here, by pulls to the cells that boxes come from; the order itself is
//! in `search/features/goal_order.rs`.

use crate::direct::context::Context;
use crate::direct::field::box_reach::BoxReach;
use crate::direct::field::layout::Layout;
use crate::direct::field::number;
use banto_base::limits::Stop;
use banto_search::{Exits, GoalOrder};

/// The packing order of the goals.
pub struct PackingOrder {
    context: Context,
    order: GoalOrder<Pulls>,
}

/// How boxes get away from goals.
struct Pulls {
    context: Context,
    /// Where boxes come from.
    is_source: Vec<bool>,
    layout: Layout,
    reach: BoxReach,
}

impl PackingOrder {
    /// The order in which boxes that start on these cells can be pushed to goals.
    pub fn new(context: &Context, boxes: &[u32]) -> Result<Self, Stop> {
        let field = &*context.field;
        let mut is_source = vec![false; field.len() + 1];
        for &cell in boxes.iter().filter(|&&cell| !field.is_goal(cell)) {
            is_source[cell as usize] = true;
        }
        if !is_source.contains(&true) {
            for (cell, source) in is_source.iter_mut().enumerate() {
                *source = context.open.live[cell] && !field.is_goal(number(cell));
            }
        }
        let (layout, reach) = (Layout::new(field), BoxReach::new(field));
        let pulls = Pulls { context: context.clone(), is_source, layout, reach };
        let order = GoalOrder::new(field.goals.len(), pulls, &context.limits)?;
        Ok(Self { context: context.clone(), order })
    }

    /// How many of the boxes on goals can stay where they are while all other goals are filled.
    pub fn value(&mut self, boxes: &[u32]) -> u32 {
        let goals = &self.context.field.goals;
        self.order.value(boxes.iter().filter_map(|cell| goals.binary_search(cell).ok()))
    }
}

impl Exits for Pulls {
    fn way_out(&mut self, is_filled: &[bool], goal: usize) -> Option<u32> {
        let Self { context, is_source, layout, reach } = self;
        context.limits.check().ok()?;
        let goals = &context.field.goals;
        for (number, (&cell, &filled)) in goals.iter().zip(is_filled).enumerate() {
            layout.solid[cell as usize] = filled && number != goal;
        }
        // Goals filled by pushes are emptied by pulls.
        let is_source = |cell: u32| is_source[cell as usize];
        let found = reach.run(&context.field, layout, goals[goal], true, is_source);
        goals.iter().for_each(|&cell| layout.solid[cell as usize] = false);
        found
    }
}
