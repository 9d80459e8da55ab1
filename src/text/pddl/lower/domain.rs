//! The sections of a domain.
//!
//! In: the forms after the name. Out: a [`Domain`] with whatever could be read.

use super::Lower;
use super::section::Sections;
use super::typed::Declares;
use crate::pddl::ast::{Action, Condition, ConditionKind, Derived, Effect, EffectKind, Name, Signature};
use crate::pddl::grammar::{fields, is_reserved};
use crate::pddl::requirement::foreign;
use crate::pddl::{Domain, Kind, Node, Requirement};
use banto_base::source::{Span, codes, nearest};

pub(super) fn lower<'s>(low: &mut Lower<'s>, name: Name<'s>, sections: &[Node]) -> Domain<'s> {
    let mut domain = Domain { name, ..Domain::default() };
    Sections::new("domain").each(low, sections, |low, word, node, rest| match word {
        ":requirements" => domain.requirements.extend(low.requirements(rest)),
        ":types" => domain.types = low.typed_list(rest, Declares::Names("a type")),
        ":constants" => domain.constants = low.typed_list(rest, Declares::Names("a constant")),
        ":predicates" => domain.predicates = low.signatures(rest, "predicate"),
        ":functions" => domain.functions = low.functions(rest),
        ":derived" => domain.derived.extend(low.derived(node, rest)),
        _ => domain.actions.extend(low.action(node, rest)),
    });
    domain
}

