//! The builder of ground tasks.
//!
//! In: names, facts, operators, axioms and mutex groups, one after the other. Out: a [`Task`].

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::{
    FactId, FactName, FlatEffect, IndexRange, Operator, Packing, Rule, Task, VarId, Variable, to_u32,
};
use banto_text::task::{self, Metric, ObjectId, PredicateId, SchemaId};

/// A task under construction: variables first, then operators and axioms over their facts.
pub struct Builder {
    task: Task,
    /// The runs of the pool that are conditions, by content.
    bodies: HashTable<IndexRange>,
}

/// Upper bounds on the size of everything, if known in advance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sizes {
    pub(crate) operators: usize,
    pub(crate) arguments: usize,
    pub(crate) effects: usize,
    /// Facts of conditions.
    pub(crate) facts: usize,
}

fn hash(facts: &[FactId]) -> u64 {
    let mut hasher = FxHasher::default();
    facts.hash(&mut hasher);
    hasher.finish()
}

impl Builder {
    /// Nothing yet.
    ///
    /// ```
    /// use banto::strips::{Builder, FactName};
    /// use banto::task;
    /// # let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    /// # let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
    ///
    /// // The same lamp without text: a variable with two values, dark at first.
    /// let names = task::read(domain, problem).unwrap();
    /// let mut builder = Builder::new(&names);
    /// let lit = builder.atom(names.predicates.find("lit").unwrap(), &[]);
    /// let FactName::Atom(number) = lit else { unreachable!() };
    /// let first = builder.variable(vec![lit, FactName::Not(number)], 1, None);
    /// assert_eq!(builder.none_of(builder.variable_of(first)), Some(first.plus(1)));
    /// ```
    pub fn new(names: &task::Task) -> Self {
        let task = Task { unit_cost: names.metric == Metric::UnitCost, ..Task::default() };
        Self { task, bodies: HashTable::new() }
    }

    /// An empty builder for a task whose names are not needed.
    pub(crate) fn bare() -> Self {
        Self { task: Task::default(), bodies: HashTable::new() }
    }

    /// A builder with the variables of another task and other initial values; no operators, axioms or mutex groups yet.
    pub(crate) fn like(other: &Task, initial: Vec<FactId>) -> Self {
        let mut builder = Self::with_names_of(other);
        let task = &mut builder.task;
        (task.variables, task.variable_of) = (other.variables.clone(), other.variable_of.clone());
        (task.names, task.initial) = (other.names.clone(), initial);
        builder
    }

    /// An empty builder with the atoms of another task.
    pub(crate) fn with_names_of(other: &Task) -> Self {
        let task = Task { atoms: other.atoms.clone(), unit_cost: other.unit_cost, ..Task::default() };
        Self { task, bodies: HashTable::new() }
    }

    /// Reserves room, so that nothing moves as it grows.
    pub(crate) fn reserve(&mut self, sizes: &Sizes) {
        self.task.operators.reserve_exact(sizes.operators);
        self.task.arguments.reserve_exact(sizes.arguments);
        self.task.effects.reserve_exact(sizes.effects);
        self.task.pool.reserve_exact(sizes.facts);
    }

    /// The bytes that the next operator may allocate at once beyond what is reserved: the table of conditions doubles.
    pub(crate) fn growth(&self) -> usize {
        // An operator has few distinct conditions; an eighth of the table stays free, and each entry has an extra byte.
        let is_full = self.bodies.capacity() - self.bodies.len() < 64;
        if is_full { self.bodies.capacity() * 16 / 7 * (size_of::<IndexRange>() + 1) } else { 0 }
    }

    /// The name of an atom.
    pub fn atom(&mut self, predicate: PredicateId, arguments: &[ObjectId]) -> FactName {
        self.task.atoms.push(predicate, arguments);
        FactName::Atom(self.task.atoms.len() - 1)
    }

