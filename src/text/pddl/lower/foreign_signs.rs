//! Conditions and effects with signs of other languages: `(= (p) true)`, `(on ?t == ?c)`, `(for ?b in bed: EFFECT)`.
//!
//! In: forms that are no PDDL. Out: diagnostics that say what to write.

use super::Lower;
use crate::pddl::{Kind, Node, borrowed};
use banto_base::source::{Diagnostic, Span, codes};

impl Lower<'_> {
    /// Reports `(for ?b in bed: EFFECT)`; true if it is that.
    pub(super) fn loop_over(&mut self, node: Node, items: &[Node], what: &str) -> bool {
        let [word, variable, sign, of, body @ ..] = items else { return false };
        let word = self.lower_case(*word);
        let body: Vec<Node> = body.iter().copied().filter(|one| self.forms.text(*one) != ":").collect();
        let of = self.forms.text(*of).trim_end_matches(':');
        let is_meant = self.forms.kind(*variable) == Kind::Variable
            && matches!(self.lower_case(*sign).as_str(), "in" | "of" | "-" | ":")
            && self.forms.kind(body.first().copied().unwrap_or(node)) == Kind::Form;
        let [body] = body[..] else { return false };
        let list = format!("({} - {of})", self.forms.text(*variable));
        let is_effect = what == "effect";
        let Some((_, Some(form))) = borrowed(&word, is_effect, &[&list, self.forms.text(body)]) else {
            return false;
        };
        if is_meant && form.contains(&list) {
            let (shown, _) = form.split_at(form.find(&list).map_or(0, |at| at + list.len()));
            let fault = codes::E0109
                .at(
                    self.head_span(node),
                    format!("{what} expected, found {word}: this is not a word of PDDL"),
                )
                .label("no word that joins conditions or changes facts");
            self.report(fault.fix(format!("write {shown} ...)"), self.forms.span(node), form.clone()));
        }
        is_meant
    }

    /// `(= (p) true)`: reports a fact that is treated as a value; true if it is one.
    pub(super) fn truth(&mut self, node: Node, rest: &[Node], what: &str) -> bool {
        let [fact, value] = rest else { return false };
        let value = self.lower_case(*value);
        if self.forms.kind(*fact) != Kind::Form || !matches!(value.as_str(), "true" | "false") {
            return false;
        }
        let fact = self.forms.text(*fact);
        let fault = codes::E0109
            .at(self.head_span(node), format!("{what} expected, found a comparison with {value}"))
            .label("a fact has no value: it holds, or it does not");
        self.report(as_fact(fault, self.forms.span(node), fact, &value, what));
        true
    }

    /// Reports a sign among the arguments of an atom: `(on ?t = ?c)`, `(lit = true)`, `(at ?a -> ?b)`.
    pub(super) fn compared(&self, node: Node, head: Node, items: &[Node], what: &str) -> Option<Diagnostic> {
        let at = items.iter().position(|item| is_equality(self.forms.text(*item)))?;
        // `is` may be an object.
        let sign = self.forms.text(items[at]);
        let name = self.forms.text(head);
        let (before, after) = (&items[..at], &items[at + 1..]);
        let [value] = after else { return None };
        let span = self.forms.span(node);
        let words = |items: &[Node]| {
            let words = items.iter().map(|item| format!(" {}", self.forms.text(*item)));
            format!("({name}{})", words.collect::<String>())
        };
        let fault = codes::E0109
            .at(self.forms.span(items[at]), format!("an object or a variable is expected, found {sign}"))
            .label("not a name");
        let value_word = self.lower_case(*value);
        if matches!(value_word.as_str(), "true" | "false") {
            return Some(as_fact(fault, span, &words(before), &value_word, what));
        }
        if self.forms.kind(*value) != Kind::Variable && self.forms.kind(*value) != Kind::Name {
            return None;
        }
        let arity = self.arity(name)?;
        if arity == items.len() - 1 {
            let form = words(&[before, after].concat());
            return Some(fault.fix(
                format!("write {form}: a fact names things, one after the other"),
                span,
                form,
            ));
        }
        if arity == before.len() && what == "effect" {
            let (_, others) = before.split_last()?;
            let form = format!("(not {}) {}", words(before), words(&[others, after].concat()));
            let help = format!("an effect says what ends and what begins: is {form} meant?");
            let whole = if self.is_in_and(node) { form } else { format!("(and {form})") };
            return Some(fault.fix(help, span, whole).guess());
        }
        None
    }
}

/// Whether a sign says elsewhere that two things are equal, or that one becomes the other.
pub(super) fn is_equality(sign: &str) -> bool {
    matches!(sign, "=" | "==" | ":=" | "->" | "=>" | "<-" | "is")
}

/// Adds what to write for a fact that is compared with true or false.
pub(super) fn as_fact(fault: Diagnostic, whole: Span, fact: &str, value: &str, what: &str) -> Diagnostic {
    match (value, what) {
        ("true", _) => fault.fix(format!("write {fact}"), whole, fact),
        (_, "fact") => fault.fix("leave it out: what :init does not state is false", whole, ""),
        _ => fault.fix(format!("write (not {fact})"), whole, format!("(not {fact})")),
    }
}
