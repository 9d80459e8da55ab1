//! Completion: sections, requirements, predicates, variables and objects by type, whole actions.
//!
//! In: texts and a place. Out: [`Item`]s, the better ones first.

use super::document::Texts;
use super::hover::comment;
use super::model::{Declared, Parameter};
use super::place::{Slot, slot, variables};
use super::syntax::{Clause, Kind};
use crate::pddl::grammar::{KEYWORDS, Keyword, Where};
use crate::pddl::{Forms, Kind as Shape, Node, REQUIREMENTS, Support};
use banto_base::source::Span;

/// Something to write at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub label: String,
    pub kind: Kind,
    /// Its type or declaration.
    pub detail: String,
    pub about: String,
    /// The text, as a snippet: `$1` and `${1:word}` are placeholders.
    pub insert: String,
    /// The text it replaces.
    pub span: Span,
    /// Its rank in the list: things of the wrong type come last.
    pub rank: u8,
}

pub fn complete(texts: &Texts<'_>, file: usize, at: u32) -> Vec<Item> {
    let Some(document) = texts.file(file) else { return Vec::new() };
    let Some(forms) = document.forms() else { return definitions(Span::at(0)) };
    let (slot, span, opens) = slot(&forms, at);
    let context = Fill { texts, file, forms: &forms, at, span, opens };
    match slot {
        Slot::Definition if opens => Vec::new(),
        Slot::Definition => vec![context.item("define", Kind::Keyword, "define", "")],
        Slot::Section(is_problem) => context.sections(is_problem),
        Slot::Requirement => context.requirements(),
        Slot::Field(action) => context.fields(action),
        Slot::Type => context.types(),
        Slot::Clause(clause) => context.clauses(clause),
        Slot::Argument(form, index) => context.arguments(form, index),
        Slot::Function => context.named(Kind::Function),
        Slot::DomainName => {
            let name = texts.domain.and_then(|domain| domain.definition().1);
            name.map(|name| context.item(name, Kind::Domain, name, "")).into_iter().collect()
        }
        Slot::Name | Slot::Nothing => Vec::new(),
    }
}

/// The beginnings of files.
fn definitions(span: Span) -> Vec<Item> {
    let domain = "(define (domain ${1:name})\n  (:requirements :strips :typing)\n  (:types $2)\n  (:predicates ($3))\n  $0\n)\n";
    let problem = "(define (problem ${1:name})\n  (:domain ${2:name})\n  (:objects $3)\n  (:init $4)\n  (:goal (and $0))\n)\n";
    let item = |label: &str, insert: &str| Item {
        label: label.to_owned(),
        kind: Kind::Keyword,
        detail: String::new(),
        about: String::new(),
        insert: insert.to_owned(),
        span,
        rank: 0,
    };
    vec![item("domain", domain), item("problem", problem)]
}

struct Fill<'a, 's> {
    texts: &'a Texts<'a>,
    file: usize,
    forms: &'a Forms<'s>,
    at: u32,
    span: Span,
    /// Whether a form has to be opened.
    opens: bool,
}

impl Fill<'_, '_> {
    fn item(&self, label: &str, kind: Kind, insert: &str, detail: &str) -> Item {
        let insert = if self.opens { format!("({insert})") } else { insert.to_owned() };
        let (label, detail) = (label.to_owned(), detail.to_owned());
        Item { label, kind, detail, about: String::new(), insert, span: self.span, rank: 1 }
    }

    fn keyword(&self, row: &Keyword) -> Item {
        let insert = if row.snippet.is_empty() { row.word } else { row.snippet };
        Item { about: row.means.to_owned(), rank: 2, ..self.item(row.word, Kind::Keyword, insert, "") }
    }

    /// Missing sections; rules and actions may be repeated.
    fn sections(&self, is_problem: bool) -> Vec<Item> {
        let sections = &self.texts.file(self.file).expect("it is being completed").model().sections;
        let is_here = |word: &str| {
            let mut same = sections.iter().filter(|(other, _)| other == word);
            same.any(|(_, span)| !(span.start < self.at && self.at < span.end))
        };
        let place = if is_problem { Where::Problem } else { Where::Domain };
        let rows = KEYWORDS.iter().filter(|row| row.place == place || row.place == Where::Both);
        let free = rows.filter(|row| matches!(row.word, ":action" | ":derived") || !is_here(row.word));
        let free = free.filter(|row| !row.snippet.is_empty());
        free.map(|row| self.keyword(row)).collect()
    }

    fn requirements(&self) -> Vec<Item> {
        let declared = &self.texts.file(self.file).expect("it is being completed").model().requirements;
        let word = &self.texts.file(self.file).map_or("", |document| &document.text()[self.span.range()]);
        let rows = REQUIREMENTS.iter().filter(|row| row.support == Support::Full);
        let free = rows.filter(|row| row.flag == *word || !declared.iter().any(|flag| flag == row.flag));
        free.map(|row| self.item(row.flag, Kind::Requirement, row.flag, &row.implies.join(" "))).collect()
    }

