//! What a user of the library can name, listed in `surface.txt`: a change of that file is a change for users.
//!
//! In: the sources, from `lib.rs` along `pub mod` and `pub use`. Out: items, and the methods of types and traits, one a
//! line. It reads lines, not syntax: what macros make (ids, methods that set a field) and fields and variants are not
//! listed. What is hidden from the documentation is no part of the surface.
//! `BANTO_DOCUMENTS=overwrite cargo test --test project surface` writes the file anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::places::{files_below, root};

const KINDS: [&str; 7] = ["struct", "enum", "trait", "fn", "const", "static", "type"];

struct Sources(BTreeMap<PathBuf, String>);

impl Sources {
    fn read() -> Self {
        let files = files_below(&root().join("src"), Some("rs"));
        Self(files.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect())
    }

    /// The file of a module in this folder.
    fn module(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        let inside = folder.join(name);
        let files = [folder.join(format!("{name}.rs")), inside.join("mod.rs"), inside.join("lib.rs")];
        files.into_iter().find(|file| self.0.contains_key(file))
    }

    /// Adds what a module shows, under a path.
    fn walk(&self, file: &Path, path: &str, found: &mut BTreeSet<String>) {
        let is_folder = file.ends_with("mod.rs") || file.ends_with("lib.rs");
        let folder = if is_folder { file.parent().unwrap().to_owned() } else { file.with_extension("") };
        for (kind, name, rest) in items(&self.0[file]) {
            match kind {
                "mod" => {
                    if let Some(inner) = self.module(&folder, name) {
                        self.walk(&inner, &format!("{path}::{name}"), found);
                    }
                }
                // A building, as in `pub use banto_search as search`.
                "use" if rest.contains(" as ") => {
                    let building = rest.split(" as ").last().unwrap();
                    let file = self.module(&folder, building).unwrap();
                    self.walk(&file, &format!("{path}::{building}"), found);
                }
                "use" => {
                    for leaf in leaves(rest) {
                        let mut place = folder.clone();
                        let above = leaf[..leaf.len() - 1].iter();
                        above.for_each(|part| place.push(part.strip_prefix("banto_").unwrap_or(part)));
                        let name = leaf.last().unwrap();
                        match self.module(&place, name).filter(|_| path == "banto") {
                            Some(inner) => self.walk(&inner, &format!("{path}::{name}"), found),
                            None => self.add(&folder, name, path, found),
                        }
                    }
                }
                _ => self.add(file.parent().unwrap(), name, path, found),
            }
        }
    }

    /// Adds an item that is defined somewhere below a folder, and its methods.
    fn add(&self, folder: &Path, name: &str, path: &str, found: &mut BTreeSet<String>) {
        let is_it = |item: &(&str, &str, &str)| KINDS.contains(&item.0) && item.1 == name;
        let below = || self.0.iter().filter(|(file, _)| file.starts_with(folder));
        let defined = below().find_map(|(file, text)| {
            let item = text.contains(name).then(|| items(text).into_iter().find(|item| is_it(item)))??;
            Some((file.parent().unwrap(), item.0))
        });
        let (home, kind) = defined.unwrap_or((folder, "by a macro"));
        found.insert(format!("{path}::{name} ({kind})"));
        for (_, text) in self.0.iter().filter(|(file, text)| file.starts_with(home) && text.contains(name)) {
            for method in methods(text, name) {
                found.insert(format!("{path}::{name}::{method}"));
            }
        }
    }
}

/// The public items of a text, outside of everything: kind, name, and what follows the kind. Hidden ones are left out.
fn items(text: &str) -> Vec<(&str, &str, &str)> {
    let mut found = Vec::new();
    let mut is_hidden = false;
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("pub ") {
            let rest = ["const fn ", "unsafe fn "]
                .iter()
                .find_map(|start| rest.starts_with(start).then(|| &rest[start.len() - 3..]))
                .unwrap_or(rest);
            if let Some((kind, after)) = rest.split_once(' ').filter(|_| !is_hidden) {
                let whole = &text[place + line.len() - after.len()..];
                found.push((kind, first_word(after), &whole[..whole.find(';').unwrap_or(whole.len())]));
            }
        }
        is_hidden = line.starts_with("#[doc(hidden)]") || is_hidden && line.starts_with("#[");
        place += line.len();
    }
    found
}

/// The paths that a `use` brings in.
fn leaves(import: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let (mut heads, mut path, mut word): (Vec<usize>, Vec<String>, String) = Default::default();
    for sign in import.chars().chain([',']) {
        match sign {
            '{' => heads.push(path.len()),
            ',' | '}' => {
                if !word.is_empty() {
                    let name = std::mem::take(&mut word);
                    found.push(path.iter().cloned().chain([name]).collect());
                }
                if sign == '}' {
                    heads.pop();
                }
                path.truncate(heads.last().copied().unwrap_or(0));
            }
            ':' if !word.is_empty() => path.push(std::mem::take(&mut word)),
            _ if sign.is_alphanumeric() || sign == '_' => word.push(sign),
            _ => {}
        }
    }
    found
}

/// The name at the start of a text.
fn first_word(text: &str) -> &str {
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or_default()
}

/// The type that a line begins to implement, if it implements no trait.
fn self_type(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("impl").filter(|_| !line.contains(" for "))?;
    let mut depth = 0;
    let end = rest.find(|sign| {
        depth += i32::from(sign == '<') - i32::from(sign == '>');
        depth == 0 && sign != '>'
    });
    Some(first_word(&rest[end? + 1..]))
}

/// The public methods of a type, or those of a trait.
fn methods<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut start = None;
    let mut is_hidden = false;
    for line in text.lines() {
        if self_type(line) == Some(name) {
            start = Some("    pub ");
        } else if line.strip_prefix("pub trait ").is_some_and(|rest| first_word(rest) == name) {
            start = Some("    ");
        } else if line.starts_with('}') {
            start = None;
        }
        if let Some(rest) = start.and_then(|start| line.strip_prefix(start))
            && let Some(rest) = rest.strip_prefix("const fn ").or_else(|| rest.strip_prefix("fn "))
            && !is_hidden
        {
            found.push(rest.split(['(', '<']).next().unwrap());
        }
        is_hidden = line.trim_start().starts_with("#[doc(hidden)]");
    }
    found
}

#[test]
fn the_surface_is_what_is_listed() {
    let mut found = BTreeSet::new();
    Sources::read().walk(&root().join("src/lib.rs"), "banto", &mut found);
    let list = found.into_iter().fold(String::new(), |list, line| list + &line + "\n");
    let path = root().join("tests/project/surface.txt");
    if std::env::var_os("BANTO_DOCUMENTS").is_some_and(|wish| wish == "overwrite") {
        fs::write(&path, &list).unwrap();
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let differs = |one: &str, other: &str| -> Vec<String> {
        let other: BTreeSet<&str> = other.lines().collect();
        one.lines().filter(|line| !other.contains(line)).map(str::to_owned).collect()
    };
    let (more, less) = (differs(&list, &known), differs(&known, &list));
    assert!(more.is_empty() && less.is_empty(), "new: {more:#?}\ngone: {less:#?}");
    for line in
        ["banto::search::Space (trait)", "banto::search::Space::expand", "banto::planner::Request::check"]
    {
        assert!(list.lines().any(|one| one == line), "{line} is found");
    }
    assert!(!list.contains("internals") && !list.contains("FeatureSpaceSearch"));
}
