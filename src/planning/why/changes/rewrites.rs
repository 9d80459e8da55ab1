//! Changes to one condition, or to what an action does, which is written like a condition.
//!
//! In: a condition with the variables in scope. Out: the parts that may be others, each with what takes its place.

use crate::why::edit::{EditKind, Piece, declared, span_of};
use crate::why::literal::{Literal, show_literal};
use crate::why::parts::{not, quantified, signed};
use banto_base::limits::Limits;
use banto_base::source::Span;
use banto_text::task::{Atom, Condition, ObjectId, PredicateId, Task, Term, TypeId, TypeSet, Variable};

/// At most this many atoms of a predicate are made.
const MAX_ATOMS: usize = 40;

/// A part of a condition that is changed.
pub(crate) struct Changed {
    pub(crate) kind: EditKind,
    /// Whether it is the condition of an effect that is changed.
    pub(crate) is_guard: bool,
    /// Where the part is, and what takes its place: nothing, where it goes.
    pub(crate) path: Vec<usize>,
    pub(crate) new: Option<Condition>,
    /// The piece before and after.
    pub(crate) pieces: [Option<Piece>; 2],
}

/// The place of what is added to a conjunction.
const BEHIND: usize = usize::MAX;

impl Changed {
    const fn of(kind: EditKind, new: Option<Condition>, pieces: [Option<Piece>; 2]) -> Self {
        Self { kind, is_guard: false, path: Vec::new(), new, pieces }
    }

    /// Places it in a part of a larger condition.
    fn at(mut self, part: usize) -> Self {
        self.path.insert(0, part);
        self
    }
}

/// Makes the changes.
pub(crate) struct Mutations<'a> {
    pub(crate) task: &'a Task,
    /// At most this many.
    pub(crate) most: usize,
    pub(crate) limits: &'a Limits,
    /// Objects that the domain names.
    pub(crate) constants: Vec<ObjectId>,
    /// Whether the part that is changed is one of the problem, which may name all objects.
    pub(crate) in_problem: std::cell::Cell<bool>,
    /// Literals that something asks for, which an effect may be missing.
    pub(crate) wanted: Vec<(PredicateId, bool)>,
}

impl<'a> Mutations<'a> {
    /// The changes to a condition.
    pub(crate) fn condition(
        &self,
        condition: &Condition,
        variables: &[&Variable],
        is_top: bool,
    ) -> Vec<Changed> {
        let whole = || Some(self.piece(condition, variables));
        let mut found: Vec<Changed> = Vec::new();
        // What says nothing is written in more ways than one.
        if span_of(condition) == Span::default() {
            return found;
        }
        if !is_top || !matches!(condition, Condition::And(_)) {
            found.push(Changed::of(EditKind::Drop, None, [whole(), None]));
        }
        for (kind, new) in self.alternatives(condition, variables, is_top) {
            let piece = self.piece(&new, variables);
            found.push(Changed::of(kind, Some(new), [whole(), Some(piece)]));
        }
        let mut inner: Vec<&Variable> = variables.to_vec();
        let is_quantified = if let Condition::Forall(more, _) | Condition::Exists(more, _) = condition {
            inner.extend(more);
            true
        } else {
            false
        };
        if !is_literal(condition) && !is_inequality(condition) {
            let is_list = matches!(condition, Condition::And(_) | Condition::Or(_));
            let parts: Vec<&Condition> = condition.parts(true).into_iter().map(|one| one.0).collect();
            for (at, part) in parts.iter().enumerate() {
                let changed = self.condition(part, &inner, is_quantified).into_iter();
                // Only one of several parts can go alone; what becomes another of them goes, too.
                let changed = changed.filter(|one| {
                    let is_whole = one.path.is_empty();
                    let is_there = |new: &Condition| is_list && parts.iter().any(|part| is_same(part, new));
                    one.new.as_ref().map_or(is_list || !is_whole, |new| !is_whole || !is_there(new))
                });
                found.extend(changed.map(|one| one.at(at)));
            }
        }
        found
    }

    fn piece(&self, condition: &Condition, variables: &[&Variable]) -> Piece {
        Piece::of(self.task, condition, variables)
    }

