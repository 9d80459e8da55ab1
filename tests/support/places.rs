//! Where the data of tests lies: in the project, and in the folder that `BANTO_TEST_DATA` names, if it is set.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use banto::task::{self, Task};

/// The root of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The task of two files of the project.
pub fn task_of(domain: impl AsRef<Path>, problem: impl AsRef<Path>) -> Task {
    let read = |path: &Path| fs::read_to_string(root().join(path)).unwrap();
    let (domain, problem) = (domain.as_ref(), problem.as_ref());
    task::read(&read(domain), &read(problem)).unwrap_or_else(|error| panic!("{}: {error}", problem.display()))
}

/// A folder of further test data, below the one that `BANTO_TEST_DATA` names. A test that goes without it says so, past
/// the capture of the test harness.
pub fn test_data(name: &str) -> Option<PathBuf> {
    let Some(data) = std::env::var_os("BANTO_TEST_DATA") else {
        let _ = writeln!(std::io::stderr(), "skipped: {name} (BANTO_TEST_DATA is not set)");
        return None;
    };
    let place = root().join(data).join(name);
    assert!(place.is_dir(), "BANTO_TEST_DATA has no {}", place.display());
    Some(place)
}

/// The files of a folder with an extension, sorted; none where the folder is missing.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|other| other == extension));
    paths.sort();
    paths
}

/// The files below a folder, all or those with an extension, sorted; none where the folder is missing.
pub fn files_below(folder: &Path, extension: Option<&str>) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            paths.extend(files_below(&path, extension));
        } else if extension.is_none_or(|wanted| path.extension().is_some_and(|other| other == wanted)) {
            paths.push(path);
        }
    }
    paths.sort();
    paths
}
