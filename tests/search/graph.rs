//! Graphs, listed or random, and estimates for them: exact, wrong, and absurd ones.
//!
//! In: edges, or a strategy for their costs. Out: spaces and heuristics whose true distances are known. Knows no
//! search.

use std::collections::{BTreeSet, HashMap};

use banto::search::{At, Claims, Cost, Estimate, Heuristic, Random, Space};
use proptest::prelude::*;

/// A graph that is written down. State `n` is the row `[n, !n]`, so that rows have two words.
#[derive(Clone, Debug)]
pub struct Graph<C> {
    pub edges: Vec<Vec<(usize, C)>>,
    pub goals: BTreeSet<usize>,
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
    fn expand(&self, scratch: &mut [u64; 2], state: &[u64], visit: &mut dyn FnMut(u32, C, &[u64])) {
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

/// Estimates that are written down, with a preference for the first action.
#[derive(Clone, Debug)]
pub struct Table<C> {
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
pub fn true_distances<C: Cost>(graph: &Graph<C>) -> Vec<Option<C>> {
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
pub fn ragged(graph: &Graph<u32>, seed: u64) -> Table<u32> {
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
pub fn senseless<C: Cost>(nodes: usize, seed: u64, dead_ends: bool) -> Table<C> {
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

pub fn graph<C: Cost>(cost: impl Strategy<Value = C> + 'static) -> impl Strategy<Value = Graph<C>> {
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
