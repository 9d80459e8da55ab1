//! A comparison as text for a terminal: a table for each level or task, and a summary.
//!
//! In: a [`Comparison`]. Out: text.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::time::Duration;

use super::figures::{counted, more, rate, seconds, show_memory, times};
use super::outcome::{Ending, Outcome, Solution};
use super::price::{Middle, Price, Ratio, Seeds, Sum, common, pairs, prices, ratio, seeds, sum};
use super::run::{Compared, Comparison};
use super::solver::SolverName;
use banto_base::source::printable;

/// The columns of the table of one level or task.
pub(super) fn columns(comparison: &Comparison) -> [&'static str; 10] {
    let [first, second] = comparison.kind().lengths();
    let clock = comparison.clock();
    ["status", first, second, clock, "peak", "expanded", "generated", "states", "expanded/s", "memory"]
}

/// Everything: levels or tasks, then the summary. Columns for which a terminal of this width has no room are below.
pub fn text(comparison: &Comparison, width: Option<usize>) -> String {
    let mut out = String::new();
    for one in &comparison.entries {
        // A run that was not begun has nothing to show.
        if one.is_begun() {
            out.push_str(&entry(comparison, one, width));
            out.push('\n');
        }
    }
    out + &summary(comparison, width)
}

/// One level or task.
pub fn entry(comparison: &Comparison, compared: &Compared, width: Option<usize>) -> String {
    let entry = &compared.entry;
    let (place, title) = (entry.place(), entry.title());
    // A level without a title is called by its number, which the place has.
    let title = if place.ends_with(&title) { String::new() } else { format!(": {}", printable(&title)) };
    let mut out = format!("{place}{title} ({})\n", entry.size());
    let mut rows = vec![std::iter::once("solver").chain(columns(comparison)).map(str::to_owned).collect()];
    for (solver, outcome) in comparison.solvers.iter().zip(&compared.outcomes) {
        let mut row = vec![solver.name().to_owned()];
        match outcome {
            Some(outcome) => row.extend(cells(outcome)),
            None => row.push("not run".to_owned()),
        }
        rows.push(row);
    }
    align(&mut out, &rows, width);
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
    for (of, over) in pairs(comparison) {
        if let Some(ratio) = ratio(compared, of, over) {
            let [of, over] = [of, over].map(|solver| comparison.solvers[solver].name());
            let _ = writeln!(out, "  price of {of} over {over}: {}", price(&ratio));
        }
    }
    let lengths = comparison.kind().lengths();
    if let ([first, second], Some(ratio)) = (comparison.solvers.as_slice(), ratio(compared, 1, 0))
        && let Some(more_of) = ratio.lengths
    {
        let _ = writeln!(
            out,
            "  {} against {}: {} {}, {} {}, time {}",
            second.name(),
            first.name(),
            lengths[0],
            more(more_of[0]),
            lengths[1],
            more(more_of[1]),
            times(ratio.time)
        );
    }
    out
}

/// The price of one solver over another on a level.
pub(super) fn price(ratio: &Ratio) -> String {
    if ratio.time.is_infinite() {
        return "not solved, the other is".to_owned();
    }
    if ratio.time == 0.0 {
        return "solved, the other is not".to_owned();
    }
    format!("time {}, bytes of states {}", times(ratio.time), times(ratio.bytes))
}

/// The median of a ratio, and where it lies.
pub(super) fn middle(middle: &Middle) -> String {
    let interval = middle.interval.map(|[low, high]| format!(" ({} to {})", times(low), times(high)));
    times(middle.median) + &interval.unwrap_or_default()
}

