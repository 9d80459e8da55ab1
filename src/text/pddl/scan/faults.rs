//! The diagnostics of the scan.

use std::ops::Range;

use super::Suspect;
use super::operands::{Mend, overfull};
use crate::base::source::{Advice, Diagnostic, Span, codes, place};

/// A character that PDDL does not have.
pub(super) fn foreign(character: char, span: Span) -> Diagnostic {
    let (help, instead) = match character {
        '[' | '{' => ("PDDL has round parentheses only: (", Some("(")),
        ']' | '}' => ("PDDL has round parentheses only: )", Some(")")),
        ',' => ("arguments are separated by blanks", Some(" ")),
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

/// A text that begins with the header of a definition, `(domain NAME)`, and goes on after it.
pub(super) fn lacks_define(text: &str) -> Option<Diagnostic> {
    let (start, word) = first_form(text)?;
    matches!(word, "domain" | "problem").then(|| {
        codes::E0101
            .at(Span::from(start..start + 1 + word.len()), format!("expected define, found ({word}"))
            .label("expected define here")
            .fix(format!("write (define ({word} NAME) ...)"), Span::at(place(start)), "(define ")
    })
}

/// Where the first form begins, and the word at its head.
fn first_form(text: &str) -> Option<(usize, &str)> {
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
pub(super) fn not_a_form(text: &str, at: usize) -> Diagnostic {
    let word = word_at(text, at);
    let message = if word == ")" {
        "unexpected ), expected (define ...)".to_owned()
    } else {
        format!("expected (define ...), found {word}")
    };
    let help = if word == "begin_version" {
        "this is translator output of Fast Downward, which only `banto plan` reads"
    } else if word.len() > 2 && word.contains('#') && word.chars().all(|c| "#@+$*.-_".contains(c)) {
        "this reads like a Sokoban level: `banto sokoban solve` solves levels"
    } else {
        "a PDDL file begins with (define (domain NAME) or (define (problem NAME)"
    };
    codes::E0101.at(Span::from(at..at + word.len()), message).label("expected ( here").help(help)
}

/// The definition is closed early because a section was closed too soon: the section itself (`is_whole`) or its last
/// field.
pub(super) fn closed_too_early(
    text: &str,
    ((open, close), stray): ((u32, u32), u32),
    is_whole: bool,
    end: u32,
) -> Diagnostic {
    if let Some(fault) = rule_of_prolog(text, stray as usize, end) {
        return fault;
    }
    let section = word_at(text, open as usize + 1);
    let fault = codes::E0006
        .at(parenthesis(close), format!("unexpected ): it closes {section}, and more of {section} follows"))
        .label("one ) too many, here or before")
        .second(Span::at(stray), format!("this is outside of {section}"))
        .second(parenthesis(end), "so the definition is closed here, before the end of the file");
    if is_whole && section == ":goal" {
        // It holds one form, so what follows belongs in that form, and removing one parenthesis would not be enough.
        return fault.help("the form inside is closed too early; so is the goal");
    }
    fault.fix("delete the ), or add the ( that is missing before it", parenthesis(close), "")
}

/// `(wet ?t) :- (or ...))`: a rule of Prolog. The parenthesis that is too many closes the one that is missing.
fn rule_of_prolog(text: &str, at: usize, end: u32) -> Option<Diagnostic> {
    let head = text[at..].strip_prefix('(')?.find([')', '('])? + 1;
    let rest = text[at + head..].strip_prefix(')')?;
    let sign = text.len() - rest.trim_start().len();
    text[sign..].starts_with(":-").then(|| {
        codes::E0006
            .at(Span::from(sign..sign + 2), "unexpected :-: rules begin with (:derived")
            .label("this is how Prolog writes rules")
            .second(parenthesis(end), "so the definition is closed here, before the end of the file")
            .fix("write (:derived (NAME ...) CONDITION)", Span::at(place(at)), "(:derived ")
            .edit(Span::from(sign..sign + 2), "")
    })
}

/// Finds a field of a section that holds one form and is followed by another, because a parenthesis closed it too soon:
/// the places before its name, of that parenthesis, and of what follows.
pub(super) fn field_closed_too_early(text: &str, (open, close): (u32, u32)) -> Option<((u32, u32), u32)> {
    let mut at = open as usize + 1;
    let (mut field, mut closed, mut depth) = (at, None, 0);
    while at < close as usize {
        match text.as_bytes()[at] {
            b';' => at += text[at..].find('\n')?,
            b'(' if depth == 0 && closed.is_some() => {
                let holds_one =
                    matches!(word_at(text, field), ":goal" | ":parameters" | ":precondition" | ":effect");
                return closed.filter(|_| holds_one).map(|closed| ((place(field - 1), closed), place(at)));
            }
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                closed = (depth == 0).then(|| place(at));
            }
            b':' if depth == 0 => (field, closed) = (at, None),
            _ => {}
        }
        at += 1;
    }
    None
}

/// The definition is closed early, and a form of its last section holds more than it may: where `(and` is missing, or
/// which form is closed too early.
pub(super) fn closed_around_too_many(text: &str, section: (u32, u32), end: u32) -> Option<Diagnostic> {
    let start = section.0 as usize;
    let found = overfull(text, start)?;
    let mut mends = found.mends(text);
    mends.retain(|mend| overfull(&mend.of(text), start).is_none());
    let is_sure = mends.len() == 1;
    let fault = |at: Span, message: &str, label: &str| {
        codes::E0006
            .at(at, message)
            .label(label)
            .second(Span::from(found.surplus..found.surplus + 1), "one too many here")
            .second(parenthesis(end), "so the definition is closed here, before the end of the file")
    };
    let mut told: Option<Diagnostic> = None;
    for mend in mends {
        let help = match mend {
            Mend::Closes(_) => "delete the )",
            Mend::Joins(_) => "add the missing (and",
        };
        let (at, text) = match mend {
            Mend::Closes(at) => (parenthesis(place(at)), ""),
            Mend::Joins(at) => (Span::at(place(at)), "(and "),
        };
        let or = if told.is_some() { "or " } else { "" };
        let first = || match mend {
            Mend::Closes(_) => fault(at, "unexpected ): more of this form follows", "one ) too many"),
            Mend::Joins(_) => fault(
                Span::new(at.start, at.start + 1),
                "one ) too many after this: several forms stand where one is taken",
                "is (and missing before it?",
            ),
        };
        let next = told.take().unwrap_or_else(first).fix(format!("{or}{help}"), at, text);
        told = Some(if is_sure { next } else { next.guess() });
    }
    told
}

/// Something follows the definition.
pub(super) fn behind_the_end(text: &str, at: usize, end: u32) -> Diagnostic {
    let word = word_at(text, at);
    let span = Span::from(at..at + word.len());
    let fault = |message: String| {
        codes::E0006
            .at(span, message)
            .label("nothing is expected here")
            .second(parenthesis(end), "the definition is closed here")
    };
    if word == ")" {
        let fault = fault("unmatched ) after the end of the definition".to_owned());
        return fault.fix("delete it, or look for a ( that is missing before", span, "");
    }
    let is_define = word.eq_ignore_ascii_case("(define");
    if let Some((start, first)) =
        first_form(text).filter(|(_, first)| is_define && !first.eq_ignore_ascii_case("define"))
    {
        return codes::E0006
            .at(Span::from(start..start + 1 + first.len()), format!("({first} ...) stands before (define"))
            .label("nothing is expected before the definition")
            .second(span, "the definition begins here")
            .help("move it into the definition, behind (domain NAME) or (problem NAME)");
    }
    if text[at..].starts_with("(:") {
        return definition_closed_too_early(text, at, end);
    }
    let help = if is_define {
        "a domain and its problem may share a file that is given alone; or is there a ) too many before?"
    } else {
        "is there a ) too many before? The definition must contain everything"
    };
    fault(format!("unexpected {word} after the end of the definition")).help(help)
}

/// A section follows the definition: a parenthesis too many closed it. If nothing else is wrong, deleting it is enough.
fn definition_closed_too_early(text: &str, at: usize, end: u32) -> Diagnostic {
    let section = word_at(text, at);
    let fault = codes::E0006
        .at(parenthesis(end), format!("unexpected ): it closes the definition, and {section} follows"))
        .label("one ) too many, here or before")
        .second(Span::from(at..at + section.len()), "this is outside of the definition");
    let code = text[at..].lines().map(|line| line.split(';').next().unwrap_or_default());
    let depth = code.flat_map(str::chars).fold(0_i32, |depth, letter| match letter {
        '(' => depth + 1,
        ')' => depth - 1,
        _ => depth,
    });
    let fault = fault.help("delete the ), or add the ( that is missing before it");
    match depth {
        -1 => fault.edit(parenthesis(end), ""),
        // It was moved here from the end.
        0 => {
            let last = place(end_of(text, char::is_whitespace));
            fault.edit(parenthesis(end), "").edit(Span::at(last), "\n)")
        }
        _ => fault,
    }
}

/// A comma: in a list of names, between the arguments of a fact, or between names that a fact of each is meant for.
pub(super) fn comma(text: &str, at: usize) -> Diagnostic {
    let span = Span::from(at..at + 1);
    let fault = foreign(',', span);
    let mut around = text[..at].rmatch_indices(['(', ')']);
    let mut open = || {
        let mut depth = 0;
        around.find_map(|(at, sign)| {
            depth += if sign == ")" { 1 } else { -1 };
            (depth < 0).then(|| {
                depth = 0;
                word_at(text, at).trim_start_matches('(')
            })
        })
    };
    let (Some(head), outer) = (open(), open()) else { return fault };
    if head.starts_with(':') {
        let mut fault = fault;
        fault.help.clear();
        return fault.fix("names are separated by blanks", span, " ");
    }
    let is_listed =
        outer.is_some_and(|outer| ["and", ":init"].iter().any(|one| outer.eq_ignore_ascii_case(one)));
    if is_listed { fault.advising(Advice::Each(head.to_owned())) } else { fault }
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

/// A section or a field begins inside a form that is never closed, or that is closed too late by a `surplus` of
/// parentheses.
pub(super) fn unclosed_before(text: &str, suspect: Suspect, surplus: usize) -> Diagnostic {
    let Suspect { form, begins, inside, missing, closed, .. } = suspect;
    let (what, message) = if inside == 1 {
        ("section", "unclosed form: expected ) before the next section".to_owned())
    } else {
        ("field", format!("unclosed form: expected ) before {}", word_at(text, begins as usize)))
    };
    let end = end_of(&text[..begins as usize], char::is_whitespace);
    let fault = codes::E0005
        .at(parenthesis(form), message)
        .label(if surplus == 0 {
            "opened here, and never closed"
        } else {
            "opened here, and closed too late"
        })
        .second(Span::new(begins, begins + 1), format!("this {what} begins inside it"))
        .fix("add the missing )", Span::at(place(end)), ")".repeat(missing));
    if surplus == 0
        && let Some(fault) = in_a_comment(&fault, text, form as usize..begins as usize, missing)
    {
        return fault;
    }
    let part = &text[..begins as usize];
    let fault = if missing == 1 { never_closed(&fault, part, form as usize) } else { fault };
    let before = closed.map_or("", |closed| &text[..=closed as usize]);
    let last = before.char_indices().rev().take_while(|(_, letter)| *letter == ')' || letter.is_whitespace());
    let last = last.filter(|(_, letter)| *letter == ')').take(surplus);
    last.fold(fault, |fault, (at, _)| fault.edit(parenthesis(place(at)), ""))
}

/// The report of a form that is never closed, at one inside it that holds more than it may: there the parenthesis is
/// missing.
fn never_closed(fault: &Diagnostic, part: &str, start: usize) -> Diagnostic {
    let found = overfull(part, start).and_then(|one| {
        let end = end_of(&part[..one.surplus], char::is_whitespace);
        let mended = format!("{}){}", &part[..end], &part[end..]);
        overfull(&mended, start).is_none().then_some((one, end))
    });
    let Some((one, end)) = found else { return fault.clone() };
    let next = word_at(part, one.surplus);
    let mut told = codes::E0005
        .at(parenthesis(place(one.open())), format!("unclosed form: expected ) before {next}"))
        .label(fault.labels[0].text.clone())
        .second(Span::from(one.surplus..one.surplus + 1), "this begins inside it");
    told.help.clone_from(&fault.help);
    told.help.iter_mut().flat_map(|help| &mut help.edits).for_each(|edit| edit.span = Span::at(place(end)));
    told
}

/// Forms are open at the end.
pub(super) fn unclosed(innermost: u32, count: usize, text: &str) -> Diagnostic {
    let message = format!("unclosed form: expected {count} more ) before the end of the file");
    let fault = codes::E0005
        .at(parenthesis(innermost), message)
        .label("opened here, and never closed")
        .second(Span::at(place(text.len())), "the file ends here")
        .fix("add the missing )", Span::at(place(end_of(text, char::is_whitespace))), ")".repeat(count));
    // As in languages that end a block with a word.
    let (end, word) =
        (text.trim_end().len(), text.trim_end().rsplit([')', ' ', '\n']).next().unwrap_or_default());
    if count == 1 && word.eq_ignore_ascii_case("end") {
        let span = Span::from(end - word.len()..end);
        let mut fault = fault.second(span, "no word of PDDL");
        fault.help.clear();
        return fault.fix(format!("write ) in place of {word}"), span, ")");
    }
    match in_a_comment(&fault, text, innermost as usize..text.len(), count) {
        Some(fault) => fault,
        None if count == 1 => never_closed(&fault, text, innermost as usize),
        None => fault,
    }
}

/// The report of a form that is never closed, at a parenthesis that would close it but stands in a comment of that part
/// of the text: a line was commented out with more than its own.
fn in_a_comment(fault: &Diagnostic, text: &str, part: Range<usize>, missing: usize) -> Option<Diagnostic> {
    let (mut start, mut found) = (part.start, None);
    for line in text[part].split_inclusive('\n') {
        if let Some((code, comment)) = line.trim_end().split_once(';') {
            let closed = comment.matches(')').count();
            // Either a line was commented out, or a sign stands directly behind a word, where none was meant.
            let is_beside = code.ends_with(|last: char| last.is_ascii_alphanumeric());
            let is_code =
                comment.ends_with(')') && (is_beside || comment.trim_start().starts_with(['(', ')']));
            if is_code && closed >= comment.matches('(').count() + missing {
                found = Some((start + code.len(), start + line.trim_end().len() - 1, is_beside));
            }
        }
        start += line.len();
    }
    let (comment, at, is_beside) = found?;
    let mut fault = fault.clone();
    "unclosed form: the ) that would close it is in a comment".clone_into(&mut fault.message);
    fault.labels[1] = fault.labels[0].clone();
    fault.labels[0].span = parenthesis(place(at));
    let end = place(end_of(&text[..comment], char::is_whitespace));
    fault.help.clear();
    let fault = fault.label("in a comment: it closes nothing");
    if is_beside {
        let sign = Span::from(comment..comment + 1);
        return Some(fault.second(sign, "a comment begins here").fix("delete the ;", sign, " "));
    }
    Some(fault.fix("put the ) before the ;", Span::at(end), ")".repeat(missing)))
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

const fn parenthesis(at: u32) -> Span {
    Span::new(at, at + 1)
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

/// Whether nothing is drawn for a character: those of zero width, and the hyphen that only ends of lines show.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

fn shown(character: char) -> String {
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

/// Whether a form begins with the keyword of no section that a definition has: anything may be inside.
pub(super) fn is_no_section(text: &str) -> bool {
    let word = word_at(text, 1).to_ascii_lowercase();
    word.starts_with(':')
        && !begins_section(text)
        && ![":requirements", ":domain", ":length"].contains(&word.as_str())
}
