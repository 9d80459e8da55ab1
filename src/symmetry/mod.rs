//! Symmetries of a ground task: what can change places without changing what the task is about.
//!
//! In: a task. Out: permutations of facts that keep operators, costs, rules and given roles (`symmetries`, for
//! games); classes of objects that can change places ([`Classes`], for planning) and the canonical form of a state by
//! them ([`Canonical`]). Every symmetry is verified exactly before it is used. The initial state is not looked at: it
//! need not be symmetric. [`Orbits`] remembers symmetric
//! states.

mod canonical;
mod objects;
mod orbits;
mod permutations;

pub use canonical::Canonical;
pub use objects::Classes;
pub use orbits::Orbits;
pub(crate) use permutations::{Symmetry, symmetries};
