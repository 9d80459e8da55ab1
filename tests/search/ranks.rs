//! Searches in several ranks against the oracle: random graphs, with estimates of all kinds, pruning and bounds, and
//! transports that have hardly any room and deliver late.

use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use banto::internals::anywhere;
use banto::internals::transport::{Lost, Packet, Thread, Transport, threads};
use banto::limits::{Limits, Stop};
use banto::search::{
    Algorithm, At, Blind, Estimate, Exhaustion, Heuristic, Lexicographic, Outcome, Report, SEARCHES, Search,
    Settings, Space,
};
use proptest::prelude::*;

use crate::dijkstra::{cheapest_goal, found, says_no_more_than_it_knows};
use crate::graph::{Graph, graph, ragged, senseless};
use crate::slow::{boxed, slowed};

/// Runs a search in these ranks.
fn in_ranks<S: Space + Sync, H: Heuristic<S> + Clone + Sync, T: Transport + Send>(
    what: (&S, &H),
    algorithm: Algorithm,
    links: Vec<T>,
    settings: &Settings<S::Cost>,
    limits: &Limits,
) -> Report<S::Cost> {
    in_ranks_with_homes(what, algorithm, links, settings, limits, &anywhere)
}

/// The same where states are at home elsewhere.
fn in_ranks_with_homes<S: Space + Sync, H: Heuristic<S> + Clone + Sync, T: Transport + Send>(
    (space, heuristic): (&S, &H),
    algorithm: Algorithm,
    links: Vec<T>,
    settings: &Settings<S::Cost>,
    limits: &Limits,
    home: &(dyn Fn(&[u64]) -> u64 + Sync),
) -> Report<S::Cost> {
    std::thread::scope(|scope| {
        let start = |mut link: T| {
            let limits = limits.clone();
            scope.spawn(move || {
                let search = Search::new(space).heuristic(heuristic.clone());
                search.settings(settings.clone()).limits(&limits).run_in_ranks(algorithm, &mut link, home)
            })
        };
        let ranks: Vec<_> = links.into_iter().map(start).collect();
        let mut reports: Vec<_> = ranks.into_iter().map(|rank| rank.join().unwrap()).collect();
        assert!(reports[1..].iter().all(|report| report.path().is_none()));
        reports.swap_remove(0)
    })
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
            in_ranks(what, row.algorithm, slowed(boxed(threads(count)), seed), &settings, &limits)
        };
        let Some((path, optimal)) = found(space, &report, optimum, row.name) else { continue };
        assert_eq!(optimal, row.optimal && (admissible || !row.uses_heuristic), "{}", row.name);
        if row.uses_weight && admissible {
            use banto::search::Cost;
            let optimum = optimum.expect("there is a path");
            assert!(path.cost <= optimum.times(settings.weight), "{}", row.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn ranks_find_what_one_finds(graph in graph(0..6_u32), seed: u64, count in 1..6_usize) {
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
            let settings = Settings::default().bound(bound).effort(effort);
            let what = (&graph, &ragged(&graph, seed));
            let report = in_ranks(what, row.algorithm, slowed(boxed(threads(2)), seed), &settings, &Limits::none());
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
            says_no_more_than_it_knows(&graph, &report, optimum, row.name);
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

/// A path that lies in one rank is followed without recursion.
#[test]
fn a_long_path_within_one_rank_needs_no_deep_stack() {
    let edges = (0..200_000).map(|node| if node < 199_999 { vec![(node + 1, 1)] } else { Vec::new() });
    let graph = Graph { edges: edges.collect(), goals: [199_999].into() };
    for home in [0, u64::MAX] {
        let (settings, limits) = (Settings::default(), Limits::none());
        let what = (&graph, &Blind);
        let report =
            in_ranks_with_homes(what, Algorithm::UniformCost, threads(2), &settings, &limits, &move |_| home);
        assert_eq!(report.path().unwrap().cost, 199_999_u32);
    }
}

/// What a function returns, unless it hangs.
fn in_time<T: Send + 'static>(function: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || sender.send(function()));
    receiver.recv_timeout(Duration::from_mins(1)).expect("it hangs, or has panicked")
}

/// A ring of so many nodes, with another edge for each.
fn ring(nodes: usize, goal: Option<usize>) -> Graph<u32> {
    let edges = (0..nodes).map(|node| vec![((node + 1) % nodes, 1), (node / 2, 1)]);
    Graph { edges: edges.collect(), goals: goal.into_iter().collect() }
}

#[test]
fn one_rank_alone_comes_to_an_end() {
    for (goal, effort) in [(None, None), (Some(900), None), (Some(900), Some(100))] {
        for row in SEARCHES.iter().filter(|row| row.in_ranks) {
            let report = in_time(move || {
                let settings = Settings::default().effort(effort);
                let what = (&ring(1000, goal), &Blind);
                in_ranks(what, row.algorithm, threads(1), &settings, &Limits::none())
            });
            let expected = if effort.is_some() {
                Outcome::Stopped(Stop::Effort)
            } else if goal.is_none() {
                Outcome::Exhausted(Exhaustion::Proven)
            } else {
                assert_eq!(report.path().unwrap().cost, 900, "{}", row.name);
                continue;
            };
            assert_eq!(report.outcome, expected, "{}", row.name);
        }
    }
}

/// A connection that delivers again and again what was sent last, if it was states: such packets begin with 0.
struct Flood {
    link: Thread,
    states: Option<(usize, Packet)>,
    until: Instant,
}

impl Transport for Flood {
    fn rank(&self) -> usize {
        self.link.rank()
    }
    fn ranks(&self) -> usize {
        self.link.ranks()
    }
    fn send(&mut self, to: usize, packet: Packet) -> Result<(), Packet> {
        if packet[0] == 0 {
            self.states = Some((to, packet.clone()));
        }
        self.link.send(to, packet)
    }
    fn receive(&mut self, patience: Duration) -> Result<Option<(usize, Packet)>, Lost> {
        let is_over = self.states.is_none() || Instant::now() >= self.until;
        let came = self.link.receive(if is_over { patience } else { Duration::ZERO })?;
        Ok(came.or_else(|| self.states.clone().filter(|_| !is_over)))
    }
    fn close(&mut self) {
        self.link.close();
    }
}

#[test]
fn limits_are_asked_while_mail_keeps_coming() {
    let start = Instant::now();
    let limits = Limits::none().with_time(Duration::from_millis(100));
    let flood = |link: Thread| Flood { link, states: None, until: start + Duration::from_secs(20) };
    let links = threads(2).into_iter().map(flood).collect();
    // All ranks have much to expand.
    let edges =
        (0..100_000).map(|node| (1..9).map(|edge| ((node * 7919 + edge * 10_007) % 100_000, 1)).collect());
    let graph: Graph<u32> = Graph { edges: edges.collect(), goals: [].into() };
    let report = in_ranks((&graph, &Blind), Algorithm::UniformCost, links, &Settings::default(), &limits);
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Time));
    assert!(start.elapsed() < Duration::from_secs(10));
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
    let graph = ring(100_000, None);
    let start = Instant::now();
    let heuristic = Panics(Arc::new(Mutex::new(5000)));
    let run = std::panic::AssertUnwindSafe(|| {
        in_ranks((&graph, &heuristic), Algorithm::Astar, threads(3), &Settings::default(), &Limits::none())
    });
    assert!(std::panic::catch_unwind(run).is_err());
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_canceled_search_ends_in_all_ranks() {
    let graph = ring(1_000_000, None);
    let limits = Limits::none();
    limits.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
    let report = in_ranks((&graph, &Blind), Algorithm::Astar, threads(4), &Settings::default(), &limits);
    assert_eq!(report.outcome, Outcome::Stopped(Stop::Canceled));
}
