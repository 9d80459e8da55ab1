//! The structure of a text: its symbols, foldable ranges, and ever larger selections.
//!
//! In: a document. Out: spans.

use super::model::Declared;
use crate::language::{Definition, Document, Kind};
use crate::pddl::{Forms, Kind as Shape, Node};
use banto_base::source::Span;

/// A symbol and its children.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub detail: String,
    pub kind: Kind,
    pub span: Span,
    /// Its name.
    pub selection: Span,
    pub children: Vec<Symbol>,
}

/// The definition, its sections, and what they declare.
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let Some(forms) = document.forms() else { return Vec::new() };
    let Some(header) = forms.items(Node::ROOT).nth(1) else { return Vec::new() };
    let (definition, name) = document.definition();
    let kind = if definition == Definition::Problem { Kind::Problem } else { Kind::Domain };
    let mut children: Vec<Symbol> = Vec::new();
    let mut declared = document.model().declared.iter().peekable();
    for section in forms.items(Node::ROOT).skip(2).filter(|node| forms.kind(*node) == Shape::Form) {
        let (span, word) = (forms.span(section), forms.head_word(section));
        let mut inner = Vec::new();
        while let Some(one) = declared.next_if(|one| one.form.end <= span.end) {
            inner.push(symbol(one));
        }
        if word == ":action" {
            children.append(&mut inner);
            continue;
        }
        let count = forms.items(section).skip(1).count();
        let detail = if word == ":init" {
            format!("{count} fact{}", if count == 1 { "" } else { "s" })
        } else {
            String::new()
        };
        let selection = forms.head(section).map_or(span, |head| forms.span(head));
        children.push(Symbol { name: word, detail, kind: Kind::Keyword, span, selection, children: inner });
    }
    let (name, span) = (name.unwrap_or("").to_owned(), forms.span(Node::ROOT));
    vec![Symbol {
        name,
        detail: forms.head_word(header),
        kind,
        span,
        selection: forms.span(header),
        children,
    }]
}

fn symbol(one: &Declared) -> Symbol {
    let detail = one.show();
    let (span, selection) = (one.form, one.span);
    Symbol { name: one.name.clone(), detail, kind: one.kind, span, selection, children: Vec::new() }
}

/// Forms down to the fields of actions, and runs of comments. The caller leaves out single lines.
pub fn folds(document: &Document) -> Vec<(Span, bool)> {
    fn inside(forms: &Forms<'_>, node: Node, depth: usize, out: &mut Vec<(Span, bool)>) {
        for item in forms.items(node).filter(|item| forms.kind(*item) == Shape::Form) {
            out.push((forms.span(item), false));
            if depth > 0 && forms.head_word(item) != ":init" {
                inside(forms, item, depth - 1, out);
            }
        }
    }
    let mut folds = Vec::new();
    if let Some(forms) = document.forms() {
        inside(&forms, Node::ROOT, 3, &mut folds);
    }
    let (mut at, mut open) = (0, None);
    for line in document.text().split_inclusive('\n') {
        if line.trim_start().starts_with(';') {
            let (first, _) = *open.get_or_insert((at, at));
            open = Some((first, at + line.trim_end().len()));
        } else if let Some((first, last)) = open.take() {
            folds.push((Span::from(first..last), true));
        }
        at += line.len();
    }
    folds.extend(open.map(|(first, last)| (Span::from(first..last), true)));
    folds
}

/// The word at a place and the forms around it, the smallest first.
pub fn selection(document: &Document, at: u32) -> Vec<Span> {
    let Some(forms) = document.forms() else { return Vec::new() };
    let path = super::place::path(&forms, at);
    let holds = |item: &Node| forms.span(*item).start <= at && at <= forms.span(*item).end;
    let inner = path.last().and_then(|inner| forms.items(*inner).find(holds));
    inner.into_iter().chain(path.into_iter().rev()).map(|node| forms.span(node)).collect()
}
