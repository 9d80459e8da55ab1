//! Large levels under limits: every direct solver ends by itself with an answer, or at its limit, and within a second
//! of Ctrl-C.
//!
//! Levels are drawn here: open fields, pillars and mazes with many boxes. `BANTO_LONG=1` goes up to 1,000 x 1,000 cells
//! and 50,000 boxes.

use crate::cases;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::command::{SLACK, interrupt, watch};
use banto::search::Random;

const SOLVERS: [&str; 7] = ["direct", "bfs", "astar", "greedy", "pushes", "pushes-moves", "moves-pushes"];
const KINDS: [Kind; 3] = [Kind::Open, Kind::Pillars, Kind::Maze];
const TIME_LIMIT: Duration = Duration::from_millis(500);
const MEMORY_LIMIT: u64 = 100 << 20;

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// No walls inside.
    Open,
    /// A wall at every fourth cell of every fourth row.
    Pillars,
    /// Corridors one cell wide, without circles.
    Maze,
}

/// A square level with this many cells a side, walls included, and this many boxes and goals.
fn draw(kind: Kind, side: usize, boxes: usize) -> String {
    let mut random = Random::new(11);
    let mut rows = vec![vec![b'#'; side]; side];
    match kind {
        Kind::Open => rows[1..side - 1].iter_mut().for_each(|row| row[1..side - 1].fill(b' ')),
        Kind::Pillars => {
            for (at, row) in rows[1..side - 1].iter_mut().enumerate() {
                for (column, cell) in row[1..side - 1].iter_mut().enumerate() {
                    *cell = if at % 4 == 2 && column % 4 == 2 { b'#' } else { b' ' };
                }
            }
        }
        Kind::Maze => carve(&mut rows, &mut random),
    }
    let mut free: Vec<(usize, usize)> = (1..side - 1)
        .flat_map(|row| (1..side - 1).map(move |column| (row, column)))
        .filter(|&(row, column)| rows[row][column] == b' ')
        .collect();
    let marks = std::iter::once(b'@').chain([b'$', b'.'].into_iter().cycle().take(2 * boxes));
    for mark in marks.take(free.len() / 2) {
        let (row, column) = free.swap_remove(random.below_index(free.len()));
        rows[row][column] = mark;
    }
    rows.iter().map(|row| String::from_utf8_lossy(row).into_owned() + "\n").collect()
}

/// Digs corridors from every odd cell to one that was there before, above or to the left.
fn carve(rows: &mut [Vec<u8>], random: &mut Random) {
    for row in (1..rows.len() - 1).step_by(2) {
        for column in (1..rows.len() - 1).step_by(2) {
            rows[row][column] = b' ';
            let goes_up = row > 1 && (column == 1 || random.below(2) == 0);
            if goes_up {
                rows[row - 1][column] = b' ';
            } else if column > 1 {
                rows[row][column - 1] = b' ';
            }
        }
    }
}

fn solve(file: &Path, solver: &str, limits: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_banto"))
        .args(["sokoban", "solve", "--quiet", "--solver", solver])
        .args(limits)
        .arg(file)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The levels of all kinds, as files, the small ones first.
fn levels(folder: &Path) -> Vec<PathBuf> {
    let sizes: &[(usize, usize)] = if cases::is_long() {
        &[(100, 1000), (200, 3000), (500, 20_000), (1000, 12), (1000, 50_000)]
    } else {
        &[(200, 3000)]
    };
    let mut files = Vec::new();
    for &(side, boxes) in sizes {
        for kind in KINDS {
            let file = folder.join(format!("{kind:?}-{side}-{boxes}.xsb"));
            fs::write(&file, draw(kind, side, boxes)).unwrap();
            files.push(file);
        }
    }
    files
}

#[test]
fn large_levels_end_within_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let (mut cases, mut slowest, mut largest) = (0, Duration::ZERO, 0);
    for file in levels(folder.path()) {
        for solver in SOLVERS {
            let child = solve(&file, solver, &["--time-limit", "500ms", "--memory-limit", "100MiB"]);
            let (code, peak, time) = watch(child);
            let told = format!("{solver} {}: {code:?}, {} KiB, {time:?}", file.display(), peak >> 10);
            assert!(matches!(code, Some(0 | 11 | 12 | 22 | 23)), "{told}");
            assert!(time < TIME_LIMIT + SLACK, "{told}");
            assert!(peak < MEMORY_LIMIT / 100 * 105, "{told}");
            cases += 1;
            slowest = slowest.max(time);
            largest = largest.max(peak);
        }
    }
    cases::tell(&format!("{cases} large levels, at most {slowest:?} and {} KiB", largest >> 10));
}

#[test]
fn large_levels_end_soon_after_an_interrupt() {
    let folder = tempfile::tempdir().unwrap();
    let mut cases = 0;
    for file in levels(folder.path()) {
        for (at, solver) in SOLVERS.into_iter().enumerate() {
            let child = solve(&file, solver, &["--memory-limit", "2GiB"]);
            std::thread::sleep(Duration::from_millis(150 * (1 + at as u64 % 4)));
            interrupt(&child, "-INT");
            let (code, _, time) = watch(child);
            assert!(time < SLACK, "{solver} {}: {code:?}, {time:?}", file.display());
            cases += 1;
        }
    }
    cases::tell(&format!("{cases} interrupts"));
}
