//! Which starting cell each box may have come from: a matching in the bipartite graph of boxes and starting cells
//! (Kuhn 1955).
//!
//! In: boxes, starting cells, and whether a box on a starting cell can be pushed to another cell on the empty board.
//! Out: whether every box has its own starting cell.

/// Finds matchings. Boxes are rows, starting cells are columns.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    edges: Vec<bool>,
    columns: usize,
    /// The row of each column.
    row_of: Vec<usize>,
    seen: Vec<bool>,
}

const NONE: usize = usize::MAX;

impl Matching {
    /// Matches all rows; false if that cannot be done.
    pub fn run(&mut self, rows: usize, columns: usize, mut edge: impl FnMut(usize, usize) -> bool) -> bool {
        self.columns = columns;
        self.edges.clear();
        self.edges.extend((0..rows * columns).map(|at| edge(at / columns, at % columns)));
        self.row_of.clear();
        self.row_of.resize(columns, NONE);
        (0..rows).all(|row| self.augments(row, NONE))
    }

    /// Whether all rows but one can be matched without one of the columns. The matching is as before afterwards.
    pub fn runs_without(&mut self, row: usize, column: usize) -> bool {
        let other = self.row_of[column];
        let free = self.row_of.iter().position(|&one| one == row).unwrap_or(NONE);
        if free == column || other == NONE {
            return true;
        }
        if free == NONE {
            return false;
        }
        let before = self.row_of.clone();
        self.row_of[free] = NONE;
        self.row_of[column] = NONE;
        let runs = self.augments(other, column);
        self.row_of = before;
        runs
    }

    fn augments(&mut self, row: usize, barred: usize) -> bool {
        self.seen.clear();
        self.seen.resize(self.columns, false);
        if barred != NONE {
            self.seen[barred] = true;
        }
        self.try_row(row)
    }

    fn try_row(&mut self, row: usize) -> bool {
        for column in 0..self.columns {
            if !self.edges[row * self.columns + column] || std::mem::replace(&mut self.seen[column], true) {
                continue;
            }
            if self.row_of[column] == NONE || self.try_row(self.row_of[column]) {
                self.row_of[column] = row;
                return true;
            }
        }
        false
    }
}
