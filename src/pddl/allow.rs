//! Comments that allow a warning: `; banto: allow W0220`.
//!
//! In: a text, and warnings about it. Out: those that no comment allows. Before the definition, a comment applies to
//! the whole file; after code, to its line; on a separate line, to the next line. Errors cannot be allowed.

use crate::source::{Diagnostic, SourceText, Span, place};

const MARK: &str = "banto: allow";

/// Codes that are allowed in part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Allowed {
    codes: Vec<String>,
    span: Span,
}

impl Allowed {
    /// Whether a comment allows this diagnostic about its text.
    pub(crate) fn covers(&self, fault: &Diagnostic) -> bool {
        let at = fault.span().start;
        (self.span.start..self.span.end).contains(&at)
            && self.codes.iter().any(|code| code.eq_ignore_ascii_case(fault.code.id))
    }
}

/// What the comments of a text allow.
pub(super) fn allowed(source: &SourceText) -> Vec<Allowed> {
    let text = source.text();
    let mut found = Vec::new();
    let mut code_begins = None;
    for (at, _) in text.match_indices(MARK) {
        let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let Some(comment) = text[start..at].find(';') else { continue };
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        let words = text[at + MARK.len()..end].split([' ', ',', '\t', '\r']);
        let is_code = |word: &&str| {
            word.len() == 5
                && word.starts_with(['W', 'w'])
                && word[1..].bytes().all(|byte| byte.is_ascii_digit())
        };
        let codes: Vec<String> =
            words.filter(|word| !word.is_empty()).take_while(is_code).map(str::to_owned).collect();
        let first = *code_begins.get_or_insert_with(|| {
            let lines = text.split_inclusive('\n').scan(0, |at, line| {
                let start = *at;
                *at += line.len();
                Some((start, line))
            });
            let mut code =
                lines.filter(|(_, line)| !line.trim_start().starts_with(';') && !line.trim().is_empty());
            code.next().map_or(text.len(), |(start, _)| start)
        });
        let span = if at < first {
            0..text.len() + 1
        } else if text[start..start + comment].trim().is_empty() {
            let next = (end + 1).min(text.len());
            next..text[next..].find('\n').map_or(text.len(), |length| next + length)
        } else {
            start..end
        };
        found.push(Allowed { codes, span: Span::new(place(span.start), place(span.end)) });
    }
    found
}
