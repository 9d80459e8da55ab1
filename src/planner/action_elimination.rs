//! Removes superfluous steps from each path that a search finds, in one pass (action elimination, Nakhost and Müller
//! 2010). `improve/reduce.rs` works on whole plans and does more.
//!
//! Each step is removed in turn, together with all later steps that can then no longer be applied. If the goal still
//! holds at the end, they stay out.

use crate::limits::Limits;
use crate::strips::{AxiomEvaluator, FactSpace, OpId};

/// Longer plans are not touched: the work grows with the square of the length.
const MAX_STEPS: usize = 3_000;

/// The path without superfluous steps; if a limit is reached, without those found by then.
pub(super) fn eliminate<S: FactSpace>(space: &S, path: &[u32], limits: &Limits) -> Vec<u32> {
    let mut path = path.to_vec();
    if path.len() > MAX_STEPS {
        return path;
    }
    let mut replay = Replay {
        space,
        scratch: space.scratch(),
        axioms: AxiomEvaluator::new(space.task()),
        shown: vec![0; space.shown_words()],
        next: vec![0; space.words()],
    };
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut at = 0;
    while at < path.len() && limits.look().is_ok() {
        match replay.without(&state, &path[at..]) {
            Some(rest) => path.splice(at.., rest).for_each(drop),
            None => {
                replay.apply(&mut state, path[at]);
                at += 1;
            }
        }
    }
    path
}

struct Replay<'a, S: FactSpace> {
    space: &'a S,
    scratch: S::Scratch,
    axioms: AxiomEvaluator,
    shown: Vec<u64>,
    next: Vec<u64>,
}

impl<S: FactSpace> Replay<'_, S> {
    fn apply(&mut self, state: &mut Vec<u64>, action: u32) {
        self.space.apply(&mut self.scratch, state, action, &mut self.next);
        std::mem::swap(state, &mut self.next);
    }

    fn is_applicable(&mut self, state: &[u64], action: u32) -> bool {
        let task = self.space.task();
        self.space.show(state, &mut self.shown);
        self.axioms.evaluate(task, &mut self.shown);
        task.condition(OpId::from(action)).iter().all(|fact| {
            let (word, mask, bits) = self.space.pattern(*fact);
            self.shown[word] & mask == bits
        })
    }

    /// The steps without the first one and what depends on it, if they still reach the goal.
    fn without(&mut self, state: &[u64], steps: &[u32]) -> Option<Vec<u32>> {
        let mut state = state.to_vec();
        let mut rest = Vec::with_capacity(steps.len());
        for action in &steps[1..] {
            if self.is_applicable(&state, *action) {
                self.apply(&mut state, *action);
                rest.push(*action);
            }
        }
        self.space.is_goal(&state).then_some(rest)
    }
}
