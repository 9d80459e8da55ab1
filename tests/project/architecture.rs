//! The structure of the project: which building and which room may import which, no import circles, and why each
//! dependency is there. ARCHITECTURE.md and CONTRIBUTING.md say the same for readers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::imports::{Module, dependencies};
use crate::places::{files_below, root};

/// What may be imported by whom.
type Table = &'static [(&'static str, &'static [&'static str])];

/// The folders of `src/`, each with those that it may import. `program` may import all.
const BUILDINGS: Table = &[
    ("base", &[]),
    ("text", &["base"]),
    ("search", &["base"]),
    ("planning", &["text", "search", "base"]),
    ("sokoban", &["text", "search", "base"]),
    ("games", &["planning", "text", "base"]),
];

/// The rooms of a building, in the order in which data passes, each with the rooms of the same building that it may
/// import.
const ROOMS: &[(&str, Table)] = &[
    ("base", &[("system", &[]), ("source", &[]), ("limits", &["system"]), ("page", &[])]),
    ("text", &[("pddl", &[]), ("task", &["pddl"]), ("plan", &["task"]), ("language", &["pddl", "task"])]),
    (
        "planning",
        &[
            ("ground", &["strips"]),
            ("strips", &[]),
            ("abstractions", &["strips"]),
            ("heuristics", &["strips", "abstractions"]),
            ("deadends", &["strips", "heuristics"]),
            ("symmetry", &["strips"]),
            ("symbolic", &["strips", "heuristics"]),
            ("top_k", &["strips"]),
            ("decoupled", &["strips"]),
            ("improve", &["strips", "heuristics"]),
            ("macros", &["strips", "heuristics", "decoupled"]),
            ("proofs", &[]),
            (
                "planner",
                &[
                    "ground",
                    "strips",
                    "heuristics",
                    "deadends",
                    "symmetry",
                    "symbolic",
                    "top_k",
                    "decoupled",
                    "improve",
                    "macros",
                ],
            ),
            ("why", &["ground", "strips", "heuristics", "deadends", "improve", "planner"]),
        ],
    ),
];

/// Checks one table of permissions against what is imported: nothing that is not listed, nothing listed that is unused.
fn holds(table: Table, imports: &BTreeSet<(String, String)>, free: &[&str]) {
    for (from, to) in imports.iter().filter(|(from, _)| !free.contains(&from.as_str())) {
        let row = table.iter().find(|row| row.0 == from);
        let (_, allowed) =
            row.unwrap_or_else(|| panic!("{from} is not in the table of tests/project/architecture.rs"));
        assert!(allowed.contains(&to.as_str()), "{from} imports {to}, and may not know it");
    }
    for (from, allowed) in table {
        for to in *allowed {
            let used = imports.contains(&((*from).to_owned(), (*to).to_owned()));
            assert!(used, "{from} no longer imports {to}: take it out of both tables");
        }
    }
}

/// The imports between the children of a module, which is given by its path.
fn imports_between(module: &[&str]) -> BTreeSet<(String, String)> {
    let depth = module.len();
    let inside = |path: &Module| path.len() > depth && path.iter().zip(module).all(|(a, b)| a == b);
    let mut found = BTreeSet::new();
    for (from, named) in dependencies().into_iter().filter(|(from, _)| inside(from)) {
        for to in named.into_iter().filter(|to| inside(to) && to[depth] != from[depth]) {
            found.insert((from[depth].clone(), to[depth].clone()));
        }
    }
    found
}

#[test]
fn buildings_import_what_the_table_permits_and_no_more() {
    holds(BUILDINGS, &imports_between(&[]), &["program"]);
}

#[test]
fn rooms_import_what_the_table_permits_and_no_more() {
    for (building, rooms) in ROOMS {
        holds(rooms, &imports_between(&[building]), &[]);
    }
}

/// Circles known today, each as a module and those of its children that take part. Mend one, then take its names out of
/// here.
const KNOWN_CIRCLES: &[(&str, &[&str])] = &[];

