//! Lints: facts that look like positions, and that an action adds without deleting the old one, so that what moves is
//! in several places at once.

use rustc_hash::FxHashSet;

use super::balance::{shown, with_delete};
use super::{Model, changing, literals, same};
use crate::pddl::ast;
use crate::task::{Atom, Condition, Effect, ObjectId, PredicateId, Schema, Task, Term};
use banto_base::source::{Diagnostic, codes};

/// An action replaces one argument of an atom by another, as a move does, and does not delete the old one; each thing
/// starts with one such fact; and the domain treats such facts as places: all others that add one take something away
/// of the same thing; or no action deletes any, and a condition asks that one does not hold, or other things come and
/// go there, or each thing starts with exactly one and whatever adds one asks for another that nothing else relates to
/// it, or there is one fact at the start and nothing asks for two. What is only ever added otherwise may be meant to
/// spread, as copies and rumours do.
pub(super) fn positions(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    let deleted = changing(task, false);
    let is_derived = |predicate: PredicateId| task.predicate_info[predicate.index()].layer.is_some();
    let mut done: FxHashSet<PredicateId> = task.predicates.ids().filter(|one| is_derived(*one)).collect();
    for (schema, action) in task.schemas.iter().zip(&model.domain.actions) {
        let mut asked = Vec::new();
        literals(&schema.precondition, &mut asked);
        for effect in &schema.effects {
            let Effect::Add(added) = effect else { continue };
            if done.contains(&added.predicate) || model.limits.check().is_err() {
                continue;
            }
            let moved = asked.iter().find_map(|(atom, positive)| {
                let position = changed(schema, atom, added).filter(|_| *positive)?;
                // `(in ?guest ?club)`, asked not to hold: who is named first joins others, if no action says more.
                let asks_not = |(atom, positive): &(&Atom, bool)| !positive && same(atom, added);
                let joins = position == 0 && added.arguments.len() > 1 && asked.iter().any(asks_not);
                let is_kept = if deleted.contains(&added.predicate) {
                    is_place(task, schema, added, position) && (!joins || adders(task, added.predicate) > 1)
                } else {
                    !joins
                        && (is_denied(task, added.predicate)
                            || is_shared(task, &deleted, added, position)
                            || is_replaced(task, added.predicate, position)
                            || is_where_things_happen(task, added.predicate))
                };
                (is_kept && is_unique(task, added.predicate, position)).then_some(*atom)
            });
            let Some(before) = moved else { continue };
            done.insert(added.predicate);
            let [old, new] = [before, added].map(|atom| shown(task, schema, atom));
            let who = if deleted.contains(&added.predicate) { "never" } else { "no action" };
            let is_alone =
                !matches!(&action.effect, Some(effect) if matches!(effect.kind, ast::EffectKind::And(_)));
            let fault = codes::W0220
                .at(added.span, format!("{} adds a position, {new}, and {who} deletes one", schema.name))
                .label("holds from now on, along with the old one")
                .second(before.span, "the old one stays true")
                .help(format!("is a (not {old}) missing?"));
            out.push(with_delete(fault, added.span, &old, is_alone));
        }
    }
}

/// How many actions add an atom of a predicate.
fn adders(task: &Task, predicate: PredicateId) -> usize {
    let is_added = |(atom, adds): &(&Atom, bool)| *adds && atom.predicate == predicate;
    task.schemas.iter().filter(|schema| schema.changes().iter().any(is_added)).count()
}

/// The only argument in which two atoms differ, if both are parameters of one type; another one is the same.
fn changed(schema: &Schema, before: &Atom, after: &Atom) -> Option<usize> {
    if before.predicate != after.predicate {
        return None;
    }
    let pairs = || before.arguments.iter().zip(&after.arguments);
    let mut differ = pairs().enumerate().filter(|(_, (one, other))| one != other);
    let (position, (from, to)) = differ.next()?;
    let types = |term: &Term| match term {
        Term::Variable(slot) => schema.parameters.get(*slot as usize).map(|parameter| &parameter.types),
        Term::Object(_) => None,
    };
    // What has no name of its own is where the only fact says, as in (at home).
    let moves =
        before.arguments.len() == 1 || pairs().any(|(one, other)| one == other && types(one).is_some());
    let alike = types(from).is_some() && types(from) == types(to);
    (differ.next().is_none() && moves && alike).then_some(position)
}

/// Whether an action leaves the facts of a predicate alone but for what it adds, and every other that adds one takes
/// away what it asks for about the same thing: only this one can make them two.
fn is_place(task: &Task, schema: &Schema, added: &Atom, position: usize) -> bool {
    let is_balanced = |other: &Schema| {
        let mut asked = Vec::new();
        literals(&other.precondition, &mut asked);
        let changes = other.changes();
        changes.iter().filter(|(atom, adds)| *adds && atom.predicate == added.predicate).all(|(atom, _)| {
            let about = |one: &Atom| {
                let keys = atom.arguments.iter().enumerate().filter(|(at, _)| *at != position);
                keys.clone().count() > 0 && keys.into_iter().all(|(_, key)| one.arguments.contains(key))
            };
            let is_taken = |one: &Atom| asked.iter().any(|(other, positive)| *positive && same(other, one));
            changes.iter().any(|(one, adds)| !adds && about(one) && is_taken(one))
        })
    };
    let deletes = |(atom, adds): &(&Atom, bool)| !adds && atom.predicate == added.predicate;
    is_apart(task, added.predicate, position)
        && !schema.changes().iter().any(deletes)
        && task.schemas.iter().all(|other| std::ptr::eq(other, schema) || is_balanced(other))
}

