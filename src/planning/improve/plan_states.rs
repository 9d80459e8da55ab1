//! A plan together with the states it visits, and what its steps read and write.
//!
//! In: a task's space and steps. Out: the packed states along the steps, the cost, and the variables whose values
//! matter from a given step on.

use fixedbitset::FixedBitSet;

use crate::strips::{AxiomEvaluator, FactId, FactSpace, OpId, Task, TaskSpace, VarId};
use banto_search::Cost;

/// A sequence of applicable steps that ends in a goal.
#[derive(Clone, Debug)]
pub(super) struct Trace<C = u64> {
    pub(super) steps: Vec<OpId>,
    /// The states before, between and after the steps, one row after the other.
    rows: Vec<u64>,
    words: usize,
    pub(super) cost: C,
}

impl<C: Cost> Trace<C> {
    /// The state before the step of this number, or the last one.
    pub(super) fn state(&self, index: usize) -> &[u64] {
        &self.rows[index * self.words..(index + 1) * self.words]
    }

    /// Cost first, then length: less is better.
    pub(super) fn worth(&self) -> (C, usize) {
        (self.cost, self.steps.len())
    }
}

pub(super) type PlanReplay<'s, 'a> = Replay<'s, TaskSpace<'a, u64>>;

/// Applies steps one at a time, with scratch memory.
pub(super) struct Replay<'s, S: FactSpace> {
    pub(super) space: &'s S,
    scratch: S::Scratch,
    shown: Vec<u64>,
    axioms: AxiomEvaluator,
    /// How many steps were tried.
    pub(super) applied: u64,
}

impl<'s, S: FactSpace> Replay<'s, S> {
    pub(super) fn new(space: &'s S) -> Self {
        let (scratch, shown) = (space.scratch(), vec![0; space.shown_words()]);
        Self { space, scratch, shown, axioms: AxiomEvaluator::new(space.task()), applied: 0 }
    }

    /// Replays steps. `None` if one is not applicable, if the goal does not hold at the end, or if the costs overflow.
    pub(super) fn trace(&mut self, steps: Vec<OpId>) -> Option<Trace<S::Cost>> {
        let words = self.space.words();
        let mut rows = vec![0; words * (steps.len() + 1)];
        self.space.initial(&mut rows[..words]);
        let mut cost = S::Cost::ZERO;
        for (index, step) in steps.iter().enumerate() {
            let (done, rest) = rows.split_at_mut((index + 1) * words);
            let state = &done[index * words..];
            cost = cost.plus(self.apply(state, *step, &mut rest[..words])?)?;
        }
        let trace = Trace { steps, rows, words, cost };
        self.space.is_goal(trace.state(trace.steps.len())).then_some(trace)
    }

    /// Makes steps the plan if they are a better one.
    pub(super) fn improve(&mut self, trace: &mut Trace<S::Cost>, steps: Vec<OpId>) -> bool {
        let better = self.trace(steps).filter(|better| better.worth() < trace.worth());
        better.map(|better| *trace = better).is_some()
    }

    /// Writes the successor and returns the cost of the step, or `None` if it is not applicable.
    pub(super) fn apply(&mut self, state: &[u64], step: OpId, next: &mut [u64]) -> Option<S::Cost> {
        let Self { space, scratch, shown, axioms, applied } = self;
        *applied += 1;
        space.show(state, shown);
        axioms.evaluate(space.task(), shown);
        let holds = |fact: &FactId| {
            let (word, mask, bits) = space.pattern(*fact);
            shown[word] & mask == bits
        };
        space.task().condition(step).iter().all(holds).then(|| space.apply(scratch, state, step.into(), next))
    }
}

/// The variables that steps read and write. A step that reads a derived fact reads every variable that rules read.
pub(super) struct Accesses<'a> {
    task: &'a Task,
    /// Basic variables that some axiom reads.
    axioms: Vec<VarId>,
}

impl<'a> Accesses<'a> {
    pub(super) fn new(task: &'a Task) -> Self {
        let mut axioms = FixedBitSet::with_capacity(task.variables().len());
        for fact in task.axioms().iter().flat_map(|axiom| &axiom.body) {
            axioms.insert(task.variable_of(*fact).index());
        }
        let basic = |index: &usize| task.variables()[*index].layer.is_none();
        Self { task, axioms: axioms.ones().filter(basic).map(VarId::from).collect() }
    }

    fn of_facts(&self, facts: &[FactId], visit: &mut impl FnMut(VarId)) {
        for fact in facts {
            let variable = self.task.variable_of(*fact);
            if self.task.variables()[variable.index()].layer.is_none() {
                visit(variable);
            } else {
                self.axioms.iter().copied().for_each(&mut *visit);
            }
        }
    }

    /// Visits the variables that a step reads, some of them several times.
    pub(super) fn reads(&self, step: OpId, visit: &mut impl FnMut(VarId)) {
        self.of_facts(self.task.condition(step), visit);
        for effect in self.task.effects(step) {
            self.of_facts(effect.condition, visit);
        }
    }

    /// Visits the variables that a step may write, with whether it does so in every state.
    pub(super) fn writes(&self, step: OpId, visit: &mut impl FnMut(VarId, bool)) {
        for effect in self.task.effects(step) {
            visit(self.task.variable_of(effect.fact), effect.condition.is_empty());
        }
    }

    /// The variables that the goal reads.
    pub(super) fn goal(&self) -> FixedBitSet {
        let mut needed = FixedBitSet::with_capacity(self.task.variables().len());
        self.of_facts(self.task.goal(), &mut |variable| needed.insert(variable.index()));
        needed
    }

    /// Steps backwards: from the variables that matter after a step to those that matter before it.
    pub(super) fn regress(&self, step: OpId, needed: &mut FixedBitSet) {
        self.writes(step, &mut |variable, always| {
            if always {
                needed.set(variable.index(), false);
            }
        });
        self.reads(step, &mut |variable| needed.insert(variable.index()));
    }
}
