//! Typed lists as forms: `a b - t c - (either t u) d`.
//!
//! In: the items of a list. Out: each name with its types as written; none if no type is given.

use crate::pddl::{Forms, Kind, Node};
use banto_base::source::Span;

/// A name and its types.
pub(super) struct Typed<'s> {
    pub(super) text: &'s str,
    pub(super) span: Span,
    /// Whether it is the last name before its type.
    pub(super) is_last: bool,
    pub(super) of: Vec<&'s str>,
}

pub(super) fn typed<'s>(forms: &Forms<'s>, items: impl Iterator<Item = Node>) -> Vec<Typed<'s>> {
    let mut all: Vec<Typed<'s>> = Vec::new();
    let mut open = 0;
    let mut items = items.peekable();
    while let Some(item) = items.next() {
        match forms.kind(item) {
            Kind::Dash => {
                let of = items.next_if(|item| matches!(forms.kind(*item), Kind::Name | Kind::Form));
                let of = of.map_or(Vec::new(), |of| types(forms, of));
                for name in &mut all[open..] {
                    name.of.clone_from(&of);
                }
                if let Some(last) = all[open..].last_mut() {
                    last.is_last = true;
                }
                open = all.len();
            }
            Kind::Name | Kind::Variable | Kind::Number => {
                let (text, span) = (forms.text(item), forms.span(item));
                all.push(Typed { text, span, is_last: false, of: Vec::new() });
            }
            Kind::Form | Kind::Keyword | Kind::Lonely => {}
        }
    }
    all
}

/// The types after a hyphen.
fn types<'s>(forms: &Forms<'s>, node: Node) -> Vec<&'s str> {
    match forms.kind(node) {
        Kind::Form => forms.items(node).skip(1).map(|item| forms.text(item)).collect(),
        _ => vec![forms.text(node)],
    }
}
