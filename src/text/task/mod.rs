//! Names to ids: a domain and a problem, resolved and typed.
//!
//! In: syntax trees. Out: a [`Task`] if it is well defined, and all errors and warnings about names, types, arities,
//! costs and strata. Invariant: no search, no grounding, no states; a task says what the text says, in ids instead of
//! names.

mod again;
#[doc(hidden)]
pub mod changes;
mod formula;
#[doc(hidden)]
pub mod invariants;
mod lints;
#[doc(hidden)]
pub mod literal;
mod read;
mod resolve;
mod symbol;
mod types;

use std::sync::Arc;

use banto_base::source::Span;

pub use again::GroundAtom;
pub use formula::{Amount, Atom, Condition, Effect, Term};
pub use read::{ParsedDomain, ReadError, read, read_within};
pub use resolve::{Resolved, resolve, resolve_within};
pub use symbol::Symbols;
pub use types::{TypeSet, Types};

banto_base::define_id!(
    /// An object, constants first.
    ObjectId
);
banto_base::define_id!(
    /// A type; 0 is `object`.
    TypeId
);
banto_base::define_id!(
    /// A predicate.
    PredicateId
);
banto_base::define_id!(
    /// A function with a number for each tuple of objects.
    FunctionId
);
banto_base::define_id!(
    /// An action schema.
    SchemaId
);

/// A planning task: a domain and a problem, with every name resolved.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// The domain's name, as written.
    pub domain: String,
    /// The problem's name; empty if only a domain was resolved.
    pub problem: String,
    /// The type hierarchy.
    pub types: Types,
    /// The names of the objects, constants of the domain first.
    pub objects: Symbols<ObjectId>,
    /// The most specific types of each object; nearly always a single one.
    pub object_types: Vec<TypeSet>,
    /// The names of the predicates.
    pub predicates: Symbols<PredicateId>,
    /// The declaration of each predicate.
    pub predicate_info: Vec<Predicate>,
    /// The names of the functions.
    pub functions: Symbols<FunctionId>,
    /// The parameter types of each function.
    pub function_types: Vec<Vec<TypeSet>>,
    /// The action schemas, shared by all problems of a domain.
    pub schemas: Arc<Vec<Schema>>,
    /// The rules of derived predicates.
    pub axioms: Vec<Axiom>,
    /// The facts that hold initially, without repetition, in the order of the text.
    pub init: GroundAtoms<PredicateId>,
    /// The value of each function term that has one.
    pub values: GroundAtoms<FunctionId>,
    /// The values themselves, in the order of `values`.
    pub numbers: Vec<u64>,
    /// The goal.
    pub goal: Condition,
    /// How plans are measured.
    pub metric: Metric,
    /// How deeply the text is nested: walks over conditions recurse as deeply.
    pub nesting: usize,
}

/// How plans are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Every step costs 1.
    #[default]
    UnitCost,
    /// Steps cost what they increase this function by.
    Minimize(FunctionId),
}

/// The declaration of a predicate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Predicate {
    /// The type of each parameter.
    pub parameters: Vec<TypeSet>,
    /// The layer of axioms that defines it, from 0; `None` for a predicate that actions change.
    pub layer: Option<u32>,
}

/// A variable of a schema, an axiom or a quantifier.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, with its `?`.
    pub name: String,
    /// The types of its objects.
    pub types: TypeSet,
    /// Where it is declared.
    pub span: Span,
}

/// An action schema.
#[derive(Clone, Debug)]
pub struct Schema {
    /// Its name as it is written.
    pub name: String,
    /// Its parameters: variable 0, 1, ...
    pub parameters: Vec<Variable>,
    /// When it can be applied.
    pub precondition: Condition,
    /// Its effects on facts.
    pub effects: Vec<Effect>,
    /// Its increases of the function that the metric minimizes; the sum counts. Empty if there is no metric.
    pub cost: Vec<Amount>,
}

impl Schema {
    /// The atoms that it changes, also below conditions and quantifiers, with whether it adds them.
    pub fn changes(&self) -> Vec<(&Atom, bool)> {
        let mut out = Vec::new();
        let mut open: Vec<&Effect> = self.effects.iter().rev().collect();
        while let Some(effect) = open.pop() {
            match effect {
                Effect::Add(atom) => out.push((atom, true)),
                Effect::Delete(atom) => out.push((atom, false)),
                Effect::Forall(_, inner) | Effect::When(_, inner) => open.extend(inner.iter().rev()),
            }
        }
        out
    }

