//! Words where forms are expected: `and (p) (q)`, `(p) or (q)`, `if (p) then (q)`, `not p`, `lit(a)`; and what follows
//! `not`.
//!
//! In: items of a form. Out: the forms among them; a report for each row of words, with what was meant.

use std::ops::Range;

use super::Lower;
use super::foreign_signs::{as_fact, is_equality};
use crate::pddl::{Kind, Node, borrowed};
use banto_base::source::{Span, codes, nearest};

impl<'s> Lower<'s> {
    /// The forms among some items; words that stand where forms must are reported, those of one row together.
    pub(super) fn forms_only(&mut self, items: &[Node], what: &str) -> Vec<Node> {
        let is_form = |low: &Self, item: &Node| low.forms.kind(*item) == Kind::Form;
        let mut forms = Vec::with_capacity(items.len());
        let mut at = 0;
        while at < items.len() && self.goes_on() {
            if is_form(self, &items[at]) {
                forms.push(items[at]);
                at += 1;
                continue;
            }
            if let Some(read) = self.if_then(&items[at..], what) {
                at += read;
                continue;
            }
            let mut end = at + items[at..].iter().take_while(|item| !is_form(self, item)).count();
            // A word that joins what follows takes it along, as do the sign of a negation and the name in `lit(a)`.
            let word = self.lower_case(items[at]);
            if end == at + 1 {
                let calls = items.get(end).is_some_and(|next| self.is_called(items[at], *next));
                let joins = match joining(&word).filter(|joins| !calls || *joins == word) {
                    Some("and" | "or") if at == 0 => items.len(),
                    Some("not") if at == 0 || word == "not" => 1,
                    Some("forall" | "exists" | "when" | "imply") if at == 0 => 2,
                    None if matches!(word.as_str(), "!" | "~" | "-") => 1,
                    None if calls => 1,
                    _ => 0,
                };
                end = (end + joins).min(items.len());
            }
            self.loose(items, at..end, what);
            at = end;
        }
        forms
    }

    /// `(p) and (q) and (r)` where one form is expected: the forms, after one report for all the words between them.
    pub(super) fn joined_between(&mut self, items: &[Node], what: &str) -> Option<Vec<Node>> {
        let (shown, form) = self.infix(items, what == "effect")?;
        if self.forms.kind(items[0]) != Kind::Form {
            return None;
        }
        let message =
            format!("the word that joins comes first, found {} between forms", self.shown(items[1]));
        let fault =
            codes::E0109.at(self.forms.span(items[1]), message).label("expected before them, after a (");
        let whole = self.forms.span(items[0]).to(self.forms.span(items[items.len() - 1]));
        self.report(fault.fix(format!("write {shown}"), whole, form));
        Some(items.iter().copied().step_by(2).collect())
    }

    /// Checks what follows `not`.
    pub(super) fn negated(&mut self, node: Node, rest: &[Node], what: &str) -> Option<()> {
        let is_term = |item: &Node| matches!(self.forms.kind(*item), Kind::Name | Kind::Variable);
        if let (Some(first), Some(last)) = (rest.first(), rest.last())
            && self.forms.kind(*first) == Kind::Name
            && rest.iter().all(is_term)
            && joining(self.forms.text(*first)).is_none()
            && self.infix(rest, false).is_none()
        {
            let (found, words) = (self.forms.text(*first), self.joined_words(rest));
            let [first, last] = [first, last].map(|item| self.forms.span(*item));
            let fault = codes::E0109
                .at(first, format!("{what} expected, found {found}: are parentheses missing? ( expected"))
                .label("expected ( here")
                .fix(format!("write (not ({words}))"), Span::at(first.start), "(");
            return self.refuse(fault.edit(Span::at(last.end), ")"));
        }
        let forms = self.forms_only(rest, what);
        if forms.len() == rest.len() && forms.len() > 1 {
            return self.not_of_several(node, &forms, what == "atom");
        }
        if forms.len() < rest.len() { None } else { self.operands(node, "not", rest, 1, "one argument") }
    }

