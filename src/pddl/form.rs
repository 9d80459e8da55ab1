//! Forms: a flat tree of parenthesised forms and words, each with its span. What a token is says the grammar in
//! `grammar/pddl.pest`, which the tests below hold this reader to.
//!
//! In: the tokens of a text, in order, from `scan`. Out: [`Forms`]. What a word means is not known here.

use crate::limits::{Limits, Stop};
use crate::source::{Span, place};

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

const KINDS: [Kind; 7] =
    [Kind::Form, Kind::Variable, Kind::Keyword, Kind::Dash, Kind::Number, Kind::Name, Kind::Lonely];

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node(u32);

impl Node {
    /// The definition itself.
    pub(super) const ROOT: Self = Self(0);
}

/// The bits of a kind in [`Entry::extent`].
const KIND_BITS: u32 = 3;

/// A word: where it starts, its length and kind. A form takes two entries: the first has the number of entries that it
/// takes in place of the length, and the second starts where the form ends.
#[derive(Clone, Copy, Debug)]
struct Entry {
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
#[derive(Debug)]
pub(super) struct Forms<'s> {
    text: &'s str,
    entries: Vec<Entry>,
}

impl<'s> Forms<'s> {
    /// No forms yet, and room for as many entries as the text can have.
    pub(super) fn new(text: &'s str, limits: &Limits) -> Result<Self, Stop> {
        let count = entries_at_most(text, limits)?;
        limits.check_room(count * size_of::<Entry>())?;
        Ok(Self { text, entries: Vec::with_capacity(count) })
    }

    /// Opens a form; what is pushed until it is closed lies inside it.
    pub(super) fn open(&mut self, at: usize) -> Result<Node, Stop> {
        let node = Node(u32::try_from(self.entries.len()).map_err(|_| Stop::Memory)?);
        self.entries.push(Entry::new(Kind::Form, at, 0)?);
        self.entries.push(Entry::new(Kind::Form, at, 0)?);
        Ok(node)
    }

    /// Closes a form behind its last byte.
    pub(super) fn close(&mut self, node: Node, end: usize) -> Result<(), Stop> {
        let index = node.0 as usize;
        let start = self.entries[index].start as usize;
        self.entries[index] = Entry::new(Kind::Form, start, self.entries.len() - index)?;
        self.entries[index + 1].start = place(end);
        Ok(())
    }

    /// Reads the word that starts at a byte: no blank, parenthesis or comment. Gives the byte behind it.
    pub(super) fn word(&mut self, at: usize) -> Result<usize, Stop> {
        let rest = &self.text.as_bytes()[at..];
        let length = 1 + rest[1..].iter().position(|byte| !is_word(*byte)).unwrap_or(rest.len() - 1);
        let (kind, length) = match rest[0] {
            b'?' | b':' if length == 1 => (Kind::Lonely, 1),
            b'?' => (Kind::Variable, length),
            b':' => (Kind::Keyword, length),
            b'-' if length == 1 => (Kind::Dash, 1),
            _ if is_number(&rest[..length]) => (Kind::Number, length),
            _ => (Kind::Name, length),
        };
        self.entries.push(Entry::new(kind, at, length)?);
        Ok(at + length)
    }

    /// What the node is.
    pub(super) fn kind(&self, node: Node) -> Kind {
        self.entry(node).kind()
    }

    /// Where the node stands.
    pub(super) fn span(&self, node: Node) -> Span {
        let entry = self.entry(node);
        let end = match entry.kind() {
            Kind::Form => self.entries[node.0 as usize + 1].start,
            _ => entry.start + entry.extent(),
        };
        Span::new(entry.start, end)
    }

    /// The node as it is written.
    pub(super) fn text(&self, node: Node) -> &'s str {
        &self.text[self.span(node).range()]
    }

    /// A form's items, in order; nothing for a word.
    pub(super) fn items(&self, node: Node) -> Items<'_> {
        let entry = self.entry(node);
        let end = if entry.kind() == Kind::Form { node.0 + entry.extent() } else { 0 };
        Items { entries: &self.entries, next: node.0 + 2, end }
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

    fn entry(&self, node: Node) -> Entry {
        self.entries[node.0 as usize]
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
            let entry = self.entries[node.0 as usize];
            self.next += if entry.kind() == Kind::Form { entry.extent() } else { 1 };
            node
        })
    }
}

/// Whether a byte goes on with a word. Bytes that no word has are found by the scan.
const fn is_word(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\n' | b'\t' | b'\r' | 0x0b | 0x0c | b'(' | b')' | b';' | b'?' | b':')
}

/// Digits, with a sign and a fraction or without.
fn is_number(word: &[u8]) -> bool {
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let whole = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_fraction =
        |rest: &[u8]| rest.len() > 1 && rest[0] == b'.' && rest[1..].iter().all(u8::is_ascii_digit);
    whole > 0 && (whole == digits.len() || is_fraction(&digits[whole..]))
}

/// How many entries a text may give: exact where each word ends with a blank or a parenthesis.
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
