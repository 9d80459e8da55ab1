//! Action elimination (Nakhost and Müller 2010): removes steps that a plan does not need.
//!
//! Each step is left out in turn, together with all later steps that then cannot be applied. If the goal still holds at
//! the end, they stay out. The validator decides whether the result is a plan.

use crate::limits::Limits;
use crate::search::Space;
use crate::strips::{AxiomEvaluator, CostKind, OpId, Task, TaskSpace};

/// Longer plans are left as they are: the work grows with the square of the length.
const MAX_STEPS: usize = 3_000;

/// The plan without steps that it can do without; where a limit is reached meanwhile, without those found by then.
pub(super) fn eliminate(task: &Task, plan: Vec<OpId>, limits: &Limits) -> Vec<OpId> {
    if plan.len() > MAX_STEPS {
        return plan;
    }
    let Ok(Some(space)) = TaskSpace::<u64>::within(task, CostKind::Unit, limits) else { return plan };
    let mut replay = Replay {
        task,
        scratch: space.scratch(),
        axioms: AxiomEvaluator::new(task),
        complete: vec![0; task.packing().complete_words()],
        space,
    };
    let mut plan = plan;
    let mut state = vec![0; task.packing().words()];
    replay.space.initial(&mut state);
    let mut at = 0;
    while at < plan.len() && limits.look().is_ok() {
        match replay.without(&state, &plan[at..]) {
            Some(rest) => plan.splice(at.., rest).for_each(drop),
            None => {
                replay.apply(&mut state, plan[at]);
                at += 1;
            }
        }
    }
    plan
}

struct Replay<'a> {
    task: &'a Task,
    space: TaskSpace<'a, u64>,
    scratch: crate::strips::Scratch,
    axioms: AxiomEvaluator,
    complete: Vec<u64>,
}

impl Replay<'_> {
    fn apply(&mut self, state: &mut Vec<u64>, operator: OpId) {
        let mut next = state.clone();
        self.space.apply(&mut self.scratch, state, operator.into(), &mut next);
        *state = next;
    }

    fn is_applicable(&mut self, state: &[u64], operator: OpId) -> bool {
        self.complete[..state.len()].copy_from_slice(state);
        self.axioms.evaluate(self.task, &mut self.complete);
        let packing = self.task.packing();
        let holds = |fact| packing.get(&self.complete, self.task.variable_of(fact)) == fact;
        self.task.condition(operator).iter().all(|fact| holds(*fact))
    }

    /// The steps without the first one and what depends on it, if they still reach the goal.
    fn without(&mut self, state: &[u64], steps: &[OpId]) -> Option<Vec<OpId>> {
        let mut state = state.to_vec();
        let mut rest = Vec::with_capacity(steps.len());
        for operator in &steps[1..] {
            if self.is_applicable(&state, *operator) {
                self.apply(&mut state, *operator);
                rest.push(*operator);
            }
        }
        self.space.is_goal(&state).then_some(rest)
    }
}
