//! Converts `file:` URIs of the protocol to paths and back. A URI that is not a file stands for itself.

use std::fmt::Write;
use std::path::{Path, PathBuf, is_separator};
use std::str::FromStr;

use lsp_types::Uri;

pub(super) fn path_of(uri: &Uri) -> PathBuf {
    let Some(rest) = uri.as_str().strip_prefix("file://") else { return PathBuf::from(uri.as_str()) };
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut left = rest.as_bytes().iter();
    while let Some(&byte) = left.next() {
        let digits = left.as_slice().get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match digits.and_then(|two| u8::from_str_radix(two, 16).ok()).filter(|_| byte == b'%') {
            Some(code) => {
                bytes.push(code);
                left.nth(1);
            }
            None => bytes.push(byte),
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match text.strip_prefix('/') {
        Some(drive) if has_drives() && drive.as_bytes().get(1) == Some(&b':') => PathBuf::from(drive),
        None if has_drives() => PathBuf::from(format!("//{text}")),
        _ => PathBuf::from(text),
    }
}

/// Whether paths begin with drives, `C:\`, or servers, `\\server`, and URIs with `/C:/` and `server/`.
fn has_drives() -> bool {
    is_separator('\\')
}

pub(super) fn uri_of(path: &Path) -> Uri {
    let text = path.to_string_lossy();
    let mut uri = String::from("file://");
    let mut rest = text.to_string();
    if has_drives() {
        // The first is how paths of any length are spelled.
        rest = rest.trim_start_matches(r"\\?\").replace('\\', "/");
        rest = rest.strip_prefix("//").map_or_else(|| format!("/{rest}"), str::to_owned);
    }
    for byte in rest.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    let found = Uri::from_str(if path.is_absolute() { &uri } else { &text });
    found.unwrap_or_else(|_| Uri::from_str("untitled:unknown").expect("a constant URI"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        let unix = ["/a b/d\u{e4}.pddl", "/x/100%/[1].pddl"];
        let drives = [r"C:\a b\d\u{e4}.pddl", r"c:\x\100%\[1].pddl", r"\\server\share\d.pddl"];
        let windows = has_drives().then_some(drives).into_iter().flatten();
        for path in windows.chain(unix.into_iter().filter(|_| !has_drives())) {
            assert_eq!(path_of(&uri_of(Path::new(path))), Path::new(path));
        }
        let (uri, path) =
            ("file:///c%3A/a%20b/p.pddl", if has_drives() { "c:/a b/p.pddl" } else { "/c:/a b/p.pddl" });
        assert_eq!(path_of(&Uri::from_str(uri).unwrap()), Path::new(path));
        let untitled = Uri::from_str("untitled:Untitled-1").unwrap();
        assert_eq!(uri_of(&path_of(&untitled)), untitled);
    }
}
