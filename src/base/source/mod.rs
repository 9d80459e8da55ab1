//! Text and diagnostics about it: a file's text with a line index, spans, diagnostics and their renderers.
//!
//! In: bytes. Out: [`SourceText`], [`Diagnostic`], and rendered diagnostics. Invariant: this module imports no other
//! and is independent of PDDL and level files. Every reader's messages have a row in the table of [`Code`]s.

pub(crate) mod code;
mod columns;
mod diagnostic;
mod digest;
mod printable;
mod render;
mod span;
mod suggest;
mod text;

pub(crate) use code::codes;
pub use code::{CODES, Code, TOPICS, Topic};
pub(crate) use columns::Columns;
pub(crate) use diagnostic::{Advice, shortened};
pub use diagnostic::{Diagnostic, Edit, Help, Label, Severity};
pub(crate) use digest::sha256;
pub use printable::printable;
pub(crate) use printable::printable_lines;
pub use render::{MessageFormat, Renderer};
pub use span::Span;
pub(crate) use span::place;
pub use suggest::nearest;
pub(crate) use suggest::slip;
pub use text::SourceText;