    /// Likely replacements of a condition as a whole.
    fn alternatives(
        &self,
        condition: &Condition,
        variables: &[&Variable],
        is_top: bool,
    ) -> Vec<(EditKind, Condition)> {
        let imply =
            |one: &Condition, two: &Condition| Condition::Imply(Box::new(one.clone()), Box::new(two.clone()));
        let mut found = Vec::new();
        match condition {
            Condition::Atom(atom) => {
                found.push((EditKind::Negate, not(condition.clone())));
                let others = self.atoms(atom, variables).into_iter();
                found.extend(others.map(|(kind, other)| (kind, Condition::Atom(other))));
            }
            Condition::Not(inner) => {
                // That not all hold is meant so.
                if !matches!(**inner, Condition::And(_)) {
                    found.push((EditKind::Negate, (**inner).clone()));
                }
                if let Condition::Atom(atom) = &**inner {
                    let others = self.atoms(atom, variables).into_iter();
                    found.extend(others.map(|(kind, other)| (kind, not(Condition::Atom(other)))));
                }
            }
            Condition::Equal(..) => found.push((EditKind::Negate, not(condition.clone()))),
            // Of a longer list, each part is asked for.
            Condition::And(parts) if !is_top || parts.len() == 2 => {
                found.push((EditKind::Connective, Condition::Or(parts.clone())));
            }
            Condition::And(_) | Condition::Or(_) | Condition::Imply(..) => {}
            Condition::Forall(more, inner) | Condition::Exists(more, inner) => {
                let is_forall = matches!(condition, Condition::Forall(..));
                found.push((EditKind::Quantifier, quantified(!is_forall, more.clone(), (**inner).clone())));
                if let (Condition::And(parts), true) = (&**inner, is_forall)
                    && let [one, two] = &parts[..]
                {
                    let both = [imply(one, two), imply(two, one)].into_iter();
                    found.extend(both.map(|new| (EditKind::Connective, quantified(true, more.clone(), new))));
                }
                // That not all are so is hardly ever meant.
                if !is_forall {
                    found.push((EditKind::Negate, not(condition.clone())));
                }
                let retyped = self.retyped(more, inner, variables.len()).into_iter();
                found.extend(
                    retyped.map(|more| (EditKind::Type, quantified(is_forall, more, (**inner).clone()))),
                );
            }
        }
        found
    }

    /// The variables of a quantifier with another type of one of them.
    fn retyped(&self, more: &[Variable], inner: &Condition, before: usize) -> Vec<Vec<Variable>> {
        let mut found = Vec::new();
        for (at, variable) in more.iter().enumerate() {
            let slot = u32::try_from(before + at).unwrap_or(u32::MAX);
            let fits = |types: &TypeSet| self.may_range(slot, types, inner);
            for types in self.types_for(&variable.types).into_iter().filter(fits) {
                let mut more = more.to_vec();
                more[at].types = types;
                found.push(more);
            }
        }
        found
    }

    /// The changes to effects, which are written as a condition.
    pub(crate) fn effect(&self, effect: &Condition, variables: &[&Variable]) -> Vec<Changed> {
        let mut found = Vec::new();
        match effect {
            Condition::And(parts) => {
                for (predicate, adds) in &self.wanted {
                    let is_new = |atom: &Atom| !parts.iter().any(|part| writes(part, atom));
                    for atom in self.fill(*predicate, variables).into_iter().filter(is_new) {
                        let new = signed(atom, *adds);
                        let piece = self.piece(&new, variables);
                        found.push(Changed::of(EditKind::Add, Some(new), [None, Some(piece)]).at(BEHIND));
                    }
                }
                let known: Vec<Piece> = parts.iter().map(|part| self.when(part, variables)).collect();
                for new in parts.iter().filter_map(turned) {
                    let piece = self.when(&new, variables);
                    if !known.iter().any(|one| one.text == piece.text) {
                        found.push(Changed::of(EditKind::Add, Some(new), [None, Some(piece)]).at(BEHIND));
                    }
                }
                for (at, part) in parts.iter().enumerate() {
                    let changed = self.effect(part, variables).into_iter();
                    let is_there = |new: &Condition| parts.iter().any(|part| is_same(part, new));
                    let changed =
                        changed.filter(|one| !one.path.is_empty() || !one.new.as_ref().is_some_and(is_there));
                    found.extend(changed.map(|one| one.at(at)));
                    for (before, other) in parts[..at].iter().enumerate() {
                        found.extend(self.exchanged(parts, [(before, other), (at, part)], variables));
                    }
                }
            }
            Condition::Forall(more, inner) => {
                let all: Vec<&Variable> = variables.iter().copied().chain(more).collect();
                found.extend(self.guarded(more, inner, &all));
                for mut one in self.effect(inner, &all) {
                    if let ([_, Some(piece)], EditKind::Add) = (&mut one.pieces, one.kind) {
                        piece.text = format!("(forall ({}) {})", declared(self.task, more), piece.text);
                    }
                    found.push(one.at(0));
                }
            }
            Condition::Imply(guard, inner) => {
                let guard_text = self.piece(guard, variables).text;
                for mut one in self.effect(inner, variables) {
                    if let ([_, Some(piece)], EditKind::Add) = (&mut one.pieces, one.kind) {
                        piece.text = format!("(when {guard_text} {})", piece.text);
                    }
                    found.push(one.at(1));
                }
                for mut one in self.condition(guard, variables, true) {
                    one.is_guard = true;
                    found.push(one.at(0));
                }
            }
            Condition::Atom(atom) => found.extend(self.literal_effect(atom, true, variables)),
            Condition::Not(inner) => {
                if let Condition::Atom(atom) = &**inner {
                    found.extend(self.literal_effect(atom, false, variables));
                }
            }
            _ => {}
        }
        found
    }

