//! Forms: a flat tree of parenthesized forms and words, each with its span.
//!
//! In: where forms begin and end and where words are, in order, from `scan`. Out: [`Forms`]. What a word is, is written
//! down in the grammar `grammar/pddl.pest`; a test holds this file to it.

use std::borrow::Cow;

use crate::base::limits::{Limits, Stop};
use crate::base::source::{Span, place};

/// What one node of the tree is.
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

impl Kind {
    /// What a word is.
    fn of(word: &[u8]) -> Self {
        match word {
            b"?" | b":" => Self::Lonely,
            [b'?', ..] => Self::Variable,
            [b':', ..] => Self::Keyword,
            b"-" => Self::Dash,
            _ if is_number(word) => Self::Number,
            _ => Self::Name,
        }
    }
}

/// Whether a word is digits, with a sign or without, and perhaps with more digits behind a point.
fn is_number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    digits.first().is_some_and(u8::is_ascii_digit)
        && digits
            .splitn(2, |byte| *byte == b'.')
            .all(|part| !part.is_empty() && part.iter().all(u8::is_ascii_digit))
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
    /// # Errors
    /// When the extent is 2^29 or more.
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
#[derive(Clone, Debug)]
pub(crate) struct Forms<'s> {
    text: &'s str,
    entries: Cow<'s, [Entry]>,
}

impl<'s> Forms<'s> {
    /// The forms of a text with these entries: none yet, or those that were read before.
    pub(super) fn over(text: &'s str, entries: impl Into<Cow<'s, [Entry]>>) -> Self {
        Self { text, entries: entries.into() }
    }

    /// The forms without their text.
    pub(super) fn into_entries(self) -> Vec<Entry> {
        self.entries.into_owned()
    }

    /// Opens a form; whatever is pushed before it is closed is inside it.
    pub(crate) fn open(&mut self, at: usize, limits: &Limits) -> Result<Node, Stop> {
        let entries = self.entries.to_mut();
        let node = Node(u32::try_from(entries.len()).map_err(|_| Stop::Memory)?);
        limits.check_reserve(entries, 2)?;
        entries.extend([Entry::new(Kind::Form, at, 0)?; 2]);
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

    /// Adds a word.
    pub(crate) fn word(&mut self, start: usize, end: usize, limits: &Limits) -> Result<(), Stop> {
        let entry = Entry::new(Kind::of(&self.text.as_bytes()[start..end]), start, end - start)?;
        let entries = self.entries.to_mut();
        limits.check_reserve(entries, 1)?;
        entries.push(entry);
        Ok(())
    }

    /// What the node is.
    pub(crate) fn kind(&self, node: Node) -> Kind {
        self.entry(node).kind()
    }

    /// Where the node is.
    pub(crate) fn span(&self, node: Node) -> Span {
        let entry = self.entry(node);
        let end = match entry.kind() {
            Kind::Form => self.entries[node.0 as usize + 1].start,
            _ => entry.start + entry.extent(),
        };
        Span::new(entry.start, end)
    }

    /// The node as it is written.
    pub(crate) fn text(&self, node: Node) -> &'s str {
        &self.text[self.span(node).range()]
    }

    /// A form's items, in order; none for a word.
    pub(crate) fn items(&self, node: Node) -> Items<'_> {
        let entry = self.entry(node);
        let end = if entry.kind() == Kind::Form { node.0 + entry.extent() } else { 0 };
        Items { entries: &self.entries, next: node.0 + 2, end }
    }

    /// The first item of a form.
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

/// The items of one form.
#[derive(Clone, Debug)]
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

/// Where the word that starts at a byte ends. That byte is not a blank, a parenthesis or the start of a comment.
pub(crate) fn word_end(text: &[u8], at: usize) -> usize {
    let rest = &text[at + 1..];
    at + 1 + rest.iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len())
}

/// Whether a byte continues a word. The scan finds bytes that no word can have.
const fn is_word(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c | b'(' | b')' | b';' | b'?' | b':')
}

#[cfg(test)]
#[path = "form_tests.rs"]
mod tests;
