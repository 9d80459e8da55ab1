//! The structure of a task to be drawn: which predicates give things a place, which of them stack things.
//!
//! In: a task. Out: a [`Structure`]. A predicate gives a thing a place if an invariant says that the thing has only
//! one: of `(at ball room)` and `(holds hand ball)`, at most one holds of a ball. An invariant can often be read from
//! two sides, since a hand, too, holds only one ball. The thing is what moves alone: the side of which actions change
//! fewer things, then the one with fewer facts that name no place. It must not look at names.

use std::collections::{BTreeMap, BTreeSet};

use banto_text::task::changes::changes;
use banto_text::task::invariants::{Group, invariants, is_conserved};
use banto_text::task::{Atom, Condition, ObjectId, PredicateId, Schema, Task, Term, TypeSet, Types};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Where something is: the positions of the thing and of its place. What has no object is named after the
    /// predicate.
    Places(Option<usize>, Option<usize>),
    /// Something about the object at this position.
    Tells(usize),
    /// Facts that others tell anyway, or that never change and tell nothing apart.
    Nothing,
    /// Anything else.
    Other,
}

/// The roles and kinds by which a task is drawn.
pub(super) struct Structure {
    /// By predicate.
    pub roles: Vec<Role>,
    /// Predicates that put a thing on another of its kind, at most one on each.
    pub stacks: Vec<bool>,
    /// By predicate that puts things in no named place: the one, without an object, who has them while they are there.
    pub carriers: Vec<Option<PredicateId>>,
    /// Predicates that put things where another predicate puts them, too.
    pub shared: Vec<bool>,
    /// Predicates whose facts never change.
    pub fixed: Vec<PredicateId>,
    /// A number for each object: the same for those of the same types, or without types, of the same facts.
    pub kinds: Vec<usize>,
}

/// A predicate with the position of the thing.
type Part = (PredicateId, Option<usize>);

