//! `src/planning/`: from a task to a plan, each stage against a simple oracle, and how much is searched.

mod bounds;
#[path = "../support/cases.rs"]
mod cases;
mod counts;
mod decoupled;
mod encodings;
mod ground;
mod heuristics;
mod improve;
mod modes;
#[path = "../support/oracle/mod.rs"]
mod oracle;
#[path = "../support/places.rs"]
mod places;
mod planning;
mod proofs;
#[path = "../support/puzzle.rs"]
mod puzzle;
mod reductions;
#[path = "../support/slow.rs"]
mod slow;
mod stages;
mod symbolic;
mod top_k;
mod why;
