//! What makes a fix of a name sure, so that it is made without asking: the rule, for all names of a model.
//!
//! A rename is sure only if nothing else can be meant: the name can be a slip of a single declared one
//! ([`slip`](banto_base::source::slip)), stands in a single place, and the declared one fits there (a predicate takes
//! the arguments, an object has the type). All others are offered. A predicate that is stated and asked for is none: to
//! declare it comes first, and is sure if nothing else is offered.
//!
//! In: reports of names that are not declared, and how they are used. Out: the same, each help sure or a guess.

use rustc_hash::{FxHashMap, FxHashSet};

use super::advice::declare_first;
use super::condition::Role;
use super::{Place, Resolver};
use crate::pddl::ast::{Atom, Name};
use crate::task::{Term, TypeSet, Types};
use banto_base::source::{Advice, Diagnostic, Edit, Help, Span, codes};

/// How a predicate that is not declared is used.
#[derive(Clone, Debug, Default)]
pub(super) struct Undeclared {
    /// Each use: how, the name, and the end of the atom.
    uses: Vec<(Role, Place, u32)>,
    parameters: Vec<(String, TypeSet)>,
    /// Whether some use has another number of arguments.
    of_two_arities: bool,
}

impl Resolver {
    /// Notes a use of a predicate that is not declared; its parameters take the arguments of all uses.
    pub(super) fn note_undeclared(&mut self, atom: &Atom<'_>, role: Role, terms: &[Option<(Term, TypeSet)>]) {
        let one = self.unknown_predicates.entry(atom.name.text.to_ascii_lowercase()).or_default();
        if one.uses.is_empty() {
            one.parameters = parameters(&atom.arguments, terms);
        }
        one.uses.push((role, (self.file, atom.name.span), atom.span.end));
        one.of_two_arities |= one.parameters.len() != terms.len();
        for ((_, known), term) in one.parameters.iter_mut().zip(terms) {
            for of in term.iter().flat_map(|(_, types)| types) {
                if !self.task.types.fits(&[*of], known) {
                    known.retain(|other| !self.task.types.fits(&[*other], &[*of]));
                    known.push(*of);
                }
            }
        }
    }

    /// Weighs the reports of names that are not declared, once all uses are known.
    pub(super) fn weigh_names(&mut self) {
        let mut stands: FxHashMap<String, usize> = FxHashMap::default();
        for fault in self.diagnostics.iter().filter(|fault| fault.message.starts_with("unknown ")) {
            *stands.entry(fault.message.to_ascii_lowercase()).or_default() += 1;
        }
        let unknown = std::mem::take(&mut self.unknown_predicates);
        let mut told = FxHashSet::default();
        for mut fault in std::mem::take(&mut self.diagnostics) {
            let message = fault.message.to_ascii_lowercase();
            let used = message.strip_prefix("unknown predicate ").and_then(|name| unknown.get(name));
            let count = used.map_or_else(|| stands.get(&message).copied(), |used| Some(used.uses.len()));
            // A variable is looked for in its action alone.
            let is_of_all = |name: &str| !name.starts_with('?') && fault.code != codes::E0204;
            for help in &mut fault.help {
                help.is_guess |=
                    count > Some(1) && matches!(&help.advice, Advice::Name(name) if is_of_all(name));
            }
            if let Some(used) = used {
                if used.is_both() && !told.insert((fault.file, message)) {
                    continue;
                }
                self.offer_declaration(&mut fault, used);
            }
            self.offer_arity(&mut fault, &unknown);
            self.diagnostics.push(fault);
        }
    }

    /// Puts first, in the report of a wrong number of arguments, to declare the predicate with the number that all its
    /// uses have. A single use with too few may lack one.
    fn offer_arity(&self, fault: &mut Diagnostic, noted: &FxHashMap<String, Undeclared>) {
        let name = fault.message.strip_prefix("predicate ").and_then(|rest| rest.split(' ').next());
        let Some(id) =
            name.filter(|_| fault.code == codes::E0206).and_then(|name| self.task.predicates.find(name))
        else {
            return;
        };
        let (name, (file, span)) = (self.task.predicates.name(id), self.predicate_places[id.index()]);
        let declared = self.task.predicate_info[id.index()].parameters.len();
        let is_all = |used: &&Undeclared| {
            let is_slip = used.uses.len() == 1 && used.parameters.len() < declared;
            !used.of_two_arities && !is_slip && !self.usage[id.index()].is_right
        };
        let Some(used) = noted.get(&name.to_ascii_lowercase()).filter(is_all) else { return };
        let item = self.declaration(name, &used.parameters);
        let others = std::mem::take(&mut fault.help);
        let help = format!("declare it as it is used: {item}");
        *fault = fault.clone().help(help).edit_in(file, span, item).guess().before(others);
    }

