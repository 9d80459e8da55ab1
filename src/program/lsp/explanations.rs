//! The pages that explain codes, as files that an editor can open.
//!
//! In: a code. Out: the URI of its page, written to the user's cache on first use.

use std::path::PathBuf;

use lsp_types::Uri;

use super::uri::uri_of;
use banto_base::source::Code;
use banto_base::system::files;

/// The folder for documents that editors open: pages and plans.
pub(super) fn cache() -> PathBuf {
    files::cache_folder()
        .unwrap_or_else(std::env::temp_dir)
        .join(concat!("banto-", env!("CARGO_PKG_VERSION")))
}

/// The page of a code; `None` if it cannot be written.
pub(super) fn page(code: Code) -> Option<Uri> {
    let folder = cache().join("explain");
    let path = folder.join(format!("{}.md", code.id));
    if std::fs::read_to_string(&path).ok().as_deref() != Some(code.page) {
        std::fs::create_dir_all(&folder).ok()?;
        std::fs::write(&path, code.page).ok()?;
    }
    Some(uri_of(&path))
}
