//! Facts of a ground task as patterns.
//!
//! In: facts. Out: patterns with the objects of a fact, or with holes where facts differ.

use super::literal::Pattern;
use crate::strips::{self, FactId, FactName};
use banto_text::task::Condition;

/// The literal of a fact of a ground task, if it is about an atom.
pub(crate) fn pattern_of(ground_task: &strips::Task, fact: FactId) -> Option<Pattern> {
    named(ground_task, ground_task.name(fact))
}

/// The literal of a condition that asks for a fact of a ground task.
pub(crate) fn pattern_asked(ground_task: &strips::Task, asked: &Condition, fact: FactId) -> Option<Pattern> {
    named(ground_task, ground_task.name_asked(asked, fact))
}

fn named(ground_task: &strips::Task, name: FactName) -> Option<Pattern> {
    let (FactName::Atom(atom) | FactName::Not(atom)) = name else { return None };
    let (predicate, objects) = ground_task.atom(atom);
    Some(Pattern { positive: matches!(name, FactName::Atom(_)), ..Pattern::fact(predicate, objects) })
}

/// Makes holes of the arguments in which facts of its predicate differ from it.
pub(crate) fn generalize(
    pattern: &mut Pattern,
    ground_task: &strips::Task,
    facts: impl Iterator<Item = FactId>,
) {
    let others = facts.filter_map(|fact| pattern_of(ground_task, fact));
    for other in others.filter(|one| one.predicate == pattern.predicate).collect::<Vec<_>>() {
        for (own, argument) in pattern.arguments.iter_mut().zip(other.arguments) {
            *own = own.filter(|own| Some(*own) == argument);
        }
    }
}
