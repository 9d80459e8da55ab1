//! The guide of a feature-space search in a domain: the features of a state, and the weights of its steps by advisors.
//!
//! In: states. Out: for each, whether it is a dead end, and its profile or its successors.

use crate::search::{Profile, Space};

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

/// A question about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// A closer look, and the successors.
    Successors,
    Profile,
}

/// The answer: as much as was asked.
#[derive(Debug, Default)]
pub(crate) struct Found<C> {
    /// False for a dead end.
    pub(crate) is_alive: bool,
    pub(crate) profile: Profile,
    /// The action and the cost of each step.
    pub(crate) steps: Vec<(u32, C)>,
    /// The states to which the steps lead, one row after the other.
    pub(crate) rows: Vec<u64>,
}

/// Answers questions: a space, its scratch memory, and a guide.
pub(crate) struct Answerer<'a, S: Space, G> {
    pub(crate) space: &'a S,
    pub(crate) scratch: &'a mut S::Scratch,
    pub(crate) guide: &'a mut G,
}

impl<S: Space, G: Guide<S>> Answerer<'_, S, G> {
    /// Answers a question about a state, in the memory of an earlier answer.
    pub(crate) fn answer(
        &mut self,
        mut found: Found<S::Cost>,
        question: Question,
        state: &[u64],
    ) -> Found<S::Cost> {
        let Self { space, scratch, guide } = self;
        let Found { is_alive, profile, steps, rows } = &mut found;
        match question {
            Question::Profile => {
                profile.features.clear();
                profile.notes.clear();
                *is_alive = guide.describe(space, state, profile);
            }
            Question::Successors => {
                steps.clear();
                rows.clear();
                *is_alive = guide.look_closer(space, state);
                if *is_alive {
                    space.expand(scratch, state, &mut |action, cost, row| {
                        steps.push((action, cost));
                        rows.extend_from_slice(row);
                    });
                }
            }
        }
        found
    }
}
