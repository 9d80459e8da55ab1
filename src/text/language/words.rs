//! Every word of a text with its meaning: a keyword, a name that is declared or used, or a variable with the place that
//! binds it.
//!
//! In: forms, and optionally a span to restrict the walk. Out: [`Word`]s, one call each, whether or not a name is
//! declared.

use super::typed::typed;
use crate::base::source::Span;
use crate::text::pddl::{Forms, Kind as Shape, Node};

/// What a word names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Domain,
    Problem,
    Requirement,
    Type,
    Predicate,
    Function,
    Object,
    Variable,
    Action,
    Keyword,
    Number,
}

/// How the name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Declare,
    Read,
    Add,
    Delete,
    /// It is stated in the initial state.
    State,
}

/// A word in its place.
#[derive(Clone, Debug)]
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
    Walk { forms, within, bound: Vec::new(), action: None, argument: None, each }.definition();
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
    fn definition(&mut self) {
        let forms = self.forms;
        for (index, node) in forms.items(Node::ROOT).enumerate() {
            match (index, forms.head_word(node).as_str()) {
                (0, _) => self.word(node, Kind::Keyword, Use::Read),
                (1, head) => {
                    let kind = if head == "problem" { Kind::Problem } else { Kind::Domain };
                    for (index, item) in forms.items(node).enumerate() {
                        let is_head = index == 0;
                        self.word(
                            item,
                            if is_head { Kind::Keyword } else { kind },
                            if is_head { Use::Read } else { Use::Declare },
                        );
                    }
                }
                _ if self.is_wanted(node) => self.section(node),
                _ => {}
            }
        }
    }

    fn is_wanted(&self, node: Node) -> bool {
        let span = self.forms.span(node);
        self.within.is_none_or(|within| span.start <= within.end && within.start <= span.end)
    }

    fn section(&mut self, node: Node) {
        match self.forms.head_word(node).as_str() {
            ":requirements" => {
                self.headed(node, |walk, item, _| walk.word(item, Kind::Requirement, Use::Read));
            }
            ":domain" => self.headed(node, |walk, item, _| walk.word(item, Kind::Domain, Use::Read)),
            ":types" => self.typed(node, 1, Kind::Type),
            ":constants" | ":objects" => self.typed(node, 1, Kind::Object),
            ":predicates" => self.signatures(node, Kind::Predicate),
            ":functions" => self.signatures(node, Kind::Function),
            ":action" => self.action(node),
            ":derived" => self.headed(node, |walk, item, index| {
                if index == 1 {
                    walk.head(item, Kind::Predicate, Use::Add);
                    walk.typed(item, 1, Kind::Variable);
                } else {
                    walk.condition(item, Use::Read);
                }
            }),
            ":init" => self.headed(node, |walk, item, _| walk.condition(item, Use::State)),
            ":goal" => self.headed(node, |walk, item, _| walk.condition(item, Use::Read)),
            ":metric" => self.headed(node, |walk, item, index| match index {
                1 => walk.word(item, Kind::Keyword, Use::Read),
                _ => walk.atom(item, Kind::Function, Use::Read),
            }),
            _ => self.headed(node, |_, _, _| ()),
        }
        self.bound.clear();
    }

    /// The head of a form as a keyword, and a call for each further wanted item.
    fn headed(&mut self, node: Node, mut each: impl FnMut(&mut Self, Node, usize)) {
        let forms = self.forms;
        for (index, item) in forms.items(node).enumerate() {
            if index == 0 {
                self.word(item, Kind::Keyword, Use::Read);
            } else if self.is_wanted(item) || forms.head_word(node) == ":derived" {
                each(self, item, index);
            }
        }
    }

    fn signatures(&mut self, node: Node, kind: Kind) {
        self.headed(node, |walk, item, _| match walk.forms.kind(item) {
            Shape::Form => {
                walk.head(item, kind, Use::Declare);
                walk.typed(item, 1, Kind::Variable);
                walk.bound.clear();
            }
            // The type of functions: number.
            _ => walk.word(item, Kind::Keyword, Use::Read),
        });
    }

    fn action(&mut self, node: Node) {
        let forms = self.forms;
        let mut field = String::new();
        for (index, item) in forms.items(node).enumerate() {
            match (index, forms.kind(item)) {
                (1, Shape::Name | Shape::Number) => {
                    self.action = Some(forms.text(item));
                    self.word(item, Kind::Action, Use::Declare);
                }
                (_, Shape::Keyword) => {
                    field = forms.text(item).to_ascii_lowercase();
                    self.word(item, Kind::Keyword, Use::Read);
                }
                _ if field == ":parameters" => self.typed(item, 0, Kind::Variable),
                _ if field == ":effect" => self.condition(item, Use::Add),
                _ => self.condition(item, Use::Read),
            }
        }
        self.action = None;
    }

    /// A typed list: the items of a form from an index on. Variables are bound from here on.
    fn typed(&mut self, node: Node, from: usize, kind: Kind) {
        let forms = self.forms;
        for item in forms.items(node).take(from).filter(|item| forms.kind(*item) == Shape::Keyword) {
            self.word(item, Kind::Keyword, Use::Read);
        }
        if kind == Kind::Variable {
            let names = typed(forms, forms.items(node).skip(from));
            self.bound.extend(names.into_iter().map(|name| (name.text, name.span)));
        }
        let mut after_dash = false;
        for item in forms.items(node).skip(from) {
            match forms.kind(item) {
                Shape::Dash => self.word(item, Kind::Keyword, Use::Read),
                Shape::Form => {
                    self.headed(item, |walk, item, _| walk.word(item, Kind::Type, Use::Read));
                }
                _ if after_dash => self.word(item, Kind::Type, Use::Read),
                _ => self.word(item, kind, Use::Declare),
            }
            after_dash = forms.kind(item) == Shape::Dash;
        }
    }

    fn condition(&mut self, node: Node, role: Use) {
        let forms = self.forms;
        if !self.is_wanted(node) {
            return;
        }
        match forms.head_word(node).as_str() {
            "and" | "or" | "imply" | "implies" => {
                self.headed(node, |walk, item, _| walk.condition(item, role));
            }
            "not" => {
                let role = if role == Use::Add { Use::Delete } else { role };
                self.headed(node, |walk, item, _| walk.condition(item, role));
            }
            "when" => self.headed(node, |walk, item, index| {
                walk.condition(item, if index == 1 { Use::Read } else { role });
            }),
            "forall" | "exists" => {
                let outer = self.bound.len();
                for (index, item) in forms.items(node).enumerate() {
                    match index {
                        0 => self.word(item, Kind::Keyword, Use::Read),
                        1 => self.typed(item, 0, Kind::Variable),
                        _ => self.condition(item, role),
                    }
                }
                self.bound.truncate(outer);
            }
            "increase" => self.headed(node, |walk, item, index| {
                walk.atom(item, Kind::Function, if index == 1 { Use::Add } else { Use::Read });
            }),
            "=" => self.headed(node, |walk, item, _| {
                let is_form = walk.forms.kind(item) == Shape::Form;
                if is_form { walk.atom(item, Kind::Function, role) } else { walk.term(item) }
            }),
            "" if forms.kind(node) == Shape::Form => {
                forms.items(node).for_each(|item| self.condition(item, role));
            }
            "" => self.term(node),
            _ => self.atom(node, Kind::Predicate, role),
        }
    }

    /// A predicate or function with its arguments.
    fn atom(&mut self, node: Node, kind: Kind, role: Use) {
        let forms = self.forms;
        if forms.kind(node) != Shape::Form {
            return match forms.kind(node) {
                Shape::Name => self.word(node, kind, role),
                _ => self.term(node),
            };
        }
        self.head(node, kind, role);
        let Some(head) = forms.head(node).map(|head| forms.text(head)) else { return };
        let outer = self.argument;
        for (index, item) in forms.items(node).skip(1).enumerate() {
            self.argument = Some((kind, head, index));
            if forms.kind(item) == Shape::Form { self.condition(item, role) } else { self.term(item) }
        }
        self.argument = outer;
    }

    fn head(&mut self, node: Node, kind: Kind, role: Use) {
        if let Some(head) = self.forms.head(node).filter(|head| self.forms.kind(*head) == Shape::Name) {
            self.word(head, kind, role);
        }
    }

    /// An argument: a variable, an object or a number.
    fn term(&mut self, node: Node) {
        self.word(node, Kind::Object, Use::Read);
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
