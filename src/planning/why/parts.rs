//! A condition, or what an action does, as a tree of parts: effects in the form of conditions and back, and a part
//! replaced.
//!
//! In: conditions and effects. Out: the same, changed. Must not: judge what a change is good for.

use banto_text::task::{Atom, Condition, Effect, Variable};

/// Effects as a condition: what they ensure, with `imply` for `when`.
pub(crate) fn as_condition(effects: &[Effect]) -> Condition {
    let one = |effect: &Effect| match effect {
        Effect::Add(atom) => signed(atom.clone(), true),
        Effect::Delete(atom) => signed(atom.clone(), false),
        Effect::Forall(more, inner) => quantified(true, more.clone(), as_condition(inner)),
        Effect::When(guard, inner) => {
            Condition::Imply(Box::new(guard.clone()), Box::new(as_condition(inner)))
        }
    };
    Condition::And(effects.iter().map(one).collect())
}

/// The effects that a condition stands for.
pub(crate) fn as_effects(condition: Condition) -> Vec<Effect> {
    match condition {
        Condition::And(parts) => parts.into_iter().flat_map(as_effects).collect(),
        Condition::Atom(atom) => vec![Effect::Add(atom)],
        Condition::Forall(more, inner) => vec![Effect::Forall(more, as_effects(*inner))],
        Condition::Imply(guard, inner) => vec![Effect::When(*guard, as_effects(*inner))],
        Condition::Not(inner) => match *inner {
            Condition::Atom(atom) => vec![Effect::Delete(atom)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Puts something in the place of a part of a condition, or takes the part away.
pub(crate) fn put(whole: &mut Condition, path: &[usize], new: Option<Condition>) {
    let Some((at, rest)) = path.split_first() else {
        *whole = new.unwrap_or_default();
        return;
    };
    match whole {
        Condition::And(parts) | Condition::Or(parts) => match (parts.get_mut(*at), new) {
            (Some(_), None) if rest.is_empty() => drop(parts.remove(*at)),
            (Some(part), new) => put(part, rest, new),
            (None, new) => parts.extend(new),
        },
        Condition::Imply(part, _) if *at == 0 => put(part, rest, new),
        Condition::Not(part)
        | Condition::Imply(_, part)
        | Condition::Forall(_, part)
        | Condition::Exists(_, part) => put(part, rest, new),
        Condition::Atom(_) | Condition::Equal(..) => {}
    }
}

pub(crate) fn signed(atom: Atom, positive: bool) -> Condition {
    let atom = Condition::Atom(atom);
    if positive { atom } else { not(atom) }
}

pub(crate) fn not(one: Condition) -> Condition {
    Condition::Not(Box::new(one))
}

pub(crate) fn quantified(is_forall: bool, variables: Vec<Variable>, inner: Condition) -> Condition {
    let inner = Box::new(inner);
    if is_forall { Condition::Forall(variables, inner) } else { Condition::Exists(variables, inner) }
}
