//! A comparison as text for a terminal: a table for each level or task, and a summary.
//!
//! In: a [`Comparison`]. Out: text.

use std::fmt::Write;

use indexmap::IndexMap;

use super::columns::Table;
use super::entry::EntryKind;
use super::figures::{more, seconds, times};
use super::outcome::{Ending, Outcome};
use super::price::{Price, Ratio, pairs, prices, ratio};
use super::run::{Compared, Comparison};
use banto_base::source::printable;

/// Everything: levels or tasks, if there are several only where each is wanted, then the summary. Columns for which a
/// terminal of this width has no room are below.
pub fn text(comparison: &Comparison, with_each: bool, width: Option<usize>) -> String {
    let mut out = String::new();
    for one in comparison.entries.iter().filter(|_| with_each || comparison.entries.len() == 1) {
        // A run that was not begun has nothing to show.
        if one.is_begun() {
            out.push_str(&entry(comparison, one, width));
            out.push('\n');
        }
    }
    if let [_] = comparison.entries[..] {
        // The sums of one are the same figures again, and its times are of one process unless something else is said.
        let span = comparison.allowed.fresh.then(|| span(comparison));
        let notes: Vec<String> = span.into_iter().chain(told_apart(comparison)).collect();
        return out.trim_end().to_owned() + "\n" + &ended(&notes);
    }
    out + &summary(comparison, width)
}

/// Lines, each with its end.
fn ended(lines: &[String]) -> String {
    lines.join("\n") + if lines.is_empty() { "" } else { "\n" }
}

/// One level or task.
pub fn entry(comparison: &Comparison, compared: &Compared, width: Option<usize>) -> String {
    let entry = &compared.entry;
    let (place, title) = (entry.place(), entry.title());
    // A level without a title is called by its number, which the place has.
    let title = if place.ends_with(&title) { String::new() } else { format!(": {}", printable(&title)) };
    let mut out = format!("{place}{title} ({})\n", entry.size());
    align(&mut out, &Table::of_runs(comparison, compared), width);
    for (solver, outcome) in comparison.solvers.iter().zip(&compared.outcomes) {
        if let Some(Ending::Failed(word, reason)) = outcome.as_ref().map(|outcome| &outcome.ending) {
            let _ = writeln!(out, "  {}: {}: {}", solver.name(), word.replace('-', " "), printable(reason));
        }
    }
    for (solver, outcome) in comparison.solvers.iter().zip(&compared.outcomes) {
        // With nothing to improve, all of it is the first plan.
        if let Some([first, improvement]) = outcome.as_ref().and_then(Outcome::parts)
            && improvement.1 > 0
        {
            let [first, improvement] =
                [("first plan", first), ("improvement", improvement)].map(|(part, (taken, expanded))| {
                    format!("{part} {}, expanded {expanded}", seconds(taken.best()))
                });
            let _ = writeln!(out, "  {}: {first}; {improvement}", solver.name());
        }
    }
    let mut both = pairs(comparison);
    if both.is_empty() && comparison.solvers.len() == 2 {
        both.push((1, 0));
    }
    for (of, over) in both {
        let Some(ratio) = ratio(compared, of, over) else { continue };
        let [of, over] = [of, over].map(|solver| comparison.solvers[solver].name());
        let lengths = comparison.kind().lengths().into_iter().zip(ratio.lengths.into_iter().flatten());
        let lengths: Vec<String> =
            lengths.map(|(what, more_of)| format!("{what} {}, ", more(more_of))).collect();
        let lengths = lengths.concat();
        let advice = if ratio.is_too_short && comparison.entries.len() == 1 {
            advised(comparison)
        } else {
            String::new()
        };
        let _ = writeln!(out, "  {of} against {over}: {lengths}{}{advice}", price(&ratio));
    }
    out
}

/// What is said in place of a price of a few milliseconds.
const TIME_TOO_SHORT: &str = "time too short to compare";
/// What helps against it.
fn advised(comparison: &Comparison) -> String {
    format!(
        ": take {} {}",
        if comparison.kind() == EntryKind::Levels { "more" } else { "larger" },
        comparison.kind().many()
    )
}

/// How the figures of prices come about, which may seem to contradict sums.
pub(super) const OF_WHAT: &str = "medians over the levels that either solves, a level that only one solves counting as \
                                  unbounded for the other, and in brackets where they lie with a confidence of 95 %; in \
                                  sums, long levels weigh most";

