//! The guide of a feature-space search in a domain: the features of a state, and the weights of its steps by advisors.
//!
//! In: states. Out: for each, whether it is a dead end, and its profile.

use crate::{Profile, Space};

/// What describes states to feature-space search.
pub trait Guide<S: Space> {
    /// Describes a state; false for a dead end. The profile is empty when passed in.
    fn describe(&mut self, space: &S, state: &[u64], profile: &mut Profile) -> bool;

    /// Takes a closer look at a state that is about to be expanded; false for a dead end.
    fn look_closer(&mut self, _space: &S, _state: &[u64]) -> bool {
        true
    }

    /// Whether everything that it calls a dead end is one.
    fn is_safe(&self) -> bool;

    /// Sets the weight of each child's step: 0 if an advisor recommends it, more for the rest.
    fn weigh(&mut self, space: &S, parent: &Profile, children: &[Profile], weights: &mut [u32]);
}

/// A pointer to a guide is a guide.
impl<S: Space, G: Guide<S>> Guide<S> for &mut G {
    fn describe(&mut self, space: &S, state: &[u64], profile: &mut Profile) -> bool {
        (**self).describe(space, state, profile)
    }

    fn look_closer(&mut self, space: &S, state: &[u64]) -> bool {
        (**self).look_closer(space, state)
    }

    fn is_safe(&self) -> bool {
        (**self).is_safe()
    }

    fn weigh(&mut self, space: &S, parent: &Profile, children: &[Profile], weights: &mut [u32]) {
        (**self).weigh(space, parent, children, weights);
    }
}

/// A value of a profile to improve: lower is better.
pub type Advisor = fn(&Profile) -> i64;

/// Each advisor recommends the child whose value is best, if it is better than its parent's.
pub fn weigh_by(advisors: &[Advisor], parent: &Profile, children: &[Profile], weights: &mut [u32]) {
    for advisor in advisors {
        let best = (0..children.len()).min_by_key(|&at| (advisor(&children[at]), children[at].priority, at));
        if let Some(best) = best.filter(|&best| advisor(&children[best]) < advisor(parent)) {
            weights[best] = 0;
        }
    }
}
