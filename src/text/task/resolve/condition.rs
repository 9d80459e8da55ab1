//! Conditions: variables are looked up from the innermost scope outwards, atoms against their declarations.
//!
//! In: trees and the variables in scope. Out: conditions in ids, and diagnostics.

use super::mistakes::{Argument, Head, Kind, Misfit, Use};
use super::scope::{Role, Scope};
use super::{Place, Resolver};
use crate::pddl::ast;
use crate::task::{Atom, Condition, Term, TypeId, TypeSet, Types, Variable};
use banto_base::source::{Span, codes};

impl<'s> Resolver<'s> {
    /// A condition without free variables.
    pub(super) fn closed_condition(&mut self, condition: &ast::Condition<'s>) -> Condition {
        self.condition(
            &mut Scope { whole: condition.span, before: self.mistakes.count, ..Scope::default() },
            condition,
        )
    }

    /// Recursion is bounded by the parser's limit on nesting.
    pub(super) fn condition(&mut self, scope: &mut Scope, condition: &ast::Condition<'s>) -> Condition {
        match &condition.kind {
            ast::ConditionKind::Atom(atom) => match self.atom(scope, atom, Role::Read) {
                Some(atom) => Condition::Atom(atom),
                None => Condition::default(),
            },
            ast::ConditionKind::Equal(left, right) => {
                self.uses(":equality", condition.span);
                let name = ast::Name { text: "=", span: condition.span };
                let pair = ast::Atom { name, arguments: vec![*left, *right], span: condition.span };
                let of = [right, left].map(|other| self.types_of(scope, *other));
                let left = self.term(scope, *left, (&pair, Role::Read), of[0].as_ref());
                let right = self.term(scope, *right, (&pair, Role::Read), of[1].as_ref());
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
                let is_atom = matches!(part.kind, ast::ConditionKind::Atom(_));
                let outer = std::mem::replace(&mut scope.negated, is_atom.then_some(part.span));
                let inner = self.condition(scope, part);
                scope.negated = outer;
                Condition::Not(Box::new(inner))
            }
            ast::ConditionKind::Imply(left, right) => {
                self.uses(":disjunctive-preconditions", condition.span);
                let left = self.condition(scope, left);
                Condition::Imply(Box::new(left), Box::new(self.condition(scope, right)))
            }
            ast::ConditionKind::Forall(list, part) => {
                self.uses(":universal-preconditions", condition.span);
                let (variables, body) =
                    self.quantified(scope, list, |resolver, scope| resolver.condition(scope, part));
                scope.leave("forall", &variables, None);
                Condition::Forall(variables, Box::new(body))
            }
            ast::ConditionKind::Exists(list, part) => {
                self.uses(":existential-preconditions", condition.span);
                let (variables, body) = self.quantified(scope, list, |resolver, scope| {
                    let body = resolver.condition(scope, part);
                    resolver.always(scope, &body);
                    body
                });
                scope.leave("exists", &variables, Some([condition.span, part.span]));
                Condition::Exists(variables, Box::new(body))
            }
        }
    }

