//! Lints: facts of which one holds about each thing, but for an effect that is missing, or for one fact of `:init`.
//!
//! An action that adds a fact asks for another about the same thing, and does not delete it, as if a box were put down
//! and stayed in the hand, or a robot were in more and more places. It is told if
//! 1. each thing starts with one such fact,
//! 2. each thing would keep to one if the action deleted the other,
//! 3. and the facts do not spread, as rumours and copies do ([`Balance::is_no_rumour`]).
//!
//! Or two facts hold at the start where the actions expect one. Both are seen by the invariants of the model (Helmert
//! 2009), not by names.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::{Model, changing};
use crate::pddl::ast::{self, Init, Problem};
use crate::task::changes::{Change, Literal, changes};
use crate::task::invariants::{Part, balanced, is_conserved, unbalanced, widened};
use crate::task::literal::{show_atom, written};
use crate::task::{Atom, Condition, ObjectId, PredicateId, Task, Term};
use banto_base::source::{Diagnostic, Span, codes};

/// What facts are about: an object, or nothing in particular.
type Key = Option<ObjectId>;

/// How many changes are looked at, over all sets: a bound on the work.
const MAX_LOOKS: usize = 10_000_000;

/// What the lints look at.
struct Balance<'a> {
    task: &'a Task,
    changes: Vec<Change<'a>>,
    /// The initial facts of each predicate.
    facts: Vec<Vec<&'a [ObjectId]>>,
    looks: Cell<usize>,
}

pub(super) fn balance(model: &Model<'_>, problem: &Problem<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let mut facts = vec![Vec::new(); task.predicates.len()];
    task.init.iter().for_each(|(predicate, row)| facts[predicate.index()].push(row));
    let balance = Balance { task, changes: changes(task), facts, looks: Cell::new(0) };
    balance.missing_deletes(model, out);
    balance.twice_at_the_start(problem, out);
}

