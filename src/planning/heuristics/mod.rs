//! Heuristics for ground tasks, by name.
//!
//! In: a ground task and a kind of costs. Out: estimates for the search engine. One file per family; [`HEURISTICS`] is
//! the table of all, with the claims of each as data, which tests check. Heuristics see the ground task only. Estimates
//! are functions of the state, except those of `landmarks`, which is path-dependent.

#[doc(hidden)]
pub mod build;
mod counted;
mod dead_pairs;
mod explore;
#[doc(hidden)]
pub mod goalcount;
#[doc(hidden)]
pub mod landmarks;
pub(crate) mod lmcut;
#[doc(hidden)]
pub mod mutexes;
mod novelty;
mod own;
mod registry;
pub(crate) mod relaxation;
mod relaxed_task;
mod width_counter;

#[doc(hidden)]
pub use build::Build;
pub(crate) use counted::losing;
#[doc(hidden)]
pub use dead_pairs::DeadPairs;
pub(crate) use goalcount::GoalCount;
#[doc(hidden)]
pub use landmarks::{Landmarks, Precedents};
pub(crate) use lmcut::LmCut;
#[doc(hidden)]
pub use mutexes::Mutexes;
pub use novelty::Novelty;
pub(crate) use novelty::words_of_pairs;
pub use own::Estimator;
pub use registry::{
    AnyHeuristic, BoxedHeuristic, HEURISTICS, HeuristicRow, heuristic_named, heuristics, register,
};
#[doc(hidden)]
pub use relaxation::{Ff, HAdd, HMax};
pub(crate) use width_counter::WidthCounter;
