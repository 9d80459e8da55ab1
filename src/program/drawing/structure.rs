//! What of a task can be drawn: which predicates give things a place, which of them stack things, what joins places.
//!
//! In: a task. Out: a [`Structure`]. A predicate gives a thing a place if an invariant says that the thing has only
//! one: of `(at ball room)` and `(holds hand ball)`, at most one holds of a ball. An invariant can often be read from
//! two sides, since a hand, too, holds only one ball. The thing is what moves alone: the side of which actions change
//! fewer things, then the one with fewer facts that name no place. It must not look at names.

use std::collections::BTreeSet;

use crate::planning::why::{Group, invariants};
use crate::text::task::{Condition, ObjectId, PredicateId, Schema, Task, Term};

/// How a predicate places a thing: the positions of the thing and of its place. A thing without an object is named
/// after the predicate, and so is a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    pub thing: Option<usize>,
    pub place: Option<usize>,
}

/// What a fact says in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Where something is.
    Places(Placement),
    /// Something about the object at this position.
    Tells(usize),
    /// What other facts tell anyway, or what never changes.
    Nothing,
    /// Anything else.
    Other,
}

/// What can be drawn of a task.
pub(super) struct Structure {
    /// By predicate.
    pub roles: Vec<Role>,
    /// Predicates that put a thing on another of its kind, at most one on each.
    pub stacks: Vec<bool>,
    /// Predicates whose facts never change.
    pub fixed: Vec<PredicateId>,
    /// Whether a predicate tells something about an object of each kind.
    pub kinds: Vec<usize>,
}

/// A set of predicates of which one fact holds for each thing, as positions of the thing.
struct Candidate {
    parts: Vec<(PredicateId, Option<usize>)>,
    things: Vec<Option<ObjectId>>,
}

impl Structure {
    pub(super) fn of(task: &Task) -> Self {
        let count = task.predicates.len();
        let changing: BTreeSet<PredicateId> =
            task.schemas.iter().flat_map(Schema::changes).map(|(atom, _)| atom.predicate).collect();
        let is_derived = |predicate: PredicateId| task.predicate_info[predicate.index()].layer.is_some();
        let fixed: Vec<PredicateId> = task
            .predicates
            .ids()
            .filter(|predicate| !changing.contains(predicate) && !is_derived(*predicate))
            .collect();
        let arity = |predicate: PredicateId| task.predicate_info[predicate.index()].parameters.len();
        let groups = invariants(task);
        let mut roles: Vec<Option<Role>> = vec![None; count];
        for predicate in &fixed {
            roles[predicate.index()] = Some(Role::Nothing);
        }
        let candidates = candidates(task, &groups);
        // Things with an object, then those without.
        let mut known_things: BTreeSet<ObjectId> = BTreeSet::new();
        for candidate in candidates.iter().filter(|one| one.parts[0].1.is_some()) {
            let role = |(predicate, thing): &(PredicateId, Option<usize>)| {
                let place = (0..arity(*predicate)).find(|at| Some(*at) != *thing);
                Role::Places(Placement { thing: *thing, place })
            };
            let fits = |part: &(PredicateId, Option<usize>)| {
                roles[part.0.index()].is_none_or(|known| known == role(part))
            };
            let has_place = candidate.parts.iter().any(|part| arity(part.0) > 1);
            if !has_place || !candidate.parts.iter().all(fits) {
                continue;
            }
            let things: Vec<ObjectId> = candidate.things.iter().copied().flatten().collect();
            let is_new = |part: &&(PredicateId, Option<usize>)| roles[part.0.index()].is_none();
            let fresh: Vec<_> = candidate.parts.iter().filter(is_new).copied().collect();
            // Of what has a place already, a second one is a property, such as how much fuel is left.
            let is_property =
                fresh.len() == candidate.parts.len() && things.iter().any(|one| known_things.contains(one));
            for part in fresh {
                roles[part.0.index()] = Some(match part.1.filter(|_| is_property) {
                    Some(at) => Role::Tells(at),
                    None => role(&part),
                });
            }
            known_things.extend(things);
        }
        let places = |roles: &[Option<Role>], predicate: PredicateId| {
            matches!(roles[predicate.index()], Some(Role::Places(_)))
        };
        // Whether of each fact, all others that exclude it are drawn.
        let is_implied = |roles: &[Option<Role>], predicate: PredicateId| {
            groups.iter().any(|(parts, _)| {
                let others = || parts.iter().filter(|part| part.0 != predicate);
                parts.len() > 1
                    && parts.iter().any(|part| part.0 == predicate)
                    && others().all(|part| places(roles, part.0))
            })
        };
        for candidate in candidates.iter().filter(|one| one.parts[0].1.is_none()) {
            let is_free = |part: &(PredicateId, Option<usize>)| {
                roles[part.0.index()].is_none() && arity(part.0) == 1 && !is_implied(&roles, part.0)
            };
            if candidate.parts.iter().all(is_free) {
                for (predicate, _) in &candidate.parts {
                    let placement = Placement { thing: None, place: Some(0) };
                    roles[predicate.index()] = Some(Role::Places(placement));
                }
            }
        }
        let implied: Vec<bool> = task.predicates.ids().map(|one| is_implied(&roles, one)).collect();
        let roles: Vec<Role> = task
            .predicates
            .ids()
            .map(|predicate| match (roles[predicate.index()], arity(predicate)) {
                (Some(role), _) => role,
                (None, _) if implied[predicate.index()] => Role::Nothing,
                (None, 1) => Role::Tells(0),
                (None, _) => Role::Other,
            })
            .collect();
        let stacks =
            task.predicates.ids().map(|one| stacks(task, &groups, one, roles[one.index()])).collect();
        let kinds = kinds(task, &fixed);
        Self { roles, stacks, fixed, kinds }
    }

