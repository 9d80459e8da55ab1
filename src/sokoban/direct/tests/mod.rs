//! Direct search against plain oracles: solvers against each other and against exhaustive search, deadlocks against
//! every position of small boards.
//!
//! `BANTO_LONG=1` makes the random tests 140 times as large.

pub(super) mod boards;
mod features;
pub(super) mod improving;
mod plain;
mod plans;
mod pruning;
mod solvers;
