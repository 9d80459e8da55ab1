//! Schemas and rules taken apart: each effect on one atom with its conditions, and conditions as literals.
//!
//! In: a task. Out: [`Change`]s and [`Literal`]s that borrow from it.

use std::borrow::Cow;
use std::hash::Hash;

use indexmap::IndexSet;

use crate::source::Span;
use crate::task::{Amount, Atom, Condition, Effect, ObjectId, PredicateId, Schema, Task, Term, Variable};

/// The values of variables by slot.
pub(super) type Binding = Vec<Option<ObjectId>>;

pub(super) fn value(term: Term, binding: &[Option<ObjectId>]) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(slot) => binding.get(slot as usize).copied().flatten(),
    }
}

/// An atom with holes that is to hold, or to fail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    pub(super) predicate: PredicateId,
    pub(super) arguments: Vec<Option<ObjectId>>,
    pub(super) positive: bool,
}

impl Pattern {
    pub(super) fn show(&self, task: &Task) -> String {
        let names = self.arguments.iter().map(|one| one.map_or("?", |object| task.objects.name(object)));
        let text = written(task.predicates.name(self.predicate), names);
        if self.positive { text } else { format!("(not {text})") }
    }

    /// The atom, whether it is to hold or to fail.
    pub(super) fn show_atom(&self, task: &Task) -> String {
        Self { positive: true, ..self.clone() }.show(task)
    }

    /// Whether every instance of another pattern is one of this.
    pub(super) fn covers(&self, other: &Self) -> bool {
        self.predicate == other.predicate
            && self.positive == other.positive
            && self.arguments.iter().zip(&other.arguments).all(|(one, other)| one.is_none() || one == other)
    }

    /// Whether a row of objects is an instance.
    pub(super) fn fits(&self, row: &[ObjectId]) -> bool {
        self.arguments.iter().zip(row).all(|(one, object)| one.is_none_or(|one| one == *object))
    }

    pub(super) fn holes(&self) -> usize {
        self.arguments.iter().filter(|argument| argument.is_none()).count()
    }

    /// The arguments, if there are no holes.
    pub(super) fn ground(&self) -> Option<Vec<ObjectId>> {
        self.arguments.iter().copied().collect()
    }
}

/// An atom of a condition, or its negation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Literal<'a> {
    pub(super) atom: &'a Atom,
    pub(super) positive: bool,
}

impl Literal<'_> {
    pub(super) fn pattern(&self, binding: &[Option<ObjectId>]) -> Vec<Option<ObjectId>> {
        self.atom.arguments.iter().map(|term| value(*term, binding)).collect()
    }

    pub(super) fn with(&self, binding: &[Option<ObjectId>]) -> Pattern {
        let arguments = self.pattern(binding);
        Pattern { predicate: self.atom.predicate, arguments, positive: self.positive }
    }

    /// As it is written, with the names of variables.
    pub(super) fn show(&self, task: &Task, variables: &[&Variable]) -> String {
        let text = show_atom(task, self.atom, variables, &[]);
        if self.positive { text } else { format!("(not {text})") }
    }

    /// Whether it is about an atom, holding or not.
    pub(super) fn is_of(&self, atom: &Atom) -> bool {
        self.atom.predicate == atom.predicate && self.atom.arguments == atom.arguments
    }
}

/// A name and its arguments between parentheses.
pub(super) fn written<'t>(name: &'t str, arguments: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<&str> = std::iter::once(name).chain(arguments).collect();
    format!("({})", words.join(" "))
}

/// A term as it is written, but for variables that have a value.
pub(super) fn show_term<'t>(
    task: &'t Task,
    term: Term,
    variables: &[&'t Variable],
    binding: &[Option<ObjectId>],
) -> &'t str {
    match (value(term, binding), term) {
        (Some(object), _) => task.objects.name(object),
        (None, Term::Variable(slot)) => variables.get(slot as usize).map_or("?", |one| one.name.as_str()),
        (None, Term::Object(_)) => "?",
    }
}

/// An atom as it is written, but for variables that have a value.
pub(super) fn show_atom(
    task: &Task,
    atom: &Atom,
    variables: &[&Variable],
    binding: &[Option<ObjectId>],
) -> String {
    let names = atom.arguments.iter().map(|term| show_term(task, *term, variables, binding));
    written(task.predicates.name(atom.predicate), names)
}

/// An atom of a schema, or its negation, as it is written.
pub(super) fn of_schema(task: &Task, schema: usize, atom: &Atom, positive: bool) -> String {
    let names: Vec<&Variable> = task.schemas[schema].parameters.iter().collect();
    let text = show_atom(task, atom, &names, &[]);
    if positive { text } else { format!("(not {text})") }
}

/// What makes a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Source {
    /// The index of a schema.
    Action(usize),
    /// The index of a rule.
    Rule(usize),
}

impl Source {
    pub(super) fn name(self, task: &Task) -> String {
        match self {
            Self::Action(index) => task.schemas[index].name.clone(),
            Self::Rule(index) => format!("a rule of {}", task.predicates.name(task.axioms[index].predicate)),
        }
    }
}

/// One effect of an action, or a rule: the atom that it makes true or false, and all that it takes.
#[derive(Clone)]
pub(super) struct Change<'a> {
    pub(super) source: Source,
    pub(super) atom: Cow<'a, Atom>,
    pub(super) adds: bool,
    /// Parameters, then the variables of quantifiers around the effect.
    pub(super) variables: Vec<&'a Variable>,
    /// The precondition, then the conditions around the effect; each with the number of variables in its sight.
    pub(super) conditions: Vec<(&'a Condition, usize)>,
    pub(super) cost: &'a [Amount],
    pub(super) span: Option<Span>,
}

