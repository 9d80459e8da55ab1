//! The scan: one linear pass over the bytes, from text to forms.
//!
//! In: a text. Out: the [`Forms`] of the one definition in it, and the comments; or the diagnostics that say why there
//! is none. All it knows about PDDL is parentheses, comments and the words that begin sections (to tell which form was
//! left open).
//!
//! The text goes to the parser in pieces, so that the parser's memory and stack stay small for any text: a short
//! definition without deep nesting is one piece. Forms that do not fit into a piece are opened and closed here.
//! Everything in this file is a loop: a million open parentheses cost a million steps and no stack.

mod closing;
mod faults;
mod operands;
mod reading;

pub(crate) use reading::Reading;
pub(super) use reading::mended;

pub(super) use faults::first_form;

use super::form::{Forms, Node, word_end};
use super::grammar::fields;
use banto_base::limits::{Limits, Stop, stack};
use banto_base::source::{Diagnostic, SourceText, Span, place};

/// Limits are checked once per this many bytes.
const CHECK_BYTES: usize = 1 << 12;

/// Longer pieces are cut: the parser takes up to 80 bytes of memory per byte.
const PIECE_BYTES: usize = 1 << 14;

/// Pieces with deeper nesting are cut: the parser recurses.
const PIECE_NESTING: usize = 40;

/// How deeply forms may nest. Deep enough for generated conditions, shallow enough for every recursive walk.
const MAX_NESTING: usize = stack::deepest(1_000);

/// Whether comments are wanted: only the formatter does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comments {
    Keep,
    Drop,
}

pub(super) struct Scan<'s> {
    /// The definition; `None` if there are diagnostics.
    pub forms: Option<Forms<'s>>,
    /// Every comment, from its `;` to the end of the line, if wanted.
    pub comments: Vec<Span>,
    /// How deeply forms are nested.
    pub nesting: usize,
    /// Characters that are not PDDL, and the first place where parentheses are not balanced or the text does not end
    /// with the definition.
    pub diagnostics: Vec<Diagnostic>,
}

pub(super) fn scan<'s>(
    source: &'s SourceText,
    comments: Comments,
    limits: &Limits,
) -> Result<Scan<'s>, Stop> {
    scan_in_pieces(source, comments, limits, PIECE_BYTES, PIECE_NESTING)
}

/// As [`scan`], with a given size of pieces.
pub(super) fn scan_in_pieces<'s>(
    source: &'s SourceText,
    comments: Comments,
    limits: &Limits,
    piece_bytes: usize,
    piece_nesting: usize,
) -> Result<Scan<'s>, Stop> {
    let forms = Forms::new(source.text(), limits)?;
    let name = if source.name().is_empty() { "FILE" } else { source.name() };
    let mut scanner =
        Scanner { name, piece_bytes, piece_nesting, ..Scanner::new(source.text(), limits, forms) };
    scanner.keep = comments;
    scanner.run()?;
    let Scanner { forms, comments, nesting, diagnostics, .. } = scanner;
    let forms = diagnostics.is_empty().then_some(forms);
    Ok(Scan { forms, comments, nesting, diagnostics })
}

/// One pass.
struct Scanner<'s, 'l> {
    /// The file, if the text is of one.
    name: &'s str,
    text: &'s str,
    limits: &'l Limits,
    piece_bytes: usize,
    piece_nesting: usize,
    /// Where the piece that is not read yet begins.
    piece: Option<usize>,
    forms: Forms<'s>,
    /// If faults are repaired, so that every text has forms: where the last thing other than a closing parenthesis
    /// ends.
    mends_until: Option<usize>,
    keep: Comments,
    comments: Vec<Span>,
    has_comments: bool,
    /// Where a comment in the style of another language was reported: once per text.
    foreign_comments: Option<usize>,
    nesting: usize,
    diagnostics: Vec<Diagnostic>,
    /// The open forms, outermost first.
    open: Vec<Opened>,
    suspect: Option<Suspect>,
    /// The last section that was closed: its two parentheses.
    section: Option<(u32, u32)>,
    /// A section, and what follows it where only sections may: a surplus parenthesis may have closed it.
    stray: Option<((u32, u32), u32)>,
}

/// A form that was open when a section, or a field of one, began inside it.
#[derive(Clone, Copy)]
struct Suspect {
    form: u32,
    /// Where the section or field begins.
    begins: u32,
    /// How many forms it may be inside: 1 for a section, 2 for a field.
    inside: usize,
    /// How many forms more were open.
    missing: usize,
    /// The section around it.
    section: u32,
    /// The parenthesis that closed the section around it.
    closed: Option<u32>,
}

#[derive(Clone, Copy)]
struct Opened {
    at: u32,
    /// Its node once there is a cut inside it; a form within one piece has none here.
    node: Option<Node>,
}

