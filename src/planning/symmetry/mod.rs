//! Symmetries of a ground task: objects or facts that can be exchanged without changing the task.
//!
//! In: a task. Out: for games, permutations of facts that keep operators, costs, rules and given roles (`symmetries`);
//! for planning, classes of interchangeable objects ([`Classes`]), canonical forms of states ([`Canonical`]),
//! [`Orbits`], which remembers the forms that were seen, and tasks without names of objects ([`Fold`]). Every symmetry
//! is verified exactly before it is used. The initial state need not be symmetric.

mod alike_facts;
mod candidates;
mod canonical;
mod fold;
mod objects;
mod orbits;
mod permutations;

pub use canonical::Canonical;
pub use fold::Fold;
pub use objects::Classes;
pub use orbits::Orbits;
pub use permutations::{Symmetry, symmetries};
