//! Writing files whole: a file appears by rename, so that nobody ever sees half of it. `-` is standard output.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::exit::Exit;
use super::input;
use super::output::Output;

/// Whether a path means standard output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes data where the command line wants it, or says why that cannot be done.
pub(super) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), Exit> {
    if is_standard(path) {
        Output::bytes(contents.as_ref());
        return Ok(());
    }
    whole(path, contents).map_err(|error| refuse(path, &error))
}

/// Says early that a file cannot be written: before the work whose result it is to keep.
pub(super) fn probe(path: &Path) -> Result<(), Exit> {
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
    tried.map_err(|error| refuse(path, &error))
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
pub(super) fn refuse(path: &Path, error: &io::Error) -> Exit {
    let reason = match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) if error.kind() == ErrorKind::NotFound => {
            format!("there is no folder {}", folder.display())
        }
        _ => input::reason(error),
    };
    Output::error(&format!("cannot write {}: {reason}", path.display()));
    Exit::Input
}

/// A name beside a file that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}
