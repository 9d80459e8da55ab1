//! The searches, one to a file, and the table that names them.
//!
//! In: a `Search` (a space, heuristics, pruning, limits). Out: a `Report`. `run` is the frame that they share.

pub(super) mod anytime;
pub(super) mod batch;
pub(super) mod best_first;
pub(super) mod cheapest;
pub(super) mod deepening;
pub(super) mod eager;
pub(super) mod eager_search;
pub(super) mod ehc;
pub(super) mod lazy;
pub(super) mod neighborhood;
pub(super) mod parallel;
pub(super) mod registry;
pub(super) mod run;
