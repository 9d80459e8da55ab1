//! The ground task that search runs on, in finite-domain representation (FDR; Helmert 2009) with axioms and conditional
//! effects.
//!
//! In: variables, operators and axioms from grounding, through [`Builder`]. Out: a [`Task`]: finite-domain variables
//! packed in words, flat operators, mutex groups, axioms by layer, and the successor generator over them. Of the
//! resolved task it keeps the names only.

#[doc(hidden)]
pub mod axiom;
mod build;
mod fact_space;
mod lists;
mod mutex_groups;
mod packing;
mod sas;
mod space;
mod stubborn;
#[doc(hidden)]
pub mod successor;

#[doc(hidden)]
pub use axiom::AxiomEvaluator;
pub use axiom::Rule;
pub use build::Builder;
pub(crate) use build::Sizes;
pub use fact_space::FactSpace;
#[doc(hidden)]
pub use lists::{DisjointSets, Lists, to_u32};
pub(crate) use mutex_groups::MutexGroups;
pub use packing::Packing;
#[doc(hidden)]
pub use packing::{FirstFit, put_words, width};
pub use sas::write_sas;
#[doc(hidden)]
pub use sas::write_unsolvable;
pub(crate) use space::Scratch;
pub use space::{CostKind, TaskSpace};
pub(crate) use stubborn::StubbornSets;
pub(crate) use successor::SuccessorGenerator;

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use banto_text::task::{self, Condition, GroundAtoms, ObjectId, PredicateId, SchemaId, Term};

banto_base::define_id!(
    /// A variable.
    VarId
);
banto_base::define_id!(
    /// A value of a variable: facts of all variables are numbered one after the other.
    FactId
);
banto_base::define_id!(
    /// A ground operator.
    OpId
);

impl FactId {
    /// The fact this many places further: another value of the same variable.
    pub fn plus(self, values: usize) -> Self {
        Self::from(self.index() + values)
    }
}

/// The meaning of a value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactName {
    /// An atom holds.
    Atom(usize),
    /// An atom does not hold.
    Not(usize),
    /// None of the atoms of the other values holds.
    NoneOfThem,
    /// A condition that grounding numbered.
    Invented(usize),
}

/// A variable with the facts `first..first + size`.
#[derive(Clone, Copy, Debug, Hash)]
#[non_exhaustive]
pub struct Variable {
    /// Its first fact.
    pub first: FactId,
    /// The number of its values.
    pub size: u32,
    /// The layer of axioms that defines it; its default is then the last value.
    pub layer: Option<u32>,
}

impl Variable {
    /// Its facts.
    pub fn facts(self) -> impl ExactSizeIterator<Item = FactId> + DoubleEndedIterator + Clone {
        let first = self.first.index();
        (first..first + self.size as usize).map(FactId::from)
    }

    /// The last of them.
    pub fn last(self) -> FactId {
        self.first.plus(self.size as usize - 1)
    }
}

/// A run of a flat array.
#[derive(Clone, Copy, Debug, Default, Hash)]
pub(crate) struct IndexRange {
    start: u32,
    end: u32,
}

impl IndexRange {
    pub(crate) const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Clone, Copy, Debug, Hash)]
struct Operator {
    schema: SchemaId,
    arguments: IndexRange,
    cost: u64,
    condition: IndexRange,
    effects: IndexRange,
}

#[derive(Clone, Copy, Debug, Hash)]
struct FlatEffect {
    condition: IndexRange,
    fact: FactId,
}

/// An effect of an operator: if all facts of the condition hold before the step, the fact holds after it. If several
/// effects on one variable happen in the same step, the last one counts.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Effect<'a> {
    /// The facts that must hold; often none.
    pub condition: &'a [FactId],
    /// The fact that then holds.
    pub fact: FactId,
}

/// A ground task.
#[derive(Clone, Debug, Default)]
pub struct Task {
    variables: Vec<Variable>,
    /// The variable of each fact.
    variable_of: Vec<VarId>,
    names: Vec<FactName>,
    atoms: GroundAtoms<PredicateId>,
    pool: Vec<FactId>,
    arguments: Vec<ObjectId>,
    operators: Vec<Operator>,
    effects: Vec<FlatEffect>,
    axioms: Vec<Rule>,
    goal: Vec<FactId>,
    initial: Vec<FactId>,
    groups: Vec<Vec<FactId>>,
    counted: Vec<Vec<FactId>>,
    packing: Packing,
    unit_cost: bool,
}

