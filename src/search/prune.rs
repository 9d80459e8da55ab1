//! The interface of pruning: dead ends, symmetries, stubborn sets, PI-corrals.
//!
//! In: actions and states. Out: whether to keep or drop them, with a claim about what dropping can lose. Pruning is
//! independent of the search.

use super::space::Space;

/// Which solutions remain whatever is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PruneClaims {
    /// If there is a solution, one remains.
    pub safe: bool,
    /// If there is a solution, a cheapest one remains.
    pub cost_preserving: bool,
}

/// Drops steps and states.
pub trait Prune<S: Space> {
    /// Which solutions remain whatever is dropped.
    fn claims(&self) -> PruneClaims;

    /// Called when a state is about to be expanded: the next actions start there.
    fn begin(&mut self, _space: &S, _state: &[u64]) {}

    /// Whether to try the action in the current state.
    fn keep_action(&mut self, _space: &S, _action: u32) -> bool {
        true
    }

    /// Whether to keep a state. Called once for each new state, with the action that first led there and the cost of
    /// that path.
    fn keep_state(&mut self, _space: &S, _action: u32, _state: &[u64], _g: S::Cost) -> bool {
        true
    }

    /// Whether to keep a dropped state now that a cheaper path to it is found. Searches that reopen states have to ask.
    fn keep_again(&mut self, _space: &S, _state: &[u64], _g: S::Cost) -> bool {
        false
    }

    /// Whether it is now proven that no goal can be reached, which ends the search.
    fn disproves(&self) -> bool {
        false
    }

    /// Forgets all states: another search begins.
    fn reset(&mut self) {}

    /// Roughly the bytes that it remembers of states.
    fn bytes(&self) -> usize {
        0
    }
}

/// Keeps everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeepAll;

impl<S: Space> Prune<S> for KeepAll {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }
}

/// A pointer to pruning is pruning.
macro_rules! by_pointer {
    ($pointer:ty) => {
        impl<S: Space, P: Prune<S> + ?Sized> Prune<S> for $pointer {
            fn claims(&self) -> PruneClaims {
                (**self).claims()
            }
            fn begin(&mut self, space: &S, state: &[u64]) {
                (**self).begin(space, state);
            }
            fn keep_action(&mut self, space: &S, action: u32) -> bool {
                (**self).keep_action(space, action)
            }
            fn keep_state(&mut self, space: &S, action: u32, state: &[u64], g: S::Cost) -> bool {
                (**self).keep_state(space, action, state, g)
            }
            fn keep_again(&mut self, space: &S, state: &[u64], g: S::Cost) -> bool {
                (**self).keep_again(space, state, g)
            }
            fn disproves(&self) -> bool {
                (**self).disproves()
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

by_pointer!(Box<P>);
by_pointer!(&mut P);
