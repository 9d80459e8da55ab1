//! The searches (`best_first` has eight of them), the table that names them, and what they share.
//!
//! In: a `Search` (a space, heuristics, pruning, limits). Out: a `Report`. `run` is the frame that they share.

pub(crate) mod batch;
pub(crate) mod best_first;
pub(crate) mod cheapest;
pub(crate) mod deepening;
pub(crate) mod eager;
pub(crate) mod eager_search;
pub mod lazy;
pub mod neighborhood;
pub mod parallel;
pub(crate) mod registry;
pub(crate) mod run;
