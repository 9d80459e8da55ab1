//! The oracle of the searches: plain Dijkstra over a hash map, and the check that compares every row of the registry
//! with it.

use std::collections::{BTreeSet, HashMap};

use banto::search::{
    Cost, Exhaustion, Heuristic, Outcome, SEARCHES, Search, Settings, Space, UnitCost, replay,
};

/// The cost from every state that Dijkstra's algorithm reaches, by state.
fn dijkstra<S: Space>(space: &S) -> HashMap<Vec<u64>, S::Cost> {
    let mut best = HashMap::new();
    let mut start = vec![0; space.words()];
    space.initial(&mut start);
    let mut queue = BTreeSet::from([(S::Cost::ZERO, start)]);
    while let Some((cost, state)) = queue.pop_first() {
        if best.contains_key(&state) {
            continue;
        }
        space.expand(&mut space.scratch(), &state, &mut |_, step, row| {
            if let Some(sum) = cost.plus(step) {
                queue.insert((sum, row.to_vec()));
            }
        });
        best.insert(state, cost);
    }
    best
}

pub fn cheapest_goal<S: Space>(space: &S) -> Option<S::Cost> {
    dijkstra(space).into_iter().filter(|(state, _)| space.is_goal(state)).map(|(_, cost)| cost).min()
}

/// Holds every search to its row.
pub fn check<S: Space, H: Heuristic<S> + Clone>(space: &S, heuristics: &[H], preferred: bool, explore: bool) {
    let optimum = cheapest_goal(space);
    let fewest = cheapest_goal(&UnitCost(space));
    let admissible = heuristics.iter().all(|heuristic| heuristic.claims().admissible);
    for row in SEARCHES {
        let settings = Settings { preferred, explore, ..Settings::default() };
        let mut search = Search::new(space).heuristics(heuristics.to_vec()).settings(settings);
        let mut heard = Vec::new();
        let report = search.run_improving(row.algorithm, &mut |path| heard.push(path.clone()));
        assert_eq!(search.run(row.algorithm), report, "{} is the same every time", row.name);
        let Some(optimum) = optimum else {
            assert_eq!(report.outcome, Outcome::Exhausted(Exhaustion::Proven), "{}", row.name);
            continue;
        };
        let Outcome::Solved { path, optimal } = &report.outcome else {
            panic!("{}: {:?}", row.name, report.outcome);
        };
        assert_eq!(replay(space, &path.actions), Some((path.cost, true)), "{}", row.name);
        assert_eq!(heard.last(), Some(path));
        assert!(heard.is_sorted_by(|one, next| next.cost < one.cost), "{}", row.name);
        if row.optimal && (admissible || !row.uses_heuristic) {
            assert!(optimal, "{} knows what it found", row.name);
        }
        if *optimal {
            assert_eq!(path.cost, optimum, "{}", row.name);
        }
        if row.fewest_steps {
            assert_eq!(Some(path.actions.len() as u32), fewest, "{}", row.name);
        }
        if row.uses_weight && admissible && !row.uses_preferred {
            assert!(path.cost <= optimum.times(Settings::<S::Cost>::default().weight), "{}", row.name);
        }
    }
}
