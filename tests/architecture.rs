//! The house: which room may import which, where things are, how long files are, and why each dependency is there. ARCHITECTURE.md and
//! CONTRIBUTING.md say the same for readers.
//!
//! In: the files of the project. Out: the first thing that is not as they say.

mod places;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use places::{files_below, root};

/// Each room of `src/` with the rooms that it may import. `cli` may import all.
const ROOMS: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("limits", &[]),
    ("search", &["limits"]),
    ("pddl", &["source"]),
    ("task", &["pddl", "source"]),
    ("plan", &["task", "source", "pddl"]),
    ("strips", &["task", "plan", "search"]),
    ("heuristics", &["strips", "search"]),
    ("planner", &["task", "ground", "strips", "heuristics", "search", "plan", "limits"]),
    ("ground", &["task", "strips", "limits", "pddl"]),
    // Diagnostics about games point at the text: `source` and the tree of `pddl`.
    ("game", &["strips", "task", "limits", "source", "pddl"]),
    // A level becomes a plan by way of texts: `pddl`, `task` and `source` on the way to `planner`, and `ground` for games.
    (
        "compare",
        &["sokoban", "planner", "game", "ground", "search", "plan", "limits", "pddl", "task", "source"],
    ),
    ("terminal", &["sokoban", "game", "planner", "compare", "limits"]),
    ("sokoban", &["source", "search", "pddl", "plan", "limits"]),
];

#[test]
fn no_room_imports_upwards() {
    let source = root().join("src");
    for entry in fs::read_dir(&source).unwrap() {
        let path = entry.unwrap().path();
        let room = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if !path.is_dir() || room == "cli" {
            continue;
        }
        let Some((_, allowed)) = ROOMS.iter().find(|row| row.0 == room) else {
            panic!("room {room} is not in the table");
        };
        for file in files_below(&path, Some("rs")) {
            let text = fs::read_to_string(&file).unwrap();
            let code: String = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect::<Vec<_>>()
                .join("\n");
            for import in code.split("crate::").skip(1) {
                let name: String = import.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                assert!(
                    name == room || allowed.contains(&name.as_str()),
                    "{} imports {name}, which {room} may not know",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn every_file_says_what_it_is() {
    for folder in ["src", "tests", "benches", "examples"] {
        for file in files_below(&root().join(folder), Some("rs")) {
            let text = fs::read_to_string(&file).unwrap();
            assert!(text.starts_with("//!"), "{} has no header", file.display());
        }
    }
}

/// The rows of a table in a document: behind the line that starts so.
fn rows(document: &str, head: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(root().join(document)).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with(head)).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What stands between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn words(cell: &str) -> BTreeSet<&str> {
    cell.split(", ").filter(|word| *word != "nothing").collect()
}

#[test]
fn architecture_has_the_same_table() {
    let rows = rows("ARCHITECTURE.md", "| room |");
    for (room, allowed) in ROOMS {
        let row = rows.iter().find(|row| row[0] == format!("`{room}/`"));
        let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md does not speak of {room}"));
        assert_eq!(words(&row[1]), allowed.iter().copied().collect(), "{room} in ARCHITECTURE.md");
    }
    // `cli` stands in no table but that one.
    assert_eq!(rows.len(), ROOMS.len() + 1);
}

/// The files that a cell of "Where is" names. A name alone lies in the folder that was named last, or where the last path lies.
fn places(cell: &str) -> Vec<PathBuf> {
    let mut folder = PathBuf::new();
    let mut found = Vec::new();
    for name in quoted(cell) {
        let at_root = root().join(name);
        if name.ends_with('/') {
            assert!(at_root.is_dir(), "ARCHITECTURE.md: there is no folder {name}");
            folder = at_root;
        } else if name.contains('/') {
            folder = at_root.parent().unwrap().to_path_buf();
            found.push(at_root);
        } else if name.contains('.') {
            let beside = folder.join(name);
            found.push(if beside.exists() { beside } else { at_root });
        }
    }
    found
}

#[test]
fn architecture_says_where_each_file_is() {
    let mut named = BTreeSet::new();
    for row in rows("ARCHITECTURE.md", "| behaviour |") {
        for path in row[..row.len()].iter().flat_map(|cell| places(cell)) {
            assert!(path.exists(), "ARCHITECTURE.md: there is no {}", path.display());
            named.insert(path);
        }
    }
    for path in files_below(&root().join("src"), Some("rs")) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let inside = path.strip_prefix(root().join("src")).unwrap();
        // A room's own face is in the first table; a command is a file of its own; tests lie beside what they test.
        let is_known = name == "mod" || name.ends_with("_tests") || inside.starts_with("cli");
        let is_top = inside.components().count() == 1;
        assert!(
            is_known || is_top || named.contains(&path),
            "ARCHITECTURE.md has no place for {}",
            inside.display()
        );
    }
}

#[test]
fn no_file_has_two_subjects() {
    for file in files_below(&root().join("src"), Some("rs")) {
        let text = fs::read_to_string(&file).unwrap();
        let count = text.lines().take_while(|line| *line != "#[cfg(test)]").count();
        assert!(count <= 400, "{} has {count} lines without its tests", file.display());
    }
}

#[test]
fn every_dependency_has_its_reason() {
    let manifest: toml::Table = fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let crates = ["dependencies", "dev-dependencies"].map(|kind| manifest[kind].as_table().unwrap());
    let wanted: BTreeSet<String> = crates.iter().flat_map(|table| table.keys().cloned()).collect();
    let rows = rows("CONTRIBUTING.md", "| crate |");
    let explained = rows.iter().flat_map(|row| row[0].split(", ")).map(str::to_owned);
    assert_eq!(explained.collect::<BTreeSet<_>>(), wanted);
}
