//! Reads a text for an editor: every text has forms.
//!
//! In: a text. Out: the [`Reading`] of it: its forms, with errors repaired: a form is closed where the next section or
//! field begins; surplus parentheses and foreign characters are skipped.

use super::faults::{begins_section, end_of};
use super::{Comments, Scanner, begins_field, scan};
use crate::pddl::form::{Entry, Forms};
use banto_base::limits::{Limits, Stop};
use banto_base::source::SourceText;

/// The forms of a text, with faults repaired.
#[derive(Debug, Default)]
pub struct Reading(Vec<Entry>);

impl Reading {
    pub(crate) fn of(source: &SourceText) -> Self {
        let limits = Limits::none();
        let forms = scan(source, Comments::Drop, &limits).map(|scan| scan.forms).unwrap_or_default();
        let forms = forms.or_else(|| mended(source, &limits).ok().flatten());
        Self(forms.map(Forms::into_entries).unwrap_or_default())
    }

    /// The forms. `None` if the text has none.
    pub(crate) fn forms<'s>(&'s self, source: &'s SourceText) -> Option<Forms<'s>> {
        (!self.0.is_empty()).then(|| Forms::over(source.text(), self.0.as_slice()))
    }
}

/// The forms of a text with its faults repaired. `None` if it has none.
pub(crate) fn mended<'s>(source: &'s SourceText, limits: &Limits) -> Result<Option<Forms<'s>>, Stop> {
    let mut scanner = Scanner::new(source.text(), limits, Forms::new(source.text(), limits)?);
    // Where the last thing other than a closing parenthesis or a comment ends.
    let is_passed = |letter: char| letter == ')' || letter.is_whitespace();
    scanner.mends_until = Some(end_of(source.text(), is_passed));
    scanner.run()?;
    scanner.close_down_to(0, source.text().len())?;
    Ok(Some(scanner.forms).filter(|forms| forms.len() > 0))
}

impl Scanner<'_, '_> {
    /// Repairs a fault at a place. Returns where to continue if there is nothing to read here.
    pub(super) fn mend(&mut self, at: usize) -> Result<Option<usize>, Stop> {
        let rest = &self.text[at..];
        let next = at + rest.chars().next().map_or(1, char::len_utf8);
        match rest.as_bytes()[0] {
            b'(' if begins_section(rest) => self.close_down_to(1, at)?,
            b':' if begins_field(rest) && self.in_action() => self.close_down_to(2, at)?,
            b')' if self.open.len() == 1 && self.mends_until.is_some_and(|tail| at < tail) => {
                self.read(at)?;
                return Ok(Some(next));
            }
            byte if self.open.is_empty() && byte != b'(' => return Ok(Some(next)),
            _ => {}
        }
        Ok(None)
    }

    /// Closes forms until at most this many are open.
    pub(super) fn close_down_to(&mut self, depth: usize, at: usize) -> Result<(), Stop> {
        if self.open.len() > depth {
            self.diagnostics.clear();
            self.read(at)?;
        }
        while self.open.len() > depth
            && let Some(form) = self.open.pop()
            && let Some(node) = form.node
        {
            self.forms.close(node, at)?;
        }
        Ok(())
    }

    fn in_action(&self) -> bool {
        let section = self.open.get(1).map_or("", |form| &self.text[form.at as usize + 1..]);
        section.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(":action"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pddl::form::{Kind, Node};

    fn words(text: &str) -> Vec<String> {
        fn walk(forms: &Forms<'_>, node: Node, out: &mut Vec<String>) {
            out.extend((forms.kind(node) != Kind::Form).then(|| forms.text(node).to_owned()));
            forms.items(node).for_each(|item| walk(forms, item, out));
        }
        let (source, mut out) = (SourceText::new("x.pddl", text), Vec::new());
        let reading = Reading::of(&source);
        reading.forms(&source).iter().for_each(|forms| walk(forms, Node::ROOT, &mut out));
        out
    }

    #[test]
    fn a_broken_text_has_the_forms_that_can_be_told() {
        let text = "(define (domain d) (:action a :parameters (?x - :effect (p)) (:action b))";
        let source = SourceText::new("x.pddl", text);
        let reading = Reading::of(&source);
        let forms = reading.forms(&source).unwrap();
        let actions: Vec<Node> = forms.items(Node::ROOT).skip(2).collect();
        assert_eq!(
            actions.iter().map(|node| forms.head_word(*node)).collect::<Vec<_>>(),
            [":action", ":action"]
        );
        let fields: Vec<_> = forms.items(actions[0]).map(|node| forms.text(node)).collect();
        assert_eq!(fields, [":action", "a", ":parameters", "(?x - ", ":effect", "(p)"]);
        assert_eq!(words("(define (domain d)) (:types a) b)"), ["define", "domain", "d", ":types", "a", "b"]);
        assert_eq!(words("x (a [b, \u{1f600}c] d"), ["a", "b", "c", "d"]);
        assert_eq!(words(&"(a ".repeat(2_000)).len(), 1_000);
        assert_eq!(words("; nothing"), [""; 0]);
    }
}
