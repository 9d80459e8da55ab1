//! A minimum-cost assignment of boxes to goals: a lower bound on pushes, kept up to date from one position to the next.
//!
//! In: the boxes of a position, the player's cell, and distances. Out: the least sum of distances with no goal used
//! twice, or `None` if not every box can have a goal (a bipartite deadlock). Levels too large for it get the sum of the
//! distances to the nearest goals.

use crate::direct::field::distances::{Distances, FAR};
use crate::direct::field::sides::Sides;
use crate::direct::field::{Field, number};
use banto_search::assignment::{self, NOBODY};

/// Costs more than any real assignment, so that the sum shows whether a goal was out of reach.
const BARRED: i64 = 1 << 32;
const NONE: u32 = u32::MAX;

/// Assigns boxes to goals. What a box and its goal cost is kept as long as the box stands still: positions that differ
/// in one box need one augmentation.
#[derive(Clone, Debug, Default)]
pub struct Assignment {
    /// The box of each row, or a spare row without cost.
    rows: Vec<Row>,
    row_of_cell: Vec<u32>,
    pairs: assignment::Assignment,
    goal_of_row: Vec<usize>,
    /// The cost of each row with its goal.
    costs: Vec<i64>,
    sum: i64,
    is_other: bool,
    // Scratch space of one change.
    round: u32,
    fresh: Vec<(u32, u32)>,
    changed: Vec<u32>,
}

/// A box with the player's side of it, and when it was last seen.
#[derive(Clone, Copy, Debug)]
struct Row {
    cell: u32,
    slot: u32,
    round: u32,
}

const SPARE: Row = Row { cell: NONE, slot: NONE, round: 0 };

impl Assignment {
    /// No assignment yet.
    pub fn new(field: &Field) -> Self {
        Self { row_of_cell: vec![NONE; field.len()], ..Self::default() }
    }

    /// Looks at the costs of all boxes again: sides or distances are others from now on.
    pub const fn renew(&mut self) {
        self.is_other = true;
    }

    /// The price of each goal among the boxes that compete for it, in the last assignment; empty if the distances to
    /// single goals are not known.
    pub fn prices(&self) -> impl Iterator<Item = u16> {
        let most = i64::from(u16::MAX >> 4);
        self.pairs.prices.iter().map(move |&price| u16::try_from((-price).clamp(0, most)).unwrap_or(0))
    }

    /// Begins with spare rows: as many rows as goals.
    #[cold]
    fn begin(&mut self, goals: usize) {
        self.rows = vec![SPARE; goals];
        self.row_of_cell.fill(NONE);
        self.sum = 0;
        self.costs = vec![0; goals];
        self.pairs = assignment::Assignment::new(goals);
        self.pairs.owners = (0..goals).collect();
        self.goal_of_row = (0..goals).collect();
    }

    /// The least pushes from the boxes to goals, each box moving as if it were alone. `None` if not every box can have
    /// a goal of its own.
    pub fn bound(&mut self, boxes: &[u32], player: u32, sides: &Sides, distances: &Distances) -> Option<u32> {
        let goals = distances.goals;
        let lost = |&cell: &u32| distances.least(sides.slot(cell, player)) == FAR;
        if boxes.len() > goals || boxes.iter().any(lost) {
            return None;
        }
        match self.assign(boxes, player, sides, distances) {
            (0, pushes) => Some(pushes),
            _ => None,
        }
    }

    /// The least number of boxes that remain without a goal, and the least pushes of the others. There must not be more
    /// boxes than goals.
    pub fn assign(&mut self, boxes: &[u32], player: u32, sides: &Sides, distances: &Distances) -> (u32, u32) {
        if !distances.has_rows() {
            return nearest(boxes, player, sides, distances);
        }
        if self.rows.len() != distances.goals {
            self.begin(distances.goals);
        }
        self.change_rows(boxes, |cell| number(sides.slot(cell, player)));
        for at in 0..self.changed.len() {
            self.keep_pair(self.changed[at] as usize, distances);
        }
        for at in 0..self.changed.len() {
            let row = self.changed[at] as usize;
            if self.goal_of_row[row] == NOBODY {
                self.augment(row, distances);
            }
        }
        let (left, pushes) = (self.sum / BARRED, self.sum % BARRED);
        (u32::try_from(left).unwrap_or(u32::MAX), u32::try_from(pushes).unwrap_or(u32::MAX - 1))
    }

