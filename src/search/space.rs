//! The interface of whatever is searched: packed states, steps and goals.
//!
//! A space knows the width of a state and its successors. It is independent of the search, of the states seen so far,
//! and of what is stored for them.

use super::cost::Cost;

/// A graph given by its successors. States are rows of `u64` words of a fixed width; equal states have equal rows.
/// Actions are numbers that mean something only to the space.
pub trait Space {
    /// The cost of a step.
    type Cost: Cost;
    /// The working memory of [`Space::expand`], made once per search.
    type Scratch;

    /// The width of a state in words. A row of another width makes a search panic.
    fn words(&self) -> usize;

    /// Makes working memory.
    fn scratch(&self) -> Self::Scratch;

    /// Writes the initial state.
    fn initial(&self, state: &mut [u64]);

    /// Whether the state is a goal.
    fn is_goal(&self, state: &[u64]) -> bool;

    /// Visits every successor of the state, always in the same order: the action, its cost, and the row, which lives in
    /// scratch only during the call. In one state, an action leads to one successor. Allocates nothing.
    #[allow(clippy::type_complexity, reason = "a function of an action, its cost and a row")]
    fn expand(
        &self,
        scratch: &mut Self::Scratch,
        state: &[u64],
        visit: &mut dyn FnMut(u32, Self::Cost, &[u64]),
    );

    /// Visits every applicable action with its cost but without the successor, always in the same order. Spaces that
    /// can do this cheaply override it, which helps searches with deferred evaluation.
    fn actions(&self, scratch: &mut Self::Scratch, state: &[u64], visit: &mut dyn FnMut(u32, Self::Cost)) {
        self.expand(scratch, state, &mut |action, cost, _| visit(action, cost));
    }

    /// Sorts actions of a state, with their costs: the most promising first, as seen from the action that has led to
    /// the state, if there is one. What is passed decides the order, and nothing else does.
    fn arrange(
        &self,
        _scratch: &mut Self::Scratch,
        _state: &[u64],
        _by: Option<u32>,
        _actions: &mut [(Self::Cost, u32)],
    ) {
    }

    /// Writes the successor by one applicable action, and returns its cost. Spaces that can do this cheaply override
    /// it.
    ///
    /// # Panics
    /// May panic if the action is not applicable.
    fn apply(
        &self,
        scratch: &mut Self::Scratch,
        state: &[u64],
        action: u32,
        successor: &mut [u64],
    ) -> Self::Cost {
        let mut found = None;
        self.expand(scratch, state, &mut |candidate, cost, row| {
            if candidate == action {
                check_width(row, successor.len());
                successor.copy_from_slice(row);
                found = Some(cost);
            }
        });
        found.expect("the action is applicable")
    }

    /// The cheapest action from one state to the next, ties to the first, with its cost. `None` if the space, which may
    /// have its own limits, shows no such step. Spaces that can rule out other successors cheaply override it.
    fn step(&self, scratch: &mut Self::Scratch, from: &[u64], to: &[u64]) -> Option<(Self::Cost, u32)> {
        let mut best: Option<(Self::Cost, u32)> = None;
        self.expand(scratch, from, &mut |action, cost, row| {
            if row == to && best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, action));
            }
        });
        best
    }

    /// The cost of the cheapest action: a lower bound for every state that is not a goal.
    fn least_cost(&self) -> Self::Cost {
        Self::Cost::ZERO
    }
}

/// Ends a search whose space does not keep to the width of its states.
#[inline]
pub(crate) fn check_width(row: &[u64], width: usize) {
    assert!(row.len() == width, "a state has {} words, but `Space::words` says {width}", row.len());
}

/// A space in which every step costs 1.
#[derive(Clone, Copy, Debug)]
pub struct UnitCost<'a, S>(pub &'a S);

impl<S: Space> Space for UnitCost<'_, S> {
    type Cost = u32;
    type Scratch = S::Scratch;

    fn words(&self) -> usize {
        self.0.words()
    }

    fn scratch(&self) -> S::Scratch {
        self.0.scratch()
    }

    fn initial(&self, state: &mut [u64]) {
        self.0.initial(state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.0.is_goal(state)
    }

    fn expand(&self, scratch: &mut S::Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u32, &[u64])) {
        self.0.expand(scratch, state, &mut |action, _, row| visit(action, 1, row));
    }

    fn actions(&self, scratch: &mut S::Scratch, state: &[u64], visit: &mut dyn FnMut(u32, u32)) {
        self.0.actions(scratch, state, &mut |action, _| visit(action, 1));
    }

    fn apply(&self, scratch: &mut S::Scratch, state: &[u64], action: u32, successor: &mut [u64]) -> u32 {
        self.0.apply(scratch, state, action, successor);
        1
    }

    fn least_cost(&self) -> u32 {
        1
    }
}

/// The cost of a path from the initial state, and whether it ends in a goal. `None` if an action is not applicable, or
/// if the sum exceeds the cost type.
///
/// ```
/// use banto::search::{Graph, replay};
///
/// let graph = Graph::new(&[(0, 1, 4), (1, 2, 4)], 0, &[2]);
/// assert_eq!(replay(&graph, &[0, 1]), Some((8, true)));
/// assert_eq!(replay(&graph, &[1]), None);
/// ```
pub fn replay<S: Space>(space: &S, actions: &[u32]) -> Option<(S::Cost, bool)> {
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    let mut next = state.clone();
    space.initial(&mut state);
    let mut total = S::Cost::ZERO;
    for &action in actions {
        let mut applied = None;
        space.expand(&mut scratch, &state, &mut |candidate, cost, row| {
            if candidate == action {
                next.copy_from_slice(row);
                applied = Some(cost);
            }
        });
        total = total.plus(applied?)?;
        std::mem::swap(&mut state, &mut next);
    }
    Some((total, space.is_goal(&state)))
}
