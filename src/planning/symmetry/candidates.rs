//! Objects that may be alike: those that occur in the same positions of facts.
//!
//! In: a task. Out: its objects with their positions, those with the same positions side by side;
//! [`Classes`](super::Classes) and [`Fold`](super::Fold) each prove what they need about them.

use crate::strips::{FactId, FactName, Lists, Task};
use banto_base::limits::{Limits, Stop};
use banto_text::task::{ObjectId, PredicateId};

/// An object that facts name.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Where facts name it: predicates, positions, and whether it is a goal; each once.
    pub(super) places: Vec<(PredicateId, usize, bool)>,
    /// By fact, with its [`kind`].
    pub(super) occurrences: Vec<(PredicateId, usize, bool, u8)>,
    pub(super) object: ObjectId,
}

/// The kind of a fact besides its atom: 0 among others, 1 next to its negation, 2 the negation.
pub(super) fn kind(task: &Task, fact: FactId) -> u8 {
    let last = task.variables()[task.variable_of(fact).index()].last();
    match (task.name(fact), task.name(last)) {
        (FactName::Not(_), _) => 2,
        (_, FactName::Not(_)) => 1,
        _ => 0,
    }
}

/// For each object, the facts that name it, ascending.
pub(super) fn facts_of_objects(task: &Task, limits: &Limits) -> Result<Lists, Stop> {
    let mut pairs: Vec<(usize, usize)> = Vec::with_capacity(task.fact_count());
    let mut owners = 0;
    for fact in (0..task.fact_count()).map(FactId::from) {
        let Some((_, objects)) = task.atom_of(fact) else { continue };
        limits.check_reserve(&pairs, objects.len())?;
        for (at, object) in objects.iter().enumerate() {
            if !objects[..at].contains(object) {
                pairs.push((object.index(), fact.index()));
                owners = owners.max(object.index() + 1);
            }
        }
    }
    Ok(Lists::new(owners, pairs.iter().copied()))
}

/// The objects that facts name.
pub(super) fn candidates(task: &Task, facts_of: &Lists, limits: &Limits) -> Result<Vec<Candidate>, Stop> {
    let mut is_goal = vec![false; task.fact_count()];
    task.goal().iter().for_each(|fact| is_goal[fact.index()] = true);
    let mut found = Vec::new();
    for object in (0..facts_of.owners()).map(ObjectId::from) {
        limits.check()?;
        let occurrence = |fact: &u32| {
            let fact = FactId::from(*fact);
            let (predicate, objects) = task.atom_of(fact).expect("it names an object");
            let place = objects.iter().position(|one| *one == object).expect("this one");
            (predicate, place, is_goal[fact.index()], kind(task, fact))
        };
        let mut occurrences: Vec<_> = facts_of.of(object.index()).iter().map(occurrence).collect();
        occurrences.sort_unstable();
        let mut places: Vec<_> = occurrences.iter().map(|(of, at, goal, _)| (*of, *at, *goal)).collect();
        places.dedup();
        if !places.is_empty() {
            found.push(Candidate { places, occurrences, object });
        }
    }
    found.sort_unstable();
    Ok(found)
}
