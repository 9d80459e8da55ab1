//! Writing files whole: a file appears by rename, so that nobody ever sees half of it.

use std::io::Write;
use std::path::Path;

/// Writes a text or bytes to a file, in place of what was there.
pub(super) fn whole(path: &Path, contents: impl AsRef<[u8]>) -> std::io::Result<()> {
    // A pipe or a device cannot be replaced.
    if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
        return std::fs::write(path, contents);
    }
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let mode = std::fs::metadata(&path).ok().map(|data| data.permissions());
    if mode.as_ref().is_some_and(std::fs::Permissions::readonly) {
        return Err(std::io::ErrorKind::PermissionDenied.into());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let written = std::fs::File::create(&beside).and_then(|mut file| {
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
