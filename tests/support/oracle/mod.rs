//! A planner that is only right: all bindings are enumerated, all conditions read as the text states them.
//!
//! In: a resolved task. Out: whether it is solvable and at which cost, and the steps of a state by state replay. Shares
//! nothing with grounding, packing, search or the validator; of no use beyond a few hundred atoms.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

pub mod by_trying;
pub mod random;
pub mod replay;

use std::collections::{BTreeSet, HashSet};

use banto::plan::Plan;
use banto::planner::{self, Quality, Status};
use banto::search::Random;
use banto::source::Span;
use banto::task::{
    self, Amount, Atom, Condition, Effect, Metric, ObjectId, PredicateId, Task, Term, Variable,
};

/// For each possible atom whether it holds; derived ones are false in a state and filled in by [`Oracle::complete`].
pub type State = Vec<bool>;

/// What the oracle says of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The least cost of a plan.
    Cost(u64),
    /// There is no plan.
    Unsolvable,
    /// More states than the oracle was to look at.
    TooLarge,
}

impl Answer {
    /// Compares what a planner found that was asked for plans of this quality.
    pub fn check(self, quality: Quality, found: &planner::Answer, what: &str) {
        let (cost, status) = (found.plan.as_ref().map(|plan| plan.cost), &found.status);
        match self {
            Self::Cost(least) if quality == Quality::Optimal => {
                assert_eq!(cost, Some(least), "{what}");
                assert_eq!(*status, Status::Solved { optimal: true }, "{what}");
            }
            Self::Cost(_) => assert!(cost.is_some(), "{what}: {status:?}"),
            _ => assert!(matches!(status, Status::Unsolvable(_)), "{what}: {status:?}"),
        }
    }
}

/// Random tasks, each with its seed, that the oracle has an answer to. Few of the goals that are drawn can be reached,
/// so every second task has one that is far from the initial state instead.
pub fn answered(seeds: impl Iterator<Item = u64>) -> impl Iterator<Item = (u64, Task, Answer)> {
    seeds.filter_map(|seed| {
        let (domain, problem) = random::task(seed);
        let Ok(mut task) = task::read(&domain, &problem) else { panic!("seed {seed}") };
        if seed % 2 == 1 {
            task.goal = far_goal(&task, seed);
        }
        let answer = Oracle::new(&task).solve(500);
        (answer != Answer::TooLarge).then_some((seed, task, answer))
    })
}

/// Some of what holds, or does not, in the last of the first few states, other than in the initial one.
pub fn far_goal(task: &Task, seed: u64) -> Condition {
    let mut random = Random::new(seed);
    let oracle = Oracle::new(task);
    let states = oracle.first_states(40);
    let (first, last) = (oracle.complete(&states[0]), oracle.complete(&states[states.len() - 1]));
    let mut changed: Vec<usize> = (0..first.len()).filter(|atom| first[*atom] != last[*atom]).collect();
    while changed.len() > 3 {
        changed.swap_remove(random.below_index(changed.len()));
    }
    let parts = changed.iter().map(|number| {
        let atom = Condition::Atom(oracle.atom_of(*number));
        if last[*number] { atom } else { Condition::Not(Box::new(atom)) }
    });
    Condition::And(parts.collect())
}

/// A task with its atoms numbered and its bindings written out.
pub struct Oracle<'a> {
    pub task: &'a Task,
    /// Where the atoms of each predicate begin; and behind the last one.
    starts: Vec<usize>,
    /// For each schema all its bindings.
    pub bindings: Vec<Vec<Vec<ObjectId>>>,
}

impl<'a> Oracle<'a> {
    pub fn new(task: &'a Task) -> Self {
        let mut starts = vec![0];
        for info in &task.predicate_info {
            let count = task.objects.len().pow(u32::try_from(info.parameters.len()).unwrap());
            starts.push(starts[starts.len() - 1] + count);
        }
        let mut oracle = Self { task, starts, bindings: Vec::new() };
        oracle.bindings = task.schemas.iter().map(|schema| oracle.all(&schema.parameters, &[])).collect();
        oracle
    }

