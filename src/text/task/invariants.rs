//! Invariants: of some facts about one object, at most one holds, since no action adds one without deleting one
//! (Helmert 2009). A robot is at one place; a box is in a hand or on a shelf.
//!
//! In: a task. Out: which of its facts exclude each other, object by object. Nothing is grounded: warnings and
//! explanations are of models that may be too large for that, and name predicates. What serves the search is found over
//! ground operators, which tell more, in `ground::invariant`.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::changes::{Change, Literal, changes};
use super::{Atom, ObjectId, PredicateId, Task, Term};

/// Facts of a predicate about the object at a position, or all of them.
pub type Part = (PredicateId, Option<usize>);

/// Facts of some predicates about one object.
pub type Group = (Vec<Part>, Option<ObjectId>);

/// At most this many sets of predicates are looked at for one of them.
const MOST: usize = 40;

/// The groups of facts of which exactly one holds initially and at most one ever does.
pub struct Invariants(pub FxHashSet<Group>);

impl Invariants {
    /// Those of a task, whose changes are given.
    pub fn of(task: &Task, changes: &[Change<'_>]) -> Self {
        let mut groups = FxHashSet::default();
        for parts in balanced(task, changes) {
            for key in keys(task, &parts).chunk_by(PartialEq::eq).filter(|same| same.len() == 1) {
                groups.insert((parts.clone(), key[0]));
            }
        }
        Self(groups)
    }

    pub(crate) fn sorted(self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.0.into_iter().collect();
        groups.sort_unstable();
        groups
    }
}

/// The object that an atom is about, if any, as a member of a group.
fn key(part: Part, atom: &Atom) -> Option<Vec<Term>> {
    (part.0 == atom.predicate).then(|| part.1.map(|at| atom.arguments[at]).into_iter().collect())
}

/// Invariants that all actions keep: of each group of facts, at most one holds at a time, and one holds initially.
pub fn invariants(task: &Task) -> Vec<Group> {
    Invariants::of(task, &changes(task)).sorted()
}

/// Sets of facts about one object of which no action makes more hold, for any object, by predicates and positions.
pub(crate) fn balanced(task: &Task, changes: &[Change<'_>]) -> BTreeSet<Vec<Part>> {
    let mut found: BTreeSet<Vec<Part>> = BTreeSet::new();
    for predicate in task.predicates.ids().filter(|one| task.predicate_info[one.index()].layer.is_none()) {
        let arity = task.predicate_info[predicate.index()].parameters.len();
        for key in (0..arity).map(Some).chain([None]) {
            found.extend(widened(task, vec![(predicate, key)], changes, None, &|_| true));
        }
    }
    // Of a fact about one thing alone, at most one holds anyway.
    let is_single = |(predicate, key): &Part| {
        task.predicate_info[predicate.index()].parameters.len() == usize::from(key.is_some())
    };
    // What nothing adds is no more than it was.
    let is_added = |parts: &[Part]| {
        changes.iter().any(|one| !one.is_asked() && parts.iter().any(|part| one.is(true, part.0)))
    };
    // Facts of several predicates about whatever things happen to be so few; a hand may be empty.
    let is_plain = |(predicate, _): &Part| task.predicate_info[predicate.index()].parameters.is_empty();
    let is_chance = |parts: &[Part]| {
        parts.len() > 1 && parts.iter().all(|part| part.1.is_none()) && !parts.iter().any(is_plain)
    };
    found.retain(|parts| is_added(parts) && !is_chance(parts) && !(parts.len() == 1 && is_single(&parts[0])));
    found
}

/// A set of predicates, with what else has to be counted for no action to make more of them hold; with one more change,
/// as if it were there. Sets that are not kept are not looked at.
pub(crate) fn widened(
    task: &Task,
    parts: Vec<Part>,
    changes: &[Change<'_>],
    more: Option<&Change<'_>>,
    is_kept: &dyn Fn(&[Part]) -> bool,
) -> Vec<Vec<Part>> {
    let (mut open, mut found) = (vec![parts], Vec::new());
    for at in 0..MOST {
        let Some(parts) = open.get(at).cloned() else { break };
        if !is_kept(&parts) {
            continue;
        }
        match unbalanced(task, &parts, changes, more) {
            None => found.push(parts),
            Some(others) => {
                for part in others {
                    let mut wider = [&parts[..], &[part]].concat();
                    wider.sort_unstable();
                    if !open.contains(&wider) {
                        open.push(wider);
                    }
                }
            }
        }
    }
    found
}

/// Whether every action takes as many facts of a set from each object as it adds; with one more change.
pub fn is_conserved(task: &Task, parts: &[Part], changes: &[Change<'_>], more: Option<&Change<'_>>) -> bool {
    changes.chunk_by(|one, other| one.source == other.source).all(|own| {
        let Some(schema) = own[0].source.schema() else { return true };
        let outer = task.schemas[schema].parameters.len();
        let more = more.filter(|one| one.source == own[0].source);
        let mut sums: Vec<(Vec<Term>, isize)> = Vec::new();
        for change in own.iter().chain(more) {
            let Some(about) = parts.iter().find_map(|part| key(*part, &change.atom)) else { continue };
            let is_bound = |term: &Term| matches!(term, Term::Variable(slot) if *slot as usize >= outer);
            if change.adds == change.is_asked() || change.atom.arguments.iter().any(is_bound) {
                return false;
            }
            let sign = if change.adds { 1 } else { -1 };
            match sums.iter_mut().find(|sum| sum.0 == about) {
                Some(sum) => sum.1 += sign,
                None => sums.push((about, sign)),
            }
        }
        sums.iter().all(|sum| sum.1 == 0)
    })
}

/// The objects that the initial facts of a set are about, in order, once for each fact.
pub(crate) fn keys(task: &Task, parts: &[Part]) -> Vec<Option<ObjectId>> {
    let own = |(predicate, row): (PredicateId, &[ObjectId])| {
        let part = parts.iter().find(|part| part.0 == predicate)?;
        Some(part.1.map(|at| row[at]))
    };
    let mut keys: Vec<Option<ObjectId>> = task.init.iter().filter_map(own).collect();
    keys.sort_unstable();
    keys
}

/// Whether two atoms of an action can be the same fact, as far as their objects say.
fn may_be_one(one: &Atom, other: &Atom) -> bool {
    let mut pairs = one.arguments.iter().zip(&other.arguments);
    one.predicate == other.predicate
        && pairs.all(|pair| match pair {
            (Term::Object(one), Term::Object(other)) => one == other,
            _ => true,
        })
}

/// If some change adds a fact and none of the same action takes one away, what would also have to be counted.
pub(crate) fn unbalanced(
    task: &Task,
    parts: &[Part],
    changes: &[Change<'_>],
    more: Option<&Change<'_>>,
) -> Option<Vec<Part>> {
    for own in changes.chunk_by(|one, other| one.source == other.source) {
        let Some(schema) = own[0].source.schema() else { continue };
        let outer = task.schemas[schema].parameters.len();
        let more = more.filter(|one| one.source == own[0].source);
        let keyed = |change: &Change<'_>| parts.iter().find_map(|part| key(*part, &change.atom));
        let mut used: Vec<usize> = Vec::new();
        for change in own.iter().filter(|one| one.adds) {
            let Some(about) = keyed(change) else { continue };
            // One step of a quantified effect adds several.
            let is_heavy = change.atom.arguments.iter().any(|term| {
                matches!(term, Term::Variable(slot) if *slot as usize >= outer) && !about.contains(term)
            });
            // What is taken away only under a condition of its own may stay.
            let goes_along = |one: &Change<'_>| {
                let mut guards = one.literals[one.required..].iter();
                let is_among = |guard: &Literal<'_>| {
                    change.literals.iter().any(|own| own.positive == guard.positive && own.is_of(guard.atom))
                };
                guards.all(is_among) && one.rest.len() <= change.rest.len()
            };
            // What the action adds although it is there stays there, also if it may be what is taken away.
            let stays = |one: &Change<'_>| {
                own.iter().any(|other| other.adds && other.is_asked() && may_be_one(&one.atom, &other.atom))
            };
            let taken = own.iter().chain(more).enumerate().filter(|(at, one)| {
                !one.adds && one.is_asked() && goes_along(one) && !used.contains(at) && !stays(one)
            });
            if is_heavy {
                return Some(Vec::new());
            }
            // Two facts about the same that are taken away may be one.
            let is_new = |(_, one): &(usize, &Change<'_>)| {
                let mut before = used.iter().filter_map(|at| own.iter().chain(more).nth(*at));
                !before.any(|other| keyed(one) == keyed(other) && may_be_one(&one.atom, &other.atom))
            };
            let taken = taken.filter(is_new);
            // What is there already is not added.
            if change.is_asked() {
                continue;
            }
            match taken.clone().find(|(_, one)| keyed(one) == Some(about.clone())) {
                Some((at, _)) => used.push(at),
                None => {
                    let more =
                        taken.filter(|(_, one)| !parts.iter().any(|part| part.0 == one.atom.predicate));
                    return Some(
                        more.flat_map(|(_, one)| match about[..] {
                            [] => vec![(one.atom.predicate, None)],
                            [term, ..] => {
                                let places = one.atom.arguments.iter().enumerate();
                                let places = places.filter(|(_, other)| **other == term);
                                places.map(|(at, _)| (one.atom.predicate, Some(at))).collect()
                            }
                        })
                        .collect(),
                    );
                }
            }
        }
    }
    None
}
