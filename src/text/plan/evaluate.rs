//! Evaluates conditions in a state.
//!
//! In: a [`Test`] or a [`Search`], a state, and objects for the variables in scope. Out: whether it holds, or
//! everything that a search finds. A search always binds next whatever has the fewest candidates: the atoms that hold
//! and match, or the objects of a variable's types. Its order depends only on the text and the plan.

use std::ops::Range;

use super::compile::{Alternative, Pattern, Search, Slot, Test};
use super::relation::Relation;
use crate::base::limits::Limits;
use crate::text::task::{ObjectId, PredicateId, Task, Term};

/// The object of each slot, if it has one.
pub(super) type Binding = [Option<ObjectId>];

/// Returns whether to stop.
pub(super) type Visit<'v> = dyn FnMut(&mut Binding) -> bool + 'v;

/// Relations smaller than this are scanned rather than indexed.
const SMALL: usize = 8;

/// The atoms that hold, derived ones included.
pub(super) struct State<'t> {
    pub task: &'t Task,
    /// Once a limit is reached, every search ends early and its result is meaningless.
    pub limits: Limits,
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
        Self { task, limits, relations }
    }

    pub(super) fn relation(&self, predicate: PredicateId) -> &Relation {
        &self.relations[predicate.index()]
    }

    pub(super) fn relation_mut(&mut self, predicate: PredicateId) -> &mut Relation {
        &mut self.relations[predicate.index()]
    }

    /// Whether a test holds. Recursion is bounded by the parser's limit on nesting.
    pub(super) fn holds(&self, test: &Test, binding: &mut Binding) -> bool {
        match test {
            Test::Atom { atom, wanted } => {
                let relation = self.relation(atom.predicate);
                with_objects(&atom.arguments, binding, |objects| relation.holds(objects)) == *wanted
            }
            Test::Equal { left, right, wanted } => {
                (object(*left, binding) == object(*right, binding)) == *wanted
            }
            Test::All(parts) => parts.iter().all(|part| self.holds(part, binding)),
            Test::Any(parts) => parts.iter().any(|part| self.holds(part, binding)),
            Test::Some(search) => self.each(search, binding, &mut |_| true),
            Test::None(search) => !self.each(search, binding, &mut |_| true),
        }
    }

    /// Visits what a search finds, until told to stop; returns whether it was. A binding may be visited more than once.
    /// The slots of the search are unbound again at the end.
    pub(super) fn each(&self, search: &Search, binding: &mut Binding, visit: &mut Visit<'_>) -> bool {
        search.iter().any(|alternative| self.each_of(alternative, None, binding, visit))
    }

    /// As [`Self::each`], for one alternative; if rows are given, only for bindings in which a part, a wanted atom, is
    /// one of them.
    pub(super) fn each_of(
        &self,
        alternative: &Alternative,
        rows: Option<(usize, Range<usize>)>,
        binding: &mut Binding,
        visit: &mut Visit<'_>,
    ) -> bool {
        let given = rows.as_ref().map(|rows| rows.0);
        let mut open: Vec<usize> = (0..alternative.parts.len()).filter(|part| Some(*part) != given).collect();
        let mut walk = Walk { state: self, alternative, binding, trail: Vec::new(), visit };
        match rows {
            None => walk.solve(&mut open),
            Some((part, mut rows)) => {
                let Test::Atom { atom, .. } = &alternative.parts[part].test else { return false };
                rows.any(|row| walk.row(atom, row, &mut open))
            }
        }
    }
}

