//! The page from top to bottom: summary, plots, an index, and a section for each level or task.
//!
//! In: a [`Comparison`]. Out: the text of the page. Plots and boards are drawn elsewhere.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::index::index;
use super::plots::{Figure, answered_in_time, legend, scatter};
use super::section_name;
use crate::compare::columns::Table;
use crate::compare::entry::{EntryKind, Subject};
use crate::compare::external::shell_word;
use crate::compare::figures::counted;
use crate::compare::outcome::Solution;
use crate::compare::price::{pairs, ratio};
use crate::compare::run::{Compared, Comparison};
use crate::compare::table::{OF_WHAT, notes, price as words_of};
use banto_base::page::{END, color, document, escape, head, options, row, stepper};
use banto_sokoban::{Alphabet, Level, draw, picture};

const SCRIPT: &str = include_str!("solutions.js");

/// The whole page.
pub fn page(comparison: &Comparison) -> String {
    let kind = comparison.kind();
    let solvers = counted(comparison.solvers.len(), "solver", "solvers");
    let limit = comparison.allowed.time.map(|time| format!(", at most {}s for each run", time.as_secs_f64()));
    let is_solved = |one: &Compared| solutions(comparison, one).next().is_some();
    let validated = if comparison.entries.iter().any(is_solved) {
        format!(" Every {} below has been replayed and accepted by the validator.", kind.solution())
    } else {
        format!(" No {} was found.", kind.solution())
    };
    let shapes = if kind == EntryKind::Levels { picture::shapes() } else { String::new() };
    let mut out = format!(
        "<svg width=\"0\" height=\"0\" aria-hidden=\"true\">\n{shapes}</svg>\n<p class=\"lead\">{solvers} on {}{}.{validated}</p>\n",
        kind.counted(comparison.entries.len()),
        limit.unwrap_or_default()
    );
    if !comparison.is_whole() {
        let _ = writeln!(
            out,
            "<p class=\"lead\">The comparison was interrupted: not every solver was run on every {}.</p>",
            kind.one()
        );
    }
    out.push_str(&summary(comparison));
    out.push_str("<section>\n<h2>Plots</h2>\n");
    out.push_str(&legend(comparison));
    out.push_str("<div class=\"plots\">\n<figure>\n");
    out.push_str(&answered_in_time(comparison));
    let _ = writeln!(
        out,
        "<figcaption>{} answered within a time, which is solved or proven to have no {}: higher and further to the left \
         is better; a line that does not reach the top shows what was not answered within the limit.</figcaption>\n</figure>",
        if kind == EntryKind::Levels { "Levels" } else { "Tasks" },
        kind.solution()
    );
    if comparison.solvers.len() > 1 {
        let first = escape(comparison.solvers[0].name());
        let all: Vec<usize> = (1..comparison.solvers.len()).collect();
        let (alike, unlike): (Vec<usize>, Vec<usize>) = all.iter().partition(|solver| {
            !comparison.expands(0).is_empty() && comparison.expands(**solver) == comparison.expands(0)
        });
        let unlike: Vec<&str> = unlike.into_iter().map(|solver| comparison.solvers[solver].name()).collect();
        let left_out = format!(" Not of the same, and so not here: {}.", escape(&unlike.join(", ")));
        let left_out = if unlike.is_empty() { String::new() } else { left_out };
        let expanded = format!("Expanded {}", escape(&comparison.expands(0)));
        let figures = [(Figure::Time, "Time", &all, ""), (Figure::Expanded, &expanded, &alike, &left_out)];
        for (figure, what, others, left_out) in figures.into_iter().filter(|figure| !figure.2.is_empty()) {
            out.push_str("<figure>\n");
            out.push_str(&scatter(comparison, figure, others));
            let _ = writeln!(
                out,
                "<figcaption>{what}: a mark above the line is a {} on which the other solver needs more than {first}. \
                 A mark on the rim was not solved.{left_out}</figcaption>\n</figure>",
                kind.one()
            );
        }
    }
    out.push_str("</div>\n</section>\n");
    out.push_str(&index(comparison));
    for (number, one) in comparison.entries.iter().enumerate().filter(|(_, one)| one.is_begun()) {
        out.push_str(&section(comparison, number, one));
    }
    out.push_str(&how_it_ran(comparison));
    document("Solvers side by side", &out, &(picture::board_script() + SCRIPT))
}

/// The flags, the commands, the files and the machine: what it takes to run it again.
fn how_it_ran(comparison: &Comparison) -> String {
    let arguments: Vec<String> = comparison.arguments().iter().map(|word| shell_word(word)).collect();
    let program = &comparison.program;
    let told = |name: &str| program[name].as_str().map_or_else(|| program[name].to_string(), str::to_owned);
    let mut out = format!(
        "<section>\n<h2>How it ran</h2>\n<p>banto {}, commit {}, on {}, {} with {} cores at a load of {}; times: {}.</p>\n\
         <pre>banto compare FILES {}</pre>\n<p>The files, with their SHA-256:</p>\n<pre>",
        told("version"),
        program["commit"].as_str().unwrap_or("unknown"),
        escape(&told("system")),
        escape(&told("processor")),
        told("cores"),
        told("load"),
        comparison.span(),
        escape(&arguments.join(" ")),
    );
    let inputs: BTreeSet<&[String; 2]> =
        comparison.entries.iter().flat_map(|one| &one.entry.inputs).collect();
    for [file, digest] in inputs {
        let _ = writeln!(out, "{digest}  {}", escape(file));
    }
    out + "</pre>\n</section>\n"
}