/// The figures of one run.
pub fn cells(outcome: &Outcome) -> [String; 10] {
    let solution = outcome.solution();
    let length = |index: usize| {
        solution.map_or_else(|| "-".to_owned(), |solution: &Solution| solution.lengths[index].to_string())
    };
    // Of other programs, nothing is known of states; and some runs of ours end before there are any.
    let is_counted = !outcome.is_foreign && !outcome.expands.is_empty();
    let counted = |figure: String| if is_counted { figure } else { "-".to_owned() };
    let status = match &outcome.ending {
        Ending::Stopped(stop) => stop.to_string(),
        Ending::Failed("crashed", signal) => format!("crashed: {signal}"),
        Ending::Solved(_) if outcome.is_least => "optimal".to_owned(),
        ending => ending.word().to_owned(),
    };
    [
        status,
        length(0),
        length(1),
        seconds(outcome.taken.best()),
        outcome.peak.map_or("-".to_owned(), show_memory),
        counted(outcome.work.counts.expanded.to_string()),
        counted(outcome.work.counts.generated.to_string()),
        counted(outcome.work.states.to_string()),
        counted(rate(outcome.speed())),
        counted(show_memory(outcome.work.bytes)),
    ]
}

/// Sums for each solver as rows below a header: over everything, and, with a title, over what all have solved.
pub(super) fn sums(comparison: &Comparison) -> Vec<(Option<String>, Vec<Vec<String>>)> {
    let known = |solver: usize, figure: &dyn std::fmt::Display| match comparison.solvers[solver].as_external()
    {
        Some(_) => "-".to_owned(),
        None => figure.to_string(),
    };
    let rows = |head: Vec<&str>, figures: &dyn Fn(usize) -> Vec<String>| {
        let solvers = comparison.solvers.iter().enumerate();
        let rows = solvers.map(|(index, solver)| [vec![solver.name().to_owned()], figures(index)].concat());
        let head = head.into_iter().map(str::to_owned).collect();
        std::iter::once(head).chain(rows).collect::<Vec<_>>()
    };
    let head = vec![
        "solver",
        "solved",
        "unsolvable",
        "other endings",
        comparison.clock(),
        "PAR2",
        "PAR10",
        "most peak",
        "states",
        "expanded",
        "most memory",
        "an expansion is of",
    ];
    let mut all = rows(head, &|index| {
        let sum = sum(comparison, index);
        let penalized = |times| sum.penalized(times, comparison.allowed.time).map_or("-".to_owned(), seconds);
        let Sum { solved, unsolvable, time, states, expanded, bytes, peak, ref others, .. } = sum;
        let others = others
            .iter()
            .map(|((word, limit), count)| format!("{count} {}", limit.as_deref().unwrap_or(word)));
        let others: Vec<String> = others.collect();
        let others = if others.is_empty() { "-".to_owned() } else { others.join(", ") };
        let peak = peak.map_or("-".to_owned(), show_memory);
        let times = [seconds(time), penalized(2), penalized(10), peak];
        let counts = [known(index, &states), known(index, &expanded), known(index, &show_memory(bytes))];
        let counts = [&counts[..], &[expands(comparison, index)]].concat();
        [&[solved.to_string(), unsolvable.to_string(), others], &times[..], &counts].concat()
    });
    // Where all have answered, there is nothing to say of others.
    if all[1..].iter().all(|row| row[3] == "-") {
        all.iter_mut().for_each(|row| drop(row.remove(3)));
    }
    let (kind, both) = (comparison.kind(), common(comparison, 0).solved);
    let mut found = vec![(None, all)];
    let domains: BTreeSet<&str> = comparison.entries.iter().filter_map(|one| one.entry.domain()).collect();
    if domains.len() > 1 {
        let head = ["domain", "tasks"].into_iter().chain(comparison.solvers.iter().map(SolverName::name));
        let row = |domain: &str| {
            let of = || comparison.entries.iter().filter(|one| one.entry.domain() == Some(domain));
            let is_answer = |one: &&Compared, solver: usize| {
                one.outcomes[solver].as_ref().is_some_and(|outcome| outcome.ending.is_answer())
            };
            let answered = |solver| of().filter(|one| is_answer(one, solver)).count();
            let counts = std::iter::once(of().count()).chain((0..comparison.solvers.len()).map(answered));
            std::iter::once(domain.to_owned()).chain(counts.map(|count| count.to_string())).collect()
        };
        let rows = std::iter::once(head.map(str::to_owned).collect()).chain(domains.iter().copied().map(row));
        found.push((Some("answered, by domain".to_owned()), rows.collect()));
    }
    if both > 0 && comparison.solvers.len() > 1 {
        let [first, second] = kind.lengths();
        let head = vec!["solver", first, second, comparison.clock(), "states", "expanded", "generated"];
        let common = rows(head, &|index| {
            let Sum { lengths, time, states, expanded, generated, .. } = common(comparison, index);
            // Costs of several domains are not of one scale.
            let [first, second] =
                lengths.map(|length| if domains.len() > 1 { "-".to_owned() } else { length.to_string() });
            let counts = [states, expanded, generated].map(|count| known(index, &count));
            [&[first, second, seconds(time)], &counts[..]].concat()
        });
        found.push((Some(format!("{} that every solver has solved", kind.counted(both))), common));
    }
    let over = seeds(comparison);
    if !over.is_empty() {
        let head = ["solver", "seeds", "solved", kind.lengths()[0], comparison.clock(), "expanded"]
            .map(str::to_owned);
        let shown = |name: &str, number: f64| match name {
            "seconds" => seconds(Duration::from_secs_f64(number)),
            _ => format!("{number:.1}").trim_end_matches(".0").to_owned(),
        };
        let spread = |(name, quartiles): (&str, [f64; 3])| {
            let [low, median, high] = quartiles.map(|number| shown(name, number));
            if low == high { median } else { format!("{median} ({low} to {high})") }
        };
        let row = |one: Seeds| {
            [one.solver, one.seeds.to_string()].into_iter().chain(one.figures.map(spread)).collect()
        };
        let rows = std::iter::once(head.to_vec()).chain(over.into_iter().map(row)).collect();
        found.push((Some("medians and quartiles over seeds".to_owned()), rows));
    }
    found
}

