//! The part of XML that level files use: tags with attributes, text, entities, comments, CDATA; no schemas.
//!
//! In: text. Out: events, each with its place; text gives the place of every character.

use crate::base::source::{Diagnostic, Span, codes};

/// A character and its place; an entity is one character.
pub(super) type Placed = (char, Span);

/// One piece of a document.
pub(super) enum Event<'a> {
    /// `<name ...>`; `empty` if it ends in `/>`.
    Open {
        name: &'a str,
        attributes: Vec<(&'a str, String)>,
        empty: bool,
        span: Span,
    },
    /// `</name>`
    Close {
        name: &'a str,
        span: Span,
    },
    Text(Text<'a>),
}

/// Text between tags. Its characters are read on demand, since a file may be one long text.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    source: &'a str,
    /// The byte at which it starts.
    start: usize,
    has_entities: bool,
}

impl<'a> Text<'a> {
    /// The characters, with entities resolved; an `&` that begins no entity stands for itself.
    pub(super) fn characters(self) -> impl Iterator<Item = Placed> + 'a {
        let mut at = 0;
        std::iter::from_fn(move || {
            let one = self.source[at..].chars().next()?;
            let found = (one == '&' && self.has_entities).then(|| entity(&self.source[at..])).flatten();
            let (one, length) = found.unwrap_or((one, one.len_utf8()));
            let place = Span::from(self.start + at..self.start + at + length);
            at += length;
            Some((one, place))
        })
    }
}

/// Reads a document piece by piece.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The next piece; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<Event<'a>>, Box<Diagnostic>> {
        loop {
            let rest = &self.text[self.at..];
            if rest.is_empty() {
                return Ok(None);
            }
            if rest.starts_with("<!--") {
                self.skip_past("-->", "a comment that is never closed")?;
            } else if rest.starts_with("<?") {
                self.skip_past("?>", "an instruction that is never closed")?;
            } else if rest.starts_with("<![CDATA[") {
                return self.raw().map(Some);
            } else if rest.starts_with("<!") {
                self.skip_past(">", "a declaration that is never closed")?;
            } else if rest.starts_with('<') {
                return self.tag().map(Some);
            } else {
                return Ok(Some(self.plain()));
            }
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let most = self.text.len();
        Span::from(start.min(most)..end.min(most))
    }

    fn fault(&self, message: &str, start: usize, end: usize) -> Diagnostic {
        codes::E0312.at(self.span(start, end), message)
    }

    fn skip_past(&mut self, end: &str, message: &str) -> Result<(), Box<Diagnostic>> {
        match self.text[self.at..].find(end) {
            Some(length) => {
                self.at += length + end.len();
                Ok(())
            }
            None => Err(self.fault(message, self.at, self.at + 2).into()),
        }
    }

    fn raw(&mut self) -> Result<Event<'a>, Box<Diagnostic>> {
        let start = self.at + "<![CDATA[".len();
        self.skip_past("]]>", "a CDATA section that is never closed")?;
        let source = &self.text[start..self.at - "]]>".len()];
        Ok(Event::Text(Text { source, start, has_entities: false }))
    }

    fn plain(&mut self) -> Event<'a> {
        let start = self.at;
        let end = self.text[start..].find('<').map_or(self.text.len(), |length| start + length);
        self.at = end;
        Event::Text(Text { source: &self.text[start..end], start, has_entities: true })
    }

    fn tag(&mut self) -> Result<Event<'a>, Box<Diagnostic>> {
        let start = self.at;
        let Some(end) = tag_end(&self.text[start..]).map(|length| start + length) else {
            return Err(self.fault("a tag that is never closed", start, start + 1).into());
        };
        self.at = end + 1;
        let span = self.span(start, end + 1);
        let inside = &self.text[start + 1..end];
        if let Some(name) = inside.strip_prefix('/') {
            return Ok(Event::Close { name: name.trim(), span });
        }
        let (inside, empty) = match inside.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (inside, false),
        };
        let name = inside.split_whitespace().next().unwrap_or("");
        if name.is_empty() {
            return Err(self.fault("a tag without a name", start, end + 1).into());
        }
        let attributes = self.attributes(&inside[name.len()..]);
        Ok(Event::Open { name, attributes, empty, span })
    }

    /// The attributes of a tag. One without a value is left out.
    fn attributes(&self, mut rest: &'a str) -> Vec<(&'a str, String)> {
        let mut found = Vec::new();
        while let Some((name, tail)) = rest.split_once('=') {
            let tail = tail.trim_start();
            let Some(quote) = tail.chars().next().filter(|one| matches!(one, '"' | '\'')) else { break };
            let Some(length) = tail[1..].find(quote) else { break };
            let start = tail.as_ptr() as usize - self.text.as_ptr() as usize + 1;
            let value = Text { source: &self.text[start..start + length], start, has_entities: true };
            let value = value.characters().map(|(one, _)| one).collect();
            found.push((name.trim(), value));
            rest = &tail[length + 2..];
        }
        found
    }
}

/// Where the `>` of a tag is; one in quotes does not count.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match (byte, quote) {
            (b'>', None) => return Some(at),
            (b'"' | b'\'', None) => quote = Some(byte),
            (_, Some(open)) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The character of an entity, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(12).position(|byte| byte == b';')?;
    let one = match &text[1..end] {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        name => {
            let digits = name.strip_prefix('#')?;
            let number = match digits.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => digits.parse().ok()?,
            };
            char::from_u32(number).filter(|one| *one != '\0')?
        }
    };
    Some((one, end + 1))
}