impl Balance<'_> {
    /// How many facts of a set about some thing hold at the start beyond the first, and the thing, if it is one; `None`
    /// if there are no facts.
    fn excess(&self, parts: &[Part]) -> Option<(usize, Option<Key>)> {
        let mut seen: FxHashSet<Key> = FxHashSet::default();
        let (mut count, mut twice) = (0, None);
        for (predicate, at) in parts {
            for row in &self.facts[predicate.index()] {
                let key = at.map(|at| row[at]);
                if !seen.insert(key) {
                    (count, twice) = (count + 1, Some(key));
                }
            }
        }
        (!seen.is_empty()).then_some((count, twice))
    }

    /// The sets around some predicates of which every action takes as many as it adds, if so many facts are in excess
    /// at the start; with one more change, as if it were there.
    fn sets(&self, parts: Vec<Part>, more: Option<&Change<'_>>, excess: usize) -> Vec<Vec<Part>> {
        let may_be = |parts: &[Part]| {
            self.looks.set(self.looks.get() + self.changes.len());
            self.looks.get() < MAX_LOOKS && self.excess(parts).is_none_or(|found| found.0 <= excess)
        };
        let mut found = widened(self.task, parts, &self.changes, more, &may_be);
        found.retain(|parts| {
            self.excess(parts).is_some_and(|found| found.0 == excess)
                && is_conserved(self.task, parts, &self.changes, more)
        });
        found
    }

    /// An action adds a fact and keeps another that it asks for about the same thing.
    fn missing_deletes(&self, model: &Model<'_>, out: &mut Vec<Diagnostic>) {
        let task = self.task;
        let (added, deleted) = (changing(task, true), changing(task, false));
        let is_plain = |one: PredicateId| task.predicate_info[one.index()].layer.is_none();
        let mut tried: FxHashSet<(usize, Part, Part)> = FxHashSet::default();
        let mut told: FxHashSet<(usize, Span)> = FxHashSet::default();
        for own in self.changes.chunk_by(|one, other| one.source == other.source) {
            let Some(at) = own[0].source.schema() else { continue };
            let adds = |one: &&Change<'_>| one.adds && !one.is_asked();
            for change in own.iter().filter(adds) {
                let kept = change.literals[..change.required].iter().filter(|one| {
                    let of = one.atom.predicate;
                    let is_changed = |other: &Change<'_>| {
                        other.atom.predicate == of && (!other.adds || one.is_of(&other.atom))
                    };
                    one.positive && added.contains(&of) && is_plain(of) && !own.iter().any(is_changed)
                });
                for old in kept {
                    if model.limits.check().is_err() {
                        return;
                    }
                    let is_told =
                        |one: &Diagnostic| one.code == codes::W0220 && one.span() == change.atom.span;
                    if out.iter().any(is_told) {
                        continue;
                    }
                    let ever = deleted.contains(&old.atom.predicate);
                    let is_new = |pair: &(Part, Part)| tried.insert((at, pair.0, pair.1));
                    let mut pairs = pairs(&change.atom, old.atom).into_iter().filter(is_new);
                    let is_taken = |pair| {
                        deleted.contains(&change.atom.predicate) && self.is_one_but_for(change, old, pair)
                    };
                    if (pairs.any(is_taken) || self.is_place(change, old, ever))
                        && told.insert((at, old.atom.span))
                    {
                        out.push(missing_delete(model, at, change, old, ever));
                    }
                }
            }
        }
    }

    /// Whether a change replaces one argument of a fact by another of the same type, and such facts are places: each
    /// thing starts in one, and every other action that adds one, or only moves if none is `ever` deleted, leaves it at
    /// that.
    fn is_place(&self, change: &Change<'_>, old: &Literal<'_>, ever: bool) -> bool {
        let predicate = change.atom.predicate;
        let types = &self.task.predicate_info[predicate.index()].parameters;
        let Some(at) = replaced(change, old.atom) else { return false };
        let key = match &types[..] {
            [_] => None,
            // What may stand at either end of a relation is no place.
            [one, other] if one != other => Some(1 - at),
            _ => return false,
        };
        let parts = [(predicate, key)];
        // `(in ?guest ?club)`, asked not to hold: who is named first joins others.
        let joins = at == 0 && key.is_some() && change.literals.iter().any(|one| one.is_of(&change.atom));
        let moves = |one: &Change<'_>| {
            !one.is(true, predicate)
                || one.literals.iter().any(|old| old.positive && replaced(one, old.atom) == Some(at))
        };
        let delete = deleting(change, old.atom);
        !joins
            && self.excess(&parts).is_some_and(|found| found.0 == 0)
            && if ever {
                unbalanced(self.task, &parts, &self.changes, Some(&delete)).is_none()
            } else {
                self.changes.iter().all(moves) && self.is_no_rumour(predicate, at)
            }
    }

    /// Whether facts that are only ever added say where things are, by their argument at a position, and not what is
    /// known or copied. One of these is enough:
    /// - a condition asks that one does not hold;
    /// - an action that asks for one deletes another fact about that place: things come and go there;
    /// - an action that asks for one changes another fact about that place, and nothing speaks of two places at once:
    ///   no condition relates the old to the new, or, where the thing has no name, no condition asks for two.
    fn is_no_rumour(&self, predicate: PredicateId, at: usize) -> bool {
        let task = self.task;
        let conditions = || {
            let axioms = task.axioms.iter().map(|axiom| &axiom.condition);
            std::iter::once(&task.goal).chain(task.schemas.iter().map(|one| &one.precondition)).chain(axioms)
        };
        let of = |condition: &Condition, wanted: bool| {
            let own = |(atom, positive): &(&Atom, bool)| *positive == wanted && atom.predicate == predicate;
            condition.literals(true).into_iter().filter(own).count()
        };
        let happens = |comes_and_goes: bool| {
            self.changes.iter().any(|one| {
                let is_there = |old: &Literal<'_>| {
                    let place = old.atom.arguments.get(at).filter(|_| old.positive);
                    let from = usize::from(comes_and_goes);
                    old.atom.predicate == predicate
                        && place
                            .is_some_and(|place| one.atom.arguments.iter().skip(from).any(|of| of == place))
                };
                one.atom.predicate != predicate
                    && !(comes_and_goes && one.adds)
                    && one.literals.iter().any(is_there)
            })
        };
        let is_related = |one: &Change<'_>| {
            let is_end = |old: &&Literal<'_>| replaced(one, old.atom) == Some(at);
            one.literals.iter().find(is_end).is_some_and(|old| {
                let ends = [old.atom, &*one.atom].map(|atom| atom.arguments[at]);
                one.literals.iter().any(|other| ends.iter().all(|end| other.atom.arguments.contains(end)))
            })
        };
        let has_name = task.predicate_info[predicate.index()].parameters.len() > 1;
        conditions().any(|one| of(one, false) > 0)
            || happens(true)
            || happens(false)
                && if has_name {
                    !self.changes.iter().any(is_related)
                } else {
                    conditions().all(|one| of(one, true) < 2)
                }
    }

    /// Whether each thing has one fact of a set at the start, and would keep one if a change deleted this, too.
    fn is_one_but_for(&self, change: &Change<'_>, old: &Literal<'_>, (new, of): (Part, Part)) -> bool {
        let delete = deleting(change, old.atom);
        let mut parts = vec![new, of];
        parts.sort_unstable();
        parts.dedup();
        let is_kept_up = |parts: &Vec<Part>| {
            let is_in = |one: &Change<'_>| one.adds && parts.iter().any(|part| part.0 == one.atom.predicate);
            self.changes.iter().any(|one| one.source != change.source && is_in(one))
                && unbalanced(self.task, parts, &self.changes, None).is_some()
        };
        self.sets(parts, Some(&delete), 0).iter().any(is_kept_up)
    }

    /// One fact too many holds at the start, of which every action takes as many as it adds, and an action does not
    /// care whether what it adds holds already: two would become one. Things that are alike and have no names are kept
    /// apart by what actions ask.
    fn twice_at_the_start(&self, problem: &Problem<'_>, out: &mut Vec<Diagnostic>) {
        let task = self.task;
        let mut valid: Option<BTreeSet<Vec<Part>>> = None;
        let mut told: FxHashSet<Key> = FxHashSet::default();
        let all = task.predicates.ids().zip(&task.predicate_info).filter(|(_, info)| info.layer.is_none());
        for (predicate, info) in all {
            for key in (0..info.parameters.len()).map(Some).chain([None]) {
                for parts in self.sets(vec![(predicate, key)], None, 1) {
                    // Facts of several predicates about whatever things happen to be so few.
                    if key.is_none() && parts.len() > 1 {
                        continue;
                    }
                    let valid = valid.get_or_insert_with(|| self.valid());
                    let Some(key) = self.excess(&parts).and_then(|found| found.1) else { continue };
                    let is_own =
                        |one: &&Change<'_>| one.adds && parts.iter().any(|part| part.0 == one.atom.predicate);
                    let mut adding = self.changes.iter().filter(is_own);
                    let Some(merging) = adding.find(|one| !one.is_asked() && !is_new(one, valid)) else {
                        continue;
                    };
                    if told.insert(key) {
                        out.extend(self.too_many(problem, &parts, key, merging));
                    }
                }
            }
        }
    }

    /// The sets of which each thing has one at the start, and always will.
    fn valid(&self) -> BTreeSet<Vec<Part>> {
        let mut found = balanced(self.task, &self.changes);
        found.retain(|parts| self.excess(parts).is_some_and(|found| found.0 == 0));
        found
    }

    fn too_many(
        &self,
        problem: &Problem<'_>,
        parts: &[Part],
        key: Key,
        merging: &Change<'_>,
    ) -> Option<Diagnostic> {
        let task = self.task;
        let is_own = |atom: &ast::Atom<'_>| {
            let predicate = task.predicates.find(atom.name.text);
            let part = parts.iter().find(|part| Some(part.0) == predicate);
            part.is_some_and(|part| {
                part.1.map(|at| task.objects.find(atom.arguments[at].text)) == key.map(Some)
            })
        };
        let facts = problem.init.iter().filter_map(|item| match item {
            Init::Fact(atom) => Some(atom).filter(|atom| is_own(atom)),
            _ => None,
        });
        let facts: Vec<&ast::Atom<'_>> = facts.collect();
        let [one, other] = facts[..] else { return None };
        let written =
            |atom: &ast::Atom<'_>| written(atom.name.text, atom.arguments.iter().map(|name| name.text));
        let both = format!("{} and {}", written(one), written(other));
        let schema = &task.schemas[merging.source.schema()?];
        let added = show_atom(task, &merging.atom, &schema.parameters, &[]);
        let fault = codes::W0228
            .at(other.span, format!("{both} hold at the start, where the actions expect one such fact"))
            .label("a second one")
            .second(one.span, "the first")
            .moved_to(1)
            .second_in(
                0,
                merging.atom.span,
                format!("{} adds {added} for one that it deletes, even if it holds already", schema.name),
            );
        Some(fault.help("if they are about one thing, leave only one of them in :init"))
    }
}