impl Structure {
    pub(super) fn of(task: &Task) -> Self {
        let arity = |predicate: PredicateId| task.predicate_info[predicate.index()].parameters.len();
        let changing = task.schemas.iter().flat_map(Schema::changes).map(|(atom, _)| atom.predicate);
        let changing: BTreeSet<PredicateId> = changing.collect();
        let is_fixed =
            |one: &PredicateId| !changing.contains(one) && task.predicate_info[one.index()].layer.is_none();
        let fixed: Vec<PredicateId> = task.predicates.ids().filter(is_fixed).collect();
        let groups = invariants(task);
        let fixed_role = |one: PredicateId| match arity(one) {
            0 => Role::Other,
            1 if tells_apart(task, &fixed, one) => Role::Tells(0),
            _ => Role::Nothing,
        };
        let mut roles: BTreeMap<PredicateId, Role> =
            fixed.iter().map(|one| (*one, fixed_role(*one))).collect();
        let kinds = kinds(task, &fixed);
        let candidates = candidates(task, &groups);
        let mut with_place: BTreeSet<ObjectId> = BTreeSet::new();
        for (parts, things) in candidates.iter().filter(|one| one.0[0].1.is_some()) {
            let role = |(predicate, thing): Part| {
                Role::Places(thing, (0..arity(predicate)).find(|at| Some(*at) != thing))
            };
            let fits = |part: &Part| roles.get(&part.0).is_none_or(|known| *known == role(*part));
            if parts.iter().all(|part| arity(part.0) < 2) || !parts.iter().all(fits) {
                continue;
            }
            // Of what has a place already, a second one is a property, such as how much fuel is left.
            let is_new = parts.iter().all(|part| !roles.contains_key(&part.0));
            let is_property = is_new && things.iter().flatten().any(|one| with_place.contains(one));
            for part in parts {
                let tells = part.1.filter(|_| is_property).map(Role::Tells);
                roles.entry(part.0).or_insert(tells.unwrap_or_else(|| role(*part)));
            }
            with_place.extend(things.iter().flatten());
        }
        // Whether of each fact, all others that exclude it are drawn, and one of them always holds.
        let changes = changes(task);
        let is_total = |parts: &[Part], things: &[Option<ObjectId>]| {
            let own: BTreeSet<ObjectId> = things.iter().flatten().copied().collect();
            let of: BTreeSet<usize> = own.iter().map(|one| kinds[one.index()]).collect();
            task.objects.ids().all(|one| own.contains(&one) || !of.contains(&kinds[one.index()]))
                && is_conserved(task, parts, &changes, None)
        };
        let is_implied = |roles: &BTreeMap<PredicateId, Role>, predicate: PredicateId| {
            let is_drawn =
                |part: &Part| part.0 == predicate || matches!(roles.get(&part.0), Some(Role::Places(..)));
            let excludes = |parts: &[Part]| parts.len() > 1 && parts.iter().any(|part| part.0 == predicate);
            candidates.iter().any(|(parts, things)| {
                excludes(parts) && parts.iter().all(is_drawn) && is_total(parts, things)
            })
        };
        for (parts, _) in candidates.iter().filter(|one| one.0[0].1.is_none()) {
            let is_free = |part: &Part| {
                !roles.contains_key(&part.0) && arity(part.0) == 1 && !is_implied(&roles, part.0)
            };
            if parts.iter().all(is_free) {
                roles.extend(parts.iter().map(|part| (part.0, Role::Places(None, Some(0)))));
            }
        }
        let role = |predicate: PredicateId| match roles.get(&predicate) {
            Some(role) => *role,
            None if is_implied(&roles, predicate) => Role::Nothing,
            None if arity(predicate) == 1 => Role::Tells(0),
            None => Role::Other,
        };
        let mut roles: Vec<Role> = task.predicates.ids().map(role).collect();
        without_places(task, &fixed, &mut roles);
        let roles = roles;
        let is_nowhere = |one: &PredicateId| matches!(roles[one.index()], Role::Places(Some(_), None));
        let carriers =
            task.predicates.ids().map(|one| carrier(task, &roles, one).filter(|_| is_nowhere(&one)));
        let carriers = carriers.collect();
        let stacks = |predicate: PredicateId| {
            let Role::Places(Some(thing), Some(place)) = roles[predicate.index()] else { return false };
            let parameters = &task.predicate_info[predicate.index()].parameters;
            let is_place =
                |one: ObjectId| task.types.fits(&task.object_types[one.index()], &parameters[place]);
            task.objects_of(&parameters[thing]).any(is_place)
                && groups.iter().any(|(parts, _)| parts.contains(&(predicate, Some(place))))
        };
        let stacks = task.predicates.ids().map(stacks).collect();
        let shared = shared(task, &roles);
        Self { roles, stacks, carriers, shared, fixed, kinds }
    }

    /// Where effects put things: objects that no effect moves, and predicates that name no place.
    pub(super) fn destinations(&self, task: &Task) -> (BTreeSet<ObjectId>, BTreeSet<PredicateId>) {
        let (mut places, mut things, mut unnamed) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        for schema in task.schemas.iter() {
            for (atom, _) in schema.changes().iter().filter(|change| change.1) {
                let Role::Places(thing, place) = self.roles[atom.predicate.index()] else { continue };
                let objects = |at: usize| self.values(task, schema, atom.arguments[at]);
                things.extend(thing.into_iter().flat_map(objects));
                places.extend(place.into_iter().flat_map(objects));
                let is_place = place.is_none() && self.carriers[atom.predicate.index()].is_none();
                unnamed.extend(Some(atom.predicate).filter(|_| is_place));
            }
        }
        (places.difference(&things).copied().collect(), unnamed)
    }

    /// The objects that a term of a schema may stand for, as types and conditions on it that never change say.
    fn values(&self, task: &Task, schema: &Schema, term: Term) -> BTreeSet<ObjectId> {
        let parameter = match term {
            Term::Object(object) => return [object].into(),
            Term::Variable(slot) => schema.parameters.get(slot as usize),
        };
        let mut found: BTreeSet<ObjectId> =
            parameter.into_iter().flat_map(|one| task.objects_of(&one.types)).collect();
        for asked in required(&schema.precondition) {
            if asked.arguments == [term] && self.fixed.contains(&asked.predicate) {
                let having = task.init.iter().filter(|fact| fact.0 == asked.predicate).map(|fact| fact.1[0]);
                let having: BTreeSet<ObjectId> = having.collect();
                found.retain(|object| having.contains(object));
            }
        }
        found
    }