    /// `if (p) then (q)`: how many items that is, after its report.
    fn if_then(&mut self, items: &[Node], what: &str) -> Option<usize> {
        let is_form = |node: &Node| self.forms.kind(*node) == Kind::Form;
        let [word, one, then, other, ..] = *items else { return None };
        let is_meant = self.lower_case(word) == "if" && self.lower_case(then) == "then";
        if !is_meant || !is_form(&one) || !is_form(&other) {
            return None;
        }
        let operands = [one, other].map(|node| self.forms.text(node));
        let (shown, form) = borrowed("if", what == "effect", &operands)?;
        let whole = self.forms.span(word).to(self.forms.span(other));
        let fault = codes::E0109
            .at(
                self.forms.span(word),
                format!("{what} expected, found if ... then, which are no words of PDDL"),
            )
            .label("expected here");
        self.report(fault.fix(format!("write {shown}"), whole, form?));
        Some(4)
    }

    /// `(not (p) (q))`: each of them in an effect; in a condition, neither of them or not both.
    fn not_of_several(&mut self, node: Node, forms: &[Node], is_effect: bool) -> Option<()> {
        let each: Vec<String> =
            forms.iter().map(|form| format!("(not {})", self.forms.text(*form))).collect();
        let each = format!("(and {})", each.join(" "));
        let fault = codes::E0110
            .at(self.head_span(node), format!("not takes one argument, got {}", forms.len()))
            .second(self.head_span(forms[1]), "one too many");
        let place = self.forms.span(node);
        self.refuse(if is_effect {
            fault.fix(format!("write {each}"), place, each)
        } else {
            let both: Vec<&str> = forms.iter().map(|form| self.forms.text(*form)).collect();
            let words = format!(
                "{each} says that none of them holds, (not (and {})) that not all do",
                both.join(" ")
            );
            fault.help(words)
        })
    }

    /// `lit(a)`: a name and, without a blank, a form of terms.
    pub(super) fn is_called(&self, name: Node, form: Node) -> bool {
        let is_term = |item| self.forms.kind(item) != Kind::Form;
        self.forms.kind(name) == Kind::Name
            && self.forms.kind(form) == Kind::Form
            && self.forms.span(name).end == self.forms.span(form).start
            && self.forms.items(form).all(is_term)
    }

