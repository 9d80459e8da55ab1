//! Lints: conditions that contradict themselves, so that what depends on them never happens.

use super::Model;
use crate::task::changes::conjuncts;
use crate::task::{Condition, Effect, Term, literal};
use banto_base::source::{Diagnostic, Span, codes};

pub(super) fn contradictions(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    for schema in task.schemas.iter() {
        let conditions = [&schema.precondition];
        match contradiction(&conditions, &format!("action {} can never be applied", schema.name)) {
            Some(fault) => out.push(fault),
            None => effects(&schema.effects, &conditions, &schema.name, out),
        }
    }
    for axiom in &task.axioms {
        let never = format!("a rule of {} never holds", task.predicates.name(axiom.predicate));
        out.extend(contradiction(&[&axiom.condition], &never));
    }
    out.extend(contradiction(&[&task.goal], "the goal can never hold").map(|fault| fault.moved_to(1)));
}

/// Conditions of effects, together with what the action requires.
fn effects(effects: &[Effect], outer: &[&Condition], action: &str, out: &mut Vec<Diagnostic>) {
    for effect in effects {
        match effect {
            Effect::When(condition, inner) => {
                let conditions = [outer, &[condition]].concat();
                match contradiction(&conditions, &format!("an effect of {action} never happens")) {
                    Some(fault) => out.push(fault),
                    None => self::effects(inner, &conditions, action, out),
                }
            }
            Effect::Forall(_, inner) => self::effects(inner, outer, action, out),
            Effect::Add(_) | Effect::Delete(_) => {}
        }
    }
}

/// Two parts of conditions that cannot hold together, or one that cannot hold.
fn contradiction(conditions: &[&Condition], never: &str) -> Option<Diagnostic> {
    let conditions: Vec<(&Condition, usize)> = conditions.iter().map(|condition| (*condition, 0)).collect();
    let (literals, rest) = conjuncts(&conditions);
    let fault = |at: Span| codes::W0215.at(at, format!("{never}: its condition contradicts itself"));
    let both = |one: Span, other: Span| {
        fault(one.max(other))
            .label("asks for the opposite")
            .second(one.min(other), "of this")
            .help("remove one of the two; are variables mixed up?")
    };
    if let Some((asked, denied)) = literal::contradiction(&literals) {
        return Some(both(asked.atom.span, denied.atom.span));
    }
    let equalities = rest.iter().filter_map(|part| match part.condition {
        Condition::Equal(left, right, span) => Some(([left, right], part.positive, *span)),
        _ => None,
    });
    let equalities: Vec<_> = equalities.collect();
    for (at, (pair @ [left, right], equal, span)) in equalities.iter().enumerate() {
        let fixed = |term: &Term| matches!(term, Term::Object(_));
        if if *equal { left != right && fixed(left) && fixed(right) } else { left == right } {
            let label = if *equal { "two different objects" } else { "the same on both sides" };
            return Some(fault(*span).label(label).help("is another variable meant?"));
        }
        let is_opposite = |(other, sign, _): &&([&Term; 2], bool, Span)| {
            sign != equal && (other == pair || *other == [*right, *left])
        };
        if let Some((.., other)) = equalities[..at].iter().find(is_opposite) {
            return Some(both(*other, *span));
        }
    }
    None
}
