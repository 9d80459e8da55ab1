//! Schemas and rules taken apart: each effect on one atom with its conditions, and conditions as literals.
//!
//! In: a task. Out: [`Change`]s and [`Literal`]s that borrow from it.

use std::borrow::{Borrow, Cow};
use std::hash::Hash;

use indexmap::IndexSet;

use crate::base::source::Span;
use crate::planning::strips::{self, FactId, FactName};
use crate::text::task::{
    Amount, Atom, Condition, Effect, ObjectId, PredicateId, Schema, Task, Term, Variable,
};

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
    /// A fact that is to hold.
    pub(super) fn fact(predicate: PredicateId, objects: &[ObjectId]) -> Self {
        Self { predicate, arguments: objects.iter().copied().map(Some).collect(), positive: true }
    }

    /// The literal of a fact of a ground task, if it is about an atom.
    pub(super) fn of(ground_task: &strips::Task, fact: FactId) -> Option<Self> {
        Self::named(ground_task, ground_task.name(fact))
    }

    /// The literal of a condition that asks for a fact of a ground task.
    pub(super) fn asked(ground_task: &strips::Task, asked: &Condition, fact: FactId) -> Option<Self> {
        Self::named(ground_task, ground_task.name_asked(asked, fact))
    }

    fn named(ground_task: &strips::Task, name: FactName) -> Option<Self> {
        let (FactName::Atom(atom) | FactName::Not(atom)) = name else { return None };
        let (predicate, objects) = ground_task.atom(atom);
        Some(Self { positive: matches!(name, FactName::Atom(_)), ..Self::fact(predicate, objects) })
    }

    /// All facts of a predicate.
    pub(super) fn any(task: &Task, predicate: PredicateId) -> Self {
        let arguments = vec![None; task.predicate_info[predicate.index()].parameters.len()];
        Self { predicate, arguments, positive: true }
    }

    pub(super) fn show(&self, task: &Task) -> String {
        let names = self.arguments.iter().map(|one| one.map_or("?", |object| task.objects.name(object)));
        signed(written(task.predicates.name(self.predicate), names), self.positive)
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
    pub(super) fn with(&self, binding: &[Option<ObjectId>]) -> Pattern {
        let arguments = self.atom.arguments.iter().map(|term| value(*term, binding)).collect();
        Pattern { predicate: self.atom.predicate, arguments, positive: self.positive }
    }

    /// As written, with the names of variables.
    pub(super) fn show<V: Borrow<Variable>>(&self, task: &Task, variables: &[V]) -> String {
        signed(show_atom(task, self.atom, variables, &[]), self.positive)
    }

    /// Whether it is this atom or its negation.
    pub(super) fn is_of(&self, atom: &Atom) -> bool {
        self.atom.predicate == atom.predicate && self.atom.arguments == atom.arguments
    }
}

/// A name and its arguments between parentheses.
pub(super) fn written<'t>(name: &'t str, arguments: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<&str> = std::iter::once(name).chain(arguments).collect();
    format!("({})", words.join(" "))
}

fn signed(atom: String, positive: bool) -> String {
    if positive { atom } else { format!("(not {atom})") }
}

/// A term as written; a variable with a value is replaced by it.
pub(super) fn show_term<'t, V: Borrow<Variable>>(
    task: &'t Task,
    term: Term,
    variables: &'t [V],
    binding: &[Option<ObjectId>],
) -> &'t str {
    match (value(term, binding), term) {
        (Some(object), _) => task.objects.name(object),
        (None, Term::Variable(slot)) => variables.get(slot as usize).map_or("?", |one| &one.borrow().name),
        (None, Term::Object(_)) => "?",
    }
}

/// An atom as written; variables with a value are replaced by it.
pub(super) fn show_atom<V: Borrow<Variable>>(
    task: &Task,
    atom: &Atom,
    variables: &[V],
    binding: &[Option<ObjectId>],
) -> String {
    let names = atom.arguments.iter().map(|term| show_term(task, *term, variables, binding));
    written(task.predicates.name(atom.predicate), names)
}

/// An atom, or its negation, as written.
pub(super) fn show_literal(task: &Task, atom: &Atom, positive: bool, variables: &[&Variable]) -> String {
    Literal { atom, positive }.show(task, variables)
}

/// A noun with its article.
pub(super) fn article(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

/// The verb for an effect.
pub(super) const fn verb(adds: bool) -> &'static str {
    if adds { "adds" } else { "deletes" }
}

/// An action or a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Source {
    /// The index of a schema.
    Action(usize),
    /// The index of a rule.
    Rule(usize),
}

impl Source {
    /// The index of the schema, if it is an action.
    pub(super) const fn schema(self) -> Option<usize> {
        match self {
            Self::Action(index) => Some(index),
            Self::Rule(_) => None,
        }
    }

