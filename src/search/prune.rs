//! The interface of pruning: deadlock detection, novelty, stubborn sets.
//!
//! Actions and states come in; "keep" or "drop" goes out, with a claim about what dropping can lose. Pruning does not
//! know the search.

use super::space::Space;

/// What dropping can lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PruneClaims {
    /// Where there is a solution, one remains.
    pub safe: bool,
    /// Where there is a solution, a cheapest one remains.
    pub cost_preserving: bool,
}

/// Leaves out steps and states.
pub trait Prune<S: Space> {
    /// What dropping can lose.
    fn claims(&self) -> PruneClaims;

    /// A state is about to be expanded: the next actions start there.
    fn begin(&mut self, _space: &S, _state: &[u64]) {}

    /// Whether the action is to be tried in the state that began last.
    fn keep_action(&mut self, _space: &S, _action: u32) -> bool {
        true
    }

    /// Whether a state is to be kept. Asked once for each new state, with the action that led there first and what that
    /// way costs.
    fn keep_state(&mut self, _space: &S, _action: u32, _state: &[u64], _g: S::Cost) -> bool {
        true
    }

    /// Whether a state that was dropped is to be kept now that a cheaper way to it is found. Asked where that matters.
    fn keep_again(&mut self, _space: &S, _state: &[u64], _g: S::Cost) -> bool {
        false
    }

    /// Whether it is proven by now that no goal can be reached: then the search ends.
    fn disproves(&self) -> bool {
        false
    }

    /// Forgets all states: another search begins.
    fn reset(&mut self) {}
}

/// Keeps everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeepAll;

impl<S: Space> Prune<S> for KeepAll {
    fn claims(&self) -> PruneClaims {
        PruneClaims { safe: true, cost_preserving: true }
    }
}

impl<S: Space, P: Prune<S> + ?Sized> Prune<S> for Box<P> {
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
}