/// Whether the place has another type than the things: what may stand at either end of a relation is no place.
fn is_apart(task: &Task, predicate: PredicateId, position: usize) -> bool {
    let declared = &task.predicate_info[predicate.index()].parameters;
    declared.iter().enumerate().all(|(at, of)| at == position || *of != declared[position])
}

/// Whether every action that adds an atom of a predicate, which none deletes, asks for one of the same thing elsewhere,
/// and each object that may be the thing starts in exactly one place. Where a condition relates the two places, things
/// may be copied along that relation.
fn is_replaced(task: &Task, predicate: PredicateId, position: usize) -> bool {
    let declared = &task.predicate_info[predicate.index()].parameters;
    if declared.len() != 2 || !is_apart(task, predicate, position) {
        return false;
    }
    let moves = |schema: &Schema| {
        let mut asked = Vec::new();
        literals(&schema.precondition, &mut asked);
        let mut added = schema.changes().into_iter().filter(|(atom, _)| atom.predicate == predicate);
        added.all(|(atom, _)| {
            let before = asked
                .iter()
                .find(|(before, positive)| *positive && changed(schema, before, atom) == Some(position));
            before.is_some_and(|(before, _)| {
                let ends = [before, atom].map(|one| one.arguments[position]);
                !asked.iter().any(|(other, _)| ends.iter().all(|end| other.arguments.contains(end)))
            })
        })
    };
    let starts = task.init.iter().filter(|(other, _)| *other == predicate).count();
    starts == task.objects_of(&declared[1 - position]).count() && task.schemas.iter().all(moves)
}

/// Whether a predicate of one argument, which no action deletes, says where somebody without a name is: one fact holds
/// at the start, each action that adds one asks for one, another action changes something at the place that it asks
/// for, and neither an action nor the goal asks for two.
fn is_where_things_happen(task: &Task, predicate: PredicateId) -> bool {
    let is_own = |atom: &Atom| atom.predicate == predicate;
    let asked = |schema: &Schema| {
        let mut all = Vec::new();
        literals(&schema.precondition, &mut all);
        let own = all.into_iter().filter(|(atom, positive)| *positive && is_own(atom));
        own.map(|(atom, _)| atom.arguments[0]).collect::<Vec<Term>>()
    };
    let happens = |schema: &Schema| {
        let at = asked(schema).first().copied();
        let mut others = schema.changes().into_iter().filter(|(atom, _)| !is_own(atom));
        matches!(at, Some(Term::Variable(_)))
            && others.any(|(atom, _)| at.is_some_and(|at| atom.arguments.contains(&at)))
    };
    let adds = |schema: &Schema| schema.changes().iter().any(|(atom, _)| is_own(atom));
    task.predicate_info[predicate.index()].parameters.len() == 1
        && task.init.iter().filter(|(other, _)| *other == predicate).count() == 1
        && task
            .axioms
            .iter()
            .all(|axiom| axiom.condition.literals(true).into_iter().all(|one| !is_own(one.0)))
        && std::iter::once(&task.goal)
            .chain(task.schemas.iter().map(|schema| &schema.precondition))
            .all(|one| one.literals(true).into_iter().filter(|(atom, _)| is_own(atom)).count() < 2)
        && task.schemas.iter().all(|schema| !adds(schema) || asked(schema).len() == 1)
        && task.schemas.iter().any(|schema| !adds(schema) && happens(schema))
}

/// Whether a condition asks that no atom of a predicate hold.
fn is_denied(task: &Task, predicate: PredicateId) -> bool {
    let mut open: Vec<&Condition> = vec![&task.goal];
    open.extend(task.schemas.iter().map(|schema| &schema.precondition));
    open.extend(task.axioms.iter().map(|axiom| &axiom.condition));
    let mut effects: Vec<&Effect> = task.schemas.iter().flat_map(|schema| &schema.effects).collect();
    while let Some(effect) = effects.pop() {
        match effect {
            Effect::When(condition, inner) => {
                open.push(condition);
                effects.extend(inner);
            }
            Effect::Forall(_, inner) => effects.extend(inner),
            Effect::Add(_) | Effect::Delete(_) => {}
        }
    }
    let mut literals = open.into_iter().flat_map(|condition| condition.literals(true));
    literals.any(|(atom, positive)| !positive && atom.predicate == predicate)
}

/// Whether the argument has the type of the place in another predicate, of which actions delete facts: it comes after
/// the thing, no other argument has its type, and each thing starts in one place.
fn is_shared(task: &Task, deleted: &FxHashSet<PredicateId>, added: &Atom, position: usize) -> bool {
    let of = &task.predicate_info[added.predicate.index()].parameters[position];
    deleted.iter().any(|other| {
        let info = &task.predicate_info[other.index()];
        let mut places = (0..info.parameters.len()).filter(|at| info.parameters[*at] == *of);
        let place = places.next().filter(|at| *at > 0 && places.next().is_none() && info.layer.is_none());
        place.is_some_and(|at| is_unique(task, *other, at))
    })
}

/// Whether no two facts of `:init` differ in that argument alone, and there are facts.
fn is_unique(task: &Task, predicate: PredicateId, position: usize) -> bool {
    let mut seen: FxHashSet<Vec<ObjectId>> = FxHashSet::default();
    let facts = task.init.iter().filter(|(other, _)| *other == predicate);
    let mut keys = facts.map(|(_, objects)| {
        let mut key = objects.to_vec();
        key.remove(position);
        key
    });
    keys.all(|key| seen.insert(key)) && !seen.is_empty()
}
