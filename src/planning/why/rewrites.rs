//! Single changes to a condition or an atom.
//!
//! In: a condition with the variables in scope. Out: the changed conditions, each with what was changed.

use std::cell::Cell;

use super::edit::{Kind, Piece};
use crate::base::limits::Limits;
use crate::base::source::Span;
use crate::text::task::{Atom, Condition, ObjectId, PredicateId, Task, Term, TypeId, TypeSet, Variable};

/// At most this many atoms of a predicate are made.
const MAX_ATOMS: usize = 40;

/// A changed part: what is done, the part (`None` where it is gone), and the piece before and after.
pub(super) type Changed<T> = (Kind, Option<T>, Option<Piece>, Option<Piece>);

/// A condition, or its absence, in place of another inside a larger one.
type Rebuild<'c> = Box<dyn Fn(Option<Condition>) -> Option<Condition> + 'c>;

/// Makes the changes.
pub(super) struct Mutations<'a> {
    pub(super) task: &'a Task,
    /// At most this many.
    pub(super) most: usize,
    pub(super) limits: &'a Limits,
    /// Objects that the domain names.
    pub(super) constants: Vec<ObjectId>,
    /// Whether the part that is changed is one of the problem, which may name all objects.
    pub(super) in_problem: Cell<bool>,
    /// Whether the model has alternatives anywhere.
    pub(super) has_choices: bool,
}

impl<'a> Mutations<'a> {
    /// The changes to a condition.
    pub(super) fn condition(
        &self,
        condition: &Condition,
        variables: &[&Variable],
        is_top: bool,
    ) -> Vec<Changed<Condition>> {
        let whole = || Some(Piece::of(self.task, condition, variables));
        let mut found: Vec<Changed<Condition>> = Vec::new();
        if !is_top || !matches!(condition, Condition::And(_)) {
            found.push((Kind::Drop, None, whole(), None));
        }
        for (kind, new) in self.alternatives(condition, variables, is_top) {
            let piece = Piece::of(self.task, &new, variables);
            found.push((kind, Some(new), whole(), Some(piece)));
        }
        let is_basic = |one: &Condition| {
            is_literal(one) || matches!(one, Condition::Not(one) if matches!(**one, Condition::Equal(..)))
        };
        if let Condition::Forall(more, inner) | Condition::Exists(more, inner) = condition {
            let variables: Vec<&Variable> = variables.iter().copied().chain(more).collect();
            let is_forall = matches!(condition, Condition::Forall(..));
            let mut changed = self.condition(inner, &variables, true);
            // What is asked of some only, not of all.
            if let (true, Condition::And(parts)) = (is_forall, &**inner) {
                let shown = |one: &Condition| Piece::of(self.task, one, &variables);
                let new = guarded(parts);
                changed.extend(
                    new.map(|new| {
                        (Kind::Connective, Some(new.clone()), Some(shown(inner)), Some(shown(&new)))
                    }),
                );
            }
            found.extend(changed.into_iter().filter_map(|(kind, new, old, piece)| {
                Some((kind, Some(quantified(is_forall, more.clone(), new?)), old, piece))
            }));
        } else if !is_basic(condition) {
            for (part, rebuild) in parts(condition) {
                let changed = self.condition(part, variables, false).into_iter();
                found.extend(
                    changed
                        .filter_map(|(kind, new, old, piece)| Some((kind, Some(rebuild(new)?), old, piece))),
                );
            }
            found.extend(self.paired(condition, variables));
        }
        found
    }

