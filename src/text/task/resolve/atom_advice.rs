//! Advice on what to write instead of a fact or a condition: a predicate that is unknown, or has other arguments.
//!
//! In: an atom with what is declared. Out: diagnostics with repairs.

use super::Resolver;
use super::condition::Role;
use crate::pddl::{ast, borrowed};
use crate::task::{Atom, Effect, Schema, Term, TypeSet, Variable};
use banto_base::source::{Advice, Span, codes};

/// What a negated predicate may begin with.
const NEGATIONS: &[&str] = &["!", "~", "not-", "not_", "no-", "no_", "non-"];

/// What the opposite of a predicate may begin with.
const OPPOSITES: &[&str] = &["un", "in", "im", "il", "ir", "dis", "de", "non", "not", "no"];

impl Resolver {
    /// Reports the value of a function that is written as a fact, as in `(distance a b 6)`; true if it is one.
    pub(super) fn value_as_fact(&mut self, atom: &ast::Atom<'_>, role: Role) -> bool {
        let name = atom.name.text;
        let is_number =
            |word: &str| word.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit());
        let Some((number, terms)) = atom.arguments.split_last().filter(|(last, _)| is_number(last.text))
        else {
            return false;
        };
        let is_cost = name.eq_ignore_ascii_case("total-cost");
        let is_function = is_cost || self.task.functions.find(name).is_some();
        if !is_function || [name, number.text].iter().any(|word| self.is_declared(word)) {
            return false;
        }
        let words: Vec<&str> = std::iter::once(name).chain(terms.iter().map(|term| term.text)).collect();
        let term = words.join(" ");
        let form = match role {
            Role::Initially => format!("(= ({term}) {})", number.text),
            Role::Add if terms.is_empty() => format!("(increase ({term}) {})", number.text),
            _ => return false,
        };
        let what = if role == Role::Add { "grows" } else { "has a value" };
        self.report(
            codes::E0202
                .at(atom.name.span, format!("{name} is a function, not a predicate"))
                .label(format!("a function {what}: it is no fact"))
                .fix(format!("write {form}"), atom.span, form),
        );
        true
    }

    /// Reports an atom whose predicate is among its arguments, as in `(anna likes bob)`; true if it is one.
    pub(super) fn predicate_inside(&mut self, atom: &ast::Atom<'_>) -> bool {
        if self.task.predicates.find(atom.name.text).is_some() {
            return false;
        }
        let is_meant = |word: &&ast::Name<'_>| {
            let found =
                self.task.predicates.find(word.text).filter(|_| self.task.objects.find(word.text).is_none());
            let info = found.map(|id| &self.task.predicate_info[id.index()]);
            info.is_some_and(|info| info.parameters.len() == atom.arguments.len())
        };
        let Some(name) = atom.arguments.iter().find(is_meant).copied() else { return false };
        let others = std::iter::once(&atom.name).chain(&atom.arguments);
        let others = others.filter(|other| other.span != name.span).map(|other| other.text);
        let words: Vec<&str> = std::iter::once(name.text).chain(others).collect();
        let form = format!("({})", words.join(" "));
        self.report(
            codes::E0202
                .at(
                    atom.name.span,
                    format!("the predicate comes first, found {} before {}", atom.name.text, name.text),
                )
                .label("no predicate of this name is declared")
                .fix(format!("write {form}"), atom.span, form),
        );
        true
    }

    fn is_declared(&self, name: &str) -> bool {
        self.task.predicates.find(name).is_some() || self.task.objects.find(name).is_some()
    }

    /// The declared predicate that a name is the opposite of, and whether the name says so with "not".
    pub(super) fn opposite(&self, name: &str, arity: usize) -> Option<(String, bool)> {
        let named = |plain: &str| {
            let id = self.task.predicates.find(plain).filter(|_| plain.len() > 2)?;
            let is_alike = self.task.predicate_info[id.index()].parameters.len() == arity;
            is_alike.then(|| self.task.predicates.name(id).to_owned())
        };
        let all = NEGATIONS.iter().map(|sign| (sign, true)).chain(OPPOSITES.iter().map(|sign| (sign, false)));
        let mut found = all.filter_map(|(sign, is_not)| {
            let plain = name.strip_prefix(sign).and_then(named);
            Some((plain.or_else(|| named(&format!("{sign}{name}")))?, is_not))
        });
        found.next()
    }

    /// Adds to the report of an unknown predicate, if that is the diagnostic of this index, what is meant by it if no
    /// near name is.
    pub(super) fn advise_predicate(
        &mut self,
        reported: usize,
        (atom, role): (&ast::Atom<'_>, Role),
        terms: &[Option<(Term, TypeSet)>],
    ) {
        self.note_undeclared(atom, role, terms);
        let Some(fault) = self.diagnostics.get(reported) else { return };
        if fault.code == codes::E0202 && role == Role::Read {
            self.advise_added(reported, atom, terms);
        }
        let Some(fault) = self.diagnostics.get(reported).filter(|fault| fault.code == codes::E0202) else {
            return;
        };
        if let Some(Advice::Name(near)) = fault.help.first().map(|help| &help.advice) {
            self.diagnostics[reported].help[0].is_guess |= !self.takes(near, terms);
        }
        let fault = &self.diagnostics[reported];
        if !fault.help.is_empty() {
            return;
        }
        let (fault, name) = (fault.clone(), atom.name);
        if let Some((plain, is_not)) = self.opposite(name.text, terms.len()).filter(|_| role != Role::Delete)
        {
            let words = atom.arguments.iter().map(|argument| format!(" {}", argument.text));
            let help = format!("write (not ({plain}{}))", words.collect::<String>());
            let fault =
                fault.fix(help, name.span, format!("not ({plain}")).edit(Span::at(atom.span.end), ")");
            let is_sure = is_not && self.takes(&plain, terms);
            let fault = fault.advising(Advice::Name(plain));
            self.diagnostics[reported] = if is_sure { fault } else { fault.guess() };
            return;
        }
        let operands: Vec<&str> = atom.arguments.iter().map(|argument| argument.text).collect();
        let meant = borrowed(name.text, false, &operands).filter(|(shown, _)| shown.contains("(= "));
        if let Some((shown, Some(form))) = meant {
            self.diagnostics[reported] = fault.fix(format!("write {shown}"), atom.span, form);
        }
    }

    /// Whether a declared predicate takes some arguments.
    fn takes(&self, predicate: &str, terms: &[Option<(Term, TypeSet)>]) -> bool {
        let id = self.task.predicates.find(predicate);
        let wanted = id.map_or(&[][..], |id| &self.task.predicate_info[id.index()].parameters);
        let fits = |(term, of): (&Option<(Term, TypeSet)>, &TypeSet)| {
            term.as_ref().is_none_or(|(term, types)| self.fits(*term, types, of))
        };
        terms.len() == wanted.len() && terms.iter().zip(wanted).all(fits)
    }

    /// Adds to the report of an action's name in a condition the facts that such a step adds.
    fn advise_added(&mut self, reported: usize, atom: &ast::Atom<'_>, terms: &[Option<(Term, TypeSet)>]) {
        let named = |schema: &&Schema| schema.name.eq_ignore_ascii_case(atom.name.text);
        let schema = self.task.schemas.iter().find(named).filter(|one| one.parameters.len() == terms.len());
        let Some(schema) = schema.filter(|_| self.diagnostics[reported].help.len() == 1) else { return };
        let is_fit = |(term, parameter): (&Option<(Term, TypeSet)>, &Variable)| {
            term.as_ref().is_some_and(|(term, types)| self.fits(*term, types, &parameter.types))
        };
        if !terms.iter().zip(&schema.parameters).all(is_fit) {
            return;
        }
        let added = schema.effects.iter().filter_map(|effect| match effect {
            Effect::Add(added) => Some(added),
            _ => None,
        });
        let shown = |added: &Atom| {
            let words = added.arguments.iter().map(|term| match *term {
                Term::Variable(slot) => atom.arguments[slot as usize].text,
                Term::Object(object) => self.task.objects.name(object),
            });
            let words: Vec<&str> =
                std::iter::once(self.task.predicates.name(added.predicate)).chain(words).collect();
            format!("({})", words.join(" "))
        };
        let forms: Vec<String> = added.take(4).map(shown).collect();
        let fault = &mut self.diagnostics[reported];
        for (number, form) in forms.into_iter().enumerate() {
            let how = if number == 0 { format!("{} adds", atom.name.text) } else { "or".to_owned() };
            *fault = fault.clone().fix(format!("{how} {form}: is that meant?"), atom.span, form).guess();
        }
    }

    /// Puts first, in the report of a predicate of one argument that got several, an atom for each of them.
    pub(super) fn advise_each(&mut self, reported: usize, atom: &ast::Atom<'_>, role: Role) {
        let Some(fault) = self.diagnostics.get_mut(reported).filter(|fault| fault.code == codes::E0206)
        else {
            return;
        };
        let each = atom.arguments.iter().map(|one| format!("({} {})", atom.name.text, one.text));
        let each = each.collect::<Vec<_>>().join(" ");
        let form = if role == Role::Initially { each } else { format!("(and {each})") };
        let others = std::mem::take(&mut fault.help);
        let help = format!("for each of them write {form}");
        *fault = fault.clone().fix(help, atom.span, form).before(others);
    }

    /// Where a comma stands in a fact of a predicate that takes one argument, a fact of each is meant.
    pub(super) fn facts_for_each(&mut self) {
        let arity = |name: &str| {
            Some(self.task.predicate_info[self.task.predicates.find(name)?.index()].parameters.len())
        };
        for help in self.diagnostics.iter_mut().filter_map(|fault| fault.help.first_mut()) {
            let Advice::Each(name) = &help.advice else { continue };
            if arity(name) == Some(1) {
                help.text = format!("{name} takes one argument: write a fact for each");
                help.edits.iter_mut().for_each(|edit| edit.text = format!(") ({name} "));
            }
        }
    }

    /// Reports, at the first use of a predicate, that none is declared.
    pub(super) fn no_predicates(&mut self, atom: &ast::Atom<'_>) {
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
}
