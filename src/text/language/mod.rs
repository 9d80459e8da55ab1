//! Questions about texts being written: what is at this place, where is it defined, what fits here.
//!
//! In: [`Document`]s, which are edited in place and may be broken, and a byte in one of them. Out: spans, words and
//! Markdown. Everything is answered from the forms that could be read; diagnostics come from `task`. Invariant: this
//! module is independent of lines, columns, files and protocols.

mod complete;
mod document;
mod format;
mod hover;
mod model;
mod outline;
mod place;
mod references;
mod signature;
mod syntax;
mod tokens;
mod typed;
mod words;

#[cfg(test)]
mod tests;

pub use complete::complete;
pub use document::{Definition, Document, Texts, check};
pub use format::{changed, range};
pub use hover::{action_at, hover};
pub use outline::{Symbol, folds, selection, symbols};
pub use references::{Place, declaration, prepare_rename, references, rename};
pub use signature::signature;
pub use syntax::Kind;
pub use tokens::{hints, tokens};
