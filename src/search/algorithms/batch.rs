//! The successors of one state, buffered and looked up together, in the order in which they were generated.
//!
//! In a large search nearly every access to the state pool misses the caches, and a miss costs more than all other work
//! on a successor. So the accesses of a batch are started together, one kind at a time, and the processor waits for all
//! of them at once. What they find is only a hint that is checked later: the result is the same as taking one successor
//! after the other.

use crate::space::check_width;
use crate::storage::tree::Tree;
use crate::{Cost, Pool, StateId};

/// The most successors in one batch.
const STEPS: usize = 32;
/// Pools with fewer states fit in the caches anyway.
const SMALL: usize = 1 << 13;

/// The path to a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<C> {
    /// Its cost from the initial state.
    pub(crate) g: C,
    pub(crate) action: u32,
    pub(crate) parent: StateId,
    pub(crate) preferred: bool,
}

/// A successor without its row.
#[derive(Clone, Copy)]
pub(crate) struct Successor<C> {
    pub(crate) way: Arrival<C>,
    pub(crate) hash: u64,
    /// The state that it may be.
    pub(crate) guess: Option<StateId>,
}

/// Successors in the order in which they were generated.
pub(crate) struct Batch<C> {
    width: usize,
    steps: Vec<Successor<C>>,
    rows: Vec<u64>,
}

impl<C: Cost> Batch<C> {
    pub(crate) fn new(width: usize) -> Self {
        Self { width, steps: Vec::with_capacity(STEPS), rows: Vec::with_capacity(STEPS * width) }
    }

    /// Adds a successor. True if the batch is full and has to be drained.
    #[inline]
    pub(crate) fn add(&mut self, way: Arrival<C>, row: &[u64]) -> bool {
        check_width(row, self.width);
        self.steps.push(Successor { way, hash: Pool::hash(row), guess: None });
        for &word in row {
            self.rows.push(word);
        }
        self.steps.len() == STEPS
    }

    /// Starts the lookups of all successors.
    pub(crate) fn warm(&mut self, tree: &Tree<C>) {
        if tree.len() < SMALL {
            return;
        }
        for step in &mut self.steps {
            step.guess = tree.pool.guess(step.hash);
        }
        let mut seen = 0;
        for id in self.steps.iter().filter_map(|step| step.guess) {
            seen ^= tree.pool.row(id).first().copied().unwrap_or(0);
            seen ^= u64::from(tree.node(id).parent_and_closed());
        }
        std::hint::black_box(seen);
    }

    /// Passes all successors on, with their rows, and leaves the batch empty.
    #[inline]
    pub(crate) fn drain(&mut self, visit: &mut impl FnMut(&Successor<C>, &[u64])) {
        for (index, step) in self.steps.iter().enumerate() {
            visit(step, &self.rows[index * self.width..(index + 1) * self.width]);
        }
        self.steps.clear();
        self.rows.clear();
    }
}
