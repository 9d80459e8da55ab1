//! The charts: how much is solved within a time, and one solver against the others, on logarithmic axes.
//!
//! In: a [`Comparison`]. Out: SVG inside a page. Unsolved runs are on the far edge of a scatter plot.

use std::fmt::Write;

use crate::compare::outcome::{Ending, Outcome};
use crate::compare::run::{Compared, Comparison};
use banto_base::page::{Axis, BOTTOM_EDGE, LEFT_EDGE, Plot, RIGHT_EDGE, Scale, TOP_EDGE, color, escape};

/// Times below this count as equal.
const LEAST_SECONDS: f64 = 1e-5;

fn seconds(outcome: &Outcome) -> f64 {
    outcome.taken.best().as_secs_f64().max(LEAST_SECONDS)
}

/// The time that a run may take, for a name of an axis.
fn limited(comparison: &Comparison) -> String {
    comparison.allowed.time.map(|time| format!(", at most {}", time.as_secs_f64())).unwrap_or_default()
}

/// `None` for another program.
#[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
fn expanded(outcome: &Outcome) -> Option<f64> {
    outcome.known_work().map(|work| work.counts.expanded.max(1) as f64)
}

/// How many levels or tasks each solver has answered within a time, with a solution or a proof that there is none.
#[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
pub(super) fn answered_in_time(comparison: &Comparison) -> String {
    let answered = |solver: usize| {
        let outcomes = comparison.entries.iter().filter_map(move |one| one.outcomes[solver].as_ref());
        let is_answer =
            |outcome: &&Outcome| matches!(outcome.ending, Ending::Solved(_) | Ending::Unsolvable(_));
        let mut times: Vec<f64> = outcomes.filter(is_answer).map(seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let all: Vec<Vec<f64>> = (0..comparison.solvers.len()).map(answered).collect();
    let limit = comparison.allowed.time.map(|time| time.as_secs_f64());
    let x = Axis::new(Scale::Powers, all.iter().flatten().copied().chain(limit), LEFT_EDGE, RIGHT_EDGE);
    let most = comparison.entries.len().max(1);
    let y = |count: usize| BOTTOM_EDGE - (BOTTOM_EDGE - TOP_EDGE) * count as f64 / most as f64;
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| most / step <= 7).unwrap_or(1000);
    let rows: Vec<(f64, String)> =
        (0..=most).step_by(step).map(|count| (y(count), count.to_string())).collect();
    let kind = comparison.kind();
    let names = (
        format!("{} seconds per {}{}", comparison.clock(), kind.one(), limited(comparison)),
        format!("{} answered", kind.many()),
    );
    let mut plot = Plot::new(&x, &rows, (&names.0, &names.1), &format!("{} within a time", names.1));
    let end = x.at(limit.unwrap_or(f64::INFINITY).min(x.end()));
    for (solver, times) in all.iter().enumerate() {
        let Some(first) = times.first() else { continue };
        let mut path = format!("M{:.1} {:.1}", x.at(*first), y(0));
        for (index, time) in times.iter().enumerate() {
            let _ = write!(path, "H{:.1}V{:.1}", x.at(*time), y(index + 1));
        }
        let _ = write!(path, "H{end:.1}");
        plot.line(&color(solver), &path, comparison.solvers[solver].name());
    }
    plot.end()
}

/// Which figure of a run a scatter plot shows.
#[derive(Clone, Copy)]
pub(super) enum Figure {
    /// Seconds.
    Time,
    /// Expanded states.
    Expanded,
}

/// Other solvers against the first: a mark for each level or task.
pub(super) fn scatter(comparison: &Comparison, figure: Figure, others: &[usize]) -> String {
    let (what, pick): (&str, fn(&Outcome) -> Option<f64>) = match figure {
        Figure::Time => (&format!("{} seconds", comparison.clock()), |outcome| Some(seconds(outcome))),
        Figure::Expanded => ("expanded states", expanded),
    };
    let limit = if matches!(figure, Figure::Time) { limited(comparison) } else { String::new() };
    let solved = |one: &Compared, solver: usize| {
        one.outcomes[solver].as_ref().filter(|outcome| outcome.solution().is_some()).and_then(pick)
    };
    let shown = || std::iter::once(0).chain(others.iter().copied());
    let numbers =
        comparison.entries.iter().flat_map(|one| shown().filter_map(move |solver| solved(one, solver)));
    let numbers: Vec<f64> = numbers.collect();
    let x = Axis::new(Scale::Powers, numbers.iter().copied(), LEFT_EDGE, RIGHT_EDGE - 12.0);
    let y = Axis::new(Scale::Powers, numbers.iter().copied(), BOTTOM_EDGE, TOP_EDGE + 12.0);
    let first = comparison.solvers[0].name();
    let names = (format!("{what} by {first}{limit}"), format!("{what} by the others"));
    let label = format!("{what} of each solver against {first}");
    let mut plot = Plot::new(&x, &y.ticks(), (&names.0, &names.1), &label);
    plot.path("even", &format!("M{:.1} {:.1}L{:.1} {:.1}", x.from, y.from, x.to, y.to));
    plot.path("rim", &format!("M{LEFT_EDGE} {TOP_EDGE}H{RIGHT_EDGE}V{BOTTOM_EDGE}"));
    for one in &comparison.entries {
        for solver in others.iter().copied() {
            let (mine, theirs) = (solved(one, 0), solved(one, solver));
            // A case that neither has solved says nothing.
            if mine.is_none() && theirs.is_none() {
                continue;
            }
            let at = (
                mine.map_or(RIGHT_EDGE, |number| x.at(number)),
                theirs.map_or(TOP_EDGE, |number| y.at(number)),
            );
            let show = |number: Option<f64>| {
                number.map_or_else(
                    || "not solved".to_owned(),
                    |number| match figure {
                        Figure::Time => format!("{number:.3}s"),
                        Figure::Expanded => format!("{number:.0}"),
                    },
                )
            };
            let name = comparison.solvers[solver].name();
            let title = format!("{}: {first} {}, {name} {}", one.entry.title(), show(mine), show(theirs));
            plot.dot(&color(solver), at, &title);
        }
    }
    plot.end()
}

/// Which color is which solver.
pub(super) fn legend(comparison: &Comparison) -> String {
    let one = |(index, solver): (usize, &crate::compare::SolverName)| {
        format!("<li><span class=\"swatch {}\"></span>{}</li>", color(index), escape(solver.name()))
    };
    let all: String = comparison.solvers.iter().enumerate().map(one).collect();
    format!("<ul class=\"legend\">{all}</ul>\n")
}
