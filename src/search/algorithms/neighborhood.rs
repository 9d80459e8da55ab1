//! Plan neighborhood graph search (Aras; Nakhost and Müller 2010): the states near a path, and the cheapest path among
//! them.
//!
//! In: the states of a path, its cost, and how many states may be stored. Out: a cheaper path, if the neighborhood
//! contains one. Breadth-first search from all states of the path adds states until that many are stored; then stored
//! states are only connected with each other. Every step between two stored states is recorded, and Dijkstra's
//! algorithm runs over these steps.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::{Cost, Counts, Path, Pool, Space, StateId};
use banto_base::limits::Limits;

/// A step between two known states.
#[derive(Clone, Copy)]
struct Edge<C> {
    from: StateId,
    to: StateId,
    action: u32,
    cost: C,
}

pub struct Neighborhood<C> {
    /// A path that costs less than the bound, if there is one among these states.
    pub path: Option<Path<C>>,
    /// The work; steps to states for which there was no room count as pruned.
    pub counts: Counts,
    /// Whether these are all reachable states: the path is then cheapest, or nothing costs less than the bound.
    pub is_whole: bool,
}

/// Looks for a path that costs less than `bound` through at most `room` states near those of `rows`, which begin with
/// the initial state. Finds nothing if a limit is reached.
///
/// ```
/// use banto::limits::Limits;
/// use banto::internals::neighborhood;
/// use banto::search::Graph;
///
/// // A detour by 1, and two steps of cost 1 beside it.
/// let graph = Graph::new(&[(0, 1, 4), (1, 3, 4), (0, 2, 1), (2, 3, 1)], 0, &[3]);
/// let found = neighborhood(&graph, [[0], [1], [3]].iter().map(|row| &row[..]), 8, 10, &Limits::none());
/// assert!(found.path.unwrap().cost == 2 && found.is_whole);
/// ```
pub fn neighborhood<'r, S: Space>(
    space: &S,
    rows: impl IntoIterator<Item = &'r [u64]>,
    bound: S::Cost,
    room: usize,
    limits: &Limits,
) -> Neighborhood<S::Cost> {
    let mut pool = Pool::new(space.words());
    let mut found = Neighborhood { path: None, counts: Counts::default(), is_whole: false };
    for row in rows {
        pool.intern(row);
    }
    let mut edges: Vec<Edge<S::Cost>> = Vec::new();
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    let mut next = 0;
    // A layer is expanded as long as there is room; the last states are only connected to known ones.
    while next < pool.len().min(room) {
        // Checking memory takes as long as several expansions.
        let bytes = pool.bytes() / 2 + edges.len() * size_of::<Edge<S::Cost>>();
        if limits.check().is_err() || next.is_multiple_of(1024) && limits.check_allocation(bytes).is_err() {
            return found;
        }
        let from = StateId::from(next);
        state.copy_from_slice(pool.row(from));
        found.counts.expanded += 1;
        space.expand(&mut scratch, &state, &mut |action, cost, successor| {
            found.counts.generated += 1;
            let known = if pool.len() < room {
                pool.intern(successor).map(|(id, _)| id)
            } else {
                pool.find(successor)
            };
            match known {
                Some(to) => edges.push(Edge { from, to, action, cost }),
                None => found.counts.pruned += 1,
            }
        });
        next += 1;
    }
    found.is_whole = next == pool.len() && found.counts.pruned == 0;
    found.path = cheapest(space, &pool, &edges, bound);
    found
}

/// Dijkstra's algorithm from the first state to the nearest goal below the bound. The steps are in the order of the
/// states where they begin.
fn cheapest<S: Space>(
    space: &S,
    pool: &Pool,
    edges: &[Edge<S::Cost>],
    bound: S::Cost,
) -> Option<Path<S::Cost>> {
    let mut best = vec![S::Cost::INFINITE; pool.len()];
    let mut by: Vec<u32> = vec![u32::MAX; pool.len()];
    let mut queue = BinaryHeap::from([Reverse((S::Cost::ZERO, 0u32))]);
    best[0] = S::Cost::ZERO;
    while let Some(Reverse((cost, number))) = queue.pop() {
        if cost > best[number as usize] {
            continue;
        }
        let state = StateId::from(number);
        if space.is_goal(pool.row(state)) {
            let mut actions = Vec::new();
            let mut at = state;
            while let Some(edge) = edges.get(by[at.index()] as usize) {
                actions.push(edge.action);
                at = edge.from;
            }
            actions.reverse();
            return (cost < bound).then_some(Path { actions, cost });
        }
        let first = edges.partition_point(|edge| edge.from < state);
        for (index, edge) in edges.iter().enumerate().skip(first).take_while(|(_, edge)| edge.from == state) {
            let total = cost.plus_or_infinite(edge.cost);
            if total < bound && total < best[edge.to.index()] {
                best[edge.to.index()] = total;
                by[edge.to.index()] = u32::try_from(index).unwrap_or(u32::MAX);
                queue.push(Reverse((total, edge.to.raw())));
            }
        }
    }
    None
}
