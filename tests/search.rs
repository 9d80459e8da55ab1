//! The search engine against its oracle: Dijkstra's algorithm in its plainest form, over a hash map.
//!
//! Every row of the registry runs on every space here; a new row is tested without a new test.
#![allow(clippy::cast_possible_truncation)] // The numbers here are small.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use banto::limits::{Limits, Stop};
use banto::search::open::{Fifo, Ordered, by_f};
use banto::search::{
    Algorithm, At, Blind, Claims, Cost, Estimate, Exhaustion, Heuristic, Lexicographic, Observer, Outcome,
    Progress, Prune, PruneClaims, Random, Reopen, Report, Rules, SEARCHES, Search, Settings, Space, StateId,
    Step, UnitCost, eager, replay, search_named,
};
use proptest::prelude::*;

/// A graph that is written down. State `n` is the row `[n, !n]`, so that rows have two words.
#[derive(Clone, Debug)]
struct Graph<C> {
    edges: Vec<Vec<(usize, C)>>,
    goals: BTreeSet<usize>,
}

impl<C: Cost> Space for Graph<C> {
    type Cost = C;
    type Scratch = [u64; 2];

    fn words(&self) -> usize {
        2
    }
    fn scratch(&self) -> [u64; 2] {
        [0; 2]
    }
    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&[0, !0]);
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        self.goals.contains(&(state[0] as usize))
    }
    fn expand(&self, scratch: &mut [u64; 2], state: &[u64], visit: &mut impl FnMut(u32, C, &[u64])) {
        assert_eq!(state[1], !state[0]);
        for (action, &(end, cost)) in self.edges[state[0] as usize].iter().enumerate() {
            *scratch = [end as u64, !(end as u64)];
            visit(action as u32, cost, scratch);
        }
    }
    fn least_cost(&self) -> C {
        self.edges.iter().flatten().map(|edge| edge.1).min().unwrap_or(C::ZERO)
    }
}

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

fn cheapest_goal<S: Space>(space: &S) -> Option<S::Cost> {
    dijkstra(space).into_iter().filter(|(state, _)| space.is_goal(state)).map(|(_, cost)| cost).min()
}

/// Estimates that are written down, with a preference for the first action.
#[derive(Clone, Debug)]
struct Table<C> {
    estimates: HashMap<u64, Estimate<C>>,
    claims: Claims,
}

impl<S: Space> Heuristic<S> for Table<S::Cost> {
    fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        preferred.push(0);
        self.estimates[&at.state[0]]
    }
    fn claims(&self) -> Claims {
        self.claims
    }
}

/// The true distances to the goals, by the graph turned round.
fn true_distances<C: Cost>(graph: &Graph<C>) -> Vec<Option<C>> {
    let mut distance: Vec<Option<C>> =
        (0..graph.edges.len()).map(|node| graph.goals.contains(&node).then_some(C::ZERO)).collect();
    loop {
        let mut changed = false;
        for (node, edges) in graph.edges.iter().enumerate() {
            for &(end, cost) in edges {
                if let Some(sum) = distance[end].and_then(|rest| rest.plus(cost))
                    && distance[node].is_none_or(|old| sum < old)
                {
                    distance[node] = Some(sum);
                    changed = true;
                }
            }
        }
        if !changed {
            return distance;
        }
    }
}

/// An admissible heuristic that is hardly ever consistent: some part of the true distance.
fn ragged(graph: &Graph<u32>, seed: u64) -> Table<u32> {
    let mut random = Random::new(seed);
    let estimates = true_distances(graph).into_iter().enumerate().map(|(node, distance)| {
        let estimate = match distance {
            Some(distance) => Estimate::Cost(random.below(distance + 1)),
            None if random.below(2) == 0 => Estimate::DeadEnd { safe: true },
            None => Estimate::Cost(random.below(9)),
        };
        (node as u64, estimate)
    });
    let claims = Claims { admissible: true, consistent: false, safe: true };
    Table { estimates: estimates.collect(), claims }
}

/// Estimates without sense, which say of some living states that they are dead, without proof.
fn senseless<C: Cost>(nodes: usize, seed: u64, dead_ends: bool) -> Table<C> {
    let mut random = Random::new(seed);
    let estimates = (0..nodes).map(|node| {
        let estimate = if dead_ends && random.below(4) == 0 {
            Estimate::DeadEnd { safe: false }
        } else {
            Estimate::Cost(C::from_count(u64::from(random.below(20))))
        };
        (node as u64, estimate)
    });
    Table { estimates: estimates.collect(), claims: Claims::default() }
}