impl Task {
    /// A hash of everything that searches see: two processes that read the same task get the same hash.
    pub fn digest(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (&self.variables, &self.pool, &self.initial, &self.goal).hash(&mut hasher);
        (&self.operators, &self.effects, &self.axioms, self.unit_cost).hash(&mut hasher);
        (&self.groups, &self.counted).hash(&mut hasher);
        hasher.finish()
    }

    /// All variables.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// The number of facts: the values of all variables.
    pub fn fact_count(&self) -> usize {
        self.names.len()
    }

    /// The variable of which a fact is a value.
    pub fn variable_of(&self, fact: FactId) -> VarId {
        self.variable_of[fact.index()]
    }

    /// Whether axioms derive a fact, which is then not part of a state.
    pub fn is_derived(&self, fact: FactId) -> bool {
        self.variables[self.variable_of(fact).index()].layer.is_some()
    }

    /// The meaning of a fact.
    pub fn name(&self, fact: FactId) -> FactName {
        self.names[fact.index()]
    }

    /// The atom whose truth or falsity a fact states.
    pub fn atom_of(&self, fact: FactId) -> Option<(PredicateId, &[ObjectId])> {
        match self.name(fact) {
            FactName::Atom(atom) | FactName::Not(atom) => Some(self.atom(atom)),
            FactName::NoneOfThem | FactName::Invented(_) => None,
        }
    }

    /// The atom with a name.
    pub fn atom(&self, atom: usize) -> (PredicateId, &[ObjectId]) {
        self.atoms.get(atom)
    }

    /// The number of operators.
    pub fn operator_count(&self) -> usize {
        self.operators.len()
    }

    /// All operators.
    pub fn operators(&self) -> impl Iterator<Item = OpId> + Clone + use<> {
        (0..self.operators.len()).map(OpId::from)
    }

    /// Removes operators, given in ascending order. The others move up: their numbers change.
    pub fn drop_operators(&mut self, operators: &[OpId]) {
        let mut number = 0usize;
        self.operators.retain(|_| {
            number += 1;
            operators.binary_search(&OpId::from(number - 1)).is_err()
        });
    }

    /// For each operator, the first one of its action, that is, with the same schema and arguments. An action becomes
    /// several operators if its condition can hold in several ways. Operators of one action lead from a state to the
    /// same successor.
    pub fn first_of_action(&self) -> Vec<OpId> {
        let mut first = FxHashMap::default();
        self.operators().map(|operator| *first.entry(self.step(operator)).or_insert(operator)).collect()
    }

    /// A copy of the task with other costs.
    pub(crate) fn with_costs(&self, cost: impl Fn(OpId) -> u64) -> Self {
        let mut task = self.clone();
        for (number, operator) in task.operators.iter_mut().enumerate() {
            operator.cost = cost(OpId::from(number));
        }
        task
    }

    /// The schema of an operator and its arguments.
    pub fn step(&self, operator: OpId) -> (SchemaId, &[ObjectId]) {
        let operator = &self.operators[operator.index()];
        (operator.schema, &self.arguments[operator.arguments.range()])
    }

    /// The cost of an operator; 1 without a metric.
    pub fn cost(&self, operator: OpId) -> u64 {
        self.operators[operator.index()].cost
    }

    /// The facts that an operator needs, ascending.
    pub fn condition(&self, operator: OpId) -> &[FactId] {
        &self.pool[self.operators[operator.index()].condition.range()]
    }

