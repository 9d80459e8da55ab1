//! A task as a [`Space`](banto_search::Space) for the search engine.
//!
//! In: a ground task and the costs of its steps. Out: states, successors and goals on demand.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::Arc;

use super::packing::by_word;
use super::{AxiomEvaluator, FactId, OpId, SuccessorGenerator, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{Cost, Random, Space};

/// The cost of a step in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostKind {
    /// Its cost in the task.
    Real,
    /// One, regardless of the task.
    Unit,
    /// One more than its cost in the task, so that no step is free.
    PlusOne,
}

impl CostKind {
    /// Whether no operator costs more than in the task, so that a lower bound on these costs is one on the task's.
    pub(crate) fn is_at_most_real(self, task: &Task) -> bool {
        match self {
            Self::Real => true,
            Self::Unit => task.operators().all(|operator| task.cost(operator) > 0),
            Self::PlusOne => false,
        }
    }

    /// The cost of an operator; `None` if it does not fit.
    pub fn cost(self, task: &Task, operator: OpId) -> Option<u64> {
        match self {
            Self::Real => Some(task.cost(operator)),
            Self::Unit => Some(1),
            Self::PlusOne => task.cost(operator).checked_add(1),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Patch {
    word: u32,
    mask: u64,
    bits: u64,
}

/// Which words must have which bits.
#[derive(Clone, Debug, Default)]
struct Test(Vec<(usize, u64, u64)>);

impl Test {
    fn new(task: &Task, facts: &[FactId]) -> Self {
        Self(by_word(task, facts))
    }

    fn holds(&self, state: &[u64]) -> bool {
        self.0.iter().all(|(word, mask, bits)| state[*word] & mask == *bits)
    }
}

impl Patch {
    /// Changes nothing.
    const NONE: Self = Self { word: 0, mask: 0, bits: 0 };

    #[inline]
    fn apply(&self, state: &mut [u64]) {
        if let Some(word) = state.get_mut(self.word as usize) {
            *word = *word & !self.mask | self.bits;
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Change {
    /// The unconditional effects on one word: in most tasks, there are no others.
    first: Patch,
    /// Where those on other words are.
    others: (u32, u32),
    /// Where its effects are if some have conditions: then all of them, in order, and none above.
    conditional: (u32, u32),
}

impl Change {
    fn new(patches: &[Patch], others: (usize, usize), conditional: (usize, usize)) -> Self {
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            first: patches.first().copied().unwrap_or(Patch::NONE),
            others: (number(others.0), number(others.1)),
            conditional: (number(conditional.0), number(conditional.1)),
        }
    }
}

#[derive(Clone, Debug)]
struct Conditional {
    test: Test,
    patch: Patch,
}

/// The task of a space: the caller's, or one that the space keeps.
#[derive(Clone, Debug)]
pub(super) enum TaskOf<'a> {
    Borrowed(&'a Task),
    Kept(Arc<Task>),
}

impl Deref for TaskOf<'_> {
    type Target = Task;

    fn deref(&self) -> &Task {
        match self {
            Self::Borrowed(task) => task,
            Self::Kept(task) => task,
        }
    }
}

/// A task prepared for expansion.
#[derive(Debug)]
pub struct TaskSpace<'a, C> {
    pub(super) task: TaskOf<'a>,
    pub(super) generator: SuccessorGenerator,
    costs: Vec<C>,
    least: C,
    /// For each operator.
    changes: Vec<Change>,
    /// Unconditional effects beyond the first word of an operator.
    patches: Vec<Patch>,
    /// All effects of the operators with conditional effects.
    conditional: Vec<Conditional>,
    goal: Test,
    /// The evaluator of derived facts, if the goal mentions any.
    derived_goal: Option<RefCell<(AxiomEvaluator, Vec<u64>)>>,
    axioms: AxiomEvaluator,
    /// The seed of the order of successors, if it is random.
    order: Option<u64>,
}

impl<'a, C: Cost> TaskSpace<'a, C> {
    /// Prepares a task. `None` if the cost of an operator does not fit in 64 bits. The
    /// [page of the crate](crate#stage-by-stage) has an example.
    pub fn new(task: &'a Task, kind: CostKind) -> Option<Self> {
        Self::within(task, kind, &Limits::none()).ok().flatten()
    }

    /// Built within limits.
    pub fn within(task: &'a Task, kind: CostKind, limits: &Limits) -> Result<Option<Self>, Stop> {
        Self::of(TaskOf::Borrowed(task), kind, limits)
    }

    /// A space that keeps its task, so that it lives as long as its owner likes.
    pub fn keeping(task: Arc<Task>, kind: CostKind, limits: &Limits) -> Result<Option<Self>, Stop> {
        Self::of(TaskOf::Kept(task), kind, limits)
    }

    fn of(owned: TaskOf<'a>, kind: CostKind, limits: &Limits) -> Result<Option<Self>, Stop> {
        let task = &*owned.clone();
        // A cost beyond the type is infinite: no path with such a step is cheaper than one whose cost the type holds.
        let cost = |operator: OpId| kind.cost(task, operator).map(C::from_count);
        let count = task.operator_count();
        limits.check_allocation(count * (size_of::<C>() + size_of::<Change>()))?;
        let mut costs: Vec<C> = Vec::with_capacity(count);
        for operator in task.operators() {
            let Some(cost) = cost(operator) else { return Ok(None) };
            costs.push(cost);
        }
        // Each search has another one in its scratch.
        limits.check_allocation(AxiomEvaluator::bytes(task) * 3)?;
        let axioms = AxiomEvaluator::new(task);
        let derived = |fact: &FactId| task.is_derived(*fact);
        let derived_goal = task
            .goal()
            .iter()
            .any(derived)
            .then(|| RefCell::new((axioms.clone(), vec![0; task.packing().complete_words()])));
        let mut space = Self {
            task: owned,
            generator: SuccessorGenerator::within(task, limits)?,
            least: costs.iter().copied().min().unwrap_or(C::ZERO),
            changes: Vec::with_capacity(count),
            costs,
            patches: Vec::new(),
            conditional: Vec::new(),
            goal: Test::new(task, task.goal()),
            derived_goal,
            axioms,
            order: None,
        };
        for operator in task.operators() {
            let effects = task.effects(operator).len();
            limits.check_reserve(&space.patches, effects)?;
            limits.check_reserve(&space.conditional, effects)?;
            limits.check()?;
            space.prepare(task, operator);
        }
        limits.check_now()?;
        Ok(Some(space))
    }

    /// With the successors of each state in a random order, by this seed, if there is one.
    #[must_use]
    pub const fn in_random_order(mut self, seed: Option<u64>) -> Self {
        self.order = seed;
        self
    }

    fn prepare(&mut self, task: &Task, operator: OpId) {
        let patch = |fact: FactId| {
            let (word, mask, bits) = task.packing().pattern(task.variable_of(fact), fact);
            Patch { word: u32::try_from(word).unwrap_or(u32::MAX), mask, bits }
        };
        let (others, conditional) = (self.patches.len(), self.conditional.len());
        let mut patches: Vec<Patch> = Vec::new();
        if task.effects(operator).all(|effect| effect.condition.is_empty()) {
            for effect in task.effects(operator) {
                let new = patch(effect.fact);
                match patches.iter_mut().find(|one| one.word == new.word) {
                    Some(one) => {
                        one.bits = one.bits & !new.mask | new.bits;
                        one.mask |= new.mask;
                    }
                    None => patches.push(new),
                }
            }
            self.patches.extend(patches.iter().skip(1));
        } else {
            self.conditional.extend(task.effects(operator).map(|effect| Conditional {
                test: Test::new(task, effect.condition),
                patch: patch(effect.fact),
            }));
        }
        let ends = (self.patches.len(), self.conditional.len());
        self.changes.push(Change::new(&patches, (others, ends.0), (conditional, ends.1)));
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    #[inline]
    pub(crate) fn cost(&self, operator: u32) -> C {
        self.costs[operator as usize]
    }

    fn change(&self, operator: usize, complete: &[u64], next: &mut [u64]) {
        if let ([next], [complete, ..]) = (&mut *next, complete) {
            // The common case, and cheaper than a call that copies any number of words.
            *next = *complete;
        } else {
            let words = next.len();
            next.copy_from_slice(&complete[..words]);
        }
        let change = &self.changes[operator];
        change.first.apply(next);
        let (start, end) = change.others;
        if start < end {
            for patch in &self.patches[start as usize..end as usize] {
                patch.apply(next);
            }
        }
        let (start, end) = change.conditional;
        if start < end {
            for effect in &self.conditional[start as usize..end as usize] {
                if effect.test.holds(complete) {
                    effect.patch.apply(next);
                }
            }
        }
    }

    /// A state with what is derived in it.
    pub(crate) fn complete<'s>(&self, scratch: &'s mut Scratch, state: &'s [u64]) -> &'s [u64] {
        if self.axioms.is_empty() {
            return state;
        }
        scratch.complete[..state.len()].copy_from_slice(state);
        scratch.axioms.evaluate(&self.task, &mut scratch.complete);
        &scratch.complete
    }
}

pub struct Scratch {
    complete: Vec<u64>,
    next: Vec<u64>,
    axioms: AxiomEvaluator,
    /// Draws of a random order, and the operators that it is an order of.
    order: Option<(Random, Vec<OpId>)>,
}

impl<C: Cost> TaskSpace<'_, C> {
    /// The operators that apply, in the order of this space.
    #[inline]
    fn applicable(
        &self,
        state: &[u64],
        order: &mut Option<(Random, Vec<OpId>)>,
        visit: &mut impl FnMut(OpId),
    ) {
        let Some((random, operators)) = order else { return self.generator.applicable(state, visit) };
        operators.clear();
        self.generator.applicable(state, &mut |operator| operators.push(operator));
        while !operators.is_empty() {
            visit(operators.swap_remove(random.below_index(operators.len())));
        }
    }
}

impl<C: Cost> Space for TaskSpace<'_, C> {
    type Cost = C;
    type Scratch = Scratch;

    fn words(&self) -> usize {
        self.task.packing().words()
    }

    fn scratch(&self) -> Scratch {
        let packing = self.task.packing();
        Scratch {
            complete: vec![0; packing.complete_words()],
            next: vec![0; packing.words()],
            axioms: self.axioms.clone(),
            order: self.order.map(|seed| (Random::new(seed), Vec::new())),
        }
    }

    fn initial(&self, state: &mut [u64]) {
        let variables = self.task.variables().iter().zip(self.task.initial()).enumerate();
        for (index, (variable, fact)) in variables {
            if variable.layer.is_none() {
                self.task.packing().set(state, index.into(), *fact);
            }
        }
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        match &self.derived_goal {
            None => self.goal.holds(state),
            Some(evaluator) => {
                let (axioms, complete) = &mut *evaluator.borrow_mut();
                complete[..state.len()].copy_from_slice(state);
                axioms.evaluate(&self.task, complete);
                self.goal.holds(complete)
            }
        }
    }

    fn expand(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, C, &[u64])) {
        let mut next = std::mem::take(&mut scratch.next);
        let mut order = scratch.order.take();
        let complete = self.complete(scratch, state);
        self.applicable(complete, &mut order, &mut |operator| {
            let index = operator.index();
            self.change(index, complete, &mut next);
            visit(operator.into(), self.costs[index], &next);
        });
        (scratch.next, scratch.order) = (next, order);
    }

    fn actions(&self, scratch: &mut Scratch, state: &[u64], visit: &mut dyn FnMut(u32, C)) {
        let mut order = scratch.order.take();
        let complete = self.complete(scratch, state);
        self.applicable(complete, &mut order, &mut |operator| {
            visit(operator.into(), self.costs[operator.index()]);
        });
        scratch.order = order;
    }

    fn apply(&self, scratch: &mut Scratch, state: &[u64], action: u32, successor: &mut [u64]) -> C {
        let complete = self.complete(scratch, state);
        self.change(action as usize, complete, successor);
        self.costs[action as usize]
    }

    fn least_cost(&self) -> C {
        self.least
    }
}
