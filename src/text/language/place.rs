//! The surroundings of a place in a text: forms around it, variables in scope, and what may be written there.
//!
//! In: forms and a byte. Out: a path, [`Typed`] variables, or a [`Slot`].

use super::syntax::{Clause, Kind, Part, Use, item};
use super::typed::{Typed, typed};
use crate::pddl::{Forms, Kind as Shape, Node};
use banto_base::source::Span;

/// The forms around a place, outermost first. The end of an unclosed form is inside it.
pub(super) fn path(forms: &Forms<'_>, at: u32) -> Vec<Node> {
    let holds = |node: Node| {
        let span = forms.span(node);
        let is_open = !forms.text(node).ends_with(')');
        forms.kind(node) == Shape::Form && span.start < at && (at < span.end || (is_open && at == span.end))
    };
    let mut path = Vec::new();
    let mut next = Some(Node::ROOT).filter(|root| holds(*root));
    while let Some(node) = next {
        path.push(node);
        next = forms.items(node).find(|item| holds(*item));
    }
    path
}

/// The variables in scope at a place, outermost first.
pub(super) fn variables<'s>(forms: &Forms<'s>, at: u32) -> Vec<Typed<'s>> {
    let path = path(forms, at);
    let mut all = Vec::new();
    for node in path.iter().skip(1) {
        let list = match forms.head_word(*node).as_str() {
            ":action" => parameters(forms, *node),
            ":derived" | "forall" | "exists" => forms.items(*node).nth(1),
            _ => None,
        };
        if let Some(list) = list.filter(|list| forms.kind(*list) == Shape::Form) {
            let names = typed(forms, forms.items(list));
            all.extend(names.into_iter().filter(|name| name.text.starts_with('?')));
        }
    }
    // A declaration binds the variables of its own form.
    if let (true, Some(last)) = (all.is_empty(), path.get(2)) {
        let names = typed(forms, forms.items(*last));
        all.extend(names.into_iter().filter(|name| name.text.starts_with('?')));
    }
    all
}

/// The list after `:parameters`.
fn parameters(forms: &Forms<'_>, action: Node) -> Option<Node> {
    let mut items = forms.items(action);
    items.find(|item| forms.text(*item).eq_ignore_ascii_case(":parameters"))?;
    items.next()
}

/// The kind of text that may be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Definition,
    /// A section; whether in a problem.
    Section(bool),
    Requirement,
    Field(Node),
    Type,
    /// A name that is new.
    Name,
    DomainName,
    /// A condition, an effect or a fact.
    Clause(Clause),
    /// An argument of the head of a form.
    Argument(Node, usize),
    Function,
    /// Unknown.
    Nothing,
}

/// The slot at a place, the span of the word already there, and whether a form has to be opened first.
pub(super) fn slot(forms: &Forms<'_>, at: u32) -> (Slot, Span, bool) {
    let path = path(forms, at);
    let Some(inner) = path.last().copied() else { return (Slot::Definition, Span::at(at), true) };
    let is_word = |item: &Node| {
        let span = forms.span(*item);
        !matches!(forms.kind(*item), Shape::Form | Shape::Dash) && span.start <= at && at <= span.end
    };
    let word = forms.items(inner).find(is_word).map_or(Span::at(at), |item| forms.span(item));
    let index = forms
        .items(inner)
        .take_while(|item| forms.span(*item).end < at || forms.span(*item).end <= word.start)
        .count();
    let before = |form: Node, index: usize| forms.items(form).nth(index.checked_sub(1)?);
    let part = path.windows(2).fold(Part::Definition, |part, forms_around| {
        let [form, next] = forms_around else { return part };
        let index = forms.items(*form).position(|item| item == *next).unwrap_or(0);
        item(forms, *form, part, index, before(*form, index))
    });
    let is_problem =
        forms.items(Node::ROOT).nth(1).is_some_and(|header| forms.head_word(header) == "problem");
    let (slot, opens) = match (part, item(forms, inner, part, index, before(inner, index))) {
        (Part::Definition, _) if index == 0 => (Slot::Definition, false),
        (Part::Definition, Part::Header) => (Slot::Name, true),
        (Part::Definition, _) => (Slot::Section(is_problem), true),
        (Part::Section, _) if index == 0 => (Slot::Section(is_problem), false),
        (Part::Type | Part::New(_), _) | (_, Part::Type) => (Slot::Type, false),
        (Part::Clause(clause, _), _) if index == 0 => (Slot::Clause(clause), false),
        (Part::Signature(_, Use::Add), _) if index == 0 => (Slot::Clause(Clause::Effect), false),
        (Part::Function(_) | Part::Side(_), _) if index == 0 => (Slot::Function, false),
        (_, Part::Word(Kind::Requirement, _)) => (Slot::Requirement, false),
        (_, Part::Word(Kind::Domain, Use::Read)) => (Slot::DomainName, false),
        (Part::Header, _) | (_, Part::New(_) | Part::Word(..)) => (Slot::Name, false),
        (_, Part::Field) => (Slot::Field(inner), false),
        (_, Part::Signature(_, Use::Add)) => (Slot::Clause(Clause::Effect), true),
        (_, Part::Signature(..)) => (Slot::Name, true),
        (_, Part::Clause(clause, _)) => (Slot::Clause(clause), true),
        (_, Part::Function(_) | Part::Direction) => (Slot::Function, true),
        (_, Part::Argument(_) | Part::Side(_)) => (Slot::Argument(inner, index - 1), false),
        _ => (Slot::Nothing, false),
    };
    (slot, word, opens)
}
