//! From a resolved task to a validated plan, or to the reason why there is none.
//!
//! - `ground`: a lifted task becomes operators over facts
//! - `strips`: the ground task, packed: states, operators, successors; the space that searches see
//! - `abstractions`: smaller tasks, whose distances are lower bounds
//! - `heuristics`: estimates for ground tasks, by name
//! - `deadends`: proofs, beside a search, that there is no plan
//! - `symmetry`: facts and objects that can be exchanged
//! - `symbolic`: search over sets of states, as decision diagrams
//! - `top_k`: the cheapest plans that visit no state twice
//! - `decoupled`: parts that move freely, factored out of the states
//! - `improve`: better plans from a plan
//! - `macros`: several steps of one thing as one step, and an order of goals
//! - `proofs`: proofs of claims, for a checker that others have written
//! - `planner`: all of it in one call
//! - `why`: why a task has no plan
//!
//! It imports `base`, `text` and `search`.

#[doc(hidden)]
pub mod abstractions;
pub mod deadends;
pub mod decoupled;
pub mod ground;
pub mod heuristics;
pub mod improve;
pub mod macros;
pub mod planner;
#[doc(hidden)]
pub mod proofs;
pub mod strips;
pub mod symbolic;
pub mod symmetry;
pub mod top_k;
pub mod why;
