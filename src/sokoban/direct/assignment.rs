//! A minimum-cost assignment of boxes to goals: a lower bound on pushes, kept up to date from one position to the next.
//!
//! In: the boxes of a position, the player's cell, and distances. Out: the least sum of distances with no goal used
//! twice, or `None` if not every box can have a goal (a bipartite deadlock). The Hungarian method with shortest
//! augmenting paths (Kuhn 1955; Jonker and Volgenant 1987). Levels too large for it get the sum of the distances to the
//! nearest goals.

use super::distances::{Distances, FAR};
use super::field::{Field, number};
use super::sides::Sides;

/// Costs more than any real assignment, so that the sum shows whether a goal was out of reach.
const BARRED: i64 = 1 << 32;
const NONE: u32 = u32::MAX;

/// Assigns boxes to goals. Each assignment starts from the potentials and pairs of the last one: positions that differ
/// in one box need one augmentation.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The goal of each cell in the last assignment.
    last: Vec<u32>,
    /// A row for each box, and one without cost for each spare goal.
    costs: Vec<i64>,
    row_potential: Vec<i64>,
    goal_potential: Vec<i64>,
    goal_of_row: Vec<u32>,
    row_of_goal: Vec<u32>,
    // Scratch space of one augmentation.
    slack: Vec<i64>,
    came: Vec<u32>,
    done: Vec<bool>,
    /// The boxes of the last assignment, row by row.
    boxes: Vec<u32>,
}

impl Assignment {
    /// No assignment yet.
    pub fn new(field: &Field) -> Self {
        Self {
            last: vec![NONE; field.len()],
            costs: Vec::new(),
            row_potential: Vec::new(),
            goal_potential: Vec::new(),
            goal_of_row: Vec::new(),
            row_of_goal: Vec::new(),
            slack: Vec::new(),
            came: Vec::new(),
            done: Vec::new(),
            boxes: Vec::new(),
        }
    }

    /// Makes room for as many rows as goals, the first time.
    #[cold]
    fn grow(&mut self, goals: usize) {
        self.costs = vec![0; goals * goals];
        for potentials in [&mut self.row_potential, &mut self.goal_potential, &mut self.slack] {
            *potentials = vec![0; goals];
        }
        for partners in [&mut self.goal_of_row, &mut self.row_of_goal, &mut self.came] {
            *partners = vec![NONE; goals];
        }
        self.done = vec![false; goals];
    }

    /// The least pushes from the boxes to goals, each box moving as if it were alone. `None` if not every box can have
    /// a goal of its own.
    pub fn bound(&mut self, boxes: &[u32], player: u32, sides: &Sides, distances: &Distances) -> Option<u32> {
        let goals = distances.goals();
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
        let goals = distances.goals();
        if !distances.has_rows() {
            return nearest(boxes, player, sides, distances);
        }
        if self.done.len() < goals {
            self.grow(goals);
        }
        for (row, &cell) in boxes.iter().enumerate() {
            let slot = sides.slot(cell, player);
            for (goal, cost) in self.costs[row * goals..(row + 1) * goals].iter_mut().enumerate() {
                let pushes = distances.to(goal, slot);
                *cost = if pushes == FAR { BARRED } else { i64::from(pushes) };
            }
        }
        self.costs[boxes.len() * goals..].fill(0);
        self.keep_pairs(boxes, goals);
        for row in 0..goals {
            if self.goal_of_row[row] == NONE {
                self.augment(row, goals);
            }
        }
        self.boxes.clear();
        self.boxes.extend_from_slice(boxes);
        let mut sum = 0;
        for (row, &cell) in boxes.iter().enumerate() {
            let goal = self.goal_of_row[row];
            self.last[cell as usize] = goal;
            sum += self.costs[row * goals + goal as usize];
        }
        let (left, pushes) = (sum / BARRED, sum % BARRED);
        (u32::try_from(left).unwrap_or(u32::MAX), u32::try_from(pushes).unwrap_or(u32::MAX - 1))
    }

    /// Keeps the pairs of the last assignment that are still tight.
    fn keep_pairs(&mut self, boxes: &[u32], goals: usize) {
        // Goals that had rows without cost in the last assignment keep such rows.
        self.row_of_goal.fill(NONE);
        let was_spare: Vec<u32> = self.goal_of_row[self.boxes.len().min(goals)..].to_vec();
        let same_number = was_spare.len() == goals - boxes.len();
        self.goal_of_row.fill(NONE);
        for row in 0..goals {
            let costs = &self.costs[row * goals..(row + 1) * goals];
            let least = costs.iter().zip(&self.goal_potential).map(|(cost, price)| cost - price).min();
            self.row_potential[row] = least.unwrap_or(0);
            let goal = match boxes.get(row) {
                Some(&cell) => self.last[cell as usize],
                None if same_number => was_spare[row - boxes.len()],
                None => NONE,
            };
            if goal == NONE || self.row_of_goal[goal as usize] != NONE {
                continue;
            }
            let tight = costs[goal as usize] - self.goal_potential[goal as usize] == self.row_potential[row];
            if tight {
                self.goal_of_row[row] = goal;
                self.row_of_goal[goal as usize] = number(row);
            }
        }
    }

    /// Gives a row a goal along a shortest path by reduced costs.
    fn augment(&mut self, start: usize, goals: usize) {
        self.slack.fill(i64::MAX);
        self.came.fill(NONE);
        self.done.fill(false);
        let mut row = start;
        let mut from = NONE;
        // What potentials have been shifted by so far.
        let mut shift = 0;
        let end = loop {
            let (mut nearest, mut least) = (NONE, i64::MAX);
            for goal in 0..goals {
                if self.done[goal] {
                    continue;
                }
                let reduced =
                    self.costs[row * goals + goal] - self.row_potential[row] - self.goal_potential[goal]
                        + shift;
                if reduced < self.slack[goal] {
                    self.slack[goal] = reduced;
                    self.came[goal] = from;
                }
                if self.slack[goal] < least {
                    least = self.slack[goal];
                    nearest = number(goal);
                }
            }
            shift = least;
            let goal = nearest as usize;
            self.done[goal] = true;
            if self.row_of_goal[goal] == NONE {
                break goal;
            }
            row = self.row_of_goal[goal] as usize;
            from = nearest;
        };
        // New potentials for what was scanned, so that the new pairs are tight.
        for goal in 0..goals {
            if self.done[goal] && goal != end {
                let less = shift - self.slack[goal];
                self.goal_potential[goal] -= less;
                self.row_potential[self.row_of_goal[goal] as usize] += less;
            }
        }
        self.row_potential[start] += shift;
        let mut goal = end;
        loop {
            let before = self.came[goal];
            let row = if before == NONE { number(start) } else { self.row_of_goal[before as usize] };
            self.row_of_goal[goal] = row;
            self.goal_of_row[row as usize] = number(goal);
            if before == NONE {
                break;
            }
            goal = before as usize;
        }
    }
}

/// The same without assignment: several boxes may go to one goal.
fn nearest(boxes: &[u32], player: u32, sides: &Sides, distances: &Distances) -> (u32, u32) {
    boxes.iter().fold((0, 0), |(left, pushes), &cell| match distances.least(sides.slot(cell, player)) {
        FAR => (left + 1, pushes),
        steps => (left, pushes + u32::from(steps)),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::level;
    use super::super::super::{Board, Position};
    use super::*;
    use crate::limits::Limits;
    use crate::search::Random;
    use crate::source::SourceText;

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
