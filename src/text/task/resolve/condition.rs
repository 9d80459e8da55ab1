//! Conditions: variables are looked up from the innermost scope outwards, atoms against their declarations.
//!
//! In: trees and the variables in scope. Out: conditions in ids, and diagnostics.

use super::{Place, Resolver};
use crate::base::source::{Span, codes, nearest};
use crate::text::pddl::{ast, borrowed};
use crate::text::task::{Atom, Condition, Term, TypeSet, Types, Variable};

/// The variables in scope, outermost first.
#[derive(Default)]
pub(super) struct Scope {
    variables: Vec<ScopeVariable>,
    /// Whether the parser left part of the parameters out.
    pub(super) broken: bool,
    /// Whether these are the parameters of an action, to which a variable can be added.
    pub(super) of_action: bool,
    /// Where the parameters are written.
    pub(super) list: Option<Span>,
    /// Variables that were reported as unknown: each once.
    unknown: Vec<String>,
}

struct ScopeVariable {
    name: String,
    types: TypeSet,
    span: Span,
    used: bool,
    /// Whether nothing is to be said about its type, or something has been.
    is_told: bool,
}

impl Scope {
    pub(super) fn len(&self) -> usize {
        self.variables.len()
    }

    pub(super) fn push(&mut self, variable: &Variable, span: Span) {
        self.variables.push(ScopeVariable {
            name: variable.name.clone(),
            types: variable.types.clone(),
            span,
            used: false,
            is_told: false,
        });
    }

    /// The types of the variables so far are not what is written.
    pub(super) fn say_nothing_of_types(&mut self) {
        self.variables.iter_mut().for_each(|variable| variable.is_told = true);
    }

    /// Variables that no term mentions, with their places.
    pub(super) fn unused(&self) -> Vec<(String, Span)> {
        let unused = self.variables.iter().filter(|variable| !variable.used);
        unused.map(|variable| (variable.name.clone(), variable.span)).collect()
    }
}

/// How an atom is used in a text, to record the usage of its predicate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Read,
    Add,
    Delete,
    Initially,
}

impl Resolver {
    /// A condition without free variables.
    pub(super) fn closed_condition(&mut self, condition: &ast::Condition<'_>) -> Condition {
        self.condition(&mut Scope::default(), condition)
    }

    /// Recursion is bounded by the parser's limit on nesting.
    pub(super) fn condition(&mut self, scope: &mut Scope, condition: &ast::Condition<'_>) -> Condition {
        match &condition.kind {
            ast::ConditionKind::Atom(atom) => match self.atom(scope, atom, Role::Read) {
                Some(atom) => Condition::Atom(atom),
                None => Condition::default(),
            },
            ast::ConditionKind::Equal(left, right) => {
                self.uses(":equality", condition.span);
                let names = [*left, *right];
                let first = self.diagnostics.len();
                let left = self.term(scope, *left);
                let second = self.diagnostics.len();
                let right = self.term(scope, *right);
                let types = |term: &Option<(Term, TypeSet)>| term.as_ref().map(|(_, types)| types.clone());
                // The later first: what is told of it does not move the other.
                self.advise_declaration(second, names[1], types(&left).as_ref());
                self.advise_declaration(first, names[0], types(&right).as_ref());
                match (left, right) {
                    (Some((left, _)), Some((right, _))) => Condition::Equal(left, right, condition.span),
                    _ => Condition::default(),
                }
            }
            ast::ConditionKind::And(parts) => Condition::And(self.conditions(scope, parts)),
            ast::ConditionKind::Or(parts) => {
                self.uses(":disjunctive-preconditions", condition.span);
                Condition::Or(self.conditions(scope, parts))
            }
            ast::ConditionKind::Not(part) => {
                match part.kind {
                    ast::ConditionKind::Equal(..) => {}
                    ast::ConditionKind::Atom(_) => self.uses(":negative-preconditions", condition.span),
                    _ => self.uses(":disjunctive-preconditions", condition.span),
                }
                Condition::Not(Box::new(self.condition(scope, part)))
            }
            ast::ConditionKind::Imply(left, right) => {
                self.uses(":disjunctive-preconditions", condition.span);
                let left = self.condition(scope, left);
                Condition::Imply(Box::new(left), Box::new(self.condition(scope, right)))
            }
            ast::ConditionKind::Forall(list, body) => {
                self.uses(":universal-preconditions", condition.span);
                let (variables, body) =
                    self.quantified(scope, list, |resolver, scope| resolver.condition(scope, body));
                Condition::Forall(variables, Box::new(body))
            }
            ast::ConditionKind::Exists(list, body) => {
                self.uses(":existential-preconditions", condition.span);
                let (variables, body) =
                    self.quantified(scope, list, |resolver, scope| resolver.condition(scope, body));
                Condition::Exists(variables, Box::new(body))
            }
        }
    }

