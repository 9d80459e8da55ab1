//! How searches share time: what can be interrupted and continued, and who gets the next turn.

pub(super) mod bandit;
pub(super) mod rotation;
pub(super) mod sliced;
pub(super) mod trial;
