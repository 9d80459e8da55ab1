//! The sections of a problem.
//!
//! In: the forms after the name. Out: a [`Problem`] with whatever could be read.

use std::borrow::Cow;

use super::Lower;
use super::section::{Sections, section_place};
use super::typed::Declares;
use crate::pddl::ast::{Atom, Condition, Init, Name, Problem};
use crate::pddl::form::{Kind, Node};
use crate::pddl::requirement::SENSING;
use banto_base::source::{Span, codes, nearest};

pub(super) fn lower<'s>(low: &mut Lower<'s>, name: Name<'s>, sections: &[Node]) -> Problem<'s> {
    let mut problem = Problem { name, ..Problem::default() };
    let mut order = Sections::new("problem");
    order.each(low, sections, |low, word, node, rest| match word {
        ":domain" => problem.domain = low.domain_name(node, rest),
        ":requirements" => problem.requirements.extend(low.requirements(rest)),
        ":objects" => problem.objects = low.typed_list(rest, Declares::Names("an object")),
        ":init" => {
            if low.limits.check_reserve(&problem.init, rest.len()).is_err() {
                return;
            }
            problem.init.reserve_exact(rest.len());
            let has_words = rest.iter().any(|item| !low.is_form(*item));
            let forms =
                if has_words { Cow::Owned(low.forms_only(rest, "fact")) } else { Cow::Borrowed(rest) };
            for item in &*forms {
                if !low.goes_on() {
                    break;
                }
                problem.init.extend(low.init(*item));
            }
        }
        ":goal" => problem.goal = low.goal(node, rest),
        ":metric" => problem.metric = low.metric(node, rest),
        // The suggested length of a plan, a relic of the first competition.
        _ => {}
    });
    for (word, what) in [(":init", "initial state"), (":goal", "goal")] {
        // A hierarchical problem has tasks in place of a goal.
        let is_hierarchical = low.diagnostics.iter().any(|fault| fault.code == codes::E0907);
        if !order.seen(word) && !low.broken.contains(&word) && !is_hierarchical {
            let fault = codes::E0105
                .at(low.sections[0].1, format!("the problem has no {what}: {word} is missing"))
                .label(format!("this problem needs a {word} section"));
            let (help, item) = match word {
                ":init" => ("add (:init), with the facts that hold initially", ""),
                _ => ("add (:goal CONDITION)", " (and)"),
            };
            let (span, text) = section_place(&low.sections, word, item);
            low.report(fault.fix(help, span, text).guess());
        }
    }
    problem
}

