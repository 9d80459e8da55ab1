//! Compares solvers: every solver by one name, every solution validated, and the price of generality.
//!
//! In: levels or planning tasks, names of solvers, and limits. Out: a [`Comparison`], and its tables, CSV, JSON and
//! page as texts.
//! Invariant: a solution counts only if the validator has accepted it.

mod cells;
mod columns;
pub mod csv;
mod entry;
mod external;
pub(crate) mod figures;
mod fresh;
pub mod html;
mod improve;
mod jobs;
pub mod json;
pub(crate) mod measure;
mod outcome;
mod planning;
pub mod price;
pub(crate) mod record;
pub mod run;
pub mod solver;
mod strips;
pub mod table;

pub use entry::{Entry, EntryKind, Subject};
pub use improve::improve;
pub(crate) use jobs::run_jobs;
pub(super) use outcome::replayed;
pub use outcome::{Ending, Outcome, Solution};
pub use run::{Allowed, Begun, Compared, Comparison, run};
pub use solver::{SolverName, solve, solve_in_threads};
