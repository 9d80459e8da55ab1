//! Text to forms: a flat tree of parenthesized forms and words, each with its span. The only file that names pest.
//!
//! In: the pieces of a text, in order, from `scan`; pest parses them by the grammar in `grammar/pddl.pest`. Out:
//! [`Forms`].

use std::borrow::Cow;
use std::ops::Range;

use pest::{Parser, Token};
use pest_derive::Parser;

use banto_base::limits::{Limits, Stop};
use banto_base::source::{Span, place};

#[derive(Parser)]
#[grammar = "../../grammar/pddl.pest"]
struct Grammar;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
    /// `?` or `:` with nothing after it.
    Lonely,
}

const KINDS: [Kind; 7] =
    [Kind::Form, Kind::Variable, Kind::Keyword, Kind::Dash, Kind::Number, Kind::Name, Kind::Lonely];

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node(u32);

impl Node {
    /// The definition itself.
    pub(crate) const ROOT: Self = Self(0);
}

/// The bits of a kind in [`Entry::extent`].
const KIND_BITS: u32 = 3;

/// A word: where it starts, its length and kind. A form takes two entries: the first has its number of entries instead
/// of a length, and the second starts where the form ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    start: u32,
    extent: u32,
}

impl Entry {
    fn new(kind: Kind, start: usize, extent: usize) -> Result<Self, Stop> {
        let fits = u32::try_from(extent).ok().filter(|extent| *extent < 1 << (u32::BITS - KIND_BITS));
        let extent = fits.ok_or(Stop::Memory)?;
        Ok(Self { start: place(start), extent: extent << KIND_BITS | kind as u32 })
    }

    fn kind(self) -> Kind {
        KINDS[(self.extent & ((1 << KIND_BITS) - 1)) as usize]
    }

    fn extent(self) -> u32 {
        self.extent >> KIND_BITS
    }
}

/// All nodes of one definition, in the order of the text; a form's children follow it.
pub(crate) struct Forms<'s> {
    text: &'s str,
    entries: Cow<'s, [Entry]>,
}

impl<'s> Forms<'s> {
    /// No forms yet, with room for as many entries as the text can have.
    pub(crate) fn new(text: &'s str, limits: &Limits) -> Result<Self, Stop> {
        let count = entries_at_most(text, limits)?;
        limits.check_allocation(count * size_of::<Entry>())?;
        Ok(Self { text, entries: Cow::Owned(Vec::with_capacity(count)) })
    }

    /// Forms of a text that were read before.
    pub(super) fn over(text: &'s str, entries: impl Into<Cow<'s, [Entry]>>) -> Self {
        Self { text, entries: entries.into() }
    }

    /// The forms without their text.
    pub(super) fn into_entries(self) -> Vec<Entry> {
        self.entries.into_owned()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Opens a form; whatever is pushed before it is closed is inside it.
    pub(crate) fn open(&mut self, at: usize) -> Result<Node, Stop> {
        let node = Node(u32::try_from(self.entries.len()).map_err(|_| Stop::Memory)?);
        self.entries.to_mut().push(Entry::new(Kind::Form, at, 0)?);
        self.entries.to_mut().push(Entry::new(Kind::Form, at, 0)?);
        Ok(node)
    }

    /// Closes a form after its last byte.
    pub(crate) fn close(&mut self, node: Node, end: usize) -> Result<(), Stop> {
        let index = node.0 as usize;
        let start = self.entries[index].start as usize;
        let count = self.entries.len() - index;
        let entries = self.entries.to_mut();
        entries[index] = Entry::new(Kind::Form, start, count)?;
        entries[index + 1].start = place(end);
        Ok(())
    }

    /// Reads a piece: whole items that are free of what the scan reports. The grammar's rules recurse as deeply as its
    /// forms are nested.
    pub(crate) fn read(&mut self, piece: Range<usize>) -> Result<(), Stop> {
        let parsed = Grammar::parse(Rule::items, &self.text[piece.clone()]);
        let mut open = Vec::new();
        let mut start = 0;
        for token in parsed.expect("scanned text is in the grammar").tokens() {
            match token {
                Token::Start { rule: Rule::form, pos } => open.push(self.open(piece.start + pos.pos())?),
                Token::End { rule: Rule::form, pos } => {
                    if let Some(form) = open.pop() {
                        self.close(form, piece.start + pos.pos())?;
                    }
                }
                // Anything but a form has no tokens inside.
                Token::Start { pos, .. } => start = pos.pos(),
                Token::End { rule, pos } => {
                    if let Some(kind) = word(rule) {
                        self.entries.to_mut().push(Entry::new(kind, piece.start + start, pos.pos() - start)?);
                    }
                }
            }
        }
        Ok(())
    }

    pub(crate) fn kind(&self, node: Node) -> Kind {
        self.entry(node).kind()
    }

    pub(crate) fn span(&self, node: Node) -> Span {
        let entry = self.entry(node);
        let end = match entry.kind() {
            Kind::Form => self.entries[node.0 as usize + 1].start,
            _ => entry.start + entry.extent(),
        };
        Span::new(entry.start, end)
    }

    pub(crate) fn text(&self, node: Node) -> &'s str {
        &self.text[self.span(node).range()]
    }