/// A file and the files below it may know each other. Between the children of one module, each with all that lies below
/// it, there is no circle: they can be read one after the other.
#[test]
fn no_import_circle() {
    // For each module, which of its children depends on which, and one import as evidence.
    let mut below: BTreeMap<Module, BTreeMap<(String, String), String>> = BTreeMap::new();
    for (from, named) in dependencies() {
        for to in named {
            let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if common < from.len() && common < to.len() {
                let evidence = format!("{} names {}", from.join("::"), to.join("::"));
                let siblings = below.entry(from[..common].to_vec()).or_default();
                siblings.entry((from[common].clone(), to[common].clone())).or_insert(evidence);
            }
        }
    }
    let mut known: BTreeSet<(String, &str)> = BTreeSet::new();
    known.extend(
        KNOWN_CIRCLES.iter().flat_map(|(at, names)| names.iter().map(|name| ((*at).to_owned(), *name))),
    );
    let mut fresh = Vec::new();
    let mut still = BTreeSet::new();
    for (module, edges) in &below {
        let at = module.join("::");
        for ((from, to), evidence) in edges {
            if reaches(edges, to, from) {
                let listed = |name: &String| known.contains(&(at.clone(), name.as_str()));
                if listed(from) && listed(to) {
                    still.extend([(at.clone(), from.as_str()), (at.clone(), to.as_str())]);
                } else {
                    fresh.push(format!("  {evidence}"));
                }
            }
        }
    }
    assert!(
        fresh.is_empty(),
        "imports that go in a circle; move the shared type to the file that owns it, or into one that both may import:\n{}",
        fresh.join("\n")
    );
    let mended: Vec<_> = known.iter().filter(|(at, name)| !still.contains(&(at.clone(), *name))).collect();
    assert!(mended.is_empty(), "no longer in a circle, so take them out of KNOWN_CIRCLES: {mended:?}");
}

/// Whether one child of a module leads to another by way of imports.
fn reaches(edges: &BTreeMap<(String, String), String>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if at == to {
            return true;
        }
        open.extend(
            edges
                .keys()
                .filter(|edge| edge.0 == at)
                .map(|edge| edge.1.as_str())
                .filter(|next| seen.insert(next)),
        );
    }
    false
}

/// The conditions and modules that name an operating system.
const SYSTEMS: &[&str] =
    &["cfg(unix", "cfg(windows", "cfg(not(unix", "cfg(not(windows", "cfg!(unix", "cfg!(windows"];

