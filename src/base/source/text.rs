//! The text of a file, with a line index.
//!
//! In: bytes as they are on disk, or a string. Out: valid UTF-8 without a byte order mark, and the line and column of
//! any byte. Text in an old encoding is read as Latin-1, with a warning unless XML declares that it is. What cannot be
//! text (UTF-16, NUL, binary files) is reported as an error.

use std::sync::OnceLock;

use super::{Columns, Diagnostic, Span, codes, place};

/// The text of one file, with the name that messages show.
#[derive(Debug)]
pub struct SourceText {
    name: String,
    text: String,
    line_starts: OnceLock<Vec<u32>>,
    columns: OnceLock<Columns<false>>,
}

impl SourceText {
    /// A text that is already a string.
    ///
    /// ```
    /// use banto::source::SourceText;
    /// let text = SourceText::new("a.pddl", "(define\n  (domain d))");
    /// assert_eq!(text.line_column(10), (2, 3));
    /// ```
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let (line_starts, columns) = (OnceLock::new(), OnceLock::new());
        Self { name: name.into(), text: text.into(), line_starts, columns }
    }

    /// A text from the bytes of a file. The diagnostic, if any, says why the bytes are not text (an error), or that
    /// they are not UTF-8 (a warning).
    ///
    /// ```
    /// use banto::source::SourceText;
    ///
    /// let (text, fault) = SourceText::from_bytes("a.pddl", b"(define)".to_vec());
    /// assert!(text.text() == "(define)" && fault.is_none());
    /// let (_, fault) = SourceText::from_bytes("b.pddl", vec![0xff, 0xfe, b'(', 0]);
    /// assert!(fault.unwrap().message.contains("UTF-16"));
    /// ```
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> (Self, Option<Diagnostic>) {
        let name = name.into();
        if u32::try_from(bytes.len()).is_err() {
            let fault = codes::E0001.at(Span::at(0), "the file is larger than 4 GiB");
            return (Self::new(name, ""), Some(fault));
        }
        let utf16 = match bytes.as_slice() {
            [0xff, 0xfe, ..] => Some("UTF-16 (little endian)"),
            [0xfe, 0xff, ..] => Some("UTF-16 (big endian)"),
            _ => None,
        };
        if let Some(encoding) = utf16 {
            let fault = codes::E0001
                .at(Span::at(0), format!("the file is {encoding} text: it must be UTF-8"))
                .label("this is a UTF-16 byte order mark, not a character")
                .help("save the file as UTF-8, or convert it: iconv -f UTF-16 -t UTF-8");
            return (Self::new(name, String::from_utf8_lossy(&bytes)), Some(fault));
        }
        let bytes = match bytes.strip_prefix(b"\xef\xbb\xbf") {
            Some(rest) => rest.to_vec(),
            None => bytes,
        };
        let mut is_declared = false;
        let (text, invalid) = match String::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => {
                let at = error.utf8_error().valid_up_to();
                let declared = declared(error.as_bytes()).unwrap_or_default().to_ascii_lowercase();
                // Latin-1 gives each byte the character of its number, Windows uses the controls for quotes and dashes.
                let letter = |byte: &u8| match byte {
                    0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
                    _ => char::from(*byte),
                };
                let text: String = error.as_bytes().iter().map(letter).collect();
                let start: usize = text.chars().take(at).map(char::len_utf8).sum();
                let known = ["iso-8859-1", "latin1", "l1", "windows-1252", "cp1252"];
                is_declared = known.contains(&declared.as_str());
                (text, Some(start))
            }
        };
        let is_control = |letter: char| letter.is_ascii_control() && !letter.is_ascii_whitespace();
        // Archives and pictures have other control characters soon; a text in an old encoding has none.
        let control = text.find(|letter| letter == '\0' || invalid.is_some() && is_control(letter));
        let fault = match (control, invalid) {
            (Some(at), start) => Some(binary(&text, start.map_or(at, |start| start.min(at)))),
            (None, Some(at)) => Some(old_encoding(&text, at)).filter(|_| !is_declared),
            (None, None) => None,
        };
        (Self::new(name, text), fault)
    }

    /// The name that messages show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Puts a text in place of a part.
    #[doc(hidden)]
    pub fn replace(&mut self, span: Span, text: &str) {
        self.text.replace_range(span.range(), text);
        self.line_starts.take();
        self.columns.take();
    }

    /// The text of a span.
    ///
    /// ```
    /// use banto::source::{SourceText, Span};
    ///
    /// assert_eq!(SourceText::new("a.pddl", "(define)").slice(Span::new(1, 7)), "define");
    /// ```
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.range()]
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn line_column(&self, at: u32) -> (usize, usize) {
        let line = self.line_of(at);
        let start = self.line_starts()[line] as usize;
        let end = self.text.floor_char_boundary(at as usize).max(start);
        let columns = self.columns.get_or_init(|| Columns::new(&self.text));
        (line + 1, columns.before(&self.text, end) - columns.before(&self.text, start) + 1)
    }

    /// The bytes of the lines that a span touches, without the last line's end.
    pub(crate) fn lines_around(&self, span: Span) -> (usize, Span) {
        let first = self.line_of(span.start);
        let last = self.line_of(span.end.max(span.start));
        let starts = self.line_starts();
        let end = starts.get(last + 1).map_or(place(self.text.len()), |next| next - 1);
        (first + 1, Span::new(starts[first], end))
    }

    fn line_of(&self, at: u32) -> usize {
        self.line_starts().partition_point(|start| *start <= at) - 1
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate();
            let ends = ends.filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| place(at + 1))).collect()
        })
    }
}

fn binary(text: &str, at: usize) -> Diagnostic {
    let letter = text[at..].chars().next().unwrap_or('\0');
    let name = match letter {
        '\0' => "NUL",
        letter if letter.is_ascii() => "control",
        _ => "binary",
    };
    let span = Span::from(at..at + letter.len_utf8());
    codes::E0001
        .at(span, format!("unexpected {name} byte (0x{:02x}) in the text", byte(letter)))
        .label("this character cannot be part of a text file")
        .help("the file seems to be binary or damaged")
}

/// The characters of the bytes 0x80 to 0x9f where they differ from Latin-1.
#[rustfmt::skip]
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The byte that was read as a character.
fn byte(letter: char) -> u32 {
    (0x80..).zip(WINDOWS_1252).find(|(_, one)| *one == letter).map_or(u32::from(letter), |(byte, _)| byte)
}

/// The encoding that an XML declaration names, as in `<?xml version="1.0" encoding="ISO-8859-1"?>`.
fn declared(bytes: &[u8]) -> Option<&str> {
    let head = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let head = str::from_utf8(&head[..head.iter().position(|byte| *byte == b'>')?]).ok()?;
    let value = head.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    value.strip_prefix(['"', '\''])?.split(['"', '\'']).next()
}

fn old_encoding(text: &str, at: usize) -> Diagnostic {
    let letter = text[at..].chars().next().unwrap_or_default();
    // Outside of comments, such a letter is an error that a formatter leaves alone.
    let is_prose = text.lines().all(|line| line.split(';').next().is_none_or(str::is_ascii));
    codes::W0001
        .at(
            Span::from(at..at + letter.len_utf8()),
            format!("the text is not UTF-8 (byte 0x{:02x}): read as Latin-1", byte(letter)),
        )
        .label("the first byte that is not UTF-8")
        .help(if is_prose {
            "save the file as UTF-8; `banto fmt FILE` does"
        } else {
            "save the file as UTF-8"
        })
}
