//! The charts: how many levels are solved within a time, and one solver against the others, on logarithmic axes.
//!
//! In: a [`Comparison`]. Out: SVG inside a page. Levels without a solution stand on the far edge of a scatter plot.

use std::fmt::Write;

use super::color;
use crate::compare::outcome::Outcome;
use crate::compare::run::{Compared, Comparison};
use crate::sokoban::level::escape;

/// The size of a plot, and the margins of its field.
const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 44.0;

/// Numbers from `low` to `high`, whole powers of ten, on a length of the picture.
struct Axis {
    low: i32,
    high: i32,
    from: f64,
    to: f64,
}

impl Axis {
    /// The axis that holds all of some numbers.
    fn new(numbers: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Self {
        let least = numbers.clone().fold(f64::INFINITY, f64::min);
        let most = numbers.fold(0.0, f64::max);
        let (low, high) =
            if most > 0.0 { (power(least.log10().floor()), power(most.log10().ceil())) } else { (0, 1) };
        Self { low, high: high.max(low + 1), from, to }
    }

    /// Where a number is.
    fn at(&self, number: f64) -> f64 {
        let share = (number.log10() - f64::from(self.low)) / f64::from(self.high - self.low);
        self.from + (self.to - self.from) * share.clamp(0.0, 1.0)
    }

    /// The whole powers, at most some seven of them.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        let step = usize::try_from((self.high - self.low + 6) / 7).unwrap_or(1).max(1);
        let plain = self.low >= -4 && self.high <= 4;
        (self.low..=self.high)
            .step_by(step)
            .map(move |power| (self.at(10f64.powi(power)), label(power, plain)))
    }
}

#[allow(clippy::cast_possible_truncation, reason = "a power of ten of a count or a time")]
fn power(number: f64) -> i32 {
    number.clamp(-12.0, 24.0) as i32
}

/// A power of ten: written out, or as 10 with a raised number. All numbers of an axis are written in one way.
fn label(power: i32, plain: bool) -> String {
    if plain {
        return 10f64.powi(power).to_string();
    }
    let written = power.to_string();
    let raised = written.chars().map(|one| match one {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        // The others stand in a row.
        digit => char::from_u32(0x2070 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    });
    format!("10{}", raised.collect::<String>())
}

/// Times below this are all the same.
const LEAST_SECONDS: f64 = 1e-5;

fn seconds(outcome: &Outcome) -> f64 {
    outcome.time.as_secs_f64().max(LEAST_SECONDS)
}

#[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
fn expanded(outcome: &Outcome) -> f64 {
    outcome.work.counts.expanded.max(1) as f64
}

/// The frame of a plot: axes, their numbers, their names.
fn frame(x: &Axis, rows: &[(f64, String)], names: (&str, &str), label: &str) -> String {
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut out = format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\"><g class=\"grid\">",
        escape(label)
    );
    let mut numbers = String::new();
    for (at, number) in x.ticks() {
        let _ = write!(out, "<path d=\"M{at:.1} {TOP}V{bottom}\"/>");
        let _ = write!(
            numbers,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{number}</text>",
            bottom + 16.0
        );
    }
    for (at, number) in rows {
        let _ = write!(out, "<path d=\"M{LEFT} {at:.1}H{right}\"/>");
        let _ = write!(
            numbers,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{number}</text>",
            LEFT - 7.0,
            at + 4.0
        );
    }
    let middle = f64::midpoint(TOP, bottom);
    let _ = write!(
        out,
        "</g><g class=\"numbers\">{numbers}<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
         <text class=\"name\" x=\"13\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90 13 {middle:.1})\">{}</text></g>",
        f64::midpoint(LEFT, right),
        HEIGHT - 8.0,
        escape(names.0),
        escape(names.1),
    );
    out
}

