//! PDDL as text: forms, syntax tree, formatter, and the table of requirements.
//!
//! In: a [`SourceText`](banto_base::source::SourceText). Out: a [`Domain`] or [`Problem`] with a span on every node,
//! and diagnostics about the shape of the text. Invariant: no name is looked up here; that is what `task` does.

mod allow;
pub mod ast;
mod borrowed;
mod form;
mod format;
pub(crate) mod grammar;
mod lower;
mod requirement;
mod scan;

pub use ast::{Domain, Problem};
pub(crate) use borrowed::borrowed;
pub(crate) use form::{Forms, Kind, Node};
pub use format::{format, format_within};
#[doc(hidden)]
pub use grammar::is_reserved;
#[doc(hidden)]
pub use lower::{MAX_ERRORS, section_place, too_many_errors};
pub use lower::{Parsed, parse_domain, parse_domain_within, parse_problem, parse_problem_within};
pub(crate) use requirement::WITHOUT_NUMBERS;
pub use requirement::{REQUIREMENTS, Requirement, RequirementSet, Support};
pub(crate) use scan::Reading;
