//! Conditions and effects in ids. Each atom keeps its place in the text, so that the validator can point at it.

use super::{FunctionId, ObjectId, PredicateId, Variable};
use banto_base::source::Span;

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A fixed object.
    Object(ObjectId),
    /// A variable by its slot: the parameters of the schema or axiom come first, then the variables of the enclosing
    /// quantifiers from the outermost to the innermost.
    Variable(u32),
}

impl Term {
    /// The object that it stands for, given the values of the variables in scope.
    #[inline]
    pub const fn value(self, binding: &[ObjectId]) -> ObjectId {
        match self {
            Self::Object(object) => object,
            Self::Variable(slot) => binding[slot as usize],
        }
    }
}

/// A predicate with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<Term>,
    /// Where it is written.
    pub span: Span,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Condition {
    /// An atom holds.
    Atom(Atom),
    /// Two terms are the same object.
    Equal(Term, Term, Span),
    /// All hold; `And` of nothing is true.
    And(Vec<Condition>),
    /// At least one holds; `Or` of nothing is false.
    Or(Vec<Condition>),
    /// It does not hold.
    Not(Box<Condition>),
    /// If the first holds, so does the second.
    Imply(Box<Condition>, Box<Condition>),
    /// It holds for all values of the variables.
    Forall(Vec<Variable>, Box<Condition>),
    /// It holds for some values of the variables.
    Exists(Vec<Variable>, Box<Condition>),
}

impl Condition {
    /// All atoms in it, each with whether it must hold, or fail, for this condition to hold (to fail, if not
    /// `positive`).
    #[doc(hidden)]
    pub fn literals(&self, positive: bool) -> Vec<(&Atom, bool)> {
        match self {
            Self::Atom(atom) => vec![(atom, positive)],
            _ => {
                let parts = self.parts(positive).into_iter();
                parts.flat_map(|(part, positive)| part.literals(positive)).collect()
            }
        }
    }

    /// The conditions it is made of, each with whether it must hold, or fail, for this one to hold.
    #[doc(hidden)]
    pub fn parts(&self, positive: bool) -> Vec<(&Self, bool)> {
        match self {
            Self::Atom(_) | Self::Equal(..) => Vec::new(),
            Self::And(parts) | Self::Or(parts) => parts.iter().map(|part| (part, positive)).collect(),
            Self::Not(inner) => vec![(&**inner, !positive)],
            Self::Imply(left, right) => vec![(&**left, !positive), (&**right, positive)],
            Self::Forall(_, inner) | Self::Exists(_, inner) => vec![(&**inner, positive)],
        }
    }
}

impl Default for Condition {
    fn default() -> Self {
        Self::And(Vec::new())
    }
}

/// An effect on the facts. All conditions are read in the state before the step; deletes come before adds.
#[derive(Clone, Debug)]
pub enum Effect {
    /// The atom becomes true.
    Add(Atom),
    /// The atom becomes false, unless something makes it true.
    Delete(Atom),
    /// For all values of the variables.
    Forall(Vec<Variable>, Vec<Effect>),
    /// If the condition holds before the step.
    When(Condition, Vec<Effect>),
}

/// A part of a step's cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A fixed number.
    Number(u64),
    /// The value of a function term, fixed by the problem.
    Function(FunctionId, Vec<Term>, Span),
}
