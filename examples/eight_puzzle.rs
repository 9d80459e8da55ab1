//! A space of one's own: the eight sliding tiles, with a heuristic of their own, on the generic engine.
//!
//! Run it with `cargo run --example eight_puzzle`. No PDDL is in sight: the engine asks a [`Space`] for successors and
//! a [`Heuristic`] for estimates, and knows nothing else. The same puzzle is solved by several searches.

#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use banto::search::{Algorithm, At, Claims, Estimate, Heuristic, Search, Space};

/// Tiles row by row, 0 for the hole. A state is one word: four bits a cell.
struct Puzzle {
    start: [u64; 9],
}

/// A move of the hole: its name, how far it goes, and from which cells it may.
type Slide = (&'static str, isize, fn(usize) -> bool);

const MOVES: [Slide; 4] = [
    ("up", -3, |cell| cell > 2),
    ("down", 3, |cell| cell < 6),
    ("left", -1, |cell| cell % 3 > 0),
    ("right", 1, |cell| cell % 3 < 2),
];

fn tile(state: u64, cell: usize) -> u64 {
    state >> (4 * cell) & 15
}

impl Space for Puzzle {
    type Cost = u32;
    type Scratch = [u64; 1];

    fn words(&self) -> usize {
        1
    }

    fn scratch(&self) -> [u64; 1] {
        [0]
    }

    fn initial(&self, state: &mut [u64]) {
        state[0] = self.start.iter().rev().fold(0, |packed, tile| packed << 4 | tile);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        (0..9).zip(0..).all(|(cell, wanted)| tile(state[0], cell) == wanted)
    }

    // Successors are written to scratch and shown from there, always in the same order; nothing is allocated.
    fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        let hole = (0..9).find(|&cell| tile(state[0], cell) == 0).expect("there is a hole");
        for ((_, step, may), action) in MOVES.iter().zip(0..) {
            if may(hole) {
                let from = hole.checked_add_signed(*step).expect("the board has that cell");
                let moved = tile(state[0], from);
                scratch[0] = state[0] ^ moved << (4 * from) ^ moved << (4 * hole);
                visit(action, 1, scratch);
            }
        }
    }
}

/// How far each tile is from its place, by rows and columns. A move brings one tile one cell nearer at most, so that
/// the sum is never more than the true cost, and falls by no more than 1 a step: that is what the claims say, and A*
/// relies on them.
struct Manhattan;

impl Heuristic<Puzzle> for Manhattan {
    fn evaluate(&mut self, at: &At<'_, Puzzle>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        let distance = |cell: usize| match usize::try_from(tile(at.state[0], cell)) {
            Ok(0) | Err(_) => 0,
            Ok(goal) => (cell / 3).abs_diff(goal / 3) + (cell % 3).abs_diff(goal % 3),
        };
        let sum: usize = (0..9).map(distance).sum();
        Estimate::Cost(u32::try_from(sum).unwrap_or(u32::MAX))
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}

fn main() {
    let puzzle = Puzzle { start: [7, 2, 4, 5, 0, 6, 8, 3, 1] };

    println!("search        moves  expanded");
    for algorithm in [Algorithm::Bfs, Algorithm::Astar, Algorithm::Ida, Algorithm::Gbfs] {
        let report = Search::new(&puzzle).heuristic(Manhattan).run(algorithm);
        let moves = report.path().map_or(0, |path| path.cost);
        println!("{:<12}{moves:>7}{:>10}", algorithm.row().name, report.work.counts.expanded);
    }

    let report = Search::new(&puzzle).heuristic(Manhattan).run(Algorithm::Astar);
    let path = report.path().expect("half of all boards can be solved, and this is one of them");
    let names: Vec<&str> = path.actions.iter().map(|&action| MOVES[action as usize].0).collect();
    println!("{}", names.join(" "));
}
