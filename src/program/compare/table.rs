//! A comparison as text for a terminal: a table for each level or task, and a summary.
//!
//! In: a [`Comparison`]. Out: text.

use std::fmt::Write;

use super::entry::Kind;
use super::figures::{counted, more, rate, seconds, size, times};
use super::outcome::{Ending, Outcome, Solution};
use super::price::{Sum, common, pairs, prices, ratio, sum};
use super::run::{Compared, Comparison};
use crate::sokoban::level::printable;

/// The columns of the table of one level or task.
pub(super) fn columns(kind: Kind) -> [&'static str; 9] {
    let [first, second] = kind.lengths();
    ["status", first, second, "time", "expanded", "generated", "states", "expanded/s", "memory"]
}

/// Everything: levels or tasks, then the summary.
pub fn text(comparison: &Comparison) -> String {
    let mut out = String::new();
    for one in &comparison.entries {
        // A run that was not begun has nothing to show.
        if one.is_begun() {
            out.push_str(&entry(comparison, one));
            out.push('\n');
        }
    }
    out + &summary(comparison)
}

/// One level or task.
pub fn entry(comparison: &Comparison, compared: &Compared) -> String {
    let entry = &compared.entry;
    let (place, title) = (entry.place(), entry.title());
    // A level without a title is called by its number, which the place has.
    let title = if place.ends_with(&title) { String::new() } else { format!(": {}", printable(&title)) };
    let mut out = format!("{place}{title} ({})\n", entry.size());
    let mut rows =
        vec![std::iter::once("solver").chain(columns(comparison.kind())).map(str::to_owned).collect()];
    for (solver, outcome) in comparison.solvers.iter().zip(&compared.outcomes) {
        let mut row = vec![solver.name().to_owned()];
        match outcome {
            Some(outcome) => row.extend(cells(outcome)),
            None => row.push("not run".to_owned()),
        }
        rows.push(row);
    }
    align(&mut out, &rows, 2);
    for (of, over) in pairs(comparison) {
        if let Some(ratio) = ratio(compared, of, over) {
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
    let lengths = comparison.kind().lengths();
    if let ([first, second], Some(ratio)) = (comparison.solvers.as_slice(), ratio(compared, 1, 0)) {
        let _ = writeln!(
            out,
            "  {} against {}: {} {}, {} {}, time {}",
            second.name(),
            first.name(),
            lengths[0],
            more(ratio.lengths[0]),
            lengths[1],
            more(ratio.lengths[1]),
            times(ratio.time)
        );
    }
    out
}

/// The figures of one run.
pub fn cells(outcome: &Outcome) -> [String; 9] {
    let solution = outcome.solution();
    let length = |index: usize| {
        solution.map_or_else(|| "-".to_owned(), |solution: &Solution| solution.lengths[index].to_string())
    };
    let status = match &outcome.ending {
        Ending::Stopped(stop) => stop.to_string(),
        ending => ending.word().to_owned(),
    };
    [
        status,
        length(0),
        length(1),
        seconds(outcome.time),
        outcome.work.counts.expanded.to_string(),
        outcome.work.counts.generated.to_string(),
        outcome.work.states.to_string(),
        rate(outcome.speed()),
        size(outcome.work.bytes),
    ]
}

/// Sums for each solver as rows below a header: over everything, and, with a title, over what all have solved.
pub(super) fn sums(comparison: &Comparison) -> Vec<(Option<String>, Vec<Vec<String>>)> {
    let rows = |head: Vec<&str>, figures: &dyn Fn(usize) -> Vec<String>| {
        let solvers = comparison.solvers.iter().enumerate();
        let rows = solvers.map(|(index, solver)| [vec![solver.name().to_owned()], figures(index)].concat());
        let head = head.into_iter().map(str::to_owned).collect();
        std::iter::once(head).chain(rows).collect::<Vec<_>>()
    };
    let head =
        vec!["solver", "solved", "unsolvable", "time", "expanded", "generated", "expanded/s", "most memory"];
    let all = rows(head, &|index| {
        let sum = sum(comparison, index);
        let speed = rate(sum.speed());
        let Sum { solved, unsolvable, time, expanded, generated, bytes, .. } = sum;
        let counts = [solved.to_string(), unsolvable.to_string(), seconds(time), expanded.to_string()];
        [&counts[..], &[generated.to_string(), speed, size(bytes)]].concat()
    });
    let (kind, both) = (comparison.kind(), common(comparison, 0).solved);
    let mut found = vec![(None, all)];
    if both > 0 && comparison.solvers.len() > 1 {
        let [first, second] = kind.lengths();
        let common = rows(vec!["solver", first, second, "time", "expanded", "generated"], &|index| {
            let Sum { lengths, time, expanded, generated, .. } = common(comparison, index);
            let [first, second] = lengths.map(|length| length.to_string());
            vec![first, second, seconds(time), expanded.to_string(), generated.to_string()]
        });
        found.push((Some(format!("{} that every solver has solved", kind.counted(both))), common));
    }
    found
}

/// Sums over everything, over what all have solved, and the price of generality.
pub fn summary(comparison: &Comparison) -> String {
    let mut out = format!("summary of {}\n", comparison.kind().counted(comparison.entries.len()));
    for (title, rows) in sums(comparison) {
        title.into_iter().for_each(|title| out += &(title + "\n"));
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

/// Aligns rows in columns: words to the left, numbers to the right.
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