    /// Whether what actions do to these things is done where facts of this predicate, which never change, say that
    /// they are: each action that changes something of one asks for its fact, and there is such an action. A map that
    /// shows a room is not in it.
    pub(super) fn is_there(
        &self,
        task: &Task,
        fact: PredicateId,
        at: usize,
        things: &BTreeSet<usize>,
    ) -> bool {
        let mut is_changed = false;
        for schema in task.schemas.iter() {
            let asked = required(&schema.precondition);
            for term in schema.changes().iter().flat_map(|(atom, _)| atom.arguments.iter()) {
                if self.values(task, schema, *term).iter().any(|one| things.contains(&one.index())) {
                    is_changed = true;
                    if !asked.iter().any(|atom| atom.predicate == fact && atom.arguments[at] == *term) {
                        return false;
                    }
                }
            }
        }
        is_changed
    }

    /// How many things may lie on each object, as conditions that never change say.
    pub(super) fn bearers(&self, task: &Task) -> Vec<usize> {
        let mut found = vec![BTreeSet::new(); task.objects.len()];
        for schema in task.schemas.iter() {
            for (atom, adds) in schema.changes() {
                let role = self.roles[atom.predicate.index()];
                let Role::Places(Some(thing), Some(place)) = role else { continue };
                if !adds || !self.stacks[atom.predicate.index()] {
                    continue;
                }
                for asked in required(&schema.precondition) {
                    let at = |term: Term| asked.arguments.iter().position(|one| *one == term);
                    let Some((upper, lower)) = at(atom.arguments[thing]).zip(at(atom.arguments[place]))
                    else {
                        continue;
                    };
                    let is_asked = |fact: &(PredicateId, _)| fact.0 == asked.predicate;
                    for (_, row) in
                        task.init.iter().filter(is_asked).filter(|fact| self.fixed.contains(&fact.0))
                    {
                        found[row[lower].index()].insert(row[upper]);
                    }
                }
            }
        }
        found.into_iter().map(|upper| upper.len()).collect()
    }
}

/// Predicates that put things where another predicate puts them, too, by their types.
fn shared(task: &Task, roles: &[Role]) -> Vec<bool> {
    let ends = task.predicate_info.iter().zip(roles).map(|(info, role)| {
        let Role::Places(Some(thing), Some(place)) = *role else { return None };
        let objects = |at: usize| task.objects_of(&info.parameters[at]).collect::<BTreeSet<_>>();
        Some([thing, place].map(objects))
    });
    let ends: Vec<_> = ends.collect();
    let is_shared = |at: usize| {
        let mut others =
            ends.iter().enumerate().filter(|other| other.0 != at).filter_map(|one| one.1.as_ref());
        let own = ends[at].as_ref();
        own.is_some_and(|own| {
            others.any(|one| own.iter().zip(one).all(|(one, other)| !one.is_disjoint(other)))
        })
    };
    (0..ends.len()).map(is_shared).collect()
}

/// Who has the things of a predicate for a while: the one, without an object, who must be there for each change.
fn carrier(task: &Task, roles: &[Role], predicate: PredicateId) -> Option<PredicateId> {
    let changes = |schema: &Schema| {
        schema
            .changes()
            .iter()
            .filter(|one| one.0.predicate == predicate)
            .map(|one| one.1)
            .collect::<Vec<_>>()
    };
    let changing: Vec<&Schema> = task.schemas.iter().filter(|schema| !changes(schema).is_empty()).collect();
    let is_for_a_while =
        [true, false].iter().all(|adds| changing.iter().any(|one| changes(one).contains(adds)));
    let is_there = |one: &PredicateId| {
        matches!(roles[one.index()], Role::Places(None, Some(_)))
            && changing
                .iter()
                .all(|schema| required(&schema.precondition).iter().any(|atom| atom.predicate == *one))
    };
    task.predicates.ids().find(is_there).filter(|_| is_for_a_while)
}

fn required(condition: &Condition) -> Vec<&Atom> {
    match condition {
        Condition::Atom(atom) => vec![atom],
        Condition::And(parts) => parts.iter().flat_map(required).collect(),
        _ => Vec::new(),
    }
}

