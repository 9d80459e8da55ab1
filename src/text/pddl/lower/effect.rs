//! Effects: `(and ...)`, `(when ...)`, `(forall ...)`, literals and costs.
//!
//! In: forms. Out: effects, and diagnostics for those that are left out.

use super::Lower;
use super::typed::Declares;
use crate::pddl::ast::{Amount, Effect, EffectKind};
use crate::pddl::form::{Kind, Node};
use banto_base::source::{Span, codes};

impl<'s> Lower<'s> {
    /// Reads an effect. Recursion is bounded by the scan's limit on nesting.
    pub(super) fn effect(&mut self, node: Node) -> Option<Effect<'s>> {
        let span = self.span(node);
        if !self.is_form(node) {
            self.forms_only(&[node], "effect");
            return None;
        }
        let items = self.items(node);
        let Some(head) = items.first().copied() else {
            return Some(Effect { kind: EffectKind::And(Vec::new()), span });
        };
        let rest = &items[1..];
        let kind = match self.lower_case(head).as_str() {
            "and" => EffectKind::And(
                self.forms_only(rest, "effect")
                    .iter()
                    .map_while(|item| self.goes_on().then(|| self.effect(*item)))
                    .flatten()
                    .collect(),
            ),
            "not" => {
                self.negated(node, rest, "atom")?;
                let word = self.forms.head_word(rest[0]);
                if matches!(word.as_str(), "and" | "or" | "not" | "forall" | "exists" | "when" | "imply") {
                    return self.refuse(codes::E0111.at(self.head_span(rest[0]), format!(
                                "{word} is not allowed below not in an effect: an effect deletes single atoms"
                            ))
                        .label("an atom is expected here")
                        .help("write (and (not (p)) (not (q)))"));
                }
                EffectKind::Delete(self.atom(rest[0], "atom")?)
            }
            "forall" => {
                self.variable_list_first("forall", rest.first().copied(), "EFFECT")?;
                self.operands(node, "forall", rest, 2, "a variable list and one effect")?;
                let list = self.typed_list(&self.items(rest[0]), Declares::Variables);
                let body = self.effect(rest[1]);
                EffectKind::Forall(list, Box::new(body?))
            }
            "when" => {
                self.operands(node, "when", rest, 2, "a condition and an effect")?;
                let condition = self.condition(rest[0]);
                let effect = self.effect(rest[1]);
                EffectKind::When(condition?, Box::new(effect?))
            }
            "imply" if rest.iter().any(|item| self.is_form(*item)) => {
                let fault = codes::E0111.at(self.head_span(node), "imply is not allowed in an effect");
                let fault =
                    fault.label("this is a condition: an effect that depends on one begins with when");
                return self.refuse(fault.fix("write (when CONDITION EFFECT)", self.span(head), "when"));
            }
            "=" | "assign" if self.is_truth(rest) && self.foreign(node, "effect") => return None,
            "increase" => return self.increase(node, rest),
            word @ ("decrease" | "assign" | "scale-up" | "scale-down")
                if rest.len() == 2 && (self.is_form(rest[0]) || self.is_bare_term(rest[0], word)) =>
            {
                let is_cost = word == "assign" && self.function_word(rest[0]) == "total-cost";
                self.unsupported(codes::E0902, &format!("numeric effects ({word})"), span);
                self.instead_of_numbers(span, self.growth(rest[0], rest[1]).filter(|_| is_cost));
                return None;
            }
            word @ ("or" | "exists") => {
                return self.refuse(
                    codes::E0111
                        .at(self.head_span(node), format!("{word} is not allowed in an effect"))
                        .label("an effect says exactly what changes")
                        .help(match word {
                            "or" => "for a choice, write one action for each: see `banto explain choice`",
                            _ => "add the variable to :parameters; effects are made of and, not, forall and when",
                        }),
                );
            }
            "=" => return self.equality(node, rest),
            _ => EffectKind::Add(self.atom(node, "effect")?),
        };
        Some(Effect { kind, span })
    }

    /// Reports an equality in an effect: a value that is meant to grow, or a fact that is meant to be added.
    fn equality(&mut self, node: Node, rest: &[Node]) -> Option<Effect<'s>> {
        let span = self.span(node);
        let fault = codes::E0111
            .at(self.head_span(node), "= is not allowed in an effect")
            .label("equality cannot be changed");
        let is_cost = |term: &Node| self.function_word(*term) == "total-cost";
        self.refuse(match rest {
            [term, amount] if is_cost(term) => match self.growth(*term, *amount) {
                Some(form) => fault.fix(format!("a cost grows: write {form}"), span, form),
                None => fault.help("a cost grows: write (increase (total-cost) AMOUNT)"),
            },
            // As in `(= ?c full)`.
            [term, fact] if self.is_declared(":predicates", self.text(*fact)) => {
                let form = format!("({} {})", self.text(*fact), self.text(*term));
                fault.fix(format!("a fact is added by itself: write {form}"), span, form)
            }
            _ => fault.help("an effect adds facts, (FACT ...), and deletes others, (not (FACT ...))"),
        })
    }

    /// `(increase (total-cost) AMOUNT)`
    fn increase(&mut self, node: Node, rest: &[Node]) -> Option<Effect<'s>> {
        self.operands(node, "increase", rest, 2, "a function and an amount")?;
        // Old files write total-cost without parentheses.
        let function = match self.kind(rest[0]) {
            Kind::Name => {
                self.bare_term(rest[0]);
                self.bare(rest[0])
            }
            _ => self.atom(rest[0], "function")?,
        };
        let amount = match self.kind(rest[1]) {
            Kind::Number => Amount::Number(self.word(rest[1])),
            Kind::Form
                if matches!(self.forms.head_word(rest[1]).as_str(), "+" | "-" | "*" | "/")
                    || self.forms.head(rest[1]).is_some_and(|head| self.kind(head) == Kind::Dash) =>
            {
                self.computed(node, rest[0], rest[1]);
                return None;
            }
            Kind::Form => Amount::Function(self.atom(rest[1], "number or function")?),
            _ => {
                let found = self.shown(rest[1]);
                return self.refuse(
                    codes::E0113
                        .at(
                            self.span(rest[1]),
                            format!("a number or a function term is expected, found {found}"),
                        )
                        .label("how much the cost grows"),
                );
            }
        };
        Some(Effect { kind: EffectKind::Increase(function, amount), span: self.span(node) })
    }

    /// Whether a name is the term of a function without its parentheses, behind a word that changes numbers. Behind the
    /// name of a predicate of this text, it is an object.
    fn is_bare_term(&mut self, node: Node, word: &str) -> bool {
        let is_bare = self.kind(node) == Kind::Name && !self.is_declared(":predicates", word);
        is_bare.then(|| self.bare_term(node)).is_some()
    }

    /// Warns of the term of a function without its parentheses.
    pub(super) fn bare_term(&mut self, node: Node) {
        let name = self.text(node);
        let message = format!("{name} stands without its parentheses: some planners reject this");
        self.uncommon(node, &message, &format!("({name})"));
    }

    /// Reports an amount that is computed; a sum can be added part by part.
    fn computed(&mut self, node: Node, function: Node, amount: Node) {
        self.unsupported(codes::E0902, "computed amounts (numeric expressions)", self.span(amount));
        self.instead_of_numbers(self.span(node), self.growth(function, amount));
    }

    /// Says in the last report what to write instead, if a cost grows by what is known.
    fn instead_of_numbers(&mut self, whole: Span, growth: Option<String>) {
        if let (Some(form), Some(fault)) = (growth, self.diagnostics.last_mut()) {
            fault.help.clear();
            *fault = fault.clone().fix(format!("a cost grows: write {form}"), whole, form);
        }
    }

    /// The name of a function whose term is written with its parentheses or without.
    fn function_word(&self, node: Node) -> String {
        if self.kind(node) == Kind::Name { self.lower_case(node) } else { self.forms.head_word(node) }
    }

    /// The effect that adds an amount to a function: a sum is added part by part, and the function itself is what it
    /// already is. `None` for another expression.
    fn growth(&self, function: Node, amount: Node) -> Option<String> {
        let is_plain = |item: &Node| match self.kind(*item) {
            Kind::Number => true,
            Kind::Form => self
                .forms
                .head(*item)
                .is_some_and(|head| self.text(head).starts_with(|letter: char| letter.is_ascii_alphabetic())),
            _ => false,
        };
        let is_sum = self.is_form(amount) && self.forms.head_word(amount) == "+";
        let mut parts = if is_sum { self.items(amount).split_off(1) } else { vec![amount] };
        let is_cost = |part: &Node| self.function_word(*part) == "total-cost";
        if is_cost(&function)
            && let Some(at) = parts.iter().position(is_cost)
        {
            parts.remove(at);
        }
        if parts.is_empty() || !parts.iter().all(is_plain) {
            return None;
        }
        let function = self.text(function).trim_matches(['(', ')']);
        let parts = parts.iter().map(|part| format!("(increase ({function}) {})", self.text(*part)));
        let parts: Vec<String> = parts.collect();
        Some(if parts.len() == 1 { parts.concat() } else { format!("(and {})", parts.join(" ")) })
    }
}
