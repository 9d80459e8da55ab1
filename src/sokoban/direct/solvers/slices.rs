//! The slices in which interleaved searches work, in one thread or in two.
//!
//! In: searches. Out: the report of the first search that ends.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Builder;

use crate::base::limits::Limits;
use crate::base::limits::threads::SEARCH_BYTES;
use crate::search::{
    FeatureSpaceSearch, Gate, Guide, Heuristic, Outcome, Prune, Report, Sliced, Space, Team,
};

/// A search, and how it works.
pub struct Turn<'a> {
    pub search: Box<dyn Sliced<u32> + Send + 'a>,
    /// The states that it evaluates in a slice.
    pub slice: u64,
    /// Admits threads that help this search only while others rest.
    pub gate: Gate<u32>,
}

impl<'a> Turn<'a> {
    /// A search with its team.
    pub fn new<S, H, P, G>(search: FeatureSpaceSearch<'a, S, H, P, G>, team: Team<u32>, slice: u64) -> Self
    where
        S: Space<Cost = u32>,
        H: Heuristic<S> + 'a,
        P: Prune<S> + 'a,
        G: Guide<S> + 'a,
        FeatureSpaceSearch<'a, S, H, P, G>: Send,
    {
        let gate = team.gate();
        Self { search: Box::new(search.with_team(team)), slice, gate }
    }
}

/// Lets each search work on a slice. Returns the number and the report of one that has ended. Two have a thread each;
/// whichever is done early helps the other. `limits` has those of each: when one has an answer, the other is told to
/// end.
pub fn work(turns: &mut [Turn<'_>], limits: [&Limits; 2]) -> Option<(usize, Report<u32>)> {
    let [first, second] = turns else {
        let only = turns.first_mut()?;
        return Some((0, only.search.go_on(only.slice)?));
    };
    let gates = [&first.gate, &second.gate].map(Gate::clone);
    gates.iter().for_each(|gate| gate.set(false));
    // Only the first of them that has solved the level or proven something ends the other.
    let has_ended = AtomicBool::new(false);
    let work = |at: usize, search: &mut (dyn Sliced<u32> + Send), slice: u64| {
        let report = search.go_on(slice).map(|report| {
            let ends =
                !matches!(report.outcome, Outcome::Stopped(_)) && !has_ended.swap(true, Ordering::Relaxed);
            if ends {
                limits[1 - at].end_work();
            }
            (ends, at, report)
        });
        gates[1 - at].set(true);
        report
    };
    std::thread::scope(|scope| {
        let beside = Builder::new()
            .stack_size(SEARCH_BYTES)
            .spawn_scoped(scope, || work(1, &mut *second.search, second.slice));
        let ended = work(0, &mut *first.search, first.slice);
        let beside = beside.ok().and_then(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let found = [ended, beside].into_iter().flatten().max_by_key(|(ends, ..)| *ends);
        found.map(|(_, at, report)| (at, report))
    })
}
