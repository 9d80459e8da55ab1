//! A comparison as one page that needs nothing else: no network, no files beside it.
//!
//! In: a [`Comparison`](super::Comparison). Out: a text of HTML, well-formed as XML is, with its style and its script
//! inside. What is on it: the boards, plots, tables, and every solution to step through.

mod board;
mod page;
mod plots;

pub use page::page;

/// The class that gives a solver its colour, the same in every plot and table.
fn color(solver: usize) -> String {
    format!("c{}", solver % COLORS)
}

/// How many colours the style has.
const COLORS: usize = 8;
