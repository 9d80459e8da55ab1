//! The fewest pushes that solve a level, by looking at every position: the oracle of the encodings, of the generator,
//! and of the table of best pushes.
//!
//! In: a level. Out: a number of pushes, or a proof that there is no solution. It works on rows of cells, and shares
//! nothing with the project's boards and searches. Walks between pushes cost nothing.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use banto::sokoban::{Cell, Level};

/// What became of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The fewest pushes.
    Pushes(u32),
    /// There is no solution.
    Unsolvable,
    /// More positions than the caller allowed.
    TooLarge,
}

struct Grid {
    width: usize,
    wall: Vec<bool>,
    goal: Vec<bool>,
    /// Cells from which a lone box can be pushed to a goal.
    alive: Vec<bool>,
}

/// Boxes in order, then the first cell of those that the player can walk to.
type State = Box<[u16]>;

/// The fewest pushes. With `skip`, boxes are not pushed where even a lone box could not be pushed to a goal from.
pub fn exact(level: &Level, skip: bool, limit: usize) -> Exact {
    // A rim of walls, so that every cell has four neighbors.
    let (width, height) = (level.width() + 2, level.height() + 2);
    let cells: Vec<Cell> = (0..width * height)
        .map(|at| {
            let (row, column) = (at / width, at % width);
            if row == 0 || column == 0 || row > level.height() || column > level.width() {
                Cell::Wall
            } else {
                level.cell(row - 1, column - 1)
            }
        })
        .collect();
    let mut grid = Grid {
        width,
        wall: cells.iter().map(|cell| *cell == Cell::Wall).collect(),
        goal: cells.iter().map(|cell| cell.is_goal()).collect(),
        alive: vec![true; cells.len()],
    };
    if skip {
        grid.alive = grid.alive_cells();
    }
    let number = |at: usize| u16::try_from(at).unwrap();
    let boxes: Vec<u16> = (0..cells.len()).filter(|at| cells[*at].has_box()).map(number).collect();
    let player = cells.iter().position(|cell| cell.has_player()).unwrap();
    grid.search(boxes, player, limit)
}

impl Grid {
    fn neighbors(&self, at: usize) -> [usize; 4] {
        [at - self.width, at + self.width, at - 1, at + 1]
    }

    fn search(&self, boxes: Vec<u16>, player: usize, limit: usize) -> Exact {
        let mut queue: Vec<State> = Vec::new();
        let mut pushes: HashMap<State, u32> = HashMap::new();
        let mut reach = vec![false; self.wall.len()];
        let start = self.state(boxes, player, &mut reach);
        pushes.insert(start.clone(), 0);
        queue.push(start);
        let mut next = 0;
        while next < queue.len() {
            let state = queue[next].clone();
            next += 1;
            let made = pushes[&state];
            let (boxes, player) = (&state[..state.len() - 1], state[state.len() - 1]);
            if boxes.iter().all(|at| self.goal[usize::from(*at)]) {
                return Exact::Pushes(made);
            }
            if pushes.len() > limit {
                return Exact::TooLarge;
            }
            self.flood(boxes, usize::from(player), &mut reach);
            let here = reach.clone();
            for (index, at) in boxes.iter().enumerate() {
                let around = self.neighbors(usize::from(*at));
                for (side, behind) in around.into_iter().enumerate() {
                    let beyond = around[side ^ 1];
                    let taken = |cell: usize| boxes.iter().any(|other| usize::from(*other) == cell);
                    if !here[behind] || self.wall[beyond] || !self.alive[beyond] || taken(beyond) {
                        continue;
                    }
                    let mut moved = boxes.to_vec();
                    moved[index] = u16::try_from(beyond).unwrap();
                    let new = self.state(moved, usize::from(*at), &mut reach);
                    if let Entry::Vacant(entry) = pushes.entry(new) {
                        queue.push(entry.key().clone());
                        entry.insert(made + 1);
                    }
                }
            }
        }
        Exact::Unsolvable
    }

    fn state(&self, mut boxes: Vec<u16>, player: usize, reach: &mut [bool]) -> State {
        boxes.sort_unstable();
        self.flood(&boxes, player, reach);
        let first = reach.iter().position(|reached| *reached).unwrap();
        boxes.push(u16::try_from(first).unwrap());
        boxes.into()
    }

    fn flood(&self, boxes: &[u16], player: usize, reach: &mut [bool]) {
        reach.fill(false);
        reach[player] = true;
        let mut queue = vec![player];
        while let Some(at) = queue.pop() {
            for next in self.neighbors(at) {
                let taken = boxes.iter().any(|other| usize::from(*other) == next);
                if !self.wall[next] && !taken && !reach[next] {
                    reach[next] = true;
                    queue.push(next);
                }
            }
        }
    }

    /// Backwards from the goals: a box came from the cell where its pusher stands now, if there was room behind.
    fn alive_cells(&self) -> Vec<bool> {
        let mut alive = self.goal.clone();
        let mut queue: Vec<usize> = (0..alive.len()).filter(|at| alive[*at]).collect();
        while let Some(at) = queue.pop() {
            let around = self.neighbors(at);
            for (from, direction) in around.into_iter().zip([-1, 1, -1, 1]) {
                let step = if from + 1 == at || at + 1 == from { 1 } else { self.width };
                let behind = if direction < 0 { from.checked_sub(step) } else { Some(from + step) };
                let Some(behind) = behind.filter(|behind| *behind < alive.len()) else { continue };
                if !self.wall[from] && !self.wall[behind] && !alive[from] {
                    alive[from] = true;
                    queue.push(from);
                }
            }
        }
        alive
    }
}
