//! Memory on systems that tell nothing about it, such as WebAssembly.

use super::{Allowed, Usage};

pub(super) fn usage() -> Option<Usage> {
    None
}

pub(super) fn allowed() -> Allowed {
    Allowed::default()
}

pub(super) fn peak() -> Option<u64> {
    None
}

pub(super) fn available() -> Option<u64> {
    None
}
