//! The linear scan before parsing: characters, parentheses, nesting, and where the text can be cut.
//!
//! In: a text. Out: a list of [`Piece`]s whose concatenation is the one definition in it, and the comments;
//! or the diagnostics that say why there is none. Knows parentheses, comments and the words that begin
//! sections (to tell which form was left open); nothing else of PDDL.
//!
//! Everything here is a loop over the bytes: a million open parentheses cost a million steps and no stack.

use crate::source::{Diagnostic, SourceText, Span, codes, place};

/// How deep forms may nest. Deep enough for generated conditions, shallow enough for every recursive walk.
const MAX_NESTING: usize = 1_000;

/// Runs of items longer than this are cut where they can be, to keep the parser's memory flat.
const CUT_BYTES: usize = 1 << 16;

/// One part of a definition: the parenthesis of an outer form, or a run of whole items inside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// An opening parenthesis at depth 0 or 1.
    Open(u32),
    /// A closing parenthesis at depth 0 or 1.
    Close(u32),
    /// A run of complete items.
    Items(Span),
}

/// What the scan found.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// The definition, in pieces.
    pub pieces: Vec<Piece>,
    /// Every comment, from its `;` to the end of the line.
    pub comments: Vec<Span>,
    /// How deep forms are nested.
    pub nesting: usize,
    /// The first place where the text holds something after the definition is closed, or is not balanced, and so on.
    pub diagnostics: Vec<Diagnostic>,
}

/// Scans a text.
pub(super) fn scan(source: &SourceText) -> Scan {
    let mut scanner =
        Scanner { text: source.text(), out: Scan::default(), open: Vec::new(), run: None, suspect: None };
    scanner.run();
    scanner.out
}

struct Scanner<'a> {
    text: &'a str,
    out: Scan,
    /// The open parentheses, outermost first.
    open: Vec<u32>,
    /// Where the current run of items began.
    run: Option<usize>,
    /// A form that was open when a section began inside it, and that section.
    suspect: Option<(u32, u32)>,
}

