//! A space given by a list of edges: for small puzzles, and for trying out searches.

use super::space::Space;

/// A graph of numbered nodes. An action is the index of an edge in the given list.
///
/// ```
/// use banto::search::{Algorithm, Graph, Search};
///
/// // From 0 to 2: one expensive step, or two that cost less.
/// let graph = Graph::new(&[(0, 2, 9), (0, 1, 2), (1, 2, 3)], 0, &[2]);
/// let by_steps = Search::new(&graph).run(Algorithm::Bfs);
/// let by_cost = Search::new(&graph).run(Algorithm::UniformCost);
/// assert_eq!((&by_steps.path().unwrap().actions[..], by_steps.path().unwrap().cost), (&[0][..], 9));
/// assert_eq!((&by_cost.path().unwrap().actions[..], by_cost.path().unwrap().cost), (&[1, 2][..], 5));
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// Where each edge starts, its number, where it ends, and its cost, in ascending order.
    edges: Vec<(u32, u32, u32, u32)>,
    start: u32,
    goals: Vec<u32>,
}

impl Graph {
    /// A graph of edges `(from, to, cost)`.
    pub fn new(edges: &[(u32, u32, u32)], start: u32, goals: &[u32]) -> Self {
        let numbered = edges.iter().zip(0..);
        let mut edges: Vec<_> =
            numbered.map(|(&(from, to, cost), number)| (from, number, to, cost)).collect();
        edges.sort_unstable_by_key(|edge| (edge.0, edge.1));
        Self { edges, start, goals: goals.to_vec() }
    }
}

impl Space for Graph {
    type Cost = u32;
    type Scratch = ();

    fn words(&self) -> usize {
        1
    }

    fn scratch(&self) {}

    fn initial(&self, state: &mut [u64]) {
        state[0] = self.start.into();
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.goals.iter().any(|goal| u64::from(*goal) == state[0])
    }

    fn expand(&self, (): &mut (), state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        let first = self.edges.partition_point(|edge| u64::from(edge.0) < state[0]);
        let leaving = self.edges[first..].iter().take_while(|edge| u64::from(edge.0) == state[0]);
        for &(_, number, to, cost) in leaving {
            visit(number, cost, &[to.into()]);
        }
    }
}
