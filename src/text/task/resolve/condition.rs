//! Conditions: variables are looked up from the innermost scope outwards, atoms against their declarations.
//!
//! In: trees and the variables in scope. Out: conditions in ids, and diagnostics.

use super::{Place, Resolver};
use crate::pddl::ast;
use crate::task::{Atom, Condition, Term, TypeId, TypeSet, Types, Variable};
use banto_base::source::{Span, codes};

/// The variables in scope, outermost first.
#[derive(Default)]
pub(super) struct Scope {
    pub(super) variables: Vec<ScopeVariable>,
    /// Whether the parser left part of the parameters out.
    pub(super) broken: bool,
    /// Whether these are the parameters of an action, to which a variable can be added.
    pub(super) of_action: bool,
    /// Where the parameters are written.
    pub(super) list: Option<Span>,
    /// If none are: the variables that are used, with the types that they must have.
    pub(super) missing: Option<Vec<(String, TypeSet)>>,
    /// The outermost effect with `when` around.
    pub(super) when: Option<Span>,
    /// Whether it was told that more than facts stands below one.
    pub(super) is_nested: bool,
    /// The atom whose negation is being read.
    pub(super) negated: Option<Span>,
    /// Variables of quantifiers that have ended.
    pub(super) left: Vec<Left>,
    /// Variables that were reported as unknown: each once.
    pub(super) unknown: Vec<Unknown>,
}

/// A variable that was reported as unknown.
pub(super) struct Unknown {
    pub(super) name: String,
    /// The negated atom that it was found in.
    negated: Option<Span>,
    /// The index of the report.
    pub(super) reported: usize,
}

/// A variable of a quantifier that has ended: where it is declared, the quantified condition, and what is quantified in
/// it. `None` if the quantifier has more variables, or is none of `exists`.
pub(super) struct Left {
    pub(super) name: String,
    pub(super) types: TypeSet,
    pub(super) span: Span,
    pub(super) word: &'static str,
    pub(super) unwrapped: Option<[Span; 2]>,
}

pub(super) struct ScopeVariable {
    pub(super) name: String,
    pub(super) types: TypeSet,
    pub(super) span: Span,
    pub(super) used: bool,
    /// Whether nothing is to be said about its type, or something has been.
    is_told: bool,
    /// Whether a type written after it would be that of no other.
    takes_type: bool,
    /// Where the first stands that is declared with the same type, and where that is written.
    pub(super) group: Option<(Span, Span)>,
    /// Where the list begins that declares it.
    pub(super) list: Span,
}

impl Scope {
    pub(super) fn len(&self) -> usize {
        self.variables.len()
    }

    pub(super) fn push(&mut self, variable: &Variable, span: Span, list: &ast::TypedList<'_>) {
        let is_first = |group: &ast::TypedGroup<'_>| group.of.span.is_none() && group.names[0].span == span;
        let mut groups = list.groups.iter();
        let group = groups.find(|group| group.names.iter().any(|name| name.span == span));
        let group = group.and_then(|group| Some((group.names[0].span, group.of.span?)));
        self.variables.push(ScopeVariable {
            name: variable.name.clone(),
            types: variable.types.clone(),
            span,
            used: false,
            is_told: false,
            takes_type: list.groups.last().is_some_and(is_first),
            group,
            list: list.groups.first().map_or(span, |group| group.names[0].span),
        });
    }

    /// Keeps in mind the variables of a quantifier that has ended.
    fn leave(
        &mut self,
        word: &'static str,
        variables: &[Variable],
        list: &ast::TypedList<'_>,
        unwrapped: Option<[Span; 2]>,
    ) {
        let spans = list.iter().map(|(name, _)| name.span);
        let unwrapped = unwrapped.filter(|_| variables.len() == 1);
        self.left.extend(variables.iter().zip(spans).map(|(variable, span)| Left {
            name: variable.name.clone(),
            types: variable.types.clone(),
            span,
            word,
            unwrapped,
        }));
    }

    /// The variable of that name of a quantifier that has ended.
    pub(super) fn left(&self, name: &str) -> Option<&Left> {
        self.left.iter().rfind(|one| one.name.eq_ignore_ascii_case(name))
    }

    /// The types of the variables so far are not what is written.
    pub(super) fn say_nothing_of_types(&mut self) {
        self.variables.iter_mut().for_each(|variable| variable.is_told = true);
    }

