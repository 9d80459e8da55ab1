//! Conditions and effects as written, each quantified variable with a slot of its own.
//!
//! In: conditions and effects of the task. Out: a [`Test`] for each condition, form for form, and a [`Change`] for each
//! effect, with guides to the values of quantifiers.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::condition::{Action, Change, Pattern, Slot, Test, Values};
use super::guide::guides;
use crate::task::{Condition, Effect, ObjectId, Schema, Task, Term, TypeId, Types, Variable};

/// Compiles conditions, and remembers the objects of each union of types.
pub(super) struct Compiler<'t> {
    task: &'t Task,
    objects: FxHashMap<Vec<TypeId>, Rc<[ObjectId]>>,
    /// The slots of the variables in scope, and the next free slot.
    scope: Vec<usize>,
    next: usize,
}

impl<'t> Compiler<'t> {
    pub(super) fn new(task: &'t Task) -> Self {
        Self { task, objects: FxHashMap::default(), scope: Vec::new(), next: 0 }
    }

    pub(super) fn action(&mut self, schema: &Schema) -> Action {
        self.open(schema.parameters.len());
        let precondition = self.test(&schema.precondition);
        let changes = schema.effects.iter().map(|effect| self.change(effect)).collect();
        Action { precondition, changes, width: self.next }
    }

    /// A condition in the scope of that many variables, and the number of slots it needs; those of the variables come
    /// first.
    pub(super) fn condition(&mut self, variables: usize, condition: &Condition) -> (Test, usize) {
        self.open(variables);
        (self.test(condition), self.next)
    }

    /// The values of variables for which a condition is, or is not, true; and the number of slots.
    pub(super) fn values(
        &mut self,
        outer: usize,
        variables: &[Variable],
        condition: &Condition,
        wanted: bool,
    ) -> (Values, usize) {
        self.open(outer);
        (self.quantified(variables, condition, wanted), self.next)
    }

    fn open(&mut self, variables: usize) {
        self.scope = (0..variables).collect();
        self.next = variables;
    }

    pub(super) fn objects(&mut self, types: &[TypeId]) -> Rc<[ObjectId]> {
        if let Some(found) = self.objects.get(types) {
            return Rc::clone(found);
        }
        let objects: Rc<[ObjectId]> = self.task.objects_of(&types.to_vec()).collect();
        self.objects.insert(types.to_vec(), Rc::clone(&objects));
        objects
    }

    fn term(&self, term: Term) -> Term {
        match term {
            Term::Variable(slot) => {
                Term::Variable(u32::try_from(self.scope[slot as usize]).expect("fewer than 2^32 slots"))
            }
            Term::Object(_) => term,
        }
    }

    fn pattern(&self, atom: &crate::task::Atom) -> Pattern {
        let arguments = atom.arguments.iter().map(|term| self.term(*term)).collect();
        Pattern { predicate: atom.predicate, arguments }
    }

    /// Brings the variables of a quantifier into scope, each with a fresh slot.
    fn enter(&mut self, variables: &[Variable]) -> Vec<Slot> {
        let mut slots = Vec::with_capacity(variables.len());
        for variable in variables {
            let every = variable.types.contains(&Types::object());
            let types = if every { None } else { Some(variable.types.as_slice().into()) };
            slots.push(Slot { index: self.next, types, objects: self.objects(&variable.types) });
            self.scope.push(self.next);
            self.next += 1;
        }
        slots
    }

    fn quantified(&mut self, variables: &[Variable], body: &Condition, wanted: bool) -> Values {
        let slots = self.enter(variables);
        let body = self.test(body);
        self.scope.truncate(self.scope.len() - slots.len());
        let guides = guides(&body, wanted);
        Values { slots, body, wanted, guides }
    }

    /// Recursion is bounded by the parser's limit on nesting.
    fn test(&mut self, condition: &Condition) -> Test {
        match condition {
            Condition::Atom(atom) => Test::Atom(self.pattern(atom)),
            Condition::Equal(left, right, _) => Test::Equal(self.term(*left), self.term(*right)),
            Condition::Not(part) => Test::Not(Box::new(self.test(part))),
            Condition::And(parts) => Test::And(parts.iter().map(|part| self.test(part)).collect()),
            Condition::Or(parts) => Test::Or(parts.iter().map(|part| self.test(part)).collect()),
            Condition::Imply(left, right) => {
                Test::Imply(Box::new(self.test(left)), Box::new(self.test(right)))
            }
            Condition::Exists(variables, body) => {
                Test::Exists(Box::new(self.quantified(variables, body, true)))
            }
            Condition::Forall(variables, body) => {
                Test::Forall(Box::new(self.quantified(variables, body, false)))
            }
        }
    }

    fn change(&mut self, effect: &Effect) -> Change {
        match effect {
            Effect::Add(atom) => Change::Atom { atom: self.pattern(atom), adds: true },
            Effect::Delete(atom) => Change::Atom { atom: self.pattern(atom), adds: false },
            Effect::When(condition, inner) => {
                let condition = self.test(condition);
                Change::When(condition, inner.iter().map(|effect| self.change(effect)).collect())
            }
            Effect::Forall(variables, inner) => {
                let slots = self.enter(variables);
                // In (forall ... (when ...)) the condition says which objects matter.
                let (body, inner) = match inner.as_slice() {
                    [Effect::When(condition, inner)] => (self.test(condition), inner),
                    _ => (Test::And(Vec::new()), inner),
                };
                let changes = inner.iter().map(|effect| self.change(effect)).collect();
                self.scope.truncate(self.scope.len() - slots.len());
                let guides = guides(&body, true);
                Change::Each(Values { slots, body, wanted: true, guides }, changes)
            }
        }
    }
}
