//! Reading files. What cannot be read is a diagnostic like any other.
//!
//! In: a path, or - for standard input. Out: a text, and words and exit codes for what went wrong. What a text means is not known here.

use std::io::Read;
use std::path::Path;

use super::exit::Exit;
use crate::source::{Diagnostic, Severity, SourceText, Span, codes};

/// A file's text; with a diagnostic when it cannot be read or is not text.
pub(super) fn read(path: &Path) -> (SourceText, Option<Diagnostic>) {
    let mut bytes = Vec::new();
    let (name, result) = if path.as_os_str() == "-" {
        ("<stdin>".to_owned(), std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()))
    } else {
        let name = path.display().to_string();
        (name, std::fs::read(path).map(|read| bytes = read))
    };
    match result {
        Ok(()) => SourceText::from_bytes(name, bytes),
        Err(error) => {
            let what =
                if path.is_dir() { "it is a directory, not a file".to_owned() } else { reason(&error) };
            let fault = Diagnostic::new(codes::E0003, format!("cannot read {name}: {what}"), Span::at(0));
            let fault = match nearby(path) {
                Some(near) => fault.help(format!("did you mean {near}?")),
                None => fault,
            };
            (SourceText::new(name, ""), Some(fault))
        }
    }
}

/// The reason of a failure in words, without the system's number.
pub(super) fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::IsADirectory => "it is a directory, not a file".to_owned(),
        std::io::ErrorKind::NotADirectory => "a part of its path is a file, not a folder".to_owned(),
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        std::io::ErrorKind::InvalidData => "the text is not UTF-8".to_owned(),
        std::io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => {
            let words = error.to_string();
            words.split(" (os error").next().unwrap_or_default().to_lowercase()
        }
    }
}

/// A file beside a missing one whose name is nearly the same.
fn nearby(path: &Path) -> Option<String> {
    if path.exists() {
        return None;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
    names.sort();
    let wanted = path.file_name()?.to_str()?;
    let near = crate::source::nearest(wanted, names.iter().map(String::as_str))?;
    Some(path.with_file_name(near).display().to_string())
}

/// The exit code that diagnostics call for: unsupported only where nothing else is wrong.
pub(super) fn exit(diagnostics: &[Diagnostic]) -> Exit {
    let mut errors = diagnostics.iter().filter(|one| one.severity() == Severity::Error).peekable();
    if errors.peek().is_none() {
        Exit::Done
    } else if errors.all(|one| one.code.is_unsupported()) {
        Exit::Unsupported
    } else {
        Exit::Input
    }
}
