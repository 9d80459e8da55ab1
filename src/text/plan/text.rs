//! The syntax of plan files, as planners and validators write them.
//!
//! In: a text. Out: steps as words with their places, or a diagnostic for the first thing that is not a step. A step
//! is `(name object ...)`, optionally after a time (`0:`, `0.000:`) and before a duration (`[1]`), which are ignored
//! except that times must not decrease. Comments run from `;` to the end of the line; one of them may state the cost.
//! `read` looks names up.

use banto_base::limits::Limits;
use banto_base::source::{Diagnostic, Span, codes};

/// The cost that a comment states.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatedCost {
    /// The number as written.
    pub text: String,
    /// Its value; `None` if it is not a whole number below 2^64.
    pub value: Option<u64>,
}

/// A step in words.
pub(super) struct Words<'t> {
    /// The step, with its parentheses.
    pub span: Span,
    /// The name and the arguments.
    pub words: &'t [Span],
}

/// The contents of a text.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The words of all steps.
    words: Vec<Span>,
    /// Each step, and where its words end.
    steps: Vec<(Span, usize)>,
    /// The last cost that a comment states.
    pub stated: Option<StatedCost>,
}

impl Written {
    /// The steps in order; each has a name.
    pub(super) fn steps(&self) -> impl Iterator<Item = Words<'_>> {
        self.steps.iter().enumerate().map(|(index, (span, end))| {
            let start = if index == 0 { 0 } else { self.steps[index - 1].1 };
            Words { span: *span, words: &self.words[start..*end] }
        })
    }
}

/// Reads the text of a plan. A byte order mark before it is skipped. Ends early once a limit is reached.
pub(super) fn scan(text: &str, limits: &Limits) -> Result<Written, Box<Diagnostic>> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut tokens = Tokens { text, at, limits, stated: None };
    let mut written = Written::default();
    let mut last: Option<f64> = None;
    while let Some(mut token) = tokens.next() {
        if let Some((time, span)) = tokens.time(token) {
            if last.is_some_and(|last| time < last) {
                return Err(at_fault("the time of this step is before the time of the step above", span)
                    .help("write the steps in the order in which they are taken")
                    .into());
            }
            last = Some(time);
            token = match tokens.next() {
                Some(token) if token.kind == TokenKind::Open => token,
                Some(token) if token.kind == TokenKind::Word => {
                    return Err(without_parentheses(text, token.span).into());
                }
                _ => {
                    return Err(at_fault("a step is expected after its time", span)
                        .help("write the step between parentheses: (action object ...)")
                        .into());
                }
            };
        }
        match token.kind {
            TokenKind::Open => {
                let span = tokens.step(token.span, &mut written.words)?;
                if limits.check_reserve(&written.steps, 1).is_err() {
                    break;
                }
                written.steps.push((span, written.words.len()));
                tokens.duration()?;
            }
            TokenKind::Close => {
                return Err(at_fault("a closing parenthesis without an open step", token.span)
                    .help("remove it, or write ( where the step begins")
                    .into());
            }
            TokenKind::Word => return Err(without_parentheses(text, token.span).into()),
        }
    }
    written.stated = tokens.stated;
    Ok(written)
}

/// A word where a step must begin.
fn without_parentheses(text: &str, span: Span) -> Diagnostic {
    let word: String = text[span.range()].chars().take(40).collect();
    let line = text[span.range().start..].lines().next().unwrap_or_default();
    let said = line.split(';').next().unwrap_or_default().trim_end();
    let fault = at_fault(format!("{word} is outside any step"), span);
    // As in `go a b`, `go a, b` and `go(a, b)`.
    let called = said.strip_suffix(')').and_then(|said| said.split_once('('));
    let called = called.filter(|(name, _)| !name.contains(char::is_whitespace));
    let is_step = said.len() < 80
        && !called.map_or(said, |(_, terms)| terms).contains(['(', ')', ':', '='])
        && said.contains(char::is_alphabetic);
    if line.starts_with("Plan length: ") {
        fault.help("`banto plan --quiet` prints a plan without its figures")
    } else if is_step {
        let end = span.range().start + said.len();
        let step = rewritten(said);
        let help = format!("a step is written in parentheses: {step}; a comment begins with ;");
        fault.fix(help, Span::from(span.range().start..end), step)
    } else {
        fault.help("a step is written (NAME OBJECT ...), and a comment begins with ;")
    }
}

/// A step as it is to be written: its words between blanks.
fn rewritten(step: &str) -> String {
    let words = step.split(|c: char| c.is_whitespace() || "(),".contains(c)).filter(|word| !word.is_empty());
    format!("({})", words.collect::<Vec<_>>().join(" "))
}

fn at_fault(message: impl Into<String>, span: Span) -> Diagnostic {
    codes::E0501.at(span, message)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TokenKind {
    Open,
    Close,
    Word,
}

#[derive(Clone, Copy)]
struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// Once one is reached, there are no more tokens.
    limits: &'t Limits,
    stated: Option<StatedCost>,
}

