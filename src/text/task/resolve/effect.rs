//! Action schemas and axioms: parameters, effects and costs.
//!
//! In: trees. Out: schemas and axioms in ids, and diagnostics.

use std::sync::Arc;

use super::Resolver;
use super::mistakes::{Head, Kind, Misfit, Use};
use super::scope::{Role, Scope};
use crate::pddl::WITHOUT_NUMBERS;
use crate::pddl::ast::{self, EffectKind};
use crate::task::{Amount, Axiom, Effect, FunctionId, Schema, Term, TypeSet, Types};
use banto_base::source::{Span, codes, place};

impl<'s> Resolver<'s> {
    /// An action; `before` are those before it.
    pub(super) fn schema(&mut self, action: &ast::Action<'s>, before: &[ast::Action<'s>]) {
        let key = action.name.text.to_ascii_lowercase();
        match self.schema_places.get(&key).copied() {
            Some(first) => {
                let one = before.get(before.partition_point(|one| one.name.span < first));
                let removal = one.filter(|one| is_alike(one, action)).map(|_| action.span);
                self.twice("action", action.name, (self.file, first), removal);
            }
            None => {
                self.schema_places.insert(key, action.name.span);
            }
        }
        let mut scope = Scope {
            broken: action.broken,
            whole: action.span,
            action: Some(before.len()),
            before: self.mistakes.count,
            ..Scope::default()
        };
        let parameters = self.variables(&action.parameters);
        parameters.iter().for_each(|variable| scope.push(variable, &action.parameters));
        let precondition = match &action.precondition {
            Some(condition) => self.condition(&mut scope, condition),
            None => crate::task::Condition::default(),
        };
        let mut effects = Vec::new();
        let mut cost = Vec::new();
        if let Some(effect) = &action.effect {
            self.effect(&mut scope, effect, &mut effects, Some(&mut cost));
        }
        let has_open = self.mistakes.end(&scope);
        if action.list.is_none() && action.parameters.groups.is_empty() && !action.broken && !has_open {
            self.report(
                codes::W0102
                    .at(action.name.span, format!("action {} has no :parameters", action.name.text))
                    .label("taken as :parameters ()")
                    .fix("write :parameters ()", Span::at(action.name.span.end), " :parameters ()"),
            );
        }
        // After a mistake, what seems unused may be misspelled elsewhere.
        if !action.broken && self.mistakes.count == scope.before {
            for (name, span) in scope.unused(0) {
                self.unused_variable(&name, span, "parameter", &action.parameters);
            }
        }
        Arc::make_mut(&mut self.task.schemas).push(Schema {
            name: action.name.text.to_owned(),
            parameters,
            precondition,
            effects,
            cost: Vec::new(),
        });
        // Only the problem says which function the metric minimizes: see `metric`.
        self.schema_costs.push(cost);
    }

    /// Recursion is bounded by the parser's limit on nesting. `cost` is `None` below a condition or a quantifier.
    fn effect(
        &mut self,
        scope: &mut Scope,
        effect: &ast::Effect<'s>,
        out: &mut Vec<Effect>,
        mut cost: Option<&mut Vec<(FunctionId, Amount)>>,
    ) {
        match &effect.kind {
            EffectKind::Add(atom) => {
                self.not_derived(atom);
                out.extend(self.atom(scope, atom, Role::Add).map(Effect::Add));
            }
            EffectKind::Delete(atom) => {
                self.not_derived(atom);
                out.extend(self.atom(scope, atom, Role::Delete).map(Effect::Delete));
            }
            EffectKind::And(parts) => {
                for part in parts {
                    self.effect(scope, part, out, cost.as_deref_mut());
                }
            }
            EffectKind::Forall(list, body) => {
                self.nested(scope, "forall", effect.span);
                self.uses(":conditional-effects", effect.span);
                let (variables, inner) = self.quantified(scope, list, |resolver, scope| {
                    let mut inner = Vec::new();
                    resolver.effect(scope, body, &mut inner, None);
                    inner
                });
                out.push(Effect::Forall(variables, inner));
            }
            EffectKind::When(condition, body) => {
                self.nested(scope, "when", effect.span);
                self.uses(":conditional-effects", effect.span);
                let outer = scope.when;
                scope.when = outer.or(Some(effect.span));
                let condition = self.condition(scope, condition);
                let mut inner = Vec::new();
                self.effect(scope, body, &mut inner, None);
                scope.when = outer;
                out.push(Effect::When(condition, inner));
            }
            EffectKind::Increase(function, amount) => {
                self.uses(":action-costs", effect.span);
                let increased = self.increase(scope, function, amount, effect.span);
                match (increased, cost) {
                    (Some(part), Some(cost)) => cost.push(part),
                    (Some(_), None) => self.report(
                        codes::E0902
                            .at(
                                effect.span,
                                "conditional costs (an increase below when or forall) are not supported",
                            )
                            .label("the cost of a step may depend on its arguments only")
                            .help("split the action, one for each cost"),
                    ),
                    _ => {}
                }
            }
        }
    }

    fn not_derived(&mut self, atom: &ast::Atom<'s>) {
        self.refuse_derived(atom, "changed by an effect", "change the facts that it is derived from");
    }

    /// Reports an atom whose predicate must not be derived here; true if it is.
    pub(super) fn refuse_derived(&mut self, atom: &ast::Atom<'s>, what: &str, help: &str) -> bool {
        let predicate = self.task.predicates.find(atom.name.text);
        let Some((file, place)) = predicate.and_then(|one| self.derived_places.get(&one).copied()) else {
            return false;
        };
        self.report(
            codes::E0211
                .at(atom.span, format!("derived predicate {} is {what}", atom.name.text))
                .label("its rules alone say where it holds")
                .second_in(file, place, "derived here")
                .help(help),
        );
        true
    }

    fn increase(
        &mut self,
        scope: &mut Scope,
        function: &ast::Atom<'s>,
        amount: &ast::Amount<'s>,
        span: Span,
    ) -> Option<(FunctionId, Amount)> {
        let increased = self.function_term(scope, function);
        let amount = match amount {
            ast::Amount::Number(number) => self.number(*number).map(Amount::Number),
            ast::Amount::Function(term) => self.function_term(scope, term).map(|(id, terms)| {
                if let Some((of, _)) = &increased {
                    self.read.push((id, (self.file, term.span), *of));
                }
                Amount::Function(id, terms, term.span)
            }),
        };
        let (id, terms) = increased?;
        self.increased.push((id, (self.file, span), function.name.text.to_owned()));
        if !terms.is_empty() {
            return self.refuse(
                codes::E0902
                    .at(
                        span,
                        format!(
                            "numeric effects (on {}, which has arguments) are not supported",
                            function.name.text
                        ),
                    )
                    .label("only a total cost without arguments can grow")
                    .help(WITHOUT_NUMBERS),
            );
        }
        Some((id, amount?))
    }

    /// Resolves a function term and checks its arguments.
    pub(super) fn function_term(
        &mut self,
        scope: &mut Scope,
        atom: &ast::Atom<'s>,
    ) -> Option<(FunctionId, Vec<Term>)> {
        let Some(function) = self.task.functions.find(atom.name.text) else {
            let terms = self.terms(scope, atom, Role::Read, &[]);
            let used = Use { terms, ..self.used(scope, atom.name, atom, Role::Read) };
            self.missing(Kind::Function, scope, used);
            return None;
        };
        Some((function, self.arguments(scope, atom, Role::Read, Head::Function(function))?))
    }

    /// A cost: a whole number, not negative.
    pub(super) fn number(&mut self, number: ast::Name<'s>) -> Option<u64> {
        let text = number.text;
        let fault = if text.starts_with('-') && text.bytes().any(|byte| matches!(byte, b'1'..=b'9')) {
            codes::E0213
                .at(number.span, format!("negative cost {text}"))
                .label("costs cannot be negative")
                .help("costs are added up and never fall: write 0 or more")
        } else {
            let (whole, fraction) =
                text.trim_start_matches('-').split_once('.').unwrap_or((text.trim_start_matches('-'), ""));
            if fraction.bytes().all(|byte| byte == b'0') {
                match whole.parse() {
                    Ok(value) => return Some(value),
                    Err(_) => codes::E0217
                        .at(number.span, format!("number {text} is too large"))
                        .label(format!("the largest is {}", u64::MAX)),
                }
            } else {
                codes::E0217
                    .at(number.span, format!("cost {text} is not a whole number"))
                    .label("banto counts in whole numbers and does not round")
                    .help("multiply all costs by the same number, for instance by 100")
            }
        };
        self.refuse(fault)
    }

    /// Warns once in an action of what stands below `when` and is neither a fact nor a conjunction of facts.
    fn nested(&mut self, scope: &mut Scope, word: &str, span: Span) {
        if scope.when.is_some() && !std::mem::replace(&mut scope.is_nested, true) {
            let span = Span::new(span.start, span.start + 1 + place(word.len()));
            let fault = codes::W0103.at(span, format!("{word} below when: some planners reject this"));
            let fault = fault.label("the standard has only facts there, which begin or end");
            self.report(fault.help("make it an effect of its own; conditions are joined by (and ...)"));
        }
    }

    /// Notes that a predicate is derived, before any condition or effect is read.
    pub(super) fn derived_head(&mut self, rule: &ast::Derived<'s>) {
        let Some(predicate) = self.task.predicates.find(rule.head.name.text) else {
            let used = self.head_use(rule);
            return self.missing(Kind::Predicate, &Scope::default(), used);
        };
        self.task.predicate_info[predicate.index()].layer = Some(0);
        self.derived_places.entry(predicate).or_insert((self.file, rule.head.span));
        self.uses(":derived-predicates", rule.head.span);
    }

    /// The head of a rule as a use of its predicate.
    fn head_use(&self, rule: &ast::Derived<'s>) -> Use<'s> {
        let names = rule.head.parameters.iter().map(|(name, _)| name);
        let atom = ast::Atom { name: rule.head.name, arguments: names.collect(), span: rule.head.span };
        let types = rule.head.parameters.iter().map(|(_, of)| {
            let of: TypeSet =
                of.names.iter().filter_map(|name| self.task.types.names.find(name.text)).collect();
            Some((Term::Variable(0), if of.is_empty() { vec![Types::object()] } else { of }))
        });
        let terms = types.collect();
        Use { terms, ..self.used(&Scope::default(), rule.head.name, &atom, Role::Derived) }
    }

    pub(super) fn axiom(&mut self, rule: &ast::Derived<'s>) {
        let mut scope = Scope { whole: rule.span, before: self.mistakes.count, ..Scope::default() };
        let parameters = self.variables(&rule.head.parameters);
        parameters.iter().for_each(|variable| scope.push(variable, &rule.head.parameters));
        // Those without a type have that of the declaration.
        scope.say_nothing_of_types();
        let condition = self.condition(&mut scope, &rule.condition);
        let Some(predicate) = self.task.predicates.find(rule.head.name.text) else { return };
        let head = Head::Predicate(predicate);
        let (wanted, used) = (self.parameters(head).to_vec(), self.head_use(rule));
        if parameters.len() != wanted.len() {
            return self.miscounted(&Scope::default(), used, head);
        }
        let (mut variables, mut bad, mut terms) = (Vec::new(), Vec::new(), Vec::new());
        let written = rule.head.parameters.iter().map(|(_, of)| of.span.is_some());
        for (at, (mut variable, is_typed)) in parameters.into_iter().zip(written).enumerate() {
            if !is_typed {
                variable.types.clone_from(&wanted[at]);
            } else if !self.fits(Term::Variable(0), &variable.types, &wanted[at]) {
                bad.push((at, None));
            }
            terms.push(Some((Term::Variable(0), variable.types.clone(), (self.file, variable.span))));
            variables.push(variable);
        }
        if !bad.is_empty() {
            self.misfit(Misfit { file: self.file, head, atom: used.atom, terms, bad });
        }
        self.task.axioms.push(Axiom { predicate, parameters: variables, condition });
    }
}

/// Whether two actions say the same: all but the places. What is much longer is not written out for each that is short.
fn is_alike(one: &ast::Action<'_>, other: &ast::Action<'_>) -> bool {
    let length = |action: &ast::Action<'_>| action.span.end - action.span.start;
    if length(one) / 2 > length(other) {
        return false;
    }
    let said = |action: &ast::Action<'_>| -> String {
        let shown = format!("{action:?}").to_ascii_lowercase();
        // No name has a blank in it.
        shown.split("span {").map(|part| part.split_once('}').map_or(part, |rest| rest.1)).collect()
    };
    said(one) == said(other)
}
