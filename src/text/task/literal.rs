//! Literals with objects in place of variables, and what is written of them: patterns, names, lists.
//!
//! In: the changes of a task. Out: patterns and words.

use std::borrow::Borrow;
use std::hash::Hash;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashSet;

pub use super::changes::{Change, Literal, Part, Source, changes, conjuncts, places_of};
use super::{Atom, Condition, ObjectId, PredicateId, Task, Term, Variable};
use banto_base::source::Span;

/// At most this many facts of a predicate are looked at.
pub const MAX_FACTS: usize = 400;

/// The values of variables by slot.
pub type Binding = Vec<Option<ObjectId>>;

pub fn value(term: Term, binding: &[Option<ObjectId>]) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(slot) => binding.get(slot as usize).copied().flatten(),
    }
}

/// The objects of terms, if all have values.
pub fn objects(terms: &[Term], binding: &[Option<ObjectId>]) -> Option<Vec<ObjectId>> {
    terms.iter().map(|term| value(*term, binding)).collect()
}

/// The values with which an atom is a fact, if there are any: of variables that are parameters, and have none or these.
pub fn matched(
    task: &Task,
    atom: &Atom,
    fact: &[ObjectId],
    (parameters, binding): (&[Variable], &Binding),
) -> Option<Binding> {
    let mut binding = binding.clone();
    for (term, object) in atom.arguments.iter().zip(fact) {
        let of = &task.object_types[object.index()];
        match *term {
            Term::Object(named) if named != *object => return None,
            Term::Variable(slot) if (slot as usize) < binding.len() => {
                let (bound, wanted) = (&mut binding[slot as usize], &parameters[slot as usize].types);
                if bound.is_some_and(|bound| bound != *object) || !task.types.fits(of, wanted) {
                    return None;
                }
                *bound = Some(*object);
            }
            _ => {}
        }
    }
    Some(binding)
}

/// An atom with holes that is to hold, or to fail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    pub predicate: PredicateId,
    pub arguments: Vec<Option<ObjectId>>,
    pub positive: bool,
}

impl Pattern {
    /// A fact that is to hold.
    pub fn fact(predicate: PredicateId, objects: &[ObjectId]) -> Self {
        Self { predicate, arguments: objects.iter().copied().map(Some).collect(), positive: true }
    }

    /// All facts of a predicate.
    pub fn any(task: &Task, predicate: PredicateId) -> Self {
        let arguments = vec![None; task.predicate_info[predicate.index()].parameters.len()];
        Self { predicate, arguments, positive: true }
    }

    pub fn show(&self, task: &Task) -> String {
        let names = self.arguments.iter().map(|one| one.map_or("?", |object| task.objects.name(object)));
        signed(written(task.predicates.name(self.predicate), names), self.positive)
    }

    /// The atom, whether it is to hold or to fail.
    pub fn show_atom(&self, task: &Task) -> String {
        Self { positive: true, ..self.clone() }.show(task)
    }

    /// Whether every instance of another pattern is one of this.
    pub fn covers(&self, other: &Self) -> bool {
        self.predicate == other.predicate
            && self.positive == other.positive
            && self.arguments.iter().zip(&other.arguments).all(|(one, other)| one.is_none() || one == other)
    }

    /// Whether a row of objects is an instance.
    pub fn fits(&self, row: &[ObjectId]) -> bool {
        self.arguments.iter().zip(row).all(|(one, object)| one.is_none_or(|one| one == *object))
    }

    pub fn holes(&self) -> usize {
        self.arguments.iter().filter(|argument| argument.is_none()).count()
    }

    /// The arguments, if there are no holes.
    pub fn ground(&self) -> Option<Vec<ObjectId>> {
        self.arguments.iter().copied().collect()
    }
}

impl Literal<'_> {
    pub fn with(&self, binding: &[Option<ObjectId>]) -> Pattern {
        let arguments = self.atom.arguments.iter().map(|term| value(*term, binding)).collect();
        Pattern { predicate: self.atom.predicate, arguments, positive: self.positive }
    }

    /// As written, with the names of variables.
    pub fn show<V: Borrow<Variable>>(&self, task: &Task, variables: &[V]) -> String {
        self.show_with(task, variables, &[])
    }

    /// With values for some of the variables.
    pub fn show_with<V: Borrow<Variable>>(
        &self,
        task: &Task,
        variables: &[V],
        binding: &[Option<ObjectId>],
    ) -> String {
        signed(show_atom(task, self.atom, variables, binding), self.positive)
    }
}

/// A name and its arguments between parentheses.
pub fn written<'t>(name: &'t str, arguments: impl Iterator<Item = &'t str>) -> String {
    let words: Vec<&str> = std::iter::once(name).chain(arguments).collect();
    format!("({})", words.join(" "))
}

fn signed(atom: String, positive: bool) -> String {
    if positive { atom } else { format!("(not {atom})") }
}

/// A term as written; a variable with a value is replaced by it.
pub fn show_term<'t, V: Borrow<Variable>>(
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
pub fn show_atom<V: Borrow<Variable>>(
    task: &Task,
    atom: &Atom,
    variables: &[V],
    binding: &[Option<ObjectId>],
) -> String {
    let names = atom.arguments.iter().map(|term| show_term(task, *term, variables, binding));
    written(task.predicates.name(atom.predicate), names)
}

