//! The declarations of a text: types, objects, predicates, functions and actions, with their places.
//!
//! In: forms. Out: a [`Model`] that owns its words.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::syntax::{Kind, Use};
use super::typed::{Typed, typed};
use super::words::walk;
use crate::pddl::{Forms, Node};
use banto_base::source::Span;

/// A parameter and its types; none means `object`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) of: Vec<String>,
}

impl Parameter {
    pub(super) fn of(typed: &Typed<'_>) -> Self {
        Self { name: typed.text.to_owned(), of: typed.of.iter().map(|&one| one.to_owned()).collect() }
    }

    /// The types as written; empty for `object`.
    pub(super) fn types(&self) -> String {
        match self.of.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            all => format!("(either {})", all.join(" ")),
        }
    }

    pub(super) fn show(&self) -> String {
        let types = self.types();
        if types.is_empty() { self.name.clone() } else { format!("{} - {types}", self.name) }
    }
}

/// A use of an atom by an action.
#[derive(Clone, Debug)]
pub(crate) struct AtomUse {
    pub(crate) role: Use,
    pub(crate) predicate: String,
}

#[derive(Clone, Debug)]
pub struct Declared {
    pub kind: Kind,
    pub name: String,
    /// The name.
    pub span: Span,
    /// The whole declaration.
    pub(crate) form: Span,
    /// The types of an object, the supertypes of a type.
    pub(super) of: Vec<String>,
    pub(crate) parameters: Vec<Parameter>,
    /// The atoms in the conditions and effects of an action.
    pub(super) atoms: Vec<AtomUse>,
}

impl Declared {
    /// The name with its parameters, as declared.
    pub(crate) fn show(&self) -> String {
        match self.kind {
            Kind::Predicate | Kind::Function | Kind::Action => {
                let parameters = self.parameters.iter().map(Parameter::show);
                let words: Vec<String> = std::iter::once(self.name.clone()).chain(parameters).collect();
                format!("({})", words.join(" "))
            }
            _ => Parameter { name: self.name.clone(), of: self.of.clone() }.show(),
        }
    }
}

/// Everything that a text declares.
#[derive(Debug, Default)]
pub struct Model {
    pub declared: Vec<Declared>,
    names: HashMap<(Kind, String), usize, FxBuildHasher>,
    /// The sections: their words in lower case, and places.
    pub(super) sections: Vec<(String, Span)>,
    pub(super) requirements: Vec<String>,
    /// The predicates that rules derive.
    pub(super) derived: Vec<String>,
}

impl Model {
    pub(super) fn of(forms: &Forms<'_>) -> Self {
        let mut model = Self::default();
        for section in forms.items(Node::ROOT).skip(2) {
            let word = forms.head_word(section);
            let items = || forms.items(section).skip(1);
            match word.as_str() {
                ":requirements" => {
                    model.requirements.extend(items().map(|item| forms.text(item).to_ascii_lowercase()));
                }
                ":types" => model.names_of(Kind::Type, forms, section),
                ":constants" | ":objects" => model.names_of(Kind::Object, forms, section),
                ":predicates" => items().for_each(|item| model.signature(Kind::Predicate, forms, item)),
                ":functions" => items().for_each(|item| model.signature(Kind::Function, forms, item)),
                ":action" => model.action(forms, section),
                ":derived" => {
                    model.derived.extend(items().take(1).map(|head| forms.head_word(head)));
                }
                _ => {}
            }
            model.sections.push((word, forms.span(section)));
        }
        model
    }

    pub fn find(&self, kind: Kind, name: &str) -> Option<&Declared> {
        self.names.get(&(kind, name.to_ascii_lowercase())).map(|index| &self.declared[*index])
    }

    fn add(&mut self, declared: Declared) {
        let key = (declared.kind, declared.name.to_ascii_lowercase());
        self.names.entry(key).or_insert(self.declared.len());
        self.declared.push(declared);
    }

    fn names_of(&mut self, kind: Kind, forms: &Forms<'_>, section: Node) {
        for name in typed(forms, forms.items(section).skip(1)) {
            let of = Parameter::of(&name).of;
            let name = (name.text.to_owned(), name.span);
            let (parameters, atoms) = (Vec::new(), Vec::new());
            self.add(Declared { kind, name: name.0, span: name.1, form: name.1, of, parameters, atoms });
        }
    }

    fn signature(&mut self, kind: Kind, forms: &Forms<'_>, form: Node) {
        let Some(head) = forms.head(form) else { return };
        let parameters = typed(forms, forms.items(form).skip(1)).iter().map(Parameter::of).collect();
        self.named(kind, forms, head, form, parameters, Vec::new());
    }

    fn action(&mut self, forms: &Forms<'_>, form: Node) {
        let Some(name) = forms.items(form).nth(1) else { return };
        let mut items = forms.items(form);
        let list = items.find(|item| forms.text(*item).eq_ignore_ascii_case(":parameters"));
        let list = list.and_then(|_| items.next());
        let parameters = list.map_or(Vec::new(), |list| typed(forms, forms.items(list)));
        let mut atoms = Vec::new();
        walk(forms, Some(forms.span(form)), &mut |word| {
            if word.kind == Kind::Predicate && word.action.is_some() {
                let predicate = word.text.to_ascii_lowercase();
                atoms.push(AtomUse { role: word.role, predicate });
            }
        });
        self.named(Kind::Action, forms, name, form, parameters.iter().map(Parameter::of).collect(), atoms);
    }

    fn named(
        &mut self,
        kind: Kind,
        forms: &Forms<'_>,
        name: Node,
        form: Node,
        parameters: Vec<Parameter>,
        atoms: Vec<AtomUse>,
    ) {
        let (span, form, name) = (forms.span(name), forms.span(form), forms.text(name).to_owned());
        self.add(Declared { kind, name, span, form, of: Vec::new(), parameters, atoms });
    }
}