impl<'s> Lower<'s> {
    pub(super) fn requirements(&mut self, items: &[Node]) -> Vec<Name<'s>> {
        let mut flags = Vec::new();
        for item in items {
            if self.kind(*item) == Kind::Keyword {
                flags.push(self.word(*item));
            } else if !self.lonely(*item) {
                let found = self.shown(*item);
                let message = format!("a requirement such as :typing is expected, found {found}");
                let fault =
                    codes::E0107.at(self.head_span(*item), message).label("requirements start with a colon");
                let meant = format!(":{found}");
                self.report(match Requirement::find(&meant) {
                    Some(_) => fault.fix(format!("write {meant}"), self.span(*item), meant),
                    None => fault,
                });
            }
        }
        flags
    }

    fn signatures(&mut self, items: &[Node], what: &str) -> Vec<Signature<'s>> {
        let mut signatures = Vec::new();
        let mut rest = items;
        while let Some((first, others)) = rest.split_first().filter(|_| self.goes_on()) {
            let kind = |node: &Node| self.kind(*node);
            let words = others.iter().take_while(|node| kind(node) != Kind::Form).count();
            if kind(first) == Kind::Name && others.first().is_some_and(|next| kind(next) == Kind::Variable) {
                // As in `likes ?a ?b - cat`: one finding, not one for each word.
                self.bare_signature(&rest[..=words], what);
                rest = &others[words..];
                continue;
            }
            let reported = self.reported;
            let signature = self.signature(*first, what);
            self.contained += if signature.is_some() { self.reported - reported } else { 0 };
            signatures.extend(signature);
            rest = others;
        }
        signatures
    }

    /// Reports a declaration that lacks its parentheses.
    fn bare_signature(&mut self, row: &[Node], what: &str) {
        let found = self.shown(row[0]);
        let (start, end) = (self.span(row[0]), self.span(row[row.len() - 1]).end);
        self.report(
            codes::E0112
                .at(start, format!("( expected, found {found}: a {what} is declared in parentheses"))
                .label("expected ( here")
                .fix(format!("write ({})", self.joined_words(row)), Span::at(start.start), "(")
                .edit(Span::at(end), ")"),
        );
    }

    fn signature(&mut self, node: Node, what: &str) -> Option<Signature<'s>> {
        let span = self.span(node);
        if !self.is_form(node) {
            if !self.lonely(node) {
                let found = self.shown(node);
                self.report(
                    codes::E0112
                        .at(span, format!("( expected, found {found}: a {what} is declared in parentheses"))
                        .label("expected ( here")
                        .fix("write (NAME ?x - TYPE)", span, format!("({found})")),
                );
            }
            return None;
        }
        let items = self.items(node);
        let Some(head) = items.first() else {
            return self.refuse(
                codes::E0107
                    .at(span, format!("the name of a {what} is expected, found ()"))
                    .label("a name is needed here"),
            );
        };
        if let Some((code, feature)) =
            foreign(&self.lower_case(*head)).filter(|_| self.kind(*head) == Kind::Keyword)
        {
            self.unsupported(code, feature, self.span(*head));
            return None;
        }
        let name = self.name(*head, &format!("the name of a {what}"));
        if let Some(word) = name.filter(|name| is_reserved(name.text)) {
            return self.refuse(
                codes::E0107
                    .at(word.span, format!("{} is a word of PDDL and cannot name a {what}", word.text))
                    .label("reserved: conditions and effects use this word")
                    .fix(
                        format!("choose another name, such as is-{}", word.text.to_ascii_lowercase()),
                        word.span,
                        format!("is-{}", word.text.to_ascii_lowercase()),
                    )
                    .guess(),
            );
        }
        let reported = self.reported;
        let parameters = self.typed_list(&items[1..], Declares::Variables);
        let parameters = self.split_names(parameters);
        Some(Signature { name: name?, parameters, broken: self.reported > reported, span })
    }

    /// `(:functions (f ?x - t) - number (total-cost))`: the type `number` may follow.
    fn functions(&mut self, items: &[Node]) -> Vec<Signature<'s>> {
        let mut functions = Vec::new();
        let mut items = items.iter();
        while let Some(item) = items.next() {
            if self.kind(*item) != Kind::Dash {
                functions.extend(self.signature(*item, "function"));
                continue;
            }
            match items.next() {
                Some(of) if self.lower_case(*of) == "number" => {}
                Some(of) if self.kind(*of) == Kind::Name => {
                    let (found, span) = (self.lower_case(*of), self.span(*of));
                    let is_number = || found == "numeric" || nearest(&found, ["number"]).is_some();
                    if !self.is_declared(":types", &found) && is_number() {
                        let message = format!("the values of functions are of type number, not {found}");
                        let fault = codes::E0108.at(span, message).label("no type of this name is declared");
                        self.report(fault.fix("did you mean number?", span, "number"));
                        continue;
                    }
                    self.unsupported(codes::E0909, "object fluents", span);
                }
                other => {
                    let span = self.span(*item);
                    let instead = other.map_or(span, |other| span.to(self.span(*other)));
                    self.report(
                        codes::E0108
                            .at(span, "type missing after -")
                            .label("the type of a function must follow")
                            .fix("write - number", instead, "- number"),
                    );
                }
            }
        }
        functions
    }

    /// `(:derived (p ?x) CONDITION)`
    fn derived(&mut self, node: Node, items: &[Node]) -> Option<Derived<'s>> {
        // As in `(:derived lit ?l - lamp (live ?l))`.
        let words = items.iter().take_while(|item| !self.is_form(**item)).count();
        if words > 0 && items.len() == words + 1 && self.kind(items[0]) == Kind::Name {
            self.bare_signature(&items[..words], "predicate");
            return None;
        }
        // As in `(:derived lit (?l - lamp) (live ?l))`.
        if let [name, list, _] = *items
            && self.kind(name) == Kind::Name
            && self.is_list_of_variables(list)
        {
            let (found, [name, list]) = (self.shown(name), [name, list].map(|one| self.span(one)));
            let message =
                format!("( expected, found {found}: a predicate stands in parentheses with its variables");
            let fault = codes::E0112.at(name, message).label("expected ( here");
            let inner = self.text(items[1]).trim_start_matches('(');
            let fault =
                fault.fix(format!("write (:derived ({found} {inner} CONDITION)"), Span::at(name.start), "(");
            return self.refuse(fault.edit(Span::new(name.end, list.start + 1), " "));
        }
        self.operands(node, ":derived", items, 2, "a predicate and a condition")?;
        let head = if self.is_of_one(items) { None } else { self.signature(items[0], "predicate") };
        let condition = self.condition(items[1]);
        Some(Derived {
            head: head.filter(|head| !head.broken)?,
            condition: condition?,
            span: self.span(node),
        })
    }

    /// Reports a rule about one object, as `(:derived (wins white) CONDITION)`; true if it is one.
    fn is_of_one(&mut self, items: &[Node]) -> bool {
        let [head, condition] = *items else { return false };
        let words = self.items(head);
        let is_word = |at: &usize| {
            let is_after = self.kind(words[at - 1]) == Kind::Dash;
            self.kind(words[*at]) == Kind::Name && !is_after && !self.is_type(self.text(words[*at]))
        };
        let Some(one) = (1..words.len()).find(is_word).map(|at| words[at]) else { return false };
        let (found, name, at) = (self.shown(one), self.shown(words[0]), self.span(one));
        let message = format!("a rule is about all objects: a variable is expected, found {found}");
        let fault = codes::E0108.at(at, message).label("not a variable");
        // Another text may declare it.
        let is_known = self.is_object(one);
        let (or, fault) = if is_known {
            ("", fault)
        } else {
            ("or, about this object alone, ", fault.meant(at, format!("?{found}")).guess())
        };
        let declared = self.declaration(":predicates", name).map(|form| self.items(form));
        // Of several parameters, or where the condition has a variable of this name, a rule means something else.
        let is_alone = |form: &Vec<Node>| {
            let mut own = form.iter().skip(1).filter(|node| self.text(**node).starts_with('?'));
            let first = form.get(1).map_or("", |node| self.text(*node));
            let is_one = first.starts_with('?') && own.next().is_some() && own.next().is_none();
            is_one && words.len() == 2 && !self.text(condition).contains(first)
        };
        self.report(match declared.filter(is_alone) {
            Some(form) => {
                let (variable, list) = (self.shown(form[1]), self.joined_words(&form[1..]));
                let help = format!("{or}write (:derived ({name} {list}) (and (= {variable} {found}) ...))");
                let (start, end) = (self.span(condition).start, self.span(condition).end);
                let fault =
                    fault.fix(help, at, list).edit(Span::at(start), format!("(and (= {variable} {found}) "));
                let fault = fault.edit(Span::at(end), ")");
                if is_known { fault } else { fault.guess() }
            }
            None => {
                fault.help(format!("{or}write ?x in place of {found}, and (= ?x {found}) in the condition"))
            }
        });
        true
    }

    fn action(&mut self, node: Node, items: &[Node]) -> Option<Action<'s>> {
        let span = self.span(node);
        let Some(first) = items.first().copied() else {
            let head = self.head_span(node);
            return self.refuse(
                codes::E0107.at(head, "the name of an action is missing").label("a name must follow"),
            );
        };
        let mut fields = items;
        let name = if self.kind(first) == Kind::Keyword {
            self.name_expected(first, "the name of an action");
            let fault = self.diagnostics.pop().map(|one| one.help("name it: (:action move :parameters ..."));
            self.diagnostics.extend(fault);
            None
        } else {
            fields = &items[1..];
            self.name(first, "the name of an action")
        };
        let is_word = |node: &Node| self.kind(*node) == Kind::Name && !self.is_field(*node);
        let words = fields.iter().copied().take_while(is_word).collect::<Vec<_>>();
        if let (Some(name), [second, ..]) = (name, &words[..]) {
            let found = self.joined_words(&words);
            let end = self.span(words[words.len() - 1]).end;
            let rest: Vec<&str> = words.iter().map(|word| self.text(*word)).collect();
            let joined = format!("-{}", rest.join("-"));
            self.report(
                codes::E0111
                    .at(
                        self.span(*second),
                        format!("unexpected {found} after the name of action {}", name.text),
                    )
                    .label("a name is one word")
                    .fix(format!("write {}{joined}", name.text), Span::new(name.span.end, end), joined),
            );
            fields = &fields[words.len()..];
        }
        let shown = name.unwrap_or(Name { text: "", span: self.span(first) });
        let mut action = Action { name: shown, span, ..Action::default() };
        let reported = self.reported;
        let mut seen: Vec<(&str, Span)> = Vec::new();
        let mut at = 0;
        while at < fields.len() {
            let field = fields[at];
            at += 1;
            if at == 1 && self.is_list_of_variables(field) {
                let (list, found) = (self.span(field), self.shown(field));
                // As in a call: `(:action move (?a ?b) :parameters (?a ?b - place) ...)`.
                if fields[at..].iter().any(|field| self.lower_case(*field) == ":parameters") {
                    let message = format!("unexpected {found} after the name of action {}", action.name.text);
                    let fault = codes::E0111.at(list, message).label("the variables follow :parameters");
                    self.report(fault.fix("leave it out: they are declared in :parameters", list, ""));
                    continue;
                }
                let message =
                    format!(":parameters is missing before the list of action {}", action.name.text);
                let fault = codes::E0105.at(self.head_span(field), message).label("a list of variables");
                self.report(fault.fix(
                    format!("write :parameters {found}"),
                    Span::at(list.start),
                    ":parameters ",
                ));
                action.parameters = self.typed_list(&self.items(field), Declares::Variables);
                continue;
            }
            if !self.is_field(field) {
                let context =
                    format!("in action {}: a field such as :parameters is expected", action.name.text);
                if !self.lonely(field) {
                    self.unexpected(field, &context);
                }
                continue;
            }
            let values = &fields[at..];
            let values = &values[..values.iter().take_while(|value| !self.is_field(**value)).count()];
            at += values.len();
            self.field(&mut action, &mut seen, field, values);
        }
        action.broken = self.reported > reported;
        name.map(|_| action)
    }

    /// Whether a form begins with a variable, as parameters do.
    fn is_list_of_variables(&self, node: Node) -> bool {
        self.forms.head(node).is_some_and(|first| self.kind(first) == Kind::Variable)
    }

    /// Whether a field begins here, possibly without its colon.
    fn is_field(&self, node: Node) -> bool {
        let word = self.lower_case(node);
        self.kind(node) == Kind::Keyword || fields().any(|field| field[1..] == word)
    }

    fn field(
        &mut self,
        action: &mut Action<'s>,
        seen: &mut Vec<(&'static str, Span)>,
        field: Node,
        values: &[Node],
    ) {
        let span = self.span(field);
        let mut word = self.lower_case(field);
        let name = action.name.text;
        if self.kind(field) != Kind::Keyword {
            let message = format!("{word} is not a field of action {name}: fields start with a colon");
            let fault = codes::E0106.at(span, message).label("the colon is missing");
            self.report(fault.fix(format!("did you mean :{word}?"), span, format!(":{word}")));
            word.insert(0, ':');
        }
        let Some(word) = fields().find(|name| *name == word) else {
            if let Some((code, feature)) = foreign(&word) {
                return self.unsupported(code, feature, span);
            }
            return self.unknown_field(name, field, &word, values.first().copied());
        };
        if let Some((_, first)) = seen.iter().find(|(other, _)| *other == word) {
            let fault = codes::E0104
                .at(span, format!("second {word} in action {name}"))
                .label("repeated here")
                .second(*first, "the first one")
                .help("join the two with (and ...)");
            return self.report(fault);
        }
        seen.push((word, span));
        let Some(first) = values.first().copied() else {
            let what = if word == ":parameters" { "a parenthesized list" } else { "a form" };
            return self.report(
                codes::E0105
                    .at(span, format!("{what} is missing after {word}: ( expected"))
                    .label("nothing follows")
                    .fix(format!("write {word} (), if there is nothing to say"), Span::at(span.end), " ()")
                    .guess(),
            );
        };
        if word == ":parameters" {
            let is_form = self.is_form(first);
            // A list that lacks its parentheses: one finding, not one for each word.
            let list = if is_form { self.items(first) } else { values.to_vec() };
            if let Some(extra) = values.get(1).filter(|_| is_form) {
                self.unexpected(*extra, &format!("after :parameters in action {name}"));
            }
            action.list = is_form.then(|| self.span(first));
            if !is_form {
                let found = self.shown(first);
                let whole = self.span(first).to(self.span(values[values.len() - 1]));
                self.report(
                    codes::E0112
                        .at(self.span(first), format!("( expected after :parameters, found {found}"))
                        .label("expected ( here")
                        .fix("write :parameters (?x - TYPE)", Span::at(whole.start), "(")
                        .edit(Span::at(whole.end), ")"),
                );
            }
            action.parameters = self.typed_list(&list, Declares::Variables);
            return;
        }
        let what = if word == ":effect" { "effect" } else { "condition" };
        let reported = self.reported;
        let forms = self.forms_only(values, what);
        if let [first, second, ..] = forms.as_slice() {
            let found = self.shown(*second);
            let context = format!("after {word} in action {name}: use (and ...) for several");
            let end = self.span(forms[forms.len() - 1]).end;
            let fault = codes::E0111
                .at(self.head_span(*second), format!("unexpected {found} {context}"))
                .label("nothing is expected here");
            if forms.len() == values.len() {
                let open = Span::at(self.span(*first).start);
                self.report(fault.fix("join them with (and ...)", open, "(and ").edit(Span::at(end), ")"));
            } else if self.reported == reported {
                self.report(fault);
            }
        }
        let several = forms.len() > 1;
        if word == ":effect" {
            let mut parts: Vec<_> = forms.into_iter().filter_map(|form| self.effect(form)).collect();
            let all = if several { Some(Effect { span, kind: EffectKind::And(parts) }) } else { parts.pop() };
            action.effect = all;
        } else {
            let mut parts: Vec<_> = forms.into_iter().filter_map(|form| self.condition(form)).collect();
            let all =
                if several { Some(Condition { span, kind: ConditionKind::And(parts) }) } else { parts.pop() };
            action.precondition = all;
        }
    }

    /// Reports a field that no action has.
    fn unknown_field(&mut self, action: &str, field: Node, word: &str, value: Option<Node>) {
        let (found, span) = (self.text(field), self.span(field));
        let fault = codes::E0106
            .at(span, format!("unknown field {found} of action {action}"))
            .label("not a field of an action");
        // `:pre`, `:params`, `:condition`
        let part = |name: &&str| name.get(..4) == word.get(..4) || name.ends_with(&word[1..]);
        let near = || nearest(found, fields()).or_else(|| fields().find(part));
        self.report(match word {
            ":add" | ":adds" | ":del" | ":delete" | ":deletes" => {
                fault.help("one field says both: :effect (and (ADDED) ... (not (DELETED)) ...)")
            }
            ":cost" | ":costs" => {
                let amount = value.map_or("AMOUNT", |value| self.shown(value));
                fault.help(format!("a cost is an effect: (increase (total-cost) {amount})"))
            }
            _ => match near() {
                Some(near) => fault.meant(span, near),
                None => fault.help("the fields of an action are :parameters, :precondition and :effect"),
            },
        });
    }
}
