//! The diagnostics of parentheses that are missing, or close too early.

use std::ops::Range;

use super::Suspect;
use super::faults::{end_of, first_form, parenthesis, word_at};
use super::operands::{Mend, overfull};
use banto_base::source::{Diagnostic, Span, codes, place};

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
    let is_one = mends.len() == 1;
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
        let fault = told.take().unwrap_or_else(first).fix(format!("{or}{help}"), at, text);
        told = Some(if is_one { fault } else { fault.guess() });
    }
    told
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
    let mut fault = codes::E0005
        .at(parenthesis(innermost), message)
        .label("opened here, and never closed")
        .second(Span::at(place(text.len())), "the file ends here")
        .fix("add the missing )", Span::at(place(end_of(text, char::is_whitespace))), ")".repeat(count));
    // Where more than the definition is open, the text may be cut off.
    fault.help[0].is_guess = count > 1;
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
