//! Writing files whole: a file appears by rename, so that nobody ever sees half of it. `-` is standard output.
//!
//! What a command reads it never writes over, and a picture or a table takes no level's or problem's place.
//!
//! In: a path and text. Out: a file, or why there is none. What is in it is not known here.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::exit::Exit;
use super::input;
use super::output::Output;
use crate::sokoban::level;
use crate::source::SourceText;

/// Whether a path means standard output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes data where the command line wants it, or says why that cannot be done.
pub(super) fn write(output: &Output, path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Exit> {
    if is_standard(path) {
        output.bytes(contents.as_ref());
        return Ok(());
    }
    whole(path, contents).map_err(|error| refuse(output, path, &error))
}

/// Refuses a result that would take the place of a file that the command reads, or of another result.
pub(super) fn apart<'a>(
    output: &Output,
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Exit> {
    let inputs: Vec<PathBuf> = inputs.into_iter().filter_map(|path| real(path)).collect();
    let mut taken: Vec<PathBuf> = Vec::new();
    for path in outputs {
        let Some(place) = real(path) else { continue };
        let (read, shown) = (inputs.contains(&place), path.display());
        if read || taken.contains(&place) {
            let why = if read { "is read by this command" } else { "is named for two results" };
            return Err(output.usage(&format!("{shown} {why}; name another file for the result")));
        }
        taken.push(place);
    }
    Ok(())
}

/// The file behind a path, also where it is not there yet. Standard output, pipes and devices are none.
fn real(path: &Path) -> Option<PathBuf> {
    if is_standard(path) || std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return None;
    }
    path.canonicalize().ok().or_else(|| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    })
}

/// Refuses to put a picture or a table where a level file or PDDL is: then the name of the result was left out.
pub(super) fn no_source<'a>(
    output: &Output,
    flag: &str,
    what: &str,
    path: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Exit> {
    const SOURCES: &[&str] = &["xsb", "sok", "slc", "rle", "pddl"];
    for path in path {
        let end = path.extension().unwrap_or_default();
        let is_levels = || {
            let text = std::fs::read(path).map(|bytes| SourceText::from_bytes("", bytes).0);
            text.is_ok_and(|text| level::read(&text, None).is_playable())
        };
        let is_source = SOURCES.iter().any(|one| end.eq_ignore_ascii_case(one))
            || (end.eq_ignore_ascii_case("txt") && is_levels());
        if is_source && path.is_file() {
            let kind = if end.eq_ignore_ascii_case("pddl") { "PDDL" } else { "a level file" };
            let shown = path.display();
            output.error(&format!("{shown} is {kind}, and {flag} would write {what} in its place"));
            output.help(&format!("name the file for {what} behind {flag}"));
            return Err(Exit::Usage);
        }
    }
    Ok(())
}

/// Says early that a file cannot be written: before the work whose result it is to keep.
pub(super) fn probe(output: &Output, path: &Path) -> Result<(), Exit> {
    if is_standard(path) {
        return Ok(());
    }
    let tried = match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(data) if data.is_file() && data.permissions().readonly() => {
            Err(ErrorKind::PermissionDenied.into())
        }
        // A pipe or a device is not touched before there is something to write.
        Ok(data) if !data.is_file() => Ok(()),
        _ => {
            let beside = beside(path);
            File::create(&beside).and_then(|_| std::fs::remove_file(&beside))
        }
    };
    tried.map_err(|error| refuse(output, path, &error))
}

/// Writes a text or bytes to a file, in place of what was there.
pub(super) fn whole(path: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
    // A pipe or a device cannot be replaced.
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return std::fs::write(path, contents);
    }
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mode = std::fs::metadata(&path).ok().map(|data| data.permissions());
    if mode.as_ref().is_some_and(std::fs::Permissions::readonly) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    let beside = beside(&path);
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(contents.as_ref())?;
        if let Some(mode) = mode {
            file.set_permissions(mode)?;
        }
        std::fs::rename(&beside, &path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// Says that a file cannot be written.
pub(super) fn refuse(output: &Output, path: &Path, error: &io::Error) -> Exit {
    let reason = match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if error.kind() == ErrorKind::NotFound => {
            format!("there is no folder {}", folder.display())
        }
        _ => input::reason(error),
    };
    output.error(&format!("cannot write {}: {reason}", path.display()));
    Exit::Input
}

/// A name beside a file that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}
