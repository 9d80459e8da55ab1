//! Memory on macOS, which swaps as it needs and has no containers: what is left limits nothing.

use nix::sys::resource::{UsageWho, getrusage};

use super::{Allowed, Usage};

pub fn usage() -> Option<Usage> {
    let stats = memory_stats::memory_stats()?;
    Some(Usage { resident: stats.physical_mem as u64, ..Usage::default() })
}

pub fn allowed() -> Allowed {
    Allowed::default()
}

/// The peak is that of the process since it started.
pub const fn begin_peak() {}

pub fn peak() -> Option<u64> {
    // Here in bytes.
    u64::try_from(getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss()).ok()
}

pub fn available() -> Option<u64> {
    let mut machine = sysinfo::System::new();
    machine.refresh_memory();
    Some(machine.available_memory()).filter(|bytes| *bytes > 0)
}
