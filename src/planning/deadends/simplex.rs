//! An unbounded direction of a linear program, by the simplex method.
//!
//! In: rows of coefficients, an objective, and a budget of work. Out: a direction `y >= 0` along which no row rises
//! and the objective does, up to rounding: the caller has to check it in whole numbers. A bounded program has no such
//! direction. All right-hand sides are positive, so the method starts at zero.

use banto_base::limits::{Limits, Stop};
use banto_search::Random;

/// Smaller numbers count as zero.
const TINY: f64 = 1e-9;

/// Larger tables outgrow the processor's caches: each multiple of this many bytes adds the same time again.
const NEAR_BYTES: u64 = 20 << 20;

/// The result of a program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Direction {
    /// It is unbounded in this direction.
    Found(Vec<f64>),
    /// It is bounded.
    None,
    /// More work is needed to decide.
    TooMuch,
}

/// The rows as a dense tableau.
pub(super) struct Simplex {
    columns: usize,
    /// Row by row.
    table: Vec<f64>,
    right: Vec<f64>,
    objective: Vec<f64>,
    /// The variable of each row: from `columns` on they are slacks.
    basic: Vec<usize>,
    /// The variable of each column.
    free: Vec<usize>,
}

impl Simplex {
    pub(super) const fn bytes(rows: usize, columns: usize) -> usize {
        rows * (columns + 2) * size_of::<f64>()
    }

    /// The program: no row of coefficients may rise.
    pub(super) fn new(rows: &[Vec<(usize, i32)>], objective: Vec<f64>) -> Self {
        let columns = objective.len();
        let mut table = vec![0.0; rows.len() * columns];
        for (row, line) in rows.iter().zip(table.chunks_mut(columns.max(1))) {
            row.iter().for_each(|(column, value)| line[*column] = f64::from(*value));
        }
        // Distinct right-hand sides, so that two rows rarely stop a step at the same place.
        let mut random = Random::new(1);
        let right =
            rows.iter().map(|_| 1.0 + f64::from(random.below(1 << 20)) / f64::from(1 << 20)).collect();
        Self {
            columns,
            table,
            right,
            objective,
            basic: (columns..columns + rows.len()).collect(),
            free: (0..columns).collect(),
        }
    }

    /// Finds the direction, within this much work.
    pub(super) fn direction(&mut self, mut work: u64, limits: &Limits) -> Result<Direction, Stop> {
        let bytes = Self::bytes(self.basic.len(), self.columns) as u64;
        loop {
            limits.check()?;
            let steepest = |best: usize, one: usize| {
                if self.objective[one] > self.objective[best] { one } else { best }
            };
            let entering = (0..self.columns).reduce(steepest);
            let Some(entering) = entering.filter(|column| self.objective[*column] > TINY) else {
                return Ok(Direction::None);
            };
            let Some(leaving) = self.leaving(entering) else {
                return Ok(Direction::Found(self.ray(entering)));
            };
            let touched = self.pivot(leaving, entering);
            let Some(left) = work.checked_sub(touched + touched * bytes / NEAR_BYTES) else {
                return Ok(Direction::TooMuch);
            };
            work = left;
        }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.table[row * self.columns + column]
    }

    /// The row that stops a step along the column first.
    fn leaving(&self, column: usize) -> Option<usize> {
        let mut best: Option<(f64, usize)> = None;
        for row in 0..self.basic.len() {
            let slope = self.at(row, column);
            if slope > TINY {
                let step = self.right[row] / slope;
                if best.is_none_or(|(least, _)| step < least) {
                    best = Some((step, row));
                }
            }
        }
        best.map(|(_, row)| row)
    }

    /// Swaps the variables of a row and a column; returns the work.
    fn pivot(&mut self, row: usize, column: usize) -> u64 {
        let width = self.columns;
        let start = row * width;
        let pivot = self.table[start + column];
        let line: Vec<(usize, f64)> = (0..width)
            .filter(|other| *other != column && self.table[start + other].abs() > TINY)
            .map(|other| (other, self.table[start + other] / pivot))
            .collect();
        let right = self.right[row] / pivot;
        let mut work = (self.basic.len() + width) as u64;
        for other in 0..self.basic.len() {
            let at = other * width;
            let factor = self.table[at + column];
            if other == row || factor.abs() <= TINY {
                continue;
            }
            line.iter().for_each(|(place, value)| self.table[at + place] -= factor * value);
            self.table[at + column] = -factor / pivot;
            self.right[other] = (self.right[other] - factor * right).max(0.0);
            work += line.len() as u64;
        }
        let factor = self.objective[column];
        line.iter().for_each(|(place, value)| self.objective[*place] -= factor * value);
        self.objective[column] = -factor / pivot;
        self.table[start..start + width].fill(0.0);
        line.iter().for_each(|(place, value)| self.table[start + place] = *value);
        self.table[start + column] = 1.0 / pivot;
        self.right[row] = right;
        std::mem::swap(&mut self.basic[row], &mut self.free[column]);
        work
    }

    /// The direction of a column that no row stops.
    fn ray(&self, column: usize) -> Vec<f64> {
        let mut ray = vec![0.0; self.columns];
        if self.free[column] < self.columns {
            ray[self.free[column]] = 1.0;
        }
        for (row, variable) in self.basic.iter().enumerate() {
            if *variable < self.columns {
                ray[*variable] = (-self.at(row, column)).max(0.0);
            }
        }
        ray
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_is_found_where_there_is_one() {
        // x - 2y may not rise, x is to rise: y has to rise half as fast.
        let rows = [vec![(0, 1), (1, -2)]];
        let direction =
            |objective: &[f64]| Simplex::new(&rows, objective.to_vec()).direction(1000, &Limits::none());
        let Ok(Direction::Found(ray)) = direction(&[1.0, -1.0]) else { panic!("there is one") };
        assert!(ray[0] > 0.0 && (ray[0] - 2.0 * ray[1]).abs() < 1e-6, "{ray:?}");
        // And where y counts more than that, there is none.
        assert_eq!(direction(&[1.0, -3.0]), Ok(Direction::None));
    }
}
