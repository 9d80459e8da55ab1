//! Reads an edited text again: only what has changed is read a second time, and every text has forms.
//!
//! In: a text, and the edits since it was read. Out: the [`Reading`] of the new text: its forms and the errors of the
//! scan. For the forms, errors are repaired: a form is closed where the next section or field begins; surplus
//! parentheses and foreign characters are skipped. Invariant: the errors are those that a first scan of the text would
//! find.

use std::ops::Range;

use super::faults::{begins_section, end_of};
use super::{MAX_NESTING, Scanner, begins_field};
use crate::pddl::form::{Entry, Forms};
use banto_base::limits::{Limits, Stop};
use banto_base::source::{Diagnostic, SourceText, Span, place};

/// Shorter pieces are cheaper to read again than to remember.
const KEPT_BYTES: usize = 256;

/// A run of items that was read, two or more forms deep.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    start: u32,
    end: u32,
    /// Where it began when it was read.
    was: u32,
    entries: Range<usize>,
    /// Forms in it are nested no more deeply than this.
    pub(super) nesting: usize,
    /// How many forms may be open around it: where it holds a keyword, more of them would make a section or field of it
    /// one that begins too deep.
    pub(super) depth: usize,
}

/// The pieces of a text and their entries.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    entries: Vec<Entry>,
    /// In the order of the text.
    pieces: Vec<Piece>,
}

impl Pieces {
    pub(super) fn at(&self, place: usize) -> Option<&Piece> {
        let found = self.pieces.binary_search_by_key(&place, |piece| piece.start as usize);
        found.ok().map(|index| &self.pieces[index])
    }
}

/// Pieces and faults of a text, kept for reading it again after edits.
#[derive(Debug, Default)]
pub struct Reading {
    known: Pieces,
    /// How deep forms are nested.
    pub(in crate::pddl) nesting: usize,
    pub(in crate::pddl) faults: Vec<Diagnostic>,
}

impl Reading {
    /// Notes an edit: what it touches has to be read again, and what follows has moved. Places refer to the text before
    /// it.
    pub(crate) fn edit(&mut self, span: Span, length: usize) {
        let shift = place(length).wrapping_sub(span.end - span.start);
        self.known.pieces.retain_mut(|piece| {
            if piece.start > span.end {
                piece.start = piece.start.wrapping_add(shift);
                piece.end = piece.end.wrapping_add(shift);
            } else if piece.end >= span.start {
                return false;
            }
            true
        });
    }

    /// Reads the text as it is now.
    pub(crate) fn read(&mut self, source: &SourceText) {
        let limits = Limits::none();
        let (read, faults) = match self.scan(source.text(), None, &limits) {
            Ok((read, faults)) if faults.is_empty() => (Ok(read), faults),
            Ok((_, faults)) => {
                (self.scan(source.text(), Some(tail(source.text())), &limits).map(|one| one.0), faults)
            }
            Err(stop) => (Err(stop), Vec::new()),
        };
        *self = match read {
            Ok((known, nesting)) => Self { known, nesting, faults },
            Err(_) => Self::default(),
        };
    }

    fn scan(
        &self,
        text: &str,
        mends_until: Option<usize>,
        limits: &Limits,
    ) -> Result<((Pieces, usize), Vec<Diagnostic>), Stop> {
        let forms = match self.known.entries.len() {
            0 => Forms::new(text, limits)?,
            count => Forms::over(text, Vec::with_capacity(count + count / 16)),
        };
        let mut scanner = Scanner::new(text, limits, forms);
        (scanner.known, scanner.mends_until) = (Some(&self.known), mends_until);
        scanner.run()?;
        if mends_until.is_some() {
            scanner.close_down_to(0, text.len())?;
        }
        let Scanner { forms, kept, nesting, diagnostics, .. } = scanner;
        Ok(((Pieces { entries: forms.into_entries(), pieces: kept }, nesting), diagnostics))
    }

    /// The forms, with faults repaired. `None` if the text has none.
    pub(crate) fn forms<'s>(&'s self, source: &'s SourceText) -> Option<Forms<'s>> {
        (!self.known.entries.is_empty()).then(|| Forms::over(source.text(), self.known.entries.as_slice()))
    }
}

/// The forms of a text with its faults repaired. `None` if it has none.
pub(crate) fn mended<'s>(source: &'s SourceText, limits: &Limits) -> Result<Option<Forms<'s>>, Stop> {
    let mut scanner = Scanner::new(source.text(), limits, Forms::new(source.text(), limits)?);
    scanner.mends_until = Some(tail(source.text()));
    scanner.run()?;
    scanner.close_down_to(0, source.text().len())?;
    Ok(Some(scanner.forms).filter(|forms| forms.len() > 0))
}

impl Scanner<'_, '_> {
    /// Reuses a piece that was read before; returns the place after it.
    pub(super) fn reuse(&mut self, piece: &Piece) -> Result<usize, Stop> {
        self.read(piece.start as usize)?;
        self.nesting = self.nesting.max(self.open.len() + piece.nesting);
        if let Some(known) = self.known
            && self.diagnostics.is_empty()
        {
            let first = self.forms.len();
            self.forms.copy(&known.entries[piece.entries.clone()], piece.start.wrapping_sub(piece.was));
            self.kept.push(Piece { was: piece.start, entries: first..self.forms.len(), ..piece.clone() });
        }
        Ok(piece.end as usize)
    }

    /// Remembers a piece that was read: its entries begin with this one.
    pub(super) fn keep_piece(&mut self, depth: usize, piece: Range<usize>, first: usize) {
        if self.known.is_some() && piece.len() >= KEPT_BYTES {
            let (start, end) = (place(piece.start), place(piece.end));
            let nesting = self.nesting.saturating_sub(depth);
            let depth = if self.text[piece].contains(':') { depth } else { MAX_NESTING };
            let entries = first..self.forms.len();
            self.kept.push(Piece { start, end, was: start, entries, nesting, depth });
        }
    }

    /// Repairs a fault at a place. Returns where to continue if there is nothing to read here.
    pub(super) fn mend(&mut self, at: usize) -> Result<Option<usize>, Stop> {
        let rest = &self.text[at..];
        let next = at + rest.chars().next().map_or(1, char::len_utf8);
        match rest.as_bytes()[0] {
            b'(' if begins_section(rest) => self.close_down_to(1, at)?,
            b':' if begins_field(rest) && self.in_action() => self.close_down_to(2, at)?,
            b')' if self.open.len() == 1 && self.mends_until.is_some_and(|tail| at < tail) => {
                self.read(at)?;
                return Ok(Some(next));
            }
            byte if self.open.is_empty() && byte != b'(' => return Ok(Some(next)),
            _ => {}
        }
        Ok(None)
    }

    /// Closes forms until at most this many are open.
    pub(super) fn close_down_to(&mut self, depth: usize, at: usize) -> Result<(), Stop> {
        if self.open.len() > depth {
            self.diagnostics.clear();
            self.read(at)?;
        }
        while self.open.len() > depth
            && let Some(form) = self.open.pop()
            && let Some(node) = form.node
        {
            self.forms.close(node, at)?;
        }
        Ok(())
    }

    fn in_action(&self) -> bool {
        let section = self.open.get(1).map_or("", |form| &self.text[form.at as usize + 1..]);
        section.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(":action"))
    }
}

/// Where the last thing other than a closing parenthesis or a comment ends.
fn tail(text: &str) -> usize {
    end_of(text, |letter| letter == ')' || letter.is_whitespace())
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
