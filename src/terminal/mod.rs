//! Screens for people: what is played in a terminal.
//!
//! In: levels that were read, and keys. Out: frames on a screen, or lines of text to a writer.
//! Invariant: nothing here knows the command line, and nothing here ends the process.

pub mod play;
