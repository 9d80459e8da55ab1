//! Names that are used: what each is declared as, and what may be meant where it is not.
//!
//! In: a name, and what was declared so far. Out: its id; a report of a name that is unknown or written otherwise, or
//! of a wrong number of arguments.

use super::advice;
use super::{MAX_COMPARED, Place, Resolver};
use crate::pddl::WITHOUT_NUMBERS;
use crate::pddl::ast::Name;
use crate::task::{FunctionId, ObjectId, PredicateId, TypeId, TypeSet, Types};
use banto_base::source::{Advice, Code, Diagnostic, Edit, Span, codes, nearest, slip};

/// At most this many declared types are listed.
const MAX_TYPES: usize = 8;

impl Resolver {
    /// Reports a name that is not declared, with the nearest declared one, or with what would declare it in the domain.
    /// If none is near, the declaration is missing, and that is said once in each text.
    pub(super) fn unknown(
        &mut self,
        code: Code,
        kind: &str,
        name: Name<'_>,
        near: Option<(String, bool)>,
        declaration: [&str; 2],
    ) {
        let message = format!("unknown {kind} {}", name.text);
        let is_again = near.is_none() && self.is_undeclared(code, name);
        let key = (code.id, self.file, name.text.to_ascii_lowercase());
        let is_told = near.is_none() && !self.undeclared.insert(key);
        if is_again {
            // What is used again is hardly a slip of writing.
            let is_first =
                |one: &&mut Diagnostic| one.code == code && one.message.eq_ignore_ascii_case(&message);
            if let Some(fault) = self.diagnostics.iter_mut().find(is_first) {
                fault.places += usize::from(is_told);
                advice::declare_first(fault);
                let first = fault.help.first_mut().filter(|help| matches!(help.advice, Advice::Declare(_)));
                first.into_iter().for_each(|help| help.is_guess = false);
            }
        }
        if is_told {
            return;
        }
        let is_new_type = kind == "type" && near.is_none();
        let fault = self.unknown_as(code.at(name.span, message), kind, name, near, declaration);
        self.report(if is_new_type { self.with_types(fault, name.text) } else { fault });
    }

    /// What is said of a name that is not declared.
    fn unknown_as(
        &mut self,
        fault: Diagnostic,
        kind: &str,
        name: Name<'_>,
        near: Option<(String, bool)>,
        declaration: [&str; 2],
    ) -> Diagnostic {
        let fault = fault.label(format!("no {kind} of this name is declared"));
        if let Some(((file, span), help, text)) = self.in_one_word(kind, name.text) {
            return fault.help(help).edit_in(file, span, text).advising(Advice::Apart);
        }
        if let Some((what, help)) = self.declared_otherwise(kind, name.text) {
            let n = if kind == "object" { "n" } else { "" };
            let fault = fault.label(format!("{} is {what}, not a{n} {kind}", name.text));
            return match near {
                Some((near, _)) if what == "an action" => fault.meant(name.span, near).guess(),
                _ => fault.help(help),
            };
        }
        match (near, declaration) {
            (Some((near, true)), _) => fault.meant(name.span, near),
            (Some((near, false)), _) => fault.meant(name.span, near).guess(),
            (None, ["", _]) => fault,
            (None, [section, item]) => {
                let (span, text) = self.place_in(0, section, item);
                let help = format!("declare it{}: ({section} {item})", self.where_else());
                fault.help(help).edit_in(0, span, text).guess()
            }
        }
    }

    /// Lists the declared types, of which one may be meant.
    fn with_types(&self, mut fault: Diagnostic, name: &str) -> Diagnostic {
        // A type of this name is not for every planner.
        let is_number = name.eq_ignore_ascii_case("number");
        fault.help.retain(|_| !is_number);
        let types = &self.task.types;
        let names: Vec<&str> = types.names.names().skip(1).take(MAX_TYPES).collect();
        let more = if types.len() > MAX_TYPES + 1 { " ..." } else { "" };
        if names.is_empty() {
            fault
        } else {
            fault.help(format!("the declared types are: {}{more}", names.join(" ")))
        }
    }

