//! Whether all plans cost more than a budget, by A* in the red-black relaxation, where some variables, the red ones,
//! keep every value that they had (Katz, Hoffmann and Domshlak 2013).
//!
//! In: a task without axioms, variables to leave out, and a cost for each operator that may apply. Out: whether all
//! plans cost more than some budget. A variable is black if operators of positive cost form a cycle in its domain
//! transition graph, as for the location of a truck: as a red variable, its way back would be free. Black variables
//! have no conditional effects.
//!
//! Every plan of the task is a plan of the red-black relaxation: along it, black variables have the same values as in
//! the task, and red ones have these and possibly more, so every operator applies, and every effect that happens in the
//! task happens here as well. More red facts never prevent anything. So free operators that change only red variables
//! are applied as soon as possible.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::moves::{Moves, longest_ways};
use crate::heuristics::{Precedents, heuristic_named};
use crate::strips::{Builder, CostKind, FactId, FactName, FactSpace, OpId, Scratch, Task, TaskSpace, VarId};
use banto_base::limits::{Limits, Stop};
use banto_search::{Algorithm, At, Estimate, Exhaustion, Heuristic, Outcome, Search, Settings, Space};

/// The work of an estimate, per operator, effect and fact.
const LOOKUP_COST: u64 = 64;
/// If the first estimate is below 1/`NEAR` of the budget, give up.
const NEAR: u64 = 2;

/// Whether a budget is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Enough {
    No,
    /// Some plan of the relaxed task stays within it, or the first estimate is far below it.
    MayBe,
    /// More work is needed to decide.
    Unknown,
}

/// An operator of the relaxed task, in facts of the original one.
struct RelaxedOperator {
    origin: OpId,
    cost: u64,
    condition: Vec<FactId>,
    effects: Vec<(Vec<FactId>, FactId)>,
}

/// The relaxed task.
pub(super) struct RedBlack {
    task: Task,
    /// For each operator, whether it is applied as soon as possible.
    at_once: Vec<bool>,
}

impl RedBlack {
    /// The task without the variables that are dropped.
    pub(super) fn new(
        task: &Task,
        moves: &Moves,
        dropped: &[VarId],
        costs: &[Option<u64>],
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut colors = vec![Color::Red; task.variables().len()];
        for (index, known) in moves.iter().enumerate() {
            let costly = known.iter().flatten().filter(|one| costs[one.operator.index()] > Some(0));
            let pairs: Vec<(usize, usize)> = costly.map(|one| (one.from, one.to)).collect();
            if longest_ways(task.variables()[index].size as usize, &pairs).is_none() {
                colors[index] = Color::Black;
            }
        }
        dropped.iter().for_each(|variable| colors[variable.index()] = Color::Dropped);
        let mut making = Making { task, colors, operators: Vec::new(), goal: Vec::new() };
        making.add_operators(costs, limits)?;
        let mut wanted = FixedBitSet::with_capacity(task.fact_count());
        wanted.insert_range(..);
        let (whole, number) = making.build(&wanted);
        if let Some(precedents) = Precedents::of_task(&whole, limits)? {
            making.leave_out_late_effects(&number, &precedents);
        }
        let wanted = making.wanted();
        let (task, _) = making.build(&wanted);
        let is_red = |fact: FactId| task.variable_of(fact).index() >= making.black_variables();
        let at_once = |operator: OpId| {
            task.cost(operator) == 0 && task.effects(operator).all(|effect| is_red(effect.fact))
        };
        let at_once = task.operators().map(at_once).collect();
        Ok(Self { task, at_once })
    }

    fn work_of_estimate(&self) -> u64 {
        let effects: usize = self.task.operators().map(|operator| self.task.effects(operator).len()).sum();
        (self.task.operator_count() + effects + self.task.fact_count()) as u64 * LOOKUP_COST
    }