/// What the operating system decides lies in one module; tests are the exception.
#[test]
fn one_module_names_operating_systems() {
    let names = |line: &str| {
        let named = [
            "target_os",
            "target_family",
            "std::os::",
            "/proc",
            "/dev",
            "signal_hook",
            "tokio",
            "winsafe",
            "nix::",
        ];
        SYSTEMS.iter().chain(&named).any(|name| line.contains(name))
    };
    assert!(
        names("#[cfg(unix)]") && names("    if cfg!(target_os = \"macos\") {") && !names("let unix = 1;")
    );
    for file in files_below(&root().join("src"), Some("rs")) {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
        let fault = code.filter(|line| !line.trim_start().starts_with("//")).find(|line| names(line));
        let is_system = file.strip_prefix(root().join("src")).unwrap().starts_with("base/system");
        assert!(is_system || fault.is_none(), "{}: {fault:?} belongs into src/base/system", file.display());
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
fn architecture_has_the_same_tables() {
    let compare = |head: &str, table: Table| {
        let rows = rows("ARCHITECTURE.md", head);
        for (name, allowed) in table {
            let row = rows.iter().find(|row| row[0] == format!("`{name}/`"));
            let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md does not speak of {name}"));
            assert_eq!(words(&row[1]), allowed.iter().copied().collect(), "{name} in ARCHITECTURE.md");
        }
        rows.len()
    };
    // `program` stands in no table but that one.
    assert_eq!(compare("| building |", BUILDINGS), BUILDINGS.len() + 1);
    for (building, rooms) in ROOMS {
        assert_eq!(compare(&format!("| room of `{building}/` |"), rooms), rooms.len());
    }
}

/// The page of a building, its `lib.rs`, names its rooms in the order of the table, and the building in
/// ARCHITECTURE.md has a heading of its own.
#[test]
fn every_building_introduces_its_rooms() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (building, rooms) in ROOMS {
        let page = fs::read_to_string(root().join("src").join(building).join("lib.rs")).unwrap();
        let listed = page.lines().filter_map(|line| line.strip_prefix("//! - `")?.split('`').next());
        assert_eq!(listed.collect::<Vec<_>>(), rooms.iter().map(|room| room.0).collect::<Vec<_>>());
        for (room, _) in *rooms {
            let introduced = text.contains(&format!("\n**`{building}/{room}/`**"));
            assert!(introduced, "ARCHITECTURE.md has no paragraph that begins with **`{building}/{room}/`**");
        }
    }
    for (building, _) in BUILDINGS {
        assert!(
            text.contains(&format!("\n### `{building}/`")),
            "ARCHITECTURE.md has no heading `{building}/`"
        );
    }
}

/// The glossary stays short enough to be read.
#[test]
fn the_glossary_has_few_words_and_each_has_a_place() {
    let words = rows("ARCHITECTURE.md", "| word |");
    assert!((20..=40).contains(&words.len()), "the glossary has {} rows", words.len());
    // A word lives in a module, a directory or a file of `src/`.
    for place in words.iter().flat_map(|row| quoted(&row[2]).into_iter().map(str::to_owned)) {
        assert!(
            root().join("src").join(&place).exists(),
            "ARCHITECTURE.md, glossary: there is no src/{place}"
        );
    }
}

/// What ARCHITECTURE.md names exists: paths from the root, in backticks.
#[test]
fn architecture_names_files_that_exist() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let starts =
        ["src/", "tests/", "docs/", "benches/", "examples/", "python/", "fuzz/", "grammar/", "domains/"];
    for path in
        text.lines().flat_map(quoted).filter(|path| starts.iter().any(|start| path.starts_with(start)))
    {
        assert!(root().join(path).exists(), "ARCHITECTURE.md: there is no {path}");
    }
}

/// The names of what a manifest depends on, on any system.
fn depends_on(manifest: &toml::Table) -> Vec<String> {
    let of_systems = manifest.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    let tables = of_systems.filter_map(|(_, system)| system.as_table()).chain([manifest]);
    let lists = tables.flat_map(|table| ["dependencies", "dev-dependencies"].map(|kind| table.get(kind)));
    let names = lists.flatten().filter_map(toml::Value::as_table).flat_map(|list| list.keys().cloned());
    names.filter(|name| name != "banto" && !name.starts_with("banto-")).collect()
}

#[test]
fn every_dependency_has_its_reason() {
    let read = |path: &Path| fs::read_to_string(path).unwrap().parse::<toml::Table>().unwrap();
    let project = read(&root().join("Cargo.toml"));
    let mut used: BTreeSet<String> = depends_on(&project).into_iter().collect();
    let crates = ["src", "python"].map(|folder| files_below(&root().join(folder), Some("toml")));
    for manifest in crates.into_iter().flatten() {
        used.extend(depends_on(&read(&manifest)));
    }
    let shared: BTreeSet<String> = depends_on(project["workspace"].as_table().unwrap()).into_iter().collect();
    let unused: Vec<&String> = shared.difference(&used).collect();
    assert!(unused.is_empty(), "no crate uses {unused:?}");
    let rows = rows("CONTRIBUTING.md", "| crate |");
    let explained = rows.iter().flat_map(|row| row[0].split(", ")).map(str::to_owned);
    assert_eq!(explained.collect::<BTreeSet<_>>(), used);
}

/// Comments are read in narrow windows, too. The rows of tables cannot be broken.
#[test]
fn comment_lines_are_short() {
    for folder in ["src", "tests", "benches", "examples", "fuzz/fuzz_targets"] {
        for file in files_below(&root().join(folder), Some("rs")) {
            let text = fs::read_to_string(&file).unwrap();
            for (number, line) in (1..).zip(text.lines()) {
                assert!(
                    !line.trim_start().starts_with("//") || line.chars().count() <= 120,
                    "{}:{number}: a comment of more than 120 columns",
                    file.display()
                );
            }
        }
    }
}
