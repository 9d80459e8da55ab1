//! The search tree: for each state of a pool its parent, the action that led there, the cost, and a status.
//!
//! States and steps come in; paths go out. A node takes 12 bytes where costs take 4, and 16 where they take 8. The tree does not
//! know in which order states are expanded.

use super::chunks::Chunks;
use super::cost::Cost;
use super::pool::{Pool, StateId};

/// Actions are numbers below this: the two bits above hold the status.
pub const ACTION_LIMIT: u32 = 1 << 30;

/// What has become of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Status {
    /// To be expanded.
    Open = 0,
    /// Expanded.
    Closed = ACTION_LIMIT,
    /// Dropped: never to be expanded.
    Dead = 2 * ACTION_LIMIT,
}

/// The way to a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<C> {
    parent: u32,
    action_and_status: u32,
    g: C,
}

impl<C: Cost> Node<C> {
    #[inline]
    pub(super) const fn g(&self) -> C {
        self.g
    }

    #[inline]
    pub(super) const fn status(&self) -> Status {
        match self.action_and_status / ACTION_LIMIT {
            0 => Status::Open,
            1 => Status::Closed,
            _ => Status::Dead,
        }
    }

    #[inline]
    pub(super) const fn set_status(&mut self, status: Status) {
        self.action_and_status = (self.action_and_status % ACTION_LIMIT) | status as u32;
    }
}

/// States with the ways to them.
pub(super) struct Tree<C> {
    pub(super) pool: Pool,
    nodes: Chunks<Node<C>>,
}

impl<C: Cost> Tree<C> {
    /// A tree that holds nothing.
    pub(super) fn new(words: usize) -> Self {
        Self { pool: Pool::new(words), nodes: Chunks::new() }
    }

    /// Adds the initial state, which is its own parent.
    pub(super) fn plant(&mut self, row: &[u64]) -> StateId {
        let (id, new) = self.pool.intern(row).expect("the first state has an id");
        debug_assert!(new);
        self.nodes.push(Node { parent: id.raw(), action_and_status: 0, g: C::ZERO });
        id
    }

    /// Adds the node of a state that the pool has just taken in.
    #[inline]
    pub(super) fn grow(&mut self, parent: StateId, action: u32, g: C) {
        assert!(action < ACTION_LIMIT, "actions are numbers below 2^30");
        self.nodes.push(Node { parent: parent.raw(), action_and_status: action, g });
    }

    /// Gives a state a cheaper way; it is open then.
    #[inline]
    pub(super) fn improve(&mut self, id: StateId, parent: StateId, action: u32, g: C) {
        assert!(action < ACTION_LIMIT, "actions are numbers below 2^30");
        *self.node_mut(id) = Node { parent: parent.raw(), action_and_status: action, g };
    }

    #[inline]
    pub(super) fn node(&self, id: StateId) -> &Node<C> {
        self.nodes.get(id.index())
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: StateId) -> &mut Node<C> {
        self.nodes.get_mut(id.index())
    }

    /// The actions on the way to a state. Where a parent was improved after its children were made, they cost less than the node
    /// says.
    pub(super) fn path(&self, goal: StateId) -> Vec<u32> {
        let mut actions = Vec::new();
        let mut id = goal;
        loop {
            let node = self.node(id);
            if node.parent == id.raw() {
                break;
            }
            actions.push(node.action_and_status % ACTION_LIMIT);
            id = StateId::from_raw(node.parent);
        }
        actions.reverse();
        actions
    }

    pub(super) fn len(&self) -> usize {
        self.pool.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.pool.bytes() + self.nodes.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::super::cost::Lexicographic;
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node<u32>>(), 12);
        assert_eq!(size_of::<Node<u64>>(), 16);
        assert_eq!(size_of::<Node<Lexicographic>>(), 16);
    }

    #[test]
    fn a_path_is_read_from_the_goal_backwards() {
        let mut tree = Tree::<u32>::new(1);
        let root = tree.plant(&[0]);
        let mut last = root;
        for step in 1..=3 {
            let (id, new) = tree.pool.intern(&[u64::from(step)]).unwrap();
            assert!(new);
            tree.grow(last, step * 10, step);
            tree.node_mut(id).set_status(Status::Closed);
            last = id;
        }
        assert_eq!(tree.path(last), [10, 20, 30]);
        tree.improve(last, root, 99, 2);
        assert_eq!(tree.node(last).status(), Status::Open);
        assert_eq!(tree.path(last), [99]);
        tree.node_mut(last).set_status(Status::Dead);
        assert_eq!((tree.node(last).status(), tree.path(last)), (Status::Dead, vec![99]));
    }
}
