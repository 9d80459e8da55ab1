//! Symbolic search: sets of states as decision diagrams, and steps that lead from set to set.
//!
//! In: a ground task. Out: a cheapest plan, or the proof that there is none. `diagrams` and `operations` are the
//! diagrams, ours because each of their operations must keep the limits, can be given up after counted work and needs
//! no thread; `variables`, `facts`, `relation` and `exclusions` say how a task is written in them; `direction` and
//! `search` are the search, and `plan` walks back through its layers.

mod diagrams;
mod direction;
mod exclusions;
mod facts;
mod operations;
mod plan;
mod relation;
mod search;
mod variables;

pub(crate) use search::MOST_BITS;
pub use search::Symbolic;
