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
        G: Guide<S>,
        FeatureSpaceSearch<'a, S, H, P, G>: Send,
    {
        let gate = team.gate();
        Self { search: Box::new(search.with_team(team)), slice, gate }
    }
}

/// Lets each search work on a slice. Returns the number and the report of one that has ended. If there are several, the
/// first has this thread and the others share a second one; whichever is done early helps the other. `limits` has those
/// of the first search and those of the others: when one side has an answer, the other is told to end.
pub fn work(turns: &mut [Turn<'_>], limits: [&Limits; 2]) -> Option<(usize, Report<u32>)> {
    let gates: Vec<Gate<u32>> = turns.iter().map(|turn| turn.gate.clone()).collect();
    let (first, others) = turns.split_first_mut()?;
    if others.is_empty() {
        return Some((0, first.search.go_on(first.slice)?));
    }
    gates.iter().for_each(|gate| gate.set(false));
    // Only the first of them that has solved the level or proven something ends the other.
    let has_ended = AtomicBool::new(false);
    let ends = |report: &Report<u32>, other: &Limits| {
        let ends = !matches!(report.outcome, Outcome::Stopped(_)) && !has_ended.swap(true, Ordering::Relaxed);
        if ends {
            other.end_work();
        }
        ends
    };
    let beside = || {
        let mut others = others.iter_mut().zip(1..);
        let ended = others.find_map(|(turn, at)| Some((at, turn.search.go_on(turn.slice)?)));
        let ended = ended.map(|(at, report)| (ends(&report, limits[0]), at, report));
        gates[0].set(true);
        ended
    };
    std::thread::scope(|scope| {
        let beside = Builder::new().stack_size(SEARCH_BYTES).spawn_scoped(scope, beside);
        let ended = first.search.go_on(first.slice).map(|report| (ends(&report, limits[1]), 0, report));
        gates[1..].iter().for_each(|gate| gate.set(true));
        let beside = beside.ok().and_then(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let found = [ended, beside].into_iter().flatten().max_by_key(|(ends, ..)| *ends);
        found.map(|(_, at, report)| (at, report))
    })
}