/// The next branching of a search.
enum Choice<'a> {
    Slot(&'a Slot),
    /// An atom, the place of its part among the open ones, and one of its bound objects with its position.
    Atom(&'a Pattern, usize, Option<(usize, ObjectId)>),
}

struct Walk<'a, 'b, 't, 'v> {
    state: &'a State<'t>,
    alternative: &'a Alternative,
    binding: &'b mut Binding,
    /// The bound slots, in the order of binding.
    trail: Vec<usize>,
    visit: &'b mut Visit<'v>,
}

impl<'a> Walk<'a, '_, '_, '_> {
    /// `open` are the parts that have not been handled; only their order changes.
    fn solve(&mut self, open: &mut [usize]) -> bool {
        if self.state.limits.check().is_err() {
            return true;
        }
        let alternative = self.alternative;
        let (mut left, mut index) = (open.len(), 0);
        while index < left {
            let part = &alternative.parts[open[index]];
            if part.slots.iter().any(|slot| self.binding[*slot].is_none()) {
                index += 1;
                continue;
            }
            if !self.state.holds(&part.test, self.binding) {
                return false;
            }
            left -= 1;
            open.swap(index, left);
        }
        let open = &mut open[..left];
        let state = self.state;
        match self.choose(open) {
            None => (self.visit)(self.binding),
            Some(Choice::Slot(slot)) => slot.objects.iter().any(|object| {
                self.binding[slot.index] = Some(*object);
                let stop = self.solve(open);
                self.binding[slot.index] = None;
                stop
            }),
            Some(Choice::Atom(atom, part, with)) => {
                // A part bound to a row holds: it needs no further check.
                open.swap(part, left - 1);
                let open = &mut open[..left - 1];
                let relation = state.relation(atom.predicate);
                match with {
                    Some((place, object)) => {
                        let rows = relation.rows_with(place, object);
                        rows.iter().any(|row| self.row(atom, *row as usize, open))
                    }
                    None => (0..relation.len()).any(|row| self.row(atom, row, open)),
                }
            }
        }
    }

    /// Whatever has the fewest candidates; `None` if every slot is bound.
    fn choose(&self, open: &[usize]) -> Option<Choice<'a>> {
        let alternative = self.alternative;
        let unbound = alternative.slots.iter().filter(|slot| self.binding[slot.index].is_none());
        let slot = unbound.min_by_key(|slot| slot.objects.len())?;
        let (mut least, mut best) = (slot.objects.len(), Choice::Slot(slot));
        for (index, part) in open.iter().enumerate() {
            let Test::Atom { atom, wanted: true } = &alternative.parts[*part].test else { continue };
            let relation = self.state.relation(atom.predicate);
            if relation.len() < least {
                (least, best) = (relation.len(), Choice::Atom(atom, index, None));
            }
            if relation.len() < SMALL {
                continue;
            }
            for (place, term) in atom.arguments.iter().enumerate() {
                let Some(object) = object(*term, self.binding) else { continue };
                let count = relation.rows_with(place, object).len();
                if count < least {
                    (least, best) = (count, Choice::Atom(atom, index, Some((place, object))));
                }
            }
        }
        Some(best)
    }

    /// Binds the unbound variables of an atom to the objects of a row, if they fit, and continues.
    fn row(&mut self, atom: &Pattern, row: usize, open: &mut [usize]) -> bool {
        let start = self.trail.len();
        let state = self.state;
        let objects = state.relation(atom.predicate).at(row);
        let fits = atom.arguments.iter().zip(objects).all(|(term, wanted)| self.unify(*term, *wanted));
        let stop = fits && self.solve(open);
        for slot in self.trail.drain(start..) {
            self.binding[slot] = None;
        }
        stop
    }

    fn unify(&mut self, term: Term, wanted: ObjectId) -> bool {
        let slot = match term {
            Term::Object(object) => return object == wanted,
            Term::Variable(slot) => slot as usize,
        };
        if let Some(object) = self.binding[slot] {
            return object == wanted;
        }
        let Some(declared) = self.alternative.slots.iter().find(|one| one.index == slot) else {
            return false;
        };
        if let Some(types) = &declared.types {
            let task = self.state.task;
            if !task.types.fits(&task.object_types[wanted.index()], types) {
                return false;
            }
        }
        self.binding[slot] = Some(wanted);
        self.trail.push(slot);
        true
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
