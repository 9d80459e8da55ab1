//! The interface of searches that work in slices, so that several take turns.
//!
//! In: how much to do. Out: a report at the end. Between two slices a search rests with all its states, and goes on
//! where it was. The work is counted, not timed, so that searches take turns in the same way on every machine. Who
//! takes turns, and in which shares, is up to the caller: the planner's are in `planning/planner/turns.rs`, those for
//! levels in `sokoban/direct/solvers/interleaving.rs`.

use crate::{Path, Readings, Report, Work};

/// A search that runs in slices, whatever its space.
pub trait Sliced<C> {
    /// Works until this many more states have been evaluated; `None` unless the search has ended. Must not be called
    /// again after the end.
    fn go_on(&mut self, evaluations: u64) -> Option<Report<C>>;

    /// The work done so far.
    fn work(&self) -> Work;

    /// The estimates and bounds of the cost so far.
    fn readings(&self) -> &Readings;

    /// The cheapest path so far, if the search finds some on its way to the end.
    fn found(&self) -> Option<Path<C>> {
        None
    }

    /// From now on, only paths that cost less than this are useful: there is one of this cost. A search that proves
    /// nothing need not know.
    fn bound(&mut self, _cost: C) {}

    /// Works until the end.
    fn finish(&mut self) -> Report<C> {
        loop {
            if let Some(report) = self.go_on(u64::MAX) {
                return report;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Graph;
    use crate::open::Steps;
    use crate::{
        At, EagerRules, EagerSearch, Estimate, Heuristic, LazySearch, Random, Reopen, Search, StateId,
        alternation, eager, gbfs_rules, lazy,
    };

    /// Estimates that say little.
    struct Noise;

    impl Heuristic<Graph> for Noise {
        fn evaluate(&mut self, at: &At<'_, Graph>, preferred: &mut Vec<u32>) -> Estimate<u32> {
            preferred.push(u32::try_from(at.state[0]).unwrap() * 3);
            Estimate::Cost(u32::try_from(at.state[0] * 7 % 5).unwrap())
        }
    }

    #[test]
    fn slices_do_not_change_what_a_search_does() {
        let mut ended = 0;
        for seed in 0..20 {
            let mut random = Random::new(seed);
            let edges: Vec<_> =
                (0..200).map(|_| (random.below(80), random.below(80), random.below(3))).collect();
            let graph = Graph::new(&edges, 0, &[79]);
            let search = || Search::new(&graph).heuristic(Noise);
            let in_slices = |mut sliced: Box<dyn Sliced<u32> + '_>| {
                let mut slices = 0;
                loop {
                    slices += 1;
                    match sliced.go_on(1) {
                        Some(report) => return (report, slices),
                        None => assert!(sliced.work().counts.evaluated >= slices),
                    }
                }
            };
            let settings = search().chosen().clone();
            for reopen in [false, true] {
                let open = || alternation::<u32, Steps>(&settings, 1, reopen.then_some(2));
                let whole = lazy(&mut search(), &mut open(), reopen);
                let (report, slices) =
                    in_slices(Box::new(LazySearch::new(search(), Box::new(open()), reopen)));
                assert_eq!(report, whole);
                ended += slices;
                let open = || alternation::<u32, StateId>(&settings, 1, None);
                let reopen = if reopen { Reopen::Always } else { Reopen::Never };
                let rules = EagerRules { reopen, ..gbfs_rules(true) };
                let whole = eager(&mut search(), &mut open(), rules);
                let (report, slices) =
                    in_slices(Box::new(EagerSearch::new(search(), Box::new(open()), rules)));
                assert_eq!(report, whole);
                ended += slices;
            }
        }
        assert!(ended > 800, "{ended} slices: the searches are too short to say anything");
    }
}
