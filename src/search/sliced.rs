//! The interface of searches that work in slices, so that several take turns.
//!
//! In: how much to do. Out: a report at the end, and meanwhile the states seen, which other searches may have met.

use super::outcome::{Path, Report};
use super::pool::StateId;
use super::work::Work;

/// A search that runs in slices, whatever its space.
pub trait Sliced<C> {
    /// Works until this many more states have been evaluated; `None` unless the search has ended. Must not be called
    /// again after the end.
    fn go_on(&mut self, evaluations: u64) -> Option<Report<C>>;

    /// What has been done so far.
    fn work(&self) -> Work;

    /// How many states have been seen. They are numbered in the order of first sight.
    fn states(&self) -> usize;

    /// A state that has been seen.
    fn state(&self, id: StateId) -> &[u64];

    /// The number of a state, if it has been seen.
    fn find(&self, state: &[u64]) -> Option<StateId>;

    /// The path to a state that has been seen; `None` if a limit is reached meanwhile.
    fn path_to(&self, id: StateId) -> Option<Path<C>>;
}