    /// Reports a row of words among the items that lacks its parentheses, with what they take along.
    fn loose(&mut self, items: &[Node], range: Range<usize>, what: &str) {
        let (row, before) = (&items[range.clone()], range.start);
        if row.iter().any(|node| self.lonely(*node)) {
            return;
        }
        let span = self.forms.span(row[0]).to(self.forms.span(row[row.len() - 1]));
        let found = self.shown(row[0]);
        if row.iter().all(|word| self.is_mark(*word)) {
            return self.unsupported(codes::E0913, "templates", self.forms.span(row[0]));
        }
        let fault = codes::E0109
            .at(
                self.forms.span(row[0]),
                format!("{what} expected, found {found}: are parentheses missing? ( expected"),
            )
            .label("expected ( here");
        let is_effect = what == "effect";
        let sign = borrowed(found, false, &["A"]).is_some();
        let is_form = |node: &Node| self.forms.kind(*node) == Kind::Form;
        let left = range.start.checked_sub(1).map(|at| items[at]).filter(is_form);
        let implied = match (left, row, items.get(range.end)) {
            (Some(left), [sign], Some(right)) if is_form(right) => {
                let whole = self.forms.span(left).to(self.forms.span(*right));
                let meant = self.infix(&[left, *sign, *right], is_effect);
                meant
                    .filter(|(_, form)| ["(imply", "(when"].iter().any(|word| form.starts_with(word)))
                    .map(|meant| (meant, whole))
            }
            _ => None,
        };
        let fault = if let Some((shown, form)) = self.infix(row, is_effect) {
            fault.fix(format!("write {shown}"), span, form)
        } else if let Some(atoms) = self.split_atoms(row) {
            fault.fix(format!("write {}", atoms.join(" ")), span, atoms.join(" "))
        } else if let [word, form] = *row
            && matches!(joining(found), Some("and" | "or"))
            && self.forms.head(form).is_some_and(|inner| self.forms.kind(inner) == Kind::Form)
        {
            // `and ((p) (q))`
            let (word, open) = (self.forms.span(word), self.forms.span(form).start);
            let fault = fault.fix(
                format!("write ({found} ...): its conditions follow it"),
                Span::at(word.start),
                "(",
            );
            fault.edit(Span::new(open, open + 1), "")
        } else if let Some(((shown, form), whole)) = implied {
            fault.fix(format!("the word that joins comes first: {shown}"), whole, form)
        } else if let (Some(fact), [_, value], "=" | "==" | "is") = (left, row, found)
            && let value @ ("true" | "false") = self.lower_case(*value).as_str()
        {
            let fact = self.forms.text(fact);
            as_fact(fault, left.map_or(span, |left| self.forms.span(left)).to(span), fact, value, what)
        } else if let ([_, operand], "!" | "~" | "-") = (row, found)
            && let Some((shown, Some(form))) = borrowed("!", is_effect, &[self.forms.text(*operand)])
        {
            fault.fix(format!("write {shown}"), span, form)
        } else if let [name, form] = row
            && joining(found) != Some(found)
            && self.is_called(*name, *form)
        {
            let open = self.forms.span(*form).start;
            let terms = self.joined_words(&self.items(*form));
            let fault = fault.fix(format!("write ({found} {terms})"), Span::at(span.start), "(");
            fault.edit(Span::new(open, open + 1), " ")
        } else if row.len() == 1 && left.is_some() && self.outer_word(row[0]).eq_ignore_ascii_case(found) {
            fault.fix(format!("the word that joins comes first, and once: leave this {found} out"), span, "")
        } else if let (Some(left), Some(right), true) =
            (left, items.get(range.end).filter(|right| is_form(right)), row.len() == 1 && is_equality(found))
        {
            let [left, right] = [left, *right];
            let whole = self.forms.span(left).to(self.forms.span(right));
            let form = self.replaced(left, right);
            if is_effect {
                let help = format!("an effect says what ends and what begins: is {form} meant?");
                fault.fix(help, whole, form).guess()
            } else {
                fault.help("facts are not compared: (and A B) says that both hold")
            }
        } else if row.len() == 1 && before > 0 && sign {
            let what = if what == "effect" { "EFFECT" } else { "CONDITION" };
            let word = if found.contains(['|', 'o']) { "or" } else { "and" };
            fault.help(format!("the word that joins comes first: ({word} {what} {what})"))
        } else if self.are_apart(row) {
            let forms: Vec<String> = row.iter().map(|word| format!("({})", self.forms.text(*word))).collect();
            fault.fix(format!("write {}", forms.join(" ")), span, forms.join(" "))
        } else if self.forms.kind(row[0]) == Kind::Name {
            let words = if row.len() == 1 { found.to_owned() + " ..." } else { self.joined_words(row) };
            // (not at ?d ?a) lacks two pairs.
            let inner =
                found.eq_ignore_ascii_case("not") && self.forms.kind(row[row.len() - 1]) != Kind::Form;
            let inner = if inner { row.get(1).map(|word| self.forms.span(*word).start) } else { None };
            let (open, close) = if inner.is_some() { ("not (", "))") } else { ("", ")") };
            let words = words.strip_prefix("not ").filter(|_| inner.is_some()).unwrap_or(&words);
            let fault = fault.fix(format!("write ({open}{words}{close}"), Span::at(span.start), "(");
            let fault = inner.into_iter().fold(fault, |fault, at| fault.edit(Span::at(at), "("));
            fault.edit(Span::at(span.end), close)
        } else {
            fault.help("a form begins with ( and a name")
        };
        self.report(fault);
    }

    /// What ends and what begins, as an effect says it.
    pub(super) fn replaced(&self, old: Node, new: Node) -> String {
        format!("(not {}) {}", self.forms.text(old), self.forms.text(new))
    }

    /// Whether a node stands in a conjunction, where another may follow it.
    pub(super) fn is_in_and(&self, node: Node) -> bool {
        self.outer_word(node).eq_ignore_ascii_case("and")
    }