    /// The conditions of the action and of its effects, each with the number of variables around it.
    pub(crate) fn conditions(&self) -> Vec<(usize, &Condition)> {
        let outer = self.parameters.len();
        let mut found = vec![(outer, &self.precondition)];
        let mut open: Vec<(usize, &Effect)> = self.effects.iter().map(|effect| (outer, effect)).collect();
        while let Some((outer, effect)) = open.pop() {
            match effect {
                Effect::When(condition, inner) => {
                    found.push((outer, condition));
                    open.extend(inner.iter().map(|effect| (outer, effect)));
                }
                Effect::Forall(variables, inner) => {
                    open.extend(inner.iter().map(|effect| (outer + variables.len(), effect)));
                }
                Effect::Add(_) | Effect::Delete(_) => {}
            }
        }
        found
    }
}

/// A rule of a derived predicate.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Axiom {
    /// The predicate it derives.
    pub predicate: PredicateId,
    /// The arguments: variable 0, 1, ...
    pub parameters: Vec<Variable>,
    /// When it holds.
    pub condition: Condition,
}

/// Many ground atoms, flat.
#[derive(Clone, Debug)]
pub struct GroundAtoms<P> {
    heads: Vec<P>,
    ends: Vec<u32>,
    arguments: Vec<ObjectId>,
}

impl<P> Default for GroundAtoms<P> {
    fn default() -> Self {
        Self { heads: Vec::new(), ends: Vec::new(), arguments: Vec::new() }
    }
}

impl<P: Copy> GroundAtoms<P> {
    /// Adds an atom.
    pub fn push(&mut self, head: P, arguments: &[ObjectId]) {
        self.heads.push(head);
        self.arguments.extend_from_slice(arguments);
        self.ends.push(u32::try_from(self.arguments.len()).unwrap_or(u32::MAX));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The atom of an index.
    pub fn get(&self, index: usize) -> (P, &[ObjectId]) {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        (self.heads[index], &self.arguments[start as usize..self.ends[index] as usize])
    }

    /// All atoms in order.
    pub fn iter(&self) -> impl Iterator<Item = (P, &[ObjectId])> {
        (0..self.len()).map(|index| self.get(index))
    }

    fn shrink(&mut self) {
        self.heads.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.arguments.shrink_to_fit();
    }
}

impl Task {
    /// The objects that a variable ranges over, in order.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::task;
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
    /// let pick = task.schemas.iter().find(|schema| schema.name == "grasp").unwrap();
    /// let balls: Vec<_> = task.objects_of(&pick.parameters[0].types).map(|ball| task.objects.name(ball)).collect();
    /// assert_eq!(balls, ["ball1", "ball2"]);
    /// ```
    pub fn objects_of<'a>(&'a self, types: &'a TypeSet) -> impl Iterator<Item = ObjectId> + 'a {
        self.objects.ids().filter(|object| self.types.fits(&self.object_types[object.index()], types))
    }

    /// A ground atom in PDDL.
    pub fn show_atom(&self, predicate: PredicateId, arguments: &[ObjectId]) -> String {
        self.show(self.predicates.name(predicate), arguments)
    }

    /// A ground action in PDDL: a step of a plan.
    pub fn show_step(&self, schema: SchemaId, arguments: &[ObjectId]) -> String {
        self.show(&self.schemas[schema.index()].name, arguments)
    }

    /// Writes a ground action in PDDL.
    pub(crate) fn put_step(&self, schema: SchemaId, arguments: &[ObjectId], text: &mut String) {
        self.put(&self.schemas[schema.index()].name, arguments, text);
    }

    fn show(&self, head: &str, arguments: &[ObjectId]) -> String {
        let mut text = String::with_capacity(64);
        self.put(head, arguments, &mut text);
        text
    }

    fn put(&self, head: &str, arguments: &[ObjectId], text: &mut String) {
        text.push('(');
        text.push_str(head);
        for object in arguments {
            text.push(' ');
            text.push_str(self.objects.name(*object));
        }
        text.push(')');
    }

    /// One line that describes the size of the task.
    ///
    /// ```
    /// use banto::task;
    /// # let domain = "(define (domain lamp) (:predicates (lit)) (:action press :effect (lit)))";
    /// # let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
    /// assert_eq!(task::read(domain, problem).unwrap().summary(), "0 types, 1 predicate, 1 action, 0 objects");
    /// ```
    pub fn summary(&self) -> String {
        let count = |number: usize, one: &str, many: &str| {
            format!("{number} {}", if number == 1 { one } else { many })
        };
        // The type of everything is not declared.
        let mut parts = vec![
            count(self.types.len() - 1, "type", "types"),
            count(self.predicates.len(), "predicate", "predicates"),
            count(self.schemas.len(), "action", "actions"),
        ];
        if !self.axioms.is_empty() {
            parts.push(count(self.axioms.len(), "axiom", "axioms"));
        }
        parts.push(count(self.objects.len(), "object", "objects"));
        parts.join(", ")
    }
}
