//! Comments that allow a warning: `; banto: allow W0220`.
//!
//! In: a text, and warnings about it. Out: those that no comment allows; and comments that allow nothing. Before the
//! definition, a comment applies to the whole file; after code, to its line; on a separate line, to the next line.
//! Errors cannot be allowed.

use banto_base::source::{Code, Diagnostic, Severity, SourceText, Span, codes, nearest};

const MARK: &str = "banto:";
const WORD: &str = "allow";

/// At most this many comments that allow nothing are reported.
const MOST: usize = 100;

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

/// The codes that comments of a text allow; comments that only seem to allow one are added to the diagnostics.
pub(super) fn allowed(source: &SourceText, diagnostics: &mut Vec<Diagnostic>) -> Vec<Allowed> {
    let text = source.text();
    let (mut found, mut misspelt, mut has_code, mut next) = (Vec::new(), 0, false, 0);
    if !text.contains(MARK) {
        return found;
    }
    for line in text.split_inclusive('\n') {
        let start = next;
        next += line.len();
        let line = line.trim_end();
        let (code, comment) = line.split_once(';').unwrap_or((line, ""));
        let is_beside = !code.trim().is_empty();
        has_code |= is_beside;
        for at in comment.match_indices(MARK).map(|(at, _)| code.len() + 1 + at) {
            let rest = &line[at + MARK.len()..];
            let mut words = rest.split([' ', ',', '\t', '\r']).filter(|word| !word.is_empty());
            let is_code = |word: &&str| {
                word.len() == 5
                    && word.starts_with(['W', 'w'])
                    && word[1..].bytes().all(|byte| byte.is_ascii_digit())
            };
            let word = words.next().unwrap_or_default();
            let codes: Vec<String> = words.take_while(is_code).map(str::to_owned).collect();
            let is_warning =
                |code: &&String| Code::find(code).is_some_and(|code| code.severity() == Severity::Warning);
            let message = match codes.iter().find(|code| !is_warning(code)) {
                _ if word != WORD && codes.is_empty() && nearest(word, [WORD]).is_none() => None,
                _ if word != WORD => Some(format!("{word} is not {WORD}, so this comment allows nothing")),
                Some(code) => Some(format!("there is no warning {code} that a comment could allow")),
                None if codes.is_empty() => Some("this comment allows no warning".to_owned()),
                None => None,
            };
            if let Some(message) = message.filter(|_| misspelt < MOST) {
                misspelt += 1;
                let span = |at: usize, length: usize| Span::from(start + at..start + at + length);
                let fault = codes::W0104.at(span(at, line.len() - at), message);
                diagnostics.push(if word == WORD {
                    fault.help("a comment names the codes of warnings, as in ; banto: allow W0202")
                } else {
                    let at = at + MARK.len() + rest.find(word).unwrap_or_default();
                    fault.fix(format!("write {WORD}"), span(at, word.len()), WORD)
                });
            }
            let span = match (has_code, is_beside) {
                (false, _) => 0..text.len() + 1,
                (true, true) => start..next,
                (true, false) => next..next + text[next..].find('\n').unwrap_or(text.len() - next),
            };
            if word == WORD {
                found.push(Allowed { codes, span: Span::from(span) });
            }
        }
    }
    found
}
