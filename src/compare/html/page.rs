//! The page from top to bottom: summary, plots, and a section for each level.
//!
//! In: a [`Comparison`]. Out: the text of the page. Plots and boards are drawn elsewhere.

use std::fmt::Write;

use super::plots::{Figure, cactus, legend, scatter};
use super::{board, color};
use crate::compare::figures::{counted, rate, seconds, size, times};
use crate::compare::price::{Sum, common, pairs, prices, ratio, sum};
use crate::compare::run::{Compared, Comparison};
use crate::compare::solver::SolverName;
use crate::compare::table::cells;
use crate::sokoban::Cell;
use crate::sokoban::level::escape;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The whole page.
pub fn page(comparison: &Comparison) -> String {
    let levels = counted(comparison.levels.len(), "level", "levels");
    let solvers = counted(comparison.solvers.len(), "solver", "solvers");
    let limit = comparison.allowed.time.map(|time| format!(", at most {}s for each run", time.as_secs_f64()));
    let mut outcomes = comparison.levels.iter().flat_map(|level| level.outcomes.iter().flatten());
    let validated = if outcomes.any(|outcome| outcome.solution().is_some()) {
        " Every solution has been replayed and accepted by the validator."
    } else {
        " No solution was found."
    };
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>Solvers side by side</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Solvers side by side</h1>\n<p class=\"lead\">{solvers} on {levels}{}.{validated}</p>\n",
        limit.unwrap_or_default()
    );
    if !comparison.is_whole() {
        out.push_str("<p class=\"lead\">The comparison was interrupted: not every solver was run on every level.</p>\n");
    }
    out.push_str(&summary(comparison));
    out.push_str("<section>\n<h2>Plots</h2>\n");
    out.push_str(&legend(comparison));
    out.push_str("<div class=\"plots\">\n<figure>\n");
    out.push_str(&cactus(comparison));
    out.push_str("<figcaption>Levels solved within a time: higher and further to the left is better.</figcaption>\n</figure>\n");
    if comparison.solvers.len() > 1 {
        let first = escape(comparison.solvers[0].name());
        for (figure, what) in [(Figure::Time, "Time"), (Figure::Expanded, "Expanded states")] {
            out.push_str("<figure>\n");
            out.push_str(&scatter(comparison, figure));
            let _ = writeln!(
                out,
                "<figcaption>{what}: a mark above the line is a level that takes the other solver more than {first}. \
                 A mark on the rim was not solved.</figcaption>\n</figure>"
            );
        }
    }
    out.push_str("</div>\n</section>\n");
    for one in comparison.levels.iter().filter(|level| level.outcomes.iter().any(Option::is_some)) {
        out.push_str(&level(comparison, one));
    }
    let _ = write!(
        out,
        "<footer>Made by banto {}.</footer>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION")
    );
    out
}

/// The first cell of a row: a solver in its colour.
fn named(index: usize, solver: &SolverName) -> String {
    format!("<th scope=\"row\"><span class=\"swatch {}\"></span>{}</th>", color(index), escape(solver.name()))
}

fn head(names: &[&str]) -> String {
    let mut out = String::from("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for name in names {
        let _ = write!(out, "<th scope=\"col\">{name}</th>");
    }
    out + "</tr></thead>\n<tbody>\n"
}

fn row(first: &str, cells: &[String]) -> String {
    let mut out = format!("<tr>{first}");
    for cell in cells {
        let _ = write!(out, "<td>{}</td>", escape(cell));
    }
    out + "</tr>\n"
}

const END: &str = "</tbody>\n</table></div>\n";