    pub(super) fn name(self, task: &Task) -> String {
        match self {
            Self::Action(index) => task.schemas[index].name.clone(),
            Self::Rule(index) => format!("a rule for {}", task.predicates.name(task.axioms[index].predicate)),
        }
    }
}

/// One effect of an action, or a rule: the atom that it makes true or false, and its conditions.
pub(super) struct Change<'a> {
    pub(super) source: Source,
    pub(super) atom: Cow<'a, Atom>,
    pub(super) adds: bool,
    /// Parameters, then the variables of quantifiers around the effect.
    pub(super) variables: Vec<&'a Variable>,
    /// The literals among its conditions: of the precondition, then of the conditions around the effect.
    pub(super) literals: Vec<Literal<'a>>,
    /// How many of them are of the precondition.
    pub(super) required: usize,
    /// Its other conditions.
    pub(super) rest: Vec<Part<'a>>,
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
    /// The number of variables in scope.
    pub(super) scope: usize,
}

impl<'a> Change<'a> {
    /// All literals of its conditions, those in its other conditions too.
    pub(super) fn all_literals(&self) -> impl Iterator<Item = Literal<'a>> {
        let rest = self.rest.iter().flat_map(|part| literals_of((part.condition, part.positive)));
        self.literals.iter().copied().chain(rest)
    }

    /// Whether it changes atoms of a predicate in this way.
    pub(super) fn is(&self, adds: bool, predicate: PredicateId) -> bool {
        self.adds == adds && self.atom.predicate == predicate
    }

    /// Whether an atom of its conditions is one of a `when`, not of the precondition.
    pub(super) fn is_guard(&self, atom: &Atom) -> bool {
        self.literals[self.required..].iter().any(|one| std::ptr::eq(one.atom, atom))
    }

    /// Whether it asks for what it changes to hold.
    pub(super) fn is_asked(&self) -> bool {
        self.literals.iter().any(|one| one.positive && one.is_of(&self.atom))
    }

    /// Its atom as written.
    pub(super) fn show(&self, task: &Task) -> String {
        show_atom(task, &self.atom, &self.variables, &[])
    }

    /// The effect as written: `adds (clear ?x)`.
    pub(super) fn act(&self, task: &Task) -> String {
        format!("{} {}", verb(self.adds), self.show(task))
    }

    /// The literal among its conditions that is the very atom it changes; and the equality that makes them the same, if
    /// it takes one.
    pub(super) fn asks_for_itself(&self) -> Option<(Literal<'a>, Option<Equality>)> {
        let alike = || self.literals.iter().filter(|one| self.is(one.positive, one.atom.predicate));
        if let Some(literal) = alike().find(|one| one.is_of(&self.atom)) {
            return Some((*literal, None));
        }
        self.rest.iter().find_map(|part| {
            let Condition::Equal(left, right, span) = part.condition else { return None };
            let same = |(one, other): (&Term, &Term)| {
                one == other || [(left, right), (right, left)].contains(&(one, other))
            };
            let is_same =
                |literal: &&Literal<'_>| literal.atom.arguments.iter().zip(&self.atom.arguments).all(same);
            let literal = alike().find(is_same).filter(|_| part.positive)?;
            Some((*literal, Some((*left, *right, *span))))
        })
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
pub(super) fn conjuncts<'a>(conditions: &[(&'a Condition, usize)]) -> (Vec<Literal<'a>>, Vec<Part<'a>>) {
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

/// All literals in a condition, or in its negation.
pub(super) fn literals_of((condition, positive): (&Condition, bool)) -> Vec<Literal<'_>> {
    let all = condition.literals(positive).into_iter();
    all.map(|(atom, positive)| Literal { atom, positive }).collect()
}

/// More names than this are not listed.
const MOST_NAMES: usize = 8;

/// Names in a row: `a, b and c`, or `a, b and 20 more`.
pub(super) fn list(names: &[String], last: &str) -> String {
    match names {
        _ if names.len() > MOST_NAMES => {
            let first = &names[..MOST_NAMES - 2];
            format!("{} {last} {} more", first.join(", "), names.len() - first.len())
        }
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Two literals that contradict each other, the one that asks for the atom first.
pub(super) fn contradiction<'a>(literals: &[Literal<'a>]) -> Option<(Literal<'a>, Literal<'a>)> {
    literals.iter().filter(|one| one.positive).find_map(|one| {
        let denied = literals.iter().find(|other| !other.positive && other.is_of(one.atom));
        denied.map(|other| (*one, *other))
    })
}

/// Each item once, in order of first appearance.
pub(super) fn distinct<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    items.into_iter().collect::<IndexSet<_>>().into_iter().collect()
}
