//! A window as a small task: only a few variables move; all others keep their values.
//!
//! In: a state, the facts that the rest of the plan needs, and the variables that may move. Out: a task over these
//! variables, with the operators that affect nothing else that matters. Its plans are steps of the whole task. Derived
//! facts are not supported.
//!
//! A variable that the rest of the plan does not read may change in any case. If no operator of the window reads it
//! either, its changes are ignored; otherwise it becomes part of the small task.

use std::hash::{Hash, Hasher};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHasher;

use super::{Ticks, WORK_OF_SUCCESSOR, work_of_estimate};
use crate::heuristics::{Build, Ff, LmCut};
use crate::strips::{Builder, CostKind, Effect, FactId, FactName, Lists, OpId, Task, TaskSpace, VarId};
use banto_base::limits::Limits;
use banto_search::{
    Algorithm, At, Counts, Estimate, Exhaustion, Heuristic, Outcome, Search, Settings, Space,
};

/// The work of examining an operator for a window, and of preparing one.
const WORK_OF_LOOK: Ticks = 60;
const WORK_OF_OPERATOR: Ticks = 1_500;

/// Chooses operators for windows of one task.
pub(super) struct Chooser<'a> {
    task: &'a Task,
    /// For each variable, the operators that write it.
    writers: Lists,
    seen: FixedBitSet,
    moves: FixedBitSet,
    /// For each variable, how many operators would be chosen if it could move.
    asked: Vec<u32>,
    /// Whether an operator that writes a moving variable was left out.
    rejected: bool,
}

/// The variables and operators of a window.
pub(super) struct Choice {
    variables: Vec<VarId>,
    operators: Vec<OpId>,
    goal: Vec<FactId>,
    /// Whether every useful operator is included.
    pub(super) is_whole: bool,
    pub(super) work: Ticks,
}

impl<'a> Chooser<'a> {
    pub(super) fn new(task: &'a Task) -> Self {
        let mut pairs = Vec::new();
        for operator in task.operators() {
            let variables = task.effects(operator).map(|effect| task.variable_of(effect.fact).index());
            pairs.extend(variables.map(|variable| (variable, operator.index())));
        }
        Self {
            task,
            writers: Lists::new(task.variables().len(), pairs.into_iter()),
            seen: FixedBitSet::with_capacity(task.operator_count()),
            moves: FixedBitSet::with_capacity(task.variables().len()),
            asked: vec![0; task.variables().len()],
            rejected: false,
        }
    }

    /// Chooses the operators for a window in which these variables move, and some more: those that most operators wait
    /// for.
    pub(super) fn choose(
        &mut self,
        state: &[u64],
        needed: &[FactId],
        variables: &[VarId],
        more: usize,
    ) -> Choice {
        self.moves.clear();
        variables.iter().for_each(|variable| self.moves.insert(variable.index()));
        let mut kept = FixedBitSet::with_capacity(self.task.variables().len());
        needed.iter().for_each(|fact| kept.insert(self.task.variable_of(*fact).index()));
        let mut work = 0;
        let mut operators = self.operators(state, &kept, &mut work);
        if more > 0 {
            let mut asked: Vec<usize> = (0..self.asked.len()).filter(|at| self.asked[*at] > 0).collect();
            asked.sort_by_key(|at| (std::cmp::Reverse(self.asked[*at]), *at));
            if !asked.is_empty() {
                asked.iter().take(more).for_each(|at| self.moves.insert(*at));
                operators = self.operators(state, &kept, &mut work);
            }
        }
        self.follow(state, &operators);
        let goal = needed.iter().copied().filter(|fact| self.moves[self.task.variable_of(*fact).index()]);
        Choice {
            variables: self.moves.ones().map(VarId::from).collect(),
            goal: goal.collect(),
            is_whole: !self.rejected,
            operators,
            work,
        }
    }

    /// The operators that write a moving variable and change nothing that has to be kept.
    fn operators(&mut self, state: &[u64], kept: &FixedBitSet, work: &mut Ticks) -> Vec<OpId> {
        let Self { task, writers, seen, moves, asked, rejected } = self;
        *rejected = false;
        let holds = |fact: FactId| task.packing().get(state, task.variable_of(fact)) == fact;
        asked.fill(0);
        seen.clear();
        let mut chosen = Vec::new();
        for operator in moves.ones().flat_map(|variable| writers.of(variable)) {
            if seen.put(*operator as usize) {
                continue;
            }
            let operator = OpId::from(*operator);
            let fixed = |fact: &FactId| !moves[task.variable_of(*fact).index()];
            let fails = |fact: &FactId| fixed(fact) && !holds(*fact);
            let disturbs = |effect: &Effect<'_>| {
                let variable = task.variable_of(effect.fact).index();
                kept[variable] && fails(&effect.fact) && !effect.condition.iter().any(fails)
            };
            let effects = task.effects(operator).filter(disturbs).map(|effect| effect.fact);
            let mut obstacles = task.condition(operator).iter().copied().filter(fails).chain(effects);
            *work += WORK_OF_LOOK;
            match (obstacles.next(), obstacles.next()) {
                (None, _) => chosen.push(operator),
                (Some(fact), None) => {
                    asked[task.variable_of(fact).index()] += 1;
                    *rejected = true;
                }
                _ => *rejected = true,
            }
        }
        chosen.sort_unstable();
        chosen
    }

    /// Also lets variables move that the operators both change and read.
    fn follow(&mut self, state: &[u64], operators: &[OpId]) {
        let Self { task, moves, .. } = self;
        let mut read = FixedBitSet::with_capacity(moves.len());
        let mut changed = FixedBitSet::with_capacity(moves.len());
        for operator in operators {
            let mut reads = |facts: &[FactId]| {
                facts.iter().for_each(|fact| read.insert(task.variable_of(*fact).index()));
            };
            reads(task.condition(*operator));
            for effect in task.effects(*operator) {
                reads(effect.condition);
                let variable = task.variable_of(effect.fact);
                if task.packing().get(state, variable) != effect.fact {
                    changed.insert(variable.index());
                }
            }
        }
        changed.intersect_with(&read);
        moves.union_with(&changed);
    }
}