    fn conditions(&mut self, scope: &mut Scope, parts: &[ast::Condition<'s>]) -> Vec<Condition> {
        parts.iter().map_while(|part| self.goes_on().then(|| self.condition(scope, part))).collect()
    }

    /// Resolves something with more variables in scope.
    pub(super) fn quantified<T>(
        &mut self,
        scope: &mut Scope,
        list: &ast::TypedList<'s>,
        body: impl FnOnce(&mut Self, &mut Scope) -> T,
    ) -> (Vec<Variable>, T) {
        let variables = self.variables(list);
        let outer = scope.len();
        for variable in &variables {
            let hidden =
                scope.variables[..outer].iter().find(|other| other.name.eq_ignore_ascii_case(&variable.name));
            if let Some(hidden) = hidden {
                let fault = codes::W0211
                    .at(variable.span, format!("variable {} hides another of the same name", variable.name))
                    .label("inside, the name means this one")
                    .second_in(self.file, hidden.span, "the hidden one")
                    .help("give it a name of its own");
                self.report(fault);
            }
            scope.push(variable, list);
        }
        let body = body(self, scope);
        if self.mistakes.count == scope.before && self.broken.is_empty() {
            for (name, span) in scope.unused(outer) {
                self.unused_variable(&name, span, "quantified variable", list);
            }
        }
        scope.variables.truncate(outer);
        (variables, body)
    }

    pub(super) fn unused_variable(&mut self, name: &str, span: Span, what: &str, list: &ast::TypedList<'s>) {
        let fault =
            codes::W0202.at(span, format!("{what} {name} is never used")).label("nothing depends on it");
        self.report(fault.fix("remove it, or use it", list.removal(span), ""));
    }

    /// Resolves an atom and checks its arguments.
    pub(super) fn atom(&mut self, scope: &mut Scope, atom: &ast::Atom<'s>, role: Role) -> Option<Atom> {
        if self.task.predicates.is_empty() && !self.is_broken(":predicates") {
            self.no_predicates(atom);
        }
        let predicate = self.task.predicates.find(atom.name.text);
        let Some(id) = predicate else {
            let is_otherwise = self.reordered(atom, role).is_some();
            let terms = if is_otherwise { Vec::new() } else { self.terms(scope, atom, role, &[]) };
            let used = Use { terms, ..self.used(scope, atom.name, atom, role) };
            self.missing(Kind::Predicate, scope, used);
            return None;
        };
        if self.task.predicates.name(id) != atom.name.text {
            let (spelling, place) =
                (self.task.predicates.name(id).to_owned(), self.predicate_places[id.index()]);
            self.respelled(('p', id.index()), &spelling, atom.name, Some(place));
        }
        let arguments = self.arguments(scope, atom, role, Head::Predicate(id))?;
        Some(Atom { predicate: id, arguments, span: atom.span })
    }

    /// Arguments in the places of parameters.
    pub(super) fn terms(
        &mut self,
        scope: &mut Scope,
        atom: &ast::Atom<'s>,
        role: Role,
        wanted: &[TypeSet],
    ) -> Vec<Argument> {
        let names = atom.arguments.iter().enumerate();
        names.map(|(at, name)| self.term(scope, *name, (atom, role), wanted.get(at))).collect()
    }

    /// The arguments of an atom; `None` if they are not as they are declared, or one of them could not be resolved.
    pub(super) fn arguments(
        &mut self,
        scope: &mut Scope,
        atom: &ast::Atom<'s>,
        role: Role,
        head: Head,
    ) -> Option<Vec<Term>> {
        let wanted = self.parameters(head).to_vec();
        let terms = self.terms(scope, atom, role, &wanted);
        if terms.len() != wanted.len() {
            let used = Use { terms, ..self.used(scope, atom.name, atom, role) };
            self.miscounted(scope, used, head);
            return None;
        }
        let home = |term: &Term| match *term {
            Term::Object(object) => self.object_places[object.index()],
            Term::Variable(slot) => (self.file, scope.variables[slot as usize].span),
        };
        let homes: Vec<Option<Place>> =
            terms.iter().map(|term| term.as_ref().map(|term| home(&term.0))).collect();
        let (mut bad, mut is_whole) = (Vec::new(), true);
        for (at, ((term, of), home)) in terms.iter().zip(&wanted).zip(&homes).enumerate() {
            let (Some((term, types)), Some(home)) = (term, home) else {
                is_whole = false;
                continue;
            };
            if self.fits(*term, types, of) {
                self.mistakes.right.names.extend((!Types::is_any(of)).then_some(*home));
                self.mistakes.right.slots.extend((!Types::is_any(types)).then_some((head, at)));
                self.note_untyped(scope, *term, of, atom.arguments[at], atom.name);
            } else {
                bad.push((at, self.instead(scope, atom.arguments[at], of).map(|one| one.0)));
            }
        }
        if bad.is_empty() {
            self.mistakes.right.heads.extend(is_whole.then_some(head));
            return terms.into_iter().map(|term| Some(term?.0)).collect();
        }
        let terms = terms
            .into_iter()
            .zip(homes)
            .map(|(term, home)| term.zip(home).map(|((term, of), home)| (term, of, home)));
        self.misfit(Misfit { file: self.file, head, atom: atom.clone(), terms: terms.collect(), bad });
        None
    }

    pub(super) fn misfit(&mut self, misfit: Misfit<'s>) {
        if self.note_mistake() {
            self.mistakes.misfits.push(misfit);
        }
    }

    /// Warns once of a variable that ranges over everything, or over more than is declared, where something narrower
    /// is asked for.
    fn note_untyped(
        &mut self,
        scope: &mut Scope,
        term: Term,
        wanted: &TypeSet,
        name: ast::Name<'s>,
        of: ast::Name<'s>,
    ) {
        let Term::Variable(slot) = term else { return };
        let variable = &mut scope.variables[slot as usize];
        let is_within = |one: &TypeId| self.task.types.fits(&[*one], wanted);
        let is_narrow = Types::is_any(wanted) || variable.types.iter().all(is_within);
        if is_narrow || std::mem::replace(&mut variable.is_told, true) {
            return;
        }
        let place = variable.takes_type.then_some(Span::at(variable.span.end));
        let [got, wanted] = [&variable.types, wanted].map(|of| self.task.types.show(of));
        let (span, name, of) = (name.span, name.text, of.text);
        let fault = if Types::is_any(&variable.types) {
            codes::W0227
                .at(variable.span, format!("{name} ranges over all objects, but {of} takes {wanted}"))
                .label("of no type but object")
        } else {
            codes::W0108
                .at(variable.span, format!("{name} is of type {got}, which is wider than {of} takes"))
                .label("some planners reject this")
        };
        let fault = fault.second_in(self.file, span, format!("takes {wanted}"));
        let fault = fault.help(format!("give it a type: {name} - {wanted}"));
        self.report(place.into_iter().fold(fault, |fault, place| fault.edit(place, format!(" - {wanted}"))));
    }

    /// Warns of `(exists (?b) (= ?n ?b))`, which always holds.
    fn always(&mut self, scope: &mut Scope, body: &Condition) {
        let (Condition::Equal(.., span), [.., variable]) = (body, &mut scope.variables[..]) else { return };
        let is_any = variable.used && variable.types == [Types::object()] && self.task.types.len() > 1;
        if is_any && !std::mem::replace(&mut variable.is_told, true) {
            let message = format!("{} ranges over all objects, so that this always holds", variable.name);
            self.report(
                codes::W0227
                    .at(variable.span, message)
                    .label("of no type but object")
                    .second_in(self.file, *span, "holds of one of them")
                    .help(format!("give it a type: {} - TYPE", variable.name)),
            );
        }
    }

    /// Whether a term can be an argument of that type: an object must have it, a variable may range more widely.
    pub(in crate::task) fn fits(&self, term: Term, types: &TypeSet, wanted: &TypeSet) -> bool {
        match term {
            _ if Types::is_any(wanted) || types.is_empty() => true,
            Term::Object(_) => self.task.types.fits(types, wanted),
            Term::Variable(_) => self.task.types.overlap(types, wanted),
        }
    }

    /// A variable in scope, or an object, in the place of an atom that takes a type; with its own types.
    pub(super) fn term(
        &mut self,
        scope: &mut Scope,
        name: ast::Name<'s>,
        (atom, role): (&ast::Atom<'s>, Role),
        of: Option<&TypeSet>,
    ) -> Argument {
        if let Some(slot) = scope.find(name.text) {
            let variable = &mut scope.variables[slot];
            variable.used = true;
            let (kind, place) = (if self.file == 0 { 'v' } else { 'w' }, (self.file, variable.span));
            self.respelled((kind, variable.span.start as usize), &variable.name, name, Some(place));
            return Some((Term::Variable(u32::try_from(slot).ok()?), variable.types.clone()));
        }
        if let Some(id) = self.task.objects.find(name.text) {
            if self.task.objects.name(id) != name.text {
                let (spelling, place) =
                    (self.task.objects.name(id).to_owned(), self.object_places[id.index()]);
                self.respelled(('o', id.index()), &spelling, name, Some(place));
            }
            return Some((Term::Object(id), self.task.object_types[id.index()].clone()));
        }
        let wanted = of.cloned().unwrap_or_default();
        let used = Use { wanted, ..self.used(scope, name, atom, role) };
        if name.is_variable() {
            self.missing(Kind::Variable, scope, used);
        } else {
            self.missing_object(scope, used, of);
        }
        None
    }

    /// The types of a term, if it is known.
    fn types_of(&self, scope: &Scope, name: ast::Name<'_>) -> Option<TypeSet> {
        let variable = scope.find(name.text).map(|slot| &scope.variables[slot].types);
        let object = || Some(&self.task.object_types[self.task.objects.find(name.text)?.index()]);
        variable.or_else(object).cloned()
    }
}
