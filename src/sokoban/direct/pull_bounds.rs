//! What is left to do at least on the way back to the start, and whether it can be done at all.
//!
//! In: rows of the space of pulls. Out: a lower bound on pulls, or "dead": a box that can never be pulled again and does not stand
//! where one began, or no way to give every box such a cell of its own. How positions are searched is not known here.

use super::bounds::Ground;
use super::distances::Distances;
use super::field::{Field, Table};
use super::matching::Matching;

/// Lower bounds for one position after the other.
#[derive(Debug)]
pub struct PullBounds {
    ground: Ground,
    distances: Distances,
    live: Vec<bool>,
    is_start: Vec<bool>,
    matching: Matching,
    stuck: Vec<u32>,
    is_stuck: Vec<bool>,
    pub(super) table: Table,
}

impl PullBounds {
    /// Bounds on the way back to a position with boxes on these cells, one for each goal.
    #[must_use]
    pub fn new(ground: &Ground, boxes: &[u32]) -> Self {
        let field = &*ground.field;
        let distances = Distances::back_to(field, &ground.sides, boxes);
        let live = distances.live(&ground.sides);
        let mut is_start = vec![false; field.len() + 1];
        boxes.iter().for_each(|&cell| is_start[cell as usize] = true);
        Self {
            ground: ground.clone(),
            distances,
            live,
            is_start,
            matching: Matching::new(field),
            stuck: Vec::new(),
            is_stuck: vec![false; field.len() + 1],
            table: Table::new(field),
        }
    }

    /// Where a box may be pulled to; an entry for the wall, too.
    #[must_use]
    pub fn live(&self) -> &[bool] {
        &self.live
    }

    /// The least pulls that a position needs; nothing when it is certain that it cannot come from the start.
    pub fn pulls(&mut self, row: &[u64]) -> Option<u32> {
        let keeper = self.table.load(row);
        if self.finds_lost_box() {
            return None;
        }
        self.matching.bound(&self.table.boxes, keeper, &self.ground.sides, &self.distances)
    }

    /// Whether a box can never be pulled again and is where none began. At first all boxes are thought to be stuck; those that could
    /// be pulled although the others stand still are taken out, again and again.
    fn finds_lost_box(&mut self) -> bool {
        let field = &*self.ground.field;
        for &cell in &self.stuck {
            self.is_stuck[cell as usize] = false;
        }
        self.stuck.clear();
        self.stuck.extend_from_slice(&self.table.boxes);
        self.stuck.iter().for_each(|&cell| self.is_stuck[cell as usize] = true);
        loop {
            let Self { stuck, is_stuck, live, .. } = self;
            let before = stuck.len();
            stuck.retain(|&cell| {
                let stays = (0..4).all(|direction| !can_leave(field, live, is_stuck, cell, direction));
                is_stuck[cell as usize] = stays;
                stays
            });
            if stuck.len() == before {
                return stuck.iter().any(|&cell| !self.is_start[cell as usize]);
            }
        }
    }
}

/// Whether a box can be pulled in a direction once everything that can move is gone.
fn can_leave(field: &Field, live: &[bool], stuck: &[bool], cell: u32, direction: usize) -> bool {
    let here = field.next(cell, direction);
    let beyond = field.next(here, direction);
    let free = |cell: u32| cell != field.wall() && !stuck[cell as usize];
    live[here as usize] && free(here) && free(beyond)
}
