//! Typed lists: `a b - t c - (either t u) d`.
//!
//! In: forms. Out: names with their types, as they are written.

use super::Lower;
use crate::pddl::ast::{Name, TypeExpr, TypedGroup, TypedList};
use crate::pddl::form::{Kind, Node};
use crate::pddl::requirement::foreign;
use banto_base::source::{Diagnostic, Edit, Span, codes, place};

/// The kind of names that a typed list declares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Declares {
    /// Types, constants or objects: names.
    Names(&'static str),
    /// Parameters and quantified variables.
    Variables,
}

impl<'s> Lower<'s> {
    pub(super) fn typed_list(&mut self, items: &[Node], declares: Declares) -> TypedList<'s> {
        let mut list = TypedList::default();
        let mut names: Vec<Name<'s>> = Vec::new();
        let mut slip = None;
        let mut at = 0;
        while at < items.len() && self.goes_on() {
            let node = items[at];
            at += 1;
            let text = self.text(node);
            // As in `? x`, which is one name.
            if text == "?" && items.get(at).is_some_and(|next| self.kind(*next) == Kind::Name) {
                self.lonely(node);
                names.push(self.word(items[at]));
                at += 1;
                continue;
            }
            let is_dash = text.len() > 1 && text.bytes().all(|byte| byte == b'-');
            let of = if self.kind(node) == Kind::Dash || is_dash {
                if is_dash {
                    self.joined(self.span(node), text, "-");
                }
                let of = items.get(at).copied();
                at += usize::from(of.is_some_and(|of| self.is_type_expr(of)));
                self.type_after(node, of)
            } else if let Some((of, taken)) =
                self.unmarked_type(&items[at - 1..], &mut names, declares, &mut slip)
            {
                at += taken - 1;
                of
            } else if let Some(of) = text.strip_prefix('-').filter(|of| of.starts_with(char::is_alphabetic)) {
                let span = self.span(node);
                self.joined(span, text, &format!("- {of}"));
                let of = Name { text: of, span: Span::new(span.start + 1, span.end) };
                Some(TypeExpr { names: vec![of], span: Some(of.span), either: false })
            } else if declares == Declares::Variables
                && let Some(variable) = text.strip_suffix('-').filter(|_| self.kind(node) == Kind::Variable)
                && let Some(of) = items.get(at).filter(|of| self.kind(**of) == Kind::Name)
            {
                at += 1;
                let span = self.span(node);
                self.joined(span, text, &format!("{variable} -"));
                names.push(Name { text: variable, span: Span::new(span.start, span.end - 1) });
                self.type_expr(*of)
            } else {
                names.extend(self.declared(node, declares, &mut slip));
                continue;
            };
            if names.is_empty() {
                self.report(
                    codes::E0108
                        .at(self.span(node), "no name before -")
                        .label("the names that have this type come first")
                        .help("write NAME - TYPE"),
                );
            } else if let Some(of) = of {
                list.groups.push(TypedGroup { names: std::mem::take(&mut names), of });
            }
        }
        if !names.is_empty() {
            list.groups
                .push(TypedGroup { names, of: TypeExpr { names: Vec::new(), span: None, either: false } });
        }
        list
    }

    /// Warns of a hyphen without a blank on one side: no name begins with one, so that only one reading is left.
    fn joined(&mut self, span: Span, found: &str, meant: &str) {
        self.diagnostics.push(
            codes::W0105
                .at(span, format!("{found} is read as {meant}"))
                .label("one hyphen, with a blank on both sides, stands before a type")
                .fix(format!("write {meant}"), span, meant),
        );
    }

    /// What is declared as `?x-TYPE`, with a type of this text and no other one, has that type: nothing refers to the
    /// names in a signature.
    pub(super) fn split_names(&mut self, list: TypedList<'s>) -> TypedList<'s> {
        let mut groups = Vec::new();
        for TypedGroup { names, of } in list.groups {
            let mut open: Vec<Name<'s>> = Vec::new();
            for name in names {
                open.push(name);
                let is_type = |of: &str| self.is_type(of);
                let split = name.text.split_once('-').filter(|(_, own)| is_type(own));
                let is_said = |own: &str| of.names.iter().any(|one| one.text.eq_ignore_ascii_case(own));
                let Some((variable, own)) = split.filter(|(_, own)| !is_said(own)) else { continue };
                self.joined(name.span, name.text, &format!("{variable} - {own}"));
                let own =
                    Name { text: own, span: Span::new(name.span.end - place(own.len()), name.span.end) };
                let of = TypeExpr { names: vec![own], span: Some(own.span), either: false };
                groups.push(TypedGroup { names: std::mem::take(&mut open), of });
            }
            if !open.is_empty() {
                groups.push(TypedGroup { names: open, of });
            }
        }
        TypedList { groups }
    }

    /// A type that lacks its hyphen, as in `?d dog`, `?d:dog`, `?d in dog`, `dog ?d`, `dog` for a variable; and how
    /// many items it takes. Only a word that this text declares as a type is one, but for what follows a colon.
    fn unmarked_type(
        &mut self,
        items: &[Node],
        names: &mut Vec<Name<'s>>,
        declares: Declares,
        slip: &mut Option<usize>,
    ) -> Option<(Option<TypeExpr<'s>>, usize)> {
        let [node, rest @ ..] = items else { return None };
        let (span, text) = (self.span(*node), self.text(*node));
        let next = rest.first().copied();
        let is_type = |low: &Self, node: Node| low.kind(node) == Kind::Name && low.is_type(low.text(node));
        let plain = |text, span: Span| {
            Some(TypeExpr { names: vec![Name { text, span }], span: Some(span), either: false })
        };
        let (of, taken, edit, meant) = match self.kind(*node) {
            Kind::Keyword if !names.is_empty() => {
                let of = Name { text: &text[1..], span: Span::new(span.start + 1, span.end) };
                (plain(of.text, of.span), 1, Span::new(span.start, span.start + 1), " - ".to_owned())
            }
            Kind::Lonely
                if text == ":" && !names.is_empty() && next.is_some_and(|next| self.is_type_expr(next)) =>
            {
                (self.type_expr(next?), 2, span, " - ".to_owned())
            }
            Kind::Name if declares == Declares::Variables && is_type(self, *node) => {
                if !names.is_empty() {
                    (plain(text, span), 1, Span::at(span.start), "- ".to_owned())
                } else if let Some(variable) = next.filter(|next| self.kind(*next) == Kind::Variable) {
                    let variable = self.word(variable);
                    names.push(variable);
                    (plain(text, span), 2, span.to(variable.span), format!("{} - {text}", variable.text))
                } else {
                    names.push(self.word(*node));
                    (plain(text, span), 1, span, format!("?{text} - {text}"))
                }
            }
            Kind::Name
                if declares == Declares::Variables
                    && !names.is_empty()
                    && next.is_some_and(|next| is_type(self, next)) =>
            {
                (self.type_expr(next?), 2, span, "-".to_owned())
            }
            // As in `anna = frog`: what has no letter and no digit is no name.
            Kind::Name
                if !names.is_empty()
                    && text.bytes().all(|byte| byte.is_ascii_punctuation())
                    && next.is_some_and(|next| self.is_type_expr(next)) =>
            {
                (self.type_expr(next?), 2, span, "-".to_owned())
            }
            _ => return None,
        };
        let found = if text == ":" { "a colon" } else { text };
        let message = format!("a type follows a hyphen, found {found}");
        let fault = codes::E0108.at(span, message).label("expected - before a type");
        let help = if declares == Declares::Variables { "write ?x - TYPE" } else { "write NAME - TYPE" };
        self.slipped(slip, fault, help, edit, meant);
        Some((of, taken))
    }

    /// Reports the first slip of a list; the edits of further ones are added to its help.
    fn slipped(&mut self, slip: &mut Option<usize>, fault: Diagnostic, help: &str, span: Span, text: String) {
        match slip.and_then(|index| self.diagnostics[index].help.last_mut()) {
            Some(help) => help.edits.push(Edit { span, text, file: None }),
            None => {
                *slip = Some(self.diagnostics.len());
                self.report(fault.fix(help, span, text));
            }
        }
    }

    /// Whether this text declares a type of that name.
    pub(super) fn is_type(&self, word: &str) -> bool {
        word.eq_ignore_ascii_case("object") || self.is_declared(":types", word)
    }

    /// Whether a section of this text has that word, or a form that begins with it.
    pub(super) fn is_declared(&self, section: &str, word: &str) -> bool {
        self.declaration(section, word).is_some()
    }

    /// That word, or the form that begins with it.
    pub(super) fn declaration(&self, section: &str, word: &str) -> Option<Node> {
        let sections = self.forms.items(Node::ROOT).filter(|node| self.forms.head_word(*node) == section);
        let mut items = sections.flat_map(|section| self.forms.items(section).skip(1));
        items.find(|item| self.text(self.forms.head(*item).unwrap_or(*item)).eq_ignore_ascii_case(word))
    }

    /// How many arguments a predicate of this text takes.
    pub(super) fn arity(&self, predicate: &str) -> Option<usize> {
        let declared = self.declaration(":predicates", predicate).filter(|node| self.is_form(*node))?;
        let parameters = self.forms.items(declared);
        Some(parameters.filter(|item| self.kind(*item) == Kind::Variable).count())
    }

    /// Whether this text declares an object of that name.
    pub(super) fn is_object(&self, node: Node) -> bool {
        [":constants", ":objects"].iter().any(|section| self.is_declared(section, self.text(node)))
    }

    fn is_type_expr(&self, node: Node) -> bool {
        matches!(self.kind(node), Kind::Name | Kind::Form)
    }

    fn declared(&mut self, node: Node, declares: Declares, slip: &mut Option<usize>) -> Option<Name<'s>> {
        if self.lonely(node) {
            return None;
        }
        let kind = self.kind(node);
        let text = self.text(node);
        let wanted = if declares == Declares::Variables { Kind::Variable } else { Kind::Name };
        // Names in published files go beyond letters, digits and hyphens; signs alone are slips.
        let is_sign =
            || declares != Declares::Variables && !text.bytes().any(|byte| byte.is_ascii_alphanumeric());
        if kind == wanted && !text.starts_with('-') && !is_sign() {
            self.note_odd(node);
            return Some(self.word(node));
        }
        // An object may be called 7: the standard wants a letter first, published files do not.
        if matches!(declares, Declares::Names(_)) && kind == Kind::Number && !text.starts_with('-') {
            self.note_odd(node);
            return Some(self.word(node));
        }
        let found = self.shown(node);
        let span = self.head_span(node);
        if let Some((code, feature)) = foreign(&self.forms.head_word(node)) {
            self.unsupported(code, feature, span);
            return None;
        }
        let fault = match declares {
            Declares::Variables if kind == Kind::Name && !text.starts_with(['$', '@', '-']) => {
                let fault = codes::E0108
                    .at(span, format!("a variable starts with ?, found {found}"))
                    .label("not a variable");
                let help = format!("did you mean ?{found}? A type follows a -, with blanks on both sides");
                self.slipped(slip, fault, &help, span, format!("?{found}"));
                return Some(self.word(node));
            }
            Declares::Variables => codes::E0108
                .at(span, format!("a variable is expected, found {found}"))
                .label("not a variable"),
            Declares::Names(what) if kind == Kind::Variable => {
                let fault = codes::E0108
                    .at(span, format!("the name of {what} is expected, found {found}"))
                    .label("a variable: names have no ?");
                self.slipped(slip, fault, "leave the ? out", span, found[1..].to_owned());
                return Some(Name { text: &text[1..], span: Span::new(span.start + 1, span.end) });
            }
            Declares::Names(what) => {
                let fault = codes::E0108
                    .at(span, format!("the name of {what} is expected, found {found}"))
                    .label("not a name");
                let items = self.items(node);
                let is_word = |item: &Node| matches!(self.kind(*item), Kind::Name | Kind::Dash);
                if kind == Kind::Form && !items.is_empty() && items.iter().all(is_word) {
                    let words = self.joined_words(&items);
                    let help = format!("names stand without parentheses: write {words}");
                    let whole = self.span(node);
                    let inner = text[1..text.len() - 1].to_owned();
                    self.slipped(slip, fault, &help, whole, inner);
                    return None;
                }
                fault
            }
        };
        self.refuse(fault)
    }

    /// The type after a hyphen. `None` if nothing there could be meant as one.
    fn type_after(&mut self, dash: Node, node: Option<Node>) -> Option<TypeExpr<'s>> {
        let of = node.and_then(|node| self.type_expr(node));
        if of.is_none() {
            self.report(
                codes::E0108
                    .at(self.span(dash), "type missing after -")
                    .label("the name of a type must follow")
                    .fix("write - TYPE, or leave the - out", self.span(dash), "")
                    .guess(),
            );
        }
        of
    }

    fn type_expr(&mut self, node: Node) -> Option<TypeExpr<'s>> {
        let span = Some(self.span(node));
        match self.kind(node) {
            Kind::Name => Some(TypeExpr { names: vec![self.word(node)], span, either: false }),
            Kind::Form if matches!(self.forms.head_word(node).as_str(), "either" | "fluent" | "or") => {
                let items = self.items(node);
                if self.forms.head_word(node) == "or" {
                    let head = self.span(items[0]);
                    let fault = codes::E0108.at(self.head_span(node), "a type is expected, found (or");
                    let fault = fault.label("several types are written with either");
                    self.report(fault.fix("write (either TYPE TYPE)", head, "either"));
                }
                let mut names = Vec::new();
                for item in &items[1..] {
                    names.extend(self.name(*item, "the name of a type"));
                }
                if self.forms.head_word(node) == "fluent" {
                    self.unsupported(codes::E0909, "object fluents", self.span(node));
                } else if items.len() == 1 {
                    self.report(
                        codes::E0108
                            .at(self.span(node), "either names no type")
                            .label("types are expected after either")
                            .help("write (either TYPE TYPE)"),
                    );
                }
                Some(TypeExpr { names, span, either: true })
            }
            _ => None,
        }
    }
}
