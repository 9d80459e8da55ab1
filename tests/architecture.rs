//! The structure of the project: which module may import which, no import circles, how long files are, and why each
//! dependency is there. ARCHITECTURE.md and CONTRIBUTING.md say the same for readers.

mod imports;
mod places;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use imports::{Module, dependencies};
use places::{files_below, root};

/// Each module of `src/` with the modules that it may import. `cli` may import all.
const MODULES: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("system", &[]),
    ("limits", &["system"]),
    ("transport", &[]),
    ("search", &["transport", "limits"]),
    ("pddl", &["source", "limits"]),
    ("task", &["pddl", "source", "limits"]),
    ("language", &["pddl", "task", "source"]),
    ("plan", &["task", "source", "limits"]),
    ("strips", &["task", "search", "limits"]),
    ("heuristics", &["strips", "search", "limits"]),
    ("deadends", &["strips", "heuristics", "search", "limits"]),
    ("decoupled", &["strips", "search", "limits"]),
    ("improve", &["strips", "search", "heuristics", "limits"]),
    ("symmetry", &["strips", "task", "search", "limits"]),
    (
        "planner",
        &[
            "task",
            "ground",
            "strips",
            "decoupled",
            "heuristics",
            "improve",
            "deadends",
            "symmetry",
            "search",
            "transport",
            "plan",
            "limits",
        ],
    ),
    (
        "why",
        &[
            "task",
            "ground",
            "strips",
            "heuristics",
            "improve",
            "deadends",
            "search",
            "planner",
            "plan",
            "source",
            "limits",
        ],
    ),
    ("ground", &["task", "strips", "limits"]),
    // A game is read from texts in one call, by way of `source`, `pddl`, `task` and `ground`.
    ("game", &["ground", "strips", "symmetry", "task", "limits", "source", "pddl"]),
    ("page", &[]),
    // A level becomes a plan by way of texts: `pddl`, `task` and `source` on the way to `planner`, and `ground` for
    // games.
    (
        "compare",
        &[
            "sokoban",
            "planner",
            "why",
            "plan",
            "heuristics",
            "game",
            "ground",
            "search",
            "page",
            "limits",
            "task",
            "source",
        ],
    ),
    ("terminal", &["sokoban", "source", "limits", "system"]),
    ("sokoban", &["source", "search", "transport", "pddl", "page", "limits"]),
];

#[test]
fn modules_import_what_the_table_permits_and_no_more() {
    let mut unused: BTreeSet<(&str, &str)> =
        MODULES.iter().flat_map(|(name, allowed)| allowed.iter().map(move |other| (*name, *other))).collect();
    let dependencies = dependencies();
    for (file, named) in &dependencies {
        let Some(from) = file.first().filter(|from| *from != "cli") else { continue };
        let Some((_, allowed)) = MODULES.iter().find(|row| row.0 == from) else {
            panic!("src/{from} is not in the table of tests/architecture.rs");
        };
        for to in named.iter().filter(|to| to[0] != *from) {
            assert!(
                allowed.contains(&to[0].as_str()),
                "{} imports {}: {from} may not know {}",
                file.join("::"),
                to.join("::"),
                to[0]
            );
            unused.remove(&(from.as_str(), to[0].as_str()));
        }
    }
    assert!(unused.is_empty(), "permissions that nothing uses; take them out of both tables: {unused:?}");
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
        let is_system = file.strip_prefix(root().join("src")).unwrap().starts_with("system");
        assert!(is_system || fault.is_none(), "{}: {fault:?} belongs into src/system", file.display());
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
    let rows = rows("ARCHITECTURE.md", "| module |");
    for (name, allowed) in MODULES {
        let row = rows.iter().find(|row| row[0] == format!("`{name}/`"));
        let row = row.unwrap_or_else(|| panic!("ARCHITECTURE.md does not speak of {name}"));
        assert_eq!(words(&row[1]), allowed.iter().copied().collect(), "{name} in ARCHITECTURE.md");
    }
    // `cli` stands in no table but that one.
    assert_eq!(rows.len(), MODULES.len() + 1);
}

/// The paragraph of each module begins with its name in bold; the glossary stays short enough to be read.
#[test]
fn architecture_introduces_every_module_and_few_words() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (name, _) in MODULES {
        let introduced = text.lines().any(|line| line.starts_with(&format!("**`{name}/`**")));
        assert!(introduced, "ARCHITECTURE.md has no paragraph that begins with **`{name}/`**");
    }
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
    let of_systems = manifest["target"].as_table().unwrap().values();
    let of_systems = of_systems.map(|system| system["dependencies"].as_table().unwrap());
    let tables = crates.into_iter().chain(of_systems);
    let wanted: BTreeSet<String> = tables.flat_map(|table| table.keys().cloned()).collect();
    let rows = rows("CONTRIBUTING.md", "| crate |");
    let explained = rows.iter().flat_map(|row| row[0].split(", ")).map(str::to_owned);
    assert_eq!(explained.collect::<BTreeSet<_>>(), wanted);
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
