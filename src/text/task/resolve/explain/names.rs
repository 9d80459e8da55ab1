//! Types, predicates, functions and objects that are not declared.

use std::fmt::Write;

use indexmap::IndexMap;

use super::{Explain, Ways, edit, one_word};
use crate::pddl::ast::{Atom, Name};
use crate::pddl::{WITHOUT_NUMBERS, borrowed};
use crate::task::changes::Change;
use crate::task::literal::written;
use crate::task::resolve::mistakes::{Kind, Missing, Use};
use crate::task::resolve::scope::Role;
use crate::task::resolve::{Place, Resolver};
use crate::task::{Term, TypeSet, Types};
use banto_base::source::{Diagnostic, Span, slip};

/// At most this many declared names are listed.
const MOST_LISTED: usize = 8;

/// What a negated predicate may begin with, and what the opposite of one may.
const NEGATIONS: [&[&str]; 2] = [
    &["!", "~", "not-", "not_", "no-", "no_", "non-"],
    &["un", "in", "im", "il", "ir", "dis", "de", "non", "not", "no"],
];

/// What is said of a variable whose mark is missing, before the variable as it is to be written.
const MARKS: &str = "variables begin with ?: write ";

/// Words for nothing.
const NOTHING: [&str; 5] = ["nobody", "nothing", "none", "nil", "null"];

