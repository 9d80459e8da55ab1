//! Words where forms are expected, and words and signs of other languages: `and (p) (q)`, `(p) or (q)`, `not p`,
//! `lit(a)`, `if (p) then (q)`, `(= (p) true)`, `(on ?t = ?c)`, `(for ?b in bed: EFFECT)`.
//!
//! In: items of a form. Out: the forms among them; a report for each run of others, with what is meant. The words are
//! rows of `borrowed.rs`.

use std::ops::Range;

use super::Lower;
use crate::pddl::borrowed::{borrowed, is_equality, operands, reason};
use crate::pddl::grammar::is_reserved;
use crate::pddl::{Kind, Node};
use banto_base::source::{Diagnostic, Span, codes, nearest};

/// Longer forms are cut in messages.
const SHOWN: usize = 60;

/// A form in a list, or what stands for some: what is meant, if that is known, and whether nothing else can be.
pub(super) struct Part {
    items: Range<usize>,
    pub(super) meant: Option<String>,
    is_sure: bool,
    is_form: bool,
}

impl<'s> Lower<'s> {
    /// The forms among some items; words that stand where forms must are reported, those of one run together.
    pub(super) fn forms_only(&mut self, items: &[Node], what: &str) -> Vec<Node> {
        if items.iter().all(|item| self.is_form(*item)) {
            return items.to_vec();
        }
        let mut forms = Vec::new();
        for part in self.parts(items, what, self.outer_word(items[0])) {
            if part.is_form {
                forms.push(items[part.items.start]);
            } else if self.goes_on() {
                self.loose(&items[part.items], part.meant, part.is_sure, what);
            }
        }
        forms
    }

    /// Reports a row of items that is no form.
    fn loose(&mut self, row: &[Node], meant: Option<String>, is_sure: bool, what: &str) {
        let words = || row.iter().copied().filter(|item| !self.is_form(*item));
        let Some(first) = words().next() else { return };
        if words().all(|word| self.is_mark(word)) {
            return self.unsupported(codes::E0913, "templates", self.span(first));
        }
        if let Some(lonely) = words().find(|word| self.kind(*word) == Kind::Lonely) {
            self.lonely(lonely);
            return;
        }
        let found = self.shown(first);
        // In front of its operands a word of PDDL lacks its parenthesis; between them it is in a wrong place.
        let is_otherwise = operands(found).is_some() && !(first == row[0] && is_reserved(found));
        let fault = if let (Some(meant), true) = (&meant, is_otherwise) {
            otherwise(self.span(first), what, found, meant)
        } else {
            let message = format!("{what} expected, found {found}: are parentheses missing? ( expected");
            codes::E0109.at(self.span(first), message).label("expected ( here")
        };
        let span = self.span(row[0]).to(self.span(row[row.len() - 1]));
        self.report(match meant {
            Some(meant) => {
                let is_negated = self.outer_word(row[0]).eq_ignore_ascii_case("not");
                let mut shown = if is_negated { format!("(not {meant})") } else { meant.clone() };
                // Which arguments, only the reader knows.
                let lacks = words().find(|word| {
                    self.arity(self.text(*word)).is_some_and(|count| count > 0)
                        && meant.contains(&format!("({})", self.text(*word)))
                });
                if let Some(name) = lacks.map(|word| self.text(word)) {
                    shown = shown.replace(&format!("({name})"), &format!("({name} ...)"));
                }
                let fault = fault.fix(format!("write {}", shortened(&shown)), span, meant);
                if is_sure && lacks.is_none() { fault } else { fault.guess() }
            }
            None => fault.help("a form begins with ( and a name; (and A B) says that both hold"),
        });
    }

    /// Reports a form in words or signs of another language; true if it is known what is meant.
    pub(super) fn foreign(&mut self, node: Node, what: &str) -> bool {
        let items = self.items(node);
        let parts = self.parts(&items, what, "");
        let [Part { meant: Some(meant), is_sure, is_form: false, .. }] = &parts[..] else { return false };
        let is_known = |item: &Node| operands(self.text(*item)).is_some() || self.is_sign(*item);
        let Some(at) = items.iter().position(is_known) else { return false };
        let span = if at == 0 { self.head_span(node) } else { self.span(items[at]) };
        let fault = otherwise(span, what, self.shown(items[at]), meant);
        let is_in_and = self.outer_word(node).eq_ignore_ascii_case("and");
        let meant = if *is_sure || is_in_and { meant.clone() } else { format!("(and {meant})") };
        let fault = match &meant[..] {
            "" => fault.fix("leave it out: what :init does not state is false", self.span(node), ""),
            _ => fault.fix(format!("write {}", shortened(&meant)), self.span(node), meant),
        };
        self.report(if *is_sure { fault } else { fault.guess() });
        true
    }