    fn fields(&self, action: Node) -> Vec<Item> {
        let has = |word: &str| {
            let mut items = self.forms.items(action).filter(|item| self.forms.span(*item) != self.span);
            items.any(|item| self.forms.text(item).eq_ignore_ascii_case(word))
        };
        let rows = KEYWORDS.iter().filter(|row| row.place == Where::Field && !has(row.word));
        rows.map(|row| self.keyword(row)).collect()
    }

    fn types(&self) -> Vec<Item> {
        let types = self.texts.declared(self.file, Kind::Type).filter(|one| one.name != "object");
        let mut items: Vec<Item> =
            types.map(|one| self.item(&one.name, Kind::Type, &one.name, &one.show())).collect();
        items.push(self.item("object", Kind::Type, "object", "the type of everything"));
        items
    }

    fn named(&self, kind: Kind) -> Vec<Item> {
        self.texts.declared(self.file, kind).map(|one| self.call(one)).collect()
    }

    /// A predicate or function with placeholders for its arguments.
    fn call(&self, declared: &Declared) -> Item {
        let hole = |(index, parameter): (usize, &Parameter)| format!("${{{}:{}}}", index + 1, parameter.name);
        let holes = declared.parameters.iter().enumerate().map(hole);
        let words: Vec<String> = std::iter::once(declared.name.clone()).chain(holes).collect();
        // In a form that already has arguments, only the name is wanted.
        let is_alone = !self.opens && self.has_arguments();
        let insert = if is_alone { declared.name.clone() } else { words.join(" ") };
        let found = self.texts.find(self.file, declared.kind, &declared.name);
        let about = found.and_then(|(file, declared)| comment(self.texts.file(file)?.text(), declared));
        let about = about.unwrap_or_default();
        Item { about, ..self.item(&declared.name, declared.kind, &insert, &declared.show()) }
    }

    fn has_arguments(&self) -> bool {
        let inner = super::place::path(self.forms, self.at).last().copied();
        inner.is_some_and(|form| {
            self.forms.items(form).any(|item| self.forms.span(item).start > self.span.end)
        })
    }

    fn clauses(&self, clause: Clause) -> Vec<Item> {
        let derived = self.texts.domain.map_or(&[][..], |domain| &domain.model().derived);
        let is_free = |one: &&Declared| {
            clause == Clause::Condition || !derived.iter().any(|name| one.name.eq_ignore_ascii_case(name))
        };
        let mut items: Vec<Item> = self
            .texts
            .declared(self.file, Kind::Predicate)
            .filter(is_free)
            .map(|one| self.call(one))
            .collect();
        let has_place = |place: Where| match clause {
            Clause::Condition => matches!(place, Where::Condition | Where::Either),
            Clause::Effect => matches!(place, Where::Effect | Where::Either),
            Clause::Fact => false,
        };
        items.extend(KEYWORDS.iter().filter(|row| has_place(row.place)).map(|row| self.keyword(row)));
        if clause == Clause::Fact && self.texts.declared(self.file, Kind::Function).next().is_some() {
            items.push(self.item("=", Kind::Keyword, "= ($1) $0", "the value of a function"));
        }
        items
    }

    /// Variables in scope and objects; those of the wanted type first.
    fn arguments(&self, form: Node, index: usize) -> Vec<Item> {
        let head = self.forms.head(form).filter(|head| self.forms.kind(*head) == Shape::Name);
        let head = head.map_or("", |head| self.forms.text(head));
        let declared = [Kind::Predicate, Kind::Function]
            .into_iter()
            .find_map(|kind| self.texts.find(self.file, kind, head));
        let wanted = match declared {
            Some((_, declared)) => match declared.parameters.get(index) {
                Some(parameter) => parameter.of.clone(),
                None => return Vec::new(),
            },
            None => Vec::new(),
        };
        let mut items = Vec::new();
        for variable in variables(self.forms, self.at) {
            items.push(self.argument(variable.text, Kind::Variable, &Parameter::of(&variable).of, &wanted));
        }
        for object in self.texts.declared(self.file, Kind::Object) {
            // In a domain, constants are rare; in a problem, objects of other types would bury the rest.
            if self.texts.fits(self.file, &object.of, &wanted) {
                items.push(self.argument(&object.name, Kind::Object, &object.of, &wanted));
            }
        }
        items.sort_by_key(|item| item.rank);
        items
    }

    fn argument(&self, name: &str, kind: Kind, of: &[String], wanted: &[String]) -> Item {
        let detail = Parameter { name: name.to_owned(), of: of.to_vec() }.types();
        let rank = if self.texts.fits(self.file, of, wanted) { 0 } else { 3 };
        Item { rank, ..self.item(name, kind, name, &detail) }
    }
}
