//! Solvers side by side: every solver by one name, every solution validated, and what generality costs.
//!
//! In: levels, names of solvers, and what a run may use. Out: a [`Comparison`], and its tables, CSV, JSON and page as
//! texts. Invariant: no solution counts that the validator of solutions has not accepted.

pub mod csv;
pub(crate) mod figures;
pub mod games;
pub mod html;
pub mod json;
mod outcome;
pub mod price;
pub mod run;
pub mod solver;
mod strips;
pub mod table;

pub use outcome::{Ending, Outcome, Solution};
pub use run::{Allowed, Begun, Compared, Comparison, Entry, run};
pub use solver::{SolverName, solve};
