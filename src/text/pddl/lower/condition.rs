//! Conditions: `(and ...)`, `(forall (...) ...)`, atoms and equalities.
//!
//! In: forms. Out: conditions, and diagnostics for those that are left out.

use super::Lower;
use super::loose::{otherwise, shortened};
use super::typed::Declares;
use crate::pddl::ast::{Atom, Condition, ConditionKind, Name};
use crate::pddl::requirement::foreign;
use crate::pddl::{Kind, Node, WITHOUT_NUMBERS, borrowed};
use banto_base::source::{Diagnostic, Span, codes};

impl<'s> Lower<'s> {
    /// Reads a condition. Recursion is bounded by the scan's limit on nesting.
    pub(super) fn condition(&mut self, node: Node) -> Option<Condition<'s>> {
        let span = self.span(node);
        if !self.is_form(node) {
            self.forms_only(&[node], "condition");
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
                self.negated(node, rest, "condition")?;
                ConditionKind::Not(Box::new(self.condition(rest[0])?))
            }
            // What joins no conditions is a predicate of that name.
            word @ ("imply" | "implies")
                if word == "imply" || rest.iter().any(|item| self.is_form(*item)) =>
            {
                if word == "implies" {
                    self.uncommon(head, "implies is not PDDL: other planners reject it", "imply");
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
            "=" if rest.iter().all(|item| matches!(self.kind(*item), Kind::Name | Kind::Variable)) => {
                self.operands(node, "=", rest, 2, "two arguments")?;
                ConditionKind::Equal(self.word(rest[0]), self.word(rest[1]))
            }
            "=" if self.is_truth(rest) && self.foreign(node, "condition") => return None,
            "=" | "<" | ">" | "<=" | ">=" => {
                self.unsupported(codes::E0902, "numeric conditions", span);
                if self.text(node).to_ascii_lowercase().contains("(total-cost)")
                    && let Some(fault) = self.diagnostics.last_mut()
                {
                    let help = "for a bound on the cost of a plan: `banto plan --until-cost N`; see `banto explain costs`";
                    fault.help = vec![help.to_owned().into()];
                }
                return None;
            }
            "when" | "increase" | "decrease" | "assign" if rest.iter().any(|item| self.is_form(*item)) => {
                let word = self.text(head);
                let message = format!("{word} is not allowed in a condition");
                let fault = codes::E0111.at(self.head_span(node), message).label("this belongs in an effect");
                return self.refuse(if word.eq_ignore_ascii_case("when") {
                    fault.fix("for conditions write (imply A B)", self.span(head), "imply")
                } else {
                    fault.help("move it to :effect")
                });
            }
            _ if self.is_unknown_word(head, rest) => {
                let found = self.text(head);
                let fault = codes::E0109
                    .at(self.head_span(node), format!("{found} is not a word that takes conditions"));
                self.report(fault.label("unknown here").help(
                    "the words that take conditions are and, or, not, imply, forall and exists; or is a ) missing?",
                ));
                // What is inside is read, and so used, all the same.
                ConditionKind::And(self.conditions(rest))
            }
            _ => {
                return self
                    .atom(node, "condition")
                    .map(|atom| Condition { kind: ConditionKind::Atom(atom), span });
            }
        };
        Some(Condition { kind, span })
    }

    /// Whether a name that nobody knows stands before conditions alone, as in `(mko (p ?x) (q))`.
    fn is_unknown_word(&self, head: Node, rest: &[Node]) -> bool {
        let word = self.lower_case(head);
        let is_condition = |item: &Node| {
            let first = self.forms.head(*item).filter(|first| self.kind(*first) == Kind::Name);
            first.is_some_and(|first| !self.is_object(first)) && !self.is_called(head, *item)
        };
        self.kind(head) == Kind::Name
            && !rest.is_empty()
            && rest.iter().all(is_condition)
            && foreign(&word).is_none()
            && borrowed::operands(&word).is_none()
            && !self.is_declared(":predicates", &word)
    }

    /// Warns of a spelling that other planners refuse.
    pub(super) fn uncommon(&mut self, node: Node, message: &str, usual: &str) {
        self.diagnostics.push(
            codes::W0103.at(self.span(node), message).label(format!("read as {usual}")).fix(
                format!("write {usual}"),
                self.span(node),
                usual,
            ),
        );
    }