    /// Where something is to be declared, if not in the text that uses it.
    pub(super) fn where_else(&self) -> &'static str {
        if self.file == 0 { "" } else { " in the domain" }
    }

    /// Whether a name was used before that is not declared, nor near to one that is.
    pub(super) fn is_undeclared(&self, code: Code, name: Name<'_>) -> bool {
        let key = |file| (code.id, file, name.text.to_ascii_lowercase());
        (0..=self.file).any(|file| self.undeclared.contains(&key(file)))
    }

    /// Another kind of thing that a name is declared as, and advice where a thing of this kind is expected.
    fn declared_otherwise(&self, kind: &str, name: &str) -> Option<(&'static str, String)> {
        let task = &self.task;
        let is_type = task.types.names.find(name).is_some() && !name.eq_ignore_ascii_case("object");
        Some(match kind {
            "predicate" if is_type => (
                "a type",
                format!(
                    "types are written where a variable is declared: (?x - {name}); no condition asks for them"
                ),
            ),
            "predicate" if task.functions.find(name).is_some() => {
                ("a function", format!("conditions and effects state facts; {WITHOUT_NUMBERS}"))
            }
            "predicate" if self.schema_places.contains_key(&name.to_ascii_lowercase()) => (
                "an action",
                "name a fact that the action adds: conditions, effects and goals are about facts, not steps"
                    .to_owned(),
            ),
            "function" if task.predicates.find(name).is_some() => {
                ("a predicate", format!("its facts hold or do not, and have no value; {WITHOUT_NUMBERS}"))
            }
            "object" if is_type => ("a type", format!("name an object of type {name}, or a variable")),
            "type" if task.objects.find(name).is_some() => {
                ("an object", format!("NAME - TYPE: the name comes before its type; is it {name} - TYPE?"))
            }
            _ => return None,
        })
    }

    /// The nearest of some names, and whether the word can be a slip of it alone, while few have been compared: a text
    /// full of unknown names would take quadratic time.
    pub(super) fn nearest<'n, N: ExactSizeIterator<Item = &'n str>>(
        compared: &mut usize,
        word: &str,
        names: impl Fn() -> N,
    ) -> Option<(String, bool)> {
        *compared += names().len();
        let near = if *compared > MAX_COMPARED { None } else { nearest(word, names()) }?;
        Some((near.to_owned(), slip(word, names()) == Some(near)))
    }

    pub(super) fn find_type(&mut self, name: Name<'_>) -> Option<TypeId> {
        let found = self.task.types.names.find(name.text);
        match found {
            Some(id) => {
                self.named.insert(id);
                let declared = self.type_places.get(id.index()).copied().flatten();
                self.respelled('t', id.index(), name, declared);
            }
            None if !self.is_broken(":types") => {
                let near = Self::nearest(&mut self.compared, name.text, || self.task.types.names.names());
                if near.is_none()
                    && self.task.types.len() == 1
                    && self.lacks_section(0, ":types", name, "NAME")
                {
                    return None;
                }
                self.unknown(codes::E0201, "type", name, near, [":types", name.text]);
            }
            None => {}
        }
        found
    }

    pub(super) fn find_predicate(&mut self, name: Name<'_>, arity: usize) -> Option<PredicateId> {
        let found = self.task.predicates.find(name.text);
        match found {
            Some(id) => self.respelled('p', id.index(), name, Some(self.predicate_places[id.index()])),
            None if !self.is_broken(":predicates") => {
                let near = match self.opposite(name.text, arity) {
                    Some(_) => None,
                    None => Self::nearest(&mut self.compared, name.text, || self.task.predicates.names()),
                };
                self.unknown(codes::E0202, "predicate", name, near, [""; 2]);
            }
            None => {}
        }
        found
    }

    pub(super) fn find_function(&mut self, name: Name<'_>) -> Option<FunctionId> {
        let found = self.task.functions.find(name.text);
        if found.is_none() && !self.is_broken(":functions") {
            let near = Self::nearest(&mut self.compared, name.text, || self.task.functions.names());
            self.unknown(codes::E0205, "function", name, near, [""; 2]);
        }
        found
    }

    pub(super) fn find_object(&mut self, name: Name<'_>) -> Option<ObjectId> {
        let found = self.task.objects.find(name.text);
        match found {
            Some(id) => self.respelled('o', id.index(), name, Some(self.object_places[id.index()])),
            None if self.is_broken(":objects") || self.is_broken(":constants") => {}
            None => {
                let near = Self::nearest(&mut self.compared, name.text, || self.task.objects.names());
                let file = self.file;
                if near.is_none() && file == 1 && self.lacks_section(1, ":objects", name, "NAME - TYPE") {
                    return None;
                }
                self.unknown(codes::E0203, "object", name, near, [""; 2]);
            }
        }
        found
    }

    /// Reports, at the first name that it would declare, a section that is missing; true if it is.
    fn lacks_section(&mut self, file: usize, section: &'static str, name: Name<'_>, item: &str) -> bool {
        if self.sections[file].is_empty() || self.sections[file].iter().any(|(other, _)| *other == section) {
            return false;
        }
        let what = if file == 0 { "domain" } else { "problem" };
        self.report(
            codes::E0105
                .at(name.span, format!("the {what} has no {section}, and names {}", name.text))
                .label("this one is not declared, nor are others")
                .help(format!("write a section ({section} {item} ...)")),
        );
        self.broken.push(section);
        true
    }

    /// Warns, once per name, of a spelling that differs from the declaration.
    pub(super) fn respelled(&mut self, kind: char, index: usize, name: Name<'_>, declared: Option<Place>) {
        let spelling = match kind {
            't' => self.task.types.names.name(TypeId::from(index)),
            'p' => self.task.predicates.name(PredicateId::from(index)),
            _ => self.task.objects.name(ObjectId::from(index)),
        };
        let spelling = spelling.to_owned();
        self.respelled_as((kind, index), &spelling, name, declared);
    }

    /// As [`Self::respelled`], of something with a key of its own that is spelled so where it is declared.
    pub(super) fn respelled_as(
        &mut self,
        key: (char, usize),
        spelling: &str,
        name: Name<'_>,
        declared: Option<Place>,
    ) {
        if spelling == name.text {
            return;
        }
        let message = format!("{} is written {spelling} elsewhere", name.text);
        if !self.respelled.insert(key) {
            let mut faults = self.diagnostics.iter_mut().rev();
            let told = faults.find(|fault| fault.code == codes::W0205 && fault.message == message);
            let again = Edit { span: name.span, text: spelling.to_owned(), file: Some(self.file) };
            told.into_iter()
                .filter_map(|fault| fault.help.first_mut())
                .for_each(|help| help.edits.push(again.clone()));
            return;
        }
        let mut fault = codes::W0205
            .at(name.span, message)
            .label("case is ignored: this is the same name")
            .fix(format!("write {spelling}"), name.span, spelling);
        if let Some((file, span)) = declared {
            fault = fault.second_in(file, span, "declared here");
        }
        self.report(fault);
    }

    /// Checks a number of arguments.
    pub(super) fn arity(
        &mut self,
        kind: &str,
        atom: Span,
        name: Name<'_>,
        arguments: &[Name<'_>],
        types: &[TypeSet],
        declared: Place,
    ) -> bool {
        let (got, wanted) = (arguments.len(), types.len());
        if got == wanted || self.of_two_arities.contains(&name.text.to_ascii_lowercase()) {
            return got == wanted;
        }
        let plural = if wanted == 1 { "" } else { "s" };
        let fault = codes::E0206
            .at(atom, format!("{kind} {} takes {wanted} argument{plural}, got {got}", name.text))
            .label(format!("{got} given"))
            .second_in(declared.0, declared.1, format!("declared with {wanted}"));
        self.report(match &arguments[wanted.min(got)..] {
            [extra @ .., last] => {
                let words: Vec<&str> = extra.iter().chain([last]).map(|extra| extra.text).collect();
                let before = if wanted == 0 { name } else { arguments[wanted - 1] };
                let help = format!("leave out {}", words.join(" "));
                fault.fix(help, Span::new(before.span.end, last.span.end), "").guess()
            }
            [] => {
                let what = if wanted - got == 1 { "an argument is" } else { "arguments are" };
                let shown: Vec<String> = types.iter().map(|of| self.task.types.show(of)).collect();
                // What has no type was declared with an unknown one.
                let is_plain = |of: &TypeSet| of.is_empty() || *of == [Types::object()];
                let of = if types.iter().all(is_plain) { "" } else { &shown.join(", ") };
                let takes = if of.is_empty() { String::new() } else { format!(": {} takes {of}", name.text) };
                fault.help(format!("{what} missing{takes}"))
            }
        });
        false
    }
}
