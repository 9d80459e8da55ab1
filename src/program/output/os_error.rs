//! Errors of the operating system in words, to follow "cannot read" or "cannot write", without the error number.

use std::io::{Error, ErrorKind};

use banto_base::system::files;

pub(crate) fn reason(error: &Error) -> String {
    if let Some(meaning) = files::meaning(error) {
        return meaning.to_owned();
    }
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission denied".to_owned(),
        ErrorKind::IsADirectory => "it is a directory, not a file".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is a file, not a folder".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        ErrorKind::InvalidData => "the text is not UTF-8".to_owned(),
        ErrorKind::InvalidFilename => "the name is too long".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        _ => {
            let words = error.to_string();
            words.split(" (os error").next().unwrap_or_default().trim_end_matches('.').to_lowercase()
        }
    }
}