    /// What may be meant instead of a condition as a whole.
    fn alternatives(
        &self,
        condition: &Condition,
        variables: &[&Variable],
        is_top: bool,
    ) -> Vec<(Kind, Condition)> {
        let not = |one: Condition| Condition::Not(Box::new(one));
        let imply =
            |one: &Condition, two: &Condition| Condition::Imply(Box::new(one.clone()), Box::new(two.clone()));
        let mut found = Vec::new();
        match condition {
            Condition::Atom(atom) => {
                found.push((Kind::Negate, not(condition.clone())));
                let others = self.atoms(atom, variables).into_iter();
                found.extend(others.map(|(kind, other)| (kind, Condition::Atom(other))));
            }
            Condition::Not(inner) => {
                // That not all hold is meant so.
                if !matches!(**inner, Condition::And(_)) {
                    found.push((Kind::Negate, (**inner).clone()));
                }
                if let Condition::Atom(atom) = &**inner {
                    let others = self.atoms(atom, variables).into_iter();
                    found.extend(others.map(|(kind, other)| (kind, not(Condition::Atom(other)))));
                }
            }
            Condition::Equal(..) => found.push((Kind::Negate, not(condition.clone()))),
            Condition::And(_) if is_top => {}
            Condition::And(parts) | Condition::Or(parts) => {
                let is_and = matches!(condition, Condition::And(_));
                let turned = if is_and { Condition::Or } else { Condition::And };
                found.push((Kind::Connective, turned(parts.clone())));
                if let ([one, two], true) = (&parts[..], is_and) {
                    found.extend([imply(one, two), imply(two, one)].map(|new| (Kind::Connective, new)));
                }
            }
            Condition::Imply(left, right) => {
                found.push((Kind::Connective, Condition::And(vec![(**left).clone(), (**right).clone()])));
                found.push((Kind::Permute, imply(right, left)));
            }
            Condition::Forall(more, inner) | Condition::Exists(more, inner) => {
                let is_forall = matches!(condition, Condition::Forall(..));
                found.push((Kind::Quantifier, quantified(!is_forall, more.clone(), (**inner).clone())));
                let kind = if is_forall { Kind::Quantifier } else { Kind::Negate };
                found.push((kind, not(condition.clone())));
                for (at, variable) in more.iter().enumerate() {
                    let slot = u32::try_from(variables.len() + at).unwrap_or(u32::MAX);
                    let fits = |types: &TypeSet| self.may_range(slot, types, inner);
                    for types in self.types_for(&variable.types).into_iter().filter(fits) {
                        let mut more = more.clone();
                        more[at].types = types;
                        found.push((Kind::Type, quantified(is_forall, more, (**inner).clone())));
                    }
                }
            }
        }
        found
    }

    /// Two neighboring literals of a conjunction as alternatives, where the model has some elsewhere.
    fn paired(&self, condition: &Condition, variables: &[&Variable]) -> Vec<Changed<Condition>> {
        let Condition::And(parts) = condition else { return Vec::new() };
        let mut found = Vec::new();
        let pairs = parts.windows(2).enumerate().filter(|(_, pair)| pair.iter().all(is_literal));
        for (at, pair) in pairs.filter(|_| parts.len() > 2 && self.has_choices) {
            let old = Condition::And(pair.to_vec());
            for (_, new) in self.alternatives(&old, variables, false) {
                let [old, piece] = [&old, &new].map(|one| Piece::of(self.task, one, variables));
                let mut parts = parts.clone();
                parts.splice(at..at + 2, [new]);
                found.push((Kind::Other, Some(Condition::And(parts)), Some(old), Some(piece)));
            }
        }
        found
    }

