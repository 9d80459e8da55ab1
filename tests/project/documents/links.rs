//! Every link between documents leads to a file that is there, and to a heading that is there.

use std::fs;
use std::path::{Path, PathBuf};

use super::{pages, root};

/// The documents: those beside the README, the pages, and the READMEs below.
fn documents() -> Vec<PathBuf> {
    let mut found = pages();
    for name in
        ["README", "ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "domains/README", "domains/games/README"]
    {
        found.push(root().join(format!("{name}.md")));
    }
    found
}

/// The targets of the links in a text, but for code.
fn targets(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, part) in text.split("\n```").enumerate() {
        if at % 2 == 0 {
            found.extend(part.split("](").skip(1).filter_map(|rest| rest.split(')').next()));
        }
    }
    found
}

/// A heading as links name it.
fn anchor(heading: &str) -> String {
    let plain = heading.chars().filter(|one| one.is_alphanumeric() || matches!(one, ' ' | '-' | '_'));
    plain.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

fn has_heading(path: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(path).unwrap();
    text.lines().any(|line| line.starts_with('#') && anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for target in targets(&text).into_iter().filter(|target| !target.contains("://")) {
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            assert!(path.exists(), "{}: {target}", document.display());
            assert!(heading.is_empty() || has_heading(&path, heading), "{}: {target}", document.display());
            count += 1;
        }
    }
    assert!(count > 50);
}

/// Who reads the README finds every page.
#[test]
fn the_readme_names_every_page() {
    let readme = super::read("README.md");
    for page in pages() {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(readme.contains(&format!("(docs/{name})")), "README.md does not name docs/{name}");
    }
}
