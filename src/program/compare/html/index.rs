//! The index of a page: a row for each level or task, to sort, filter and follow.
//!
//! In: a [`Comparison`]. Out: a section of the page.

use std::fmt::Write;

use super::section_name;
use crate::compare::columns::{Row, Run, SHOWN, titles};
use crate::compare::run::Comparison;
use crate::compare::solver::SolverName;
use banto_base::page::{END, escape, head, options};

/// Which columns of a run's table the index can show.
const FIGURES: [usize; 4] = [4, 6, 2, 3];

/// The index; empty if there is only one row.
pub(super) fn index(comparison: &Comparison) -> String {
    let kind = comparison.kind();
    if comparison.entries.len() < 2 {
        return String::new();
    }
    let names = titles::<Run<'_>>(SHOWN, comparison);
    let options = options(FIGURES.map(|at| (None, names[at].as_str())));
    let mut out = format!(
        "<section class=\"index\">\n<h2 id=\"index\">All {}</h2>\n<p class=\"choices\"><label>show only \
         <input type=\"search\" placeholder=\"a name, a file, a status\"/></label><label>figure \
         <select>{options}</select></label><output></output></p>\n",
        kind.many()
    );
    let solvers = comparison.solvers.iter().map(SolverName::name);
    out.push_str(&head([kind.one(), "size", "file"].into_iter().chain(solvers)));
    for (number, one) in comparison.entries.iter().enumerate() {
        let (title, name) = (escape(&one.entry.title()), section_name(number));
        let title = if one.is_begun() { format!("<a href=\"#{name}\">{title}</a>") } else { title };
        let _ = write!(
            out,
            "<tr data-section=\"{name}\"><th scope=\"row\">{title}</th><td>{}</td><td>{}</td>",
            escape(&one.entry.size()),
            escape(&one.entry.place())
        );
        for index in 0..one.outcomes.len() {
            let figures = figures(Run::of(comparison, one, index));
            let _ = write!(out, "<td data-figures=\"{}\"></td>", escape(&figures));
        }
        out.push_str("</tr>\n");
    }
    out + END + "</section>\n"
}

/// The figures of a run, separated by strokes; the status if it is not solved.
fn figures(run: Option<Run<'_>>) -> String {
    let Some(run) = run else { return "not run".to_owned() };
    let cells = run.cells(SHOWN);
    if run.outcome.solution().is_none() {
        return cells[1].clone();
    }
    FIGURES.map(|at| cells[at].as_str()).join("|")
}