/// Holds every search to its row.
fn check<S: Space, H: Heuristic<S> + Clone>(space: &S, heuristics: &[H], preferred: bool, explore: bool) {
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

fn graph<C: Cost>(cost: impl Strategy<Value = C> + 'static) -> impl Strategy<Value = Graph<C>> {
    (2..24_usize)
        .prop_flat_map(move |nodes| (Just(nodes), any::<u64>(), 0..4_usize))
        .prop_flat_map({
            let cost = cost.boxed();
            move |(nodes, seed, goals)| {
                let edges = prop::collection::vec((0..nodes, 0..nodes, cost.clone()), 0..nodes * 3);
                (Just(nodes), edges, Just(seed), Just(goals))
            }
        })
        .prop_map(|(nodes, list, seed, goals)| {
            let mut edges = vec![Vec::new(); nodes];
            for (start, end, cost) in list {
                edges[start].push((end, cost));
            }
            let mut random = Random::new(seed);
            Graph { edges, goals: (0..goals).map(|_| random.below_index(nodes)).collect() }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn with_admissible_estimates(graph in graph(0..6_u32), seed: u64, preferred: bool, explore: bool) {
        check(&graph, &[ragged(&graph, seed)], preferred, explore);
    }

    #[test]
    fn with_several_heuristics(graph in graph(0..6_u32), seed: u64, preferred: bool, explore: bool) {
        let nodes = graph.edges.len();
        check(&graph, &[ragged(&graph, seed), senseless(nodes, seed, false)], preferred, explore);
        check(&graph, &[ragged(&graph, seed), ragged(&graph, seed ^ 1)], preferred, explore);
    }

    #[test]
    fn with_senseless_estimates(graph in graph(0..4_u32), seed: u64, preferred: bool, explore: bool) {
        check(&graph, &[senseless(graph.edges.len(), seed, false)], preferred, explore);
    }

    #[test]
    fn blind_with_large_costs(graph in graph(prop_oneof![0..9_u64, 0..1_u64 << 50])) {
        check(&graph, &[Blind], false, false);
    }

    #[test]
    fn blind_with_two_costs(graph in graph((0..3_u32, 0..5_u32).prop_map(|(one, two)| Lexicographic(one, two)))) {
        check(&graph, &[Blind], false, false);
        check(&UnitCost(&graph), &[Blind], true, true);
    }

    #[test]
    fn what_is_not_proven_is_not_said(graph in graph(0..6_u32), seed: u64) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES {
            let heuristic = senseless(graph.edges.len(), seed, true);
            let report = Search::new(&graph).heuristic(heuristic).run(row.algorithm);
            match report.outcome {
                Outcome::Solved { path, optimal } => {
                    prop_assert_eq!(replay(&graph, &path.actions), Some((path.cost, true)));
                    prop_assert!(!optimal || Some(path.cost) == optimum);
                }
                Outcome::Exhausted(Exhaustion::Proven) => prop_assert_eq!(optimum, None),
                Outcome::Exhausted(_) => prop_assert!(report.counts.dead_ends > 0),
                Outcome::Stopped(stop) => prop_assert!(false, "{}", stop),
            }
        }
    }

    #[test]
    fn what_is_pruned_unsafely_is_not_proven(graph in graph(0..6_u32), seed: u64, cost_preserving: bool) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES {
            let claims = PruneClaims { safe: false, cost_preserving: false };
            let prune = DropSome { random: Random::new(seed), claims };
            let report = Search::new(&graph).prune(prune).run(row.algorithm);
            match report.outcome {
                Outcome::Solved { path, optimal } => {
                    prop_assert_eq!(replay(&graph, &path.actions), Some((path.cost, true)));
                    prop_assert!(!optimal || Some(path.cost) == optimum);
                }
                Outcome::Exhausted(Exhaustion::Proven) => prop_assert_eq!(optimum, None),
                _ => prop_assert!(report.counts.pruned > 0),
            }
            let claims = PruneClaims { safe: true, cost_preserving };
            let prune = DropSome { random: Random::new(seed), claims };
            let report = Search::new(&graph).prune(prune).run(row.algorithm);
            prop_assert!(!matches!(report.outcome, Outcome::Exhausted(Exhaustion::Unsafe)));
        }
    }

    #[test]
    fn a_bound_is_kept(graph in graph(0..6_u32), seed: u64, bound in 0..12_u32) {
        let optimum = cheapest_goal(&graph);
        for row in SEARCHES.iter().filter(|row| row.algorithm != Algorithm::Iddfs) {
            let settings = Settings { bound: Some(bound), ..Settings::default() };
            let report = Search::new(&graph).heuristic(ragged(&graph, seed)).settings(settings).run(row.algorithm);
            match report.outcome {
                Outcome::Solved { path, optimal } => {
                    prop_assert!(path.cost < bound, "{}", row.name);
                    prop_assert!(!optimal || Some(path.cost) == optimum, "{}", row.name);
                }
                Outcome::Exhausted(Exhaustion::Proven) => {
                    prop_assert!(optimum.is_none_or(|optimum| optimum >= bound), "{}", row.name);
                }
                outcome => {
                    prop_assert!(!row.optimal, "{}: {:?}", row.name, outcome);
                }
            }
        }
    }

    #[test]
    fn heuristics_hear_of_every_path(graph in graph(0..6_u32), preferred: bool) {
        for row in SEARCHES.iter().filter(|row| row.uses_heuristic && row.tells_paths) {
            let settings = Settings { preferred, ..Settings::default() };
            let heuristic = Listener { claims_of: HashMap::new() };
            let report = Search::new(&graph).heuristic(heuristic).settings(settings).run(row.algorithm);
            prop_assert_eq!(report.path().is_some(), cheapest_goal(&graph).is_some());
        }
    }
}

/// Drops some actions and some states.
struct DropSome {
    random: Random,
    claims: PruneClaims,
}

impl<S: Space> Prune<S> for DropSome {
    fn claims(&self) -> PruneClaims {
        self.claims
    }
    fn keep_action(&mut self, _space: &S, _action: u32) -> bool {
        self.random.below(8) != 0
    }
    fn keep_state(&mut self, _space: &S, _action: u32, _state: &[u64]) -> bool {
        self.random.below(8) != 0
    }
}

/// Follows paths, and insists on having heard of a state before it is asked.
struct Listener {
    claims_of: HashMap<StateId, Vec<u64>>,
}

impl<S: Space> Heuristic<S> for Listener {
    fn evaluate(&mut self, at: &At<'_, S>, _preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        assert_eq!(self.claims_of[&at.id.unwrap()], at.state);
        Estimate::Cost(S::Cost::from_count(at.state[0] % 5))
    }
    fn follows_paths(&self) -> bool {
        true
    }
    fn started(&mut self, _space: &S, id: StateId, state: &[u64]) {
        self.claims_of.insert(id, state.to_vec());
    }
    fn reached(&mut self, step: &Step<'_, S>) {
        assert_eq!(self.claims_of[&step.parent], step.parent_state);
        let known = self.claims_of.entry(step.id).or_insert_with(|| step.state.to_vec());
        assert_eq!(known, step.state);
        let mut row = vec![0; step.state.len()];
        step.space.apply(&mut step.space.scratch(), step.parent_state, step.action, &mut row);
        assert_eq!(row, step.state);
    }
    fn reset(&mut self) {
        self.claims_of.clear();
    }
}

/// Sliding tiles on a grid of any size up to 16 cells.
struct Tiles {
    width: usize,
    height: usize,
    start: u64,
}

impl Tiles {
    fn new(width: usize, height: usize, tiles: &[u64]) -> Self {
        assert_eq!(tiles.len(), width * height);
        Self { width, height, start: tiles.iter().rev().fold(0, |packed, tile| packed << 4 | tile) }
    }
}

impl Space for Tiles {
    type Cost = u32;
    type Scratch = [u64; 1];

    fn words(&self) -> usize {
        1
    }
    fn scratch(&self) -> [u64; 1] {
        [0]
    }
    fn initial(&self, state: &mut [u64]) {
        state[0] = self.start;
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        (0..self.width * self.height).all(|cell| state[0] >> (4 * cell) & 15 == cell as u64)
    }
    fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
        let cells = self.width * self.height;
        let hole = (0..cells).find(|cell| (state[0] >> (4 * cell)).is_multiple_of(16)).unwrap();
        let (column, row) = (hole % self.width, hole / self.width);
        let neighbours = [
            (row > 0).then(|| hole - self.width),
            (row + 1 < self.height).then(|| hole + self.width),
            (column > 0).then(|| hole - 1),
            (column + 1 < self.width).then(|| hole + 1),
        ];
        for (action, from) in neighbours.into_iter().enumerate() {
            if let Some(from) = from {
                let tile = state[0] >> (4 * from) & 15;
                scratch[0] = state[0] ^ tile << (4 * from) ^ tile << (4 * hole);
                visit(action as u32, 1, scratch);
            }
        }
    }
    fn least_cost(&self) -> u32 {
        1
    }
}

