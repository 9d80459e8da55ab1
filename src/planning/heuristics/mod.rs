//! Heuristics for ground tasks, by name.
//!
//! In: a ground task and a kind of costs. Out: estimates for the search engine. One file per family; [`HEURISTICS`] is
//! the table of all, with the claims of each as data, which tests check. Invariant: heuristics are independent of PDDL
//! and of the order in which a search expands states.

mod build;
mod counted;
mod explore;
mod goalcount;
mod h2;
mod landmarks;
mod lmcut;
mod novelty;
mod queue;
mod registry;
mod relaxation;
mod relaxed_task;
mod relevance;

pub use goalcount::GoalCount;
pub use h2::{H2, Mutexes};
pub(crate) use landmarks::Precedents;
pub use landmarks::{Landmarks, Order};
pub use lmcut::LmCut;
pub use novelty::Novelty;
pub(crate) use novelty::words_of_pairs;
pub use registry::{AnyHeuristic, BoxedHeuristic, HEURISTICS, HeuristicRow, heuristic_named};
pub use relaxation::{Ff, HAdd, HMax};
pub(crate) use relevance::Relevance;
