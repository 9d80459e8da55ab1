//! Semantic tokens for coloring, and inlay hints.
//!
//! In: texts and a span. Out: [`Token`]s in the order of the text, and [`Hint`]s.

use super::document::{Document, Texts};
use super::syntax::{Kind, Use};
use super::typed::typed;
use super::words::walk;
use crate::pddl::{Forms, Node};
use banto_base::source::Span;

/// A word and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    pub span: Span,
    pub kind: Kind,
    pub is_declared: bool,
}

/// The words of a text, or those of the items that a span touches.
pub fn tokens(document: &Document, within: Option<Span>) -> Vec<Token> {
    let mut tokens = Vec::new();
    if let Some(forms) = document.forms() {
        walk(&forms, within, &mut |word| {
            tokens.push(Token { span: word.span, kind: word.kind, is_declared: word.role == Use::Declare });
        });
    }
    tokens.sort_by_key(|token| token.span);
    tokens.dedup_by_key(|token| token.span);
    tokens
}

/// A word that is shown but not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub at: u32,
    pub text: String,
    /// Whether it is a type, after a name; else a parameter, before an argument.
    pub is_type: bool,
}

/// The names of parameters before the arguments in a problem, and the types of variables that share one with others.
pub fn hints(texts: &Texts<'_>, file: usize, within: Span) -> Vec<Hint> {
    let Some(forms) = texts.file(file).and_then(Document::forms) else { return Vec::new() };
    let mut hints = Vec::new();
    walk(&forms, Some(within), &mut |word| {
        let Some((kind, head, index)) = word.argument.filter(|_| file > 0 && word.kind == Kind::Object)
        else {
            return;
        };
        let declared = texts.find(file, kind, head);
        if let Some(parameter) = declared.and_then(|(_, declared)| declared.parameters.get(index)) {
            let text = format!("{}:", parameter.name.trim_start_matches('?'));
            hints.push(Hint { at: word.span.start, text, is_type: false });
        }
    });
    let sections = forms.items(Node::ROOT).skip(2);
    for section in sections.filter(|section| file == 0 && touches(&forms, *section, within)) {
        types(&forms, section, &mut hints);
    }
    hints.retain(|hint| within.start <= hint.at && hint.at <= within.end);
    hints.sort_by_key(|hint| hint.at);
    hints
}

fn touches(forms: &Forms<'_>, node: Node, within: Span) -> bool {
    let span = forms.span(node);
    span.start <= within.end && within.start <= span.end
}

/// The types of the variables in a form whose type is written only after a later one.
fn types(forms: &Forms<'_>, node: Node, hints: &mut Vec<Hint>) {
    for name in typed(forms, forms.items(node)) {
        if let (true, false, [of]) = (name.text.starts_with('?'), name.is_last, name.of.as_slice()) {
            hints.push(Hint { at: name.span.end, text: format!("- {of}"), is_type: true });
        }
    }
    forms
        .items(node)
        .filter(|item| forms.kind(*item) == crate::pddl::Kind::Form)
        .for_each(|item| types(forms, item, hints));
}
