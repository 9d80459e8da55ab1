//! The kinds of changes, by what is changed and how. Each kind is a feature of its own.

use crate::planning::why::edit::{Edit, Kind, Site};
use crate::text::task::Atom;

/// The kinds of changes.
pub(in crate::planning::why) const KINDS: [&str; 30] = [
    "effect: one that adds",
    "effect: one that deletes",
    "effect: none that adds",
    "effect: none that deletes",
    "effect: turned",
    "effect: other order",
    "effect: other argument",
    "effect: other predicate",
    "effect: other atom",
    "effect: two exchanged",
    "condition: none",
    "condition: not denied",
    "condition: turned",
    "condition: other order",
    "condition: other argument",
    "condition: other predicate",
    "condition: other connective",
    "guards exchanged",
    "quantifier: other type",
    "parameter: other type",
    "object: other type",
    "object: one more",
    "fact: one more",
    "fact: none",
    "fact: other order",
    "fact: other argument",
    "fact: two exchanged",
    "goal: none",
    "goal: other argument",
    "goal: other",
];

/// Which of them a change is.
pub(super) fn kind(edit: &Edit) -> &'static str {
    let [gone, come] = edit.literals();
    let is = |one: Option<&(Atom, bool)>| one.is_some_and(|one| one.1);
    let at = match (edit.site, edit.kind) {
        (Site::Effect(_), Kind::Add) => usize::from(!is(come)),
        (Site::Effect(_), Kind::Drop) => 2 + usize::from(!is(gone)),
        (Site::Effect(_), Kind::Negate) => 4,
        (Site::Effect(_), Kind::Permute) => 5,
        (Site::Effect(_), Kind::Argument) => 6,
        (Site::Effect(_), Kind::Predicate) => 7,
        (Site::Effect(_) | Site::Condition(_), Kind::Type) => 18,
        (Site::Effect(_), Kind::Swap) => 9,
        (Site::Effect(_), _) => 8,
        (Site::Condition(_), Kind::Drop) => 10 + usize::from(gone.is_some() && !is(gone)),
        (Site::Condition(_), Kind::Negate) => 12,
        (Site::Condition(_), Kind::Permute) => 13,
        (Site::Condition(_), Kind::Argument) => 14,
        (Site::Condition(_), Kind::Predicate) => 15,
        (Site::Condition(_), _) => 16,
        (Site::Parameter(_), _) => 19,
        (Site::Objects, kind) => 20 + usize::from(kind == Kind::Add),
        (Site::Init, Kind::Add) => 22,
        (Site::Init, Kind::Drop) => 23,
        (Site::Init, Kind::Permute) => 24,
        (Site::Init, _) => 25,
        (Site::Goal, Kind::Drop) => 27,
        (Site::Goal, Kind::Argument) => 28,
        (Site::Goal, _) => 29,
    };
    KINDS[at]
}
