//! Blind A* over sliding tiles: expansions a second, and bytes a state. A plain program: `cargo bench --bench search`.
#![allow(
    missing_docs,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap
)]

use std::time::Instant;

use banto::limits::{peak_memory_bytes, resident_memory_bytes};
use banto::search::{Algorithm, Search, Space};

/// Tiles on four columns and three rows, in four bits each: a space of 239 million states.
struct Tiles;

const MOVES: [i32; 4] = [-4, 4, -1, 1];
const CELLS: usize = 12;

impl Space for Tiles {
    type Cost = u32;
    type Scratch = [u64; 1];

    fn words(&self) -> usize {
        1
    }
    fn scratch(&self) -> [u64; 1] {
        [0]
    }
    fn initial(&self, state: &mut [u64]) {
        // The hole's cell lies above the tiles, so that no search for it distorts the measurement.
        let tiles = [1, 5, 2, 7, 4, 9, 6, 3, 0, 8, 10, 11_u64];
        let hole = 8_u64;
        state[0] = tiles.iter().rev().fold(0, |packed, tile| packed << 4 | tile) | hole << 48;
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        // Not solvable: 12 and 13 are no tiles. The search runs until its limit.
        state[0] & 255 == 0xdc
    }
    fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        let hole = (state[0] >> 48) as usize;
        let may = [hole > 3, hole < CELLS - 4, !hole.is_multiple_of(4), hole % 4 < 3];
        for (action, (&step, may)) in MOVES.iter().zip(may).enumerate() {
            if may {
                let from = (hole as i32 + step) as usize;
                let tile = state[0] >> (4 * from) & 15;
                let tiles = (state[0] & ((1 << 48) - 1)) ^ tile << (4 * from) ^ tile << (4 * hole);
                scratch[0] = tiles | (from as u64) << 48;
                visit(action as u32, 1, scratch);
            }
        }
    }
    fn least_cost(&self) -> u32 {
        1
    }
}

fn main() {
    for algorithm in [Algorithm::Astar, Algorithm::Bfs, Algorithm::UniformCost, Algorithm::LazyWastar] {
        // The peak is the process's: it means something for the first search alone.
        let before = resident_memory_bytes().unwrap_or(0);
        let start = Instant::now();
        // A bound on cost ends the search at about the same number of states everywhere.
        let bound = 26;
        let settings = banto::search::Settings { bound: Some(bound), preferred: false, ..Default::default() };
        let report = Search::new(&Tiles).settings(settings).run(algorithm);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:12} {:>10} expanded {:>10} generated {:>10} states {:6.2} M expanded/s {:6.2} M generated/s {:5.1} bytes/state, peak {:.1}",
            algorithm.row().name,
            report.counts.expanded,
            report.counts.generated,
            report.states,
            report.counts.expanded as f64 / seconds / 1e6,
            report.counts.generated as f64 / seconds / 1e6,
            report.bytes as f64 / report.states as f64,
            (peak_memory_bytes().unwrap_or(0).saturating_sub(before)) as f64 / report.states as f64,
        );
    }
}