/// A table, its first cells as solvers in their colors. Over seeds, a row is of several solvers, none of which has its
/// name.
fn table(comparison: &Comparison, table: &Table) -> String {
    let mut out = head(table.head.iter().map(String::as_str));
    for cells in &table.rows {
        let name = escape(&cells[0]);
        let index = comparison.solvers.iter().position(|solver| solver.name() == cells[0]);
        let swatch = index.map(|index| format!("<span class=\"swatch {}\"></span>", color(index)));
        out.push_str(&row(&(swatch.unwrap_or_default() + &name), &cells[1..]));
    }
    out + END
}

fn summary(comparison: &Comparison) -> String {
    let mut out = String::from("<section>\n<h2>Summary</h2>\n");
    for sums in Table::of_sums(comparison) {
        if let Some(title) = &sums.title {
            let _ = writeln!(out, "<h3>{title}</h3>");
        }
        out.push_str(&table(comparison, &sums));
    }
    for note in notes(comparison) {
        let _ = writeln!(out, "<p>{}.</p>", escape(&note));
    }
    if let Some(prices) = Table::of_prices(comparison) {
        let _ = writeln!(
            out,
            "<h3>The price of generality</h3>\n<p>What general planning takes in place of direct search: {OF_WHAT}.</p>"
        );
        out.push_str(&table(comparison, &prices));
    }
    out + "</section>\n"
}

fn section(comparison: &Comparison, number: usize, compared: &Compared) -> String {
    let (kind, entry) = (comparison.kind(), &compared.entry);
    let author = match &entry.subject {
        Subject::Level(Level { author: Some(author), .. }) => format!(" by {}", escape(author)),
        _ => String::new(),
    };
    let back = if comparison.entries.len() > 1 { " <a href=\"#index\">all</a>" } else { "" };
    let mut out = format!(
        "<section class=\"{}\" id=\"{}\">\n<h2>{}</h2>\n<p class=\"where\">{}{author}: {}{back}</p>\n",
        kind.one(),
        section_name(number),
        escape(&entry.title()),
        escape(&entry.place()),
        escape(&entry.size()),
    );
    match &entry.subject {
        Subject::Level(level) => {
            out.push_str("<div class=\"pair\">\n<div>\n");
            let rows = draw::level(level, Alphabet::Xsb).trim_end().replace('\n', "|");
            let _ = writeln!(
                out,
                "<svg class=\"board\" style=\"--wide:{}\" role=\"img\" aria-label=\"{}\" data-rows=\"{}\"/>",
                level.width(),
                escape(&entry.title()),
                escape(&rows)
            );
            out.push_str(&player(comparison, compared));
            out.push_str("</div>\n");
            out.push_str(&runs(comparison, compared));
            out.push_str("</div>\n");
        }
        Subject::Task(_) => {
            out.push_str(&runs(comparison, compared));
            out.push_str(&plans(comparison, compared));
        }
    }
    out + "</section>\n"
}

/// A table of the runs of all solvers, with prices of generality.
fn runs(comparison: &Comparison, compared: &Compared) -> String {
    let mut runs = Table::of_runs(comparison, compared);
    let pairs = pairs(comparison);
    if !pairs.is_empty() {
        runs.head.push("price".to_owned());
        for (index, row) in runs.rows.iter_mut().enumerate().filter(|(_, row)| row.len() > 2) {
            let over = pairs.iter().find(|pair| pair.0 == index).map(|pair| pair.1);
            let ratio = over.and_then(|over| ratio(compared, index, over));
            row.push(ratio.as_ref().map(words_of).unwrap_or_default());
        }
    }
    table(comparison, &runs)
}

/// The solvers that have a solution, with its text.
fn solutions<'a>(
    comparison: &'a Comparison,
    compared: &'a Compared,
) -> impl Iterator<Item = (&'a str, &'a Solution)> {
    let all = comparison.solvers.iter().enumerate();
    all.filter_map(|(index, solver)| Some((solver.name(), compared.solution(index)?)))
}

/// The buttons that step through solutions; empty without a solution.
fn player(comparison: &Comparison, compared: &Compared) -> String {
    let all = solutions(comparison, compared);
    let options = options(all.map(|(name, solution)| (Some(solution.text.as_str()), name)));
    if options.is_empty() {
        return "<p class=\"none\">No solution to show.</p>\n".to_owned();
    }
    stepper(&format!("<label>solution of <select>{options}</select></label>"))
}

/// Only this many bytes of a plan are shown.
const SHOWN_BYTES: usize = 20_000;

/// The plans, each folded.
fn plans(comparison: &Comparison, compared: &Compared) -> String {
    let mut out = String::new();
    for (name, plan) in solutions(comparison, compared) {
        let steps = plan.steps();
        let end = steps.get(..SHOWN_BYTES).and_then(|start| start.rfind('\n')).unwrap_or(steps.len());
        let (shown, rest) = steps.split_at(end);
        let left = rest.lines().filter(|line| !line.is_empty()).count();
        let left = if left > 0 { format!("\n{left} more steps are left out") } else { String::new() };
        let _ = writeln!(
            out,
            "<details><summary>plan of {}</summary><pre>{}{left}</pre></details>",
            escape(name),
            escape(shown)
        );
    }
    if out.is_empty() { "<p class=\"none\">No plan to show.</p>\n".to_owned() } else { out }
}