impl<'a, 's> Explain<'a, 's> {
    pub(super) fn names(&mut self) {
        for missing in self.found.mistakes.missing.values().filter(|one| one.kind != Kind::Variable) {
            let uses: Vec<&Use<'_>> = missing.uses.iter().collect();
            if missing.kind == Kind::Type && self.misnamed_type(&uses) {
                continue;
            }
            // One text declares a function for both, if one of them does not mean something else.
            let key = |one: &Use<'_>| (one.file, self.inside(missing.kind, one));
            let is_one = missing.kind == Kind::Function
                && self.declared_otherwise(missing.kind, uses[0].name.text).is_none();
            let groups: Vec<&[&Use<'_>]> =
                uses.chunk_by(|one, next| is_one || key(one) == key(next)).collect();
            groups.into_iter().for_each(|uses| self.missing(missing, uses));
        }
    }

    /// A type that is declared and that nothing names, but several places nearly: its declaration is to mend.
    fn misnamed_type(&mut self, uses: &[&Use<'_>]) -> bool {
        let (name, types) = (uses[0].name.text, &self.task.types.names);
        // A letter that is wrong, or an end that is there or not, as of a plural.
        let is_end = |near: &str| near.starts_with(name) || name.starts_with(near);
        let near = self.nearest(name, || types.names()).filter(|(near, is_slip)| *is_slip || is_end(near));
        let near = near.and_then(|(near, _)| types.find(near));
        let of = near.filter(|of| uses.len() > 1 && !self.found.named.contains(of));
        let Some((file, declared)) = of.and_then(|of| self.found.type_place(of)) else { return false };
        let near = of.map_or("", |of| types.name(of));
        let message = format!("unknown type {name}: {near} is declared, and nothing names it");
        let fault = Kind::Type.code().at(declared, message).label("declared here");
        let label = format!("the first of {} uses of {name}", uses.len());
        let fault = fault.second_in(uses[0].file, uses[0].name.span, label);
        let mut ways = Ways::default();
        // Alone, a domain does not show what its problems name.
        ways.add(format!("write {name}"), vec![edit(file, declared, name)], self.problem.is_some());
        self.tell(file, fault, ways, 1);
        true
    }

    /// The uses of a missing name in one text.
    fn missing(&mut self, missing: &Missing<'_>, uses: &[&Use<'_>]) {
        let (kind, first, noun) = (missing.kind, uses[0], missing.kind.noun());
        let (name, file, is_single) = (first.name.text, first.file, missing.uses.len() == 1);
        let message = match self.inside(kind, first) {
            Some(own) => format!("the predicate comes first, found {name} before {own}"),
            None => format!("unknown {noun} {name}"),
        };
        let fault = kind.code().at(first.name.span, message);
        let label = format!("no {noun} of this name is declared");
        let is_rule = first.role == Role::Derived;
        let mut fault = fault.label(if is_rule { "a rule does not declare it" } else { &label });
        let mut ways = Ways::default();
        let names = || self.names_of(kind, file);
        let fits = |other: &&str| kind != Kind::Object || self.is_fit(other, &first.wanted);
        let any =
            || (kind == Kind::Object).then(|| self.nearest(name, names))?.map(|(near, _)| (near, false));
        // What fits the place comes before what is written more alike.
        let near = self.nearest(name, || names().filter(fits)).or_else(any);
        let marked = first.instead.as_ref().filter(|(meant, _)| meant[1..].eq_ignore_ascii_case(name));
        if let Some(((place, span), help, text)) = self.in_one_word(kind, name) {
            ways.add(help, vec![edit(place, span, text)], true);
        } else if let Some((place, removal, item)) = self.problem_object(kind, name, file) {
            fault = fault.second_in(1, place, "only this problem declares it");
            let (_, mut edits) = self.declare(kind, 0, &item);
            edits.push(edit(1, removal, ""));
            let help = format!("declare it in the domain, (:constants {item}), and no longer in :objects");
            marked.iter().for_each(|(meant, _)| ways.rename(meant, uses, false));
            ways.add(help, edits, marked.is_none());
        } else if let Some((meant, _)) = marked {
            let edits = uses.iter().map(|one| edit(one.file, one.name.span, meant));
            // Who forgets one mark forgets others.
            let last = self.out.last_mut().filter(|last| last.file == file);
            if let Some(last) = last.filter(|last| last.help[0].text.starts_with(MARKS)) {
                let _ = write!(last.help[0].text, " {meant}");
                last.help[0].edits.extend(edits);
                last.places += uses.len();
                return;
            }
            ways.add(format!("{MARKS}{meant}"), edits.collect(), true);
        } else if kind == Kind::Predicate {
            self.predicate(missing, uses, near, &mut ways);
        }
        if let Some((_, span)) = marked {
            fault = fault.second_in(file, *span, "a variable of this name is declared here");
        }
        if let Some((what, help)) = self.declared_otherwise(kind, name) {
            let n = if kind == Kind::Object { "n" } else { "" };
            fault = fault.label(format!("{name} is {what}, not a{n} {noun}"));
            fault = if ways.is_sure() { fault } else { fault.help(help) };
        } else if kind == Kind::Object && ways.0.is_empty() {
            self.object(missing, uses, near, &mut ways);
        } else if ways.0.is_empty() {
            match near {
                Some((near, is_slip)) => ways.rename(near, uses, is_slip && is_single),
                None if kind == Kind::Function => {
                    let all: Vec<&Missing<'_>> = match self.functions().get_index_of(name) {
                        Some(0) => self.functions().values().copied().collect(),
                        Some(_) => return,
                        None => vec![missing],
                    };
                    let items: Vec<String> = all.iter().map(|one| self.function(one)).collect();
                    let (help, edits) = self.declare(kind, file, &items.join(" "));
                    // What is used again is hardly a slip of writing.
                    ways.add(help, edits, all.iter().all(|one| one.uses.len() > 1));
                    for other in &all[1..] {
                        let (file, name) = (other.uses[0].file, other.uses[0].name);
                        fault = fault.second_in(file, name.span, format!("nor is {} declared", name.text));
                    }
                }
                // A type of this name is not for every planner.
                None if !name.eq_ignore_ascii_case("number") => {
                    let (help, edits) = self.declare(kind, file, name);
                    ways.add(help, edits, false);
                }
                None => {}
            }
        }
        if kind == Kind::Type && near.is_none() {
            fault = self.with_types(fault);
        }
        self.tell(file, fault, ways, uses.len());
    }