impl Scanner<'_> {
    fn run(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = 0;
        let mut closed = false;
        while at < bytes.len() {
            let byte = bytes[at];
            if byte.is_ascii_whitespace() || byte == 0x0b {
                if self.open.len() <= 2 && self.run.is_some_and(|start| at - start >= CUT_BYTES) {
                    self.end_run(at);
                }
                at += 1;
                continue;
            }
            if byte == b';' {
                let end = bytes[at..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |n| at + n);
                let trimmed = self.text[at..end].trim_end().len();
                self.out.comments.push(Span::from(at..at + trimmed));
                at = end;
                continue;
            }
            if closed {
                self.after_the_end(at);
                return;
            }
            if self.open.is_empty() && byte != b'(' {
                self.not_a_form(at);
                return;
            }
            match byte {
                b'(' => {
                    if !self.open_form(at) {
                        return;
                    }
                    at += 1;
                }
                b')' => {
                    closed = self.close_form(at);
                    at += 1;
                }
                _ => {
                    self.run.get_or_insert(at);
                    at = self.character(at);
                }
            }
        }
        if !closed {
            self.unfinished();
        }
    }

    /// False where nesting is too deep to go on.
    fn open_form(&mut self, at: usize) -> bool {
        if self.open.len() >= MAX_NESTING {
            self.out.diagnostics.push(
                Diagnostic::new(
                    codes::E0004,
                    format!("forms are nested more than {MAX_NESTING} deep"),
                    Span::from(at..at + 1),
                )
                .label("too deep here")
                .second(Span::new(self.open[0], self.open[0] + 1), "the outermost form is opened here")
                .help("is a closing parenthesis missing? Otherwise split the condition, for instance by a derived predicate"),
            );
            return false;
        }
        if self.open.len() >= 2 && self.suspect.is_none() && begins_section(&self.text[at..]) {
            self.suspect = Some((self.open[1], place(at)));
        }
        if self.open.len() < 2 {
            self.end_run(at);
            self.out.pieces.push(Piece::Open(place(at)));
        } else {
            self.run.get_or_insert(at);
        }
        self.open.push(place(at));
        self.out.nesting = self.out.nesting.max(self.open.len());
        true
    }

    /// True when the definition is closed.
    fn close_form(&mut self, at: usize) -> bool {
        self.open.pop();
        if self.open.len() < 2 {
            self.end_run(at);
            self.out.pieces.push(Piece::Close(place(at)));
        }
        self.open.is_empty()
    }

    fn end_run(&mut self, at: usize) {
        if let Some(start) = self.run.take() {
            self.out.pieces.push(Piece::Items(Span::from(start..at)));
        }
    }

    /// Reports a character that cannot be in PDDL; gives the place after it.
    fn character(&mut self, at: usize) -> usize {
        let byte = self.text.as_bytes()[at];
        if byte.is_ascii_graphic()
            && !matches!(byte, b',' | b'[' | b']' | b'{' | b'}' | b'"' | b'\'' | b'`' | b'\\')
        {
            return at + 1;
        }
        let Some(character) = self.text[at..].chars().next() else { return at + 1 };
        let end = at + character.len_utf8();
        let help = match character {
            '[' | '{' => "PDDL has round parentheses only: (",
            ']' | '}' => "PDDL has round parentheses only: )",
            ',' => "arguments are separated by blanks",
            '"' | '\'' | '`' => "names are written without quotation marks",
            _ if character.is_ascii() => "names are made of letters, digits, - and _",
            _ => "names are made of ASCII letters, digits, - and _; other characters may stand in comments",
        };
        if self.out.diagnostics.len() < 100 {
            self.out.diagnostics.push(
                Diagnostic::new(
                    codes::E0002,
                    format!("unexpected character {}", shown(character)),
                    Span::from(at..end),
                )
                .label("not part of PDDL")
                .help(help),
            );
        }
        end
    }

    fn not_a_form(&mut self, at: usize) {
        let word = word_at(self.text, at);
        let message = if self.text.as_bytes()[at] == b')' {
            "unexpected ), expected (define ...)".to_owned()
        } else {
            format!("expected (define ...), found {word}")
        };
        self.out.diagnostics.push(
            Diagnostic::new(codes::E0101, message, Span::from(at..at + word.len()))
                .label("expected ( here")
                .help("a PDDL file begins with (define (domain NAME) or (define (problem NAME)"),
        );
    }

    fn after_the_end(&mut self, at: usize) {
        let Some(Piece::Close(end)) = self.out.pieces.last().copied() else { return };
        let word = word_at(self.text, at);
        let message = if word == ")" {
            "unmatched ) after the end of the definition".to_owned()
        } else {
            format!("unexpected {word} after the end of the definition")
        };
        let help = if word == ")" {
            "delete it, or look for a ( that is missing before"
        } else {
            "is there a ) too many before? The definition must hold everything, one definition a file"
        };
        self.out.diagnostics.push(
            Diagnostic::new(codes::E0006, message, Span::from(at..at + word.len()))
                .label("nothing is expected here")
                .second(Span::new(end, end + 1), "the definition is closed here")
                .help(help),
        );
    }

    fn unfinished(&mut self) {
        let Some(outer) = self.open.first().copied() else {
            let end = self.text.trim_end().len();
            // After comments only, the place where a definition would have to begin.
            let at = if end == 0 { 0 } else { self.text.len() };
            let (message, label) = if self.out.comments.is_empty() {
                ("the file is empty: expected (define ...)", "expected a definition here")
            } else {
                (
                    "the file has comments but no definition: expected (define ...)",
                    "expected a definition here",
                )
            };
            self.out.diagnostics.push(
                Diagnostic::new(codes::E0007, message, Span::at(place(at)))
                    .label(label)
                    .help("a PDDL file begins with (define (domain NAME) or (define (problem NAME)"),
            );
            return;
        };
        let end = place(self.text.len());
        let diagnostic = match self.suspect {
            Some((form, section)) => Diagnostic::new(
                codes::E0005,
                "unclosed form: expected ) before the next section",
                Span::new(form, form + 1),
            )
            .label("opened here, and never closed")
            .second(Span::new(section, section + 1), "this section begins inside it"),
            None => {
                let inner = *self.open.last().unwrap_or(&outer);
                Diagnostic::new(
                    codes::E0005,
                    format!("unclosed form: expected {} more ) before the end of the file", self.open.len()),
                    Span::new(inner, inner + 1),
                )
                .label("opened here, and never closed")
                .second(Span::at(end), "the file ends here")
            }
        };
        self.out.diagnostics.push(diagnostic.help("add the missing )"));
    }
}

/// Whether a text begins with the opening of a section that can stand only directly in a definition.
fn begins_section(text: &str) -> bool {
    let Some(rest) = text[1..].trim_start().strip_prefix(':') else { return false };
    let word: String = rest.chars().take_while(|c| c.is_ascii_alphabetic() || *c == '-').collect();
    let word = word.to_ascii_lowercase();
    matches!(
        word.as_str(),
        "action"
            | "durative-action"
            | "derived"
            | "predicates"
            | "functions"
            | "types"
            | "constants"
            | "objects"
            | "init"
            | "goal"
            | "metric"
    )
}

/// The word at a place, for a message: at least one character, at most twenty.
fn word_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    let mut end = 0;
    for (index, character) in rest.char_indices().take(20) {
        if index > 0 && (character.is_whitespace() || matches!(character, '(' | ')' | ';')) {
            break;
        }
        end = index + character.len_utf8();
        if matches!(character, ')') {
            break;
        }
    }
    &rest[..end]
}

fn shown(character: char) -> String {
    if character.is_control() || (!character.is_ascii() && character.is_whitespace()) {
        format!("U+{:04X}", u32::from(character))
    } else {
        character.to_string()
    }
}