    /// The first word of the form around a node.
    fn outer_word(&self, node: Node) -> &'s str {
        let before = self.around(node).0;
        let mut depth = 0;
        let open = before.bytes().rposition(|byte| {
            depth += i32::from(byte == b')') - i32::from(byte == b'(');
            depth < 0
        });
        let inside = open.map_or("", |open| &before[open + 1..]);
        inside.split([' ', '\t', '\n', '\r', '(']).next().unwrap_or_default()
    }

    /// The text before a node, and after it.
    pub(super) fn around(&self, node: Node) -> (&'s str, &'s str) {
        let [all, span] = [Node::ROOT, node].map(|node| self.forms.span(node));
        let text = self.forms.text(Node::ROOT);
        (&text[..(span.start - all.start) as usize], &text[(span.end - all.start) as usize..])
    }

    /// Whether a word stands alone on its line, in capitals and low lines, as what a program is to fill in does.
    fn is_mark(&self, node: Node) -> bool {
        let (word, (before, after)) = (self.forms.text(node), self.around(node));
        let is_blank = |letter: char| letter.is_whitespace() && letter != '\n';
        before.trim_end_matches(is_blank).ends_with('\n')
            && after.trim_start_matches(is_blank).starts_with('\n')
            && word.contains('_')
            && word.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
    }

    /// Whether words that follow `and` or `or` are names of predicates, each by itself: the later ones are no objects
    /// of this text.
    fn are_apart(&self, row: &[Node]) -> bool {
        let before = self.around(row[0]).0.trim_end().rsplit(['(', ' ', '\n']).next().unwrap_or_default();
        ["and", "or"].iter().any(|word| before.eq_ignore_ascii_case(word))
            && row.len() > 1
            && row.iter().all(|word| self.forms.kind(*word) == Kind::Name)
            && joining(self.forms.text(row[0])).is_none()
            && !row[1..].iter().any(|word| self.is_object(*word))
    }

    /// `lit ?l and not at ?p ?l`: several atoms without their parentheses, each with as many arguments as are declared;
    /// what joins them may stand between them.
    pub(super) fn split_atoms(&self, row: &[Node]) -> Option<Vec<String>> {
        let (mut atoms, mut rest, mut negated) = (Vec::new(), row, false);
        while let Some((first, after)) = rest.split_first() {
            let word = self.lower_case(*first);
            let is_between = !atoms.is_empty() && !negated && !after.is_empty();
            if self.forms.kind(*first) == Kind::Name
                && (word == "and" && is_between || word == "not" && !negated)
            {
                negated = word == "not";
                rest = after;
                continue;
            }
            let arity = self.arity(self.forms.text(*first))?;
            let (arguments, after) = after.split_at_checked(arity)?;
            let is_term = |one: &Node| {
                self.forms.kind(*one) == Kind::Variable
                    || self.forms.kind(*one) == Kind::Name
                        && !self.is_declared(":predicates", self.forms.text(*one))
            };
            if !arguments.iter().all(is_term) {
                return None;
            }
            let words: Vec<&str> =
                [&[*first], arguments].concat().iter().map(|one| self.forms.text(*one)).collect();
            let atom = format!("({})", words.join(" "));
            atoms.push(if negated { format!("(not {atom})") } else { atom });
            (rest, negated) = (after, false);
        }
        (atoms.len() > 1 && !negated).then_some(atoms)
    }

    /// `?a = ?b`, `(p) or (q) or (r)`: the form that is meant, as a message shows it and whole.
    pub(super) fn infix(&self, items: &[Node], is_effect: bool) -> Option<(String, String)> {
        let [first, sign, _, ..] = items else { return None };
        let sign = self.forms.text(*sign);
        let mut signs = items.iter().skip(1).step_by(2);
        // A word may be an argument; a sign is none.
        let is_word = sign.contains(|letter: char| letter.is_ascii_alphanumeric());
        let is_apart = !is_word || self.forms.kind(*first) == Kind::Form;
        if items.len().is_multiple_of(2) || !is_apart || !signs.all(|one| self.forms.text(*one) == sign) {
            return None;
        }
        let operands: Vec<&str> = items.iter().step_by(2).map(|item| self.forms.text(*item)).collect();
        let (shown, form) = borrowed(sign, is_effect, &operands)?;
        Some((shown, form?))
    }

    /// Some items as a message shows them.
    pub(super) fn joined_words(&self, row: &[Node]) -> String {
        let words = row.iter().take(6).map(|node| match self.forms.kind(*node) {
            Kind::Form => "(...)",
            _ => self.forms.text(*node),
        });
        let words = words.collect::<Vec<_>>().join(" ");
        if row.len() > 6 { words + " ..." } else { words }
    }
}

/// The word that joins conditions or effects which another is, or nearly is.
fn joining(word: &str) -> Option<&'static str> {
    nearest(word, ["and", "or", "not", "forall", "exists", "when", "imply"])
}
