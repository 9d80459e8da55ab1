//! Every word of a text with its meaning: a keyword, a name that is declared or used, or a variable with the place that
//! binds it.
//!
//! In: forms, and optionally a span to restrict the walk. Out: [`Word`]s, one call each, whether or not a name is
//! declared.

use super::syntax::{Kind, Part, Use, item};
use super::typed::typed;
use crate::pddl::{Forms, Kind as Shape, Node};
use banto_base::source::Span;

/// A word in its place.
pub(super) struct Word<'s> {
    pub(super) kind: Kind,
    pub(super) role: Use,
    pub(super) text: &'s str,
    pub(super) span: Span,
    /// Where a variable is bound.
    pub(super) binder: Option<Span>,
    /// The action that contains it.
    pub(super) action: Option<&'s str>,
    /// The predicate or function it is an argument of, and its position.
    pub(super) argument: Option<(Kind, &'s str, usize)>,
}

/// Calls `each` with the words of a text, or with those of the items that a span touches.
pub(super) fn walk<'s>(forms: &Forms<'s>, within: Option<Span>, each: &mut dyn FnMut(Word<'s>)) {
    Walk { forms, within, bound: Vec::new(), action: None, argument: None, each }
        .form(Node::ROOT, Part::Definition);
}

/// The word at a place: the one that contains it or ends there.
pub(super) fn word_at<'s>(forms: &Forms<'s>, at: u32) -> Option<Word<'s>> {
    let mut found: Option<Word<'s>> = None;
    walk(forms, Some(Span::at(at)), &mut |word| {
        // If two words touch, the one that begins here counts.
        if word.span.start <= at
            && at <= word.span.end
            && found.as_ref().is_none_or(|found| found.span.end == at)
        {
            found = Some(word);
        }
    });
    found
}

struct Walk<'a, 's> {
    forms: &'a Forms<'s>,
    within: Option<Span>,
    /// The variables in scope, innermost last.
    bound: Vec<(&'s str, Span)>,
    action: Option<&'s str>,
    argument: Option<(Kind, &'s str, usize)>,
    each: &'a mut dyn FnMut(Word<'s>),
}

impl Walk<'_, '_> {
    fn is_wanted(&self, node: Node) -> bool {
        let span = self.forms.span(node);
        self.within.is_none_or(|within| span.start <= within.end && within.start <= span.end)
    }

    /// The items of a form. The variables of a list are bound until the form around it ends.
    fn form(&mut self, form: Node, part: Part) {
        let forms = self.forms;
        let (bound, argument) = (self.bound.len(), self.argument);
        let declares = match part {
            Part::Parameters => Some(0),
            Part::Signature(..) => Some(1),
            _ => None,
        };
        if let Some(from) = declares {
            let names = typed(forms, forms.items(form).skip(from));
            self.bound.extend(names.into_iter().map(|name| (name.text, name.span)));
        }
        let mut before = None;
        for (index, node) in forms.items(form).enumerate() {
            let is_form = forms.kind(node) == Shape::Form;
            let part_of_item = item(forms, form, part, index, before);
            before = Some(node);
            match part_of_item {
                Part::Word(Kind::Action, _) if !is_form => self.action = Some(forms.text(node)),
                Part::Argument(_) => {
                    let is_function = matches!(part, Part::Function(_) | Part::Side(_));
                    let kind = if is_function { Kind::Function } else { Kind::Predicate };
                    let head = forms.head(form).map(|head| forms.text(head));
                    self.argument = head.map(|head| (kind, head, index - 1));
                }
                _ => {}
            }
            let binds =
                matches!(part_of_item, Part::Header | Part::Parameters | Part::Signature(_, Use::Add));
            if !is_form {
                self.leaf(node, part_of_item);
            } else if binds || self.is_wanted(node) {
                self.form(node, part_of_item);
            }
        }
        self.argument = argument;
        if part == Part::Section {
            self.action = None;
        }
        if !matches!(part, Part::Parameters | Part::Signature(_, Use::Add)) {
            self.bound.truncate(bound);
        }
    }

    /// A word in its place. A hyphen and a word with a colon are what they are anywhere.
    fn leaf(&mut self, node: Node, part: Part) {
        let shape = self.forms.kind(node);
        match part {
            Part::Unknown => {}
            _ if shape == Shape::Dash => self.word(node, Kind::Keyword, Use::Read),
            Part::Word(kind, role) => self.word(node, kind, role),
            Part::New(kind) => self.word(node, kind, Use::Declare),
            Part::Type => self.word(node, Kind::Type, Use::Read),
            Part::Function(role) if shape == Shape::Name => self.word(node, Kind::Function, role),
            // The type of functions is number.
            Part::Signature(..) | Part::Direction => self.word(node, Kind::Keyword, Use::Read),
            Part::Parameters | Part::Header | Part::Section if shape != Shape::Keyword => {}
            // An argument: a variable, an object or a number.
            _ => self.word(node, Kind::Object, Use::Read),
        }
    }

    /// One word; its shape may say more than its place.
    fn word(&mut self, node: Node, kind: Kind, role: Use) {
        let (text, span) = (self.forms.text(node), self.forms.span(node));
        let kind = match self.forms.kind(node) {
            Shape::Form | Shape::Lonely => return,
            Shape::Variable => Kind::Variable,
            Shape::Number
                if !matches!(role, Use::Declare) && kind == Kind::Object && self.argument.is_none() =>
            {
                Kind::Number
            }
            Shape::Keyword if kind != Kind::Requirement => Kind::Keyword,
            _ => kind,
        };
        let find = |(name, _): &&(&str, Span)| name.eq_ignore_ascii_case(text);
        let binder = match kind {
            Kind::Variable if role == Use::Declare => Some(span),
            Kind::Variable => self.bound.iter().rev().find(find).map(|(_, span)| *span),
            _ => None,
        };
        let word = Word { kind, role, text, span, binder, action: self.action, argument: self.argument };
        (self.each)(word);
    }
}