    /// The functions that are to be declared: one edit writes them, as two would write two sections.
    fn functions(&self) -> &IndexMap<&'a str, &'a Missing<'s>> {
        let is_open = |one: &&Missing<'_>| {
            let name = one.uses[0].name.text;
            one.kind == Kind::Function
                && self.declared_otherwise(Kind::Function, name).is_none()
                && self.nearest(name, || self.task.functions.names()).is_none()
        };
        let all = || self.found.mistakes.missing.values().filter(is_open);
        self.functions.get_or_init(|| all().map(|one| (one.uses[0].name.text, one)).collect())
    }

    fn function(&self, missing: &Missing<'_>) -> String {
        let uses: Vec<&Use<'_>> = missing.uses.iter().collect();
        let parameters = self.parameters_of(&uses).or_else(|| self.parameters_of(&uses[..1]));
        self.declaration(uses[0].name.text, &parameters.unwrap_or_default())
    }

    /// The predicate that stands among the arguments of a missing one.
    fn inside(&self, kind: Kind, used: &Use<'_>) -> Option<String> {
        let form = self.found.reordered(&used.atom, used.role).filter(|_| kind == Kind::Predicate)?;
        let (own, _) = form[1..].split_once([' ', ')'])?;
        (own != "=" && own != "increase").then(|| own.to_owned())
    }

    /// What an action adds, where a step stands in place of a fact.
    fn added(&self, used: &Use<'_>) -> Vec<String> {
        let is_named = |schema: &crate::task::Schema| schema.name.eq_ignore_ascii_case(used.name.text);
        let Some(at) = self.task.schemas.iter().position(is_named) else { return Vec::new() };
        let of: Vec<TypeSet> = self.task.schemas[at].parameters.iter().map(|one| one.types.clone()).collect();
        let words = used.words();
        let shown = |change: &Change<'_>| {
            let terms = change.atom.arguments.iter().map(|term| match *term {
                Term::Variable(slot) => words.get(slot as usize).copied(),
                Term::Object(object) => Some(self.task.objects.name(object)),
            });
            let terms = terms.collect::<Option<Vec<&str>>>()?;
            Some(written(self.task.predicates.name(change.atom.predicate), terms.into_iter()))
        };
        let own = self.changes_by(at).iter().filter(|change| change.adds);
        if self.fit(used, &of) { own.filter_map(shown).collect() } else { Vec::new() }
    }

    /// Lists the declared types, of which one may be meant.
    fn with_types(&self, fault: Diagnostic) -> Diagnostic {
        let types = &self.task.types;
        let names: Vec<&str> = types.names.names().skip(1).take(MOST_LISTED).collect();
        let more = if types.len() > MOST_LISTED + 1 { " ..." } else { "" };
        let help = format!("the declared types are: {}{more}", names.join(" "));
        if names.is_empty() { fault } else { fault.help(help) }
    }

    fn names_of(&self, kind: Kind, file: usize) -> Box<dyn ExactSizeIterator<Item = &'a str> + 'a> {
        let task = self.task;
        match kind {
            Kind::Type => Box::new(task.types.names.names()),
            Kind::Predicate => Box::new(task.predicates.names()),
            Kind::Function => Box::new(task.functions.names()),
            Kind::Object | Kind::Variable => {
                let known = self.found.object_places.partition_point(|place| place.0 <= file);
                Box::new(task.objects.names().take(known))
            }
        }
    }

    /// The ways to mend a predicate.
    fn predicate(
        &self,
        missing: &Missing<'_>,
        uses: &[&Use<'_>],
        near: Option<(&str, bool)>,
        ways: &mut Ways,
    ) {
        let (first, all) = (uses[0], missing.uses.iter().collect::<Vec<_>>());
        let (name, is_single) = (first.name.text, all.len() == 1);
        let form = |used: &Use<'_>| {
            let equality = || borrowed(name, false, &used.words()).filter(|form| form.contains("(= "));
            self.found.reordered(&used.atom, used.role).or_else(equality)
        };
        if let Some(shown) = form(first) {
            let edits = uses.iter().filter_map(|one| Some(edit(one.file, one.atom.span, form(one)?)));
            return ways.add(format!("write {shown}"), edits.collect(), true);
        }
        let added = if is_single { self.added(first) } else { Vec::new() };
        for form in &added {
            let edits = vec![edit(first.file, first.atom.span, form)];
            ways.add(format!("{name} adds {form}: is that meant?"), edits, false);
        }
        if !added.is_empty() {
            return;
        }
        let is_deleted = all.iter().any(|one| one.role == Role::Delete);
        if let Some((plain, is_not)) = self.opposite(first) {
            let form = |used: &Use<'_>| format!("(not {})", written(&plain, used.words().into_iter()));
            let edits =
                uses.iter().filter(|_| !is_deleted).map(|one| edit(one.file, one.atom.span, form(one)));
            ways.add(format!("write {}", form(first)), edits.collect(), is_not && is_single);
        } else if let Some((near, _)) = near {
            let fitting = self.task.predicates.names().filter(|predicate| self.takes(predicate, first));
            let meant = slip(name, fitting);
            ways.rename(meant.unwrap_or(near), uses, meant.is_some() && is_single);
        }
        if ways.is_sure() || self.declared_otherwise(Kind::Predicate, name).is_some() {
            return;
        }
        let used_as = |is_so: fn(Role) -> bool| all.iter().any(|one| is_so(one.role));
        let is_stated = used_as(|role| matches!(role, Role::Add | Role::Initially | Role::Derived));
        // What has two numbers of arguments cannot be declared.
        let Some(parameters) = self.parameters_of(&all) else { return };
        let is_both = is_stated && used_as(|role| role == Role::Read);
        let is_only = ways.0.is_empty();
        let item = self.declaration(name, &parameters);
        let (help, edits) = self.declare(Kind::Predicate, first.file, &item);
        if is_both {
            ways.first(help, edits, is_only && all[0].file == first.file);
        } else {
            ways.add(help, edits, false);
        }
    }

    /// The declared predicate that a name is the opposite of, and whether the name says so with "not".
    fn opposite(&self, used: &Use<'_>) -> Option<(String, bool)> {
        let name = used.name.text;
        NEGATIONS.iter().zip([true, false]).find_map(|(signs, is_not)| {
            let plain = signs.iter().filter_map(|sign| name.strip_prefix(sign)).map(str::to_owned);
            let mut all = plain.chain(signs.iter().map(|sign| format!("{sign}{name}")));
            let found = all.find(|plain| (is_not || plain.len() > 2) && self.takes(plain, used));
            found.map(|plain| (plain, is_not))
        })
    }

    /// Whether a declared predicate takes the arguments of a use.
    fn takes(&self, predicate: &str, used: &Use<'_>) -> bool {
        let id = self.task.predicates.find(predicate);
        id.is_some_and(|id| self.fit(used, &self.task.predicate_info[id.index()].parameters))
    }

    /// Whether the arguments of a use fit some parameters.
    fn fit(&self, used: &Use<'_>, wanted: &[TypeSet]) -> bool {
        let mut pairs = used.terms.iter().zip(wanted);
        used.terms.len() == wanted.len()
            && pairs.all(|(term, of)| term.as_ref().is_none_or(|one| self.found.fits(one.0, &one.1, of)))
    }

    /// The ways to mend an object.
    fn object(&self, missing: &Missing<'_>, uses: &[&Use<'_>], near: Option<(&str, bool)>, ways: &mut Ways) {
        let (first, is_single) = (uses[0], missing.uses.len() == 1);
        let (name, of) = (first.name.text, &first.wanted);
        let mut is_twice = false;
        if let Some((meant, _)) = first.instead.as_ref().filter(|_| near.is_none() && is_single) {
            ways.rename(meant, uses, false);
        }
        if let Some((near, is_slip)) = near {
            is_twice = self.states_twice(uses, near);
            ways.rename(near, uses, is_slip && is_single && !is_twice);
        } else if NOTHING.iter().any(|one| name.eq_ignore_ascii_case(one)) && first.role == Role::Read {
            let help =
                format!("if there must be none, write (not (exists (?x{}) ...))", self.type_suffix(of));
            return ways.add(help, Vec::new(), false);
        }
        let suffix = if of.len() == 1 { self.type_suffix(of) } else { String::new() };
        let (help, edits) = self.declare(Kind::Object, first.file, &format!("{name}{suffix}"));
        if is_twice {
            return ways.first(help, edits, false);
        }
        ways.add(help, edits, near.is_none() && !is_single && missing.uses[0].file == first.file);
    }

    /// Whether an object is of types that are wanted.
    fn is_fit(&self, object: &str, of: &TypeSet) -> bool {
        let object = self.task.objects.find(object);
        let types = object.map_or(&[][..], |object| &self.task.object_types[object.index()][..]);
        Types::is_any(of) || types.is_empty() || self.task.types.fits(types, of)
    }

    /// Whether `:init` would state a fact twice, if an object of it had the name of another.
    fn states_twice(&self, uses: &[&Use<'_>], other: &str) -> bool {
        self.compared.set(self.compared.get() + self.task.init.len());
        let is_stated = |used: &&Use<'_>| {
            let words = used.atom.arguments.iter();
            let words = words.map(|word| if word.span == used.name.span { other } else { word.text });
            let row: Option<Vec<_>> = words.map(|word| self.task.objects.find(word)).collect();
            let fact = self.task.predicates.find(used.atom.name.text).zip(row);
            fact.is_some_and(|(predicate, row)| self.task.init.iter().any(|one| one == (predicate, &row[..])))
        };
        self.compared.get() <= super::MAX_COMPARED
            && uses.iter().filter(|used| used.role == Role::Initially).any(is_stated)
    }

    /// An object that the domain uses and only the problem declares: its place there, what to remove, and its
    /// declaration.
    fn problem_object(&self, kind: Kind, name: &str, file: usize) -> Option<(Span, Span, String)> {
        let id = self.task.objects.find(name).filter(|_| kind == Kind::Object && file == 0)?;
        let (_, declared) = self.found.object_places[id.index()];
        let removal = self.problem?.objects.removal(declared);
        let of = self.type_suffix(&self.task.object_types[id.index()]);
        Some((declared, removal, format!("{}{of}", self.task.objects.name(id))))
    }

    /// Where a type or an object is declared as one word with a type, as in `black-pearl`; and what to write instead.
    fn in_one_word(&self, kind: Kind, name: &str) -> Option<(Place, String, String)> {
        let types = &self.task.types.names;
        self.compared.set(self.compared.get() + types.len());
        if self.compared.get() > super::MAX_COMPARED {
            return None;
        }
        types.names().find_map(|of| {
            let word = format!("{name}-{of}");
            let place = match kind {
                Kind::Type => self.found.type_place(types.find(&word)?)?,
                Kind::Object => self.found.object_places[self.task.objects.find(&word)?.index()],
                _ => return None,
            };
            let (help, text) = one_word(name, of);
            Some((place, help, text))
        })
    }

    /// Another kind of thing that a name is declared as, and advice where a thing of this kind is expected.
    fn declared_otherwise(&self, kind: Kind, name: &str) -> Option<(&'static str, String)> {
        let task = self.task;
        let is_type = task.types.names.find(name).is_some() && !name.eq_ignore_ascii_case("object");
        let is_action = || self.found.schema_places.contains_key(&name.to_ascii_lowercase());
        let (what, help) = match kind {
            Kind::Predicate if is_type => (
                "a type",
                format!(
                    "types are written where a variable is declared: (?x - {name}); no condition asks for them"
                ),
            ),
            Kind::Predicate if task.functions.find(name).is_some() => {
                ("a function", format!("conditions and effects state facts; {WITHOUT_NUMBERS}"))
            }
            Kind::Predicate if is_action() => (
                "an action",
                "name a fact that it adds: conditions, effects and goals are about facts, not steps"
                    .to_owned(),
            ),
            Kind::Function if task.predicates.find(name).is_some() => {
                ("a predicate", format!("its facts hold or do not, and have no value; {WITHOUT_NUMBERS}"))
            }
            Kind::Object if is_type => ("a type", format!("name an object of type {name}, or a variable")),
            Kind::Type if task.objects.find(name).is_some() => {
                ("an object", format!("NAME - TYPE: the name comes before its type; is it {name} - TYPE?"))
            }
            _ => return None,
        };
        Some((what, help))
    }
}