    /// The effects of an operator in the order in which they count.
    pub fn effects(&self, operator: OpId) -> impl ExactSizeIterator<Item = Effect<'_>> + Clone {
        self.effects[self.operators[operator.index()].effects.range()]
            .iter()
            .map(|effect| Effect { condition: &self.pool[effect.condition.range()], fact: effect.fact })
    }

    /// The condition of an operator's effect with this number.
    pub(crate) fn effect_condition(&self, operator: OpId, effect: usize) -> &[FactId] {
        let first = self.operators[operator.index()].effects.range().start;
        &self.pool[self.effects[first + effect].condition.range()]
    }

    /// The rules of derived facts, by layer.
    pub fn axioms(&self) -> &[Rule] {
        &self.axioms
    }

    /// The facts to reach.
    pub fn goal(&self) -> &[FactId] {
        &self.goal
    }

    /// The first value of each variable; the default for derived ones.
    pub fn initial(&self) -> &[FactId] {
        &self.initial
    }

    /// Sets of facts, across variables, of which at most one holds.
    pub fn groups(&self) -> &[Vec<FactId>] {
        &self.groups
    }

    /// Sets of facts in which the number of true ones never rises. They say where things without names are, such as
    /// boxes that are all alike.
    pub fn counted(&self) -> &[Vec<FactId>] {
        &self.counted
    }

    /// How states are packed.
    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// A fact in PDDL.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::ground::ground;
    /// use banto::limits::Limits;
    /// use banto::task;
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
    /// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
    /// let goal: Vec<_> = ground_task.goal().iter().map(|fact| ground_task.show_fact(&task, *fact)).collect();
    /// assert_eq!(goal, ["(lies-in ball1 hall)", "(lies-in ball2 hall)"]);
    /// ```
    pub fn show_fact(&self, names: &task::Task, fact: FactId) -> String {
        self.show_name(names, fact, self.name(fact))
    }

    /// A fact as a condition asks for it: where one atom holds whenever another fails, the fact has the name of one of
    /// them, and the condition may ask for the other to fail.
    pub(crate) fn show_asked(&self, names: &task::Task, asked: &Condition, fact: FactId) -> String {
        self.show_name(names, fact, self.name_asked(asked, fact))
    }

    /// The name of a fact as a condition asks for it.
    pub(crate) fn name_asked(&self, asked: &Condition, fact: FactId) -> FactName {
        let literals = asked.literals(true);
        let asks = |wanted: bool, (of, row): (PredicateId, &[ObjectId])| {
            let fits = |(term, object): (&Term, &ObjectId)| match term {
                Term::Object(own) => own == object,
                Term::Variable(_) => true,
            };
            literals.iter().any(|(atom, positive)| {
                *positive == wanted && atom.predicate == of && atom.arguments.iter().zip(row).all(fits)
            })
        };
        let name = self.name(fact);
        let FactName::Atom(own) = name else { return name };
        let values = self.variables[self.variable_of(fact).index()].facts();
        // Of more values, none says that another fails.
        if values.len() != 2 || asks(true, self.atom(own)) {
            return name;
        }
        let denied = values.filter(|other| *other != fact).find_map(|other| match self.name(other) {
            FactName::Atom(atom) if asks(false, self.atom(atom)) => Some(atom),
            _ => None,
        });
        denied.map_or(name, FactName::Not)
    }

    fn show_name(&self, names: &task::Task, fact: FactId, name: FactName) -> String {
        match name {
            FactName::Atom(atom) => {
                let (predicate, arguments) = self.atom(atom);
                names.show_atom(predicate, arguments)
            }
            FactName::Not(atom) => {
                let (predicate, arguments) = self.atom(atom);
                format!("(not {})", names.show_atom(predicate, arguments))
            }
            FactName::NoneOfThem => "none of these".to_owned(),
            FactName::Invented(number) => {
                let holds = self.variables[self.variable_of(fact).index()].first == fact;
                format!("{}condition {number}", if holds { "" } else { "not " })
            }
        }
    }

    /// An operator in PDDL.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::ground::ground;
    /// use banto::limits::Limits;
    /// use banto::task;
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
    /// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
    /// let first = ground_task.operators().next().unwrap();
    /// assert_eq!(ground_task.show_operator(&task, first), "(walk kitchen hall)");
    /// ```
    pub fn show_operator(&self, names: &task::Task, operator: OpId) -> String {
        let (schema, arguments) = self.step(operator);
        names.show_step(schema, arguments)
    }
}