/// A noun with its article.
pub fn article(noun: &str) -> String {
    let is_vowel = noun.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

/// The verb for an effect.
pub const fn verb(adds: bool) -> &'static str {
    if adds { "adds" } else { "deletes" }
}

/// What some changes do: `eat deletes (plate ?p) and (food ?f)`.
pub fn acts<'c, 'a: 'c>(task: &Task, changes: impl Iterator<Item = &'c Change<'a>>) -> String {
    let mut all: IndexMap<(Source, bool), IndexSet<String>> = IndexMap::new();
    for one in changes {
        all.entry((one.source, one.adds)).or_default().insert(one.show(task));
    }
    let acts = all.into_iter().map(|((source, adds), atoms)| {
        let atoms: Vec<String> = atoms.into_iter().collect();
        format!("{} {} {}", source.name(task), verb(adds), list(&atoms, "and"))
    });
    list(&acts.collect::<Vec<_>>(), "and")
}

impl Source {
    pub fn name(self, task: &Task) -> String {
        match self {
            Self::Action(index) => task.schemas[index].name.clone(),
            Self::Rule(index) => format!("a rule for {}", task.predicates.name(task.axioms[index].predicate)),
        }
    }
}

/// Two terms that have to be one object, and where that is asked for.
pub type Equality = (Term, Term, Span);

impl<'a> Change<'a> {
    /// All literals of its conditions, those in its other conditions too.
    pub fn all_literals(&self) -> impl Iterator<Item = Literal<'a>> {
        let rest = self.rest.iter().flat_map(|part| literals_of((part.condition, part.positive)));
        self.literals.iter().copied().chain(rest)
    }

    /// Whether an atom of its conditions is one of a `when`, not of the precondition.
    pub fn is_guard(&self, atom: &Atom) -> bool {
        self.literals[self.required..].iter().any(|one| std::ptr::eq(one.atom, atom))
    }

    /// Its atom as written.
    pub fn show(&self, task: &Task) -> String {
        show_atom(task, &self.atom, &self.variables, &[])
    }

    /// The effect as written: `adds (clear ?x)`.
    pub fn act(&self, task: &Task) -> String {
        format!("{} {}", verb(self.adds), self.show(task))
    }

    /// The literal among its conditions that is the very atom it changes; and the equality that makes them the same, if
    /// it takes one.
    pub fn asks_for_itself(&self) -> Option<(Literal<'a>, Option<Equality>)> {
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

/// All literals in a condition, or in its negation.
pub fn literals_of((condition, positive): (&Condition, bool)) -> Vec<Literal<'_>> {
    let all = condition.literals(positive).into_iter();
    all.map(|(atom, positive)| Literal { atom, positive }).collect()
}

/// More names than this are not listed.
const MOST_NAMES: usize = 8;

/// Names in a row: `a, b and c`, or `a, b and 20 more`.
pub fn list(names: &[String], last: &str) -> String {
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
pub fn contradiction<'a>(literals: &[Literal<'a>]) -> Option<(Literal<'a>, Literal<'a>)> {
    literals.iter().filter(|one| one.positive).find_map(|one| {
        let denied = literals.iter().find(|other| !other.positive && other.is_of(one.atom));
        denied.map(|other| (*one, *other))
    })
}

/// Each item once, in order of first appearance.
pub fn distinct<T: Eq + Hash>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    items.into_iter().collect::<IndexSet<_>>().into_iter().collect()
}

/// The predicates of conditions and of the goal, with whether they are to hold.
pub fn reads(task: &Task, changes: &[Change<'_>]) -> FxHashSet<(PredicateId, bool)> {
    let mut parts: Vec<(&Condition, bool)> = vec![(&task.goal, true)];
    parts.extend(task.schemas.iter().map(|schema| (&schema.precondition, true)));
    let literals =
        changes.iter().flat_map(Change::all_literals).chain(parts.into_iter().flat_map(literals_of));
    literals.map(|one| (one.atom.predicate, one.positive)).collect()
}

/// The tuples of objects that some arguments leave open.
pub fn tuples(task: &Task, predicate: PredicateId, arguments: &[Option<ObjectId>]) -> Vec<Vec<ObjectId>> {
    let mut tuples: Vec<Vec<ObjectId>> = vec![Vec::new()];
    for (types, argument) in task.predicate_info[predicate.index()].parameters.iter().zip(arguments) {
        let values: Vec<ObjectId> = match argument {
            Some(object) => vec![*object],
            None => task.objects_of(types).collect(),
        };
        let longer = |tuple: Vec<ObjectId>| {
            let values = values.iter().filter(|object| argument.is_some() || !tuple.contains(object));
            values.map(|object| tuple.iter().copied().chain([*object]).collect()).collect::<Vec<Vec<_>>>()
        };
        tuples = tuples.into_iter().flat_map(longer).take(MAX_FACTS).collect();
    }
    tuples
}
