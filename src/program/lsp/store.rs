//! The texts that the server knows: open ones as the editor has them, others as they are on disk.
//!
//! In: what the editor opens, changes and closes. Out: a [`View`] of a text with the domain and the problems that
//! belong to it. The domain of a problem is found as on the command line; open texts take precedence over files.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use lsp_types::{Location, Position, Range, TextDocumentContentChangeEvent, Uri};

use super::lines::Lines;
use super::uri::{path_of, uri_of};
use crate::files::{definition, find_domain, one_file};
use banto_base::source::Span;
use banto_text::language::{Definition, Document, Place, Texts};

/// How many files of the workspace are considered, and how deep in folders.
const MOST_FILES: usize = 5_000;
const MOST_FOLDERS: usize = 8;

/// A text.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) uri: Uri,
    pub(super) document: Document,
    /// The domain and the problem of a text that defines both: each is as long as the text, so places are the same.
    halves: Option<Box<[Document; 2]>>,
    pub(super) lines: Lines,
    /// The editor's version number; `None` for a file that is not open.
    pub(super) version: Option<i32>,
}

impl Entry {
    fn new(uri: Uri, text: String, version: Option<i32>) -> Self {
        let mut entry =
            Self { uri, lines: Lines::new(&text), document: Document::new(text), halves: None, version };
        entry.divide();
        entry
    }

    /// Sees whether the text defines a domain and a problem.
    fn divide(&mut self) {
        let halves = one_file::halves(self.document.text());
        self.halves = halves.map(|halves| Box::new(halves.map(Document::new)));
    }

    /// The kind and name of the text's definition. A text that defines both is a domain with a problem of its own.
    pub(super) fn definition(&self) -> (Definition, Option<&str>) {
        self.part(false).definition()
    }

    /// The text as a domain, or as a problem.
    pub(super) fn part(&self, is_problem: bool) -> &Document {
        self.halves.as_ref().map_or(&self.document, |halves| &halves[usize::from(is_problem)])
    }

    /// The definitions of the text, in its order.
    pub(super) fn parts(&self) -> Vec<&Document> {
        match self.halves.as_deref() {
            Some([domain, problem]) if one_file::is_turned([domain.text(), problem.text()]) => {
                vec![problem, domain]
            }
            Some(halves) => halves.iter().collect(),
            None => vec![&self.document],
        }
    }

    /// The domain and the problem of a text that defines both.
    pub(super) fn both(&self) -> Option<&[Document; 2]> {
        self.halves.as_deref()
    }

    /// Whether a place of a text that defines both is in its problem.
    pub(super) fn is_in_problem(&self, at: u32) -> bool {
        self.halves.as_deref().is_some_and(|[domain, problem]| {
            one_file::is_in_problem([domain.text(), problem.text()], at as usize)
        })
    }

    pub(super) fn at(&self, position: Position) -> u32 {
        self.lines.at(self.document.text(), position)
    }

    pub(super) fn range(&self, span: Span) -> Range {
        self.lines.range(self.document.text(), span)
    }

    pub(super) fn span(&self, range: Range) -> Span {
        self.lines.span_of(self.document.text(), range)
    }
}

#[derive(Debug, Default)]
pub(super) struct Store {
    entries: BTreeMap<PathBuf, Entry>,
    /// The domain of each problem that was looked for, with the name that it wanted.
    domains: HashMap<PathBuf, (String, Option<PathBuf>)>,
    pub(super) roots: Vec<PathBuf>,
}

impl Store {
    pub(super) fn open(&mut self, uri: Uri, text: String, version: i32) {
        self.forget();
        self.entries.insert(path_of(&uri), Entry::new(uri, text, Some(version)));
    }

    pub(super) fn close(&mut self, uri: &Uri) {
        self.forget();
        self.entries.remove(&path_of(uri));
    }

    /// Forgets what was read from disk, and which domain belongs to which problem.
    pub(super) fn forget(&mut self) {
        self.domains.clear();
        self.entries.retain(|_, entry| entry.version.is_some());
    }