    /// A conditional effect as a piece.
    fn when(&self, effect: &Condition, variables: &[&Variable]) -> Piece {
        let mut piece = self.piece(effect, variables);
        piece.text = piece.text.replacen("(imply", "(when", 1);
        piece
    }

    /// An effect on all objects, only when they are such as something asks for.
    fn guarded(&self, more: &[Variable], inner: &Condition, variables: &[&Variable]) -> Vec<Changed> {
        let before = variables.len() - more.len();
        let is_ranged = |atom: &Atom| {
            let mut terms = atom.arguments.iter();
            terms.any(|term| matches!(term, Term::Variable(slot) if *slot as usize >= before))
        };
        let is_plain = inner.parts(true).iter().all(|part| !matches!(part.0, Condition::Imply(..)));
        let wanted =
            self.task.predicates.ids().filter(|_| is_plain && !matches!(inner, Condition::Imply(..)));
        let atoms = wanted.flat_map(|one| self.fill(one, variables)).filter(is_ranged);
        let pieces = |atom: &Atom| {
            let when = format!(
                "(when {} {})",
                self.piece(&Condition::Atom(atom.clone()), variables).text,
                self.piece(inner, variables).text
            );
            let text = format!("(forall ({}) {when})", declared(self.task, more));
            let old = quantified(true, more.to_vec(), inner.clone());
            [
                Some(self.piece(&old, &variables[..before])),
                Some(Piece { text, literal: None, span: Span::default() }),
            ]
        };
        let changed = atoms.map(|atom| {
            let pieces = pieces(&atom);
            let guarded = Condition::Imply(Box::new(Condition::Atom(atom)), Box::new(inner.clone()));
            Changed::of(EditKind::Other, Some(quantified(true, more.to_vec(), guarded)), pieces)
        });
        changed.collect()
    }

    /// The changes to an effect on one atom.
    fn literal_effect(&self, atom: &Atom, adds: bool, variables: &[&Variable]) -> Vec<Changed> {
        let show = |atom: &Atom, adds: bool| Some(Piece::literal(self.task, atom, adds, variables));
        let mut found = Vec::new();
        let mut put = |kind: EditKind, new: Option<(Atom, bool)>| {
            let piece = new.as_ref().and_then(|(atom, adds)| show(atom, *adds));
            let new = new.map(|(atom, adds)| signed(atom, adds));
            found.push(Changed::of(kind, new, [show(atom, adds), piece]));
        };
        put(EditKind::Drop, None);
        put(EditKind::Negate, Some((atom.clone(), !adds)));
        let others = self.atoms(atom, variables).into_iter();
        others
            .filter(|one| self.is_base(one.1.predicate))
            .for_each(|(kind, one)| put(kind, Some((one, adds))));
        found
    }

    /// An addition and a deletion the other way round.
    fn exchanged(
        &self,
        parts: &[Condition],
        [(one, first), (two, second)]: [(usize, &Condition); 2],
        variables: &[&Variable],
    ) -> Option<Changed> {
        let ((Condition::Atom(added), Condition::Not(other))
        | (Condition::Not(other), Condition::Atom(added))) = (first, second)
        else {
            return None;
        };
        let Condition::Atom(deleted) = &**other else { return None };
        let show = |atom: &Atom, adds: bool| show_literal(self.task, atom, adds, variables);
        let both = |left: &Atom, right: &Atom| {
            let text = format!("{} and {}", show(left, true), show(right, false));
            Some(Piece { text, literal: Some((left.clone(), true)), span: added.span })
        };
        let pieces = [both(added, deleted), both(deleted, added)];
        let mut new = parts.to_vec();
        let is_first = matches!(first, Condition::Atom(_));
        new[if is_first { one } else { two }] = Condition::Atom(deleted.clone());
        new[if is_first { two } else { one }] = not(Condition::Atom(added.clone()));
        Some(Changed::of(EditKind::Swap, Some(Condition::And(new)), pieces))
    }