/// The invariants with the things that have them, the most telling first.
fn candidates(task: &Task, groups: &[Group]) -> Vec<(Vec<Part>, Vec<Option<ObjectId>>)> {
    let mut found: BTreeMap<&Vec<Part>, Vec<Option<ObjectId>>> = BTreeMap::new();
    groups.iter().for_each(|(parts, thing)| found.entry(parts).or_default().push(*thing));
    let mut found: Vec<_> = found.into_iter().map(|(parts, things)| (parts.clone(), things)).collect();
    let changes: Vec<_> = task.schemas.iter().map(Schema::changes).collect();
    found.sort_by_cached_key(|(parts, _)| {
        let (mut moved, mut actions) = (0, 0);
        for changes in &changes {
            let part = |atom: &Atom| parts.iter().find(|part| part.0 == atom.predicate);
            let things = changes.iter();
            let things = things.filter_map(|(atom, _)| Some(part(atom)?.1.map(|at| atom.arguments[at])));
            let mut known: Vec<Option<Term>> = Vec::new();
            things.for_each(|thing| {
                if !known.contains(&thing) {
                    known.push(thing);
                }
            });
            actions += usize::from(!known.is_empty());
            moved += known.len();
        }
        let is_single = |part: &&Part| {
            task.predicate_info[part.0.index()].parameters.len() == usize::from(part.1.is_some())
        };
        let facts = task.init.iter().filter(|fact| parts.iter().any(|part| part.0 == fact.0)).count();
        let positions: usize = parts.iter().filter_map(|part| part.1).sum();
        // Things moved by an action, in hundredths; of equals, the one with more facts.
        let moved = moved * 100 / actions.max(1);
        (moved, parts.iter().filter(is_single).count(), usize::MAX - facts, positions)
    });
    found
}

/// Where nothing has a place, what is joined is told of.
fn without_places(task: &Task, fixed: &[PredicateId], roles: &mut [Role]) {
    let parameters = |one: PredicateId| &task.predicate_info[one.index()].parameters;
    if !roles.iter().any(|role| matches!(role, Role::Places(..))) {
        let is_join = |one: &&PredicateId| matches!(&parameters(**one)[..], [from, to] if from == to);
        let ends: Vec<_> = fixed.iter().filter(is_join).map(|one| &parameters(*one)[0]).collect();
        for (role, info) in roles.iter_mut().zip(&task.predicate_info) {
            if let (Role::Other, [one, other]) = (&role, &info.parameters[..])
                && one != other
                && let Some(at) = [one, other].iter().position(|types| ends.contains(types))
            {
                *role = Role::Tells(at);
            }
        }
    }
}

/// Whether a fact that never changes tells objects of a type apart. What only stands for a type, does not.
fn tells_apart(task: &Task, fixed: &[PredicateId], predicate: PredicateId) -> bool {
    let having = |predicate: PredicateId| -> BTreeSet<ObjectId> {
        task.init.iter().filter(|fact| fact.0 == predicate).map(|fact| fact.1[0]).collect()
    };
    let own = having(predicate);
    let wider = fixed.iter().filter(|one| task.predicate_info[one.index()].parameters.len() == 1);
    let is_among = || wider.clone().any(|one| own.len() < having(*one).len() && own.is_subset(&having(*one)));
    let types = |one: &ObjectId| &task.object_types[one.index()];
    let with: BTreeSet<&TypeSet> = own.iter().map(types).collect();
    let mut others = task.objects.ids().filter(|one| !own.contains(one) && with.contains(types(one)));
    others.any(|one| *types(&one) != [Types::object()] || is_among())
}

fn kinds(task: &Task, fixed: &[PredicateId]) -> Vec<usize> {
    let mut signs: Vec<BTreeSet<PredicateId>> = vec![BTreeSet::new(); task.objects.len()];
    for (predicate, row) in task.init.iter().filter(|fact| fact.1.len() == 1 && fixed.contains(&fact.0)) {
        // Without types, such facts are used in their place.
        if task.object_types[row[0].index()] == [Types::object()] {
            signs[row[0].index()].insert(predicate);
        }
    }
    let mut known: BTreeMap<(&TypeSet, BTreeSet<PredicateId>), usize> = BTreeMap::new();
    let kinds = task.object_types.iter().zip(signs).map(|kind| {
        let next = known.len();
        *known.entry(kind).or_insert(next)
    });
    kinds.collect()
}