    /// Applies changes in order. True if the text now defines something else.
    pub(super) fn change(
        &mut self,
        path: &Path,
        changes: Vec<TextDocumentContentChangeEvent>,
        version: i32,
    ) -> bool {
        let Some(entry) = self.entries.get_mut(path) else { return false };
        let identity = |entry: &Entry| {
            let (kind, name) = entry.definition();
            (kind, name.map(str::to_owned), entry.part(true).domain_name().map(|(name, _)| name.to_owned()))
        };
        let before = identity(entry);
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = entry.span(range);
                    entry.document.edit(span, &change.text);
                    entry.lines = Lines::new(entry.document.text());
                }
                None => *entry = Entry::new(entry.uri.clone(), change.text, None),
            }
        }
        entry.divide();
        entry.version = Some(version);
        let is_other = before != identity(entry);
        if is_other {
            self.domains.clear();
        }
        is_other
    }

    pub(super) fn entry(&self, path: &Path) -> Option<&Entry> {
        self.entries.get(path)
    }

    pub(super) fn open_paths(&self) -> Vec<PathBuf> {
        let open = self.entries.iter().filter(|(_, entry)| entry.version.is_some());
        open.map(|(path, _)| path.clone()).collect()
    }

    /// Makes sure that a file is known. False if it cannot be read.
    fn load(&mut self, path: &Path) -> bool {
        if self.entries.contains_key(path) {
            return true;
        }
        let Ok(bytes) = std::fs::read(path) else { return false };
        let text =
            String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes)).into_owned();
        self.entries.insert(path.to_owned(), Entry::new(uri_of(path), text, None));
        true
    }

    /// A text that is open, or a file.
    pub(super) fn loaded(&mut self, path: &Path) -> Option<&Entry> {
        self.load(path);
        self.entries.get(path)
    }

    /// The domain file of a problem; `None` if there is none, or several.
    pub(super) fn domain_of(&mut self, problem: &Path) -> Option<PathBuf> {
        let document = &self.entries.get(problem)?.document;
        let wanted = document.domain_name()?.0.to_owned();
        if let Some((name, found)) = self.domains.get(problem)
            && *name == wanted
        {
            return found.clone();
        }
        let look = |path: &Path| match self.entries.get(path).filter(|entry| entry.version.is_some()) {
            Some(entry) => match entry.definition() {
                (Definition::Domain, Some(name)) => Some(definition::Definition::Domain(name.to_owned())),
                (Definition::Problem, _) => Some(definition::Definition::Problem(None)),
                _ => None,
            },
            None => find_domain::defined(path),
        };
        let is_wanted = |entry: &Entry| match entry.definition() {
            (Definition::Domain, Some(name)) => entry.version.is_some() && name.eq_ignore_ascii_case(&wanted),
            _ => false,
        };
        let beside = find_domain::domain_of(problem, &wanted, &look).ok();
        // A domain elsewhere counts if it is open.
        let elsewhere =
            || self.entries.iter().find(|(_, entry)| is_wanted(entry)).map(|(path, _)| path.clone());
        let found = beside.or_else(elsewhere);
        self.domains.insert(problem.to_owned(), (wanted, found.clone()));
        found
    }

    /// A text with its domain and its problems: the open ones, or all in the workspace.
    pub(super) fn view(&mut self, path: &Path, is_wide: bool) -> Option<View<'_>> {
        let (kind, _) = self.entries.get(path)?.definition();
        let domain = match kind {
            Definition::Domain => Some(path.to_owned()),
            _ => self.domain_of(path).filter(|domain| self.load(domain)),
        };
        let mut others: BTreeSet<PathBuf> = self.open_paths().into_iter().collect();
        if is_wide {
            others.extend(self.files());
        }
        others.remove(path);
        let mut problems: Vec<PathBuf> = Vec::new();
        let is_both = |path: &PathBuf| self.entries.get(path).is_some_and(|entry| entry.both().is_some());
        problems.extend(domain.clone().filter(is_both).filter(|domain| is_wide || domain == path));
        if kind != Definition::Domain {
            problems.push(path.to_owned());
        }
        if domain.is_some() && (is_wide || kind == Definition::Domain) {
            problems.extend(others.into_iter().filter(|other| self.is_problem_of(other, domain.as_deref())));
        }
        let file =
            if kind == Definition::Domain { 0 } else { problems.iter().position(|one| one == path)? + 1 };
        let entry = |path: &PathBuf| &self.entries[path];
        let (domain, problems) = (domain.as_ref().map(entry), problems.iter().map(entry).collect());
        Some(View { domain, problems, file })
    }

    fn is_problem_of(&mut self, path: &Path, domain: Option<&Path>) -> bool {
        // A file that is not open is read only if its beginning says that it may be one.
        let is_problem = match self.entries.get(path) {
            Some(entry) => entry.definition().0 == Definition::Problem,
            None => {
                matches!(find_domain::defined(path), Some(definition::Definition::Problem(_)))
                    && self.load(path)
            }
        };
        is_problem && self.domain_of(path).as_deref() == domain
    }

    /// The PDDL files of the workspace.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut open: Vec<(PathBuf, usize)> = self.roots.iter().map(|root| (root.clone(), 0)).collect();
        while let Some((folder, depth)) = open.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
                let path = entry.path();
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
                let Ok(kind) = entry.file_type() else { continue };
                if kind.is_dir() && !is_hidden && depth < MOST_FOLDERS {
                    open.push((path, depth + 1));
                } else if kind.is_file()
                    && path.extension().is_some_and(|end| end.eq_ignore_ascii_case("pddl"))
                {
                    files.push(path);
                }
            }
            if files.len() > MOST_FILES {
                break;
            }
        }
        files.sort();
        files.truncate(MOST_FILES);
        files
    }

    /// Every text of the workspace, with those that are not open.
    pub(super) fn all(&mut self) -> impl Iterator<Item = &Entry> {
        for file in self.files() {
            self.load(&file);
        }
        self.entries.values()
    }
}

/// A text, and those that belong to it.
pub(super) struct View<'a> {
    pub(super) domain: Option<&'a Entry>,
    pub(super) problems: Vec<&'a Entry>,
    /// The index of the text itself: 0 is the domain.
    pub(super) file: usize,
}

impl<'a> View<'a> {
    pub(super) fn entry(&self, file: usize) -> &'a Entry {
        if file == 0 { self.domain.expect("its own file") } else { self.problems[file - 1] }
    }

    pub(super) fn here(&self) -> &'a Entry {
        self.entry(self.file)
    }

    pub(super) fn texts(&self) -> Texts<'a> {
        let domain = self.domain.map(|entry| entry.part(false));
        Texts { domain, problems: self.problems.iter().map(|entry| entry.part(true)).collect() }
    }

    /// The byte of a position. In a text that defines both, the view is that of the definition there.
    pub(super) fn look_at(&mut self, position: Position) -> u32 {
        let at = self.here().at(position);
        if self.here().both().is_some() {
            // Its own problem is the first.
            self.file = usize::from(self.here().is_in_problem(at));
        }
        at
    }

    /// The file indices of the text: both if it defines both.
    pub(super) fn files(&self) -> Vec<usize> {
        if self.here().both().is_some() { vec![0, 1] } else { vec![self.file] }
    }

    pub(super) fn location(&self, place: Place) -> Location {
        let entry = self.entry(place.file);
        Location::new(entry.uri.clone(), entry.range(place.span))
    }
}
