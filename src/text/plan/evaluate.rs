//! Evaluates conditions in a state, as they are written: one arm for each form of the language.
//!
//! In: a condition or [`Values`], a state, and objects for the variables in scope. Out: whether it holds, or all
//! values. This is the last word on every plan. Where a quantifier has many values, `join.rs` proposes those to try; a
//! test holds that against trying all.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::guide::{Guides, Values};
use super::relation::Relation;
use crate::task::{Condition, ObjectId, PredicateId, Task, Term, TypeSet, Variable};
use banto_base::limits::Limits;

/// The objects of the variables in scope.
pub(super) type Binding = Vec<ObjectId>;

/// Returns whether to stop.
pub(super) type Visit<'v> = dyn FnMut(&mut Binding) -> bool + 'v;

/// Up to so many values of a quantifier are all tried.
pub(super) const FEW: usize = 16;

/// The atoms that hold, derived ones included.
pub(super) struct State<'t> {
    pub task: &'t Task,
    /// Once a limit is reached, every evaluation ends early and its result is meaningless.
    pub limits: Limits,
    /// Up to so many values of a quantifier are all tried.
    pub few: usize,
    relations: Vec<Relation>,
    /// The objects of each union of types, once somebody asks.
    objects: RefCell<FxHashMap<TypeSet, Rc<[ObjectId]>>>,
}

impl<'t> State<'t> {
    /// The initial state, without derived atoms.
    pub(super) fn initial(task: &'t Task, limits: Limits) -> Self {
        let mut relations: Vec<Relation> =
            task.predicate_info.iter().map(|info| Relation::new(info.parameters.len())).collect();
        for (predicate, arguments) in task.init.iter().take_while(|_| limits.check().is_ok()) {
            relations[predicate.index()].add(arguments, 0);
        }
        Self { task, limits, few: FEW, relations, objects: RefCell::default() }
    }

    pub(super) fn relation(&self, predicate: PredicateId) -> &Relation {
        &self.relations[predicate.index()]
    }

    pub(super) fn relation_mut(&mut self, predicate: PredicateId) -> &mut Relation {
        &mut self.relations[predicate.index()]
    }

    /// The objects that a variable ranges over.
    pub(super) fn objects(&self, variable: &Variable) -> Rc<[ObjectId]> {
        let mut known = self.objects.borrow_mut();
        if let Some(objects) = known.get(&variable.types) {
            return Rc::clone(objects);
        }
        let objects: Rc<[ObjectId]> = self.task.objects_of(&variable.types).collect();
        known.insert(variable.types.clone(), Rc::clone(&objects));
        objects
    }

    /// Whether a condition holds. Recursion is bounded by the parser's limit on nesting.
    pub(super) fn holds(&self, condition: &Condition, binding: &mut Binding) -> bool {
        let values = |variables, body, wanted| Values { variables, body, wanted };
        match condition {
            Condition::Atom(atom) => {
                self.is_fact(atom.predicate, &atom.arguments, |term| term.value(binding))
            }
            Condition::Equal(left, right, _) => left.value(binding) == right.value(binding),
            Condition::Not(part) => !self.holds(part, binding),
            Condition::And(parts) => parts.iter().all(|part| self.holds(part, binding)),
            Condition::Or(parts) => parts.iter().any(|part| self.holds(part, binding)),
            Condition::Imply(left, right) => !self.holds(left, binding) || self.holds(right, binding),
            Condition::Exists(variables, body) => {
                self.each(values(variables, body, true), binding, &mut |_| true)
            }
            Condition::Forall(variables, body) => {
                !self.each(values(variables, body, false), binding, &mut |_| true)
            }
        }
    }

    /// Whether an atom is true, whose terms have objects. Without allocating for the usual arities.
    pub(super) fn is_fact(
        &self,
        predicate: PredicateId,
        terms: &[Term],
        object: impl Fn(Term) -> ObjectId,
    ) -> bool {
        let mut few = [ObjectId::default(); 6];
        let relation = self.relation(predicate);
        if terms.len() > few.len() {
            return relation.holds(&terms.iter().map(|term| object(*term)).collect::<Vec<_>>());
        }
        few.iter_mut().zip(terms).for_each(|(place, term)| *place = object(*term));
        relation.holds(&few[..terms.len()])
    }

    /// Visits values, until told to stop; returns whether it was. Values may be visited more than once.
    pub(super) fn each(&self, values: Values<'_>, binding: &mut Binding, visit: &mut Visit<'_>) -> bool {
        let counts = values.variables.iter().map(|variable| self.objects(variable).len());
        if counts.fold(1, usize::saturating_mul) <= self.few {
            return self.all(values, values.variables, binding, visit);
        }
        let guides = Guides::new(values, binding.len());
        guides.all.iter().any(|guide| self.join(values, &guides, guide, None, binding, visit))
    }

    /// Tries all combinations of objects for the variables that are not bound yet.
    fn all(
        &self,
        values: Values<'_>,
        open: &[Variable],
        binding: &mut Binding,
        visit: &mut Visit<'_>,
    ) -> bool {
        let [variable, open @ ..] = open else { return self.decide(values, binding, visit) };
        self.objects(variable).iter().any(|object| {
            binding.push(*object);
            let stop = self.limits.check().is_err() || self.all(values, open, binding, visit);
            binding.pop();
            stop
        })
    }

    /// Visits values if the body says so; returns whether to stop.
    pub(super) fn decide(&self, values: Values<'_>, binding: &mut Binding, visit: &mut Visit<'_>) -> bool {
        self.holds(values.body, binding) == values.wanted && visit(binding)
    }
}
