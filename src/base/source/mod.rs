//! Text and diagnostics about it: a file's text with a line index, spans, diagnostics and their renderers.
//!
//! In: bytes. Out: [`SourceText`], [`Diagnostic`], and rendered diagnostics. Invariant: this module imports no other
//! and is independent of PDDL and level files. Every reader's messages have a row in the table of [`Code`]s.

#[doc(hidden)]
pub mod code;
mod columns;
mod diagnostic;
mod digest;
mod edit;
mod printable;
mod render;
mod span;
mod suggest;
mod text;

#[doc(hidden)]
pub use code::codes;
pub use code::{CODES, Code, TOPICS, Topic};
#[doc(hidden)]
pub use columns::Columns;
#[doc(hidden)]
pub use diagnostic::shortened;
pub use diagnostic::{Diagnostic, Edit, Help, Label, Severity};
#[doc(hidden)]
pub use digest::sha256;
pub use edit::{TextEdit, apply};
pub use printable::printable;
#[doc(hidden)]
pub use printable::printable_lines;
pub use render::{MessageFormat, Renderer};
pub use span::Span;
#[doc(hidden)]
pub use span::place;
pub use suggest::nearest;
#[doc(hidden)]
pub use suggest::slip;
pub use text::SourceText;
