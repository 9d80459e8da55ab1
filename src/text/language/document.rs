//! A text being edited, with what is known about it; and groups of related texts.
//!
//! In: a text and edits. Out: its forms, declarations and diagnostics.

use std::sync::OnceLock;

use super::model::{Declared, Model};
use super::syntax::Kind;
use crate::pddl::{self, Forms, Reading};
use crate::task;
use banto_base::source::{Diagnostic, SourceText, Span};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Definition {
    Domain,
    Problem,
    /// Unknown.
    #[default]
    Other,
}

/// A text that may change.
#[derive(Debug)]
pub struct Document {
    source: SourceText,
    /// What the text says, once somebody asks.
    reading: OnceLock<Reading>,
    model: OnceLock<Model>,
}

impl Document {
    pub fn new(text: impl Into<String>) -> Self {
        Self { source: SourceText::new("", text), reading: OnceLock::new(), model: OnceLock::new() }
    }

    /// Replaces the text at a span.
    pub fn edit(&mut self, span: Span, text: &str) {
        self.source.replace(span, text);
        self.reading.take();
        self.model.take();
    }

    pub fn text(&self) -> &str {
        self.source.text()
    }

    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// The forms, with faults repaired; `None` if there are none.
    pub(super) fn forms(&self) -> Option<Forms<'_>> {
        self.reading.get_or_init(|| Reading::of(&self.source)).forms(&self.source)
    }

    /// Its declarations.
    pub fn model(&self) -> &Model {
        self.model.get_or_init(|| self.forms().map(|forms| Model::of(&forms)).unwrap_or_default())
    }

    pub fn definition(&self) -> (Definition, Option<&str>) {
        let Some(forms) = self.forms() else { return (Definition::Other, None) };
        let Some(header) = forms.items(pddl::Node::ROOT).nth(1) else { return (Definition::Other, None) };
        // In `(define domain farm` the parentheses are missing.
        let is_bare = forms.kind(header) != pddl::Kind::Form;
        let word = if is_bare { forms.text(header).to_ascii_lowercase() } else { forms.head_word(header) };
        let (of, at) = if is_bare { (pddl::Node::ROOT, 2) } else { (header, 1) };
        let name = forms.items(of).nth(at).map(|name| forms.text(name));
        match word.as_str() {
            "domain" => (Definition::Domain, name),
            "problem" => (Definition::Problem, name),
            _ => (Definition::Other, None),
        }
    }

    /// The domain that a problem names, and where.
    pub fn domain_name(&self) -> Option<(&str, Span)> {
        let forms = self.forms()?;
        let section = forms.items(pddl::Node::ROOT).find(|node| forms.head_word(*node) == ":domain")?;
        let name = forms.items(section).nth(1)?;
        Some((forms.text(name), forms.span(name)))
    }
}

/// The diagnostics of `banto check` for a domain, a problem, or both. Text 0 is the domain.
pub fn check(domain: Option<&Document>, problem: Option<&Document>) -> Vec<Diagnostic> {
    let domain = domain.map(|domain| pddl::parse_domain(&domain.source));
    let problem = problem.map(|problem| pddl::parse_problem(&problem.source));
    match (domain, problem) {
        (Some(domain), problem) => task::resolve(&domain, problem.as_ref()).diagnostics,
        (None, Some(problem)) => problem.diagnostics.into_iter().map(|fault| fault.moved_to(1)).collect(),
        (None, None) => Vec::new(),
    }
}

/// A domain and its problems. A file is identified by its index: 0 is the domain, the problems follow.
pub struct Texts<'a> {
    pub domain: Option<&'a Document>,
    pub problems: Vec<&'a Document>,
}

impl<'a> Texts<'a> {
    pub fn file(&self, file: usize) -> Option<&'a Document> {
        if file == 0 { self.domain } else { self.problems.get(file - 1).copied() }
    }

    pub(super) fn each(&self) -> impl Iterator<Item = (usize, &'a Document)> {
        let problems = self.problems.iter().enumerate().map(|(index, problem)| (index + 1, *problem));
        self.domain.map(|domain| (0, domain)).into_iter().chain(problems)
    }

    /// The declaration of a name as seen from a file: there, or in the domain.
    pub(super) fn find(&self, from: usize, kind: Kind, name: &str) -> Option<(usize, &'a Declared)> {
        [0, from].into_iter().find_map(|file| Some((file, self.file(file)?.model().find(kind, name)?)))
    }

    /// Everything of a kind that can be named in a file.
    pub(super) fn declared(&self, from: usize, kind: Kind) -> impl Iterator<Item = &'a Declared> {
        let files = [Some(0), (from != 0).then_some(from)];
        let models = files.into_iter().flatten().filter_map(|file| Some(self.file(file)?.model()));
        models.flat_map(move |model| model.declared.iter().filter(move |one| one.kind == kind))
    }

    /// A type and the types above it, nearest first; `object` is the last.
    pub(super) fn above(&self, from: usize, of: &[String]) -> Vec<String> {
        let mut all: Vec<String> = of.to_vec();
        let mut next = 0;
        while let Some(name) = all.get(next).cloned() {
            next += 1;
            let parents = self.find(from, Kind::Type, &name).map_or(&[][..], |(_, one)| &one.of);
            for parent in parents {
                if !all.iter().any(|other| other.eq_ignore_ascii_case(parent)) {
                    all.push(parent.clone());
                }
            }
        }
        all.retain(|name| !name.eq_ignore_ascii_case("object"));
        all.push("object".to_owned());
        all
    }

    /// Whether something of one of these types fits where one of those is wanted.
    pub(super) fn fits(&self, from: usize, of: &[String], wanted: &[String]) -> bool {
        let above = self.above(from, of);
        wanted.is_empty()
            || wanted.iter().any(|one| above.iter().any(|other| other.eq_ignore_ascii_case(one)))
    }
}
