//! What values of a quantifier's variables must meet, so that few of them have to be tried.
//!
//! In: a condition as written and the truth value that is looked for. Out: [`Guide`]s, conjunctions of literals:
//! whenever the condition has that value, all literals of one of them hold. A guide only proposes values (`join.rs`),
//! the condition itself decides (`evaluate.rs`). So what is left out of a guide costs time, and never an answer.

use crate::task::{Condition, PredicateId, Term, Variable};

/// Disjunctions are multiplied out up to this many guides.
const MOST_GUIDES: usize = 64;

/// Values of variables, which come into scope, with which a condition is, or is not, true.
#[derive(Clone, Copy)]
pub(super) struct Values<'c> {
    pub variables: &'c [Variable],
    pub body: &'c Condition,
    /// The truth value of the body that is looked for.
    pub wanted: bool,
}

/// The guides to some values: whatever values are looked for, they meet one of these.
pub(super) struct Guides<'c> {
    pub all: Vec<Guide>,
    /// The variables whose slots come after those in scope: of the values, then of quantifiers inside the condition,
    /// each with a slot of its own.
    pub variables: Vec<&'c Variable>,
    /// The slots of the variables in scope, by their slots in the condition.
    scope: Vec<usize>,
    next: usize,
}

/// A conjunction that is necessary for something.
#[derive(Clone, Default)]
pub(super) struct Guide {
    pub literals: Vec<Literal>,
    /// The predicates of what was left out. The conjunction of the literals and of that is sufficient, too.
    pub left_out: Vec<PredicateId>,
}

/// An atom, or without a predicate an equality, that has to be true, or, if it is not wanted, false.
#[derive(Clone)]
pub(super) struct Literal {
    pub predicate: Option<PredicateId>,
    pub terms: Vec<Term>,
    pub wanted: bool,
}

impl Literal {
    /// The predicate, if it is that of an atom that has to be true.
    pub(super) fn wanted_atom(&self) -> Option<PredicateId> {
        self.predicate.filter(|_| self.wanted)
    }
}

impl<'c> Guides<'c> {
    /// The guides to values below so many variables.
    pub(super) fn new(values: Values<'c>, outer: usize) -> Self {
        let mut guides =
            Self { all: Vec::new(), variables: Vec::new(), scope: (0..outer).collect(), next: outer };
        guides.enter(values.variables);
        guides.all = guides.to(values.body, values.wanted);
        guides
    }

    fn enter(&mut self, variables: &'c [Variable]) {
        self.variables.extend(variables);
        self.scope.extend(self.next..self.next + variables.len());
        self.next += variables.len();
    }

    /// The guides to a truth value of a condition. Recursion is bounded by the parser's limit on nesting.
    fn to(&mut self, condition: &'c Condition, wanted: bool) -> Vec<Guide> {
        let needs_all = match condition {
            Condition::Atom(_) | Condition::Equal(..) => {
                let literals = self.literal(condition, wanted).into_iter().collect();
                return vec![Guide { literals, left_out: Vec::new() }];
            }
            Condition::Exists(variables, body) | Condition::Forall(variables, body) => {
                if wanted != matches!(condition, Condition::Exists(..)) {
                    return vec![Guide::without(condition)];
                }
                let outer = self.scope.len();
                self.enter(variables);
                let found = self.to(body, wanted);
                self.scope.truncate(outer);
                return found;
            }
            Condition::Not(_) => true,
            Condition::And(_) => wanted,
            Condition::Or(_) | Condition::Imply(..) => !wanted,
        };
        let parts = condition.parts(wanted).into_iter();
        if needs_all {
            return self.product(parts);
        }
        // One part is enough: the guides to all parts, unless they are too many.
        let sum: Vec<Guide> = parts.flat_map(|(part, wanted)| self.to(part, wanted)).collect();
        if sum.len() > MOST_GUIDES { vec![Guide::without(condition)] } else { sum }
    }

    /// All parts are needed: each guide to one part goes with each guide to the others.
    fn product(&mut self, parts: impl Iterator<Item = (&'c Condition, bool)>) -> Vec<Guide> {
        let mut product = vec![Guide::default()];
        for (part, wanted) in parts {
            // The usual case, of which there may be thousands.
            if let Some(literal) = self.literal(part, wanted) {
                product.iter_mut().for_each(|guide| guide.literals.push(literal.clone()));
                continue;
            }
            let mut factor = self.to(part, wanted);
            if product.len() * factor.len() > MOST_GUIDES {
                factor = vec![Guide::without(part)];
            }
            let with_each = |guide: Guide| factor.iter().map(move |other| guide.clone().with(other));
            product = product.into_iter().flat_map(with_each).collect();
        }
        product
    }

    /// An atom or an equality with the slots of its variables.
    fn literal(&self, condition: &Condition, wanted: bool) -> Option<Literal> {
        let slot = |term: &Term| match *term {
            Term::Variable(slot) => {
                Term::Variable(u32::try_from(self.scope[slot as usize]).expect("fewer than 2^32 variables"))
            }
            object @ Term::Object(_) => object,
        };
        let (predicate, terms) = match condition {
            Condition::Atom(atom) => (Some(atom.predicate), atom.arguments.iter().map(slot).collect()),
            Condition::Equal(left, right, _) => (None, vec![slot(left), slot(right)]),
            _ => return None,
        };
        Some(Literal { predicate, terms, wanted })
    }
}

impl Guide {
    /// Leaves a condition out.
    fn without(condition: &Condition) -> Self {
        let left_out = condition.literals(true).into_iter().map(|(atom, _)| atom.predicate).collect();
        Self { literals: Vec::new(), left_out }
    }

    fn with(mut self, other: &Self) -> Self {
        self.literals.extend_from_slice(&other.literals);
        self.left_out.extend_from_slice(&other.left_out);
        self
    }
}
