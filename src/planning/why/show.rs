//! Conditions of a task as PDDL, and where they stand.
//!
//! In: conditions and variables. Out: words and places.

use super::literal::{show_literal, show_term, written};
use banto_base::source::Span;
use banto_text::task::{Condition, Task, Variable};

/// The first place in a condition; none in one that says nothing.
pub(crate) fn span_of(condition: &Condition) -> Span {
    match condition {
        Condition::Atom(atom) => atom.span,
        Condition::Equal(.., span) => *span,
        _ => {
            let mut spans = condition.parts(true).into_iter().map(|(part, _)| span_of(part));
            spans.find(|span| *span != Span::default()).unwrap_or_default()
        }
    }
}

/// A condition as PDDL.
pub(crate) fn show_condition(task: &Task, condition: &Condition, variables: &[&Variable]) -> String {
    let all = |word: &str, parts: Vec<&Condition>| {
        let parts: Vec<String> =
            parts.into_iter().map(|part| show_condition(task, part, variables)).collect();
        written(word, parts.iter().map(String::as_str))
    };
    match condition {
        Condition::Atom(atom) => show_literal(task, atom, true, variables),
        Condition::Equal(left, right, _) => {
            written("=", [left, right].into_iter().map(|term| show_term(task, *term, variables, &[])))
        }
        Condition::Not(inner) => all("not", vec![inner]),
        Condition::And(parts) => all("and", parts.iter().collect()),
        Condition::Or(parts) => all("or", parts.iter().collect()),
        Condition::Imply(left, right) => all("imply", vec![left, right]),
        Condition::Forall(more, inner) | Condition::Exists(more, inner) => {
            let word = if matches!(condition, Condition::Forall(..)) { "forall" } else { "exists" };
            let inside: Vec<&Variable> = variables.iter().copied().chain(more).collect();
            let typed = more.iter().map(|one| format!("{} - {}", one.name, task.types.show(&one.types)));
            let typed = typed.collect::<Vec<String>>().join(" ");
            format!("({word} ({typed}) {})", show_condition(task, inner, &inside))
        }
    }
}