    /// What is meant by a list of forms and words, part by part, below an outer word.
    pub(super) fn parts(&self, items: &[Node], what: &str, outer: &str) -> Vec<Part> {
        let (mut parts, mut at) = (Vec::new(), 0);
        while at < items.len() {
            let start = at;
            let mut meant = self.unit(items, &mut at, what, outer);
            let (mut is_sure, left, mut count) = (true, start..at, 0);
            // Operands of one sign between them; of several, the order is not known.
            while at + 1 < items.len() && self.joins(items, at) {
                let word = self.text(items[at]);
                let mut all = vec![meant.unwrap_or_default()];
                while at + 1 < items.len() && self.text(items[at]) == word {
                    at += 1;
                    all.push(self.unit(items, &mut at, what, outer).unwrap_or_default());
                }
                (meant, is_sure) =
                    self.combined(&items[left.clone()], items[at - 1], word, &all, (what, outer));
                is_sure &= count == 0;
                count += 1;
            }
            let is_form = at == start + 1 && self.is_form(items[start]);
            parts.push(Part { items: start..at, meant, is_sure, is_form });
        }
        parts
    }

    /// Operands with a sign between them: the form that is meant, and whether nothing else can be.
    fn combined(
        &self,
        left: &[Node],
        right: Node,
        sign: &str,
        all: &[String],
        (what, outer): (&str, &str),
    ) -> (Option<String>, bool) {
        let (is_effect, is_value) = (what == "effect", is_equality(sign));
        if let ([fact, value], true) = (all, is_value) {
            let value = value.trim_matches(['(', ')']);
            if matches!(value, "true" | "false") {
                let fact = if fact.starts_with('(') { fact.clone() } else { format!("({fact})") };
                return (Some(truth(&fact, value == "true", what)), true);
            }
            if self.is_form(left[0]) && self.is_form(right) {
                // What ends and what begins.
                return (is_effect.then(|| format!("(not {fact}) {value}", value = all[1])), false);
            }
            // As in `(on ?t = ?c)` and `(at ?a -> ?b)`.
            let words = |row: &[&str]| format!("({})", row.join(" "));
            let row: Vec<&str> = left.iter().map(|one| self.text(*one)).collect();
            match self.arity(row[0]) {
                Some(count) if count == row.len() => {
                    return (Some(words(&[&row[..], &[self.text(right)]].concat())), true);
                }
                Some(count) if count + 1 == row.len() && is_effect && count > 0 => {
                    let new = [&row[..count], &[self.text(right)]].concat();
                    return (Some(format!("(not {}) {}", words(&row), words(&new))), false);
                }
                // Which facts there are, another text may say.
                None if what == "fact" => return (None, true),
                _ => {}
            }
        }
        let texts: Vec<&str> = all.iter().map(String::as_str).collect();
        let form = borrowed(sign, is_effect, &texts).filter(|_| !texts.contains(&""));
        // The word that joins stands around them already.
        let is_again =
            form.as_ref().is_some_and(|form| form.starts_with(&format!("({} ", outer.to_ascii_lowercase())));
        (if is_again { Some(all.join(" ")) } else { form }, is_again || !matches!(outer, "and" | "or"))
    }

