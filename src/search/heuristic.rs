//! The interface of heuristics.
//!
//! In: a state. Out: an estimate of the cost to a goal, or that the state is a dead end, possibly with preferred
//! actions. A heuristic knows nothing of the search that uses it. A path-dependent one ([`Heuristic::follows_paths`])
//! hears of each step, so its estimates depend on the order of expansion.

use crate::{Cost, Space, StateId};

/// Properties of a heuristic that hold in every state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// Never more than the true cost.
    pub admissible: bool,
    /// Falls along a step by no more than the step costs, and is 0 at goals.
    pub consistent: bool,
    /// Reports dead ends only for states from which no goal can be reached.
    pub safe: bool,
}

/// A heuristic's answer about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimate<C> {
    /// The cost to a goal is roughly this.
    Cost(C),
    /// No goal can be reached: certainly so if `safe`.
    DeadEnd {
        /// Whether this is proven.
        safe: bool,
    },
}

/// A state to evaluate, and what is known about it.
#[derive(Debug)]
pub struct At<'a, S: Space> {
    /// The space.
    pub space: &'a S,
    /// The state's id; `None` in searches that store no states.
    pub id: Option<StateId>,
    /// The packed state.
    pub state: &'a [u64],
    /// The cost of the path to it.
    pub g: S::Cost,
    /// The estimates for the same state by the heuristics before this one in the search's list; infinite for a dead
    /// end.
    pub earlier: &'a [S::Cost],
}

/// A step that the search has seen, whether or not its end was new.
#[derive(Debug)]
pub struct Step<'a, S: Space> {
    /// The space.
    pub space: &'a S,
    /// Where it starts.
    pub parent: StateId,
    /// The packed state where it starts.
    pub parent_state: &'a [u64],
    /// The action.
    pub action: u32,
    /// Where it ends.
    pub id: StateId,
    /// The packed state where it ends.
    pub state: &'a [u64],
}

/// An estimate of the cost to a goal.
pub trait Heuristic<S: Space> {
    /// Estimates the state. Pushes promising actions to `preferred`; duplicates are allowed.
    fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost>;

    /// The properties of every estimate.
    fn claims(&self) -> Claims {
        Claims::default()
    }

    /// Whether an estimate is cheaper than storing it: it is then computed again when needed again.
    fn is_cheap(&self) -> bool {
        false
    }

    /// Whether estimates depend on the paths that [`Heuristic::started`] and [`Heuristic::reached`] reported.
    fn follows_paths(&self) -> bool {
        false
    }

    /// Reports the initial state before it is evaluated. Only if the heuristic follows paths.
    fn started(&mut self, _space: &S, _id: StateId, _state: &[u64]) {}

    /// Reports a step before its end is evaluated. Only if the heuristic follows paths.
    fn reached(&mut self, _step: &Step<'_, S>) {}

    /// The work so far, a few for each nanosecond that it takes on an ordinary machine, but counted, so that it is
    /// always the same; 0 if a state takes little, or always as much.
    fn ticks(&self) -> u64 {
        0
    }

    /// Forgets all states: another search begins.
    fn reset(&mut self) {}

    /// Roughly the bytes that it remembers of states.
    fn bytes(&self) -> usize {
        0
    }
}

/// A pointer to a heuristic is a heuristic.
macro_rules! by_pointer {
    ($pointer:ty) => {
        impl<S: Space, H: Heuristic<S> + ?Sized> Heuristic<S> for $pointer {
            fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
                (**self).evaluate(at, preferred)
            }
            fn claims(&self) -> Claims {
                (**self).claims()
            }
            fn is_cheap(&self) -> bool {
                (**self).is_cheap()
            }
            fn follows_paths(&self) -> bool {
                (**self).follows_paths()
            }
            fn started(&mut self, space: &S, id: StateId, state: &[u64]) {
                (**self).started(space, id, state);
            }
            fn reached(&mut self, step: &Step<'_, S>) {
                (**self).reached(step);
            }
            fn ticks(&self) -> u64 {
                (**self).ticks()
            }
            fn reset(&mut self) {
                (**self).reset();
            }
            fn bytes(&self) -> usize {
                (**self).bytes()
            }
        }
    };
}

by_pointer!(Box<H>);
by_pointer!(&mut H);

/// The blind estimate: 0 at goals, and the cost of the cheapest action elsewhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: Space> Heuristic<S> for Blind {
    #[inline]
    fn evaluate(&mut self, at: &At<'_, S>, _preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        let least = at.space.least_cost();
        Estimate::Cost(if least == S::Cost::ZERO || at.space.is_goal(at.state) {
            S::Cost::ZERO
        } else {
            least
        })
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }

    fn is_cheap(&self) -> bool {
        true
    }
}