impl<'s> Lower<'s> {
    fn domain_name(&mut self, node: Node, rest: &[Node]) -> Option<Name<'s>> {
        if let Some(extra) = rest.get(1) {
            self.unexpected(*extra, "after the name of the domain");
        }
        match rest.first() {
            Some(first) if self.kind(*first) == Kind::Number => Some(self.word(*first)),
            Some(first) => self.name(*first, "the name of a domain"),
            None => {
                let span = self.span(node);
                self.refuse(
                    codes::E0107.at(span, "the name of the domain is missing").label("write (:domain NAME)"),
                )
            }
        }
    }

    fn goal(&mut self, node: Node, rest: &[Node]) -> Option<Condition<'s>> {
        let Some(first) = rest.first() else {
            let span = self.span(node);
            return self.refuse(
                codes::E0105
                    .at(span, "the goal is missing: a condition is expected after :goal")
                    .label("nothing follows")
                    .help("write what is to hold at the end: (:goal (and (PREDICATE OBJECT ...) ...))")
                    .fix("or write (:goal (and)), which always holds", Span::at(span.end - 1), " (and)")
                    .guess(),
            );
        };
        if self.forms_only(rest, "condition").len() < rest.len() {
            return None;
        }
        let goal = self.condition(*first);
        if let Some(second) = rest.get(1) {
            let span = self.head_span(*second);
            self.report(
                codes::E0115
                    .at(span, format!(":goal takes one condition, got {}", rest.len()))
                    .label("the second one")
                    .fix("join them: (:goal (and ...))", Span::at(self.span(*first).start), "(and ")
                    .edit(Span::at(rest.iter().map(|one| self.span(*one).end).max().unwrap_or(0)), ")"),
            );
        }
        goal
    }

    fn init(&mut self, node: Node) -> Option<Init<'s>> {
        let Some(head) = self.forms.head(node) else {
            let span = self.span(node);
            return self.refuse(
                codes::E0109.at(span, "fact expected, found ()").label("a fact is (NAME OBJECT ...)"),
            );
        };
        let form_inside = || self.forms.items(node).skip(1).any(|item| self.is_form(item));
        match self.text(head) {
            "=" => self.value(node),
            word if word.eq_ignore_ascii_case("not") && form_inside() => {
                let items = self.items(node);
                self.operands(node, "not", &items[1..], 1, "one fact")?;
                let whole = self.span(node);
                self.atom(items[1], "fact").map(|atom| Init::Negated(Box::new((atom, whole))))
            }
            word if word.eq_ignore_ascii_case("at")
                && self.forms.items(node).nth(1).is_some_and(|item| self.kind(item) == Kind::Number)
                && form_inside() =>
            {
                let span = self.span(node);
                self.unsupported(codes::E0905, "timed initial literals", span);
                None
            }
            word if ["or", "oneof"].iter().any(|one| word.eq_ignore_ascii_case(one)) && form_inside() => {
                self.unsupported(codes::E0912, SENSING, self.head_span(node));
                None
            }
            word if form_inside()
                && ["and", "forall", "exists", "when", "imply"]
                    .iter()
                    .any(|other| word.eq_ignore_ascii_case(other)) =>
            {
                let span = self.head_span(node);
                let mut fault = codes::E0111
                    .at(span, format!("{word} is not allowed in :init"))
                    .label("the initial state is a list of facts, not a condition");
                if word.eq_ignore_ascii_case("and") {
                    let end = self.span(node).end;
                    fault = fault
                        .fix("leave the and out, and write its facts one after the other", span, "")
                        .edit(Span::new(end - 1, end), "");
                    let facts = self.forms_only(&self.items(node)[1..], "fact");
                    facts.into_iter().for_each(|fact| drop(self.init(fact)));
                }
                self.refuse(fault)
            }
            _ => self.atom(node, "fact").map(Init::Fact),
        }
    }

    /// `(= (f a) 3)`
    fn value(&mut self, node: Node) -> Option<Init<'s>> {
        let items = self.items(node);
        let rest = &items[1..];
        if self.is_truth(rest) && self.foreign(node, "fact") {
            return None;
        }
        // As in `(= far base tower 3)`.
        if let [name, .., last, number] = rest
            && self.kind(*number) == Kind::Number
            && rest[..rest.len() - 1].iter().all(|one| self.kind(*one) == Kind::Name)
        {
            let [name, last, number] = [name, last, number].map(|one| self.span(*one));
            let term = self.joined_words(&rest[..rest.len() - 1]);
            let help = format!("write (= ({term}) {})", self.text(rest[rest.len() - 1]));
            let fault = codes::E0113
                .at(name.to(last), "a function and its objects have parentheses of their own")
                .label("expected ( before it, and ) after it")
                .second(number, "the value");
            return self.refuse(fault.fix(help, Span::at(name.start), "(").edit(Span::at(last.end), ")"));
        }
        let function = match rest.first() {
            Some(first) if self.is_form(*first) => self.atom(*first, "function")?,
            Some(first) if self.kind(*first) == Kind::Name => {
                self.bare_term(*first);
                self.bare(*first)
            }
            _ => {
                let span = self.span(node);
                return self.refuse(
                    codes::E0113
                        .at(span, "a function term is expected after =")
                        .label("write (= (FUNCTION OBJECT ...) NUMBER)"),
                );
            }
        };
        if rest.len() > 2 {
            self.operands(node, "=", rest, 2, "a function term and a number")?;
        }
        let Some(number) = rest.get(1).copied() else {
            return self.refuse(
                codes::E0113
                    .at(self.span(node), "number expected, found nothing")
                    .label("a value is missing")
                    .help("write (= (FUNCTION OBJECT ...) NUMBER)"),
            );
        };
        let found = self.shown(number);
        match self.kind(number) {
            Kind::Number => return Some(Init::Value(Box::new((function, self.word(number))))),
            Kind::Name
                if self.is_form(rest[0]) && !found.starts_with(|first: char| first.is_ascii_digit()) =>
            {
                self.unsupported(codes::E0909, "object fluents", self.span(number));
            }
            _ => self.report(
                codes::E0113
                    .at(self.head_span(number), format!("number expected, found {found}"))
                    .label("not a number")
                    .help("numbers are written 3 or 2.5: (= (FUNCTION OBJECT ...) NUMBER)"),
            ),
        }
        None
    }

    fn metric(&mut self, node: Node, rest: &[Node]) -> Option<Atom<'s>> {
        let word = rest.first().map(|word| self.lower_case(*word)).unwrap_or_default();
        if word == "maximize" {
            return self.refuse(
                codes::E0908
                    .at(self.span(rest[0]), "maximize is not supported: only minimize (total-cost) is")
                    .label("banto minimizes the total cost of a plan")
                    .help("instead of a profit, add up what is lost: `banto explain costs`"),
            );
        }
        let [_, term, ..] = *rest else { return self.no_direction(node, rest) };
        if word != "minimize" {
            return self.no_direction(node, rest);
        }
        if let Some(extra) = rest.get(2) {
            self.unexpected(*extra, "after the metric");
        }
        let is_term = || self.forms.items(term).all(|item| self.kind(item) == Kind::Name);
        match self.kind(term) {
            Kind::Name => {
                self.bare_term(term);
                return Some(self.bare(term));
            }
            Kind::Form if self.text(term).to_ascii_lowercase().contains("(is-violated ") => {
                self.unsupported(codes::E0903, "preferences", self.span(term));
            }
            Kind::Form if is_term() => return self.atom(term, "function"),
            _ => self.report(
                codes::E0908
                    .at(self.span(term), "only (total-cost) can be minimized")
                    .label("computed metrics are not supported")
                    .help("write (:metric minimize (total-cost)), and increase total-cost in the effects"),
            ),
        }
        None
    }

    /// Reports a metric that does not begin with `minimize`, or has nothing after it.
    fn no_direction(&mut self, node: Node, rest: &[Node]) -> Option<Atom<'s>> {
        let first = rest.first().copied();
        let inner = first.map(|first| self.items(first)).unwrap_or_default();
        // As in `(minimize (total-cost))`.
        let is_inside = inner.last().is_some_and(|last| self.is_form(*last));
        let term = if is_inside { inner.last() } else { rest.iter().find(|one| self.is_form(**one)) };
        let form = format!("(:metric minimize {})", term.map_or("(total-cost)", |term| self.text(*term)));
        let found = first.map_or("nothing", |first| self.shown(first));
        let is_near = ["min", "minimum"].contains(&found) || nearest(found, ["minimize"]).is_some();
        if let ([first, _], true) = (rest, is_near) {
            let fault = codes::E0114
                .at(self.span(*first), format!("expected minimize, found {found}"))
                .label("minimize is expected here");
            return self.refuse(fault.fix("did you mean minimize?", self.span(*first), "minimize"));
        }
        let fault = codes::E0114
            .at(
                first.map_or(self.span(node), |first| self.head_span(first)),
                format!("expected minimize and a function, found {found}"),
            )
            .label("minimize and a function are expected here")
            .fix(format!("write {form}"), self.span(node), form);
        self.refuse(if is_near || term.is_some_and(|term| is_inside || Some(*term) == first) {
            fault
        } else {
            fault.guess()
        })
    }
}
