//! What surrounds a place in a text: the forms around it, the variables in scope, and what may be written there.
//!
//! In: forms and a byte. Out: a path, [`Typed`] variables, or a [`Slot`].

use super::typed::{Typed, typed};
use crate::base::source::Span;
use crate::text::pddl::{Forms, Kind as Shape, Node};

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

/// What may be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// A definition.
    Definition,
    /// A section; whether in a problem.
    Section(bool),
    Requirement,
    /// A field of an action.
    Field(Node),
    Type,
    /// A name that is new.
    Name,
    DomainName,
    /// A condition, an effect or a fact.
    Clause(Clause),
    /// An argument of the head of a form.
    Argument(Node, usize),
    /// A function term.
    Function,
    /// Unknown.
    Nothing,
}

/// What a form means in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clause {
    Condition,
    Effect,
    Fact,
}

/// What may be written at a place, the span of the word already there, and whether a form has to be opened first.
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
    let slot = Descent { forms, path: &path, index }.slot();
    (slot.0, word, slot.1)
}

struct Descent<'a, 's> {
    forms: &'a Forms<'s>,
    path: &'a [Node],
    /// The number of items before the place in the innermost form.
    index: usize,
}

impl Descent<'_, '_> {
    /// The index of the item of a form that leads to the place; for the innermost form, the item to be written.
    fn step(&self, depth: usize) -> (usize, bool) {
        match self.path.get(depth + 1) {
            Some(next) => {
                (self.forms.items(self.path[depth]).position(|item| item == *next).unwrap_or(0), false)
            }
            None => (self.index, true),
        }
    }

    fn item_before(&self, depth: usize, index: usize) -> Option<Node> {
        self.forms.items(self.path[depth]).nth(index.checked_sub(1)?)
    }

    fn slot(&self) -> (Slot, bool) {
        let (index, is_last) = self.step(0);
        let header = self.forms.items(Node::ROOT).nth(1);
        let is_problem = header.is_some_and(|header| self.forms.head_word(header) == "problem");
        match (index, is_last) {
            (0, true) => (Slot::Definition, false),
            (1, _) => (Slot::Name, !is_last),
            (_, true) => (Slot::Section(is_problem), true),
            _ => self.section(is_problem),
        }
    }

    fn section(&self, is_problem: bool) -> (Slot, bool) {
        let (index, is_last) = self.step(1);
        if index == 0 {
            return (Slot::Section(is_problem), false);
        }
        match self.forms.head_word(self.path[1]).as_str() {
            ":requirements" => (Slot::Requirement, false),
            ":domain" => (Slot::DomainName, false),
            ":types" | ":constants" | ":objects" => self.typed(1),
            ":predicates" | ":functions" if is_last => (Slot::Name, true),
            ":predicates" | ":functions" => match self.step(2) {
                (0, true) => (Slot::Name, false),
                _ => self.typed(2),
            },
            ":action" => self.action(index, is_last),
            ":derived" if index == 1 => match (is_last, self.path.get(2)) {
                (false, Some(_)) if self.step(2).0 > 0 => self.typed(2),
                _ => (Slot::Clause(Clause::Effect), is_last),
            },
            ":derived" | ":goal" => self.clause(2, Clause::Condition),
            ":init" => self.clause(2, Clause::Fact),
            ":metric" => (Slot::Function, is_last),
            _ => (Slot::Nothing, false),
        }
    }

    fn action(&self, index: usize, is_last: bool) -> (Slot, bool) {
        let field = self.item_before(1, index).map_or("", |item| self.forms.text(item)).to_ascii_lowercase();
        match field.as_str() {
            ":parameters" if !is_last => self.typed(2),
            ":parameters" => (Slot::Nothing, false),
            ":precondition" => self.clause(2, Clause::Condition),
            ":effect" => self.clause(2, Clause::Effect),
            _ if index == 1 => (Slot::Name, false),
            _ if is_last => (Slot::Field(self.path[1]), false),
            _ => (Slot::Nothing, false),
        }
    }

    /// In a typed list: a type after a hyphen or in `either`, else a new name.
    fn typed(&self, depth: usize) -> (Slot, bool) {
        let (index, is_last) = self.step(depth);
        if !is_last {
            return (Slot::Type, false);
        }
        let is_dash = |item: Node| self.forms.kind(item) == Shape::Dash;
        let slot = if self.item_before(depth, index).is_some_and(is_dash) { Slot::Type } else { Slot::Name };
        (slot, false)
    }

    /// In a condition, an effect or a fact.
    fn clause(&self, depth: usize, clause: Clause) -> (Slot, bool) {
        let Some(form) = self.path.get(depth).copied() else { return (Slot::Clause(clause), true) };
        let (index, is_last) = self.step(depth);
        if index == 0 {
            return if is_last { (Slot::Clause(clause), false) } else { self.clause(depth + 1, clause) };
        }
        match self.forms.head_word(form).as_str() {
            "when" if index == 1 => self.clause(depth + 1, Clause::Condition),
            "forall" | "exists" if index == 1 && !is_last => self.typed(depth + 1),
            "forall" | "exists" if index == 1 => (Slot::Nothing, false),
            "and" | "or" | "not" | "imply" | "implies" | "when" | "forall" | "exists" => {
                self.clause(depth + 1, clause)
            }
            "increase" => (Slot::Function, is_last),
            _ if is_last => (Slot::Argument(form, index - 1), false),
            "=" => match self.step(depth + 1) {
                (0, true) => (Slot::Function, false),
                (index, _) => (Slot::Argument(self.path[depth + 1], index.saturating_sub(1)), false),
            },
            _ => (Slot::Nothing, false),
        }
    }
}
