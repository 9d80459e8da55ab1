//! A comparison as one HTML page that needs no network and no other files.
//!
//! In: a [`Comparison`](super::Comparison). Out: HTML, well-formed as XML, with style and script inside. It shows
//! boards, plots, tables, and every solution to step through.

mod index;
mod page;
mod plots;

pub use page::page;

/// The name of the section of an entry, for links.
fn section_name(number: usize) -> String {
    format!("e{}", number + 1)
}
