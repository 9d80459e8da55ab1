//! Schemas and rules taken apart: each effect on one atom with its conditions, and conditions as literals.
//!
//! In: a task. Out: [`Change`]s and [`Literal`]s that borrow from it.

use std::borrow::Cow;
use std::ops::Range;

use super::{Amount, Atom, Condition, Effect, PredicateId, Schema, Task, Term, Variable};
use banto_base::source::Span;

/// An atom of a condition, or its negation.
#[derive(Clone, Copy, Debug)]
pub struct Literal<'a> {
    pub atom: &'a Atom,
    pub positive: bool,
}

impl Literal<'_> {
    /// Whether it is this atom or its negation.
    pub fn is_of(&self, atom: &Atom) -> bool {
        self.atom.predicate == atom.predicate && self.atom.arguments == atom.arguments
    }
}

/// An action or a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    Action(usize),
    Rule(usize),
}

impl Source {
    pub const fn schema(self) -> Option<usize> {
        match self {
            Self::Action(index) => Some(index),
            Self::Rule(_) => None,
        }
    }
}

/// One effect of an action, or a rule: the atom that it makes true or false, and its conditions.
pub struct Change<'a> {
    pub source: Source,
    pub atom: Cow<'a, Atom>,
    pub adds: bool,
    /// Parameters, then the variables of quantifiers around the effect.
    pub variables: Vec<&'a Variable>,
    /// The literals among its conditions: of the precondition, then of the conditions around the effect.
    pub literals: Vec<Literal<'a>>,
    /// How many of them are of the precondition.
    pub required: usize,
    /// Its other conditions.
    pub rest: Vec<Part<'a>>,
    pub cost: &'a [Amount],
    pub span: Option<Span>,
}

/// Which of all changes of a task are those of an action or a rule.
pub fn places_of(changes: &[Change<'_>], source: Source) -> Range<usize> {
    let start = changes.partition_point(|change| change.source < source);
    start..start + changes[start..].partition_point(|change| change.source == source)
}

/// A condition that is no literal, with whether it is to be met.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    pub condition: &'a Condition,
    pub positive: bool,
    /// The number of variables in scope.
    pub scope: usize,
}

impl Change<'_> {
    /// Whether it changes atoms of a predicate in this way.
    pub fn is(&self, adds: bool, predicate: PredicateId) -> bool {
        self.adds == adds && self.atom.predicate == predicate
    }

    /// Whether it asks for what it changes to hold.
    pub fn is_asked(&self) -> bool {
        self.literals.iter().any(|one| one.positive && one.is_of(&self.atom))
    }
}

/// All changes of a task in the order of their sources, rules included.
pub fn changes(task: &Task) -> Vec<Change<'_>> {
    let mut found = Vec::new();
    for (index, schema) in task.schemas.iter().enumerate() {
        let variables: Vec<&Variable> = schema.parameters.iter().collect();
        let conditions = [(&schema.precondition, variables.len())];
        of_effects(index, schema, &schema.effects, &variables, &conditions, &mut found);
    }
    for (index, axiom) in task.axioms.iter().enumerate() {
        let arguments = (0..).take(axiom.parameters.len()).map(Term::Variable).collect();
        let atom = Atom { predicate: axiom.predicate, arguments, span: Span::default() };
        let (literals, rest) = conjuncts(&[(&axiom.condition, axiom.parameters.len())]);
        found.push(Change {
            source: Source::Rule(index),
            atom: Cow::Owned(atom),
            adds: true,
            variables: axiom.parameters.iter().collect(),
            required: literals.len(),
            literals,
            rest,
            cost: &[],
            span: None,
        });
    }
    found
}

fn of_effects<'a>(
    index: usize,
    schema: &'a Schema,
    effects: &'a [Effect],
    variables: &[&'a Variable],
    conditions: &[(&'a Condition, usize)],
    out: &mut Vec<Change<'a>>,
) {
    for effect in effects {
        match effect {
            Effect::Add(atom) | Effect::Delete(atom) => {
                let (literals, rest) = conjuncts(conditions);
                let required = conjuncts(&conditions[..1]).0.len();
                out.push(Change {
                    source: Source::Action(index),
                    atom: Cow::Borrowed(atom),
                    adds: matches!(effect, Effect::Add(_)),
                    variables: variables.to_vec(),
                    literals,
                    required,
                    rest,
                    cost: &schema.cost,
                    span: Some(atom.span),
                });
            }
            Effect::Forall(more, inner) => {
                let variables: Vec<&Variable> = variables.iter().copied().chain(more).collect();
                of_effects(index, schema, inner, &variables, conditions, out);
            }
            Effect::When(condition, inner) => {
                let more = (condition, variables.len());
                let conditions: Vec<_> = conditions.iter().copied().chain([more]).collect();
                of_effects(index, schema, inner, variables, &conditions, out);
            }
        }
    }
}

/// The literals of conditions that must all hold, and their other parts. With each condition comes the number of
/// variables in scope.
pub fn conjuncts<'a>(conditions: &[(&'a Condition, usize)]) -> (Vec<Literal<'a>>, Vec<Part<'a>>) {
    let (mut literals, mut rest) = (Vec::new(), Vec::new());
    let parts =
        conditions.iter().rev().map(|(condition, scope)| Part { condition, positive: true, scope: *scope });
    let mut open: Vec<Part<'a>> = parts.collect();
    while let Some(Part { condition, positive, scope }) = open.pop() {
        match condition {
            Condition::Atom(atom) => literals.push(Literal { atom, positive }),
            Condition::Not(inner) => open.push(Part { condition: inner, positive: !positive, scope }),
            Condition::And(parts) | Condition::Or(parts)
                if matches!(condition, Condition::And(_)) == positive =>
            {
                open.extend(parts.iter().rev().map(|condition| Part { condition, positive, scope }));
            }
            _ => rest.push(Part { condition, positive, scope }),
        }
    }
    (literals, rest)
}