/// The kinds of expanded states of a solver that were seen.
pub(super) fn expands(comparison: &Comparison, solver: usize) -> String {
    let outcomes = comparison.entries.iter().filter_map(|one| one.outcomes[solver].as_ref());
    let kinds: BTreeSet<&str> =
        outcomes.map(|outcome| outcome.expands).filter(|kind| !kind.is_empty()).collect();
    kinds.into_iter().collect::<Vec<_>>().join("; or ")
}

/// Sums over everything, over what all have solved, and the price of generality.
pub fn summary(comparison: &Comparison, width: Option<usize>) -> String {
    let mut out = format!("summary of {}\n", comparison.kind().counted(comparison.entries.len()));
    for (title, rows) in sums(comparison) {
        title.into_iter().for_each(|title| out += &(title + "\n"));
        align(&mut out, &rows, width);
    }
    out += &(notes(comparison).join("\n") + "\n");
    for Price { of, over, levels, alone, less, time, bytes, .. } in prices(comparison) {
        let [of, over] = [of, over].map(|solver| comparison.solvers[solver].name());
        let _ = writeln!(
            out,
            "price of generality, {of} over {over}: time {}, bytes of states {}\n  \
             medians over {} that either solves; {of} alone {}, {over} alone {}; less time: {of} {}, {over} {}",
            middle(&time),
            middle(&bytes),
            counted(levels, "level", "levels"),
            alone[0],
            alone[1],
            less[0],
            less[1],
        );
    }
    out
}

/// What has to be known about the sums, a sentence each.
pub(super) fn notes(comparison: &Comparison) -> Vec<String> {
    let mut out = vec![
        "PAR2, PAR10: the mean time, where a run without an answer counts as 2 or 10 times the limit"
            .to_owned(),
    ];
    let expands = (0..comparison.solvers.len()).map(|solver| expands(comparison, solver));
    if expands.filter(|kind| !kind.is_empty()).collect::<BTreeSet<_>>().len() > 1 {
        out.push(
            "states and expansions are compared only where an expansion is of the same: see the last column"
                .to_owned(),
        );
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
fn align(out: &mut String, rows: &[Vec<String>], room: Option<usize>) {
    const INDENT: usize = 2;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let is_word = |column: usize| {
        column == 0
            || rows.first().is_some_and(|head| {
                matches!(&*head[column], "status" | "other endings" | "an expansion is of")
            })
    };
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
