//! The deadlocks and estimates of the plain solvers: corners, lines along walls, straight distances.
//!
//! In: a field. Out: where boxes may be pushed, and heuristics. These are kept as simple as they are usually taught, so that the
//! strong solver can be compared with them.

use super::field::{Field, Table, for_each_box, keeper, number};
use super::space_walks::{Measure, Moves, Walks};
use crate::search::{At, Claims, Estimate, Heuristic, UnitCost};

/// Distances that are not whole count in parts of this.
const SCALE: f64 = 16.0;

/// Every cell; the wall is none.
#[must_use]
pub fn everywhere(field: &Field) -> Vec<bool> {
    let mut allowed = vec![true; field.len() + 1];
    allowed[field.len()] = false;
    allowed
}

/// Every cell but corners that are no goal.
#[must_use]
pub fn no_corners(field: &Field) -> Vec<bool> {
    let mut allowed = everywhere(field);
    for cell in 0..number(field.len()) {
        allowed[cell as usize] = field.is_goal(cell) || !is_corner(field, cell);
    }
    allowed
}

/// Neither corners nor lines along a wall, from corner to corner, that have no goal.
#[must_use]
pub fn no_corners_and_lines(field: &Field) -> Vec<bool> {
    let mut allowed = no_corners(field);
    let wall = field.wall();
    for corner in (0..number(field.len())).filter(|&cell| is_corner(field, cell)) {
        // Rightwards and downwards, along a wall on either side.
        for (ahead, side) in [(3, 0), (3, 1), (1, 2), (1, 3)] {
            let mut line = Vec::new();
            let mut cell = corner;
            while cell != wall && field.next(cell, side) == wall && !field.is_goal(cell) {
                line.push(cell);
                cell = field.next(cell, ahead);
            }
            if cell == wall && field.next(corner, ahead ^ 1) == wall {
                line.iter().for_each(|&cell| allowed[cell as usize] = false);
            }
        }
    }
    allowed
}

fn is_corner(field: &Field, cell: u32) -> bool {
    let wall = field.wall();
    [0, 1].into_iter().any(|row| field.next(cell, row) == wall)
        && [2, 3].into_iter().any(|column| field.next(cell, column) == wall)
}

/// For each box the rows and columns to the nearest goal: never more than the moves that are left.
#[derive(Clone, Copy, Debug)]
pub struct NearestGoals;

impl Heuristic<Walks<'_, Moves>> for NearestGoals {
    fn evaluate(&mut self, at: &At<'_, Walks<'_, Moves>>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        let field = at.space.field();
        let mut sum = 0;
        for_each_box(at.state, |cell| {
            let (row, column) = field.place(cell);
            let goals = field.goals().iter().map(|&goal| field.place(goal));
            sum += goals.map(|goal| row.abs_diff(goal.0) + column.abs_diff(goal.1)).min().unwrap_or(0);
        });
        Estimate::Cost(sum)
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}

/// Straight lines: from the player to the nearest box that is off goal, and from every box to the nearest goal. Promises nothing.
#[derive(Debug)]
pub struct StraightLines {
    table: Table,
}

impl StraightLines {
    /// For a field.
    #[must_use]
    pub fn new(field: &Field) -> Self {
        Self { table: Table::new(field) }
    }
}

impl<M: Measure> Heuristic<UnitCost<'_, Walks<'_, M>>> for StraightLines {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
    fn evaluate(
        &mut self,
        at: &At<'_, UnitCost<'_, Walks<'_, M>>>,
        _preferred: &mut Vec<u32>,
    ) -> Estimate<u32> {
        let field = at.space.0.field();
        self.table.load(at.state);
        let straight = |from: u32, to: u32| {
            let ((row, column), (to_row, to_column)) = (field.place(from), field.place(to));
            f64::from(row - to_row).hypot(f64::from(column - to_column))
        };
        let least = |from: u32, to: &mut dyn Iterator<Item = u32>| {
            to.map(|to| straight(from, to)).min_by(f64::total_cmp).unwrap_or(0.0)
        };
        let boxes = &self.table.boxes;
        let mut loose = boxes.iter().copied().filter(|&cell| !field.is_goal(cell));
        let mut sum = least(keeper(at.state), &mut loose);
        for &cell in boxes {
            sum += least(cell, &mut field.goals().iter().copied());
        }
        Estimate::Cost((sum * SCALE).round() as u32)
    }
}
