//! Lints: conditions that contradict themselves, so that what depends on them never happens.

use super::{Model, same};
use crate::task::{Atom, Condition, Effect, Term};
use banto_base::source::{Diagnostic, Span, codes};

pub(super) fn contradictions(model: &Model<'_>, out: &mut Vec<Diagnostic>) {
    let task = model.task;
    for schema in task.schemas.iter() {
        let mut literals = Conjunction::default();
        literals.add(&schema.precondition);
        let never = format!("action {} can never be applied", schema.name);
        if let Some(fault) = literals.contradiction(&never) {
            out.push(fault);
            continue;
        }
        effects(&schema.effects, &literals, &schema.name, out);
    }
    for axiom in &task.axioms {
        let mut literals = Conjunction::default();
        literals.add(&axiom.condition);
        let never = format!("a rule of {} never holds", task.predicates.name(axiom.predicate));
        out.extend(literals.contradiction(&never));
    }
    let mut literals = Conjunction::default();
    literals.add(&task.goal);
    out.extend(literals.contradiction("the goal can never hold").map(|fault| fault.moved_to(1)));
}

/// Conditions of effects, together with what the action requires.
fn effects(effects: &[Effect], outer: &Conjunction<'_>, action: &str, out: &mut Vec<Diagnostic>) {
    for effect in effects {
        match effect {
            Effect::When(condition, inner) => {
                let mut literals = outer.clone();
                literals.add(condition);
                let never = format!("an effect of {action} never happens");
                match literals.contradiction(&never) {
                    Some(fault) => out.push(fault),
                    None => self::effects(inner, &literals, action, out),
                }
            }
            Effect::Forall(_, inner) => self::effects(inner, outer, action, out),
            Effect::Add(_) | Effect::Delete(_) => {}
        }
    }
}

/// Literals and equations that a condition requires at once.
#[derive(Clone, Default)]
struct Conjunction<'a> {
    atoms: Vec<(&'a Atom, bool)>,
    equal: Vec<(Term, Term, bool, Span)>,
}

impl<'a> Conjunction<'a> {
    fn add(&mut self, condition: &'a Condition) {
        match condition {
            Condition::Equal(left, right, span) => self.equal.push((*left, *right, true, *span)),
            Condition::Not(inner) => {
                if let Condition::Equal(left, right, span) = &**inner {
                    self.equal.push((*left, *right, false, *span));
                } else {
                    super::literals(condition, &mut self.atoms);
                }
            }
            Condition::And(parts) => parts.iter().for_each(|part| self.add(part)),
            _ => super::literals(condition, &mut self.atoms),
        }
    }

    fn contradiction(&self, never: &str) -> Option<Diagnostic> {
        let both = |first: Span, second: Span| {
            codes::W0215
                .at(second, format!("{never}: its condition contradicts itself"))
                .label("asks for the opposite")
                .second(first, "of this")
                .help("remove one of the two; are variables mixed up?")
        };
        for (index, (atom, positive)) in self.atoms.iter().enumerate() {
            let before = &self.atoms[..index];
            let opposite = before.iter().find(|(other, sign)| sign != positive && same(atom, other));
            if let Some((other, _)) = opposite {
                return Some(both(other.span, atom.span));
            }
        }
        for (index, (left, right, equal, span)) in self.equal.iter().enumerate() {
            let fixed = |term: &Term| matches!(term, Term::Object(_));
            let impossible =
                if *equal { left != right && fixed(left) && fixed(right) } else { left == right };
            if impossible {
                return Some(
                    codes::W0215
                        .at(*span, format!("{never}: its condition contradicts itself"))
                        .label(if *equal { "two different objects" } else { "the same on both sides" })
                        .help("is another variable meant?"),
                );
            }
            let opposite = self.equal[..index].iter().find(|(a, b, sign, _)| {
                sign != equal && ((a, b) == (left, right) || (a, b) == (right, left))
            });
            if let Some((.., other)) = opposite {
                return Some(both(*other, *span));
            }
        }
        None
    }
}
