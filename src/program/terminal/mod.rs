//! Sokoban played in a terminal.
//!
//! In: levels and keys. Out: frames on a screen, or lines of text to a writer. Invariant: this module is independent of
//! the command line and never ends the process.

pub mod play;