    /// A form, or what stands for one or for several, from an item on.
    fn unit(&self, items: &[Node], at: &mut usize, what: &str, outer: &str) -> Option<String> {
        let (node, start) = (items[*at], *at);
        *at += 1;
        if self.is_form(node) {
            // As in `(?a != ?b)`.
            let meant = match self.items(node)[..] {
                [left, sign, right] if self.is_sign(sign) && !self.is_form(left) => {
                    borrowed(self.text(sign), what == "effect", &[self.text(left), self.text(right)])
                }
                _ => None,
            };
            return Some(meant.unwrap_or_else(|| self.text(node).to_owned()));
        }
        let (word, next) = (self.text(node), items.get(*at).copied());
        let is_before_form = next.is_some_and(|next| self.is_form(next));
        let calls = next.filter(|next| self.is_called(node, *next));
        if self.kind(node) == Kind::Number || matches!(word, "true" | "false") {
            return Some(word.to_owned());
        }
        let is_negation = is_negation(word);
        let known = operands(word).map(|_| word);
        let known = known.or_else(|| joining(word).filter(|_| !self.is_declared(":predicates", word)));
        if let Some(known) = known.filter(|_| {
            next.is_some() && (is_before_form && (start == 0 || *at < items.len()) || is_negation)
        }) && (calls.is_none() || operands(word).is_some())
        {
            let mut all = Vec::new();
            while all.len() < operands(known)? && *at < items.len() {
                if self.text(items[*at]).eq_ignore_ascii_case("then") {
                    *at += 1;
                    continue;
                }
                // `and ((p) (q))`
                let inside = items[*at];
                let is_list = self.forms.head(inside).is_some_and(|head| self.is_form(head)) && !is_negation;
                let operand = self.unit(items, at, what, outer)?;
                all.push(if is_list { operand[1..operand.len() - 1].to_owned() } else { operand });
            }
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            if let ([fact, value @ ("true" | "false")], true) = (&all[..], is_equality(word)) {
                return Some(truth(fact, *value == "true", what));
            }
            return borrowed(known, what == "effect", &all);
        }
        if let Some(form) = calls {
            *at += 1;
            let terms: Vec<&str> = self.forms.items(form).map(|term| self.text(term)).collect();
            return Some(format!("({word} {})", terms.join(" ")));
        }
        // A row of words up to a form or to a word that joins.
        let is_end =
            |item: &Node| self.is_form(*item) || self.is_sign(*item) || joins_words(self.text(*item));
        *at += items[*at..].iter().take_while(|item| !is_end(item)).count();
        let row = &items[start..*at];
        let is_term = row.len() == 1 && items.get(*at).is_some_and(|item| self.is_sign(*item));
        let is_right = row.len() == 1 && start > 0 && self.is_sign(items[start - 1]);
        if is_term || is_right { Some(word.to_owned()) } else { self.atoms(row, outer) }
    }

    /// Atoms that lack their parentheses, each with as many arguments as are declared.
    fn atoms(&self, row: &[Node], outer: &str) -> Option<String> {
        let is_name = |word: &Node| self.kind(*word) == Kind::Name && !self.is_sign(*word);
        // Behind `and`, names that are no objects stand each by itself.
        let is_apart = matches!(outer, "and" | "or")
            && row.iter().all(is_name)
            && !row[1..].iter().any(|word| self.is_object(*word));
        let (mut atoms, mut rest) = (Vec::new(), row);
        while let [head, after @ ..] = rest {
            let declared = self.arity(self.text(*head)).filter(|count| *count <= after.len());
            let (own, next) = after.split_at(declared.unwrap_or(if is_apart { 0 } else { after.len() }));
            let words: Vec<&str> = std::iter::once(head).chain(own).map(|one| self.text(*one)).collect();
            atoms.push(format!("({})", words.join(" ")));
            rest = if is_name(head) { next } else { return None };
        }
        Some(atoms.join(" "))
    }

    /// `(for ?b in bed: EFFECT)`: what is meant.
    pub(super) fn loop_over(&self, items: &[Node], what: &str) -> Option<String> {
        let [word, variable, sign, of, body @ ..] = items else { return None };
        let is_colon = |one: &&Node| self.text(**one) == ":";
        let body: Vec<&Node> = body.iter().filter(|one| !is_colon(one)).collect();
        let [body] = body[..] else { return None };
        let is_meant = self.kind(*variable) == Kind::Variable
            && matches!(self.lower_case(*sign).as_str(), "in" | "of" | "-" | ":")
            && self.is_form(*body);
        let list = format!("({} - {})", self.text(*variable), self.text(*of).trim_end_matches(':'));
        let form = borrowed(self.text(*word), what == "effect", &[&list, self.text(*body)])?;
        Some(form).filter(|form| is_meant && form.contains(&list))
    }

    /// Checks what follows `not`.
    pub(super) fn negated(&mut self, node: Node, rest: &[Node], what: &str) -> Option<()> {
        let forms = self.forms_only(rest, what);
        if forms.len() < rest.len() {
            return None;
        }
        let [_, second, ..] = forms[..] else { return self.operands(node, "not", rest, 1, "one argument") };
        // Each of them in an effect; in a condition, neither of them or not both.
        let texts: Vec<&str> = forms.iter().map(|form| self.text(*form)).collect();
        let each: Vec<String> = texts.iter().map(|form| format!("(not {form})")).collect();
        let each = format!("(and {})", each.join(" "));
        let fault = codes::E0110
            .at(self.head_span(node), format!("not takes one argument, got {}", forms.len()))
            .second(self.head_span(second), "one too many");
        let all = texts.join(" ");
        self.refuse(if what == "atom" {
            fault.fix(format!("write {each}"), self.span(node), each)
        } else {
            fault.help(format!("{each} says that none of them holds, (not (and {all})) that not all do"))
        })
    }