/// Two terms that have to be one object, and where that is asked for.
pub(super) type Equality = (Term, Term, Span);

/// A condition that is no literal, with whether it is to be met.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) condition: &'a Condition,
    pub(super) positive: bool,
    /// The number of variables in its sight.
    pub(super) scope: usize,
}

impl<'a> Change<'a> {
    /// The literals that it asks for.
    pub(super) fn literals(&self) -> Vec<Literal<'a>> {
        let mut literals = Vec::new();
        for (condition, _) in &self.conditions {
            conjuncts(condition, true, &mut literals, &mut Vec::new());
        }
        literals
    }

    /// Two of its literals that contradict each other.
    pub(super) fn contradiction(&self) -> Option<(Literal<'a>, Literal<'a>)> {
        let literals = self.literals();
        let pairs = literals.iter().flat_map(|one| literals.iter().map(move |other| (*one, *other)));
        pairs.into_iter().find(|(one, other)| one.positive && !other.positive && one.is_of(other.atom))
    }

    /// Whether it changes atoms of a predicate in this way.
    pub(super) fn is(&self, adds: bool, predicate: PredicateId) -> bool {
        self.adds == adds && self.atom.predicate == predicate
    }

    /// Its atom as it is written.
    pub(super) fn show(&self, task: &Task) -> String {
        show_atom(task, &self.atom, &self.variables, &[])
    }

    /// Whether it is of an action that asks for one of the facts of a predicate.
    pub(super) fn asks_for(&self, predicate: PredicateId) -> bool {
        self.literals().iter().any(|one| one.positive && one.atom.predicate == predicate)
    }

    /// The literal that is the very atom it changes; and the equality that makes it so, if it takes one.
    pub(super) fn asks_for_itself(&self) -> Option<(Literal<'a>, Option<Equality>)> {
        let mut literals = self.literals();
        literals.retain(|one| self.is(one.positive, one.atom.predicate));
        if let Some(literal) = literals.iter().find(|one| one.is_of(&self.atom)) {
            return Some((*literal, None));
        }
        let equalities = self.rest().into_iter().filter_map(|part| match part.condition {
            Condition::Equal(left, right, span) if part.positive => Some((*left, *right, *span)),
            _ => None,
        });
        equalities.into_iter().find_map(|(left, right, span)| {
            let same = |(one, other): (&Term, &Term)| {
                one == other || [(left, right), (right, left)].contains(&(*one, *other))
            };
            let is_same =
                |literal: &&Literal<'_>| literal.atom.arguments.iter().zip(&self.atom.arguments).all(same);
            literals.iter().find(is_same).map(|literal| (*literal, Some((left, right, span))))
        })
    }

    /// What else it asks for.
    pub(super) fn rest(&self) -> Vec<Part<'a>> {
        let mut parts = Vec::new();
        for (condition, scope) in &self.conditions {
            let mut rest = Vec::new();
            conjuncts(condition, true, &mut Vec::new(), &mut rest);
            let part = |(condition, positive)| Part { condition, positive, scope: *scope };
            parts.extend(rest.into_iter().map(part));
        }
        parts
    }
}

/// All changes of a task in the order of their sources, rules included.
pub(super) fn changes(task: &Task) -> Vec<Change<'_>> {
    let mut found = Vec::new();
    for (index, schema) in task.schemas.iter().enumerate() {
        let variables: Vec<&Variable> = schema.parameters.iter().collect();
        let conditions = [(&schema.precondition, variables.len())];
        of_effects(index, schema, &schema.effects, &variables, &conditions, &mut found);
    }
    for (index, axiom) in task.axioms.iter().enumerate() {
        let arguments = (0..).take(axiom.parameters.len()).map(Term::Variable).collect();
        let atom = Atom { predicate: axiom.predicate, arguments, span: Span::default() };
        found.push(Change {
            source: Source::Rule(index),
            atom: Cow::Owned(atom),
            adds: true,
            variables: axiom.parameters.iter().collect(),
            conditions: vec![(&axiom.condition, axiom.parameters.len())],
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
            Effect::Add(atom) | Effect::Delete(atom) => out.push(Change {
                source: Source::Action(index),
                atom: Cow::Borrowed(atom),
                adds: matches!(effect, Effect::Add(_)),
                variables: variables.to_vec(),
                conditions: conditions.to_vec(),
                cost: &schema.cost,
                span: Some(atom.span),
            }),
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

/// The literals of a conjunction; its other parts go to `rest`, with whether they are to be met.
pub(super) fn conjuncts<'a>(
    condition: &'a Condition,
    positive: bool,
    literals: &mut Vec<Literal<'a>>,
    rest: &mut Vec<(&'a Condition, bool)>,
) {
    match condition {
        Condition::Atom(atom) => literals.push(Literal { atom, positive }),
        Condition::Not(inner) => conjuncts(inner, !positive, literals, rest),
        Condition::And(parts) if positive => {
            parts.iter().for_each(|one| conjuncts(one, true, literals, rest));
        }
        Condition::Or(parts) if !positive => {
            parts.iter().for_each(|one| conjuncts(one, false, literals, rest));
        }
        _ => rest.push((condition, positive)),
    }
}

/// Each item once, in the order in which they come.
pub(super) fn distinct<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    items.into_iter().collect::<IndexSet<_>>().into_iter().collect()
}
