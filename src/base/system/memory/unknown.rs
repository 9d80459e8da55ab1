//! Memory on systems that tell nothing about it.

use super::{Allowed, Usage};

pub(crate) fn usage() -> Option<Usage> {
    None
}

pub(crate) fn allowed() -> Allowed {
    Allowed::default()
}

/// The peak is that of the process since it started.
pub(crate) const fn begin_peak() {}

pub(crate) fn peak() -> Option<u64> {
    None
}

pub(crate) use peak as available;