impl<'s, 'l> Scanner<'s, 'l> {
    fn new(text: &'s str, limits: &'l Limits, forms: Forms<'s>) -> Self {
        Self {
            name: "FILE",
            text,
            limits,
            piece_bytes: PIECE_BYTES,
            piece_nesting: PIECE_NESTING,
            piece: None,
            forms,
            mends_until: None,
            keep: Comments::Drop,
            comments: Vec::new(),
            has_comments: false,
            foreign_comments: None,
            nesting: 0,
            diagnostics: Vec::new(),
            open: Vec::new(),
            suspect: None,
            section: None,
            stray: None,
        }
    }

    fn run(&mut self) -> Result<(), Stop> {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        let mut closed = None;
        let mut next_check = 0;
        while at < bytes.len() {
            if at >= next_check {
                self.limits.check()?;
                next_check = at + CHECK_BYTES;
            }
            let byte = bytes[at];
            if byte.is_ascii_whitespace() || byte == 0x0b {
                at += 1;
                continue;
            }
            if byte == b';' {
                at = self.comment(at)?;
                continue;
            }
            if matches!(byte, b'/' | b'#')
                && let Some(end) = faults::foreign_comment(self.text, at)
            {
                if self.mends_until.is_some() {
                    self.read(at)?;
                } else {
                    let comment = &self.text[at..end];
                    faults::no_comment(&mut self.diagnostics, &mut self.foreign_comments, at, comment);
                }
                at = end;
                continue;
            }
            if let Some(end) = closed {
                self.after_the_end(at, end);
                return Ok(());
            }
            if self.mends_until.is_some()
                && let Some(next) = self.mend(at)?
            {
                at = next;
                continue;
            }
            if self.open.is_empty() && byte != b'(' {
                if faults::is_template(&self.text[at..]) {
                    self.character(at);
                    return Ok(());
                }
                self.diagnostics.push(faults::not_a_form((self.name, self.text), at));
                return Ok(());
            }
            match byte {
                b'(' => {
                    if !self.open_form(at)? {
                        return Ok(());
                    }
                    at += 1;
                }
                b')' => {
                    closed = self.close_form(at)?;
                    at += 1;
                }
                _ => {
                    if byte == b':' && self.open.len() > 2 && begins_field(&self.text[at..]) {
                        self.suspect(at, 2);
                    }
                    self.note_stray(at);
                    self.begin(at)?;
                    let end = word_end(bytes, at);
                    while at < end {
                        let next = self.character(at);
                        if self.mends_until.is_some() && !self.diagnostics.is_empty() {
                            self.diagnostics.clear();
                            self.read(at)?;
                            if next < end {
                                self.begin(next)?;
                            }
                        }
                        at = next;
                    }
                }
            }
        }
        match (closed, self.suspect) {
            (None, _) => self.unfinished(),
            // As many parentheses as are missing are too many after it. The formatter takes any balanced text.
            (Some(_), Some(suspect))
                if self.mends_until.is_none()
                    && self.keep == Comments::Drop
                    && !faults::is_no_section(&self.text[suspect.section as usize..]) =>
            {
                self.diagnostics.push(closing::unclosed_before(self.text, suspect, suspect.missing));
            }
            _ => {}
        }
        Ok(())
    }

    /// Notes that a form or word begins, in the same piece or, if that is full, in a new one.
    fn begin(&mut self, at: usize) -> Result<(), Stop> {
        let start = *self.piece.get_or_insert(at);
        let unread = self.open.iter().rev().take_while(|form| form.node.is_none()).take(self.piece_nesting);
        if at - start >= self.piece_bytes || unread.count() == self.piece_nesting {
            self.read(at)?;
            self.piece = Some(at);
        }
        Ok(())
    }

    /// Reads the piece that ends here, if there is one: first the forms that are still open, each after what precedes
    /// it.
    fn read(&mut self, end: usize) -> Result<(), Stop> {
        let Some(mut start) = self.piece.take() else { return Ok(()) };
        // Nobody needs the forms of a text with faults, and it may not fit the grammar.
        if !self.diagnostics.is_empty() {
            return Ok(());
        }
        for index in 0..self.open.len() {
            if self.open[index].node.is_some() {
                continue;
            }
            let at = self.open[index].at as usize;
            self.forms.read(start..at)?;
            self.open[index].node = Some(self.forms.open(at)?);
            start = at + 1;
        }
        self.forms.read(start..end)
    }

    /// Skips a comment; returns the place after it.
    fn comment(&mut self, at: usize) -> Result<usize, Stop> {
        let bytes = self.text.as_bytes();
        let end =
            bytes[at..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| at + length);
        self.has_comments = true;
        if self.keep == Comments::Keep {
            let trimmed = self.text[at..end].trim_end().len();
            self.limits.check_reserve(&self.comments, 1)?;
            self.comments.push(Span::from(at..at + trimmed));
        }
        Ok(end)
    }

