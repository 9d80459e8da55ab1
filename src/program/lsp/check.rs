//! Diagnostics: which texts to check again, and what to publish.
//!
//! In: texts that have changed. Out: diagnostics for each open one. A domain gets the diagnostics of itself alone and
//! with every open problem; a problem, those with its domain.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString,
    PublishDiagnosticsParams,
};

use super::explanations::page;
use super::store::{Entry, Store, View};
use crate::files::fixes::with_every;
use banto_base::source::{Diagnostic, Severity, codes};
use banto_text::language::{Definition, check};

/// How many diagnostics of a text an editor gets.
const MOST_SHOWN: usize = 1_000;

/// The texts to check, and the findings.
#[derive(Debug, Default)]
pub(super) struct Checks {
    waiting: BTreeSet<PathBuf>,
    /// The findings of each open text: with its domain as file 0 and the problem as file 1.
    found: BTreeMap<PathBuf, Vec<Diagnostic>>,
    /// The diagnostics last sent to the editor.
    published: BTreeMap<PathBuf, PublishDiagnosticsParams>,
}

impl Checks {
    /// Notes that a text has changed.
    pub(super) fn changed(&mut self, path: &Path) {
        self.waiting.insert(path.to_owned());
    }

    pub(super) fn is_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    pub(super) fn closed(&mut self, path: &Path) {
        self.waiting.remove(path);
        self.found.remove(path);
        self.published.remove(path);
    }

    /// Checks what has changed and what depends on it; returns what to publish.
    pub(super) fn run(&mut self, store: &mut Store) -> Vec<PublishDiagnosticsParams> {
        let mut again = std::mem::take(&mut self.waiting);
        let open = store.open_paths();
        let mut domains = BTreeMap::new();
        for path in &open {
            let definition = store.entry(path).map(|entry| entry.definition().0);
            if definition == Some(Definition::Problem)
                && let Some(domain) = store.domain_of(path)
            {
                if again.contains(&domain) {
                    again.insert(path.clone());
                }
                domains.insert(path.clone(), domain);
            }
        }
        // The problem comes first: its findings also belong to the domain.
        let problems: Vec<PathBuf> =
            again.iter().filter(|path| domains.contains_key(*path)).cloned().collect();
        for path in &problems {
            if let Some(view) = store.view(path, false) {
                let found = check(view.domain.map(|domain| domain.part(false)), Some(&view.here().document));
                self.found.insert(path.clone(), found);
            }
            again.insert(domains[path].clone());
        }
        again.retain(|path| open.contains(path));
        for path in again.iter().filter(|path| !problems.contains(path)) {
            let Some(entry) = store.entry(path) else { continue };
            let found = if let Some([domain, problem]) = entry.both() {
                check(Some(domain), Some(problem))
            } else if entry.definition().0 == Definition::Problem {
                check(None, Some(&entry.document))
            } else if entry.definition().0 == Definition::Other {
                // What is told apart as another kind of text, a plan for instance, has no mistakes here.
                // Only its name says what it is to be.
                let is_domain = path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("domain"));
                let found = if is_domain {
                    check(Some(&entry.document), None).into_iter().map(|fault| fault.moved_to(1)).collect()
                } else {
                    check(None, Some(&entry.document))
                };
                if found.iter().any(|fault| fault.code == codes::E0102) { Vec::new() } else { found }
            } else {
                let others = domains.iter().filter(|(_, domain)| *domain == path);
                let others: Vec<&Vec<Diagnostic>> =
                    others.filter_map(|(problem, _)| self.found.get(problem)).collect();
                with_every(check(Some(&entry.document), None), &others)
            };
            self.found.insert(path.clone(), found);
        }
        let mut fresh = Vec::new();
        for path in again {
            let Some(params) = self.publish(store, &path) else { continue };
            if self.published.get(&path) != Some(&params) {
                self.published.insert(path, params.clone());
                fresh.push(params);
            }
        }
        fresh
    }

    /// The findings of a text itself.
    pub(super) fn of(&self, path: &Path, files: Vec<usize>) -> impl Iterator<Item = &Diagnostic> {
        self.found.get(path).into_iter().flatten().filter(move |fault| files.contains(&fault.file))
    }

    fn publish(&self, store: &mut Store, path: &Path) -> Option<PublishDiagnosticsParams> {
        let entry = store.entry(path)?;
        let (version, is_problem) = (entry.version, entry.definition().0 == Definition::Problem);
        let is_alone = is_problem && store.domain_of(path).is_none();
        let title = store.entry(path)?.definition().1.unwrap_or("the problem").to_owned();
        // Texts that are no files have nothing beside them but each other.
        let is_file = store.entry(path)?.uri.as_str().starts_with("file:");
        let open = if is_alone && !is_file { store.open_paths() } else { Vec::new() };
        let other = open.iter().find_map(|one| match store.entry(one)?.definition() {
            (Definition::Domain, other) => other.map(str::to_owned),
            _ => None,
        });
        let is_unread =
            |one: &PathBuf| store.entry(one).is_some_and(|one| one.definition().0 == Definition::Other);
        let is_alone = is_alone && !open.iter().any(is_unread);
        let view = store.view(path, false)?;
        let mut faults = self.of(path, view.files());
        let mut diagnostics: Vec<_> =
            faults.by_ref().take(MOST_SHOWN).map(|fault| shown(fault, &view)).collect();
        if let (Some(last), more @ 1..) = (diagnostics.last().cloned(), faults.count()) {
            let message = format!("and {more} more, which may follow from those before");
            diagnostics.push(lsp_types::Diagnostic { message, related_information: None, ..last });
        }
        if let Some((wanted, span)) = view.here().document.domain_name().filter(|_| is_alone) {
            let message = match (is_file, other) {
                (false, Some(other)) => {
                    format!("{title} is for the domain {wanted}; the domain here is {other}")
                }
                (false, None) => format!("{title} is for the domain {wanted}, which is not here"),
                _ => format!("no file beside this one defines the domain {wanted}, or several do"),
            };
            diagnostics.push(lsp_types::Diagnostic {
                range: view.here().range(span),
                severity: Some(DiagnosticSeverity::WARNING),
                source: Some("banto".to_owned()),
                message,
                data: (!is_file).then(|| serde_json::json!({ "domain": wanted })),
                ..lsp_types::Diagnostic::default()
            });
        }
        Some(PublishDiagnosticsParams { uri: view.here().uri.clone(), diagnostics, version })
    }
}

/// A diagnostic in the form of the protocol.
pub(super) fn shown(fault: &Diagnostic, view: &View<'_>) -> lsp_types::Diagnostic {
    let here = view.here();
    let entry_of = |file: usize| -> Option<&Entry> {
        match file {
            0 => view.domain,
            _ if view.file == 0 => view.problems.first().copied(),
            _ => Some(here),
        }
    };
    let words = |text: &str| if text.is_empty() { String::new() } else { format!("\n{text}") };
    let helps: String = fault.help.iter().flat_map(|help| ["\nhelp: ", &help.text]).collect();
    let related = fault.labels[1..].iter().filter_map(|label| {
        let entry = entry_of(label.file)?;
        let location = Location::new(entry.uri.clone(), entry.range(label.span));
        Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
    });
    let related: Vec<_> = related.collect();
    lsp_types::Diagnostic {
        range: here.range(fault.span()),
        severity: Some(match fault.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        }),
        code: Some(NumberOrString::String(fault.code.id.to_owned())),
        code_description: page(fault.code).map(|href| CodeDescription { href }),
        source: Some("banto".to_owned()),
        message: format!("{}{}{helps}", fault.message, words(&fault.labels[0].text)),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}
