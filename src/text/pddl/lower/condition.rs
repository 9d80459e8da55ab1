//! Conditions: `(and ...)`, `(forall (...) ...)`, atoms and equalities.
//!
//! In: forms. Out: conditions, and diagnostics for those that are left out.

use super::Lower;
use super::typed::Declares;
use crate::base::source::{Span, codes, nearest};
use crate::text::pddl::ast::{Atom, Condition, ConditionKind, Name};
use crate::text::pddl::form::{Kind, Node};
use crate::text::pddl::requirement::foreign;

impl<'s> Lower<'s> {
    /// Reads a condition. Recursion is bounded by the scan's limit on nesting.
    pub(super) fn condition(&mut self, node: Node) -> Option<Condition<'s>> {
        let span = self.forms.span(node);
        if self.forms.kind(node) != Kind::Form {
            self.bare_word(node, "condition");
            return None;
        }
        let items = self.items(node);
        let Some(head) = items.first().copied() else {
            return Some(Condition { kind: ConditionKind::And(Vec::new()), span });
        };
        let rest = &items[1..];
        let kind = match self.lower_case(head).as_str() {
            "and" => ConditionKind::And(self.conditions(rest)),
            "or" => ConditionKind::Or(self.conditions(rest)),
            "not" => {
                self.operands(node, "not", rest, 1, "one argument")?;
                ConditionKind::Not(Box::new(self.condition(rest[0])?))
            }
            word @ ("imply" | "implies") => {
                if word == "implies" {
                    self.uncommon(head, "implies", "imply");
                }
                self.operands(node, "imply", rest, 2, "two arguments")?;
                let left = self.condition(rest[0]);
                let right = self.condition(rest[1]);
                ConditionKind::Imply(Box::new(left?), Box::new(right?))
            }
            word @ ("forall" | "exists") => {
                // A missing list is reported before a wrong count: (forall (p ?x)) has one operand too few as well.
                self.variable_list_first(word, rest.first().copied(), "CONDITION")?;
                self.operands(node, word, rest, 2, "a variable list and one condition")?;
                let list = self.typed_list(&self.items(rest[0]), Declares::Variables);
                let body = self.condition(rest[1]);
                let body = Box::new(body?);
                if word == "forall" {
                    ConditionKind::Forall(list, body)
                } else {
                    ConditionKind::Exists(list, body)
                }
            }
            "=" if rest.iter().all(|item| matches!(self.forms.kind(*item), Kind::Name | Kind::Variable)) => {
                self.operands(node, "=", rest, 2, "two arguments")?;
                ConditionKind::Equal(self.word(rest[0]), self.word(rest[1]))
            }
            "=" | "<" | ">" | "<=" | ">=" => {
                self.unsupported(codes::E0902, "numeric conditions", span);
                return None;
            }
            "preference" => {
                self.unsupported(codes::E0903, "preferences", span);
                return None;
            }
            "always" | "sometime" | "within" | "at-most-once" | "sometime-after" | "sometime-before"
            | "always-within" | "hold-during" | "hold-after"
                if rest.iter().any(|item| self.forms.kind(*item) == Kind::Form) =>
            {
                self.unsupported(codes::E0904, "trajectory constraints", span);
                return None;
            }
            "when" | "increase" | "decrease" | "assign"
                if rest.iter().any(|item| self.forms.kind(*item) == Kind::Form) =>
            {
                let word = self.forms.text(head);
                let message = format!("{word} is not allowed in a condition");
                let fault = codes::E0111.at(self.head_span(node), message).label("this belongs in an effect");
                return self.refuse(if word.eq_ignore_ascii_case("when") {
                    fault.fix("for conditions write (imply A B)", self.forms.span(head), "imply")
                } else {
                    fault.help("move it to :effect")
                });
            }
            _ => {
                return self
                    .atom(node, "condition")
                    .map(|atom| Condition { kind: ConditionKind::Atom(atom), span });
            }
        };
        Some(Condition { kind, span })
    }

    /// Warns of a spelling that most planners refuse.
    pub(super) fn uncommon(&mut self, node: Node, found: &str, usual: &str) {
        self.diagnostics.push(
            codes::W0103
                .at(self.forms.span(node), format!("{found} is not PDDL: other planners reject it"))
                .label(format!("read as {usual}"))
                .fix(format!("write {usual}"), self.forms.span(node), usual),
        );
    }

    /// Checks that a quantifier's first operand is a list.
    pub(super) fn variable_list_first(&mut self, word: &str, first: Option<Node>, body: &str) -> Option<()> {
        let Some(first) = first.filter(|first| self.forms.kind(*first) != Kind::Form) else {
            return Some(());
        };
        let found = self.shown(first);
        self.refuse(
            codes::E0112
                .at(
                    self.head_span(first),
                    format!("{word} needs a parenthesized variable list, found {found}: expected ("),
                )
                .label("the variables come first, in parentheses: expected ( here")
                .help(format!("write ({word} (?x - TYPE) {body})")),
        )
    }

    fn conditions(&mut self, items: &[Node]) -> Vec<Condition<'s>> {
        items.iter().map_while(|item| self.goes_on().then(|| self.condition(*item))).flatten().collect()
    }

    /// `(p a ?x)`: a name and terms.
    pub(super) fn atom(&mut self, node: Node, what: &str) -> Option<Atom<'s>> {
        let span = self.forms.span(node);
        let head = self.forms.head(node);
        let Some(head) = head.filter(|head| self.forms.kind(*head) == Kind::Name) else {
            if head.is_some_and(|head| self.lonely(head)) {
                return None;
            }
            let found = head.map_or("()", |head| self.shown(head));
            let at = head.map_or(span, |head| self.head_span(head));
            let mut fault = codes::E0109
                .at(at, format!("{what} expected, found {found} instead of a name"))
                .label("the name of a predicate, or a word such as and, is expected here");
            if head.is_some_and(|head| self.forms.kind(head) == Kind::Form) {
                fault = fault.help("one pair of parentheses too many, or is `and` missing?");
                if what != "fact" {
                    fault = fault.edit(Span::at(at.start), "and ");
                }
            }
            return self.refuse(fault);
        };
        let mut items = std::mem::take(&mut self.arguments);
        items.clear();
        items.extend(self.forms.items(node).skip(1));
        if items.iter().any(|item| self.forms.kind(*item) == Kind::Form) && self.is_foreign(node) {
            self.arguments = items;
            return None;
        }
        let mut arguments = Vec::with_capacity(items.len());
        arguments.extend(items.iter().filter_map(|item| self.term(*item)));
        let good = arguments.len() == items.len();
        self.arguments = items;
        good.then(|| Atom { name: self.word(head), arguments, span })
    }

    /// Reports a form of another kind of planning around other forms, such as `(oneof (p) (q))`; true if it is one.
    fn is_foreign(&mut self, node: Node) -> bool {
        let word = self.forms.head_word(node);
        let second = self.forms.items(node).nth(1).map(|item| self.lower_case(item));
        let found = match (word.as_str(), second.as_deref()) {
            ("at", Some("start" | "end")) | ("over", Some("all")) => foreign(":durative-action"),
            _ => foreign(&word),
        };
        found.inspect(|(code, feature)| self.unsupported(*code, feature, self.head_span(node))).is_some()
    }

    fn term(&mut self, node: Node) -> Option<Name<'s>> {
        if self.lonely(node) {
            return None;
        }
        let text = self.forms.text(node);
        match self.forms.kind(node) {
            Kind::Variable | Kind::Number => return Some(self.word(node)),
            Kind::Name if !text.starts_with('-') || text.len() == 1 => return Some(self.word(node)),
            Kind::Form => {
                let found = self.shown(node);
                self.report(
                    codes::E0109.at(self.head_span(node), format!("an object or a variable is expected, found {found}"))
                        .label("a form cannot be an argument")
                        .help("is a ) missing before it? Function terms as arguments (object fluents) are not supported"),
                );
            }
            _ => {
                self.report(
                    codes::E0109
                        .at(
                            self.forms.span(node),
                            format!("an object or a variable is expected, found {text}"),
                        )
                        .label("not a name"),
                );
            }
        }
        None
    }

    /// Reports a word that stands where a form must.
    pub(super) fn bare_word(&mut self, node: Node, what: &str) {
        if self.lonely(node) {
            return;
        }
        let found = self.shown(node);
        let mut fault = codes::E0109
            .at(
                self.forms.span(node),
                format!("{what} expected, found {found}: are parentheses missing? ( expected"),
            )
            .label("expected ( here");
        fault = match nearest(found, ["and", "or", "not", "forall", "exists", "when"]) {
            Some(word) if what != "fact" => {
                fault.fix(format!("write ({word} ...)"), self.forms.span(node), format!("({word})"))
            }
            _ => fault.fix(format!("write ({found} ...)"), self.forms.span(node), format!("({found})")),
        };
        self.report(fault);
    }

    /// Checks the number of operands of a word such as `not`.
    pub(super) fn operands(
        &mut self,
        node: Node,
        word: &str,
        rest: &[Node],
        wanted: usize,
        words: &str,
    ) -> Option<()> {
        if rest.len() == wanted {
            return Some(());
        }
        let mut fault =
            codes::E0110.at(self.head_span(node), format!("{word} takes {words}, got {}", rest.len()));
        fault = match rest.get(wanted) {
            Some(extra) => {
                let span = self.head_span(*extra);
                fault = fault
                    .second(span, "one too many")
                    .help(format!("join several with (and ...), or move this out of {word}"));
                let joins = matches!(word, "imply" | "forall" | "exists" | "when" | ":derived");
                if let (true, [.., last]) = (joins, rest) {
                    let (start, end) = (self.forms.span(rest[wanted - 1]).start, self.forms.span(*last).end);
                    fault = fault.edit(Span::at(start), "(and ").edit(Span::at(end), ")");
                }
                fault
            }
            None => fault.label(format!("{words} expected")),
        };
        self.refuse(fault)
    }
}