    /// Whether a plan within `budget` may exist: by one estimate, or by a search if `work` is given.
    pub(super) fn is_enough(&self, budget: u64, work: Option<u64>, limits: &Limits) -> Result<Enough, Stop> {
        let Self { task, at_once } = self;
        let Some(space) = TaskSpace::<u64>::within(task, CostKind::Real, limits)? else {
            return Ok(Enough::MayBe);
        };
        let closed = Closed { space, at_once };
        let row = heuristic_named("lmcut").expect("a row of the table");
        let mut heuristic = row.within(task, CostKind::Real, limits)?;
        let mut state = vec![0; closed.words()];
        closed.initial(&mut state);
        let Some(work) = work else {
            let at = At { space: &closed, id: None, state: &state, g: 0, earlier: &[] };
            return Ok(match heuristic.evaluate(&at, &mut Vec::new()) {
                Estimate::Cost(cost) if cost > budget => Enough::No,
                Estimate::Cost(cost) if cost < budget.div_ceil(NEAR) => Enough::MayBe,
                Estimate::Cost(_) => Enough::Unknown,
                Estimate::DeadEnd { .. } => Enough::No,
            });
        };
        let mut branches: u64 = 1;
        closed.expand(&mut closed.scratch(), &state, &mut |_, _, _| branches += 1);
        let settings = Settings {
            bound: Some(budget.saturating_add(1)),
            // About half of the successors are new and within the bound.
            effort: Some(work / (self.work_of_estimate() * branches.div_ceil(2)).max(1)),
            ..Settings::default()
        };
        let report =
            Search::new(&closed).heuristic(heuristic).limits(limits).settings(settings).run(Algorithm::Astar);
        match report.outcome {
            Outcome::Exhausted(Exhaustion::Proven) => Ok(Enough::No),
            Outcome::Stopped(Stop::Effort) => Ok(Enough::Unknown),
            Outcome::Stopped(stop) => Err(stop),
            _ => Ok(Enough::MayBe),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Color {
    Red,
    Black,
    Dropped,
}

/// A relaxed task under construction.
struct Making<'a> {
    task: &'a Task,
    colors: Vec<Color>,
    operators: Vec<RelaxedOperator>,
    goal: Vec<FactId>,
}

impl Making<'_> {
    fn color(&self, fact: FactId) -> Color {
        self.colors[self.task.variable_of(fact).index()]
    }

    fn black_variables(&self) -> usize {
        self.colors.iter().filter(|color| **color == Color::Black).count()
    }

    /// Whether a fact is kept: red facts that hold initially hold for ever.
    fn counts(&self, fact: FactId) -> bool {
        match self.color(fact) {
            Color::Red => self.task.initial()[self.task.variable_of(fact).index()] != fact,
            Color::Black => true,
            Color::Dropped => false,
        }
    }

    /// Adds the operators, equal ones once at the lowest cost.
    fn add_operators(&mut self, costs: &[Option<u64>], limits: &Limits) -> Result<(), Stop> {
        let task = self.task;
        let that_count = |facts: &[FactId]| facts.iter().copied().filter(|fact| self.counts(*fact)).collect();
        let mut places = FxHashMap::default();
        let mut operators: Vec<RelaxedOperator> = Vec::new();
        for origin in task.operators() {
            limits.check()?;
            let Some(cost) = costs[origin.index()] else { continue };
            let condition: Vec<FactId> = that_count(task.condition(origin));
            let effects = task.effects(origin).filter(|effect| self.counts(effect.fact));
            let effects: Vec<(Vec<FactId>, FactId)> =
                effects.map(|effect| (that_count(effect.condition), effect.fact)).collect();
            let place = *places.entry((condition.clone(), effects.clone())).or_insert(operators.len());
            match operators.get_mut(place) {
                Some(operator) => operator.cost = operator.cost.min(cost),
                None => operators.push(RelaxedOperator { origin, cost, condition, effects }),
            }
        }
        let goal = that_count(task.goal());
        (self.operators, self.goal) = (operators, goal);
        Ok(())
    }

    /// Drops red effects whose fact already holds whenever the operator applies.
    fn leave_out_late_effects(&mut self, number: &[Option<FactId>], precedents: &Precedents) {
        let colors: Vec<Color> = self
            .operators
            .iter()
            .flat_map(|operator| &operator.effects)
            .map(|one| self.color(one.1))
            .collect();
        let mut colors = colors.into_iter();
        for operator in &mut self.operators {
            let condition = &operator.condition;
            operator.effects.retain(|(when, fact)| {
                let comes_before = |needed: &FactId| {
                    let place = |fact: &FactId| number[fact.index()].map(FactId::index);
                    let (Some(needed), Some(fact)) = (place(needed), place(fact)) else { return false };
                    needed == fact || precedents.of(needed).iter().any(|one| *one as usize == fact)
                };
                let is_late = condition.iter().chain(when).any(comes_before);
                colors.next() != Some(Color::Red) || !is_late
            });
        }
    }

    /// The facts that goals or useful operators need. Those that change a black variable are useful.
    fn wanted(&self) -> FixedBitSet {
        let mut wanted = FixedBitSet::with_capacity(self.task.fact_count());
        self.goal.iter().for_each(|goal| wanted.insert(goal.index()));
        loop {
            let before = wanted.count_ones(..);
            for operator in &self.operators {
                for (when, fact) in &operator.effects {
                    if self.color(*fact) == Color::Black || wanted[fact.index()] {
                        operator
                            .condition
                            .iter()
                            .chain(when)
                            .for_each(|needed| wanted.insert(needed.index()));
                    }
                }
            }
            if wanted.count_ones(..) == before {
                return wanted;
            }
        }
    }

    /// The task with these red facts, and the new number of each fact.
    fn build(&self, wanted: &FixedBitSet) -> (Task, Vec<Option<FactId>>) {
        let mut builder = Builder::with_names_of(self.task);
        let mut number = vec![None; self.task.fact_count()];
        let named = |count: usize| vec![FactName::Invented(0); count];
        for (index, row) in self.task.variables().iter().enumerate() {
            if self.colors[index] == Color::Black {
                let initial = self.task.initial()[index].index() - row.first.index();
                let first = builder.variable(named(row.size as usize), initial, None);
                for (place, fact) in row.facts().enumerate() {
                    number[fact.index()] = Some(first.plus(place));
                }
            }
        }
        for fact in wanted.ones().map(FactId::from) {
            if self.color(fact) == Color::Red && self.counts(fact) {
                number[fact.index()] = Some(builder.variable(named(2), 1, None));
            }
        }
        let renumber = |facts: &[FactId]| {
            let mut facts: Vec<FactId> = facts.iter().filter_map(|fact| number[fact.index()]).collect();
            facts.sort_unstable();
            facts
        };
        for operator in &self.operators {
            let effects = operator.effects.iter();
            let effects: Vec<(Vec<FactId>, FactId)> =
                effects.filter_map(|(when, fact)| Some((renumber(when), number[fact.index()]?))).collect();
            if !effects.is_empty() {
                let schema = self.task.step(operator.origin).0;
                builder.operator(schema, &[], operator.cost, &renumber(&operator.condition), &effects);
            }
        }
        (builder.finish(renumber(&self.goal)), number)
    }
}

/// The space of the relaxed task, in which some operators are applied as soon as possible.
struct Closed<'a> {
    space: TaskSpace<'a, u64>,
    at_once: &'a [bool],
}

