//! States as pairs of nodes of a tree, so that what many of them share is there once.
//!
//! In: variables. Out: a [`Tree`]: its leaves are variables with values, its nodes pairs of nodes, each of them once; a
//! state is the pair at the top. An operator changes few nodes, and of each node it makes the same one in all states.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::variables::Variables;

/// So many nodes are few, and those that each have so many states.
const FEW: usize = 8;
const SHARING: usize = 16;

/// The number of a node; those of a state that is entered first come first, halves before what they are halves of.
pub(super) type Node = u32;

/// The values of all variables.
pub(super) type State = [Node; 2];

/// A place in the tree: the variables below it, and the places of its halves if there is more than one.
pub(super) struct Place {
    pub(super) from: usize,
    pub(super) to: usize,
    halves: Option<[usize; 2]>,
}

impl Place {
    pub(super) fn has(&self, variable: usize) -> bool {
        (self.from..self.to).contains(&variable)
    }
}

#[derive(Default)]
pub(super) struct Tree {
    pub(super) places: Vec<Place>,
    tops: [usize; 2],
    /// By place, the value at a leaf, and the halves elsewhere.
    pub(super) nodes: IndexSet<(u32, [Node; 2]), FxBuildHasher>,
}

impl Tree {
    pub(super) fn new(variables: &Variables) -> Self {
        let mut tree = Self::default();
        let (middle, end) = (variables.each.len() / 2, variables.each.len());
        tree.tops = [tree.place(0, middle), tree.place(middle, end)];
        tree
    }

    fn place(&mut self, from: usize, to: usize) -> usize {
        let middle = usize::midpoint(from, to);
        let halves = (to - from > 1).then(|| [self.place(from, middle), self.place(middle, to)]);
        self.places.push(Place { from, to, halves });
        self.places.len() - 1
    }

    pub(super) fn enter(&mut self, values: &[u16]) -> State {
        self.tops.map(|top| self.enter_at(top, values))
    }

    fn enter_at(&mut self, place: usize, values: &[u16]) -> Node {
        let below = match self.places[place].halves {
            Some(halves) => halves.map(|half| self.enter_at(half, values)),
            None => [Node::from(values[self.places[place].from]), 0],
        };
        self.insert(place, below)
    }

    fn insert(&mut self, place: usize, below: [Node; 2]) -> Node {
        let (number, _) = self.nodes.insert_full((u32::try_from(place).expect("few places"), below));
        Node::try_from(number).expect("memory ends before")
    }

    /// The same node with other halves, or another value.
    pub(super) fn with(&mut self, node: Node, below: [Node; 2]) -> Node {
        self.insert(self.place_number(node), below)
    }

    pub(super) fn place_of(&self, node: Node) -> &Place {
        &self.places[self.place_number(node)]
    }

    /// The places that have few nodes, against so many states, so that what is long can be derived of each. Leaves are
    /// among them.
    pub(super) fn shared(&self, states: usize) -> Vec<bool> {
        let mut counts = vec![0; self.places.len()];
        self.nodes.iter().for_each(|(place, _)| counts[*place as usize] += 1);
        let places = self.places.iter().zip(counts);
        places.map(|(place, count)| place.halves.is_none() || count <= FEW + states / SHARING).collect()
    }

    pub(super) fn place_number(&self, node: Node) -> usize {
        self.nodes[node as usize].0 as usize
    }

    pub(super) fn halves(&self, node: Node) -> Option<[Node; 2]> {
        self.place_of(node).halves.map(|_| self.nodes[node as usize].1)
    }

    /// The variable and the value of a leaf.
    pub(super) fn leaf(&self, node: Node) -> (usize, u16) {
        let (place, [value, _]) = self.nodes[node as usize];
        (self.places[place as usize].from, u16::try_from(value).expect("a value"))
    }

    /// Visits the leaves of a node.
    pub(super) fn leaves(&self, node: Node, visit: &mut impl FnMut(usize, u16)) {
        match self.halves(node) {
            Some(halves) => halves.into_iter().for_each(|half| self.leaves(half, visit)),
            None => {
                let (variable, value) = self.leaf(node);
                visit(variable, value);
            }
        }
    }
}
