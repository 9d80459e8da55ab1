//! Proposes values for a quantifier's variables by joining facts.
//!
//! In: [`Values`], one of their guides, a state. Out: proposes at least all values that meet the guide. What is bound
//! next is whatever has the fewest candidates: the facts that match a literal, or the objects of a variable's types.
//! The order depends only on the text and the plan.

use std::ops::Range;
use std::rc::Rc;

use super::evaluate::{Binding, State, Visit};
use super::guide::{Guide, Guides, Literal, Values};
use crate::task::{ObjectId, PredicateId, Term};

/// Relations smaller than this are scanned rather than indexed.
const SMALL: usize = 8;

impl State<'_> {
    /// Visits the values that meet a guide, until told to stop; returns whether it was. If rows are given, only values
    /// with which a literal, a wanted atom, is one of them.
    pub(super) fn join(
        &self,
        values: Values<'_>,
        guides: &Guides<'_>,
        guide: &Guide,
        rows: Option<(usize, Range<usize>)>,
        binding: &mut Binding,
        visit: &mut Visit<'_>,
    ) -> bool {
        let given = rows.as_ref().map(|rows| rows.0);
        let mut open: Vec<&Literal> = Vec::with_capacity(guide.literals.len());
        let others = guide.literals.iter().enumerate().filter(|(index, _)| Some(*index) != given);
        open.extend(others.map(|(_, literal)| literal));
        let mut slots: Vec<Option<ObjectId>> = binding.iter().copied().map(Some).collect();
        slots.resize(binding.len() + guides.variables.len(), None);
        let ranges = values.variables.iter().map(|variable| self.objects(variable)).collect();
        let outer = binding.len();
        let mut walk =
            Walk { state: self, values, guides, outer, slots, ranges, trail: Vec::new(), binding, visit };
        match rows {
            None => walk.solve(&mut open),
            Some((literal, mut rows)) => rows.any(|row| walk.row(&guide.literals[literal], row, &mut open)),
        }
    }
}

/// The next branching.
enum Choice {
    /// A variable of the values.
    Variable(usize),
    /// An atom by the place of its literal among the open ones, and one of its bound objects with its position.
    Atom(PredicateId, usize, Option<(usize, ObjectId)>),
}

struct Walk<'a, 't, 'v> {
    state: &'a State<'t>,
    values: Values<'a>,
    guides: &'a Guides<'a>,
    /// How many variables are in scope outside.
    outer: usize,
    /// The object of each variable, if it has one.
    slots: Vec<Option<ObjectId>>,
    /// The objects that the variables of the values range over.
    ranges: Vec<Rc<[ObjectId]>>,
    /// The bound slots, in the order of binding.
    trail: Vec<usize>,
    binding: &'a mut Binding,
    visit: &'a mut Visit<'v>,
}

impl Walk<'_, '_, '_> {
    fn object(&self, term: Term) -> Option<ObjectId> {
        match term {
            Term::Object(object) => Some(object),
            Term::Variable(slot) => self.slots[slot as usize],
        }
    }

    /// `open` are the literals that have not been tried; only their order changes.
    fn solve(&mut self, open: &mut [&Literal]) -> bool {
        let state = self.state;
        if state.limits.check().is_err() {
            return true;
        }
        let (mut left, mut index) = (open.len(), 0);
        while index < left {
            let literal = open[index];
            if literal.terms.iter().any(|term| self.object(*term).is_none()) {
                index += 1;
                continue;
            }
            let object = |term| self.object(term).expect("all terms are bound");
            let holds = match literal.predicate {
                Some(predicate) => state.is_fact(predicate, &literal.terms, object),
                None => object(literal.terms[0]) == object(literal.terms[1]),
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
            Some(Choice::Variable(at)) => Rc::clone(&self.ranges[at]).iter().any(|object| {
                self.slots[self.outer + at] = Some(*object);
                let stop = self.solve(open);
                self.slots[self.outer + at] = None;
                stop
            }),
            Some(Choice::Atom(predicate, at, with)) => {
                // A literal bound to a row holds: it needs no further check.
                open.swap(at, left - 1);
                let (atom, open) = (open[left - 1], &mut open[..left - 1]);
                let relation = state.relation(predicate);
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

    /// Lets the condition decide: it has quantifiers of its own for the variables inside it.
    fn propose(&mut self) -> bool {
        let own = &self.slots[self.outer..self.outer + self.values.variables.len()];
        self.binding.extend(own.iter().flatten());
        let stop = self.state.decide(self.values, self.binding, self.visit);
        self.binding.truncate(self.outer);
        stop
    }

    /// Whatever has the fewest candidates; `None` if every variable of the values is bound.
    fn choose(&self, open: &[&Literal]) -> Option<Choice> {
        let unbound = (0..self.ranges.len()).filter(|at| self.slots[self.outer + at].is_none());
        let at = unbound.min_by_key(|at| self.ranges[*at].len())?;
        let (mut least, mut best) = (self.ranges[at].len(), Choice::Variable(at));
        for (index, literal) in open.iter().enumerate() {
            let Some(predicate) = literal.wanted_atom() else { continue };
            let relation = self.state.relation(predicate);
            if relation.len() < least {
                (least, best) = (relation.len(), Choice::Atom(predicate, index, None));
            }
            if relation.len() < SMALL {
                continue;
            }
            for (place, term) in literal.terms.iter().enumerate() {
                let Some(object) = self.object(*term) else { continue };
                let count = relation.rows_with(place, object).len();
                if count < least {
                    (least, best) = (count, Choice::Atom(predicate, index, Some((place, object))));
                }
            }
        }
        Some(best)
    }

    /// Binds the unbound variables of an atom to the objects of a row, if they fit, and continues.
    fn row(&mut self, atom: &Literal, row: usize, open: &mut [&Literal]) -> bool {
        let start = self.trail.len();
        let predicate = atom.wanted_atom().expect("rows are those of a wanted atom");
        let objects = self.state.relation(predicate).at(row);
        let fits = atom.terms.iter().zip(objects).all(|(term, wanted)| self.unify(*term, *wanted));
        let stop = fits && self.solve(open);
        for slot in self.trail.drain(start..) {
            self.slots[slot] = None;
        }
        stop
    }

    fn unify(&mut self, term: Term, wanted: ObjectId) -> bool {
        let slot = match term {
            Term::Object(object) => return object == wanted,
            Term::Variable(slot) => slot as usize,
        };
        if let Some(object) = self.slots[slot] {
            return object == wanted;
        }
        let (types, task) = (&self.guides.variables[slot - self.outer].types, self.state.task);
        if !task.types.fits(&task.object_types[wanted.index()], types) {
            return false;
        }
        self.slots[slot] = Some(wanted);
        self.trail.push(slot);
        true
    }
}
