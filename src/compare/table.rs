//! A comparison as text for a terminal: a table for each level, and a summary.
//!
//! In: a [`Comparison`]. Out: text.

use std::fmt::Write;

use super::figures::{counted, more, rate, seconds, size, times};
use super::outcome::{Ending, Outcome};
use super::price::{Sum, common, pairs, prices, ratio, sum};
use super::run::{Compared, Comparison};
use crate::sokoban::Cell;
use crate::sokoban::level::printable;

/// The columns of a level's table.
const COLUMNS: [&str; 9] =
    ["status", "pushes", "moves", "time", "expanded", "generated", "states", "expanded/s", "memory"];

/// Everything: levels, then the summary.
pub fn text(comparison: &Comparison) -> String {
    let mut out = String::new();
    for level in &comparison.levels {
        // A level that was not begun has nothing to show.
        if level.outcomes.iter().any(Option::is_some) {
            out.push_str(&self::level(comparison, level));
            out.push('\n');
        }
    }
    out + &summary(comparison)
}

/// One level.
pub fn level(comparison: &Comparison, level: &Compared) -> String {
    let entry = &level.entry;
    let board = &entry.level;
    let mut out = format!(
        "{} level {}: {} ({} x {}, {})\n",
        entry.file,
        entry.number,
        printable(&entry.title()),
        board.width(),
        board.height(),
        counted(board.count(Cell::has_box), "box", "boxes"),
    );
    let mut rows = vec![std::iter::once("solver").chain(COLUMNS).map(str::to_owned).collect()];
    for (solver, outcome) in comparison.solvers.iter().zip(&level.outcomes) {
        let mut row = vec![solver.name().to_owned()];
        match outcome {
            Some(outcome) => row.extend(cells(outcome)),
            None => row.push("not run".to_owned()),
        }
        rows.push(row);
    }
    align(&mut out, &rows, 2);
    for (of, over) in pairs(comparison) {
        if let Some(ratio) = ratio(level, of, over) {
            let names = (comparison.solvers[of].name(), comparison.solvers[over].name());
            let _ = writeln!(
                out,
                "  price of {} over {}: time {}, expanded {}",
                names.0,
                names.1,
                times(ratio.time),
                times(ratio.expanded)
            );
        }
    }
    if let ([first, second], Some(ratio)) = (comparison.solvers.as_slice(), ratio(level, 1, 0)) {
        let _ = writeln!(
            out,
            "  {} against {}: pushes {}, moves {}, time {}",
            second.name(),
            first.name(),
            more(ratio.pushes),
            more(ratio.moves),
            times(ratio.time)
        );
    }
    out
}

/// The figures of one run.
pub fn cells(outcome: &Outcome) -> [String; 9] {
    let solution = outcome.solution();
    let length = |length: Option<usize>| length.map_or_else(|| "-".to_owned(), |length| length.to_string());
    let status = match &outcome.ending {
        Ending::Stopped(stop) => stop.to_string(),
        ending => ending.word().to_owned(),
    };
    [
        status,
        length(solution.map(|solution| solution.pushes)),
        length(solution.map(|solution| solution.moves)),
        seconds(outcome.time),
        outcome.work.counts.expanded.to_string(),
        outcome.work.counts.generated.to_string(),
        outcome.work.states.to_string(),
        rate(outcome.speed()),
        size(outcome.work.bytes),
    ]
}

/// Sums over all levels, over those that all have solved, and the price of generality.
pub fn summary(comparison: &Comparison) -> String {
    let mut out = format!("summary of {}\n", counted(comparison.levels.len(), "level", "levels"));
    let head =
        ["solver", "solved", "unsolvable", "time", "expanded", "generated", "expanded/s", "most memory"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (index, solver) in comparison.solvers.iter().enumerate() {
        let Sum { solved, unsolvable, time, expanded, generated, bytes, .. } = sum(comparison, index);
        let speed = rate(sum(comparison, index).speed());
        rows.push(vec![
            solver.name().to_owned(),
            solved.to_string(),
            unsolvable.to_string(),
            seconds(time),
            expanded.to_string(),
            generated.to_string(),
            speed,
            size(bytes),
        ]);
    }
    align(&mut out, &rows, 2);
    let both = common(comparison, 0).solved;
    if both > 0 && comparison.solvers.len() > 1 {
        let _ = writeln!(out, "{} that every solver has solved", counted(both, "level", "levels"));
        let head = ["solver", "pushes", "moves", "time", "expanded", "generated"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (index, solver) in comparison.solvers.iter().enumerate() {
            let Sum { pushes, moves, time, expanded, generated, .. } = common(comparison, index);
            let counts = [pushes.to_string(), moves.to_string(), seconds(time)];
            let mut row = vec![solver.name().to_owned()];
            row.extend(counts.into_iter().chain([expanded.to_string(), generated.to_string()]));
            rows.push(row);
        }
        align(&mut out, &rows, 2);
    }
    for price in prices(comparison) {
        let _ = writeln!(
            out,
            "price of generality, {} over {}: time {}, expanded {} (median of {})",
            comparison.solvers[price.of].name(),
            comparison.solvers[price.over].name(),
            times(price.time),
            times(price.expanded),
            counted(price.levels, "level", "levels"),
        );
    }
    out
}

/// Writes rows as columns: words to the left, numbers to the right.
fn align(out: &mut String, rows: &[Vec<String>], indent: usize) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let is_word = |column: usize| column == 0 || rows.first().is_some_and(|head| head[column] == "status");
    for row in rows {
        let mut line = " ".repeat(indent);
        for (column, cell) in row.iter().enumerate() {
            let gap = " ".repeat(widths[column] - cell.chars().count());
            let space = if column > 0 { "  " } else { "" };
            let (before, after) = if is_word(column) { ("", gap.as_str()) } else { (gap.as_str(), "") };
            let _ = write!(line, "{space}{before}{cell}{after}");
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