    fn conditions(&mut self, scope: &mut Scope, parts: &[ast::Condition<'_>]) -> Vec<Condition> {
        parts.iter().map_while(|part| self.goes_on().then(|| self.condition(scope, part))).collect()
    }

    /// Resolves something with more variables in scope.
    pub(super) fn quantified<T>(
        &mut self,
        scope: &mut Scope,
        list: &ast::TypedList<'_>,
        body: impl FnOnce(&mut Self, &mut Scope) -> T,
    ) -> (Vec<Variable>, T) {
        let variables = self.variables(list);
        let outer = scope.len();
        for (variable, span) in &variables {
            let hidden =
                scope.variables[..outer].iter().find(|other| other.name.eq_ignore_ascii_case(&variable.name));
            if let Some(hidden) = hidden {
                let fault = codes::W0211
                    .at(*span, format!("variable {} hides another of the same name", variable.name))
                    .label("inside, the name means this one")
                    .second_in(self.file, hidden.span, "the hidden one")
                    .help("give it a name of its own");
                self.report(fault);
            }
            scope.push(variable, *span);
        }
        let body = body(self, scope);
        for hidden in scope.variables.drain(outer..).collect::<Vec<_>>() {
            if !hidden.used {
                self.unused_variable(&hidden.name, hidden.span, "quantified variable", list);
            }
        }
        (variables.into_iter().map(|(variable, _)| variable).collect(), body)
    }

    pub(super) fn unused_variable(&mut self, name: &str, span: Span, what: &str, list: &ast::TypedList<'_>) {
        let group = list.groups.iter().find_map(|group| {
            let name = group.names.iter().find(|name| name.span == span)?;
            Some(group.removal(*name))
        });
        self.report(
            codes::W0202.at(span, format!("{what} {name} is never used")).label("nothing depends on it").fix(
                "remove it, or use it",
                group.unwrap_or(span),
                "",
            ),
        );
    }

    /// Resolves an atom and checks its arguments.
    pub(super) fn atom(&mut self, scope: &mut Scope, atom: &ast::Atom<'_>, role: Role) -> Option<Atom> {
        if self.task.predicates.is_empty() && !self.is_broken(":predicates") {
            self.no_predicates(atom);
        }
        let unknown = self.diagnostics.len();
        let predicate = self.find_predicate(atom.name);
        let mut arguments = Vec::with_capacity(atom.arguments.len());
        for (index, name) in atom.arguments.iter().enumerate() {
            let reported = self.diagnostics.len();
            arguments.push(self.term(scope, *name));
            let info = predicate.map(|predicate| &self.task.predicate_info[predicate.index()]);
            let of = info.and_then(|info| info.parameters.get(index)).cloned();
            self.advise_declaration(reported, *name, of.as_ref());
        }
        let Some(predicate) = predicate else {
            self.advise_predicate(unknown, atom, &arguments);
            return None;
        };
        self.note_usage(predicate, role, atom.name.span);
        let declared = self.predicate_places[predicate.index()];
        let wanted = self.task.predicate_info[predicate.index()].parameters.clone();
        let arguments = self.arguments("predicate", scope, atom, arguments, &wanted, declared)?;
        Some(Atom { predicate, arguments, span: atom.span })
    }

    /// Checks the number and the types of arguments. `None` also if one of them could not be resolved.
    pub(super) fn arguments(
        &mut self,
        what: &str,
        scope: &mut Scope,
        atom: &ast::Atom<'_>,
        terms: Vec<Option<(Term, TypeSet)>>,
        wanted: &[TypeSet],
        declared: Place,
    ) -> Option<Vec<Term>> {
        if !self.arity(what, atom.span, atom.name, &atom.arguments, wanted.len(), declared) {
            return None;
        }
        let mut good = Vec::with_capacity(terms.len());
        if self.swapped(atom, &terms, wanted, declared) {
            return None;
        }
        for ((term, of), name) in terms.into_iter().zip(wanted).zip(&atom.arguments) {
            let Some((term, types)) = term else { continue };
            if self.fits(term, &types, of) {
                good.push(term);
                self.note_untyped(scope, term, of, *name, atom.name);
            } else {
                let place = match term {
                    Term::Object(object) => self.object_places[object.index()],
                    Term::Variable(slot) => (self.file, scope.variables[slot as usize].span),
                };
                self.mismatch(*name, (&types, place), of, atom.name, declared);
            }
        }
        (good.len() == wanted.len()).then_some(good)
    }

    /// Warns once of a variable that ranges over everything, where something narrower is asked for.
    fn note_untyped(
        &mut self,
        scope: &mut Scope,
        term: Term,
        wanted: &TypeSet,
        name: ast::Name<'_>,
        of: ast::Name<'_>,
    ) {
        let Term::Variable(slot) = term else { return };
        let variable = &mut scope.variables[slot as usize];
        let is_wide =
            variable.types == [Types::object()] && !wanted.is_empty() && !wanted.contains(&Types::object());
        if !is_wide || std::mem::replace(&mut variable.is_told, true) {
            return;
        }
        let wanted = self.task.types.show(wanted);
        self.report(
            codes::W0227
                .at(variable.span, format!("{} has no type, but {} takes {wanted}", name.text, of.text))
                .label("ranges over all objects")
                .second_in(self.file, name.span, format!("takes {wanted}"))
                .help(format!("give it a type: {} - {wanted}", name.text)),
        );
    }

    /// Reports two arguments that fit only in each other's place; true if there are two.
    fn swapped(
        &mut self,
        atom: &ast::Atom<'_>,
        terms: &[Option<(Term, TypeSet)>],
        wanted: &[TypeSet],
        declared: Place,
    ) -> bool {
        let fits = |from: usize, to: usize| {
            terms[from].as_ref().is_none_or(|(term, types)| self.fits(*term, types, &wanted[to]))
        };
        let bad: Vec<usize> = (0..wanted.len()).filter(|at| !fits(*at, *at)).collect();
        let [first, second] = bad[..] else { return false };
        if !fits(first, second) || !fits(second, first) {
            return false;
        }
        let names = [atom.arguments[first], atom.arguments[second]];
        let [one, other] = names.map(|name| name.text);
        let fault = codes::E0207
            .at(names[0].span, format!("type mismatch: {one} and {other} are swapped in {}", atom.name.text))
            .label(format!("{} takes {} here", atom.name.text, self.task.types.show(&wanted[first])))
            .second_in(declared.0, declared.1, "declared here");
        let fault = fault.fix(format!("write {other} before {one}"), names[0].span, other);
        self.report(fault.edit(names[1].span, one));
        true
    }

    /// Adds how to declare it to the report of an unknown object, if that is the diagnostic of this index.
    fn advise_declaration(&mut self, reported: usize, name: ast::Name<'_>, of: Option<&TypeSet>) {
        let Some(fault) = self.diagnostics.get(reported) else { return };
        let is_near = fault
            .help
            .first()
            .is_some_and(|help| help.text.starts_with("did you mean ") && !help.text.contains(" ?"));
        if fault.code != codes::E0203 || !fault.help.is_empty() && !is_near {
            return;
        }
        let or = if is_near { "or " } else { "" };
        let of = of.filter(|of| !of.contains(&Types::object()) && of.len() == 1);
        let item = format!("{}{}", name.text, self.type_suffix(of));
        let section = if self.file == 0 { ":constants" } else { ":objects" };
        let (span, text) = self.place_in(self.file, section, &item);
        let fault = &mut self.diagnostics[reported];
        *fault = fault.clone().fix(format!("{or}declare it: ({section} {item})"), span, text);
    }

    /// A type after a name in a list, nothing for `object`.
    pub(super) fn type_suffix(&self, of: Option<&TypeSet>) -> String {
        let of = of.filter(|of| !of.is_empty() && !of.contains(&Types::object()));
        of.map_or(String::new(), |of| format!(" - {}", self.task.types.show(of)))
    }

    /// Adds to the report of an unknown predicate, if that is the diagnostic of this index and none is nearly named so,
    /// which predicates take such arguments, or how to declare it.
    fn advise_predicate(&mut self, reported: usize, atom: &ast::Atom<'_>, terms: &[Option<(Term, TypeSet)>]) {
        let Some(fault) = self.diagnostics.get(reported) else { return };
        if fault.code != codes::E0202 || !fault.help.is_empty() {
            return;
        }
        let (fault, name) = (fault.clone(), atom.name);
        if let Some(plain) = name.text.strip_prefix(['!', '~'])
            && self.task.predicates.find(plain).is_some()
        {
            let words = atom.arguments.iter().map(|argument| format!(" {}", argument.text));
            let help = format!("write (not ({plain}{}))", words.collect::<String>());
            let fault = fault.fix(help, name.span, format!("not ({plain}"));
            self.diagnostics[reported] = fault.edit(Span::at(atom.span.end), ")");
            return;
        }
        let operands: Vec<&str> = atom.arguments.iter().map(|argument| argument.text).collect();
        let meant = borrowed(name.text, false, &operands).filter(|(shown, _)| shown.contains("(= "));
        if let Some((shown, Some(form))) = meant {
            self.diagnostics[reported] = fault.fix(format!("write {shown}"), atom.span, form);
            return;
        }
        let fits = |(term, of): (&Option<(Term, TypeSet)>, &TypeSet)| {
            term.as_ref().is_none_or(|(term, types)| self.fits(*term, types, of))
        };
        let alike = self.task.predicates.ids().filter(|id| {
            let parameters = &self.task.predicate_info[id.index()].parameters;
            parameters.len() == terms.len() && terms.iter().zip(parameters).all(fits)
        });
        let alike: Vec<&str> = alike.take(8).map(|id| self.task.predicates.name(id)).collect();
        self.diagnostics[reported] = if alike.is_empty() {
            let item = self.declaration(name, terms);
            let (span, text) = self.place_in(0, ":predicates", &item);
            fault.help(format!("declare it: (:predicates {item})")).edit_in(0, span, text)
        } else {
            let fault = fault.help(format!("predicates that take such arguments: {}", alike.join(", ")));
            fault.help(format!("or declare it: (:predicates {})", self.declaration(name, terms)))
        };
    }

    /// What would declare a predicate or a function with such arguments.
    pub(super) fn declaration(&self, name: ast::Name<'_>, terms: &[Option<(Term, TypeSet)>]) -> String {
        let parameter = |(number, term): (usize, &Option<(Term, TypeSet)>)| {
            format!(" ?x{}{}", number + 1, self.type_suffix(term.as_ref().map(|(_, types)| types)))
        };
        let parameters: String = terms.iter().enumerate().map(parameter).collect();
        format!("({}{parameters})", name.text)
    }

    /// Reports, at the first use of a predicate, that none is declared.
    fn no_predicates(&mut self, atom: &ast::Atom<'_>) {
        let variables = ["?x", "?y", "?z"].into_iter().cycle().take(atom.arguments.len());
        let example: Vec<&str> = std::iter::once(atom.name.text).chain(variables).collect();
        self.report(
            codes::E0105
                .at(atom.name.span, "the domain declares no predicates")
                .label("this one is not declared, nor are the others")
                .help(format!("write a section (:predicates ({}) ...)", example.join(" "))),
        );
        self.broken.push(":predicates");
    }

    /// Whether a term can be an argument of that type: an object must have it, a variable may range more widely.
    pub(super) fn fits(&self, term: Term, types: &TypeSet, wanted: &TypeSet) -> bool {
        // What has no type was declared with an unknown one.
        if wanted.contains(&Types::object()) || wanted.is_empty() || types.is_empty() {
            return true;
        }
        match term {
            Term::Object(_) => self.task.types.fits(types, wanted),
            Term::Variable(_) => self.task.types.overlap(types, wanted),
        }
    }

    /// Reports an argument of the wrong type; with its own types it gives where it is declared.
    pub(super) fn mismatch(
        &mut self,
        name: ast::Name<'_>,
        (types, place): (&TypeSet, Place),
        wanted: &TypeSet,
        of: ast::Name<'_>,
        declared: Place,
    ) {
        let is_untyped = !name.is_variable() && *types == [Types::object()];
        let is_kind = types.len() == 1 && !types.contains(&Types::object());
        let (got, wanted) = (self.task.types.show(types), self.task.types.show(wanted));
        let fault = codes::E0207
            .at(
                name.span,
                format!("type mismatch: {} is of type {got}, but {} takes {wanted} here", name.text, of.text),
            )
            .label(format!("of type {got}"))
            .second_in(declared.0, declared.1, format!("takes {wanted}"))
            .second_in(place.0, place.1, format!("declared as {got}"));
        self.report(if is_untyped {
            let section = if place.0 == 0 { ":constants" } else { ":objects" };
            fault.help(format!(
                "write {} - {wanted} in {section}: without a type, it is only an object",
                name.text
            ))
        } else {
            let fault = fault.help(format!("give an argument of type {wanted}; are arguments swapped?"));
            if is_kind {
                fault.help(format!("or, if every {got} is a {wanted}, write {got} - {wanted} in :types"))
            } else {
                fault
            }
        });
    }

    fn unknown_variable(&mut self, scope: &mut Scope, name: ast::Name<'_>) {
        let names: Vec<&str> = scope.variables.iter().map(|variable| variable.name.as_str()).collect();
        let mut fault = codes::E0204
            .at(name.span, format!("unknown variable {}", name.text))
            .label("neither a parameter nor quantified here");
        let merged = names.iter().enumerate().find_map(|(slot, other)| {
            let of = other.strip_prefix(name.text)?.strip_prefix('-')?;
            self.task.types.names.find(of).map(|_| (slot, of))
        });
        if let Some((slot, of)) = merged {
            let help = format!("{} is one word: write {} - {of}", names[slot], name.text);
            let place = scope.variables[slot].span;
            self.report(fault.fix(help, place, format!("{} - {of}", name.text)));
            scope.variables[slot].used = true;
            return;
        }
        // For a name of one letter, any other letter would be near.
        let near =
            nearest(name.text, names.iter().copied()).filter(|near| near.len() > 2 || name.text.len() > 2);
        if let Some(near) = near {
            fault = fault.fix(format!("did you mean {near}?"), name.span, near);
        }
        if scope.of_action {
            let or = if near.is_some() { "or " } else { "" };
            fault = fault.help(format!("{or}add {} to :parameters", name.text));
            // A misspelled name is not to become a parameter.
            if let Some(end) = scope.list.map(|list| list.end - 1).filter(|_| near.is_none()) {
                fault = fault.edit(Span::at(end), format!(" {}", name.text));
            }
        }
        if near.is_none() {
            fault = fault.help(if names.is_empty() {
                let facts = if self.file == 1 { "; :init states the facts of each object" } else { "" };
                format!("no variable is in scope here: name an object, or write it below a quantifier{facts}")
            } else {
                format!("variables in scope: {}", names.join(" "))
            });
        }
        self.report(fault);
    }

    /// A variable in scope, or an object; with its type.
    pub(super) fn term(&mut self, scope: &mut Scope, name: ast::Name<'_>) -> Option<(Term, TypeSet)> {
        if name.is_variable() {
            let found =
                scope.variables.iter().rposition(|variable| variable.name.eq_ignore_ascii_case(name.text));
            if let Some(slot) = found {
                scope.variables[slot].used = true;
                let slot_id = u32::try_from(slot).ok()?;
                return Some((Term::Variable(slot_id), scope.variables[slot].types.clone()));
            }
            let key = name.text.to_ascii_lowercase();
            if !scope.broken && !scope.unknown.contains(&key) {
                scope.unknown.push(key);
                self.unknown_variable(scope, name);
            }
            return None;
        }
        if self.task.objects.find(name.text).is_none() {
            let marked = format!("?{}", name.text);
            let found =
                scope.variables.iter_mut().find(|variable| variable.name.eq_ignore_ascii_case(&marked));
            if let Some(variable) = found {
                variable.used = true;
                let span = variable.span;
                let fault = codes::E0203
                    .at(name.span, format!("unknown object {}", name.text))
                    .label("no object of this name is declared")
                    .second_in(self.file, span, "a variable of this name is declared here")
                    .fix(format!("did you mean {marked}?"), name.span, marked.clone());
                return self.refuse(fault);
            }
        }
        let id = self.find_object(name)?;
        Some((Term::Object(id), self.task.object_types[id.index()].clone()))
    }
}
