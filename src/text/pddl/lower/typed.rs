//! Typed lists: `a b - t c - (either t u) d`.
//!
//! In: forms. Out: names with their types, as they are written.

use super::Lower;
use crate::base::source::{Span, codes};
use crate::text::pddl::ast::{Name, TypeExpr, TypedGroup, TypedList};
use crate::text::pddl::form::{Kind, Node};

/// What a typed list declares.
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
        let mut at = 0;
        while at < items.len() && self.goes_on() {
            let node = items[at];
            at += 1;
            let text = self.forms.text(node);
            let of = if self.forms.kind(node) == Kind::Dash {
                let of = self.type_after(node, items.get(at).copied());
                at += usize::from(of.is_some());
                of
            } else if let Some(of) = text.strip_prefix('-').filter(|of| of.starts_with(char::is_alphabetic)) {
                let span = self.forms.span(node);
                self.joined(span, text, &format!("- {of}"));
                let of = Name { text: of, span: Span::new(span.start + 1, span.end) };
                Some(TypeExpr { names: vec![of], span: Some(of.span), either: false })
            } else if declares == Declares::Variables
                && let Some(variable) =
                    text.strip_suffix('-').filter(|_| self.forms.kind(node) == Kind::Variable)
                && let Some(of) = items.get(at).filter(|of| self.forms.kind(**of) == Kind::Name)
            {
                at += 1;
                let span = self.forms.span(node);
                self.joined(span, text, &format!("{variable} -"));
                names.push(Name { text: variable, span: Span::new(span.start, span.end - 1) });
                self.type_expr(*of)
            } else {
                names.extend(self.declared(node, declares));
                continue;
            };
            if names.is_empty() {
                self.report(
                    codes::E0108
                        .at(self.forms.span(node), "no name before -")
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
                .label("a blank is missing beside the hyphen")
                .fix(format!("write {meant}"), span, meant),
        );
    }

    fn declared(&mut self, node: Node, declares: Declares) -> Option<Name<'s>> {
        if self.lonely(node) {
            return None;
        }
        let kind = self.forms.kind(node);
        let text = self.forms.text(node);
        let wanted = if declares == Declares::Variables { Kind::Variable } else { Kind::Name };
        // Names in published files go beyond letters, digits and hyphens; signs alone are slips.
        let is_sign =
            || declares != Declares::Variables && !text.bytes().any(|byte| byte.is_ascii_alphanumeric());
        if kind == wanted && !text.starts_with('-') && !is_sign() {
            return Some(self.word(node));
        }
        // An object may be called 7: the standard wants a letter first, published files do not.
        if matches!(declares, Declares::Names(_)) && kind == Kind::Number && !text.starts_with('-') {
            return Some(self.word(node));
        }
        let found = self.shown(node);
        let span = self.head_span(node);
        let fault = match declares {
            Declares::Variables if kind == Kind::Name => codes::E0108
                .at(span, format!("a variable starts with ?, found {found}"))
                .label("not a variable")
                .fix(
                    format!("did you mean ?{found}? A type follows a -, with blanks on both sides"),
                    span,
                    format!("?{found}"),
                ),
            Declares::Variables => codes::E0108
                .at(span, format!("a variable is expected, found {found}"))
                .label("not a variable"),
            Declares::Names(what) => codes::E0108
                .at(span, format!("the name of {what} is expected, found {found}"))
                .label("not a name"),
        };
        self.refuse(fault)
    }

    /// The type after a hyphen. `None` if nothing there could be meant as one.
    fn type_after(&mut self, dash: Node, node: Option<Node>) -> Option<TypeExpr<'s>> {
        let of = node.and_then(|node| self.type_expr(node));
        if of.is_none() {
            self.report(
                codes::E0108
                    .at(self.forms.span(dash), "type missing after -")
                    .label("the name of a type must follow")
                    .fix("write - TYPE, or leave the - out", self.forms.span(dash), ""),
            );
        }
        of
    }

    fn type_expr(&mut self, node: Node) -> Option<TypeExpr<'s>> {
        let span = Some(self.forms.span(node));
        match self.forms.kind(node) {
            Kind::Name => Some(TypeExpr { names: vec![self.word(node)], span, either: false }),
            Kind::Form if matches!(self.forms.head_word(node).as_str(), "either" | "fluent") => {
                let items = self.items(node);
                let mut names = Vec::new();
                for item in &items[1..] {
                    names.extend(self.name(*item, "the name of a type"));
                }
                if self.forms.head_word(node) == "fluent" {
                    self.unsupported(codes::E0909, "object fluents", self.forms.span(node));
                } else if items.len() == 1 {
                    self.report(
                        codes::E0108
                            .at(self.forms.span(node), "either names no type")
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
