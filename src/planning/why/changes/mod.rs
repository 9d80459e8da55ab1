//! Changes to a model after which there is a plan: which are possible, and which are likely.
//!
//! In: a task, its chain, and what its states show. Out: the changes that help, the likeliest first. All that a slip
//! would explain are made (`mutations`, `objects`, `rewrites`), described (`features`, `touch`), weighed by what was
//! learned (`score`, `weights`) and tried in that order; which cause they speak for is told (`agreement`).

pub(crate) mod agreement;
pub(crate) mod features;
pub(crate) mod mutations;
mod objects;
mod rewrites;
pub(crate) mod score;
mod touch;
mod weights;