    /// A form's items, in order; none for a word.
    pub(crate) fn items(&self, node: Node) -> Items<'_> {
        let entry = self.entry(node);
        let end = if entry.kind() == Kind::Form { node.0 + entry.extent() } else { 0 };
        Items { entries: &self.entries, next: node.0 + 2, end }
    }

    pub(crate) fn head(&self, node: Node) -> Option<Node> {
        self.items(node).next()
    }

    /// The first item's text in lower case, if it is a word; else the empty string.
    pub(crate) fn head_word(&self, node: Node) -> String {
        match self.head(node) {
            Some(head) if self.kind(head) != Kind::Form => self.text(head).to_ascii_lowercase(),
            _ => String::new(),
        }
    }

    fn entry(&self, node: Node) -> Entry {
        self.entries[node.0 as usize]
    }
}

pub(crate) struct Items<'a> {
    entries: &'a [Entry],
    next: u32,
    end: u32,
}

impl Iterator for Items<'_> {
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        (self.next < self.end).then(|| {
            let node = Node(self.next);
            let entry = self.entries[node.0 as usize];
            self.next += if entry.kind() == Kind::Form { entry.extent() } else { 1 };
            node
        })
    }
}

/// The kind of a word; `None` for a rule that is neither a word nor a form.
const fn word(rule: Rule) -> Option<Kind> {
    Some(match rule {
        Rule::name | Rule::sign => Kind::Name,
        Rule::variable => Kind::Variable,
        Rule::keyword => Kind::Keyword,
        Rule::dash => Kind::Dash,
        Rule::number => Kind::Number,
        Rule::lonely => Kind::Lonely,
        _ => return None,
    })
}

/// Where the word that starts at a byte ends. That byte is not a blank, a parenthesis or the start of a comment.
pub(crate) fn word_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at + 1..];
    at + 1 + rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len())
}

/// Whether a byte continues a word. The scan finds bytes that no word can have.
const fn is_word(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c | b'(' | b')' | b';' | b'?' | b':')
}

/// How many entries a text may need: exact if each word ends with a blank or a parenthesis.
fn entries_at_most(text: &str, limits: &Limits) -> Result<usize, Stop> {
    let mut count = 0;
    let (mut in_comment, mut in_word) = (false, false);
    for chunk in text.as_bytes().chunks(1 << 16) {
        limits.check()?;
        for byte in chunk {
            if in_comment {
                in_comment = *byte != b'\n';
                continue;
            }
            let begins = match byte {
                b'(' => 2,
                b'?' | b':' => 1,
                b';' => {
                    in_comment = true;
                    0
                }
                byte => usize::from(is_word(*byte) && !in_word),
            };
            count += begins;
            in_word = is_word(*byte) || matches!(byte, b'?' | b':');
        }
    }
    Ok(count)
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