impl Choice {
    /// A key that distinguishes windows with different solutions.
    pub(super) fn key(&self, task: &Task, state: &[u64], bound: u64) -> u64 {
        let mut hasher = FxHasher::default();
        (&self.variables, &self.operators, &self.goal, bound).hash(&mut hasher);
        for variable in &self.variables {
            task.packing().get(state, *variable).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Looks for steps to the goal that cost less than the bound: first by A\* with `lmcut`, which may prove that there
    /// are none, then by weighted A\* with `ff`. Within a number of evaluations; also returns the work, and its counts.
    pub(super) fn solve(
        &self,
        task: &Task,
        state: &[u64],
        bound: u64,
        effort: u64,
        weight: u32,
        limits: &Limits,
    ) -> (Option<Vec<OpId>>, bool, (Ticks, Counts)) {
        let small = self.task(task, state);
        let mut work = self.operators.len() as Ticks * WORK_OF_OPERATOR + 20_000;
        let Some(space) = TaskSpace::<u64>::new(&small, CostKind::Real) else {
            return (None, false, (work, Counts::default()));
        };
        let estimate = work_of_estimate(&small);
        let mut lmcut = LmCut::new(&small, CostKind::Real);
        let mut first = vec![0; space.words()];
        space.initial(&mut first);
        let at = At { space: &space, id: None, state: &first, g: 0, earlier: &[] };
        let mut all = Counts { evaluated: 1, ..Counts::default() };
        match lmcut.evaluate(&at, &mut Vec::new()) {
            Estimate::Cost(cost) if cost < bound => {}
            _ => return (None, true, (work + (lmcut.cuts + 1) * estimate, all)),
        }
        let settings = Settings {
            bound: Some(bound),
            effort: Some((effort / (lmcut.cuts + 1)).max(1)),
            ..Settings::default()
        };
        let exact = Search::new(&space)
            .heuristic(&mut lmcut)
            .limits(limits)
            .settings(settings.clone())
            .run(Algorithm::Astar);
        let counts = exact.work.counts;
        all.add(&counts);
        work += (lmcut.cuts + counts.evaluated) * estimate + counts.generated * WORK_OF_SUCCESSOR;
        if matches!(exact.outcome, Outcome::Exhausted(Exhaustion::Proven)) {
            return (None, true, (work, all));
        }
        let origin =
            |actions: &[u32]| actions.iter().map(|action| self.operators[*action as usize]).collect();
        if let Some(path) = exact.path() {
            return (Some(origin(&path.actions)), false, (work, all));
        }
        let settings = Settings { effort: Some(effort), weight, ..settings };
        let quick = Search::new(&space)
            .heuristic(Ff::new(&small, CostKind::PlusOne))
            .limits(limits)
            .settings(settings)
            .run(Algorithm::LazyWastar);
        let counts = quick.work.counts;
        all.add(&counts);
        work += counts.evaluated * estimate + counts.generated * WORK_OF_SUCCESSOR;
        let proven = matches!(quick.outcome, Outcome::Exhausted(Exhaustion::Proven));
        (quick.path().map(|path| origin(&path.actions)), proven, (work, all))
    }

    fn task(&self, task: &Task, state: &[u64]) -> Task {
        let mut builder = Builder::bare();
        let mut firsts = vec![None; task.variables().len()];
        for variable in &self.variables {
            let own = task.variables()[variable.index()];
            let names = vec![FactName::Invented(0); own.size as usize];
            let value = task.packing().get(state, *variable).index() - own.first.index();
            firsts[variable.index()] = Some(builder.variable(names, value, None));
        }
        let place = |fact: FactId| {
            let variable = task.variable_of(fact).index();
            let value = fact.index() - task.variables()[variable].first.index();
            firsts[variable].map(|first: FactId| first.plus(value))
        };
        let places = |facts: &[FactId]| facts.iter().filter_map(|fact| place(*fact)).collect::<Vec<_>>();
        let fails = |fact: &FactId| {
            place(*fact).is_none() && task.packing().get(state, task.variable_of(*fact)) != *fact
        };
        for operator in &self.operators {
            let effects = task.effects(*operator).filter(|effect| !effect.condition.iter().any(fails));
            let effects = effects.filter_map(|effect| Some((places(effect.condition), place(effect.fact)?)));
            let effects: Vec<_> = effects.collect();
            let (schema, _) = task.step(*operator);
            let condition = places(task.condition(*operator));
            builder.operator(schema, &[], task.cost(*operator), &condition, &effects);
        }
        builder.finish(places(&self.goal))
    }
}