    /// Whether a fact is compared with true or false.
    pub(super) fn is_truth(&self, operands: &[Node]) -> bool {
        matches!(operands, [fact, value] if self.is_form(*fact) && matches!(self.text(*value), "true" | "false"))
    }

    pub(super) fn is_form(&self, node: Node) -> bool {
        self.kind(node) == Kind::Form
    }

    /// Whether a word is made of signs alone, and means something elsewhere.
    pub(super) fn is_sign(&self, node: Node) -> bool {
        let word = self.text(node);
        operands(word).is_some() && !word.contains(|letter: char| letter.is_ascii_alphanumeric())
    }

    /// Whether an item stands between operands: a sign, or, behind a form or a row of words, a word that joins.
    fn joins(&self, items: &[Node], at: usize) -> bool {
        let word = self.text(items[at]);
        let is_behind = self.is_form(items[at - 1]);
        !is_negation(word) && (self.is_sign(items[at]) || joins_words(word))
            || is_behind && !self.is_form(items[at]) && operands(word) == Some(2)
    }

    /// `lit(a)`: a name and, without a blank, a form of terms.
    pub(super) fn is_called(&self, name: Node, form: Node) -> bool {
        self.kind(name) == Kind::Name
            && self.is_form(form)
            && self.span(name).end == self.span(form).start
            && self.forms.items(form).all(|item| !self.is_form(item))
    }

    /// The first word of the form around a node.
    fn outer_word(&self, node: Node) -> &'s str {
        let is_around = |form: &Node| {
            let (outer, inner) = (self.span(*form), self.span(node));
            self.is_form(*form) && outer.start < inner.start && inner.end <= outer.end
        };
        let mut outer = Node::ROOT;
        while let Some(form) = self.forms.items(outer).find(is_around) {
            outer = form;
        }
        self.forms.head(outer).filter(|head| !self.is_form(*head)).map_or("", |head| self.text(head))
    }

    /// The text before a node, and after it.
    pub(super) fn around(&self, node: Node) -> (&'s str, &'s str) {
        let [all, span] = [Node::ROOT, node].map(|node| self.span(node));
        let text = self.text(Node::ROOT);
        (&text[..(span.start - all.start) as usize], &text[(span.end - all.start) as usize..])
    }

    /// Whether a word stands alone on its line, in capitals and low lines, as what a program is to fill in does.
    fn is_mark(&self, node: Node) -> bool {
        let (word, (before, after)) = (self.text(node), self.around(node));
        let is_blank = |letter: char| letter.is_whitespace() && letter != '\n';
        before.trim_end_matches(is_blank).ends_with('\n')
            && after.trim_start_matches(is_blank).starts_with('\n')
            && word.contains('_')
            && word.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
    }

    /// Some items as a message shows them.
    pub(super) fn joined_words(&self, row: &[Node]) -> String {
        let words =
            row.iter().take(6).map(|node| if self.is_form(*node) { "(...)" } else { self.text(*node) });
        let words = words.collect::<Vec<_>>().join(" ");
        if row.len() > 6 { words + " ..." } else { words }
    }
}

/// A fact that is compared with true or false: what is meant.
fn truth(fact: &str, holds: bool, what: &str) -> String {
    match (holds, what) {
        (true, _) => fact.to_owned(),
        (_, "fact") => String::new(),
        _ => format!("(not {fact})"),
    }
}

/// What is said of a word that PDDL does not have, or not in this place.
pub(super) fn otherwise(span: Span, what: &str, word: &str, meant: &str) -> Diagnostic {
    let is_change = what == "effect" && is_equality(word) && meant.starts_with("(not ");
    let label = match reason(word, what == "effect") {
        _ if is_change && meant.contains(") (") => "an effect says what ends and what begins",
        Some(reason) => reason,
        None => "no word of PDDL",
    };
    codes::E0109.at(span, format!("{what} expected, found {word}: PDDL writes this otherwise")).label(label)
}

/// Whether a word or sign denies what follows it.
fn is_negation(word: &str) -> bool {
    matches!(word, "!" | "~" | "-") || word.eq_ignore_ascii_case("not")
}

/// Whether a word among others begins another atom.
fn joins_words(word: &str) -> bool {
    ["and", "or", "not"].iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// The word that joins conditions or effects which another nearly is.
fn joining(word: &str) -> Option<&'static str> {
    nearest(word, ["and", "or", "not", "forall", "exists", "when", "imply"])
}

/// A text as a message shows it.
pub(super) fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{} ...", &line[..end]),
        None => line,
    }
}
