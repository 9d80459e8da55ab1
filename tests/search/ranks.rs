//! Searches in several ranks against the oracle: random graphs, with estimates of all kinds, pruning and bounds, and
//! transports that have hardly any room and deliver late.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use banto::limits::{Limits, Stop};
use banto::search::{
    Algorithm, At, Blind, Estimate, Exhaustion, Heuristic, Lexicographic, Outcome, Random, Report, SEARCHES,
    Search, Settings, Space, anywhere, replay,
};
use banto::transport::{Lost, Packet, Thread, Transport, threads};
use proptest::prelude::*;

use crate::dijkstra::cheapest_goal;
use crate::graph::{Graph, graph, ragged, senseless};

/// Runs a search in so many ranks; `change` sees the search and the connection of each rank first.
fn in_ranks<S: Space + Sync, H: Heuristic<S> + Clone + Sync, T: Transport + Send>(
    (space, heuristic): (&S, &H),
    algorithm: Algorithm,
    links: Vec<T>,
    settings: &Settings<S::Cost>,
    limits: &Limits,
) -> Report<S::Cost> {
    std::thread::scope(|scope| {
        let start = |mut link: T| {
            let limits = limits.clone();
            scope.spawn(move || {
                let search = Search::new(space).heuristic(heuristic.clone());
                search
                    .settings(settings.clone())
                    .limits(&limits)
                    .run_in_ranks(algorithm, &mut link, &anywhere)
            })
        };
        let ranks: Vec<_> = links.into_iter().map(start).collect();
        let mut reports: Vec<_> = ranks.into_iter().map(|rank| rank.join().unwrap()).collect();
        assert!(reports[1..].iter().all(|report| report.path().is_none()));
        reports.swap_remove(0)
    })
}

/// A connection that has room for one packet now and then, and delivers late.
struct Slow {
    link: Thread,
    random: Random,
    late: VecDeque<(usize, Packet)>,
}

impl Transport for Slow {
    fn rank(&self) -> usize {
        self.link.rank()
    }
    fn ranks(&self) -> usize {
        self.link.ranks()
    }
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        if self.random.below(3) == 0 { self.link.send(to, packet) } else { Err(packet) }
    }
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        match self.link.receive(patience.min(Duration::from_micros(20))) {
            Ok(Some(packet)) => self.late.push_back(packet),
            Err(lost) if self.late.is_empty() => return Err(lost),
            _ => {}
        }
        if self.random.below(3) == 0 { Ok(self.late.pop_front()) } else { Ok(None) }
    }
    fn close(&mut self) {
        self.link.close();
    }
}

fn slow(count: usize, seed: u64) -> Vec<Slow> {
    let slow = |(link, seed)| Slow { link, random: Random::new(seed), late: VecDeque::new() };
    threads(count).into_iter().zip(seed..).map(slow).collect()
}

