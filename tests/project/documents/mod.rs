//! The documents: every command in them is run, every link leads somewhere, and everything there is has its place.
//!
//! In: README.md and the pages in `docs/`. A page that writes files, such as the tutorial, runs in a folder of its own;
//! the others run in the project's folder. Figures that differ from run to run (times, speeds, memory) are compared as
//! such. `BANTO_DOCUMENTS=overwrite cargo test --test project pages` writes what the commands print into the pages;
//! with `BANTO=$PWD/target/release/banto` before it, the times are those of a release.

mod coverage;
mod figures;
mod links;
mod page;
mod pictures;
mod run;
use std::fs;
use std::path::{Path, PathBuf};

use crate::places::{files, root};

/// A file of the project.
fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The pages in `docs/`, by name.
fn pages() -> Vec<PathBuf> {
    files(&root().join("docs"), "md")
}

/// Of the README what trycmd cannot do: commands with input, and texts that are taken from files. All of it when it is
/// written anew, or run by another program.
#[test]
fn pages_are_true() {
    let overwrite = std::env::var("BANTO_DOCUMENTS").is_ok_and(|value| value == "overwrite");
    let readme = root().join("README.md");
    // What an earlier version has written is not replaced by the commands: they would refuse.
    let _ = fs::remove_dir_all(root().join("target/documents"));
    let mut faults = Vec::new();
    for path in pages().into_iter().chain([readme.clone()]) {
        let text = fs::read_to_string(&path).unwrap();
        let ours = overwrite || path != readme || std::env::var_os("BANTO").is_some();
        let (now, found) = run::page(&text, &|block| ours || block.language != "console");
        if overwrite {
            fs::write(&path, now).unwrap();
        } else {
            faults.extend(found.iter().map(|fault| format!("{}: {fault}", path.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Commands in the README's sentences and shell blocks are those of the program, with their flags.
#[test]
fn commands_in_sentences_are_there() {
    let text = read("README.md");
    let in_blocks = text.lines().filter(|line| line.starts_with("banto "));
    let commands: Vec<&str> = text.split('`').filter(|part| !part.contains('\n')).chain(in_blocks).collect();
    let commands: Vec<&str> = commands.into_iter().filter(|part| part.starts_with("banto ")).collect();
    assert!(commands.len() > 8, "{commands:?}");
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().skip(1).chain(["--help"]).collect();
        let ran = run::banto(root(), &words, "");
        assert_eq!(ran.exit, Some(0), "{command}");
    }
}

/// The README as trycmd runs it: with a pattern wherever a figure stands that differs from run to run.
#[test]
fn the_readme_is_true() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("documents");
    fs::create_dir_all(&folder).unwrap();
    let copy = folder.join("README.md");
    fs::write(&copy, run::for_trycmd(&read("README.md"))).unwrap();
    trycmd::TestCases::new().case(copy);
}
