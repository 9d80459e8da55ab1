//! How much memory there is, and what this process may use of it: what the system allows, less a reserve.

use crate::system::memory::{self, Usage};

/// The peak memory of this process, in bytes. `None` if the system does not report it.
pub fn peak_memory_bytes() -> Option<u64> {
    memory::peak()
}

/// The memory that this process holds now, in bytes. `None` if the system does not report it.
pub fn resident_memory_bytes() -> Option<u64> {
    memory::resident()
}

/// The memory that the machine has left for programs, in bytes. `None` if the system does not report it.
pub fn available_memory_bytes() -> Option<u64> {
    memory::available()
}

/// The limits of the process and of its container, and the memory that the machine had left at the first call. A part
/// is reserved for what is never asked about: small allocations, stacks. Of address space that is a quarter: an array
/// that grows without asking moves to a place twice as large, and that allocation fails long before memory is used up.
pub(super) fn allowed() -> Usage {
    static ALLOWED: std::sync::OnceLock<Usage> = std::sync::OnceLock::new();
    *ALLOWED.get_or_init(|| {
        let less = |bytes: u64| bytes - (bytes / 16).max(4 << 20).min(bytes);
        let reserve = |bytes: u64| bytes - (bytes / 4).max(4 << 20).min(bytes);
        let system = memory::allowed();
        let held = || memory::resident().unwrap_or(0);
        let left = system.left.map_or(u64::MAX, |left| less(left).saturating_add(held()));
        Usage {
            resident: left.min(system.container.map_or(u64::MAX, less)),
            address: system.address.map_or(u64::MAX, reserve),
            data: system.data.map_or(u64::MAX, reserve),
        }
    })
}