/// Steps from each tile to its place, as if no other were in the way.
#[derive(Clone, Copy)]
struct Manhattan;

impl Heuristic<Tiles> for Manhattan {
    fn evaluate(&mut self, at: &At<'_, Tiles>, _preferred: &mut Vec<u32>) -> Estimate<u32> {
        let width = at.space.width;
        let distance = (0..width * at.space.height).map(|cell| {
            let tile = (at.state[0] >> (4 * cell) & 15) as usize;
            let apart = (tile % width).abs_diff(cell % width) + (tile / width).abs_diff(cell / width);
            if tile == 0 { 0 } else { apart as u32 }
        });
        Estimate::Cost(distance.sum())
    }
    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}

#[test]
fn sliding_tiles() {
    for tiles in [[0, 1, 2, 3, 4, 5], [4, 5, 0, 1, 2, 3], [1, 2, 5, 3, 4, 0], [3, 2, 1, 0, 5, 4]] {
        let space = Tiles::new(3, 2, &tiles);
        check(&space, &[Manhattan], false, false);
        check(&space, &[Blind], true, true);
    }
    // Two tiles exchanged: half of all orders cannot be reached.
    check(&Tiles::new(2, 3, &[0, 2, 1, 3, 4, 5]), &[Manhattan], true, false);
}

