//! Memory in WebAssembly: one piece, which grows and never shrinks.

use std::arch::wasm32::memory_size;

use super::{Allowed, Usage};

/// The bytes of a page of memory.
const PAGE: u64 = 64 << 10;

pub fn usage() -> Option<Usage> {
    let bytes = memory_size::<0>() as u64 * PAGE;
    Some(Usage { resident: bytes, address: bytes, data: bytes })
}

pub fn allowed() -> Allowed {
    Allowed::default()
}

/// The peak is that of the program since it started.
#[cfg(feature = "program")]
pub const fn begin_peak() {}

pub fn peak() -> Option<u64> {
    usage().map(|usage| usage.resident)
}

pub fn available() -> Option<u64> {
    None
}