/// The ways in which two atoms may be about one thing, or be all that there is of their kind.
fn pairs(new: &Atom, old: &Atom) -> Vec<(Part, Part)> {
    let mut found = Vec::new();
    // A move replaces one argument.
    let differ = new.arguments.iter().zip(&old.arguments).filter(|(one, other)| one != other);
    if new.predicate == old.predicate && differ.count() != 1 {
        return found;
    }
    for (at, term) in new.arguments.iter().enumerate() {
        let places = old.arguments.iter().enumerate().filter(|(_, other)| *other == term);
        let places = places.filter(|(other, _)| new.predicate != old.predicate || *other == at);
        found.extend(places.map(|(other, _)| ((new.predicate, Some(at)), (old.predicate, Some(other)))));
    }
    if new.predicate == old.predicate || new.arguments.is_empty() || old.arguments.is_empty() {
        found.push(((new.predicate, None), (old.predicate, None)));
    }
    found
}

/// A change of the same action that deletes an atom.
fn deleting<'a>(change: &Change<'a>, atom: &'a Atom) -> Change<'a> {
    Change {
        source: change.source,
        atom: Cow::Borrowed(atom),
        adds: false,
        variables: change.variables.clone(),
        literals: change.literals.clone(),
        required: change.required,
        rest: change.rest.clone(),
        cost: change.cost,
        span: None,
    }
}

