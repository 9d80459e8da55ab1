//! Sampled states: the ends of random walks from the initial state (Haslum, Botea, Helmert, Bonet and Koenig 2007).
//!
//! In: a task, and how far the goal is. Out: states, by the values of their variables; the same each time.

use super::changes::ANY;
use crate::strips::{CostKind, FactId, Task, TaskSpace, VarId, to_u32};
use banto_base::limits::{Limits, Stop};
use banto_search::{Random, Space};

/// The most steps of a walk.
const LONGEST: u64 = 1 << 10;

/// Random walks of a length that is drawn, too: in the mean, twice the length of a plan as estimated.
pub(super) struct Walks<'a> {
    task: &'a Task,
    space: TaskSpace<'a, u32>,
    random: Random,
    /// Twice the mean length.
    longest: u64,
}

impl<'a> Walks<'a> {
    /// Walks in a task whose plans have about this many steps.
    pub(super) fn within(task: &'a Task, steps: u64, limits: &Limits) -> Result<Self, Stop> {
        let space = TaskSpace::within(task, CostKind::Unit, limits)?.expect("a step costs 1");
        Ok(Self { task, space, random: Random::new(0), longest: (4 * steps.max(3)).min(LONGEST) })
    }

    /// The values of the variables where a walk ends; shorter walks are tried until the end is no dead end.
    pub(super) fn draw(&mut self, is_dead: impl Fn(&[u32]) -> bool) -> Vec<u32> {
        let mut longest = self.longest;
        loop {
            let values = self.walk(longest);
            if longest == 0 || !is_dead(&values) {
                return values;
            }
            longest /= 2;
        }
    }

    /// A walk of half of these steps, in the mean. A state without successors sends it back to the initial state.
    fn walk(&mut self, longest: u64) -> Vec<u32> {
        let length = (0..longest).filter(|_| self.random.below(2) == 0).count();
        let mut scratch = self.space.scratch();
        let mut initial = vec![0; self.space.words()];
        self.space.initial(&mut initial);
        let (mut state, mut next) = (initial.clone(), initial.clone());
        let mut actions = Vec::new();
        for _ in 0..length {
            actions.clear();
            self.space.actions(&mut scratch, &state, &mut |action, _| actions.push(action));
            if actions.is_empty() {
                state.clone_from(&initial);
                continue;
            }
            let action = actions[self.random.below_index(actions.len())];
            self.space.apply(&mut scratch, &state, action, &mut next);
            std::mem::swap(&mut state, &mut next);
        }
        values(self.task, |variable| self.task.packing().get(&state, variable))
    }
}

/// The values of the variables of a state; of those that are derived, [`ANY`].
fn values(task: &Task, value: impl Fn(VarId) -> FactId) -> Vec<u32> {
    let variables = (0u32..).zip(task.variables()).map(|(number, variable)| match variable.layer {
        None => to_u32(value(number.into()).index() - variable.first.index()),
        Some(_) => ANY,
    });
    variables.collect()
}

/// The values of the variables in the initial state.
pub(super) fn initial_values(task: &Task) -> Vec<u32> {
    values(task, |variable| task.initial()[variable.index()])
}
