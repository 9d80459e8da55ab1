//! Text to forms: the only file that names pest.
//!
//! In: the pieces of a scanned text. Out: [`Forms`], a flat tree of parenthesised forms and words, each with its span.
//! Knows the grammar in `grammar/pddl.pest`; not what any word means.

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;

use super::scan::Piece;
use crate::source::{SourceText, Span, place};

#[derive(Parser)]
#[grammar = "../grammar/pddl.pest"]
struct Grammar;

/// What one node of the tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `( ... )`
    Form,
    /// `?x`
    Variable,
    /// `:action`
    Keyword,
    /// `-`
    Dash,
    /// `3`, `2.5`
    Number,
    /// Any other word.
    Name,
    /// `?` or `:` with nothing behind it.
    Lonely,
}

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(u32);

impl Node {
    /// The definition itself.
    pub(super) const ROOT: Self = Self(0);
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: Kind,
    span: Span,
    /// How many entries the node takes, itself included.
    size: u32,
}

/// All nodes of one definition, in the order of the text; a form's children follow it.
#[derive(Debug)]
pub(super) struct Forms<'s> {
    text: &'s str,
    entries: Vec<Entry>,
}

impl<'s> Forms<'s> {
    /// Reads the pieces that a scan without diagnostics gave.
    pub(super) fn read(source: &'s SourceText, pieces: &[Piece]) -> Self {
        let mut forms = Self { text: source.text(), entries: Vec::with_capacity(source.text().len() / 16) };
        let mut open = Vec::new();
        for piece in pieces {
            match *piece {
                Piece::Open(at) => {
                    open.push(forms.entries.len());
                    forms.push(Kind::Form, Span::new(at, at + 1));
                }
                Piece::Close(at) => {
                    if let Some(index) = open.pop() {
                        forms.close(index, at + 1);
                    }
                }
                Piece::Items(span) => forms.read_items(span),
            }
        }
        forms
    }

    fn read_items(&mut self, span: Span) {
        let items = Grammar::parse(Rule::items, &self.text[span.range()]);
        // The grammar accepts every balanced run of the characters that the scan let pass.
        let items = items.expect("scanned text is in the grammar").next().expect("the rule gives one pair");
        for item in items.into_inner() {
            self.read_item(item, span.start);
        }
    }

    /// Recursion is bounded by the scan's limit on nesting.
    fn read_item(&mut self, pair: Pair<'_, Rule>, offset: u32) {
        let at = |byte: usize| offset + place(byte);
        let span = Span::new(at(pair.as_span().start()), at(pair.as_span().end()));
        let kind = match pair.as_rule() {
            Rule::form => {
                let index = self.entries.len();
                self.push(Kind::Form, span);
                for item in pair.into_inner() {
                    self.read_item(item, offset);
                }
                self.close(index, span.end);
                return;
            }
            Rule::variable => Kind::Variable,
            Rule::keyword => Kind::Keyword,
            Rule::dash => Kind::Dash,
            Rule::number => Kind::Number,
            Rule::lonely => Kind::Lonely,
            Rule::EOI => return,
            _ => Kind::Name,
        };
        self.push(kind, span);
    }

    fn push(&mut self, kind: Kind, span: Span) {
        self.entries.push(Entry { kind, span, size: 1 });
    }

    fn close(&mut self, index: usize, end: u32) {
        let size = self.entries.len() - index;
        self.entries[index].size = u32::try_from(size).unwrap_or(u32::MAX);
        self.entries[index].span.end = end;
    }

    /// What the node is.
    pub(super) fn kind(&self, node: Node) -> Kind {
        self.entry(node).kind
    }

    /// Where the node stands.
    pub(super) fn span(&self, node: Node) -> Span {
        self.entry(node).span
    }

    /// The node as it is written.
    pub(super) fn text(&self, node: Node) -> &'s str {
        &self.text[self.entry(node).span.range()]
    }

    /// A form's items, in order; nothing for a word.
    pub(super) fn items(&self, node: Node) -> Items<'_> {
        let first = node.0 + 1;
        Items { entries: &self.entries, next: first, end: node.0 + self.entry(node).size }
    }

    /// The first item of a form.
    pub(super) fn head(&self, node: Node) -> Option<Node> {
        self.items(node).next()
    }

    /// The first item's text in lower case, when it is a word; else the empty string.
    pub(super) fn head_word(&self, node: Node) -> String {
        match self.head(node) {
            Some(head) if self.kind(head) != Kind::Form => self.text(head).to_ascii_lowercase(),
            _ => String::new(),
        }
    }

    fn entry(&self, node: Node) -> &Entry {
        &self.entries[node.0 as usize]
    }
}

/// The items of one form.
#[derive(Clone, Debug)]
pub(super) struct Items<'a> {
    entries: &'a [Entry],
    next: u32,
    end: u32,
}

impl Iterator for Items<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        (self.next < self.end).then(|| {
            let node = Node(self.next);
            self.next += self.entries[node.0 as usize].size;
            node
        })
    }
}