/// The only argument in which a change's atom differs from another of its predicate, if both are variables of one type.
fn replaced(change: &Change<'_>, old: &Atom) -> Option<usize> {
    let new = &change.atom;
    let mut differ =
        (0..new.arguments.len()).filter(|at| old.arguments.get(*at) != Some(&new.arguments[*at]));
    let at = differ.next().filter(|_| new.predicate == old.predicate && differ.next().is_none())?;
    let types = |term: Term| match term {
        Term::Variable(slot) => change.variables.get(slot as usize).map(|variable| &variable.types),
        Term::Object(_) => None,
    };
    let new_types = types(new.arguments[at])?;
    (types(old.arguments[at]) == Some(new_types)).then_some(at)
}

fn missing_delete(
    model: &Model<'_>,
    at: usize,
    change: &Change<'_>,
    old: &Literal<'_>,
    ever: bool,
) -> Diagnostic {
    let (schema, action) = (&model.task.schemas[at], &model.domain.actions[at]);
    let [before, new] =
        [old.atom, &*change.atom].map(|atom| show_atom(model.task, atom, &schema.parameters, &[]));
    let how =
        if ever { "not deleted: no other action leaves two such facts" } else { "no action deletes one" };
    let fault = codes::W0220
        .at(change.atom.span, format!("{} adds {new}, and {before} stays true beside it", schema.name))
        .label("holds from now on, along with the old one")
        .second(old.atom.span, format!("asked for, and {how}"))
        .help(format!("is a (not {before}) missing?"));
    let (start, end) = (Span::at(change.atom.span.start), Span::at(change.atom.span.end));
    if matches!(&action.effect, Some(effect) if matches!(effect.kind, ast::EffectKind::And(_))) {
        fault.edit(end, format!(" (not {before})"))
    } else {
        fault.edit(start, "(and ").edit(end, format!(" (not {before}))"))
    }
}

/// Whether a fact is asked for that excludes the one that is added, or it is asked not to hold.
fn is_new(change: &Change<'_>, valid: &BTreeSet<Vec<Part>>) -> bool {
    let about = |parts: &[Part], atom: &Atom| {
        let part = parts.iter().find(|part| part.0 == atom.predicate)?;
        Some(part.1.map(|at| atom.arguments[at]))
    };
    change.literals.iter().any(|one| {
        if !one.positive {
            return one.is_of(&change.atom);
        }
        valid
            .iter()
            .any(|parts| about(parts, one.atom).is_some_and(|key| about(parts, &change.atom) == Some(key)))
    })
}