impl Tokens<'_> {
    /// The next token after blanks and comments.
    fn next(&mut self) -> Option<Token> {
        loop {
            self.limits.check().ok()?;
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            let first = rest.chars().next()?;
            if first != ';' {
                let (kind, length) = match first {
                    '(' => (TokenKind::Open, 1),
                    ')' => (TokenKind::Close, 1),
                    _ => {
                        let end = |c: char| "();".contains(c) || c.is_whitespace();
                        (TokenKind::Word, rest.find(end).unwrap_or(rest.len()))
                    }
                };
                let span = Span::from(self.at..self.at + length);
                self.at += length;
                return Some(Token { kind, span });
            }
            let end = rest.find('\n').unwrap_or(rest.len());
            if let Some(number) = stated_cost(&rest[..end]) {
                self.stated = Some(StatedCost { text: number.to_owned(), value: number.parse().ok() });
            }
            self.at += end;
        }
    }

    /// The time that a word before a step states: `0:`, `0.000:`; the colon may be separate.
    fn time(&mut self, token: Token) -> Option<(f64, Span)> {
        if token.kind != TokenKind::Word {
            return None;
        }
        let word = &self.text[token.span.range()];
        if let Some(number) = word.strip_suffix(':') {
            return Some((number_of(number)?, token.span));
        }
        let number = number_of(word)?;
        let before = self.at;
        match self.next() {
            Some(colon) if &self.text[colon.span.range()] == ":" => Some((number, token.span.to(colon.span))),
            _ => {
                self.at = before;
                None
            }
        }
    }

    /// The words of a step up to its closing parenthesis.
    fn step(&mut self, open: Span, words: &mut Vec<Span>) -> Result<Span, Box<Diagnostic>> {
        let start = words.len();
        loop {
            let Some(token) = self.next() else {
                return Err(codes::E0502
                    .at(open, "this step is never closed")
                    .help("write ) at its end")
                    .into());
            };
            match token.kind {
                TokenKind::Word if self.limits.check_reserve(words, 1).is_ok() => words.push(token.span),
                // The next token is the last.
                TokenKind::Word => {}
                TokenKind::Open if self.is_definition(&words[start..]) => {
                    return Err(at_fault("this is a domain or a problem, not a plan", open.to(words[start]))
                        .help("the domain comes first, then the problem, then plans")
                        .into());
                }
                TokenKind::Open if words.len() == start => {
                    return Err(codes::E0502
                        .at(open, "the steps of a plan are not enclosed in parentheses of their own")
                        .second(token.span, "the step begins here")
                        .help("a plan is one step after the other: (NAME OBJECT ...) (NAME OBJECT ...)")
                        .into());
                }
                TokenKind::Open => {
                    return Err(codes::E0502
                        .at(token.span, "a step begins inside a step")
                        .second(open, "this one is not closed")
                        .help("write ) at the end of the first one")
                        .into());
                }
                TokenKind::Close if words.len() == start => {
                    return Err(at_fault("a step without a name", open.to(token.span))
                        .help("a step is written (NAME OBJECT ...)")
                        .into());
                }
                TokenKind::Close => {
                    let step = open.to(token.span);
                    let comma = |word: &Span| Some(word.range().start + self.text[word.range()].find(',')?);
                    let Some(comma) = words[start..].iter().find_map(comma) else { return Ok(step) };
                    let meant = rewritten(&self.text[step.range()]);
                    return Err(at_fault("a comma in a step", Span::from(comma..comma + 1))
                        .fix(format!("blanks separate the words of a step: write {meant}"), step, meant)
                        .into());
                }
            }
        }
    }

    /// Whether a step begins as PDDL files do.
    fn is_definition(&self, words: &[Span]) -> bool {
        words.len() == 1 && self.text[words[0].range()].eq_ignore_ascii_case("define")
    }

    /// A duration in brackets, if there is one; it means nothing in a classical plan.
    fn duration(&mut self) -> Result<(), Box<Diagnostic>> {
        let rest = self.text[self.at..].trim_start();
        if !rest.starts_with('[') {
            return Ok(());
        }
        let start = self.text.len() - rest.len();
        let end = rest.find([']', '\n']).filter(|end| rest.as_bytes()[*end] == b']');
        let end = end.filter(|end| number_of(rest[1..*end].trim()).is_some());
        let Some(end) = end else {
            return Err(at_fault("a malformed duration", Span::from(start..start + 1))
                .help("a duration is a number in brackets, such as [1]; it may be left out")
                .into());
        };
        self.at = start + end + 1;
        Ok(())
    }
}

/// A number of decimal digits, with a fraction or without.
fn number_of(text: &str) -> Option<f64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if digits { text.parse().ok() } else { None }
}

/// The number in a comment `; cost = N`, in any case. Numbers in other comments are not always costs.
fn stated_cost(comment: &str) -> Option<&str> {
    let words = comment.trim_start_matches(';').trim_start();
    let rest = words.get(..4).filter(|word| word.eq_ignore_ascii_case("cost")).map(|_| &words[4..])?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    let end = rest.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(rest.len());
    let number = &rest[..end];
    number.contains(|c: char| c.is_ascii_digit()).then_some(number)
}