    pub(crate) fn declared(&self, predicate: PredicateId) -> &'a [TypeSet] {
        &self.task.predicate_info[predicate.index()].parameters
    }

    /// Whether facts of a predicate are not derived: effects and `:init` may have them.
    pub(crate) fn is_base(&self, predicate: PredicateId) -> bool {
        self.task.predicate_info[predicate.index()].layer.is_none()
    }

    /// Whether a term may stand where a type is asked for.
    fn fits(&self, term: Term, types: &TypeSet, variables: &[&Variable]) -> bool {
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
    fn terms(&self, types: &TypeSet, variables: &[&Variable]) -> Vec<Term> {
        let slots = (0_u32..).zip(variables).map(|(slot, _)| Term::Variable(slot));
        let objects: Vec<ObjectId> = if self.in_problem.get() {
            self.task.objects_of(types).collect()
        } else {
            self.constants.clone()
        };
        let all = slots.chain(objects.into_iter().map(Term::Object));
        all.filter(|term| self.fits(*term, types, variables)).collect()
    }

    /// The atoms that differ from one in an argument, in the order of the arguments, or in the predicate.
    pub(crate) fn atoms(&self, atom: &Atom, variables: &[&Variable]) -> Vec<(EditKind, Atom)> {
        let declared = self.declared(atom.predicate);
        let mut found = Vec::new();
        let mut orders: Vec<Vec<Term>> = Vec::new();
        for two in 0..declared.len() {
            for one in 0..two {
                let mut other = atom.arguments.clone();
                other.swap(one, two);
                orders.push(other);
            }
        }
        for turn in 1..if declared.len() == 3 { 3 } else { 0 } {
            let mut other = atom.arguments.clone();
            other.rotate_left(turn);
            orders.push(other);
        }
        let fits = |arguments: &[Term], declared: &[TypeSet]| {
            arguments.iter().zip(declared).all(|(term, types)| self.fits(*term, types, variables))
        };
        for arguments in orders.into_iter().filter(|one| *one != atom.arguments && fits(one, declared)) {
            found.push((EditKind::Permute, Atom { arguments, ..atom.clone() }));
        }
        for (at, types) in declared.iter().enumerate() {
            for term in self.terms(types, variables).into_iter().take(MAX_ATOMS) {
                let mut other = atom.clone();
                other.arguments[at] = term;
                if term != atom.arguments[at] {
                    found.push((EditKind::Argument, other));
                }
            }
        }
        for predicate in self.task.predicates.ids().filter(|one| *one != atom.predicate) {
            let declared = self.declared(predicate);
            let rows = some_of(&atom.arguments, declared.len()).into_iter();
            for arguments in rows.filter(|row| fits(row, declared)) {
                found.push((EditKind::Predicate, Atom { predicate, arguments, ..*atom }));
            }
        }
        found
    }

    /// Atoms of a predicate with different terms.
    fn fill(&self, predicate: PredicateId, variables: &[&Variable]) -> Vec<Atom> {
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
    pub(crate) fn types_for(&self, types: &TypeSet) -> Vec<TypeSet> {
        let all = (0..self.task.types.len()).map(|at| vec![TypeId::from(at)]);
        let mut all: Vec<TypeSet> = all.filter(|one| one != types).collect();
        all.sort_by_key(|one| !self.task.types.fits(types, one));
        all
    }
}

/// The other branch of a conditional effect: where its condition is not so, the opposite.
fn turned(effect: &Condition) -> Option<Condition> {
    let Condition::Imply(guard, inner) = effect else { return None };
    Some(Condition::Imply(Box::new(opposite(guard)?), Box::new(opposite(inner)?)))
}

fn opposite(one: &Condition) -> Option<Condition> {
    match one {
        Condition::And(parts) if parts.len() == 1 => opposite(&parts[0]),
        Condition::Not(inner) if is_literal(one) => Some((**inner).clone()),
        _ => is_literal(one).then(|| not(one.clone())),
    }
}

/// So many of some terms, in their order.
fn some_of(terms: &[Term], most: usize) -> Vec<Vec<Term>> {
    if most == 0 || terms.len() < most {
        return if most == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with = some_of(&terms[1..], most - 1).into_iter().map(|rest| [&terms[..1], &rest].concat());
    with.chain(some_of(&terms[1..], most)).collect()
}

/// Whether an effect is, at any depth, on an atom as it is written.
fn writes(effect: &Condition, atom: &Atom) -> bool {
    match effect {
        Condition::Atom(own) => Literal { atom: own, positive: true }.is_of(atom),
        Condition::Imply(_, inner) => writes(inner, atom),
        _ => effect.parts(true).into_iter().any(|(part, _)| writes(part, atom)),
    }
}

/// Whether two conditions are the same literal.
fn is_same(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (Condition::Atom(one), Condition::Atom(other)) => Literal { atom: one, positive: true }.is_of(other),
        (Condition::Not(one), Condition::Not(other)) => is_same(one, other),
        _ => false,
    }
}

fn is_literal(condition: &Condition) -> bool {
    match condition {
        Condition::Atom(_) => true,
        Condition::Not(inner) => matches!(**inner, Condition::Atom(_)),
        _ => false,
    }
}

fn is_inequality(condition: &Condition) -> bool {
    matches!(condition, Condition::Not(inner) if matches!(**inner, Condition::Equal(..)))
}
