//! The diagnostics of the scan.

use crate::pddl::grammar::is_section;
use banto_base::source::{Diagnostic, Span, codes, place};

/// A character that PDDL does not have.
pub(super) fn foreign(character: char, span: Span) -> Diagnostic {
    let (help, instead) = match character {
        '[' | '{' => ("PDDL has round parentheses only: (", Some("(")),
        ']' | '}' => ("PDDL has round parentheses only: )", Some(")")),
        ',' => ("words are separated by blanks", Some(" ")),
        '"'
        | '\''
        | '`'
        | '\u{b4}'
        | '\u{ab}'
        | '\u{bb}'
        | '\u{2018}'..='\u{201f}'
        | '\u{2039}'
        | '\u{203a}' => ("names are written without quotation marks", Some("")),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => {
            ("this is a typographic dash: write a plain hyphen -", Some("-"))
        }
        _ if is_invisible(character) => ("this character is not shown: delete it", Some("")),
        _ if character.is_whitespace() => ("this is a typographic space: write a plain one", Some(" ")),
        _ if character.is_ascii() => ("names are made of letters, digits, - and _", None),
        _ => (
            "names are made of ASCII letters, digits, - and _; other characters are allowed only in comments",
            None,
        ),
    };
    let fault = codes::E0002
        .at(span, format!("unexpected character {}", shown(character)))
        .label("not part of PDDL")
        .help(help);
    match instead {
        Some(instead) => fault.edit(span, instead),
        None => fault,
    }
}

/// A mark such as `{{name}}` that a program was to fill in.
pub(super) fn template(text: &str, at: usize) -> Diagnostic {
    let line = text[at..].lines().next().unwrap_or_default();
    let end = at + line.find('}').map_or(2, |length| length + 1);
    let end = if text[end..].starts_with('}') { end + 1 } else { end };
    codes::E0913
        .at(Span::from(at..end), format!("templates are not supported: {} is not filled in", &text[at..end]))
        .label("a program was to put something here")
        .help("fill the template in; only its result is PDDL")
}