    /// The number of an atom.
    pub fn number(&self, predicate: PredicateId, arguments: &[ObjectId]) -> usize {
        let place = arguments.iter().fold(0, |sum, one| sum * self.task.objects.len() + one.index());
        self.starts[predicate.index()] + place
    }

    /// The binding, continued by each choice of values.
    fn all(&self, variables: &[Variable], binding: &[ObjectId]) -> Vec<Vec<ObjectId>> {
        let mut found = vec![binding.to_vec()];
        for variable in variables {
            found = found
                .iter()
                .flat_map(|one| {
                    self.task.objects_of(&variable.types).map(move |object| {
                        let mut longer = one.clone();
                        longer.push(object);
                        longer
                    })
                })
                .collect();
        }
        found
    }

    pub fn initial(&self) -> State {
        let mut state = vec![false; self.starts[self.starts.len() - 1]];
        for (predicate, arguments) in self.task.init.iter() {
            state[self.number(predicate, arguments)] = true;
        }
        state
    }

    fn atom(&self, atom: &Atom, binding: &[ObjectId]) -> usize {
        let arguments: Vec<ObjectId> = atom.arguments.iter().map(|term| term_value(*term, binding)).collect();
        self.number(atom.predicate, &arguments)
    }

    /// Whether a condition holds in a complete state.
    pub fn holds(&self, state: &[bool], condition: &Condition, binding: &[ObjectId]) -> bool {
        match condition {
            Condition::Atom(atom) => state[self.atom(atom, binding)],
            Condition::Equal(left, right, _) => term_value(*left, binding) == term_value(*right, binding),
            Condition::And(parts) => parts.iter().all(|part| self.holds(state, part, binding)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(state, part, binding)),
            Condition::Not(inner) => !self.holds(state, inner, binding),
            Condition::Imply(left, right) => {
                !self.holds(state, left, binding) || self.holds(state, right, binding)
            }
            Condition::Forall(variables, inner) => {
                self.all(variables, binding).iter().all(|longer| self.holds(state, inner, longer))
            }
            Condition::Exists(variables, inner) => {
                self.all(variables, binding).iter().any(|longer| self.holds(state, inner, longer))
            }
        }
    }

    /// A state with its derived atoms: layer by layer, each to its least fixpoint.
    pub fn complete(&self, state: &[bool]) -> State {
        let mut state = state.to_vec();
        let layer = |predicate: PredicateId| self.task.predicate_info[predicate.index()].layer;
        let layers: BTreeSet<_> = self.task.axioms.iter().map(|axiom| layer(axiom.predicate)).collect();
        for now in layers {
            let mut changed = true;
            while changed {
                changed = false;
                for axiom in self.task.axioms.iter().filter(|axiom| layer(axiom.predicate) == now) {
                    for binding in self.all(&axiom.parameters, &[]) {
                        let head = self.number(axiom.predicate, &binding);
                        if !state[head] && self.holds(&state, &axiom.condition, &binding) {
                            state[head] = true;
                            changed = true;
                        }
                    }
                }
            }
        }
        state
    }

    pub fn is_goal(&self, state: &[bool]) -> bool {
        self.holds(&self.complete(state), &self.task.goal, &[])
    }

    /// The next state and the cost of the step; none where it cannot be taken. Both states of atoms that are not
    /// derived; `complete` is the first one with the derived ones.
    pub fn apply(
        &self,
        state: &[bool],
        complete: &[bool],
        schema: usize,
        binding: &[ObjectId],
    ) -> Option<(State, u64)> {
        let schema = &self.task.schemas[schema];
        if !self.holds(complete, &schema.precondition, binding) {
            return None;
        }
        let cost = match self.task.metric {
            Metric::UnitCost => 1,
            Metric::Minimize(_) => schema
                .cost
                .iter()
                .try_fold(0u64, |sum, amount| sum.checked_add(self.amount(amount, binding)?))?,
        };
        let mut changes = Vec::new();
        schema.effects.iter().for_each(|effect| self.effect(complete, effect, binding, &mut changes));
        let mut next = state.to_vec();
        // What is both deleted and added ends up true.
        changes.iter().filter(|change| !change.1).for_each(|change| next[change.0] = false);
        changes.iter().filter(|change| change.1).for_each(|change| next[change.0] = true);
        Some((next, cost))
    }

