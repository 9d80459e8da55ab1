//! Memory on Windows, which promises every allocated byte at once, to RAM or to the paging file: that ("commit") is
//! what runs out. Job objects, the containers of Windows, are not asked.

use winsafe::{GlobalMemoryStatusEx, HPROCESS, PROCESS_MEMORY_COUNTERS_EX};

use super::{Allowed, Usage};

fn counters() -> Option<PROCESS_MEMORY_COUNTERS_EX> {
    HPROCESS::GetCurrentProcess().GetProcessMemoryInfo().ok()
}

pub fn usage() -> Option<Usage> {
    let counters = counters()?;
    Some(Usage { resident: counters.WorkingSetSize as u64, address: 0, data: counters.PagefileUsage as u64 })
}

pub fn allowed() -> Allowed {
    let left = GlobalMemoryStatusEx().ok().map(|machine| machine.ullAvailPageFile);
    let data = left.and_then(|left| Some(left + usage()?.data));
    Allowed { data, ..Allowed::default() }
}

/// The peak is that of the process since it started.
pub const fn begin_peak() {}

pub fn peak() -> Option<u64> {
    Some(counters()?.PeakWorkingSetSize as u64)
}

pub fn available() -> Option<u64> {
    Some(GlobalMemoryStatusEx().ok()?.ullAvailPhys)
}