fn summary(comparison: &Comparison) -> String {
    let solvers = || comparison.solvers.iter().enumerate();
    let mut out = String::from("<section>\n<h2>Summary</h2>\n");
    out.push_str(&head(&[
        "solver",
        "solved",
        "unsolvable",
        "time",
        "expanded",
        "generated",
        "expanded/s",
        "most memory",
    ]));
    for (index, solver) in solvers() {
        let sum = sum(comparison, index);
        let speed = rate(sum.speed());
        let Sum { solved, unsolvable, time, expanded, generated, bytes, .. } = sum;
        let counts = [solved.to_string(), unsolvable.to_string(), seconds(time), expanded.to_string()];
        let rest = [generated.to_string(), speed, size(bytes)];
        out.push_str(&row(&named(index, solver), &[&counts[..], &rest[..]].concat()));
    }
    out.push_str(END);
    let both = common(comparison, 0).solved;
    if both > 0 && comparison.solvers.len() > 1 {
        let _ = writeln!(out, "<h3>{} that every solver has solved</h3>", counted(both, "level", "levels"));
        out.push_str(&head(&["solver", "pushes", "moves", "time", "expanded", "generated"]));
        for (index, solver) in solvers() {
            let Sum { pushes, moves, time, expanded, generated, .. } = common(comparison, index);
            let counts = [
                pushes.to_string(),
                moves.to_string(),
                seconds(time),
                expanded.to_string(),
                generated.to_string(),
            ];
            out.push_str(&row(&named(index, solver), &counts));
        }
        out.push_str(END);
    }
    let prices = prices(comparison);
    if !prices.is_empty() {
        out.push_str("<h3>The price of generality</h3>\n<p>What general planning takes in place of direct search, in the \
                      middle of all levels that both have solved.</p>\n");
        out.push_str(&head(&["solver", "over", "levels", "time", "expanded"]));
        for price in prices {
            let over = comparison.solvers[price.over].name().to_owned();
            let figures = [over, price.levels.to_string(), times(price.time), times(price.expanded)];
            out.push_str(&row(&named(price.of, &comparison.solvers[price.of]), &figures));
        }
        out.push_str(END);
    }
    out + "</section>\n"
}

fn level(comparison: &Comparison, level: &Compared) -> String {
    let (entry, drawn) = (&level.entry, &level.entry.level);
    let title = entry.title();
    let author = drawn.author.as_ref().map(|author| format!(" by {}", escape(author))).unwrap_or_default();
    let mut out = format!(
        "<section class=\"level\">\n<h2>{}</h2>\n<p class=\"where\">{} level {}{author}: {} x {}, {}</p>\n<div class=\"pair\">\n<div>\n",
        escape(&title),
        escape(&entry.file),
        entry.number,
        drawn.width(),
        drawn.height(),
        counted(drawn.count(Cell::has_box), "box", "boxes"),
    );
    out.push_str(&board::svg(drawn, &title));
    out.push_str(&player(comparison, level));
    out.push_str("</div>\n");
    out.push_str(&head(&[
        "solver",
        "status",
        "pushes",
        "moves",
        "time",
        "expanded",
        "generated",
        "states",
        "expanded/s",
        "memory",
        "price",
    ]));
    let pairs = pairs(comparison);
    for (index, (solver, outcome)) in comparison.solvers.iter().zip(&level.outcomes).enumerate() {
        let Some(outcome) = outcome else {
            out.push_str(&row(&named(index, solver), &["not run".to_owned()]));
            continue;
        };
        let over = pairs.iter().find(|pair| pair.0 == index).map(|pair| pair.1);
        let ratio = over.and_then(|over| ratio(level, index, over));
        let price =
            ratio.map(|ratio| format!("{} time, {} expanded", times(ratio.time), times(ratio.expanded)));
        let mut figures = cells(outcome).to_vec();
        figures.push(price.unwrap_or_default());
        out.push_str(&row(&named(index, solver), &figures));
    }
    out + END + "</div>\n</section>\n"
}

/// The buttons: what the script calls them, what they do, and their signs.
const BUTTONS: [(&str, &str, &str); 5] = [
    ("first", "to the start", "M3 3h2v10H3zM13 3v10L6 8z"),
    ("back", "one move back", "M11 3H8L4 8l4 5h3L7 8z"),
    ("play", "play or stop", "M4 3v10l8-5z"),
    ("forward", "one move forward", "M5 3h3l4 5-4 5H5l4-5z"),
    ("last", "to the end", "M11 3h2v10h-2zM3 3v10l7-5z"),
];

/// The buttons that step through solutions; empty without a solution.
fn player(comparison: &Comparison, level: &Compared) -> String {
    let solved = comparison.solvers.iter().zip(&level.outcomes);
    let options: String = solved
        .filter_map(|(solver, outcome)| {
            let solution = outcome.as_ref()?.solution()?;
            let (name, lurd) = (escape(solver.name()), &solution.lurd);
            Some(format!("<option value=\"{lurd}\">{name}</option>"))
        })
        .collect();
    if options.is_empty() {
        return "<p class=\"none\">No solution to show.</p>\n".to_owned();
    }
    let mut out = String::from("<div class=\"player\" tabindex=\"0\"><div class=\"bar\">");
    for (name, title, shape) in BUTTONS {
        let _ = write!(
            out,
            "<button type=\"button\" data-do=\"{name}\" title=\"{title}\" aria-label=\"{title}\">\
             <svg viewBox=\"0 0 16 16\"><path d=\"{shape}\"/></svg></button>"
        );
    }
    let _ =
        writeln!(out, "</div><label>solution of <select>{options}</select></label><output>0</output></div>");
    out
}
