//! Forms: a flat tree of parenthesized forms and words, each with its span.
//!
//! In: parentheses and words in the order of the text, from `scan`. Out: [`Forms`]. The written form of PDDL:
//!
//! ```text
//! form     = "(" (form | word)* ")"     with blanks and comments, from ; to the end of the line, between them
//! word     = ["?" | ":"] char*          as long as it can be; what kind of word it is, `Kind::of` says
//! char     = whatever can be seen, but ( ) ; ? : , [ ] { } " ' ` \
//! ```
//!
//! Any balanced text has forms: which form may stand where is read from them in `lower/`, because a grammar would
//! stop at its first misfit, and who writes PDDL wants to hear of all of them, each in words of its own.

use std::borrow::Cow;

use banto_base::limits::{Limits, Stop};
use banto_base::source::{Span, place};

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

impl Kind {
    /// The kind of a word.
    fn of(word: &[u8]) -> Self {
        let digits = |word: &[u8]| word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        match word {
            [b'?' | b':'] => Self::Lonely,
            [b'?', ..] => Self::Variable,
            [b':', ..] => Self::Keyword,
            [b'-'] => Self::Dash,
            [b'-', rest @ ..] | rest => match (digits(rest), &rest[digits(rest)..]) {
                (1.., []) => Self::Number,
                (1.., [b'.', fraction @ ..]) if fraction.len() == digits(fraction).max(1) => Self::Number,
                _ => Self::Name,
            },
        }
    }
}

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

    /// Adds a word.
    pub(crate) fn word(&mut self, at: usize, end: usize) -> Result<(), Stop> {
        let kind = Kind::of(&self.text.as_bytes()[at..end]);
        self.entries.to_mut().push(Entry::new(kind, at, end - at)?);
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
