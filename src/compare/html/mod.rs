//! A comparison as one page that needs nothing else.
#[must_use]
pub fn page(_: &super::Comparison) -> String { String::new() }
