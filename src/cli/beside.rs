//! Where the domain of a problem lies when the command line does not say.
//!
//! Looked at in this order: in the problem's folder `domain.pddl` and names made of the problem's own (`p01-domain.pddl`,
//! `domain-p01.pddl`), then there and in the folders above a file named after the domain, also in `domains/` and in its folder
//! of the same name as the problem's. A file counts when it defines the
//! domain that the problem names.

use std::path::{Path, PathBuf};

use crate::pddl;
use crate::source::SourceText;

/// How many folders above the problem's are looked at.
const FOLDERS_ABOVE: usize = 2;

/// The domain file of a problem.
pub(super) fn domain_of(problem: &Path) -> Option<PathBuf> {
    let (text, _) = SourceText::from_bytes("", std::fs::read(problem).ok()?);
    let parsed = pddl::parse_problem(&text);
    let wanted = parsed.tree.as_ref()?.domain?.text.to_owned();
    let folder = problem.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let stem = problem.file_stem()?.to_string_lossy();
    let mut places: Vec<PathBuf> = vec![folder.join("domain.pddl")];
    for name in ["{}-domain", "{}_domain", "domain-{}", "domain_{}"] {
        places.push(folder.join(format!("{}.pddl", name.replace("{}", &stem))));
    }
    let name = folder.file_name().map(std::ffi::OsStr::to_owned);
    let mut above = folder.to_path_buf();
    for _ in 0..=FOLDERS_ABOVE {
        places.push(above.join(format!("{wanted}.pddl")));
        places.push(above.join("domain.pddl"));
        places.push(above.join("domains").join(format!("{wanted}.pddl")));
        if let Some(name) = &name {
            places.push(above.join("domains").join(name).join(format!("{wanted}.pddl")));
        }
        above = above.join("..");
    }
    places.into_iter().find(|place| defines(place, &wanted))
}

/// Whether a file defines a domain.
pub(super) fn is_domain(path: &Path) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let (text, _) = SourceText::from_bytes("", bytes);
    pddl::parse_domain(&text).tree.is_some_and(|tree| !tree.name.text.is_empty())
}

fn defines(path: &Path, wanted: &str) -> bool {
    let Ok(bytes) = std::fs::read(path) else { return false };
    let (text, _) = SourceText::from_bytes("", bytes);
    let parsed = pddl::parse_domain(&text);
    parsed.tree.is_some_and(|tree| tree.name.text.eq_ignore_ascii_case(wanted))
}