/// Where a comment in the style of another language ends, if one begins here: `// a`, `# a`, `/* a */`.
pub(super) fn foreign_comment(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    let line = rest.lines().next().unwrap_or_default();
    if rest.starts_with("/*") {
        return Some(at + rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    let begins_line = || text[..at].trim_end_matches([' ', '\t', '\r']).ends_with('\n');
    let words = line.trim_start_matches('#');
    let is_apart = words.starts_with([' ', '\t']) || line.starts_with("##") || begins_line();
    // #t is the time of PDDL+, and a level has no letters.
    let is_hash = line.starts_with('#')
        && is_apart
        && words.contains(|letter: char| letter.is_ascii_alphabetic())
        && words.split([' ', ')']).next() != Some("t");
    (is_hash || rest.starts_with("//")).then_some(at + line.len())
}

/// A comment in the style of another language: reported once, with edits for each. `first` is the index of the report.
pub(super) fn no_comment(found: &mut Vec<Diagnostic>, first: &mut Option<usize>, at: usize, comment: &str) {
    let mark = if comment.starts_with('#') { "#" } else { &comment[..2] };
    let span = |start: usize, length: usize| Span::from(at + start..at + start + length);
    let mut fault = codes::E0002
        .at(span(0, mark.len()), format!("unexpected {mark}: this is not how comments begin"))
        .label("not a comment in PDDL")
        .fix(format!("write ; in place of {mark}"), span(0, mark.len()), ";");
    if mark == "/*" {
        for (end, _) in comment.match_indices('\n') {
            fault = fault.edit(span(end + 1, 0), ";");
        }
        if comment.ends_with("*/") {
            fault = fault.edit(span(comment.len() - 2, 2), "\n");
        }
    }
    match first.and_then(|index| found[index].help.last_mut()) {
        Some(help) => help.edits.extend(fault.help.into_iter().flat_map(|help| help.edits)),
        None => {
            *first = Some(found.len());
            found.push(fault);
        }
    }
}

/// Where the first form begins, and the word at its head.
pub(in crate::pddl) fn first_form(text: &str) -> Option<(usize, &str)> {
    let mut lines =
        text.split_inclusive('\n').scan(0, |at, line| Some((std::mem::replace(at, *at + line.len()), line)));
    let (at, line) =
        lines.find(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with(';'))?;
    let start = at + line.len() - line.trim_start().len();
    Some((start, line.trim_start().strip_prefix('(')?.split([' ', '\t', '\n', '\r']).next()?))
}

/// Forms are nested more deeply than the limit.
pub(super) fn too_deep(at: usize, outermost: u32, limit: usize) -> Diagnostic {
    codes::E0004.at(Span::from(at..at + 1), format!("forms are nested more than {limit} deep"))
        .label("too deep here")
        .second(parenthesis(outermost), "the outermost form is opened here")
        .help("is a closing parenthesis missing? Otherwise split the condition, for instance by a derived predicate")
}

/// A text that does not begin with a form.
pub(super) fn not_a_form((name, text): (&str, &str), at: usize) -> Diagnostic {
    let word = word_at(text, at);
    let message = if word == ")" {
        "unexpected ), expected (define ...)".to_owned()
    } else {
        format!("expected (define ...), found {word}")
    };
    let help = if word == "begin_version" {
        "this is translator output of Fast Downward, not PDDL: its domain and problem are needed".to_owned()
    } else if word.len() > 2 && word.contains('#') && word.chars().all(|c| "#@+$*.-_".contains(c)) {
        format!("this looks like a Sokoban level: banto sokoban solve {name}")
    } else {
        "a PDDL file begins with (define (domain NAME) or (define (problem NAME)".to_owned()
    };
    codes::E0101.at(Span::from(at..at + word.len()), message).label("expected ( here").help(help)
}

/// Nothing but blanks and comments.
pub(super) fn no_definition(text: &str, has_comments: bool) -> Diagnostic {
    // After comments only, the place where a definition would have to begin.
    let at = if text.trim_end().is_empty() { 0 } else { text.len() };
    let message = if has_comments && text.contains('\r') && !text.contains('\n') {
        "the whole file is one comment, because its lines end in CR alone: end them in LF"
    } else if has_comments {
        "the file has comments but no definition: expected (define ...)"
    } else {
        "the file is empty: expected (define ...)"
    };
    codes::E0007
        .at(Span::at(place(at)), message)
        .label("expected a definition here")
        .help("a PDDL file begins with (define (domain NAME) or (define (problem NAME)")
}

/// Where the last thing ends that is neither a comment nor made of such characters.
pub(super) fn end_of(text: &str, is_passed: impl Fn(char) -> bool) -> usize {
    let mut end = text.len();
    for line in text.split_inclusive('\n').rev() {
        let start = end - line.len();
        let said = line.split(';').next().unwrap_or("").trim_end_matches(&is_passed);
        if !said.is_empty() {
            return start + said.len();
        }
        end = start;
    }
    0
}

pub(super) const fn parenthesis(at: u32) -> Span {
    Span::new(at, at + 1)
}

/// The word at a place, for a message: at least one character, at most twenty.
pub(super) fn word_at(text: &str, at: usize) -> &str {
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

/// Whether nothing is drawn for a character: those of zero width, and the hyphen that only ends of lines show.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

pub(super) fn shown(character: char) -> String {
    if character.is_control()
        || is_invisible(character)
        || (!character.is_ascii() && character.is_whitespace())
    {
        format!("U+{:04X}", u32::from(character))
    } else {
        character.to_string()
    }
}

/// Whether a text begins with the mark of a template.
pub(super) fn is_template(text: &str) -> bool {
    text.starts_with("{{") || text.starts_with("{%")
}

/// Whether a text begins with the opening of a section that can appear only directly in a definition.
pub(super) fn begins_section(text: &str) -> bool {
    let rest = text[1..].trim_start();
    let end = rest.find(|letter: char| !letter.is_ascii_alphabetic() && !matches!(letter, ':' | '-'));
    rest.starts_with(':') && is_section(&rest[..end.unwrap_or(rest.len())])
}

/// Whether a form begins with the keyword of no section that a definition has: anything may be inside.
pub(super) fn is_no_section(text: &str) -> bool {
    text[1..].starts_with(':') && !begins_section(text)
}
