//! Lints: effects that do nothing: an atom that is added and deleted, an effect that holds anyway, an action without
//! effects.

use super::{Model, required, same};
use crate::task::{Atom, Condition, Effect, Schema, Term};
use banto_base::source::{Diagnostic, codes};

pub(super) fn effects(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    for (schema, action) in model.task.schemas.iter().zip(&model.domain.actions) {
        if schema.changes().is_empty() {
            out.push(
                codes::W0218
                    .at(action.name.span, format!("action {} has no effect", schema.name))
                    .label("it changes no fact")
                    .help("is an :effect missing?"),
            );
        }
        both(&schema.name, &schema.effects, out);
        already(schema, out);
    }
}

/// Atoms that are added whenever they are deleted.
fn both(action: &str, effects: &[Effect], out: &mut Vec<Diagnostic>) {
    // Each with its condition. What stands below one condition is compared in its own turn.
    let mut all: Vec<(usize, Option<&Condition>, &Effect)> = Vec::new();
    for (at, effect) in effects.iter().enumerate() {
        match effect {
            Effect::When(condition, inner) => {
                all.extend(inner.iter().map(|one| (at, Some(condition), one)));
                both(action, inner, out);
            }
            Effect::Forall(_, inner) => both(action, inner, out),
            Effect::Add(_) | Effect::Delete(_) => all.push((at, None, effect)),
        }
    }
    for (at, condition, effect) in &all {
        let Effect::Add(added) = effect else { continue };
        let deleted = all.iter().find_map(|(other, of, effect)| match effect {
            Effect::Delete(atom) if same(atom, added) => {
                let is_alike = || at != other && condition.zip(*of).is_some_and(|(one, of)| alike(one, of));
                (condition.is_none() || is_alike()).then_some(atom)
            }
            _ => None,
        });
        if let Some(deleted) = deleted {
            out.push(
                codes::W0216
                    .at(deleted.span, format!("{action} adds and deletes one atom at once"))
                    .label("the delete has no effect: what is added holds afterwards")
                    .second(added.span, "added here")
                    .help("remove one of the two; are variables mixed up?"),
            );
        }
    }
}

/// Whether two conditions are the same conjunction of literals.
fn alike(one: &Condition, other: &Condition) -> bool {
    let [(one, rest), (other, other_rest)] = [one, other].map(required);
    let mut pairs = one.iter().zip(&other);
    rest.is_empty()
        && other_rest.is_empty()
        && one.len() == other.len()
        && pairs.all(|(one, other)| one.positive == other.positive && one.is_of(other.atom))
}

/// Effects that the precondition already ensures. An atom that the action deletes under other names, or for all things,
/// may be added to protect it when both names stand for the same objects.
fn already(schema: &Schema, out: &mut Vec<Diagnostic>) {
    let (asked, _) = required(&schema.precondition);
    let find = |atom: &Atom, positive: bool| {
        asked.iter().find(|one| one.positive == positive && one.is_of(atom)).map(|one| one.atom)
    };
    let all = schema.changes();
    for effect in &schema.effects {
        let (atom, adds) = match effect {
            Effect::Add(atom) => (atom, true),
            Effect::Delete(atom) => (atom, false),
            Effect::Forall(..) | Effect::When(..) => continue,
        };
        let Some(condition) = find(atom, adds).filter(|_| find(atom, !adds).is_none()) else { continue };
        let is_for_all =
            |term: &Term| matches!(term, Term::Variable(slot) if *slot as usize >= schema.parameters.len());
        let is_protected = all.iter().any(|(other, sign)| {
            let mut terms = other.arguments.iter().zip(&atom.arguments);
            *sign != adds
                && other.predicate == atom.predicate
                && (terms.all(|(one, term)| one == term || is_for_all(one)) || find(other, !*sign).is_some())
        });
        if is_protected {
            continue;
        }
        let (verb, state) = if adds { ("adds", "holds") } else { ("deletes", "does not hold") };
        out.push(
            codes::W0217
                .at(atom.span, format!("{} {verb} an atom that {state} anyway", schema.name))
                .label("no effect")
                .second(condition.span, "the precondition ensures it")
                .help("are variables mixed up, or does the condition ask for too much?"),
        );
    }
}
