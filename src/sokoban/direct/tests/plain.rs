//! The rules of the game, written again as plainly as possible: the oracle of direct search.
//!
//! In: a level as it is drawn. Out: regions, pushes, the least cost of a solution, and all positions of a small board
//! with their least pushes. Shares nothing with the board that is searched except the numbering of cells.

use std::collections::{BTreeSet, HashMap, VecDeque};

use fixedbitset::FixedBitSet;

use crate::{Board, Cell, Level, Position};

/// The rules over the drawing: cells row by row, each with its neighbors above, below, left and right.
pub struct Plain {
    pub next: Vec<[Option<usize>; 4]>,
    pub goals: Vec<bool>,
    pub boxes: Vec<usize>,
    pub player: usize,
}

impl Plain {
    pub fn new(level: &Level) -> Self {
        let start = level.player().unwrap();
        let mut inside = vec![start];
        let mut at = 0;
        let beside = |(row, column): (usize, usize)| {
            [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        };
        while at < inside.len() {
            for cell in beside(inside[at]) {
                if level.cell(cell.0, cell.1) != Cell::Wall && !inside.contains(&cell) {
                    inside.push(cell);
                }
            }
            at += 1;
        }
        inside.sort_unstable();
        let find = |cell: (usize, usize)| inside.binary_search(&cell).ok();
        let drawn = |index: usize| level.cell(inside[index].0, inside[index].1);
        Self {
            next: inside.iter().map(|&cell| beside(cell).map(find)).collect(),
            goals: (0..inside.len()).map(|index| drawn(index).is_goal()).collect(),
            boxes: (0..inside.len()).filter(|&index| drawn(index).has_box()).collect(),
            player: find(start).unwrap(),
        }
    }

    pub fn region(&self, boxes: &[usize], player: usize) -> Vec<usize> {
        let mut region = vec![player];
        let mut at = 0;
        while at < region.len() {
            for next in self.next[region[at]].into_iter().flatten() {
                if !boxes.contains(&next) && !region.contains(&next) {
                    region.push(next);
                }
            }
            at += 1;
        }
        region.sort_unstable();
        region
    }

    pub fn is_solved(&self, boxes: &[usize]) -> bool {
        boxes.iter().all(|&cell| self.goals[cell])
    }

    /// Every push from a region: the box, the direction, the boxes afterwards.
    pub fn pushes(&self, boxes: &[usize], region: &[usize]) -> Vec<(usize, usize, Vec<usize>)> {
        let mut found = Vec::new();
        for (index, &cell) in boxes.iter().enumerate() {
            for direction in 0..4 {
                let Some(to) = self.next[cell][direction] else { continue };
                let Some(behind) = self.next[cell][direction ^ 1] else { continue };
                if region.contains(&behind) && !boxes.contains(&to) {
                    let mut after = boxes.to_vec();
                    after[index] = to;
                    after.sort_unstable();
                    found.push((cell, direction, after));
                }
            }
        }
        found
    }

    /// Breadth first over boxes and regions: the expansions, and the pushes of a shortest solution.
    pub fn breadth_first(&self) -> (u64, Option<usize>) {
        let start = (self.boxes.clone(), self.region(&self.boxes, self.player)[0]);
        let mut depth = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        let mut expanded = 0;
        while let Some((boxes, player)) = queue.pop_front() {
            expanded += 1;
            let pushes = depth[&(boxes.clone(), player)];
            let mut solved = false;
            for (cell, _, after) in self.pushes(&boxes, &self.region(&boxes, player)) {
                solved |= self.is_solved(&after);
                let state = (after.clone(), self.region(&after, cell)[0]);
                if !depth.contains_key(&state) {
                    depth.insert(state.clone(), pushes + 1);
                    queue.push_back(state);
                }
            }
            if solved {
                return (expanded, Some(pushes + 1));
            }
        }
        (expanded, None)
    }

    /// The least cost of a solution move by move, with these weights of walks and pushes.
    pub fn least(&self, walk: (usize, usize), push: (usize, usize)) -> Option<(usize, usize)> {
        let start = (self.boxes.clone(), self.player);
        let mut open = BTreeSet::from([((0, 0), start.clone())]);
        let mut best = HashMap::from([(start, (0, 0))]);
        while let Some((cost, (boxes, player))) = open.pop_first() {
            if self.is_solved(&boxes) {
                return Some(cost);
            }
            for direction in 0..4 {
                let Some(to) = self.next[player][direction] else { continue };
                let mut after = boxes.clone();
                let mut step = walk;
                if let Some(index) = boxes.iter().position(|&cell| cell == to) {
                    let Some(beyond) = self.next[to][direction] else { continue };
                    if boxes.contains(&beyond) {
                        continue;
                    }
                    after[index] = beyond;
                    after.sort_unstable();
                    step = push;
                }
                let sum = (cost.0 + step.0, cost.1 + step.1);
                let state = (after, to);
                if best.get(&state).is_none_or(|&known| sum < known) {
                    best.insert(state.clone(), sum);
                    open.insert((sum, state));
                }
            }
        }
        None
    }
}

/// All positions of a board with this many boxes, each with its least pushes; `None` if it cannot be solved.
pub fn all_positions(plain: &Plain, count: usize) -> HashMap<(Vec<usize>, usize), Option<usize>> {
    let mut states: Vec<(Vec<usize>, usize)> = Vec::new();
    let mut boxes: Vec<usize> = (0..count).collect();
    loop {
        let mut free: Vec<usize> = (0..plain.next.len()).filter(|cell| !boxes.contains(cell)).collect();
        while let Some(&cell) = free.first() {
            let region = plain.region(&boxes, cell);
            free.retain(|cell| !region.contains(cell));
            states.push((boxes.clone(), cell));
        }
        // The next set of cells in order.
        let Some(at) = (0..count).rfind(|&at| boxes[at] < plain.next.len() - count + at) else { break };
        boxes[at] += 1;
        for later in at + 1..count {
            boxes[later] = boxes[later - 1] + 1;
        }
    }
    let index: HashMap<_, _> = states.iter().cloned().enumerate().map(|(at, state)| (state, at)).collect();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for (at, (boxes, player)) in states.iter().enumerate() {
        for (cell, _, after) in plain.pushes(boxes, &plain.region(boxes, *player)) {
            let player = plain.region(&after, cell)[0];
            before[index[&(after, player)]].push(at);
        }
    }
    let mut least: Vec<Option<usize>> =
        states.iter().map(|(boxes, _)| plain.is_solved(boxes).then_some(0)).collect();
    let mut queue: VecDeque<usize> = (0..states.len()).filter(|&at| least[at].is_some()).collect();
    while let Some(at) = queue.pop_front() {
        for &earlier in &before[at] {
            if least[earlier].is_none() {
                least[earlier] = least[at].map(|pushes| pushes + 1);
                queue.push_back(earlier);
            }
        }
    }
    states.into_iter().zip(least).collect()
}

pub fn position(board: &Board, boxes: &[usize], player: usize) -> Position {
    let mut position = Position { boxes: FixedBitSet::with_capacity(board.len()), player: player.into() };
    boxes.iter().for_each(|&cell| position.boxes.insert(cell));
    position
}