#[test]
fn the_farthest_eight_puzzle() {
    let space = Tiles::new(3, 3, &[8, 0, 6, 5, 4, 7, 2, 3, 1]);
    for (algorithm, heuristic) in
        [(Algorithm::Astar, true), (Algorithm::Ida, true), (Algorithm::UniformCost, false)]
    {
        let report = Search::new(&space).heuristic(Manhattan).run(algorithm);
        assert_eq!(report.path().unwrap().cost, 31, "{algorithm:?}");
        assert_eq!(report.counts.evaluated > 0, heuristic);
    }
    let report = Search::new(&space).heuristic(Manhattan).run(Algorithm::Gbfs);
    assert!(report.counts.expanded < 5000, "{:?}", report.counts);
}

#[test]
fn a_path_may_cost_more_than_its_type_holds() {
    let edges = vec![vec![(1, u32::MAX / 2), (0, 0)], vec![(2, u32::MAX / 2 + 1)], vec![]];
    let graph = Graph { edges: edges.clone(), goals: BTreeSet::from([2]) };
    for row in SEARCHES.iter().filter(|row| row.algorithm != Algorithm::Iddfs) {
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
    fn expand(&self, scratch: &mut [u64; 1], state: &[u64], visit: &mut impl FnMut(u32, u32, &[u64])) {
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
        assert_eq!(stopped(&limits), Outcome::Stopped(Stop::Cancelled), "{}", row.name);
    }
}

#[test]
fn an_observer_hears_of_progress() {
    struct Heard(Vec<Progress>);
    impl Observer for Heard {
        fn progress(&mut self, progress: &Progress) {
            self.0.push(*progress);
        }
    }
    let mut heard = Heard(Vec::new());
    let limits = Limits::none().with_time(Duration::from_millis(500));
    let report = Search::new(&Endless).limits(&limits).observer(&mut heard).run(Algorithm::Astar);
    assert_eq!(report.stop, Some(Stop::Time));
    assert!((1..=3).contains(&heard.0.len()), "{}", heard.0.len());
    assert!(heard.0.iter().all(|progress| progress.best_h == Some(0) && progress.states > 1));
}

#[test]
fn open_lists_of_ones_own() {
    let space = Tiles::new(3, 2, &[4, 5, 0, 1, 2, 3]);
    let rules = Rules {
        evaluates: true,
        apart: false,
        reopen: Reopen::Always,
        early_goal: false,
        preferred: false,
        optimal: true,
    };
    let by_list = eager(&mut Search::new(&space).heuristic(Manhattan), &mut Ordered::new(by_f(0, 1)), rules);
    let by_name: Report<u32> = Search::new(&space).heuristic(Manhattan).run(Algorithm::Astar);
    assert_eq!(by_list, by_name);
    let fifo = eager(&mut Search::new(&space), &mut Fifo::new(), Rules { early_goal: true, ..rules });
    assert_eq!(fifo.path().map(|path| path.cost), by_name.path().map(|path| path.cost));
}

#[test]
fn names_are_unique_and_found() {
    let rows: BTreeMap<&str, Algorithm> = SEARCHES.iter().map(|row| (row.name, row.algorithm)).collect();
    assert_eq!(rows.len(), SEARCHES.len());
    for row in SEARCHES {
        assert_eq!(search_named(row.name).unwrap().algorithm, row.algorithm);
        assert_eq!(row.algorithm.row().name, row.name);
    }
    assert!(search_named("A*").is_none());
}
