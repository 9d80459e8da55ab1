//! The house: which room may import which. The same table stands in ARCHITECTURE.md for readers.

mod places;

use std::fs;

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

#[test]
fn architecture_names_every_room() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            let name = format!("`{}/`", path.file_name().unwrap().to_str().unwrap());
            assert!(text.contains(&name), "ARCHITECTURE.md does not speak of {name}");
        }
    }
}
