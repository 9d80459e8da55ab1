//! Direct search against plain oracles: solvers against each other and against exhaustive search, deadlocks against
//! every position of small boards.
//!
//! `BANTO_SCALE=N` makes the random tests N times as large.

mod boards;
mod features;
mod plain;
mod pruning;
mod solvers;
