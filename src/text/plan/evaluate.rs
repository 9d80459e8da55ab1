//! Evaluates conditions in a state, as they are written: one arm for each form of the language.
//!
//! In: a [`Test`] or [`Values`], a state, and objects for the variables in scope. Out: whether it holds, or all values.
//! This is the last word on every plan. Where a quantifier has many values, `join.rs` proposes those to try; a test
//! holds that against trying all.

use super::condition::{Pattern, Slot, Test, Values};
use super::relation::Relation;
use crate::task::{ObjectId, PredicateId, Task, Term};
use banto_base::limits::Limits;

/// The object of each slot, if it has one.
pub(super) type Binding = [Option<ObjectId>];

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
}

impl<'t> State<'t> {
    /// The initial state, without derived atoms.
    pub(super) fn initial(task: &'t Task, limits: Limits) -> Self {
        let mut relations: Vec<Relation> =
            task.predicate_info.iter().map(|info| Relation::new(info.parameters.len())).collect();
        for (predicate, arguments) in task.init.iter().take_while(|_| limits.check().is_ok()) {
            relations[predicate.index()].add(arguments, 0);
        }
        Self { task, limits, few: FEW, relations }
    }

    pub(super) fn relation(&self, predicate: PredicateId) -> &Relation {
        &self.relations[predicate.index()]
    }

    pub(super) fn relation_mut(&mut self, predicate: PredicateId) -> &mut Relation {
        &mut self.relations[predicate.index()]
    }

    /// Whether a condition holds. Recursion is bounded by the parser's limit on nesting.
    pub(super) fn holds(&self, test: &Test, binding: &mut Binding) -> bool {
        match test {
            Test::Atom(atom) => self.is_fact(atom, binding),
            Test::Equal(left, right) => object(*left, binding) == object(*right, binding),
            Test::Not(part) => !self.holds(part, binding),
            Test::And(parts) => parts.iter().all(|part| self.holds(part, binding)),
            Test::Or(parts) => parts.iter().any(|part| self.holds(part, binding)),
            Test::Imply(left, right) => !self.holds(left, binding) || self.holds(right, binding),
            Test::Exists(values) => self.each(values, binding, &mut |_| true),
            Test::Forall(values) => !self.each(values, binding, &mut |_| true),
        }
    }

    /// Whether an atom is true, whose terms are all bound.
    pub(super) fn is_fact(&self, atom: &Pattern, binding: &Binding) -> bool {
        let relation = self.relation(atom.predicate);
        with_objects(&atom.arguments, binding, |objects| relation.holds(objects))
    }

    /// Visits values, until told to stop; returns whether it was. Values may be visited more than once. The slots of
    /// the variables are unbound again at the end.
    pub(super) fn each(&self, values: &Values, binding: &mut Binding, visit: &mut Visit<'_>) -> bool {
        let count =
            values.slots.iter().fold(1, |count: usize, slot| count.saturating_mul(slot.objects.len()));
        if count <= self.few {
            return self.all(values, &values.slots, binding, visit);
        }
        values.guides.iter().any(|guide| self.join(values, guide, None, binding, visit))
    }

    /// Tries all combinations of objects for the slots that are not bound yet.
    fn all(&self, values: &Values, slots: &[Slot], binding: &mut Binding, visit: &mut Visit<'_>) -> bool {
        let [slot, slots @ ..] = slots else { return self.decide(values, binding, visit) };
        let stop = slot.objects.iter().any(|object| {
            binding[slot.index] = Some(*object);
            self.limits.check().is_err() || self.all(values, slots, binding, visit)
        });
        binding[slot.index] = None;
        stop
    }

    /// Visits values if the body says so; returns whether to stop.
    pub(super) fn decide(&self, values: &Values, binding: &mut Binding, visit: &mut Visit<'_>) -> bool {
        self.holds(&values.body, binding) == values.wanted && visit(binding)
    }
}

/// The object of a term; `None` for an unbound variable.
pub(super) fn object(term: Term, binding: &Binding) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(slot) => binding[slot as usize],
    }
}

/// Calls a function with the objects of terms that are all bound, without allocating for the usual arities.
fn with_objects<T>(terms: &[Term], binding: &Binding, function: impl FnOnce(&[ObjectId]) -> T) -> T {
    let mut few = [ObjectId::default(); 6];
    let of = |term: &Term| object(*term, binding).expect("every variable in scope is bound");
    if terms.len() <= few.len() {
        for (place, term) in few.iter_mut().zip(terms) {
            *place = of(term);
        }
        function(&few[..terms.len()])
    } else {
        function(&terms.iter().map(of).collect::<Vec<_>>())
    }
}