/// How many levels each solver has solved within a time.
#[allow(clippy::cast_precision_loss, reason = "a place in a picture")]
pub(super) fn cactus(comparison: &Comparison) -> String {
    let solved = |solver: usize| {
        let outcomes = comparison.levels.iter().filter_map(move |level| level.outcomes[solver].as_ref());
        let mut times: Vec<f64> =
            outcomes.filter(|outcome| outcome.solution().is_some()).map(seconds).collect();
        times.sort_by(f64::total_cmp);
        times
    };
    let all: Vec<Vec<f64>> = (0..comparison.solvers.len()).map(solved).collect();
    let limit = comparison.allowed.time.map(|time| time.as_secs_f64());
    let x = Axis::new(all.iter().flatten().copied().chain(limit), LEFT, WIDTH - RIGHT);
    let most = comparison.levels.len().max(1);
    let y = |count: usize| HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * count as f64 / most as f64;
    let step = [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|step| most / step <= 7).unwrap_or(1000);
    let rows: Vec<(f64, String)> =
        (0..=most).step_by(step).map(|count| (y(count), count.to_string())).collect();
    let mut out = frame(&x, &rows, ("seconds per level", "levels solved"), "Levels solved within a time");
    let end = x.at(limit.unwrap_or(f64::INFINITY).min(10f64.powi(x.high)));
    for (solver, times) in all.iter().enumerate() {
        let Some(first) = times.first() else { continue };
        let mut path = format!("M{:.1} {:.1}", x.at(*first), y(0));
        for (index, time) in times.iter().enumerate() {
            let _ = write!(path, "H{:.1}V{:.1}", x.at(*time), y(index + 1));
        }
        let _ = write!(path, "H{end:.1}");
        let name = escape(comparison.solvers[solver].name());
        let _ =
            write!(out, "<path class=\"line {}\" d=\"{path}\"><title>{name}</title></path>", color(solver));
    }
    out + "</svg>\n"
}

/// Which figure of a run a scatter plot shows.
#[derive(Clone, Copy)]
pub(super) enum Figure {
    /// Seconds.
    Time,
    /// Expanded states.
    Expanded,
}

/// Each other solver against the first: a mark for each level.
pub(super) fn scatter(comparison: &Comparison, figure: Figure) -> String {
    let (what, pick): (&str, fn(&Outcome) -> f64) = match figure {
        Figure::Time => ("seconds", seconds),
        Figure::Expanded => ("expanded states", expanded),
    };
    let solved = |level: &Compared, solver: usize| {
        level.outcomes[solver].as_ref().filter(|outcome| outcome.solution().is_some()).map(pick)
    };
    let solvers = comparison.solvers.len();
    let numbers: Vec<f64> = comparison
        .levels
        .iter()
        .flat_map(|level| (0..solvers).filter_map(move |solver| solved(level, solver)))
        .collect();
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let x = Axis::new(numbers.iter().copied(), LEFT, right - 12.0);
    let y = Axis::new(numbers.iter().copied(), bottom, TOP + 12.0);
    let first = comparison.solvers[0].name();
    let names = (format!("{what} by {first}"), format!("{what} by the others"));
    let rows: Vec<(f64, String)> = y.ticks().collect();
    let mut out = frame(&x, &rows, (&names.0, &names.1), &format!("{what} of each solver against {first}"));
    let _ = write!(
        out,
        "<path class=\"even\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/><path class=\"rim\" d=\"M{LEFT} {TOP}H{right}V{bottom}\"/>",
        x.from, y.from, x.to, y.to
    );
    for level in &comparison.levels {
        for solver in 1..solvers {
            let (mine, theirs) = (solved(level, 0), solved(level, solver));
            // A level that neither has solved says nothing.
            if mine.is_none() && theirs.is_none() {
                continue;
            }
            let at = (mine.map_or(right, |number| x.at(number)), theirs.map_or(TOP, |number| y.at(number)));
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
            let title = format!("{}: {first} {}, {name} {}", level.entry.title(), show(mine), show(theirs));
            let _ = write!(
                out,
                "<circle class=\"dot {}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.4\"><title>{}</title></circle>",
                color(solver),
                at.0,
                at.1,
                escape(&title)
            );
        }
    }
    out + "</svg>\n"
}

/// Which colour is which solver.
pub(super) fn legend(comparison: &Comparison) -> String {
    let one = |(index, solver): (usize, &crate::compare::SolverName)| {
        format!("<li><span class=\"swatch {}\"></span>{}</li>", color(index), escape(solver.name()))
    };
    let all: String = comparison.solvers.iter().enumerate().map(one).collect();
    format!("<ul class=\"legend\">{all}</ul>\n")
}