impl Resolver<'_> {
    /// What is meant by an atom whose first word is no predicate: the value of a function, as in `(distance a b 6)`, or
    /// one whose predicate is among its arguments, as in `(anna likes bob)`.
    pub(in crate::task) fn reordered(&self, atom: &Atom<'_>, role: Role) -> Option<String> {
        let name = atom.name.text;
        let is_number =
            |word: &str| word.trim_start_matches('-').starts_with(|first: char| first.is_ascii_digit());
        let (predicates, objects) = (&self.task.predicates, &self.task.objects);
        if let Some((number, terms)) = atom.arguments.split_last().filter(|(last, _)| is_number(last.text)) {
            let is_function =
                name.eq_ignore_ascii_case("total-cost") || self.task.functions.find(name).is_some();
            let term = written(name, terms.iter().map(|term| term.text));
            let form = match role {
                Role::Initially => format!("(= {term} {})", number.text),
                Role::Add if terms.is_empty() => format!("(increase {term} {})", number.text),
                _ => return None,
            };
            return Some(form).filter(|_| is_function && objects.find(number.text).is_none());
        }
        let is_meant = |word: &&Name<'_>| {
            let found = predicates.find(word.text).filter(|_| objects.find(word.text).is_none());
            let info = found.map(|id| &self.task.predicate_info[id.index()]);
            info.is_some_and(|info| info.parameters.len() == atom.arguments.len())
        };
        let own = atom.arguments.iter().find(is_meant)?;
        let others =
            std::iter::once(&atom.name).chain(&atom.arguments).filter(|other| other.span != own.span);
        Some(written(own.text, others.map(|other| other.text)))
    }
}
