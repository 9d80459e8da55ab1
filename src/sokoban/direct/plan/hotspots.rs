//! Hotspots: boxes that stand between another box and a goal (Shoham and Schaeffer 2020).
//!
//! In: a context; positions. Out: the number of boxes off goal that take a goal away from another box off goal, as if
//! they could not be moved.

use super::super::context::Context;
use super::super::field::distances::{Distances, FAR};
use super::super::field::sides::Sides;
use super::super::field::{Field, number};
use banto_base::limits::Stop;

/// On larger boards there are none: the table is quadratic in the number of cells, and its time is cubic.
const CELLS_LIMIT: usize = 500;

/// Which cells a box on another cell blocks.
pub struct Hotspots {
    /// Row by row: for each cell with a box, the cells from which fewer goals are reached.
    blocks: Vec<bool>,
    cells: usize,
}

impl Hotspots {
    /// Works out the table.
    pub fn new(context: &Context) -> Result<Self, Stop> {
        let Context { field, open, limits, .. } = context;
        let cells = field.len();
        if cells > CELLS_LIMIT || !open.distances.has_rows() {
            return Ok(Self { blocks: Vec::new(), cells: 0 });
        }
        let usual = reached(field, &open.sides, &open.distances);
        let mut blocks = vec![false; cells * cells];
        let mut fixed = vec![false; cells + 1];
        for (at, row) in blocks.chunks_exact_mut(cells).enumerate() {
            if !open.live[at] || field.is_goal(number(at)) {
                continue;
            }
            fixed[at] = true;
            let sides = Sides::new(field, &fixed, limits)?;
            let distances = Distances::to_goals(field, &sides, &fixed, limits)?;
            fixed[at] = false;
            let now = reached(field, &sides, &distances);
            for cell in (0..cells).filter(|&cell| cell != at) {
                row[cell] = open.live[cell] && !field.is_goal(number(cell)) && now[cell] < usual[cell];
            }
        }
        Ok(Self { blocks, cells })
    }

    /// The boxes that block another one.
    pub fn count(&self, boxes: &[u32]) -> u32 {
        if self.cells == 0 {
            return 0;
        }
        let blocks = |one: u32, other: u32| self.blocks[one as usize * self.cells + other as usize];
        number(boxes.iter().filter(|&&one| boxes.iter().any(|&other| blocks(one, other))).count())
    }
}

/// The number of goals that a box on each cell can reach from some side of the player.
fn reached(field: &Field, sides: &Sides, distances: &Distances) -> Vec<u32> {
    (0..field.wall())
        .map(|cell| {
            let comes = |goal: &usize| sides.slots_of(cell).any(|slot| distances.to(*goal, slot) != FAR);
            number((0..distances.goals).filter(comes).count())
        })
        .collect()
}
