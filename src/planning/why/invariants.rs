//! Invariants: of some facts about one object, at most one holds, since no action adds one without deleting one
//! (Helmert 2009). A robot is at one place; a box is in a hand or on a shelf.
//!
//! In: a task. Out: which of its facts exclude each other, object by object. What a change takes from them is what it
//! gives up.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::literal::{Change, Literal, Pattern, list};
use crate::base::limits::Limits;
use crate::text::plan::{Plan, Replay};
use crate::text::task::{Atom, ObjectId, PredicateId, Task, Term};

/// Facts of a predicate about the object at a position, or all of them.
pub(crate) type Part = (PredicateId, Option<usize>);

/// Facts of some predicates about one object.
pub(crate) type Group = (Vec<Part>, Option<ObjectId>);

/// At most this many sets of predicates are looked at for one of them.
const MOST: usize = 40;

/// The groups of facts of which exactly one holds initially and at most one ever does.
pub(super) struct Invariants(FxHashSet<Group>);

impl Invariants {
    /// Those of a task, whose changes are given.
    pub(super) fn of(task: &Task, changes: &[Change<'_>]) -> Self {
        let mut found: BTreeSet<Vec<Part>> = BTreeSet::new();
        for predicate in task.predicates.ids().filter(|one| task.predicate_info[one.index()].layer.is_none())
        {
            let arity = task.predicate_info[predicate.index()].parameters.len();
            for key in (0..arity).map(Some).chain([None]) {
                let mut open = vec![vec![(predicate, key)]];
                for at in 0..MOST {
                    let Some(parts) = open.get(at).cloned() else { break };
                    match unbalanced(task, &parts, changes) {
                        None => drop(found.insert(parts)),
                        Some(more) => {
                            for part in more {
                                let mut wider = [&parts[..], &[part]].concat();
                                wider.sort_unstable();
                                if !open.contains(&wider) {
                                    open.push(wider);
                                }
                            }
                        }
                    }
                }
            }
        }
        let mut groups = FxHashSet::default();
        for parts in found {
            // Of a fact about one thing alone, at most one holds anyway.
            let is_single = |(predicate, key): &Part| {
                task.predicate_info[predicate.index()].parameters.len() == usize::from(key.is_some())
            };
            // What nothing adds is no more than it was.
            let is_added =
                changes.iter().any(|one| !one.is_asked() && parts.iter().any(|part| one.is(true, part.0)));
            // Facts of several predicates about whatever things happen to be so few; a hand may be empty.
            let is_plain =
                |(predicate, _): &Part| task.predicate_info[predicate.index()].parameters.is_empty();
            let is_chance =
                parts.len() > 1 && parts.iter().all(|part| part.1.is_none()) && !parts.iter().any(is_plain);
            if !is_added || is_chance || parts.len() == 1 && is_single(&parts[0]) {
                continue;
            }
            let mut keys: Vec<Option<ObjectId>> = Vec::new();
            for (predicate, row) in task.init.iter() {
                let own = parts.iter().filter(|part| part.0 == predicate);
                keys.extend(own.map(|part| part.1.map(|at| row[at])));
            }
            keys.sort_unstable();
            for key in keys.chunk_by(PartialEq::eq).filter(|same| same.len() == 1) {
                groups.insert((parts.clone(), key[0]));
            }
        }
        Self(groups)
    }

    /// The groups in order.
    pub(super) fn sorted(self) -> Vec<Group> {
        let mut groups: Vec<Group> = self.0.into_iter().collect();
        groups.sort_unstable();
        groups
    }

    /// The groups that are lost in a changed task, and how many are gained.
    pub(super) fn compared(&self, after: &Self) -> (Vec<&Group>, usize) {
        let holds = |all: &Self, (parts, key): &Group| {
            let covers = |other: &&Group| other.1 == *key && parts.iter().all(|part| other.0.contains(part));
            all.0.contains(&(parts.clone(), *key)) || all.0.iter().any(|other| covers(&other))
        };
        let mut lost: Vec<&Group> = self.0.iter().filter(|one| !holds(after, one)).collect();
        lost.sort_unstable();
        let gained = after.0.iter().filter(|one| !holds(self, one)).count();
        (lost, gained)
    }

    /// Whether a plan of a task leads to a state with two facts of a group.
    pub(super) fn is_broken(task: &Task, plan: &Plan, (parts, key): &Group, limits: &Limits) -> bool {
        let mut replay = Replay::new(task, limits.clone());
        (0..plan.steps.len()).any(|step| {
            let is_made = replay.traced(plan, step).is_ok();
            let held = parts.iter().map(|(predicate, at)| {
                let rows = replay.atoms(*predicate).into_iter();
                rows.filter(|row| at.is_none_or(|at| Some(row[at]) == *key)).count()
            });
            is_made && held.sum::<usize>() > 1
        })
    }

    /// A group in words: at most one of some facts holds.
    pub(super) fn show(task: &Task, (parts, key): &Group) -> String {
        let fact = |(predicate, at): &Part| {
            let mut pattern = Pattern::any(task, *predicate);
            if let Some(at) = at {
                pattern.arguments[*at] = *key;
            }
            pattern.show(task)
        };
        let facts: Vec<String> = parts.iter().map(fact).collect();
        format!("at most one {} holds at a time", list(&facts, "or"))
    }
}

/// The object that an atom is about, if any, as a member of a group.
fn key(part: Part, atom: &Atom) -> Option<Vec<Term>> {
    (part.0 == atom.predicate).then(|| part.1.map(|at| atom.arguments[at]).into_iter().collect())
}

/// If some change adds a fact and none of the same action takes one away, what would also have to be counted.
pub(super) fn unbalanced(task: &Task, parts: &[Part], changes: &[Change<'_>]) -> Option<Vec<Part>> {
    for own in changes.chunk_by(|one, other| one.source == other.source) {
        let Some(schema) = own[0].source.schema() else { continue };
        let outer = task.schemas[schema].parameters.len();
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
            let taken = own
                .iter()
                .enumerate()
                .filter(|(at, one)| !one.adds && one.is_asked() && goes_along(one) && !used.contains(at));
            if is_heavy {
                return Some(Vec::new());
            }
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