/// The working memory of an expansion.
struct Buffers {
    scratch: Scratch,
    actions: Vec<(u32, u64)>,
    next: Vec<u64>,
    more: Vec<u32>,
    after: Vec<u64>,
}

impl Closed<'_> {
    /// Closes a state under the operators that are applied as soon as possible.
    fn close(&self, scratch: &mut Scratch, more: &mut Vec<u32>, after: &mut [u64], state: &mut [u64]) {
        loop {
            more.clear();
            self.space.actions(scratch, state, &mut |action, _| {
                if self.at_once[action as usize] {
                    more.push(action);
                }
            });
            let mut changed = false;
            for action in &*more {
                self.space.apply(scratch, state, *action, after);
                changed |= state != after;
                state.copy_from_slice(after);
            }
            if !changed {
                return;
            }
        }
    }
}

impl Space for Closed<'_> {
    type Cost = u64;
    type Scratch = Buffers;

    fn words(&self) -> usize {
        self.space.words()
    }

    fn scratch(&self) -> Buffers {
        let row = || vec![0; self.words()];
        let scratch = self.space.scratch();
        Buffers { scratch, actions: Vec::new(), next: row(), more: Vec::new(), after: row() }
    }

    fn initial(&self, state: &mut [u64]) {
        self.space.initial(state);
        let Buffers { mut scratch, mut more, mut after, .. } = self.scratch();
        self.close(&mut scratch, &mut more, &mut after, state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&self, buffers: &mut Buffers, state: &[u64], visit: &mut dyn FnMut(u32, u64, &[u64])) {
        let Buffers { scratch, actions, next, more, after } = buffers;
        actions.clear();
        self.space.actions(scratch, state, &mut |action, cost| {
            if !self.at_once[action as usize] {
                actions.push((action, cost));
            }
        });
        for (action, cost) in &*actions {
            self.space.apply(scratch, state, *action, next);
            if next != state {
                self.close(scratch, more, after, next);
                visit(*action, *cost, next);
            }
        }
    }
}

impl<'a> FactSpace for Closed<'a> {
    type Base = TaskSpace<'a, u64>;

    fn base(&self) -> &Self::Base {
        &self.space
    }
}
