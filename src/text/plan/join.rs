//! Proposes values for a quantifier's variables by joining facts.
//!
//! In: [`Values`], one of their guides, a state. Out: proposes at least all values that meet the guide. What is bound
//! next is whatever has the fewest candidates: the facts that match a literal, or the objects of a variable's types.
//! The order depends only on the text and the plan.

use std::ops::Range;

use super::condition::{Guide, Literal, LiteralKind, Pattern, Slot, Values};
use super::evaluate::{Binding, State, Visit, object};
use crate::task::{ObjectId, Term};

/// Relations smaller than this are scanned rather than indexed.
const SMALL: usize = 8;

impl State<'_> {
    /// Visits the values that meet a guide, until told to stop; returns whether it was. If rows are given, only values
    /// with which a literal, a wanted atom, is one of them.
    pub(super) fn join(
        &self,
        values: &Values,
        guide: &Guide,
        rows: Option<(usize, Range<usize>)>,
        binding: &mut Binding,
        visit: &mut Visit<'_>,
    ) -> bool {
        let given = rows.as_ref().map(|rows| rows.0);
        let mut open: Vec<&Literal> = Vec::with_capacity(guide.literals.len());
        let others = guide.literals.iter().enumerate().filter(|(index, _)| Some(*index) != given);
        open.extend(others.map(|(_, literal)| literal));
        let mut walk = Walk { state: self, values, guide, binding, trail: Vec::new(), visit };
        match rows {
            None => walk.solve(&mut open),
            Some((literal, mut rows)) => {
                let atom = guide.literals[literal].wanted_atom().expect("rows are those of a wanted atom");
                rows.any(|row| walk.row(atom, row, &mut open))
            }
        }
    }
}

/// The next branching.
enum Choice<'a> {
    Slot(&'a Slot),
    /// An atom, the place of its literal among the open ones, and one of its bound objects with its position.
    Atom(&'a Pattern, usize, Option<(usize, ObjectId)>),
}

struct Walk<'a, 'b, 't, 'v> {
    state: &'a State<'t>,
    values: &'a Values,
    guide: &'a Guide,
    binding: &'b mut Binding,
    /// The bound slots, in the order of binding.
    trail: Vec<usize>,
    visit: &'b mut Visit<'v>,
}

impl<'a> Walk<'a, '_, '_, '_> {
    /// `open` are the literals that have not been tried; only their order changes.
    fn solve(&mut self, open: &mut [&'a Literal]) -> bool {
        let state = self.state;
        if state.limits.check().is_err() {
            return true;
        }
        let (mut left, mut index) = (open.len(), 0);
        while index < left {
            let literal = open[index];
            if literal.terms().iter().any(|term| object(*term, self.binding).is_none()) {
                index += 1;
                continue;
            }
            let holds = match &literal.what {
                LiteralKind::Atom(atom) => state.is_fact(atom, self.binding),
                LiteralKind::Equal([left, right]) => {
                    object(*left, self.binding) == object(*right, self.binding)
                }
            };
            if holds != literal.wanted {
                return false;
            }
            left -= 1;
            open.swap(index, left);
        }
        let open = &mut open[..left];
        match self.choose(open) {
            None => self.propose(),
            Some(Choice::Slot(slot)) => slot.objects.iter().any(|object| {
                self.binding[slot.index] = Some(*object);
                let stop = self.solve(open);
                self.binding[slot.index] = None;
                stop
            }),
            Some(Choice::Atom(atom, literal, with)) => {
                // A literal bound to a row holds: it needs no further check.
                open.swap(literal, left - 1);
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

    /// Lets the condition decide. The variables inside it are not bound for that: it has quantifiers for them.
    fn propose(&mut self) -> bool {
        let inner: Vec<_> = self.guide.inner.iter().map(|slot| self.binding[slot.index].take()).collect();
        let stop = self.state.decide(self.values, self.binding, self.visit);
        for (slot, object) in self.guide.inner.iter().zip(inner) {
            self.binding[slot.index] = object;
        }
        stop
    }

    /// Whatever has the fewest candidates; `None` if every variable of the values is bound.
    fn choose(&self, open: &[&'a Literal]) -> Option<Choice<'a>> {
        let unbound = self.values.slots.iter().filter(|slot| self.binding[slot.index].is_none());
        let slot = unbound.min_by_key(|slot| slot.objects.len())?;
        let (mut least, mut best) = (slot.objects.len(), Choice::Slot(slot));
        for (index, literal) in open.iter().enumerate() {
            let Some(atom) = literal.wanted_atom() else { continue };
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
    fn row(&mut self, atom: &Pattern, row: usize, open: &mut [&'a Literal]) -> bool {
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
        let index = match term {
            Term::Object(object) => return object == wanted,
            Term::Variable(index) => index as usize,
        };
        if let Some(object) = self.binding[index] {
            return object == wanted;
        }
        let mut slots = self.values.slots.iter().chain(&self.guide.inner);
        let slot = slots.find(|slot| slot.index == index).expect("an unbound variable is one of these");
        if let Some(types) = &slot.types {
            let task = self.state.task;
            if !task.types.fits(&task.object_types[wanted.index()], types) {
                return false;
            }
        }
        self.binding[index] = Some(wanted);
        self.trail.push(index);
        true
    }
}
