//! Where the data of tests lies: in the project, and, where it is there, beside the checkout.
//!
//! In: names of folders. Out: paths, sorted. Reads no file.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A folder of data beside the checkout; says so where it is absent.
#[allow(clippy::print_stderr, reason = "a check that is skipped says so")]
pub fn beside(name: &str) -> Option<PathBuf> {
    let place = root().parent()?.join("shared").join(name);
    if !place.exists() {
        eprintln!("skipped: {} is not there", place.display());
        return None;
    }
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
