//! The oracle of the searches: plain Dijkstra over a hash map, and the check that compares every row of the registry
//! with it.

use std::collections::{BTreeSet, HashMap};

use banto::search::{
    Cost, Exhaustion, Heuristic, Outcome, Path, Report, SEARCHES, Search, Settings, Space, UnitCost, replay,
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

/// The path that was found, and whether it is said to be optimal; none where there is none, and that is said.
pub fn found<'r, S: Space>(
    space: &S,
    report: &'r Report<S::Cost>,
    optimum: Option<S::Cost>,
    name: &str,
) -> Option<(&'r Path<S::Cost>, bool)> {
    match &report.outcome {
        Outcome::Exhausted(Exhaustion::Proven) if optimum.is_none() => None,
        Outcome::Solved { path, optimal } => {
            assert_eq!(replay(space, &path.actions), Some((path.cost, true)), "{name}");
            assert!(!optimal || Some(path.cost) == optimum, "{name}");
            Some((path, *optimal))
        }
        outcome => panic!("{name}: {outcome:?}"),
    }
}

/// Nothing is said that is not proven, whatever was dropped.
pub fn says_no_more_than_it_knows<S: Space>(
    space: &S,
    report: &Report<S::Cost>,
    optimum: Option<S::Cost>,
    name: &str,
) {
    if let Outcome::Exhausted(Exhaustion::Unsafe) = report.outcome {
        let counts = report.work.counts;
        assert!(counts.dead_ends + counts.pruned > 0, "{name}");
    } else {
        found(space, report, optimum, name);
    }
}

/// Holds every search to its row.
pub fn check<S: Space, H: Heuristic<S> + Clone + Send>(
    space: &S,
    heuristics: &[H],
    preferred: bool,
    explore: bool,
) {
    let optimum = cheapest_goal(space);
    let fewest = cheapest_goal(&UnitCost(space));
    let admissible = heuristics.iter().all(|heuristic| heuristic.claims().admissible);
    for row in SEARCHES {
        let settings = Settings::default().preferred(preferred).explore(explore);
        let boxed = heuristics.iter().map(|heuristic| Box::new(heuristic.clone()) as Box<_>).collect();
        let mut search = Search::new(space).heuristics(boxed).settings(settings);
        let report = search.run(row.algorithm);
        assert_eq!(search.run(row.algorithm), report, "{} is the same every time", row.name);
        let Some((path, optimal)) = found(space, &report, optimum, row.name) else { continue };
        let (bound, cost) = (report.readings.lower_bound, path.cost.shown());
        assert!(bound <= optimum.map(S::Cost::shown), "{}: {bound:?}", row.name);
        if row.optimal && (admissible || !row.uses_heuristic) {
            assert!(optimal, "{} knows what it found", row.name);
        }
        if row.fewest_steps {
            assert_eq!(Some(path.actions.len() as u32), fewest, "{}", row.name);
        }
        if row.uses_weight && admissible && !row.uses_preferred() {
            let optimum = optimum.expect("there is a path");
            let weight = Settings::<S::Cost>::default().weight;
            assert!(path.cost <= optimum.times(weight), "{}", row.name);
            assert!(bound >= Some(cost.div_ceil(weight.into())), "{}: {bound:?}", row.name);
        }
    }
}