    /// False if nesting is too deep to continue.
    fn open_form(&mut self, at: usize) -> Result<bool, Stop> {
        if self.open.len() >= MAX_NESTING {
            self.diagnostics.push(faults::too_deep(at, self.open[0].at, MAX_NESTING));
            if self.mends_until.is_some() {
                self.close_down_to(0, at)?;
            }
            return Ok(false);
        }
        if self.open.len() >= 2 && self.suspect.is_none() && faults::begins_section(&self.text[at..]) {
            self.suspect(at, 1);
        }
        if self.open.len() == 1 && !starts_with_keyword(&self.text[at..]) {
            self.note_stray(at);
        }
        self.begin(at)?;
        self.open.push(Opened { at: place(at), node: None });
        self.nesting = self.nesting.max(self.open.len());
        Ok(true)
    }

    /// Notes the first section or field that begins inside more forms than it may.
    fn suspect(&mut self, at: usize, inside: usize) {
        let missing = self.open.len() - inside;
        let (form, section) = (self.open[inside].at, self.open[1].at);
        let suspect = Suspect { form, begins: place(at), inside, missing, section, closed: None };
        self.suspect.get_or_insert(suspect);
    }

    /// Notes the first thing after a section that is not a section.
    fn note_stray(&mut self, at: usize) {
        if self.open.len() == 1 && self.stray.is_none() {
            self.stray = self.section.map(|section| (section, place(at)));
        }
    }

    /// The place of the parenthesis if it closes the definition.
    fn close_form(&mut self, at: usize) -> Result<Option<u32>, Stop> {
        if self.open.last().is_some_and(|form| form.node.is_some()) {
            self.read(at)?;
        }
        if let Some(form) = self.open.pop() {
            if let Some(node) = form.node {
                self.forms.close(node, at + 1)?;
            } else if self.open.is_empty() {
                self.read(at + 1)?;
            }
            if self.open.len() == 1 && starts_with_keyword(&self.text[form.at as usize..]) {
                self.section = Some((form.at, place(at)));
                if let Some(suspect) = &mut self.suspect {
                    suspect.closed.get_or_insert(place(at));
                }
            }
        }
        Ok(self.open.is_empty().then(|| place(at)))
    }

    /// Reports a character that cannot be in PDDL; returns the place after it.
    fn character(&mut self, at: usize) -> usize {
        let byte = self.text.as_bytes()[at];
        if byte == b'{' && faults::is_template(&self.text[at..]) {
            let fault = faults::template(self.text, at);
            let end = fault.span().end as usize;
            if self.diagnostics.len() < 100 {
                self.diagnostics.push(fault);
            }
            return end;
        }
        if byte.is_ascii_graphic()
            && !matches!(byte, b',' | b'[' | b']' | b'{' | b'}' | b'"' | b'\'' | b'`' | b'\\')
        {
            return at + 1;
        }
        let Some(character) = self.text[at..].chars().next() else { return at + 1 };
        let end = at + character.len_utf8();
        if self.diagnostics.len() < 100 {
            self.diagnostics.push(faults::foreign(character, Span::from(at..end)));
        }
        end
    }

    fn after_the_end(&mut self, at: usize, end: u32) {
        let section = self.section.filter(|_| self.stray.is_none());
        let joined = section.and_then(|section| closing::closed_around_too_many(self.text, section, end));
        if let Some(fault) = joined {
            return self.diagnostics.push(fault);
        }
        let stray = self.stray.or_else(|| closing::field_closed_too_early(self.text, self.section?));
        self.diagnostics.push(match stray {
            Some(closed) => closing::closed_too_early(self.text, closed, self.stray.is_some(), end),
            None => closing::behind_the_end(self.text, at, end),
        });
    }

    fn unfinished(&mut self) {
        let Some(outer) = self.open.first().copied() else {
            self.diagnostics.push(faults::no_definition(self.text, self.has_comments));
            return;
        };
        let inner = self.open.last().unwrap_or(&outer).at;
        self.diagnostics.push(match self.suspect {
            Some(suspect) => {
                let surplus = suspect.missing.saturating_sub(self.open.len());
                closing::unclosed_before(self.text, suspect, surplus)
            }
            None => closing::unclosed(inner, self.open.len(), self.text),
        });
    }
}

fn begins_field(text: &str) -> bool {
    fields().any(|field| text.get(..field.len()).is_some_and(|word| word.eq_ignore_ascii_case(field)))
}

/// Whether a form begins with a keyword, as sections do.
fn starts_with_keyword(text: &str) -> bool {
    text[1..].trim_start().starts_with(':')
}