/// Holds every search that runs in ranks to its row.
fn check<S: Space + Sync, H: Heuristic<S> + Clone + Sync>(space: &S, heuristic: &H, count: usize, seed: u64) {
    let optimum = cheapest_goal(space);
    let admissible = heuristic.claims().admissible;
    for row in SEARCHES.iter().filter(|row| row.in_ranks) {
        let (settings, limits) = (Settings::default(), Limits::none());
        let what = (space, heuristic);
        let report = if seed.is_multiple_of(2) {
            in_ranks(what, row.algorithm, threads(count), &settings, &limits)
        } else {
            in_ranks(what, row.algorithm, slow(count, seed), &settings, &limits)
        };
        let Some(optimum) = optimum else {
            assert_eq!(report.outcome, Outcome::Exhausted(Exhaustion::Proven), "{}", row.name);
            continue;
        };
        let Outcome::Solved { path, optimal } = &report.outcome else {
            panic!("{}: {:?}", row.name, report.outcome);
        };
        assert_eq!(replay(space, &path.actions), Some((path.cost, true)), "{}", row.name);
        assert_eq!(*optimal, row.optimal && (admissible || !row.uses_heuristic), "{}", row.name);
        if *optimal {
            assert_eq!(path.cost, optimum, "{}", row.name);
        }
        if row.uses_weight && admissible {
            use banto::search::Cost;
            assert!(path.cost <= optimum.times(settings.weight), "{}", row.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn ranks_find_what_one_finds(graph in graph(0..6_u32), seed: u64, count in 2..6_usize) {
        check(&graph, &ragged(&graph, seed), count, seed);
        check(&graph, &senseless(graph.edges.len(), seed, false), count, seed);
    }

    #[test]
    fn ranks_with_large_costs(graph in graph(prop_oneof![0..9_u64, 0..1_u64 << 50]), seed: u64) {
        check(&graph, &Blind, 2, seed);
    }

    #[test]
    fn ranks_with_two_costs(graph in graph((0..3_u32, 0..5_u32).prop_map(|(one, two)| Lexicographic(one, two))), seed: u64) {
        check(&graph, &Blind, 3, seed);
    }

    #[test]
    fn ranks_keep_a_bound_and_an_effort(graph in graph(0..6_u32), seed: u64, bound in 0..12_u32, effort in 1..40_u64) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES.iter().filter(|row| row.in_ranks) {
            let settings = Settings { bound: Some(bound), effort: Some(effort), ..Settings::default() };
            let what = (&graph, &ragged(&graph, seed));
            let report = in_ranks(what, row.algorithm, slow(2, seed), &settings, &Limits::none());
            match report.outcome {
                Outcome::Solved { path, optimal } => {
                    prop_assert!(path.cost < bound, "{}", row.name);
                    prop_assert!(!optimal || Some(path.cost) == optimum, "{}", row.name);
                }
                Outcome::Exhausted(Exhaustion::Proven) => {
                    prop_assert!(optimum.is_none_or(|optimum| optimum >= bound), "{}", row.name);
                }
                outcome => prop_assert!(!row.optimal || outcome == Outcome::Stopped(Stop::Effort), "{:?}", outcome),
            }
            if let (Some(least), Some(optimum)) = (report.readings.lower_bound, optimum) {
                prop_assert!(least <= u64::from(optimum.min(bound)), "{}: {} {}", row.name, least, optimum);
            }
        }
    }

    #[test]
    fn ranks_do_not_say_what_is_not_proven(graph in graph(0..6_u32), seed: u64) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES.iter().filter(|row| row.in_ranks) {
            let what = (&graph, &senseless(graph.edges.len(), seed, true));
            let report = in_ranks(what, row.algorithm, threads(3), &Settings::default(), &Limits::none());
            match report.outcome {
                Outcome::Solved { path, optimal } => {
                    prop_assert_eq!(replay(&graph, &path.actions), Some((path.cost, true)));
                    prop_assert!(!optimal || Some(path.cost) == optimum);
                }
                Outcome::Exhausted(Exhaustion::Proven) => prop_assert_eq!(optimum, None),
                Outcome::Exhausted(_) => prop_assert!(report.work.counts.dead_ends > 0),
                Outcome::Stopped(stop) => prop_assert!(false, "{}", stop),
            }
        }
    }
}

/// A long path: many ranks, many packets, and a trace through all of them.
#[test]
fn a_long_path_is_followed_through_all_ranks() {
    let edges =
        (0..5000).map(|node| if node < 4999 { vec![(node + 1, 1), (node / 2, 1)] } else { Vec::new() });
    let graph = Graph { edges: edges.collect(), goals: [4999].into() };
    let report =
        in_ranks((&graph, &Blind), Algorithm::Astar, threads(7), &Settings::default(), &Limits::none());
    assert_eq!(report.path().unwrap().cost, 4999_u32);
    assert_eq!(report.work.states, 5000);
}

/// Gives one rank something to die of.
#[derive(Clone)]
struct Panics(Arc<Mutex<u32>>);

impl<S: Space> Heuristic<S> for Panics {
    fn evaluate(&mut self, _: &At<'_, S>, _: &mut Vec<u32>) -> Estimate<S::Cost> {
        let mut left = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_last = *left == 1;
        *left = left.saturating_sub(1);
        drop(left);
        assert!(!is_last, "as it was meant to");
        Estimate::Cost(banto::search::Cost::ZERO)
    }
}

#[test]
fn a_panic_in_one_rank_ends_all() {
    let edges = (0..100_000).map(|node| vec![((node + 1) % 100_000, 1), (node / 2, 1)]);
    let graph: Graph<u32> = Graph { edges: edges.collect(), goals: [].into() };
    let start = std::time::Instant::now();
    let heuristic = Panics(Arc::new(Mutex::new(5000)));
    let run = std::panic::AssertUnwindSafe(|| {
        in_ranks((&graph, &heuristic), Algorithm::Astar, threads(3), &Settings::default(), &Limits::none())
    });
    assert!(std::panic::catch_unwind(run).is_err());
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_cancelled_search_ends_in_all_ranks() {
    let edges = (0..1_000_000).map(|node| vec![((node + 1) % 1_000_000, 1)]);
    let graph: Graph<u32> = Graph { edges: edges.collect(), goals: [].into() };
    let limits = Limits::none();
    limits.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let report = in_ranks((&graph, &Blind), Algorithm::Astar, threads(4), &Settings::default(), &limits);
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Cancelled));
}