    /// How wide a thing is beside others that lie on one another: how many may lie on it, as conditions that never
    /// change say.
    pub(super) fn bearers(&self, task: &Task) -> Vec<usize> {
        let mut found = vec![BTreeSet::new(); task.objects.len()];
        for schema in task.schemas.iter() {
            for (atom, _) in schema.changes().iter().filter(|(_, adds)| *adds) {
                let Role::Places(Placement { thing: Some(thing), place: Some(place) }) =
                    self.roles[atom.predicate.index()]
                else {
                    continue;
                };
                if !self.stacks[atom.predicate.index()] {
                    continue;
                }
                let (upper, lower) = (atom.arguments[thing], atom.arguments[place]);
                for asked in required(&schema.precondition) {
                    let at = |term: Term| asked.arguments.iter().position(|one| *one == term);
                    let (Some(upper), Some(lower)) = (at(upper), at(lower)) else { continue };
                    if self.fixed.contains(&asked.predicate) {
                        let facts = task.init.iter().filter(|(predicate, _)| *predicate == asked.predicate);
                        for (_, row) in facts {
                            found[row[lower].index()].insert(row[upper]);
                        }
                    }
                }
            }
        }
        found.into_iter().map(|upper| upper.len()).collect()
    }
}

/// The atoms that a condition asks for.
fn required(condition: &Condition) -> Vec<&crate::text::task::Atom> {
    match condition {
        Condition::Atom(atom) => vec![atom],
        Condition::And(parts) => parts.iter().flat_map(required).collect(),
        _ => Vec::new(),
    }
}

/// The invariants with the things that have them, the most telling first.
fn candidates(task: &Task, groups: &[Group]) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (parts, thing) in groups {
        match found.iter_mut().find(|one| one.parts == *parts) {
            Some(one) => one.things.push(*thing),
            None => found.push(Candidate { parts: parts.clone(), things: vec![*thing] }),
        }
    }
    let key = |candidate: &Candidate| {
        let (mut moved, mut actions) = (0, 0);
        for schema in task.schemas.iter() {
            let mut things: Vec<Option<Term>> = Vec::new();
            for (atom, _) in schema.changes() {
                let part = candidate.parts.iter().find(|part| part.0 == atom.predicate);
                things.extend(part.map(|part| part.1.map(|at| atom.arguments[at])));
            }
            actions += usize::from(!things.is_empty());
            moved += things.iter().enumerate().filter(|(at, one)| !things[..*at].contains(one)).count();
        }
        let is_single = |part: &&(PredicateId, Option<usize>)| {
            task.predicate_info[part.0.index()].parameters.len() == usize::from(part.1.is_some())
        };
        let single = candidate.parts.iter().filter(is_single).count();
        let holds = |predicate: PredicateId| candidate.parts.iter().any(|part| part.0 == predicate);
        let facts = task.init.iter().filter(|(predicate, _)| holds(*predicate)).count();
        let positions: usize = candidate.parts.iter().filter_map(|part| part.1).sum();
        // Things moved by an action, in hundredths.
        (moved * 100 / actions.max(1), single, usize::MAX - facts, positions, candidate.parts.clone())
    };
    found.sort_by_cached_key(key);
    found
}

/// Whether a predicate puts one thing at most on another that is a thing as well.
fn stacks(task: &Task, groups: &[Group], predicate: PredicateId, role: Role) -> bool {
    let Role::Places(Placement { thing: Some(thing), place: Some(place) }) = role else { return false };
    let parameters = &task.predicate_info[predicate.index()].parameters;
    let meets = task
        .objects_of(&parameters[thing])
        .any(|object| task.types.fits(&task.object_types[object.index()], &parameters[place]));
    let holds_one = |group: &&Group| group.0.contains(&(predicate, Some(place)));
    meets && groups.iter().any(|group| holds_one(&group))
}

/// Numbers for objects: the same for those of the same types of which the same facts with one argument never change.
fn kinds(task: &Task, fixed: &[PredicateId]) -> Vec<usize> {
    let mut signs = vec![Vec::new(); task.objects.len()];
    for (predicate, row) in task.init.iter() {
        if row.len() == 1 && fixed.contains(&predicate) {
            signs[row[0].index()].push(predicate);
        }
    }
    let mut known: Vec<(Vec<crate::text::task::TypeId>, Vec<PredicateId>)> = Vec::new();
    let mut out = Vec::new();
    for object in task.objects.ids() {
        let mut sign = std::mem::take(&mut signs[object.index()]);
        sign.sort_unstable();
        let kind = (task.object_types[object.index()].clone(), sign);
        let number = known.iter().position(|one| *one == kind).unwrap_or_else(|| {
            known.push(kind);
            known.len() - 1
        });
        out.push(number);
    }
    out
}
