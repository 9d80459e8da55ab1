//! A comparison as one HTML page that needs no network and no other files.
//!
//! In: a [`Comparison`](super::Comparison). Out: HTML, well-formed as XML, with style and script inside. It shows
//! boards, plots, tables, and every solution to step through.

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
