//! How searches share time: what can be interrupted and continued, and who gets the next turn.

pub mod bandit;
pub(crate) mod rotation;
pub(crate) mod sliced;
pub(crate) mod trial;