    pub(super) fn declared(&self, predicate: PredicateId) -> &'a [TypeSet] {
        &self.task.predicate_info[predicate.index()].parameters
    }

    /// Whether facts of a predicate are not derived: effects and `:init` may have them.
    pub(super) fn is_base(&self, predicate: PredicateId) -> bool {
        self.task.predicate_info[predicate.index()].layer.is_none()
    }

    /// Whether a term may stand where a type is asked for.
    pub(super) fn fits(&self, term: Term, types: &TypeSet, variables: &[&Variable]) -> bool {
        match term {
            Term::Object(object) => self.task.types.fits(&self.task.object_types[object.index()], types),
            Term::Variable(slot) => {
                variables.get(slot as usize).is_some_and(|one| self.task.types.fits(&one.types, types))
            }
        }
    }

    /// Whether a variable of a type fits wherever it stands in a condition.
    fn may_range(&self, slot: u32, types: &TypeSet, condition: &Condition) -> bool {
        if let Condition::Atom(atom) = condition {
            let mut pairs = atom.arguments.iter().zip(self.declared(atom.predicate));
            return pairs.all(|(term, of)| *term != Term::Variable(slot) || self.task.types.fits(types, of));
        }
        condition.parts(true).into_iter().all(|(part, _)| self.may_range(slot, types, part))
    }

    /// The terms that may stand somewhere: variables in scope, and objects that the domain names; in the goal, all.
    pub(super) fn terms(&self, types: &TypeSet, variables: &[&Variable]) -> Vec<Term> {
        let slots = (0_u32..).zip(variables).map(|(slot, _)| Term::Variable(slot));
        let objects: Vec<ObjectId> = if self.in_problem.get() {
            self.task.objects_of(types).collect()
        } else {
            self.constants.clone()
        };
        let all = slots.chain(objects.into_iter().map(Term::Object));
        all.filter(|term| self.fits(*term, types, variables)).collect()
    }

    /// The atoms that differ from one in an argument, in the order of two, or in the predicate.
    pub(super) fn atoms(&self, atom: &Atom, variables: &[&Variable]) -> Vec<(Kind, Atom)> {
        let declared = self.declared(atom.predicate);
        let mut found = Vec::new();
        for two in 0..declared.len() {
            for one in 0..two {
                let mut other = atom.clone();
                other.arguments.swap(one, two);
                let fits = |at: usize| self.fits(other.arguments[at], &declared[at], variables);
                if other.arguments != atom.arguments && fits(one) && fits(two) {
                    found.push((Kind::Permute, other));
                }
            }
        }
        for turn in 1..if declared.len() == 3 { 3 } else { 0 } {
            let mut other = atom.clone();
            other.arguments.rotate_left(turn);
            let fits = |(term, types): (&Term, &TypeSet)| self.fits(*term, types, variables);
            if other.arguments != atom.arguments && other.arguments.iter().zip(declared).all(fits) {
                found.push((Kind::Permute, other));
            }
        }
        for (at, types) in declared.iter().enumerate() {
            for term in self.terms(types, variables).into_iter().take(MAX_ATOMS) {
                let mut other = atom.clone();
                other.arguments[at] = term;
                if term != atom.arguments[at] {
                    found.push((Kind::Argument, other));
                }
            }
        }
        for predicate in self.task.predicates.ids().filter(|one| *one != atom.predicate) {
            let declared = self.declared(predicate);
            let mut pairs = atom.arguments.iter().zip(declared);
            if declared.len() == atom.arguments.len()
                && pairs.all(|(term, types)| self.fits(*term, types, variables))
            {
                found.push((Kind::Predicate, Atom { predicate, ..atom.clone() }));
            }
        }
        found
    }

    /// Atoms of a predicate with different terms.
    pub(super) fn fill(&self, predicate: PredicateId, variables: &[&Variable]) -> Vec<Atom> {
        let mut tuples: Vec<Vec<Term>> = vec![Vec::new()];
        for types in self.declared(predicate) {
            let terms = self.terms(types, variables);
            let longer = |tuple: Vec<Term>| {
                let fresh = terms.iter().filter(|term| !tuple.contains(term));
                fresh.map(|term| [&tuple[..], &[*term]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.into_iter().flat_map(longer).take(MAX_ATOMS).collect();
        }
        tuples.into_iter().map(|arguments| Atom { predicate, arguments, span: Span::default() }).collect()
    }

    /// Types that may stand in the place of one: first what is above it.
    pub(super) fn types_for(&self, types: &TypeSet) -> Vec<TypeSet> {
        let all = (0..self.task.types.len()).map(|at| vec![TypeId::from(at)]);
        let mut all: Vec<TypeSet> = all.filter(|one| one != types).collect();
        all.sort_by_key(|one| !self.task.types.fits(types, one));
        all
    }
}

/// Whether some condition has alternatives.
pub(super) fn has_choices(task: &Task) -> bool {
    let mut open: Vec<&Condition> = task.schemas.iter().map(|schema| &schema.precondition).collect();
    open.extend(task.axioms.iter().map(|axiom| &axiom.condition));
    while let Some(condition) = open.pop() {
        if matches!(condition, Condition::Or(_) | Condition::Imply(..)) {
            return true;
        }
        open.extend(condition.parts(true).into_iter().map(|one| one.0));
    }
    false
}

fn is_literal(condition: &Condition) -> bool {
    match condition {
        Condition::Atom(_) => true,
        Condition::Not(inner) => matches!(**inner, Condition::Atom(_)),
        _ => false,
    }
}

/// The first part as the condition of the others.
fn guarded(parts: &[Condition]) -> Option<Condition> {
    let (first, rest) = parts.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let rest = if let [one] = rest { one.clone() } else { Condition::And(rest.to_vec()) };
    Some(Condition::Imply(Box::new(first.clone()), Box::new(rest)))
}

fn quantified(is_forall: bool, variables: Vec<Variable>, inner: Condition) -> Condition {
    let inner = Box::new(inner);
    if is_forall { Condition::Forall(variables, inner) } else { Condition::Exists(variables, inner) }
}

/// The parts of a condition, each with what becomes of the whole when it changes; nothing where it cannot go alone.
fn parts(condition: &Condition) -> Vec<(&Condition, Rebuild<'_>)> {
    match condition {
        Condition::Not(inner) => {
            vec![(inner, Box::new(|new: Option<Condition>| new.map(|new| Condition::Not(Box::new(new)))))]
        }
        Condition::And(all) | Condition::Or(all) => {
            let make = if matches!(condition, Condition::And(_)) { Condition::And } else { Condition::Or };
            let rebuild = move |at: usize| -> Rebuild<'_> {
                Box::new(move |new| {
                    let mut parts = all.clone();
                    parts.splice(at..=at, new);
                    Some(make(parts))
                })
            };
            all.iter().enumerate().map(|(at, part)| (part, rebuild(at))).collect()
        }
        Condition::Imply(left, right) => vec![
            (left, Box::new(|new| new.map(|new| Condition::Imply(Box::new(new), right.clone())))),
            (right, Box::new(|new| new.map(|new| Condition::Imply(left.clone(), Box::new(new))))),
        ],
        _ => Vec::new(),
    }
}
