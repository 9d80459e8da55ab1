//! The dead squares and estimates of the textbook solvers: corners, lines along walls, straight-line distances.
//!
//! In: a field. Out: where boxes may be pushed, and heuristics. They are the baseline for stronger solvers.

use super::walks::{Measure, Moves, Walks};
use crate::direct::field::layout::Layout;
use crate::direct::field::{Field, for_each_box, number, player};
use banto_base::limits::Limits;
use banto_search::{At, Claims, Estimate, Heuristic, UnitCost};

/// The units per step in which distances are counted.
const SCALE: f64 = 16.0;

/// Every cell; the wall is not one.
pub fn everywhere(field: &Field) -> Vec<bool> {
    let mut allowed = vec![true; field.len() + 1];
    allowed[field.len()] = false;
    allowed
}

/// Every cell except corners that are not goals.
pub fn no_corners(field: &Field) -> Vec<bool> {
    let mut allowed = everywhere(field);
    for cell in 0..number(field.len()) {
        allowed[cell as usize] = field.is_goal(cell) || !is_corner(field, cell);
    }
    allowed
}

/// Every cell except corners, and lines along a wall from corner to corner, without a goal.
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

/// For each cell the distance to the nearest goal, computed on first use.
struct Nearest<T> {
    known: Vec<Option<T>>,
    limits: Limits,
}

impl<T: Copy> Nearest<T> {
    fn new(field: &Field, limits: &Limits) -> Self {
        let room = limits.check_allocation(field.len() * size_of::<Option<T>>());
        // The search that needs a distance finds the same limit reached.
        let cells = if room.is_ok() { field.len() } else { 0 };
        Self { known: vec![None; cells], limits: limits.clone() }
    }

    /// The least distance from a cell to a goal; `None` if there are no goals or a limit is reached.
    fn of(
        &mut self,
        field: &Field,
        cell: u32,
        distance: impl Fn(u32, u32) -> T,
        order: impl Fn(&T, &T) -> std::cmp::Ordering,
    ) -> Option<T> {
        let known = self.known.get_mut(cell as usize)?;
        if known.is_none() && self.limits.check().is_ok() {
            *known = field.goals.iter().map(|&goal| distance(cell, goal)).min_by(order);
        }
        *known
    }
}

/// For each box the rows and columns to the nearest goal: never more than the moves that are left.
pub struct NearestGoals {
    nearest: Nearest<u32>,
}

impl NearestGoals {
    pub fn new(field: &Field, limits: &Limits) -> Self {
        Self { nearest: Nearest::new(field, limits) }
    }
}

impl Heuristic<Walks<'_, Moves>> for NearestGoals {
    fn evaluate(&mut self, at: &At<'_, Walks<'_, Moves>>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        let field = at.space.pushes.field;
        let mut sum = 0;
        for_each_box(at.state, |cell| {
            let steps = |from: u32, to: u32| {
                let ((row, column), (to_row, to_column)) = (field.place(from), field.place(to));
                row.abs_diff(to_row) + column.abs_diff(to_column)
            };
            sum += self.nearest.of(field, cell, steps, u32::cmp).unwrap_or(0);
        });
        Estimate::Cost(sum)
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}

/// Straight lines: from the player to the nearest box that is off goal, and from every box to the nearest goal. Not a
/// lower bound.
pub struct StraightLines {
    layout: Layout,
    nearest: Nearest<f64>,
}

impl StraightLines {
    pub fn new(field: &Field, limits: &Limits) -> Self {
        Self { layout: Layout::new(field), nearest: Nearest::new(field, limits) }
    }
}

impl<M: Measure> Heuristic<UnitCost<'_, Walks<'_, M>>> for StraightLines {
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
    fn evaluate(
        &mut self,
        at: &At<'_, UnitCost<'_, Walks<'_, M>>>,
        _preferred: &mut Vec<u32>,
    ) -> Estimate<u32> {
        let field = at.space.0.pushes.field;
        self.layout.load(at.state);
        let straight = |from: u32, to: u32| {
            let ((row, column), (to_row, to_column)) = (field.place(from), field.place(to));
            f64::from(row - to_row).hypot(f64::from(column - to_column))
        };
        let boxes = &self.layout.boxes;
        let loose = boxes.iter().copied().filter(|&cell| !field.is_goal(cell));
        let to_box = loose.map(|cell| straight(player(at.state), cell)).min_by(f64::total_cmp);
        let mut sum = to_box.unwrap_or(0.0);
        for &cell in boxes {
            sum += self.nearest.of(field, cell, straight, f64::total_cmp).unwrap_or(0.0);
        }
        Estimate::Cost((sum * SCALE).round() as u32)
    }
}
