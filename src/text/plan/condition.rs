//! The forms in which the validator reads conditions and effects: as written, each quantified variable with a slot of
//! its own. `compile.rs` makes them, `guide.rs` makes the guides, `evaluate.rs` and `join.rs` read them.

use std::rc::Rc;

use crate::task::{ObjectId, PredicateId, Term, TypeId};

/// An atom whose variables are slots.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub predicate: PredicateId,
    pub arguments: Vec<Term>,
}

/// A condition as written.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Atom(Pattern),
    /// Two terms are the same object.
    Equal(Term, Term),
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
    Imply(Box<Test>, Box<Test>),
    /// There are values with which the body holds.
    Exists(Box<Values>),
    /// There are no values with which the body does not hold.
    Forall(Box<Values>),
}

/// Values of variables with which a condition is, or is not, true.
#[derive(Clone, Debug)]
pub(super) struct Values {
    pub slots: Vec<Slot>,
    pub body: Test,
    /// The truth value of the body that is looked for.
    pub wanted: bool,
    /// Whatever values are looked for, they meet one of these.
    pub guides: Vec<Guide>,
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    /// Where its object is bound.
    pub index: usize,
    /// Its types; `None` if every object fits.
    pub types: Option<Rc<[TypeId]>>,
    /// The objects it ranges over.
    pub objects: Rc<[ObjectId]>,
}

/// An effect.
#[derive(Debug)]
pub(super) enum Change {
    /// An atom becomes true, or false.
    Atom { atom: Pattern, adds: bool },
    /// If a condition holds.
    When(Test, Vec<Change>),
    /// For all these values.
    Each(Values, Vec<Change>),
}

/// An action schema that can be evaluated.
#[derive(Debug)]
pub(super) struct Action {
    /// When it can be applied.
    pub precondition: Test,
    pub changes: Vec<Change>,
    /// How many slots it needs; the parameters are the first.
    pub width: usize,
}

/// A conjunction that is necessary for something.
#[derive(Clone, Debug, Default)]
pub(super) struct Guide {
    pub literals: Vec<Literal>,
    /// The variables of quantifiers inside the condition that the literals mention.
    pub inner: Vec<Slot>,
    /// The predicates of what was left out. The conjunction of the literals and of that is sufficient, too.
    pub left_out: Vec<PredicateId>,
}

/// An atom or an equality that has to be true, or, if it is not wanted, false.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    pub what: LiteralKind,
    pub wanted: bool,
}

#[derive(Clone, Debug)]
pub(super) enum LiteralKind {
    Atom(Pattern),
    Equal([Term; 2]),
}

impl Literal {
    /// The terms that have to be bound before it can be tried.
    pub(super) fn terms(&self) -> &[Term] {
        match &self.what {
            LiteralKind::Atom(atom) => &atom.arguments,
            LiteralKind::Equal(pair) => pair,
        }
    }

    /// The atom, if it is one that has to be true.
    pub(super) fn wanted_atom(&self) -> Option<&Pattern> {
        match &self.what {
            LiteralKind::Atom(atom) if self.wanted => Some(atom),
            _ => None,
        }
    }
}

impl Test {
    /// Calls a function with the predicate of each atom.
    pub(super) fn predicates(&self, visit: &mut dyn FnMut(PredicateId)) {
        match self {
            Self::Atom(atom) => visit(atom.predicate),
            Self::Equal(..) => {}
            Self::Not(part) => part.predicates(visit),
            Self::And(parts) | Self::Or(parts) => parts.iter().for_each(|part| part.predicates(visit)),
            Self::Imply(left, right) => {
                left.predicates(visit);
                right.predicates(visit);
            }
            Self::Exists(values) | Self::Forall(values) => values.body.predicates(visit),
        }
    }
}

impl Change {
    /// Calls a function with the predicate of each atom in a condition.
    pub(super) fn conditions(&self, visit: &mut dyn FnMut(PredicateId)) {
        let (condition, inner) = match self {
            Self::Atom { .. } => return,
            Self::When(condition, inner) => (condition, inner),
            Self::Each(values, inner) => (&values.body, inner),
        };
        condition.predicates(visit);
        inner.iter().for_each(|change| change.conditions(visit));
    }
}
