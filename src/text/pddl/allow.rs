//! Comments that allow a warning: `; banto: allow W0220`.
//!
//! In: a text, and warnings about it. Out: those that no comment allows; and comments that allow nothing. Before the
//! definition, a comment applies to the whole file; after code, to its line; on a separate line, to the next line.
//! Errors cannot be allowed.

use banto_base::source::{Code, Diagnostic, Severity, SourceText, Span, codes, nearest, place};

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
    let (mut found, mut misspelt) = (Vec::new(), 0);
    let mut code_begins = None;
    // Of the line that was looked at last: where it begins and ends, and where its comment begins.
    let mut line = (0, 0, None);
    for (at, _) in text.match_indices(MARK) {
        if at >= line.1 {
            let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
            line = (start, end, text[start..end].find(';'));
        }
        let (start, end, comment) = line;
        let Some(comment) = comment.filter(|comment| start + comment < at) else { continue };
        let rest = &text[at + MARK.len()..end];
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
            let span = |start: usize, length: usize| Span::new(place(start), place(start + length));
            let fault = codes::W0104.at(span(at, text[at..end].trim_end().len()), message);
            diagnostics.push(if word == WORD {
                fault.help("a comment names the codes of warnings, as in ; banto: allow W0202")
            } else {
                let start = at + MARK.len() + rest.find(word).unwrap_or_default();
                fault.fix(format!("write {WORD}"), span(start, word.len()), WORD)
            });
        }
        if word != WORD {
            continue;
        }
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