/// What a solver took on a level, relative to another.
pub(super) fn price(ratio: &Ratio) -> String {
    match ratio {
        Ratio { time: f64::INFINITY, .. } => "not solved, the other is".to_owned(),
        Ratio { time: 0.0, .. } => "solved, the other is not".to_owned(),
        Ratio { is_too_short: true, .. } => TIME_TOO_SHORT.to_owned(),
        Ratio { time, bytes, .. } => format!("time {}, bytes of states {}", times(*time), times(*bytes)),
    }
}

/// Sums over everything, over what all have solved, and the price of generality.
pub fn summary(comparison: &Comparison, width: Option<usize>) -> String {
    let mut out = format!("summary of {}\n", comparison.kind().counted(comparison.entries.len()));
    for table in Table::of_sums(comparison) {
        if let Some(title) = &table.title {
            let _ = writeln!(out, "{title}");
        }
        align(&mut out, &table, width);
    }
    out += &ended(&notes(comparison));
    for Price { names: [of, over], .. } in prices(comparison).iter().filter(|price| price.is_too_short) {
        let _ =
            writeln!(out, "price of generality, {of} over {over}: {TIME_TOO_SHORT}{}", advised(comparison));
    }
    if let Some(table) = Table::of_prices(comparison) {
        let _ = writeln!(out, "price of generality: {OF_WHAT}");
        align(&mut out, &table, width);
    }
    out
}

fn span(comparison: &Comparison) -> String {
    format!("times: {}", comparison.span())
}

/// What has to be known about the sums, a sentence each.
pub(super) fn notes(comparison: &Comparison) -> Vec<String> {
    let mean = "PAR2, PAR10: the mean time, where a run without an answer counts as 2 or 10 times the limit";
    [vec![span(comparison), mean.to_owned()], told_apart(comparison)].concat()
}

/// Which solvers do not do the same.
fn told_apart(comparison: &Comparison) -> Vec<String> {
    let mut out = Vec::new();
    if comparison.count_differently() {
        let mut kinds: IndexMap<String, Vec<&str>> = IndexMap::new();
        for (index, solver) in comparison.solvers.iter().enumerate() {
            kinds.entry(comparison.expands(index)).or_default().push(solver.name());
        }
        let kinds = kinds.iter().filter(|(kind, _)| !kind.is_empty());
        let kinds: Vec<String> = kinds.map(|(kind, of)| format!("{} ({kind})", of.join(", "))).collect();
        let kinds = kinds.join("; ").replace("decoupled states", "states that leave open what moves freely");
        let kinds = kinds.replace("in turns", "by several searches in turns");
        out.push(format!("what is expanded is not the same, so its counts are not compared: {kinds}"));
    }
    for (of, over) in pairs(comparison) {
        let [of, over] = [of, over].map(|solver| &comparison.solvers[solver]);
        if of.promised() != over.promised() {
            let asked = [of, over].map(|solver| {
                let promised =
                    solver.promised().map_or("no measure".to_owned(), |words| format!("the {words}"));
                format!("{} promises {promised}", solver.name())
            });
            out.push(format!("not the same is asked: {}", asked.join(", ")));
        }
    }
    out
}

/// Aligns rows in columns, words to the left, numbers to the right: in one table, or if that is wider than there is
/// room, in several, each with the first column.
fn align(out: &mut String, table: &Table, room: Option<usize>) {
    const INDENT: usize = 2;
    let rows: Vec<&Vec<String>> = std::iter::once(&table.head).chain(&table.rows).collect();
    let columns = table.head.len();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let is_word = |column: usize| column == 0 || matches!(&*table.head[column], "status" | "other endings");
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut used = usize::MAX;
    for column in 1..columns {
        let more = INDENT + widths[column];
        if room.is_some_and(|room| used.saturating_add(more) > room) || parts.is_empty() {
            parts.push(vec![0]);
            used = INDENT + widths[0];
        }
        used += more;
        parts.last_mut().into_iter().for_each(|part| part.push(column));
    }
    for part in parts {
        for row in rows.iter().filter(|row| part[1] < row.len()) {
            let mut line = " ".repeat(INDENT);
            for column in part.iter().copied().filter(|column| *column < row.len()) {
                let cell = &row[column];
                let gap = " ".repeat(widths[column] - cell.chars().count());
                let space = if column > 0 { "  " } else { "" };
                let (before, after) = if is_word(column) { ("", gap.as_str()) } else { (gap.as_str(), "") };
                let _ = write!(line, "{space}{before}{cell}{after}");
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
}
