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

const METRIC: &str = "(:metric minimize (total-cost))";

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
            let has_words = rest.iter().any(|item| low.forms.kind(*item) != Kind::Form);
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
            Some(first) if self.forms.kind(*first) == Kind::Number => Some(self.word(*first)),
            Some(first) => self.name(*first, "the name of a domain"),
            None => {
                let span = self.forms.span(node);
                self.refuse(
                    codes::E0107.at(span, "the name of the domain is missing").label("write (:domain NAME)"),
                )
            }
        }
    }

    fn goal(&mut self, node: Node, rest: &[Node]) -> Option<Condition<'s>> {
        let Some(first) = rest.first() else {
            let span = self.forms.span(node);
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
                    .fix("join them: (:goal (and ...))", Span::at(self.forms.span(*first).start), "(and ")
                    .edit(Span::at(rest.iter().map(|one| self.forms.span(*one).end).max().unwrap_or(0)), ")"),
            );
        }
        goal
    }

    fn init(&mut self, node: Node) -> Option<Init<'s>> {
        let Some(head) = self.forms.head(node) else {
            let span = self.forms.span(node);
            return self.refuse(
                codes::E0109.at(span, "fact expected, found ()").label("a fact is (NAME OBJECT ...)"),
            );
        };
        let form_inside = || self.forms.items(node).skip(1).any(|item| self.forms.kind(item) == Kind::Form);
        match self.forms.text(head) {
            "=" => self.value(node),
            word if word.eq_ignore_ascii_case("not") && form_inside() => {
                let items = self.items(node);
                self.operands(node, "not", &items[1..], 1, "one fact")?;
                let whole = self.forms.span(node);
                self.atom(items[1], "fact").map(|atom| Init::Negated(Box::new((atom, whole))))
            }
            word if word.eq_ignore_ascii_case("at")
                && self
                    .forms
                    .items(node)
                    .nth(1)
                    .is_some_and(|item| self.forms.kind(item) == Kind::Number)
                && form_inside() =>
            {
                let span = self.forms.span(node);
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
                    let end = self.forms.span(node).end;
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
            && self.forms.kind(*number) == Kind::Number
            && rest[..rest.len() - 1].iter().all(|one| self.forms.kind(*one) == Kind::Name)
        {
            let [name, last, number] = [name, last, number].map(|one| self.forms.span(*one));
            let term = self.joined_words(&rest[..rest.len() - 1]);
            let help = format!("write (= ({term}) {})", self.forms.text(rest[rest.len() - 1]));
            let fault = codes::E0113
                .at(name.to(last), "a function and its objects have parentheses of their own")
                .label("expected ( before it, and ) after it")
                .second(number, "the value");
            return self.refuse(fault.fix(help, Span::at(name.start), "(").edit(Span::at(last.end), ")"));
        }
        let function = match rest.first() {
            Some(first) if self.forms.kind(*first) == Kind::Form => self.atom(*first, "function")?,
            Some(first) if self.forms.kind(*first) == Kind::Name => {
                self.bare_term(*first);
                self.bare(*first)
            }
            _ => {
                let span = self.forms.span(node);
                return self.refuse(
                    codes::E0113
                        .at(span, "a function term is expected after =")
                        .label("write (= (FUNCTION OBJECT ...) NUMBER)"),
                );
            }
        };
        match rest.get(1) {
            Some(number) if self.forms.kind(*number) == Kind::Number && rest.len() == 2 => {
                Some(Init::Value(Box::new((function, self.word(*number)))))
            }
            Some(_) if rest.len() > 2 => {
                self.operands(node, "=", rest, 2, "a function term and a number")?;
                None
            }
            Some(other)
                if self.forms.kind(*other) == Kind::Name && self.forms.kind(rest[0]) == Kind::Form =>
            {
                let found = self.shown(*other);
                let span = self.forms.span(*other);
                if found.starts_with(|first: char| first.is_ascii_digit()) {
                    self.report(
                        codes::E0113
                            .at(span, format!("number expected, found {found}"))
                            .label("not a number")
                            .help("numbers are written 3 or 2.5"),
                    );
                } else {
                    self.unsupported(codes::E0909, "object fluents", span);
                }
                None
            }
            other => {
                let span = other.map_or(self.forms.span(node), |other| self.head_span(*other));
                let found = other.map_or("nothing", |other| self.shown(*other));
                self.refuse(
                    codes::E0113
                        .at(span, format!("number expected, found {found}"))
                        .label("a value is missing")
                        .help("write (= (FUNCTION OBJECT ...) NUMBER)"),
                )
            }
        }
    }

    fn metric(&mut self, node: Node, rest: &[Node]) -> Option<Atom<'s>> {
        let Some(direction) = rest.first().copied() else {
            let span = self.forms.span(node);
            return self.refuse(
                codes::E0114.at(span, "minimize is missing after :metric").label("nothing follows").fix(
                    "write (:metric minimize (total-cost))",
                    span,
                    METRIC,
                ),
            );
        };
        let found = self.shown(direction);
        let span = self.head_span(direction);
        match self.lower_case(direction).as_str() {
            "minimize" => {}
            "maximize" => {
                return self.refuse(
                    codes::E0908
                        .at(span, "maximize is not supported: only minimize (total-cost) is")
                        .label("banto minimizes the total cost of a plan")
                        .help("instead of a profit, add up what is lost: `banto explain costs`"),
                );
            }
            word => {
                let mut fault = codes::E0114
                    .at(span, format!("expected minimize, found {found}"))
                    .label("minimize is expected here");
                let inner = self.items(direction);
                if self.forms.kind(direction) == Kind::Form
                    && matches!(self.forms.head_word(direction).as_str(), "minimize" | "minimise")
                    && let [_, term] = inner[..]
                {
                    let term = self.forms.text(term);
                    let whole = self.forms.span(direction);
                    let help = format!("write (:metric minimize {term})");
                    return self.refuse(fault.fix(help, whole, format!("minimize {term}")));
                }
                if self.forms.kind(direction) == Kind::Form {
                    fault = fault.fix(format!("write minimize {found}"), Span::at(span.start), "minimize ");
                }
                if nearest(word, ["minimize"]).is_some() || matches!(word, "minimise" | "minimum" | "min") {
                    fault = fault.fix("did you mean minimize?", span, "minimize");
                }
                return self.refuse(fault);
            }
        }
        let Some(term) = rest.get(1).copied() else {
            return self.refuse(
                codes::E0114.at(span, "what to minimize is missing").label("nothing follows").fix(
                    "write (:metric minimize (total-cost))",
                    self.forms.span(node),
                    METRIC,
                ),
            );
        };
        if let Some(extra) = rest.get(2) {
            self.unexpected(*extra, "after the metric");
        }
        match self.forms.kind(term) {
            Kind::Form if self.forms.text(term).to_ascii_lowercase().contains("(is-violated ") => {
                self.unsupported(codes::E0903, "preferences", self.forms.span(term));
                None
            }
            Kind::Name => {
                self.bare_term(term);
                Some(self.bare(term))
            }
            Kind::Form if self.forms.items(term).all(|item| self.forms.kind(item) == Kind::Name) => {
                self.atom(term, "function")
            }
            _ => {
                let span = self.forms.span(term);
                self.refuse(
                    codes::E0908
                        .at(span, "only (total-cost) can be minimized")
                        .label("computed metrics are not supported")
                        .help(
                            "write (:metric minimize (total-cost)), and increase total-cost in the effects",
                        ),
                )
            }
        }
    }
}
