//! Deadlocks: boxes that can never all reach goals; proven, remembered, and told to players.

pub(super) mod deadlock_patterns;
pub(super) mod deadlock_tests;
pub(super) mod local_search;
