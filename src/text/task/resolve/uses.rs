//! Where an action uses variables, those of its own quantifiers left out.
//!
//! In: a tree. Out: each use, with its place in an atom.

use crate::pddl::ast::{Action, Amount, Atom, Condition, ConditionKind, Effect, EffectKind, Name, TypedList};
use banto_base::source::Span;

/// A variable as an argument.
pub(super) struct Use<'s> {
    pub variable: Name<'s>,
    /// What takes it, as the argument of which position.
    pub head: &'s str,
    pub position: usize,
    /// The whole atom.
    pub within: Span,
}

impl Use<'_> {
    pub(super) fn is_of(&self, variable: &str) -> bool {
        self.variable.text.eq_ignore_ascii_case(variable)
    }

    /// Whether two uses are in one atom, or the same argument of two.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.within == other.within
            || self.position == other.position && self.head.eq_ignore_ascii_case(other.head)
    }
}

/// All uses in an action. Recursion is bounded by the parser's limit on nesting.
pub(super) fn uses<'s>(action: &Action<'s>) -> Vec<Use<'s>> {
    let mut walk = Walk::default();
    action.precondition.iter().for_each(|condition| walk.condition(condition));
    action.effect.iter().for_each(|effect| walk.effect(effect));
    walk.found
}

#[derive(Default)]
struct Walk<'s> {
    /// The variables of the quantifiers around.
    bound: Vec<Name<'s>>,
    found: Vec<Use<'s>>,
}

impl<'s> Walk<'s> {
    fn arguments(&mut self, head: &'s str, arguments: &[Name<'s>], within: Span) {
        for (position, &variable) in arguments.iter().enumerate() {
            let is_bound = self.bound.iter().any(|one| one.text.eq_ignore_ascii_case(variable.text));
            if variable.is_variable() && !is_bound {
                self.found.push(Use { variable, head, position, within });
            }
        }
    }

    fn atom(&mut self, atom: &Atom<'s>) {
        self.arguments(atom.name.text, &atom.arguments, atom.span);
    }

    fn quantified(&mut self, list: &TypedList<'s>, body: impl FnOnce(&mut Self)) {
        let outer = self.bound.len();
        self.bound.extend(list.iter().map(|(name, _)| name));
        body(self);
        self.bound.truncate(outer);
    }

    fn condition(&mut self, condition: &Condition<'s>) {
        match &condition.kind {
            ConditionKind::Atom(atom) => self.atom(atom),
            ConditionKind::Equal(one, other) => self.arguments("=", &[*one, *other], condition.span),
            ConditionKind::And(parts) | ConditionKind::Or(parts) => {
                parts.iter().for_each(|part| self.condition(part));
            }
            ConditionKind::Not(part) => self.condition(part),
            ConditionKind::Imply(left, right) => [left, right].iter().for_each(|part| self.condition(part)),
            ConditionKind::Forall(list, part) | ConditionKind::Exists(list, part) => {
                self.quantified(list, |walk| walk.condition(part));
            }
        }
    }

    fn effect(&mut self, effect: &Effect<'s>) {
        match &effect.kind {
            EffectKind::Add(atom) | EffectKind::Delete(atom) => self.atom(atom),
            EffectKind::And(parts) => parts.iter().for_each(|part| self.effect(part)),
            EffectKind::Forall(list, part) => self.quantified(list, |walk| walk.effect(part)),
            EffectKind::When(condition, part) => {
                self.condition(condition);
                self.effect(part);
            }
            EffectKind::Increase(function, amount) => {
                self.atom(function);
                if let Amount::Function(amount) = amount {
                    self.atom(amount);
                }
            }
        }
    }
}