    /// Adds a variable with these values, of which `initial` holds initially; returns its first fact.
    pub fn variable(&mut self, names: Vec<FactName>, initial: usize, layer: Option<u32>) -> FactId {
        let task = &mut self.task;
        let first = FactId::from(task.names.len());
        let id = VarId::from(task.variables.len());
        task.variables.push(Variable { first, size: to_u32(names.len()), layer });
        task.variable_of.extend(names.iter().map(|_| id));
        task.names.extend(names);
        task.initial.push(first.plus(initial));
        first
    }

    /// The variable of a fact.
    pub fn variable_of(&self, fact: FactId) -> VarId {
        self.task.variable_of(fact)
    }

    /// The value of a variable that says that nothing holds, if it has one.
    pub fn none_of(&self, variable: VarId) -> Option<FactId> {
        let last = self.task.variables[variable.index()].last();
        let none = !matches!(self.task.name(last), FactName::Atom(_));
        none.then_some(last)
    }

    /// Whether a variable says more than whether one atom holds.
    pub fn is_multiple(&self, variable: VarId) -> bool {
        self.task.variables[variable.index()].size > 2
    }

    /// Adds an operator.
    pub fn operator(
        &mut self,
        schema: SchemaId,
        arguments: &[ObjectId],
        cost: u64,
        condition: &[FactId],
        effects: &[(Vec<FactId>, FactId)],
    ) {
        let condition = self.facts(condition);
        let start = to_u32(self.task.effects.len());
        for (when, fact) in effects {
            let condition = self.facts(when);
            self.task.effects.push(FlatEffect { condition, fact: *fact });
        }
        let task = &mut self.task;
        let effects = IndexRange { start, end: to_u32(task.effects.len()) };
        let start = to_u32(task.arguments.len());
        task.arguments.extend_from_slice(arguments);
        let arguments = IndexRange { start, end: to_u32(task.arguments.len()) };
        task.operators.push(Operator { schema, arguments, cost, condition, effects });
    }

    /// Adds a rule for a derived fact.
    pub fn axiom(&mut self, head: FactId, body: &[FactId]) {
        self.task.axioms.push(Rule { head, body: body.to_vec() });
    }

    /// Adds facts of which at most one holds.
    pub fn group(&mut self, facts: &[FactId]) {
        let same = facts.windows(2).all(|pair| self.variable_of(pair[0]) == self.variable_of(pair[1]));
        if facts.len() > 1 && !same {
            self.task.groups.push(facts.to_vec());
        }
    }

    /// Adds facts of which the number of true ones never rises.
    pub fn counted(&mut self, facts: Vec<FactId>) {
        self.task.counted.push(facts);
    }

    /// The task with its goal.
    pub fn finish(mut self, goal: Vec<FactId>) -> Task {
        let task = &mut self.task;
        let layer = |rule: &Rule| task.variables[task.variable_of[rule.head.index()].index()].layer;
        task.axioms.sort_by_key(layer);
        task.packing = Packing::new(&task.variables);
        task.goal = goal;
        task.pool.shrink_to_fit();
        task.operators.shrink_to_fit();
        task.effects.shrink_to_fit();
        task.arguments.shrink_to_fit();
        self.task
    }

    /// A run of the pool with these facts; conditions of effects are often repeated.
    fn facts(&mut self, facts: &[FactId]) -> IndexRange {
        if facts.is_empty() {
            return IndexRange::default();
        }
        let key = hash(facts);
        let pool = &self.task.pool;
        if let Some(run) = self.bodies.find(key, |run| pool[run.range()] == *facts) {
            return *run;
        }
        let start = to_u32(self.task.pool.len());
        self.task.pool.extend_from_slice(facts);
        let run = IndexRange { start, end: to_u32(self.task.pool.len()) };
        let pool = &self.task.pool;
        self.bodies.insert_unique(key, run, |run| hash(&pool[run.range()]));
        run
    }
}
