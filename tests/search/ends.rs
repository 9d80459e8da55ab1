//! How searches end without reaching a goal: limits, costs that overflow, and what an observer hears on the way.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use banto::limits::{Limits, Stop};
use banto::search::{
    Algorithm, Blind, Exhaustion, Observer, Outcome, Progress, SEARCHES, Search, Settings, Space,
};

use crate::dijkstra::check;
use crate::graph::Graph;

#[test]
fn a_path_may_cost_more_than_its_type_holds() {
    let edges = vec![vec![(1, u32::MAX / 2), (0, 0)], vec![(2, u32::MAX / 2 + 1)], vec![]];
    let graph = Graph { edges: edges.clone(), goals: BTreeSet::from([2]) };
    for row in SEARCHES {
        let report = Search::new(&graph).run(row.algorithm);
        assert_eq!(report.outcome, Outcome::Exhausted(Exhaustion::CostOverflow), "{}", row.name);
    }
    let wide =
        edges.into_iter().map(|list| list.into_iter().map(|(end, cost)| (end, u64::from(cost))).collect());
    let graph = Graph { edges: wide.collect(), goals: BTreeSet::from([2]) };
    check(&graph, &[Blind], false, false);
}

/// A space without end: one counter.
struct Endless;

impl Space for Endless {
    type Cost = u32;
    type Scratch = [u64; 1];

    fn words(&self) -> usize {
        1
    }
    fn scratch(&self) -> [u64; 1] {
        [0]
    }
    fn initial(&self, state: &mut [u64]) {
        state[0] = 1;
    }
    fn is_goal(&self, _state: &[u64]) -> bool {
        false
    }
    fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        for action in 0..2 {
            scratch[0] = (state[0] << 1 | u64::from(action)) & (u64::MAX >> 4);
            visit(action, 1, scratch);
        }
    }
}

#[test]
fn limits_stop_every_search() {
    for row in SEARCHES {
        let stopped = |limits: &Limits| Search::new(&Endless).limits(limits).run(row.algorithm).outcome;
        let limits = Limits::none().with_time(Duration::from_millis(20));
        assert_eq!(stopped(&limits), Outcome::Stopped(Stop::Time), "{}", row.name);
        assert!(limits.elapsed() < Duration::from_millis(900), "{}", row.name);
        let limits = Limits::none();
        limits.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(stopped(&limits), Outcome::Stopped(Stop::Canceled), "{}", row.name);
    }
}

#[test]
fn each_of_many_searches_has_a_budget_of_memory() {
    const BUDGET: u64 = 1 << 20;
    // Memory is taken in pieces of 256 KiB.
    const MORE: u64 = 1 << 19;
    for row in SEARCHES.iter().filter(|row| !row.revisits) {
        let run = |_| {
            let limits = Limits::none().with_budget(BUDGET);
            Search::new(&Endless).limits(&limits).run(row.algorithm)
        };
        let reports: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || run(number))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let first = &reports[0];
        assert_eq!(first.outcome, Outcome::Stopped(Stop::Memory), "{}", row.name);
        assert!((BUDGET / 2..BUDGET + MORE).contains(&first.work.bytes), "{}: {:?}", row.name, first.work);
        assert!(reports.iter().all(|report| report == first), "{}", row.name);
    }
    // What a search has held is free after it.
    let limits = Limits::none().with_budget(BUDGET);
    for _ in 0..100 {
        let settings = Settings::default().effort(1000);
        let report = Search::new(&Endless).limits(&limits).settings(settings).run(Algorithm::Bfs);
        assert_eq!(report.outcome, Outcome::Stopped(Stop::Effort));
    }
}

#[test]
fn an_observer_hears_of_progress() {
    struct Heard(Mutex<Vec<Progress>>);
    impl Observer for Heard {
        fn progress(&self, progress: &Progress) {
            self.0.lock().unwrap().push(*progress);
        }
    }
    let heard = Heard(Mutex::default());
    let limits = Limits::none().with_time(Duration::from_millis(500));
    let report = Search::new(&Endless).limits(&limits).observer(&heard).run(Algorithm::Astar);
    assert_eq!(report.stop, Some(Stop::Time));
    let heard = heard.0.into_inner().unwrap();
    assert!((1..=3).contains(&heard.len()), "{}", heard.len());
    assert!(heard.iter().all(|progress| progress.best_h == Some(0) && progress.work.states > 1));
}
