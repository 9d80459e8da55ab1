//! Types and objects that are used: what each is declared as. Predicates are looked up where atoms are read, in
//! `condition`.
//!
//! In: a name, and what was declared so far. Out: its id; or a note that it is missing, is written otherwise, or has
//! another number of arguments.

use super::mistakes::{Argument, Head, Kind, Miscount, Use};
use super::scope::{Role, Scope, ScopeVariable};
use super::{Place, Resolver};
use crate::pddl::ast::{Atom, Name};
use crate::task::literal::written;
use crate::task::{TypeId, TypeSet, Types};
use banto_base::source::{Span, codes, nearest};

impl<'s> Resolver<'s> {
    pub(super) fn find_type(&mut self, name: Name<'s>) -> Option<TypeId> {
        if let Some(id) = self.task.types.names.find(name.text) {
            self.named.insert(id);
            let (spelling, declared) = (self.task.types.names.name(id).to_owned(), self.type_place(id));
            self.respelled(('t', id.index()), &spelling, name, declared);
            return Some(id);
        }
        let has_none = self.task.types.len() == 1 && nearest(name.text, ["object"]).is_none();
        if !has_none || !self.lacks_section(0, ":types", name, "NAME") {
            let itself = Atom { name, arguments: Vec::new(), span: name.span };
            self.missing(
                Kind::Type,
                &Scope::default(),
                self.used(&Scope::default(), name, &itself, Role::Read),
            );
        }
        None
    }

    /// Where a type is declared, unless it is `object`.
    pub(in crate::task) fn type_place(&self, id: TypeId) -> Option<Place> {
        self.type_places.get(id.index()).copied().flatten()
    }

    /// What the arguments of a predicate or function must be.
    pub(in crate::task) fn parameters(&self, head: Head) -> &[TypeSet] {
        match head {
            Head::Predicate(id) => &self.task.predicate_info[id.index()].parameters,
            Head::Function(id) => &self.task.function_types[id.index()],
        }
    }

    /// Where it is declared.
    pub(in crate::task) fn declared(&self, head: Head) -> Place {
        match head {
            Head::Predicate(id) => self.predicate_places[id.index()],
            Head::Function(id) => self.function_places[id.index()],
        }
    }

    /// An object, in a place that may take one of some types, that is not declared.
    pub(super) fn missing_object(&mut self, scope: &Scope, mut used: Use<'s>, of: Option<&TypeSet>) {
        let name = used.name;
        let is_far =
            || nearest(name.text, self.task.objects.names().take(super::MAX_COMPARED / 100)).is_none();
        if self.file == 1 && !self.has_section(1, ":objects") && is_far() {
            self.lacks_section(1, ":objects", name, "NAME - TYPE");
            return;
        }
        let is_marked = |one: &&ScopeVariable| one.name[1..].eq_ignore_ascii_case(name.text);
        let marked = scope.variables.iter().find(is_marked).map(|one| (one.name.clone(), one.span));
        used.instead = marked.or_else(|| {
            let (meant, span) = self.instead(scope, name, of?)?;
            let is_beside = used.atom.arguments.iter().any(|other| other.text.eq_ignore_ascii_case(&meant));
            let is_asked = || scope.variables.iter().any(|other| other.used && other.name == meant);
            (!is_beside && (used.role != Role::Read || !is_asked())).then_some((meant, span))
        });
        self.missing(Kind::Object, scope, used);
    }

    /// The only other variable in scope whose type fits, where variables of any type would not.
    pub(super) fn instead(&self, scope: &Scope, name: Name<'_>, of: &TypeSet) -> Option<(String, Span)> {
        if Types::is_any(of) {
            return None;
        }
        let is_fit = |one: &&ScopeVariable| {
            !one.types.contains(&Types::object())
                && self.task.types.fits(&one.types, of)
                && !one.name.eq_ignore_ascii_case(name.text)
        };
        let mut fitting = scope.variables.iter().filter(is_fit);
        fitting.next().filter(|_| fitting.next().is_none()).map(|one| (one.name.clone(), one.span))
    }

    fn has_section(&self, file: usize, section: &str) -> bool {
        self.sections[file].is_empty() || self.sections[file].iter().any(|(other, _)| *other == section)
    }

    /// Reports, at the first name that it would declare, a section that is missing; true if it is.
    fn lacks_section(&mut self, file: usize, section: &'static str, name: Name<'_>, item: &str) -> bool {
        if self.has_section(file, section) {
            return false;
        }
        if !self.is_broken(section) {
            let what = if file == 0 { "domain" } else { "problem" };
            self.report(
                codes::E0105
                    .at(name.span, format!("the {what} has no {section}, and names {}", name.text))
                    .label("this one is not declared, nor are others")
                    .help(format!("write a section ({section} {item} ...)")),
            );
            self.broken.push(section);
        }
        true
    }

    /// Reports, at the first use of a predicate, that none is declared.
    pub(super) fn no_predicates(&mut self, atom: &Atom<'_>) {
        let variables = ["?x", "?y", "?z"].into_iter().cycle().take(atom.arguments.len());
        self.report(
            codes::E0105
                .at(atom.name.span, "the domain declares no predicates")
                .label("this one is not declared, nor are the others")
                .help(format!("write a section (:predicates {} ...)", written(atom.name.text, variables))),
        );
        self.broken.push(":predicates");
    }

    /// Notes a wrong number of arguments, unless two are declared; and which variables in scope a single one may be
    /// that is missing.
    pub(super) fn miscounted(&mut self, scope: &Scope, used: Use<'s>, head: Head) {
        if self.of_two_arities.contains(&used.atom.name.text.to_ascii_lowercase()) || !self.note_mistake() {
            return;
        }
        let (terms, wanted) = (&used.terms, self.parameters(head));
        let fits = |(term, of): (&Argument, &TypeSet)| {
            term.as_ref().is_none_or(|(term, types)| self.fits(*term, types, of))
        };
        let mut fitting = Vec::new();
        for at in (0..wanted.len()).filter(|_| terms.len() + 1 == wanted.len()) {
            let others = wanted[..at].iter().chain(&wanted[at + 1..]);
            if terms.iter().zip(others).all(fits) {
                let is_new = |one: &&ScopeVariable| {
                    !used.atom.arguments.iter().any(|other| other.text.eq_ignore_ascii_case(&one.name))
                };
                let new = scope.variables.iter().filter(is_new);
                let fit = new.filter(|one| self.task.types.fits(&one.types, &wanted[at]));
                fitting.extend(fit.map(|one| (at, one.name.clone())));
            }
        }
        let key = (head, used.atom.arguments.len());
        self.mistakes.miscounts.entry(key).or_default().push(Miscount { used, fitting });
    }
}