    /// Adds to the report of an unknown predicate how to declare it, and, if nothing else is known, which predicates
    /// take such arguments.
    fn offer_declaration(&self, fault: &mut Diagnostic, used: &Undeclared) {
        let is_sure = |help: &Help| !help.is_guess && !help.edits.is_empty();
        let is_declared = |help: &Help| matches!(help.advice, Advice::Declare(_));
        if fault.labels[0].text != NOT_DECLARED || fault.help.iter().any(is_sure) {
            return;
        }
        if fault.help.is_empty() && !used.is_both() {
            let fits = |((_, types), of): (&(String, TypeSet), &TypeSet)| {
                let is_any = |of: &TypeSet| of.is_empty() || of.contains(&Types::object());
                is_any(types) || is_any(of) || self.task.types.overlap(types, of)
            };
            let alike = self.task.predicates.ids().filter(|id| {
                let parameters = &self.task.predicate_info[id.index()].parameters;
                parameters.len() == used.parameters.len() && used.parameters.iter().zip(parameters).all(fits)
            });
            let alike: Vec<&str> = alike.take(8).map(|id| self.task.predicates.name(id)).collect();
            *fault = match alike[..] {
                [] => fault.clone(),
                [one] => {
                    let help = format!("did you mean {one}? It takes such arguments");
                    let span = fault.span();
                    fault.clone().fix(help, span, one).advising(Advice::Name(one.to_owned())).guess()
                }
                _ => fault.clone().help(format!("predicates that take such arguments: {}", alike.join(", "))),
            };
        }
        let is_only = fault.help.iter().all(is_declared);
        if !fault.help.iter().any(is_declared) {
            let name = &fault.message["unknown predicate ".len()..];
            let item = self.declaration(name, &used.parameters);
            let (span, text) = self.place_in(0, ":predicates", &item);
            let at = if fault.file == 0 { "" } else { " in the domain" };
            let help = format!("declare it{at}: (:predicates {item})");
            *fault = fault.clone().help(help).edit_in(0, span, text).advising(Advice::Declare(item)).other();
        }
        if used.is_both() {
            declare_first(fault);
            fault.help[0].is_guess &= !is_only;
            let others = fault.help.iter_mut().filter(|help| matches!(help.advice, Advice::Name(_)));
            others.for_each(|help| help.edits = used.everywhere(fault.file, &help.edits));
        }
    }
}

impl Undeclared {
    /// Whether it is both asked for and stated, with as many arguments.
    fn is_both(&self) -> bool {
        let is_used = |is_so: fn(&Role) -> bool| self.uses.iter().any(|(role, ..)| is_so(role));
        let is_stated = is_used(|role| matches!(role, Role::Add | Role::Initially));
        !self.of_two_arities && is_stated && is_used(|role| *role == Role::Read)
    }

    /// The edits of one use, made at each use in a text: none if `(not (not ...))` would be written.
    fn everywhere(&self, file: usize, edits: &[Edit]) -> Vec<Edit> {
        let (places, is_deleted) =
            (self.uses.iter().filter(|(_, place, _)| place.0 == file), |role| role == Role::Delete);
        if edits.len() > 1 && self.uses.iter().any(|(role, ..)| is_deleted(*role)) {
            return Vec::new();
        }
        let at = |edit: &Edit, (name, end): (Span, u32)| {
            let span = if edit.text == ")" { Span::at(end) } else { name };
            Edit { span, ..edit.clone() }
        };
        places.flat_map(|(_, (_, name), end)| edits.iter().map(move |edit| at(edit, (*name, *end)))).collect()
    }
}

/// The label of a predicate that is not declared as anything else either.
const NOT_DECLARED: &str = "no predicate of this name is declared";

/// Parameters for such arguments: a variable keeps its name.
pub(super) fn parameters(names: &[Name<'_>], terms: &[Option<(Term, TypeSet)>]) -> Vec<(String, TypeSet)> {
    let is_new = |at: usize| {
        let is_other = |one: &Name<'_>| !one.text.eq_ignore_ascii_case(names[at].text);
        names[at].is_variable() && names[..at].iter().all(is_other)
    };
    let name = |at: usize| if is_new(at) { names[at].text.to_owned() } else { format!("?x{}", at + 1) };
    let types = |term: &Option<(Term, TypeSet)>| term.as_ref().map_or(TypeSet::new(), |one| one.1.clone());
    terms.iter().enumerate().map(|(at, term)| (name(at), types(term))).collect()
}
