//! The search tree: for each state of a pool, its parent, the cost of the path to it, and a status.
//!
//! In: states with the parents and costs by which a search meets them. Out: statuses, and the path to a state. A node
//! takes 8 bytes if costs take 4. Actions are not stored: extracting a path generates each step again.

use super::chunks::Chunks;
use super::pool::STATE_LIMIT;
use crate::{Cost, Path, Pool, Space, StateId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// To be expanded.
    Open,
    /// Expanded.
    Closed,
    /// Dropped: never to be expanded. It has no cost.
    Dead,
}

/// The bit above the parent's id that says whether a state is closed.
const CLOSED: u32 = STATE_LIMIT;

/// The path to a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<C> {
    parent_and_closed: u32,
    /// Infinite if dead.
    g: C,
}

impl<C: Cost> Node<C> {
    #[inline]
    const fn new(parent: StateId, g: C) -> Self {
        Self { parent_and_closed: parent.raw(), g }
    }

    #[inline]
    pub(crate) const fn parent(&self) -> StateId {
        StateId::from_raw(self.parent_and_closed & !CLOSED)
    }

    /// Reads part of the node, so that it is in the cache.
    #[inline]
    pub(crate) const fn parent_and_closed(&self) -> u32 {
        self.parent_and_closed
    }

    #[inline]
    pub(crate) const fn g(&self) -> C {
        self.g
    }

    #[inline]
    pub(crate) fn status(&self) -> Status {
        if self.g == C::INFINITE {
            Status::Dead
        } else if self.parent_and_closed & CLOSED != 0 {
            Status::Closed
        } else {
            Status::Open
        }
    }

    #[inline]
    pub(crate) const fn close(&mut self) {
        self.parent_and_closed |= CLOSED;
    }

    #[inline]
    pub(crate) const fn kill(&mut self) {
        self.g = C::INFINITE;
    }
}

/// States with the paths to them.
pub(crate) struct Tree<C> {
    pub(crate) pool: Pool,
    nodes: Chunks<Node<C>>,
}

impl<C: Cost> Tree<C> {
    pub(crate) fn new(words: usize) -> Self {
        Self { pool: Pool::new(words), nodes: Chunks::new() }
    }

    /// Adds the initial state as the first one. It is its own parent.
    pub(crate) fn plant(&mut self, row: &[u64]) -> StateId {
        let (id, new) = self.pool.intern(row).expect("the first state has an id");
        debug_assert!(new);
        self.nodes.push(Node::new(id, C::ZERO));
        id
    }

    /// Adds the node of a state that was just added to the pool.
    #[inline]
    pub(crate) fn grow(&mut self, parent: StateId, g: C) {
        self.nodes.push(Node::new(parent, g));
    }

    /// Gives a state a cheaper path, which opens it.
    #[inline]
    pub(crate) fn improve(&mut self, id: StateId, parent: StateId, g: C) {
        *self.node_mut(id) = Node::new(parent, g);
    }

    #[inline]
    pub(crate) fn node(&self, id: StateId) -> &Node<C> {
        self.nodes.get(id.index())
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, id: StateId) -> &mut Node<C> {
        self.nodes.get_mut(id.index())
    }

    /// The path to a state, with the cheapest action between two states, ties to the first. If a parent was improved
    /// after its children were generated, the path costs less than the node says. `None` if the space, which may have
    /// its own limits, no longer shows a step.
    pub(crate) fn path<S: Space<Cost = C>>(&self, space: &S, goal: StateId) -> Option<Path<C>> {
        let mut states = vec![goal];
        let mut id = goal;
        while self.node(id).parent() != id {
            id = self.node(id).parent();
            states.push(id);
        }
        let mut scratch = space.scratch();
        let mut path = Path { actions: Vec::with_capacity(states.len() - 1), cost: C::ZERO };
        for pair in states.windows(2).rev() {
            let (cost, action) = space.step(&mut scratch, self.pool.row(pair[1]), self.pool.row(pair[0]))?;
            path.actions.push(action);
            path.cost = path.cost.plus(cost).expect("a path costs no more than its last node says");
        }
        Some(path)
    }

    pub(crate) fn len(&self) -> usize {
        self.pool.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.pool.bytes() + self.nodes.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Lexicographic;
    use crate::graph::Graph;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<u32>>(), 8);
        assert_eq!(size_of::<Node<Lexicographic>>(), 12);
        assert_eq!(size_of::<Node<u64>>(), 16);
    }

    #[test]
    fn a_path_is_read_from_the_goal_backwards() {
        // From 0 by one or two; three ways to go up by one.
        let up = [(0, 1, 5), (0, 1, 3), (0, 1, 3), (0, 2, 4), (1, 2, 5), (1, 2, 3), (1, 2, 3), (1, 3, 4)];
        let up = Graph::new(&up, 0, &[]);
        let mut tree = Tree::<u32>::new(1);
        let root = tree.plant(&[0]);
        let mut last = root;
        for step in 1..=2 {
            let (id, new) = tree.pool.intern(&[u64::from(step)]).unwrap();
            assert!(new);
            tree.grow(last, step * 5);
            tree.node_mut(id).close();
            last = id;
        }
        assert_eq!(tree.node(last).status(), Status::Closed);
        assert_eq!(tree.path(&up, last), Some(Path { actions: vec![1, 5], cost: 6 }));
        tree.improve(last, root, 4);
        assert_eq!(tree.node(last).status(), Status::Open);
        assert_eq!(tree.path(&up, last), Some(Path { actions: vec![3], cost: 4 }));
        tree.node_mut(last).kill();
        assert_eq!(tree.node(last).status(), Status::Dead);
    }
}
