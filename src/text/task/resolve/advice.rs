//! Advice on what to write instead: reports of unknown names and of arguments of the wrong type, with what may be
//! meant.
//!
//! In: a name with what is declared. Out: diagnostics with repairs.

use super::condition::{Left, Role, Scope, ScopeVariable, Unknown};
use super::uses::{Use, uses};
use super::{Place, Resolver};
use crate::pddl::ast;
use crate::task::{Term, TypeSet, Types};
use banto_base::source::{Advice, Diagnostic, Edit, Help, Span, codes, nearest, slip};

impl Resolver {
    /// Reports an argument of the wrong type; with its own types it gives where it is declared.
    pub(super) fn mismatch(
        &mut self,
        name: ast::Name<'_>,
        (types, place): (&TypeSet, Place),
        wanted: &TypeSet,
        (of, declared): (ast::Name<'_>, Place),
        instead: Option<String>,
    ) {
        let is_untyped = !name.is_variable() && *types == [Types::object()];
        // What is above it already would be above itself.
        let is_kind =
            types.len() == 1 && !types.contains(&Types::object()) && !self.task.types.fits(wanted, types);
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
                "write {} - {wanted} in {section}: as it stands, it is only an object",
                name.text
            ))
        } else {
            let fault = match instead {
                // What is declared may be wrong as well.
                Some(near) => fault.meant(name.span, near).guess(),
                None => fault.help(format!("give an argument of type {wanted}")),
            };
            if is_kind {
                let article = if wanted.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                let help = format!("if every {got} is {article} {wanted}, write {got} - {wanted} in :types");
                let (span, text) = self.place_in(0, ":types", &format!("{got} - {wanted}"));
                fault.help(help).edit_in(0, span, text).advising(Advice::Below(got, wanted)).guess().other()
            } else {
                fault
            }
        });
    }

    /// The only other variable in scope whose type fits, where variables of any type would not.
    pub(super) fn instead(&self, scope: &Scope, name: ast::Name<'_>, of: &TypeSet) -> Option<String> {
        if of.is_empty() || of.contains(&Types::object()) {
            return None;
        }
        let is_fit = |one: &&ScopeVariable| {
            !one.types.contains(&Types::object())
                && self.task.types.fits(&one.types, of)
                && !one.name.eq_ignore_ascii_case(name.text)
        };
        let mut fitting = scope.variables.iter().filter(is_fit);
        fitting.next().filter(|_| fitting.next().is_none()).map(|one| one.name.clone())
    }

    /// Adds how to declare it to the report of an unknown object, if that is the diagnostic of this index; and the only
    /// variable in scope that fits, unless it is an argument beside it, or its condition has asked for it, already.
    pub(super) fn advise_declaration(
        &mut self,
        reported: usize,
        (scope, beside): (&Scope, &[ast::Name<'_>]),
        role: Role,
        name: ast::Name<'_>,
        of: Option<&TypeSet>,
    ) {
        let Some(fault) = self.diagnostics.get(reported) else { return };
        let near = match fault.help.first().map(|help| &help.advice) {
            Some(Advice::Name(near)) if !near.starts_with('?') => Some(near.clone()),
            _ => None,
        };
        if fault.code != codes::E0203 || !fault.help.is_empty() && near.is_none() {
            return;
        }
        let mut none = ["nobody", "nothing", "none", "nil", "null"].iter();
        if role == Role::Read && near.is_none() && none.any(|one| name.text.eq_ignore_ascii_case(one)) {
            let help = format!("{NONE}(exists (?x{}) ...))", self.type_suffix(of));
            self.diagnostics[reported].help.push(help.into());
            return;
        }
        let found = near.as_ref().and_then(|near| self.task.objects.find(near));
        let types = found.map(|object| &self.task.object_types[object.index()]);
        let is_fit = types.zip(of).is_none_or(|(types, of)| of.is_empty() || self.task.types.fits(types, of));
        self.diagnostics[reported].help.iter_mut().for_each(|help| help.is_guess |= !is_fit);
        let is_beside = |one: &String| beside.iter().any(|other| other.text.eq_ignore_ascii_case(one));
        let is_asked = |one: &String| scope.variables.iter().any(|other| other.used && other.name == *one);
        let meant = of.filter(|_| near.is_none()).and_then(|of| self.instead(scope, name, of));
        let meant = meant.filter(|one| !is_beside(one) && (role != Role::Read || !is_asked(one)));
        if let Some(meant) = &meant {
            let fault = &mut self.diagnostics[reported];
            *fault = fault.clone().meant(name.span, meant.clone()).guess();
        }
        let of = of.filter(|of| !of.contains(&Types::object()) && of.len() == 1);
        let item = format!("{}{}", name.text, self.type_suffix(of));
        let section = if self.file == 0 { ":constants" } else { ":objects" };
        let (span, text) = self.place_in(self.file, section, &item);
        let fault = &mut self.diagnostics[reported];
        let help = format!("declare it: ({section} {item})");
        *fault = fault.clone().fix(help, span, text).advising(Advice::Declare(item)).other();
        if near.is_some_and(|near| is_of_series(&near, name.text)) {
            declare_first(fault);
        }
    }

    /// Where a type or an object is declared as one word with a type, as in `black-pearl`; and what to write instead.
    pub(super) fn in_one_word(&mut self, kind: &str, name: &str) -> Option<(Place, String, String)> {
        let types = &self.task.types.names;
        self.compared += types.len();
        if self.compared > super::MAX_COMPARED {
            return None;
        }
        types.names().find_map(|of| {
            let word = format!("{name}-{of}");
            let place = match kind {
                "type" => self.type_places[types.find(&word)?.index()]?,
                "object" => self.object_places[self.task.objects.find(&word)?.index()],
                _ => return None,
            };
            let (help, text) = one_word(name, of);
            Some((place, help, text))
        })
    }

    /// Adds to the report of an atom with too few arguments, if that is the last, the only variable in scope with which
    /// all types fit, or those that could stand there.
    pub(super) fn advise_missing(
        &mut self,
        scope: &mut Scope,
        atom: &ast::Atom<'_>,
        terms: &[Option<(Term, TypeSet)>],
        wanted: &[TypeSet],
    ) {
        let Some(fault) = self.diagnostics.last().filter(|fault| fault.code == codes::E0206).cloned() else {
            return;
        };
        if terms.len() + 1 != wanted.len() {
            return;
        }
        let fits = |(term, of): (&Option<(Term, TypeSet)>, &TypeSet)| {
            term.as_ref().is_none_or(|(term, types)| self.fits(*term, types, of))
        };
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (at, of) in wanted.iter().enumerate() {
            let others = wanted[..at].iter().chain(&wanted[at + 1..]);
            if !terms.iter().zip(others).all(fits) {
                continue;
            }
            let is_new = |name: &str| !atom.arguments.iter().any(|one| one.text.eq_ignore_ascii_case(name));
            let all = scope.variables.iter().enumerate();
            let fitting = all.filter(|(_, one)| is_new(&one.name) && self.task.types.fits(&one.types, of));
            found.extend(fitting.map(|(slot, _)| (at, slot)));
        }
        let name = |slot: usize| scope.variables[slot].name.clone();
        let advised = if let [(at, slot)] = found[..] {
            let mut words: Vec<String> = atom.arguments.iter().map(|one| one.text.to_owned()).collect();
            words.insert(at, name(slot));
            let help = format!("is {} missing? Write ({} {})", name(slot), atom.name.text, words.join(" "));
            let before = if at == 0 { atom.name } else { atom.arguments[at - 1] };
            fault.fix(help, Span::at(before.span.end), format!(" {}", name(slot)))
        } else {
            let mut names: Vec<String> = found.iter().map(|one| name(one.1)).collect();
            names.sort_unstable();
            names.dedup();
            if names.is_empty() {
                fault
            } else {
                fault.help(format!("variables that fit: {}", names.join(" ")))
            }
        };
        // What may be missing is not reported as unused.
        found.iter().for_each(|(_, slot)| scope.variables[*slot].used = true);
        self.diagnostics.pop();
        self.diagnostics.push(advised);
    }

    /// A type after a name in a list, nothing for `object`.
    pub(super) fn type_suffix(&self, of: Option<&TypeSet>) -> String {
        let of = of.filter(|of| !of.is_empty() && !of.contains(&Types::object()));
        of.map_or(String::new(), |of| format!(" - {}", self.task.types.show(of)))
    }

    /// A declaration of a predicate or a function with such parameters.
    pub(super) fn declaration(&self, name: &str, parameters: &[(String, TypeSet)]) -> String {
        let all = parameters.iter().map(|(name, of)| (name, self.type_suffix(Some(of))));
        let all: Vec<_> = all.collect();
        // What has no type would take that of the next.
        let last = all.iter().rposition(|(_, of)| !of.is_empty()).unwrap_or_default();
        let shown = |(at, (name, of)): (usize, &(&String, String))| match of.as_str() {
            "" if at < last => format!(" {name} - object"),
            of => format!(" {name}{of}"),
        };
        format!("({name}{})", all.iter().enumerate().map(shown).collect::<String>())
    }

    /// What is misspelled once is so wherever it stands.
    pub(super) fn meant_again(&mut self, name: ast::Name<'_>) {
        let message = format!("unknown variable {}", name.text);
        let mut faults = self.diagnostics.iter_mut().rev();
        let fault = faults.find(|fault| fault.message.eq_ignore_ascii_case(&message));
        let help = fault.and_then(|fault| fault.help.first_mut());
        if let Some(help) = help
            && let Advice::Name(near) = &help.advice
        {
            help.edits.push(Edit { span: name.span, text: near.clone(), file: None });
        }
    }

    /// Takes that advice back: the variable stands in another place, too.
    pub(super) fn not_none(&mut self, name: ast::Name<'_>) {
        let message = format!("unknown variable {}", name.text);
        let mut faults = self.diagnostics.iter_mut().rev();
        let Some(fault) = faults.find(|fault| fault.message.eq_ignore_ascii_case(&message)) else { return };
        fault.help.retain(|help| help.advice != Advice::Nothing);
    }

    /// Reports an action without parameters, with those that its variables ask for.
    pub(super) fn no_parameters(
        &mut self,
        action: ast::Name<'_>,
        list: Option<Span>,
        mut used: Vec<(String, TypeSet)>,
    ) {
        if used.is_empty() && list.is_some() {
            return;
        }
        // What has no type would take that of the next.
        used.sort_by_key(|(_, of)| self.type_suffix(Some(of)).is_empty());
        let names: Vec<&str> = used.iter().map(|(name, _)| name.as_str()).collect();
        let is_empty = list.is_some();
        let fault = if names.is_empty() {
            codes::W0102
                .at(action.span, format!("action {} has no :parameters", action.text))
                .label("taken as :parameters ()")
        } else {
            let has = if is_empty { "has empty :parameters" } else { "has no :parameters" };
            codes::E0105
                .at(action.span, format!("action {} {has}, and uses variables", action.text))
                .label(format!("nothing declares {}", names.join(" ")))
        };
        let typed = used.iter().map(|(name, of)| format!("{name}{}", self.type_suffix(Some(of))));
        let list_text = format!(":parameters ({})", typed.collect::<Vec<_>>().join(" "));
        let (place, text) = match list {
            Some(list) => (list, list_text[":parameters ".len()..].to_owned()),
            None => (Span::at(action.span.end), format!(" {list_text}")),
        };
        let fault = fault.fix(format!("write {list_text}"), place, text);
        self.report(if is_empty {
            let typed = format!("({}{})", used[0].0, self.type_suffix(Some(&used[0].1)));
            fault
                .guess()
                .help(format!("is a quantifier missing, (exists {typed} ...) or (forall {typed} ...)?"))
                .other()
        } else {
            fault
        });
    }

    /// Reports a variable that a quantifier declares, and that is used outside of it.
    fn variable_outside(&mut self, scope: &Scope, name: ast::Name<'_>, left: &Left) {
        let item = format!("{}{}", left.name, self.type_suffix(Some(&left.types)));
        let fault = codes::E0204
            .at(
                name.span,
                format!("unknown variable {}: {} declares it, and ends before", name.text, left.word),
            )
            .label(format!("not known outside of {}", left.word))
            .second_in(self.file, left.span, format!("declared by {} here", left.word));
        let unwrap = |fault: Diagnostic| match left.unwrapped {
            Some([whole, inner]) => {
                fault.edit(Span::new(whole.start, inner.start), "").edit(Span::new(inner.end, whole.end), "")
            }
            None => fault,
        };
        let is_within = |outer: &Span| outer.start <= left.span.start && left.span.end <= outer.end;
        let fault = match (scope.when, scope.list.filter(|_| scope.of_action && left.word == "exists")) {
            (Some(when), _) if is_within(&when) => {
                let list = format!("(forall ({item}) ");
                let help = format!("for each, write {list}(when ...)), without {}", left.word);
                let fault = fault.help(help);
                match left.unwrapped {
                    Some(_) => unwrap(fault.edit(Span::at(when.start), list)).edit(Span::at(when.end), ")"),
                    None => fault,
                }
            }
            (_, Some(list)) => {
                let help =
                    format!("for one that the action chooses, write {item} in :parameters, without exists");
                let fault = fault.help(help);
                let blank = if scope.variables.is_empty() { "" } else { " " };
                let is_untyped = scope.variables.iter().any(|one| one.types.contains(&Types::object()));
                match left.unwrapped {
                    Some(_) if !is_untyped => {
                        unwrap(fault.edit(Span::at(list.end - 1), format!("{blank}{item}")))
                            .advising(Advice::Parameter)
                    }
                    _ => fault,
                }
            }
            _ => fault.help(format!("move this into {}, or write a quantifier around it", left.word)),
        };
        self.report(fault);
    }

    pub(super) fn unknown_variable(&mut self, scope: &mut Scope, name: ast::Name<'_>, of: Option<&TypeSet>) {
        if let Some(left) = scope.left(name.text) {
            return self.variable_outside(scope, name, left);
        }
        let is_meant = |near: &String| {
            let is_unused = || scope.variables.iter().any(|one| one.name == *near && !one.used);
            name.text.starts_with(near.as_str()) || is_unused()
        };
        let fitting = of.and_then(|of| self.instead(scope, name, of)).filter(is_meant);
        let names: Vec<&str> = scope.variables.iter().map(|variable| variable.name.as_str()).collect();
        let mut fault = codes::E0204
            .at(name.span, format!("unknown variable {}", name.text))
            .label("neither a parameter nor quantified here");
        let merged = names.iter().enumerate().find_map(|(slot, other)| {
            let of = other.strip_prefix(name.text)?.strip_prefix('-')?;
            self.task.types.names.find(of).map(|_| (slot, of))
        });
        if let Some((slot, of)) = merged {
            let (help, text) = one_word(name.text, of);
            let fault = fault.fix(help, scope.variables[slot].span, text);
            self.report(fault.advising(Advice::Apart));
            scope.variables[slot].used = true;
            return;
        }
        // For a name of one letter, any other letter would be near.
        let near =
            nearest(name.text, names.iter().copied()).filter(|near| near.len() > 2 || name.text.len() > 2);
        if near.is_none() && self.task.objects.find(&name.text[1..]).is_some() {
            return self.report(fault.meant(name.span, &name.text[1..]));
        }
        let suffix = self.type_suffix(of.filter(|of| of.len() == 1 && near.is_none()));
        let near = near.or(fitting.as_deref());
        if let Some(near) = near {
            let is_slip = slip(name.text, names.iter().copied()) == Some(near);
            fault = fault.meant(name.span, near);
            fault = if is_slip { fault } else { fault.guess() };
        }
        let when = scope.when.filter(|_| near.is_none() && !suffix.is_empty());
        if let Some(when) = when {
            let list = format!("(forall ({}{suffix}) ", name.text);
            let help = format!("for each, write {list}(when ...))");
            fault = fault.fix(help, Span::at(when.start), list).edit(Span::at(when.end), ")").guess();
        }
        let none = scope.negated.filter(|_| near.is_none() && when.is_none());
        if let Some(atom) = none {
            let list = format!("(exists ({}{suffix}) ", name.text);
            let help = format!("{NONE}{list}...))");
            fault = fault.fix(help, Span::at(atom.start), list).edit(Span::at(atom.end), ")");
            fault = fault.advising(Advice::Nothing).guess();
        }
        if scope.of_action {
            fault = fault
                .help(format!("add {}{suffix} to :parameters", name.text))
                .advising(Advice::Parameter)
                .other();
            // A misspelled name is not to become a parameter.
            if let Some(list) = scope.list.filter(|_| near.is_none()) {
                // What has no type would take that of the last.
                let is_untyped = scope.variables.iter().any(|one| one.types.contains(&Types::object()));
                fault = if is_untyped && !suffix.is_empty() {
                    fault.edit(Span::at(list.start + 1), format!("{}{suffix} ", name.text))
                } else {
                    fault.edit(Span::at(list.end - 1), format!(" {}{suffix}", name.text))
                };
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

    /// Puts first, in the reports of unknown variables, the parameter that is meant, if none with a similar name is.
    pub(super) fn advise_parameters(&mut self, scope: &Scope, action: &ast::Action<'_>) {
        if scope.unknown.is_empty() {
            return;
        }
        let uses = uses(action);
        if uses.len() * scope.unknown.len() * scope.variables.len() > super::MAX_COMPARED {
            return;
        }
        let all = scope.unknown.iter();
        let found: Vec<(&Unknown, String)> =
            all.filter_map(|one| Some((one, self.meant_parameter(scope, &uses, &one.name)?))).collect();
        for (Unknown { name, reported, .. }, meant) in &found {
            let is_one = found.iter().filter(|other| other.1 == *meant).count() == 1;
            let Some(fault) = self.diagnostics.get_mut(*reported).filter(|_| is_one) else { continue };
            let is_other = match fault.help.first().map(|help| &help.advice) {
                Some(Advice::Name(near)) => near != meant,
                Some(advice) => *advice == Advice::Apart,
                None => true,
            };
            if is_other || scope.left(name).is_some() {
                continue;
            }
            let (here, all) = (fault.span(), std::mem::take(&mut fault.help));
            let others = uses.iter().filter(|one| one.is_of(name) && one.variable.span != here);
            let mut meant_here = fault.clone().meant(here, meant.clone());
            let is_slip = |help: &Help| matches!(help.advice, Advice::Name(_)) && !help.is_guess;
            meant_here.help[0].is_guess = !all.first().is_some_and(is_slip);
            *fault = others.fold(meant_here, |fault, one| fault.edit(one.variable.span, meant.clone()));
            let add = all.into_iter().find(|help| help.advice == Advice::Parameter);
            let add = add.into_iter().map(|add| Help { edits: Vec::new(), advice: Advice::Other, ..add });
            *fault = fault.clone().before(add.collect());
        }
    }

    /// The parameter that stands for an unknown variable: the only one that fits of those that are used nowhere; or the
    /// only one whose type fits, unless it is used beside it, or in the same position of another atom.
    fn meant_parameter(&self, scope: &Scope, uses: &[Use<'_>], name: &str) -> Option<String> {
        let own: Vec<&Use<'_>> = uses.iter().filter(|one| one.is_of(name)).collect();
        let wanted = own.iter().filter_map(|one| {
            let info = &self.task.predicate_info[self.task.predicates.find(one.head)?.index()];
            info.parameters.get(one.position)
        });
        let wanted: Vec<&TypeSet> = wanted.collect();
        let is_wide = |of: &TypeSet| of.is_empty() || of.contains(&Types::object());
        let fits = |one: &&ScopeVariable| {
            wanted.iter().all(|of| is_wide(of) || self.task.types.fits(&one.types, of))
        };
        let fitting: Vec<&ScopeVariable> = scope.variables.iter().filter(fits).collect();
        let is_unused = |one: &&&ScopeVariable| !uses.iter().any(|other| other.is_of(&one.name));
        let mut unused = fitting.iter().filter(is_unused);
        let only = unused.next().filter(|_| unused.next().is_none());
        let is_apart = |one: &&&ScopeVariable| {
            let mut others = uses.iter().filter(|other| other.is_of(&one.name));
            let is_narrow =
                !wanted.is_empty() && !wanted.iter().any(|of| is_wide(of)) && !is_wide(&one.types);
            is_narrow && !others.any(|other| own.iter().any(|own| own.is_beside(other)))
        };
        let single = fitting.first().filter(|_| fitting.len() == 1);
        only.or_else(|| single.filter(is_apart)).map(|one| one.name.clone())
    }
}

/// How advice begins for an unknown variable below `not`.
const NONE: &str = "if there must be none, write (not ";

/// What to write instead of `black-pearl`: the help, and the text.
pub(super) fn one_word(name: &str, of: &str) -> (String, String) {
    let text = format!("{name} - {of}");
    (format!("{name}-{of} is one word: write {text}"), text)
}

/// Puts the declaration of a name before what it may be mistaken for.
pub(super) fn declare_first(fault: &mut Diagnostic) {
    let declares = |help: &Help| matches!(help.advice, Advice::Declare(_));
    let Some(at) = fault.help.iter().position(declares).filter(|at| *at > 0) else { return };
    let help = fault.help.remove(at);
    // What is used elsewhere, too, is no variable here.
    fault.help.retain(|other| !matches!(&other.advice, Advice::Name(name) if name.starts_with('?')));
    let others = fault.help.iter_mut().filter(|help| matches!(help.advice, Advice::Name(_)));
    others.for_each(|other| other.is_other = true);
    fault.help.insert(0, help);
}

/// Whether two names differ in their numbers alone, as `b1` and `b2` do.
fn is_of_series(one: &str, other: &str) -> bool {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let stem = |name: &str| name.replace(is_digit, "").to_ascii_lowercase();
    one.contains(is_digit) && other.contains(is_digit) && stem(one) == stem(other)
}
