//! Blind A* over sliding tiles: expansions a second, and bytes a state. A plain program: `cargo bench --bench search`.
#![allow(missing_docs, clippy::print_stdout, clippy::cast_precision_loss)]

use std::time::Instant;

use banto::limits::{peak_memory_bytes, resident_memory_bytes};
use banto::search::{Algorithm, Search};

#[path = "../tests/support/tiles.rs"]
mod tiles;

fn main() {
    // Four columns and three rows: 239 million states. The goal is not among them, so that the search runs until its
    // limit.
    let space = tiles::Tiles::<4, 3>::new(&[1, 5, 2, 7, 4, 9, 6, 3, 0, 8, 10, 11]);
    for algorithm in [Algorithm::Astar, Algorithm::Bfs, Algorithm::UniformCost, Algorithm::LazyWastar] {
        // The peak is the process's: it means something for the first search alone.
        let before = resident_memory_bytes().unwrap_or(0);
        let start = Instant::now();
        // A bound on cost ends the search at about the same number of states everywhere.
        let bound = 26;
        let settings = banto::search::Settings::default().bound(bound).preferred(false);
        let report = Search::new(&space).settings(settings).run(algorithm);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:12} {:>10} expanded {:>10} generated {:>10} states {:6.2} M expanded/s {:6.2} M generated/s {:5.1} bytes/state, peak {:.1}",
            algorithm.row().name,
            report.work.counts.expanded,
            report.work.counts.generated,
            report.work.states,
            report.work.counts.expanded as f64 / seconds / 1e6,
            report.work.counts.generated as f64 / seconds / 1e6,
            report.work.bytes as f64 / report.work.states as f64,
            (peak_memory_bytes().unwrap_or(0).saturating_sub(before)) as f64 / report.work.states as f64,
        );
    }
}
