//! Where a form holds more forms than its word takes: near that place a parenthesis is missing, or one is too many.
//!
//! In: a text, and where a section or a form of it begins. Out: the first form that holds too many, and how that may be
//! mended.

use super::begins_field;
use crate::pddl::borrowed;
use crate::pddl::requirement::foreign;

/// A form that holds more forms than it may.
pub(super) struct Overfull {
    outer: Form,
    /// The last that it may hold.
    before: Option<Form>,
    /// The first that is too many.
    pub(super) surplus: usize,
}

/// A form, or what follows a field.
#[derive(Clone, Copy)]
struct Form {
    open: usize,
    close: usize,
    /// How many forms it takes, and how many of them come first and are not joined: lists of variables, and terms.
    takes: (usize, usize),
    held: usize,
    /// Where the first begins that others may be joined to, and the last.
    first: Option<usize>,
    last: Option<usize>,
}

/// What is to be done so that nothing is too many any more, where one parenthesis is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mend {
    /// This one closes too early.
    Closes(usize),
    /// Before this form `(and` is missing.
    Joins(usize),
}

impl Overfull {
    /// The parenthesis of the form.
    pub(super) fn open(&self) -> usize {
        self.outer.open
    }

    /// What may be meant where one parenthesis is too many.
    pub(super) fn mends(&self, text: &str) -> Vec<Mend> {
        let outer = self.outer.first.map(Mend::Joins);
        let Some(before) = self.before else { return outer.into_iter().collect() };
        let (most, lists) = before.takes;
        if before.held < most {
            return vec![Mend::Closes(before.close)];
        }
        let inner = before.first.filter(|_| most > lists + 1).map(Mend::Joins);
        // What changes nothing is no second operand of `when`.
        let is_condition = before.last.is_some_and(|last| {
            let word = word(&text[last + 1..]).to_ascii_lowercase();
            matches!(word.as_str(), "or" | "exists" | "imply" | "=")
        });
        inner.into_iter().chain(outer.filter(|_| inner.is_none() || !is_condition)).collect()
    }
}

impl Mend {
    /// The text after it.
    pub(super) fn of(self, text: &str) -> String {
        match self {
            Self::Closes(at) => format!("{}{}", &text[..at], &text[at + 1..]),
            Self::Joins(at) => format!("{}(and {}", &text[..at], &text[at..]),
        }
    }
}

/// How many forms a word takes, and how many of them come first and are not joined.
fn takes(word: &str) -> (usize, usize) {
    match word.to_ascii_lowercase().as_str() {
        ":goal" | "not" => (1, 0),
        "when" | "imply" => (2, 0),
        "forall" | "exists" | ":derived" => (2, 1),
        "increase" | "=" => (2, 2),
        word if is_open(word) => (usize::MAX, 0),
        // An atom.
        _ => (0, 0),
    }
}

/// Whether a word may take any number of forms: it is not the name of a predicate.
fn is_open(word: &str) -> bool {
    matches!(word, "and" | "or" | "define" | "preference" | "minimize" | "maximize" | "decrease" | "assign")
        || !word.starts_with(|first: char| first.is_ascii_alphabetic())
        || borrowed::operands(word).is_some()
        || foreign(word).is_some()
}

/// The first form that holds too many, in the form that begins at a place.
pub(super) fn overfull(text: &str, start: usize) -> Option<Overfull> {
    let bytes = text.as_bytes();
    // The open forms, each with the last that it holds.
    let (mut open, mut at) = (Vec::<(Form, Option<Form>)>::new(), start);
    while at < bytes.len() {
        match bytes[at] {
            b';' => at += text[at..].find('\n').unwrap_or(text.len() - at),
            b'(' => {
                let inner = word(&text[at + 1..]);
                let outer = open.last_mut().filter(|_| !inner.eq_ignore_ascii_case("either"));
                if let Some((outer, before)) = outer {
                    if outer.held == outer.takes.0 {
                        return Some(Overfull { outer: *outer, before: *before, surplus: at });
                    }
                    outer.first = outer.first.or((outer.held >= outer.takes.1).then_some(at));
                    outer.last = Some(at);
                    outer.held += 1;
                }
                let takes = takes(inner);
                open.push((Form { open: at, close: at, takes, held: 0, first: None, last: None }, None));
            }
            b')' => {
                let (inner, _) = open.pop()?;
                open.last_mut()?.1 = Some(Form { close: at, ..inner });
            }
            b':' => {
                let is_field = begins_field(&text[at..]);
                if let Some((outer, before)) = open.last_mut()
                    && word(&text[outer.open + 1..]).eq_ignore_ascii_case(":action")
                    && at > outer.open + 1
                {
                    let takes = (if is_field { 1 } else { usize::MAX }, 0);
                    *outer = Form { takes, held: 0, first: None, last: None, ..*outer };
                    *before = None;
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn word(text: &str) -> &str {
    let end = text.find(|letter: char| letter.is_whitespace() || "();".contains(letter));
    &text[..end.unwrap_or(text.len())]
}
