//! The tree of the splits that have made a Cartesian abstraction: each inner node asks whether the value of a variable
//! is in a set.
//!
//! In: splits. Out: the abstract state, a leaf, of a concrete state, or of one in which variables have several values.

use super::shown::Shown;

/// Where a leaf was split, or the abstract state of a leaf.
#[derive(Clone, Copy)]
struct Node {
    /// The variable, or [`LEAF`].
    variable: u32,
    /// The words of the set, from here on.
    set: u32,
    /// The node for values outside the set, and for those in it; of a leaf, the state twice.
    others: u32,
    inside: u32,
}

const LEAF: u32 = u32::MAX;

/// A tree of splits.
pub(super) struct SplitTree {
    nodes: Vec<Node>,
    words: Vec<u64>,
    /// For each state its leaf.
    leaves: Vec<u32>,
}

impl SplitTree {
    /// One state, 0.
    pub(super) fn new() -> Self {
        let leaf = Node { variable: LEAF, set: 0, others: 0, inside: 0 };
        Self { nodes: vec![leaf], words: Vec::new(), leaves: vec![0] }
    }

    /// Splits a state: the values of the set go to a new one, the next number.
    pub(super) fn split(&mut self, state: u32, variable: u32, inside: &[u64]) {
        let next = |count: usize| u32::try_from(count).expect("fewer than 2^31 abstract states");
        let at = self.leaves[state as usize] as usize;
        let (new, others, set) = (next(self.leaves.len()), next(self.nodes.len()), next(self.words.len()));
        self.words.extend_from_slice(inside);
        self.nodes[at] = Node { variable, set, others, inside: others + 1 };
        for leaf in [state, new] {
            self.nodes.push(Node { variable: LEAF, set: 0, others: leaf, inside: leaf });
        }
        self.leaves[state as usize] = others;
        self.leaves.push(others + 1);
    }

    #[inline]
    fn is_inside(&self, node: Node, value: u32) -> bool {
        self.words[node.set as usize + value as usize / 64] >> (value % 64) & 1 == 1
    }

    /// The state of a concrete state.
    #[inline]
    pub(super) fn state_of(&self, values: &[u32]) -> u32 {
        let mut node = self.nodes[0];
        while node.variable != LEAF {
            let value = values[node.variable as usize];
            node = self.nodes[if self.is_inside(node, value) { node.inside } else { node.others } as usize];
        }
        node.inside
    }

    /// The states of a concrete state in which variables may have several values.
    pub(super) fn states_of(&self, shown: &Shown, found: &mut Vec<u32>) {
        found.clear();
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let node = self.nodes[at as usize];
            if node.variable == LEAF {
                found.push(node.inside);
                continue;
            }
            let (mut inside, mut outside) = (false, false);
            for value in shown.of(node.variable) {
                let is_inside = self.is_inside(node, value);
                inside |= is_inside;
                outside |= !is_inside;
            }
            open.extend(inside.then_some(node.inside));
            open.extend(outside.then_some(node.others));
        }
    }
}
