//! PDDL as text: from bytes to a resolved task, and from a plan's text to a verdict. Nothing here searches or grounds.
//!
//! - `pddl`: bytes become a syntax tree with a place on every node; formatting
//! - `task`: names become ids; types, arities and costs are checked; errors and lints
//! - `plan`: plans as text, and the validator, which shares no code with what makes plans
//! - `language`: what an editor asks about texts that are being written
//!
//! It imports `base`.

#[doc(hidden)]
pub mod language;
pub mod pddl;
pub mod plan;
pub mod task;