    /// Gives each box its row, and finds the rows that stand for something else than before.
    fn change_rows(&mut self, boxes: &[u32], slot: impl Fn(u32) -> u32) {
        let Self { rows, row_of_cell, is_other, round, fresh, changed, .. } = self;
        *round = round.wrapping_add(1);
        fresh.clear();
        changed.clear();
        for &cell in boxes {
            let (slot, row) = (slot(cell), row_of_cell[cell as usize]);
            if row == NONE {
                fresh.push((cell, slot));
                continue;
            }
            let known = &mut rows[row as usize];
            known.round = *round;
            if std::mem::replace(&mut known.slot, slot) != slot || *is_other {
                changed.push(row);
            }
        }
        *is_other = false;
        let first = changed.len();
        for (at, row) in
            rows.iter_mut().enumerate().filter(|(_, row)| row.cell != NONE && row.round != *round)
        {
            row_of_cell[row.cell as usize] = NONE;
            *row = SPARE;
            changed.push(number(at));
        }
        // Boxes that came take the rows of boxes that went, and then spare ones.
        let mut left = first..changed.len();
        let mut spare = 0;
        for (cell, slot) in fresh.drain(..) {
            let row = match left.next() {
                Some(at) => changed[at],
                None => {
                    spare +=
                        rows[spare..].iter().position(|row| row.cell == NONE).expect("as many rows as goals");
                    changed.push(number(spare));
                    number(spare)
                }
            };
            rows[row as usize] = Row { cell, slot, round: *round };
            row_of_cell[cell as usize] = row;
        }
    }

    /// Keeps the pair of a row that was changed, if it is still tight.
    fn keep_pair(&mut self, row: usize, distances: &Distances) {
        let Self { rows, pairs, goal_of_row, costs, sum, .. } = self;
        let pushes = distances.row(rows[row].slot);
        let reduced = pushes.iter().zip(&pairs.prices).map(|(&pushes, price)| cost(pushes) - price);
        let goal = goal_of_row[row];
        *sum -= std::mem::take(&mut costs[row]);
        let cost = cost(pushes[goal]);
        if Some(cost - pairs.prices[goal]) == reduced.min() {
            costs[row] = cost;
            *sum += cost;
        } else {
            goal_of_row[row] = NOBODY;
            pairs.owners[goal] = NOBODY;
        }
    }

    /// Gives a row a goal.
    fn augment(&mut self, start: usize, distances: &Distances) {
        let Self { rows, pairs, goal_of_row, costs, sum, .. } = self;
        let pushes = |row: usize| distances.row(rows[row].slot);
        pairs.augment(start, pushes, cost, |row, goal| {
            goal_of_row[row] = goal;
            let cost = cost(pushes(row)[goal]);
            *sum += cost - std::mem::replace(&mut costs[row], cost);
        });
    }
}

/// The cost of a goal at this many pushes.
const fn cost(pushes: u16) -> i64 {
    if pushes == FAR { BARRED } else { pushes as i64 }
}

/// The number of boxes that reach no goal, and the sum of pushes if several boxes may go to one goal.
fn nearest(boxes: &[u32], player: u32, sides: &Sides, distances: &Distances) -> (u32, u32) {
    boxes.iter().fold((0, 0), |(left, pushes), &cell| match distances.least(sides.slot(cell, player)) {
        FAR => (left + 1, pushes),
        steps => (left, pushes + u32::from(steps)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level;
    use crate::{Board, Position};
    use banto_base::limits::Limits;
    use banto_base::source::SourceText;
    use banto_search::Random;

    fn brute(costs: &[Vec<u16>], used: &mut Vec<bool>, row: usize) -> Option<u32> {
        if row == costs.len() {
            return Some(0);
        }
        let mut best = None;
        for goal in 0..used.len() {
            if used[goal] || costs[row][goal] == FAR {
                continue;
            }
            used[goal] = true;
            let rest = brute(costs, used, row + 1).map(|rest| rest + u32::from(costs[row][goal]));
            used[goal] = false;
            best = [best, rest].into_iter().flatten().min();
        }
        best
    }

    /// Whatever the order of positions, the bound is the least sum over all assignments.
    #[test]
    fn the_bound_is_the_least_sum() {
        let text = "##########\n#@  #  . #\n# .   #. #\n# # . ## #\n#  .#    #\n##########\n";
        let reading = level::read(&SourceText::new("a", text), None);
        let (board, _): (Board, Position) = Board::new(&reading.collection.levels[0]).unwrap();
        let field = Field::new(&board);
        let (nothing, limits) = (vec![false; field.len() + 1], Limits::none());
        let sides = Sides::new(&field, &nothing, &limits).unwrap();
        let distances = Distances::to_goals(&field, &sides, &nothing, &limits).unwrap();
        let mut assignment = Assignment::new(&field);
        let mut random = Random::new(3);
        let mut solvable = 0;
        for _ in 0..3000 {
            let count = 1 + random.below_index(5);
            let mut cells: Vec<u32> = (0..number(field.len())).collect();
            for at in 0..=count {
                let other = at + random.below_index(cells.len() - at);
                cells.swap(at, other);
            }
            let player = cells[count];
            let mut boxes = cells[..count].to_vec();
            boxes.sort_unstable();
            let costs: Vec<Vec<u16>> = boxes
                .iter()
                .map(|&cell| (0..5).map(|goal| distances.to(goal, sides.slot(cell, player))).collect())
                .collect();
            let wanted = brute(&costs, &mut vec![false; 5], 0);
            assert_eq!(assignment.bound(&boxes, player, &sides, &distances), wanted);
            solvable += u32::from(wanted.is_some());
        }
        assert!(solvable > 200, "{solvable}");
    }
}