    /// Variables that no term mentions, with their places; none where another may be a misspelling of one.
    pub(super) fn unused(&self, from: usize) -> Vec<(String, Span)> {
        let unused = self.variables[from..].iter().filter(|one| !one.used && self.unknown.is_empty());
        unused.map(|variable| (variable.name.clone(), variable.span)).collect()
    }
}

/// How an atom is used in a text, to record the usage of its predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
                self.advise_declaration(second, (scope, &names), Role::Read, names[1], types(&left).as_ref());
                self.advise_declaration(first, (scope, &names), Role::Read, names[0], types(&right).as_ref());
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
                scope.leave("forall", &variables, list, None);
                Condition::Forall(variables, Box::new(body))
            }
            ast::ConditionKind::Exists(list, part) => {
                self.uses(":existential-preconditions", condition.span);
                let (variables, body) = self.quantified(scope, list, |resolver, scope| {
                    let body = resolver.condition(scope, part);
                    resolver.always(scope, &body);
                    body
                });
                scope.leave("exists", &variables, list, Some([condition.span, part.span]));
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
            scope.push(variable, *span, list);
        }
        let body = body(self, scope);
        for (name, span) in scope.unused(outer) {
            self.unused_variable(&name, span, "quantified variable", list);
        }
        scope.variables.truncate(outer);
        (variables.into_iter().map(|(variable, _)| variable).collect(), body)
    }

    pub(super) fn unused_variable(&mut self, name: &str, span: Span, what: &str, list: &ast::TypedList<'_>) {
        let group = list.groups.iter().find_map(|group| {
            let name = group.names.iter().find(|name| name.span == span)?;
            Some(group.removal(*name))
        });
        let fault =
            codes::W0202.at(span, format!("{what} {name} is never used")).label("nothing depends on it");
        self.report(fault.fix("remove it, or use it", group.unwrap_or(span), ""));
    }

    /// Resolves an atom and checks its arguments.
    pub(super) fn atom(&mut self, scope: &mut Scope, atom: &ast::Atom<'_>, role: Role) -> Option<Atom> {
        if self.task.predicates.is_empty() && !self.is_broken(":predicates") {
            self.no_predicates(atom);
        }
        if self.value_as_fact(atom, role) || self.predicate_inside(atom) {
            return None;
        }
        let unknown = self.diagnostics.len();
        let predicate = self.find_predicate(atom.name, atom.arguments.len());
        let mut arguments = Vec::with_capacity(atom.arguments.len());
        for (index, name) in atom.arguments.iter().enumerate() {
            let reported = self.diagnostics.len();
            let info = predicate.map(|predicate| &self.task.predicate_info[predicate.index()]);
            let of = info.and_then(|info| info.parameters.get(index)).cloned();
            arguments.push(self.term_of(scope, *name, of.as_ref()));
            self.advise_declaration(reported, (scope, &atom.arguments), role, *name, of.as_ref());
        }
        let Some(predicate) = predicate else {
            self.advise_predicate(unknown, (atom, role), &arguments);
            return None;
        };
        self.note_usage(predicate, role, atom.name.span);
        let declared = self.predicate_places[predicate.index()];
        let wanted = self.task.predicate_info[predicate.index()].parameters.clone();
        let are_fit = matches!(&wanted[..], [of] if arguments.len() > 1 && arguments.iter().all(|term| {
            term.as_ref().is_some_and(|(term, types)| self.fits(*term, types, of))
        }));
        let reported = self.diagnostics.len();
        if arguments.len() != wanted.len() {
            self.note_undeclared(atom, role, &arguments);
        }
        let arguments = self.arguments("predicate", scope, atom, arguments, &wanted, declared);
        if are_fit && scope.negated.is_none() && role != Role::Delete {
            self.advise_each(reported, atom, role);
        }
        let arguments = arguments?;
        self.usage[predicate.index()].is_right = true;
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
        let before = self.diagnostics.len();
        if !self.arity(what, atom.span, atom.name, &atom.arguments, wanted, declared) {
            if self.diagnostics.len() > before {
                self.advise_missing(scope, atom, &terms, wanted);
            }
            return None;
        }
        let mut good = Vec::with_capacity(terms.len());
        if self.swapped(scope, atom, &terms, wanted, declared) {
            return None;
        }
        for (at, ((term, of), name)) in terms.into_iter().zip(wanted).zip(&atom.arguments).enumerate() {
            let Some((term, types)) = term else { continue };
            let fits = self.fits(term, &types, of);
            self.note_argument((declared.1, at), fits, *name, &types);
            if let Term::Variable(slot) = term {
                self.note_argument((scope.variables[slot as usize].span, 0), fits, *name, of);
            }
            if fits {
                good.push(term);
                if let (Term::Variable(slot), false) = (term, of.is_empty() || of.contains(&Types::object()))
                {
                    self.fitting.insert((self.file, scope.variables[slot as usize].span));
                }
                self.note_untyped(scope, term, of, *name, atom.name);
            } else {
                let place = match term {
                    Term::Object(object) => self.object_places[object.index()],
                    Term::Variable(slot) => (self.file, scope.variables[slot as usize].span),
                };
                let advice = self.instead(scope, *name, of);
                self.narrow.push(((declared, at), atom.span, (self.file, name.span), types.clone()));
                self.note_misfit(scope, term, of);
                self.mismatch(*name, (&types, place), of, (atom.name, declared), advice);
            }
        }
        (good.len() == wanted.len()).then_some(good)
    }

    /// Warns once of a variable that ranges over everything, or over more than is declared, where something narrower
    /// is asked for.
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
        let is_any = |of: &TypeSet| of.is_empty() || of.contains(&Types::object());
        let is_within = |one: &TypeId| self.task.types.fits(&[*one], wanted);
        let is_narrow = is_any(wanted) || variable.types.iter().all(is_within);
        if is_narrow || std::mem::replace(&mut variable.is_told, true) {
            return;
        }
        let place = variable.takes_type.then_some(Span::at(variable.span.end));
        let [got, wanted] = [&variable.types, wanted].map(|of| self.task.types.show(of));
        let (span, name, of) = (name.span, name.text, of.text);
        let fault = if is_any(&variable.types) {
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

    /// Reports two arguments that fit only in each other's place; true if there are two.
    fn swapped(
        &mut self,
        scope: &Scope,
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
        self.swapped.push((self.diagnostics.len(), declared, [first, second]));
        for at in [first, second] {
            terms[at].iter().for_each(|(term, _)| self.note_misfit(scope, *term, &wanted[at]));
        }
        self.report(fault.edit(names[1].span, one));
        true
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

    /// A variable in scope, or an object; with its type.
    pub(super) fn term(&mut self, scope: &mut Scope, name: ast::Name<'_>) -> Option<(Term, TypeSet)> {
        self.term_of(scope, name, None)
    }

    /// A variable in scope, or an object, in a place that takes a type.
    fn term_of(
        &mut self,
        scope: &mut Scope,
        name: ast::Name<'_>,
        of: Option<&TypeSet>,
    ) -> Option<(Term, TypeSet)> {
        if name.is_variable() {
            let found =
                scope.variables.iter().rposition(|variable| variable.name.eq_ignore_ascii_case(name.text));
            if let Some(slot) = found {
                scope.variables[slot].used = true;
                let ScopeVariable { name: spelling, span, .. } = &scope.variables[slot];
                let (kind, place) = (if self.file == 0 { 'v' } else { 'w' }, (self.file, *span));
                self.respelled_as((kind, span.start as usize), spelling, name, Some(place));
                let slot_id = u32::try_from(slot).ok()?;
                return Some((Term::Variable(slot_id), scope.variables[slot].types.clone()));
            }
            let is_left = scope.left(name.text).is_some();
            if let Some(missing) = scope.missing.as_mut().filter(|_| !is_left) {
                let of = of.cloned().unwrap_or_default();
                match missing.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name.text)) {
                    // The narrower type of the two.
                    Some((_, before)) if before.is_empty() || self.task.types.fits(&of, before) => {
                        *before = of;
                    }
                    Some(_) => {}
                    None => missing.push((name.text.to_owned(), of)),
                }
                return None;
            }
            if scope.unknown.iter().any(|other| other.name.eq_ignore_ascii_case(name.text)) {
                self.meant_again(name);
            }
            match scope.unknown.iter().find(|other| other.name.eq_ignore_ascii_case(name.text)) {
                // What stands elsewhere, too, is not "none" here.
                Some(known) if known.negated.is_some() && known.negated != scope.negated => {
                    self.not_none(name);
                }
                None if !scope.broken => {
                    let (name_text, reported) = (name.text.to_owned(), self.diagnostics.len());
                    scope.unknown.push(Unknown { name: name_text, negated: scope.negated, reported });
                    self.unknown_variable(scope, name, of);
                }
                _ => {}
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
                    .meant(name.span, marked.clone());
                return self.refuse(fault);
            }
        }
        let id = self.find_object(name)?;
        Some((Term::Object(id), self.task.object_types[id.index()].clone()))
    }
}
