//! What a change to a model does to its invariants: what it takes from them is what it gives up.
//!
//! In: the invariants of two tasks, and a plan. Out: those that are lost; whether the plan breaks one; words.

use super::literal::{Change, Pattern, list};
use banto_base::limits::Limits;
use banto_text::plan::{Plan, Replay};
pub(crate) use banto_text::task::invariants::{Group, Invariants, Part};
use banto_text::task::{PredicateId, Task};

/// The groups that are lost in a changed task, and those that are gained.
pub(crate) fn lost_and_gained<'s>(
    before: &'s Invariants,
    after: &'s Invariants,
) -> (Vec<&'s Group>, Vec<&'s Group>) {
    let holds = |all: &Invariants, (parts, key): &Group| {
        let covers = |other: &&Group| other.1 == *key && parts.iter().all(|part| other.0.contains(part));
        all.0.contains(&(parts.clone(), *key)) || all.0.iter().any(|other| covers(&other))
    };
    let mut lost: Vec<&Group> = before.0.iter().filter(|one| !holds(after, one)).collect();
    lost.sort_unstable();
    let gained = after.0.iter().filter(|one| !holds(before, one)).collect();
    (lost, gained)
}

/// The first group that has two facts.
pub(crate) fn of_both<'s>(all: &'s Invariants, facts: [&Pattern; 2]) -> Option<&'s Group> {
    let is_in = |(parts, key): &Group, fact: &Pattern| {
        let is_part =
            |part: &Part| part.0 == fact.predicate && part.1.is_none_or(|at| fact.arguments[at] == *key);
        fact.positive && parts.iter().any(is_part)
    };
    let both = |group: &&Group| facts.iter().all(|fact| is_in(group, fact));
    // What is said of one object says more than what is said of all.
    all.0.iter().filter(both).min_by_key(|group| (group.1.is_none(), *group))
}

/// Whether something makes facts of each part of a group. Else things only go one way in it, and are used up.
pub(crate) fn is_renewed(changes: &[Change<'_>], (parts, _): &Group) -> bool {
    let is_made = |of: PredicateId| changes.iter().any(|one| one.is(true, of) && !one.is_asked());
    parts.iter().all(|part| is_made(part.0))
}

/// Whether a plan of a task leads to a state with two facts of a group.
pub(crate) fn is_broken(task: &Task, plan: &Plan, (parts, key): &Group, limits: &Limits) -> bool {
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
pub(crate) fn show(task: &Task, (parts, key): &Group) -> String {
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
