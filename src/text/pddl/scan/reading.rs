//! Reads a text that is being written: every text has forms.
//!
//! In: a text. Out: its [`Reading`]: forms, and the errors of the scan. For the forms, errors are repaired: a form is
//! closed where the next section or field begins; surplus parentheses and foreign characters are skipped.

use super::faults::{begins_section, end_of};
use super::{Comments, Scanner};
use crate::base::limits::{Limits, Stop};
use crate::base::source::{Diagnostic, SourceText};
use crate::text::pddl::form::{Entry, Forms};

/// What was read of a text.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    entries: Vec<Entry>,
    /// How deep forms are nested.
    pub(in crate::text::pddl) nesting: usize,
    /// What a scan reports.
    pub(in crate::text::pddl) faults: Vec<Diagnostic>,
}

impl Reading {
    /// Reads a text.
    pub(crate) fn of(source: &SourceText) -> Self {
        let text = source.text();
        let read = Self::scan(text, None).and_then(|read| {
            if read.faults.is_empty() {
                return Ok(read);
            }
            Ok(Self { faults: read.faults, ..Self::scan(text, Some(tail(text)))? })
        });
        read.unwrap_or_default()
    }

    fn scan(text: &str, mends_until: Option<usize>) -> Result<Self, Stop> {
        let limits = Limits::none();
        let mut scanner = Scanner { mends_until, ..Scanner::new(text, Comments::Drop, &limits) };
        scanner.run()?;
        if mends_until.is_some() {
            scanner.close_down_to(0, text.len())?;
        }
        let Scanner { forms, nesting, diagnostics: faults, .. } = scanner;
        Ok(Self { entries: forms.into_entries(), nesting, faults })
    }

    /// The forms, with faults repaired. `None` if the text has none.
    pub(crate) fn forms<'s>(&'s self, source: &'s SourceText) -> Option<Forms<'s>> {
        (!self.entries.is_empty()).then(|| Forms::over(source.text(), self.entries.as_slice()))
    }
}

impl Scanner<'_, '_> {
    /// Repairs a fault at a place. Returns where to continue if there is nothing to read here.
    pub(super) fn mend(&mut self, at: usize) -> Result<Option<usize>, Stop> {
        let rest = &self.text[at..];
        let next = at + rest.chars().next().map_or(1, char::len_utf8);
        match rest.as_bytes()[0] {
            b'(' if begins_section(rest) => self.close_down_to(1, at)?,
            b':' if begins_field(rest) && self.in_action() => self.close_down_to(2, at)?,
            b')' if self.open.len() == 1 && self.mends_until.is_some_and(|tail| at < tail) => {
                return Ok(Some(next));
            }
            byte if self.open.is_empty() && byte != b'(' => return Ok(Some(next)),
            _ => {}
        }
        Ok(None)
    }

    /// Closes forms until at most this many are open.
    pub(super) fn close_down_to(&mut self, depth: usize, at: usize) -> Result<(), Stop> {
        for form in self.open.drain(depth.min(self.open.len())..).rev() {
            self.forms.close(form.node, at)?;
        }
        Ok(())
    }

    fn in_action(&self) -> bool {
        let section = self.open.get(1).map_or("", |form| &self.text[form.at as usize + 1..]);
        section.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(":action"))
    }
}

/// Whether a text begins with a field of an action.
fn begins_field(text: &str) -> bool {
    [":parameters", ":precondition", ":effect"]
        .iter()
        .any(|field| text.get(..field.len()).is_some_and(|word| word.eq_ignore_ascii_case(field)))
}

/// Where the last thing other than a closing parenthesis or a comment ends.
fn tail(text: &str) -> usize {
    end_of(text, |letter| letter == ')' || letter.is_whitespace())
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