    fn amount(&self, amount: &Amount, binding: &[ObjectId]) -> Option<u64> {
        match amount {
            Amount::Number(number) => Some(*number),
            Amount::Function(function, terms, _) => {
                let arguments: Vec<ObjectId> = terms.iter().map(|term| term_value(*term, binding)).collect();
                let place = self.task.values.iter().position(|value| value == (*function, &arguments))?;
                Some(self.task.numbers[place])
            }
        }
    }

    /// What an effect makes true and false.
    pub fn effect(
        &self,
        state: &[bool],
        effect: &Effect,
        binding: &[ObjectId],
        out: &mut Vec<(usize, bool)>,
    ) {
        match effect {
            Effect::Add(atom) => out.push((self.atom(atom, binding), true)),
            Effect::Delete(atom) => out.push((self.atom(atom, binding), false)),
            Effect::When(condition, inner) => {
                if self.holds(state, condition, binding) {
                    inner.iter().for_each(|effect| self.effect(state, effect, binding, out));
                }
            }
            Effect::Forall(variables, inner) => {
                for longer in self.all(variables, binding) {
                    inner.iter().for_each(|effect| self.effect(state, effect, &longer, out));
                }
            }
        }
    }

    /// What a plan costs, walked state by state; none if a step cannot be taken or the goal is not reached.
    pub fn cost_of(&self, plan: &Plan) -> Option<u64> {
        let (mut state, mut sum) = (self.initial(), 0u64);
        for step in &plan.steps {
            let complete = self.complete(&state);
            let (next, cost) = self.apply(&state, &complete, step.schema.index(), &step.arguments)?;
            state = next;
            sum = sum.checked_add(cost)?;
        }
        self.is_goal(&state).then_some(sum)
    }

    /// The atom of a number.
    pub fn atom_of(&self, number: usize) -> Atom {
        let predicate = self.starts.iter().rposition(|start| *start <= number).unwrap();
        let mut place = number - self.starts[predicate];
        let objects = self.task.objects.len();
        let mut arguments = Vec::new();
        for _ in &self.task.predicate_info[predicate].parameters {
            arguments.insert(0, Term::Object(ObjectId::from(place % objects)));
            place /= objects;
        }
        Atom { predicate: predicate.into(), arguments, span: Span::default() }
    }

    /// The first states, breadth first, at most so many.
    pub fn first_states(&self, most: usize) -> Vec<State> {
        let mut states = vec![self.initial()];
        let mut at = 0;
        while at < states.len() && states.len() < most {
            let state = states[at].clone();
            let complete = self.complete(&state);
            for (schema, bindings) in self.bindings.iter().enumerate() {
                for binding in bindings {
                    if let Some((next, _)) = self.apply(&state, &complete, schema, binding)
                        && !states.contains(&next)
                    {
                        states.push(next);
                    }
                }
            }
            at += 1;
        }
        states
    }

    /// Uniform-cost search over at most so many states.
    pub fn solve(&self, most: usize) -> Answer {
        let mut queue = BTreeSet::from([(0u64, self.initial())]);
        let mut done: HashSet<State> = HashSet::new();
        while let Some((cost, state)) = queue.pop_first() {
            if !done.insert(state.clone()) {
                continue;
            }
            let complete = self.complete(&state);
            if self.holds(&complete, &self.task.goal, &[]) {
                return Answer::Cost(cost);
            }
            if done.len() > most {
                return Answer::TooLarge;
            }
            for (schema, bindings) in self.bindings.iter().enumerate() {
                for binding in bindings {
                    if let Some((next, step)) = self.apply(&state, &complete, schema, binding)
                        && let Some(sum) = cost.checked_add(step)
                        && !done.contains(&next)
                    {
                        queue.insert((sum, next));
                    }
                }
            }
        }
        Answer::Unsolvable
    }
}

fn term_value(term: Term, binding: &[ObjectId]) -> ObjectId {
    match term {
        Term::Object(object) => object,
        Term::Variable(slot) => binding[slot as usize],
    }
}
