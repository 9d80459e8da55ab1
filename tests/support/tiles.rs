//! Sliding tiles, for tests and measurements.
//!
//! In: a width, a height, and the tiles row by row, 0 for the hole. Out: a space, and a heuristic for it. Knows no
//! search.
#![allow(dead_code, reason = "each program that includes this module uses a part of it")]
#![allow(clippy::cast_possible_truncation, reason = "there are at most 15 cells")]

use banto::search::{At, Claims, Estimate, Heuristic, Space};

/// Tiles on a grid of at most 15 cells, in four bits each. The hole's cell lies above them, so that no search for it
/// distorts a measurement.
pub struct Tiles<const WIDTH: usize, const HEIGHT: usize> {
    start: u64,
}

/// Where the cell of the hole begins.
const HOLE: usize = 60;

impl<const WIDTH: usize, const HEIGHT: usize> Tiles<WIDTH, HEIGHT> {
    const CELLS: usize = WIDTH * HEIGHT;

    pub fn new(tiles: &[u64]) -> Self {
        assert!(tiles.len() == Self::CELLS && Self::CELLS < 16);
        let hole = tiles.iter().position(|tile| *tile == 0).unwrap() as u64;
        Self { start: tiles.iter().rev().fold(0, |packed, tile| packed << 4 | tile) | hole << HOLE }
    }
}

fn tile(state: u64, cell: usize) -> u64 {
    state >> (4 * cell) & 15
}

impl<const WIDTH: usize, const HEIGHT: usize> Space for Tiles<WIDTH, HEIGHT> {
    type Cost = u32;
    type Scratch = [u64; 1];

    fn words(&self) -> usize {
        1
    }
    fn scratch(&self) -> [u64; 1] {
        [0]
    }
    fn initial(&self, state: &mut [u64]) {
        state[0] = self.start;
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        (0..Self::CELLS).all(|cell| tile(state[0], cell) == cell as u64)
    }
    fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        let hole = (state[0] >> HOLE) as usize;
        let column = hole % WIDTH;
        let neighbors = [
            (hole >= WIDTH, hole.wrapping_sub(WIDTH)),
            (hole + WIDTH < Self::CELLS, hole + WIDTH),
            (column > 0, hole.wrapping_sub(1)),
            (column + 1 < WIDTH, hole + 1),
        ];
        for (action, (may, from)) in neighbors.into_iter().enumerate() {
            if may {
                let moved = tile(state[0], from);
                let tiles = state[0] & !(15 << HOLE) ^ moved << (4 * from) ^ moved << (4 * hole);
                scratch[0] = tiles | (from as u64) << HOLE;
                visit(action as u32, 1, scratch);
            }
        }
    }
    fn least_cost(&self) -> u32 {
        1
    }
}

/// Steps from each tile to its place, as if no other were in the way.
#[derive(Clone, Copy)]
pub struct Manhattan;

impl<const WIDTH: usize, const HEIGHT: usize> Heuristic<Tiles<WIDTH, HEIGHT>> for Manhattan {
    fn evaluate(&mut self, at: &At<'_, Tiles<WIDTH, HEIGHT>>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        let distance = (0..WIDTH * HEIGHT).map(|cell| match tile(at.state[0], cell) as usize {
            0 => 0,
            goal => (goal % WIDTH).abs_diff(cell % WIDTH) + (goal / WIDTH).abs_diff(cell / WIDTH),
        });
        Estimate::Cost(distance.sum::<usize>() as u32)
    }
    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}