    /// Checks that a quantifier's first operand is a list.
    pub(super) fn variable_list_first(&mut self, word: &str, first: Option<Node>, body: &str) -> Option<()> {
        let Some(first) = first.filter(|first| !self.is_form(*first)) else {
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
        self.forms_only(items, "condition")
            .iter()
            .map_while(|item| self.goes_on().then(|| self.condition(*item)))
            .flatten()
            .collect()
    }

    /// `(p a ?x)`: a name and terms.
    pub(super) fn atom(&mut self, node: Node, what: &str) -> Option<Atom<'s>> {
        let span = self.span(node);
        let head = self.forms.head(node);
        let Some(head) = head.filter(|head| self.kind(*head) == Kind::Name) else {
            if head.is_some_and(|head| self.lonely(head)) {
                return None;
            }
            if head.is_some() && self.foreign(node, what) {
                return None;
            }
            let found = head.map_or("()", |head| self.shown(head));
            let at = head.map_or(span, |head| self.head_span(head));
            let mut fault = codes::E0109
                .at(at, format!("{what} expected, found {found} instead of a name"))
                .label("the name of a predicate, or a word such as and, is expected here");
            let items = self.items(node);
            if head.is_some_and(|head| self.kind(head) == Kind::Variable) {
                let mut terms = self.untyped(&items);
                let help = "write the name of the predicate first";
                // As in `(?a on ?b)`.
                if let Some(at) = terms.iter().position(|term| self.is_declared(":predicates", term)) {
                    terms[..=at].rotate_right(1);
                    let form = format!("({})", terms.join(" "));
                    return self.refuse(fault.fix(format!("{help}: {form}"), span, form));
                }
                fault = fault.help(format!("{help}, as in (NAME {})", terms.join(" ")));
            }
            if head.is_some_and(|head| self.is_form(head)) {
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
        let is_form = |item: &Node| self.is_form(*item);
        if let Some(form) = items.iter().copied().find(is_form) {
            self.form_inside(node, form, what);
            self.arguments = items;
            return None;
        }
        if items.iter().any(|item| self.kind(*item) == Kind::Dash) {
            self.types_inside(&items);
            self.arguments = items;
            return None;
        }
        // As in `(lit ?a and lit ?b)`, `(at ?a -> ?b)`.
        let is_sign = |item: &Node| self.is_sign(*item) || self.text(*item).eq_ignore_ascii_case("and");
        let is_wrong = || self.arity(self.text(head)).is_none_or(|count| count != items.len());
        if items.iter().any(is_sign) && is_wrong() && self.foreign(node, what) {
            self.arguments = items;
            return None;
        }
        let mut arguments = Vec::with_capacity(items.len());
        arguments.extend(items.iter().filter_map(|item| self.term(*item)));
        let good = arguments.len() == items.len();
        self.arguments = items;
        good.then(|| Atom { name: self.word(head), arguments, span })
    }

    /// Reports an atom with a form inside: a word of another kind of planning or of another language, or a fact that
    /// is nested in a fact.
    fn form_inside(&mut self, node: Node, form: Node, what: &str) {
        let word = self.forms.head_word(node);
        let items = self.items(node);
        let second = items.get(1).map(|item| self.lower_case(*item));
        let found = match (word.as_str(), second.as_deref()) {
            ("at", Some("start" | "end")) | ("over", Some("all")) => foreign(":durative-action"),
            _ => foreign(&word),
        };
        if let Some((code, feature)) = found {
            return self.unsupported(code, feature, self.head_span(node));
        }
        if let Some(meant) = self.loop_over(&items, what) {
            let fault = otherwise(self.head_span(node), what, &word, &meant);
            return self.report(fault.fix(format!("write {meant}"), self.span(node), meant));
        }
        if (what != "fact" || word.starts_with('=')) && self.foreign(node, what) {
            return;
        }
        if borrowed::operands(&word).is_some() && what == "effect" {
            let fault = otherwise(self.head_span(node), what, &word, "");
            return self.report(fault.help("an effect says exactly what changes: `banto explain choice`"));
        }
        let found = self.shown(form);
        let fault = codes::E0109
            .at(self.head_span(form), format!("an object or a variable is expected, found {found}"))
            .label("a form cannot be an argument");
        // As in `(in (?c - cloth ?w - washer))`.
        let inner = self.items(form);
        if inner.first().is_some_and(|first| self.kind(*first) == Kind::Variable) {
            let terms = self.untyped(&inner).join(" ");
            let help =
                format!("the arguments stand without parentheses of their own: write ({word} {terms})");
            return self.report(fault.fix(help, self.span(form), terms));
        }
        // As in `(free(s3))`.
        if let [name, form] = items[..]
            && !inner.is_empty()
            && self.is_called(name, form)
        {
            let terms = self.joined_words(&inner);
            let fault = fault.fix(format!("write ({word} {terms})"), Span::at(self.span(form).start), " ");
            let inner = self.span(inner[0]).to(self.span(inner[inner.len() - 1]));
            let whole = self.span(form);
            let fault = fault.edit(Span::new(whole.start, inner.start), "");
            return self.report(fault.edit(Span::new(inner.end, whole.end), ""));
        }
        // As in `(on ?b (table))`.
        if inner.len() == 1 && self.is_object(inner[0]) {
            let name = self.text(inner[0]);
            let help = format!("an object stands without parentheses: write {name}");
            return self.report(fault.fix(help, self.span(form), name));
        }
        let all_forms = items[1..].iter().all(|item| self.is_form(*item));
        self.report(fault.help(match what {
            _ if !all_forms || what == "condition" => {
                "is a ) missing before it? Facts name objects and hold no other fact: write one after the other"
            }
            "effect" => "is a ) missing before it? The words that take effects are and, not, when and forall",
            _ => "is a ) missing before it? :init lists facts, one after the other",
        }));
    }

    /// Reports types among the arguments of an atom, as in `(at ?d - dog)`.
    fn types_inside(&mut self, items: &[Node]) {
        let mut fault: Option<Diagnostic> = None;
        for (index, dash) in items.iter().enumerate().filter(|(_, item)| self.kind(**item) == Kind::Dash) {
            let span = self.span(*dash);
            let end = items.get(index + 1).map_or(span, |of| self.span(*of));
            let start = if index == 0 { span.start } else { self.span(items[index - 1]).end };
            let first = || {
                codes::E0109
                    .at(span, "an object or a variable is expected, found -")
                    .label("types stand where a variable is declared, as in :parameters")
                    .help("leave the types out here")
            };
            fault = Some(fault.unwrap_or_else(first).edit(Span::new(start, end.end), ""));
        }
        self.diagnostics.extend(fault);
        self.reported += 1;
    }

    /// Words without the types behind a dash.
    fn untyped(&self, items: &[Node]) -> Vec<&str> {
        let is_dash = |at: usize| items.get(at).is_some_and(|item| self.kind(*item) == Kind::Dash);
        let kept = (0..items.len()).filter(|at| !is_dash(*at) && (*at == 0 || !is_dash(*at - 1)));
        kept.map(|at| self.text(items[at])).collect()
    }

    fn term(&mut self, node: Node) -> Option<Name<'s>> {
        if self.lonely(node) {
            return None;
        }
        let text = self.text(node);
        match self.kind(node) {
            Kind::Variable | Kind::Number => return Some(self.word(node)),
            // `(level = l2)`
            Kind::Name if text.bytes().all(|byte| byte.is_ascii_punctuation()) => {}
            Kind::Name if !text.starts_with('-') => return Some(self.word(node)),
            _ => {}
        }
        let message = format!("an object or a variable is expected, found {text}");
        let fault = codes::E0109.at(self.span(node), message).label("not a name");
        self.refuse(match text {
            "<" | ">" | "<=" | ">=" | "+" | "-" | "*" | "==" | "=" => {
                fault.help(format!("facts hold or do not, and are not compared; {WITHOUT_NUMBERS}"))
            }
            _ => fault,
        })
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
        let joins = matches!(word, "imply" | "forall" | "exists" | "when" | ":derived");
        // As in `(forall (?x) A and B)`, `(when A then B)`, `(when red ?i (wet ?i))`.
        let is_noise = |item: &Node| matches!(self.lower_case(*item).as_str(), "then" | "do" | ":-" | ":");
        let kept: Vec<Node> = rest.iter().copied().filter(|item| !is_noise(item)).collect();
        let parts = if joins { self.parts(&kept, "condition", "") } else { Vec::new() };
        let meant: Option<Vec<String>> = parts.iter().map(|part| part.meant.clone()).collect();
        if let Some(meant) = meant.filter(|meant| meant.len() == wanted && !meant.contains(&String::new())) {
            let stray = rest.iter().copied().find(|item| !self.is_form(*item)).unwrap_or(node);
            let span = self.span(rest[0]).to(self.span(rest[rest.len() - 1]));
            let form = meant.join(" ");
            let fault = fault
                .second(self.span(stray), borrowed::reason(self.text(stray), false).unwrap_or("no form"));
            return self.refuse(fault.fix(format!("write ({word} {})", shortened(&form)), span, form));
        }
        let is_else = |item: &Node| self.lower_case(*item) == "else" || self.forms.head_word(*item) == "else";
        if word == "when"
            && let Some(other) = rest.get(wanted).filter(|item| is_else(item))
        {
            let fault = fault.second(self.head_span(*other), "no part of when");
            return self
                .refuse(fault.help("write a second one for the other case: (when (not CONDITION) EFFECT)"));
        }
        fault = match rest.get(wanted) {
            Some(extra) => {
                let span = self.head_span(*extra);
                fault = fault
                    .second(span, "one too many")
                    .help(format!("join several with (and ...), or move this out of {word}"));
                if let (true, [.., last]) = (joins, rest) {
                    let (start, end) = (self.span(rest[wanted - 1]).start, self.span(*last).end);
                    fault = fault.edit(Span::at(start), "(and ").edit(Span::at(end), ")");
                }
                fault
            }
            None if word == "when" => fault.label(format!("{words} expected")).help(
                "is the effect missing? Write (when CONDITION EFFECT), or without when what always happens",
            ),
            None => {
                let fault = fault.label(format!("{words} expected"));
                match rest {
                    // As in `(exists (in ?i))`.
                    [body]
                        if matches!(word, "forall" | "exists") && !self.forms.head_word(*body).is_empty() =>
                    {
                        let is_variable = |item: &Node| self.kind(*item) == Kind::Variable;
                        let variable = self.items(*body).into_iter().find(is_variable);
                        let variable = variable.map_or("?x", |one| self.text(one));
                        let found = self.shown(*body);
                        fault.help(format!(
                            "the variables come first: write ({word} ({variable} - TYPE) {found})"
                        ))
                    }
                    _ => fault,
                }
            }
        };
        self.refuse(fault)
    }
}
