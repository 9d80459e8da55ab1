//! The memory of this process, as the operating system reports it; `None` if there is no `/proc`.

use std::fs::File;
use std::io::Read;

/// The size of a page, as `statm` counts them. All systems that have `/proc` and run this program on common hardware
/// use this size; others are recognized at the first measurement.
const COMMON_PAGE: u64 = 4096;

/// The peak memory of this process, in bytes. `None` if the system does not report it.
pub fn peak_memory_bytes() -> Option<u64> {
    status_field("VmHWM:")
}

/// The memory that this process holds now, in bytes. `None` if the system does not report it.
pub fn resident_memory_bytes() -> Option<u64> {
    Usage::now().map(|usage| usage.resident)
}

/// Bytes of each kind of memory that the system limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    /// Memory that is backed by pages.
    pub resident: u64,
    /// Address space, backed or not.
    pub address: u64,
    /// What the program allocates, without its code.
    pub data: u64,
}

impl Usage {
    /// What this process uses now.
    pub fn now() -> Option<Self> {
        let mut buffer = [0; 128];
        let mut fields = read_start("/proc/self/statm", &mut buffer)?.split_ascii_whitespace();
        let mut bytes = |skipped| fields.nth(skipped)?.parse().ok().map(|pages: u64| pages * page_size());
        Some(Self { address: bytes(0)?, resident: bytes(0)?, data: bytes(3)? })
    }

    /// What this process may use: the limits of the process (`ulimit -v`, `ulimit -d`) and of its control group, and
    /// the memory that the machine had left at the first call. A part is reserved for what is never asked about: small
    /// allocations, stacks. Of address space that is a quarter: an array that grows without asking moves to a place
    /// twice as large, and that allocation fails long before memory is used up.
    pub fn allowed() -> Self {
        static ALLOWED: std::sync::OnceLock<Usage> = std::sync::OnceLock::new();
        *ALLOWED.get_or_init(|| {
            let less = |bytes: u64| bytes - (bytes / 16).max(4 << 20).min(bytes);
            let reserve = |bytes: u64| bytes - (bytes / 4).max(4 << 20).min(bytes);
            let mut buffer = [0; 4096];
            let limits = read_start("/proc/self/limits", &mut buffer).unwrap_or_default();
            let limit = |name| {
                let row = limits.lines().find_map(|line| line.strip_prefix(name));
                let bytes = row.and_then(|row| row.split_ascii_whitespace().next()?.parse().ok());
                bytes.map_or(u64::MAX, reserve)
            };
            let (address, data) = (limit("Max address space"), limit("Max data size"));
            let left = machine_memory()
                .map_or(u64::MAX, |left| less(left).saturating_add(resident_memory_bytes().unwrap_or(0)));
            Self { resident: left.min(group_memory().map_or(u64::MAX, less)), address, data }
        })
    }
}

/// The memory and swap space that nobody uses.
fn machine_memory() -> Option<u64> {
    Some(available_memory_bytes()? + kilobytes("/proc/meminfo", "SwapFree:").unwrap_or(0))
}

/// The lowest limit of the control groups that this process is in.
fn group_memory() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    let mut files = vec!["/sys/fs/cgroup/memory/memory.limit_in_bytes".to_owned()];
    for path in groups.lines().filter_map(|line| line.strip_prefix("0::")) {
        let mut path = path.trim_end_matches('/');
        loop {
            files.push(format!("/sys/fs/cgroup{path}/memory.max"));
            let Some((above, _)) = path.rsplit_once('/') else { break };
            path = above;
        }
    }
    let limit = |file: &String| std::fs::read_to_string(file).ok()?.trim().parse().ok();
    files.iter().filter_map(limit).min()
}

/// The size of a page: `statm` and `status` give the same memory in pages and in kilobytes.
fn page_size() -> u64 {
    static SIZE: std::sync::OnceLock<u64> = std::sync::OnceLock::new();
    *SIZE.get_or_init(|| {
        let measured = || {
            let mut buffer = [0; 128];
            let text = read_start("/proc/self/statm", &mut buffer)?;
            let pages: u64 = text.split_ascii_whitespace().next()?.parse().ok()?;
            Some(status_field("VmSize:")? / pages.max(1))
        };
        let ratio = measured().unwrap_or(COMMON_PAGE);
        // The two files are read one after the other, so the ratio is only close to the size, which is a power of two.
        [4096, 16384, 65536].into_iter().min_by_key(|&size: &u64| size.abs_diff(ratio)).unwrap_or(COMMON_PAGE)
    })
}

/// The memory that the machine has left for programs, in bytes. `None` if the system does not report it.
pub fn available_memory_bytes() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

fn status_field(name: &str) -> Option<u64> {
    kilobytes("/proc/self/status", name)
}

/// The number on the line that begins with `name`, in bytes.
fn kilobytes(path: &str, name: &str) -> Option<u64> {
    let mut buffer = [0; 4096];
    let text = read_start(path, &mut buffer)?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Reads the start of a small file without allocating: this runs when memory is short.
fn read_start<'a>(path: &str, buffer: &'a mut [u8]) -> Option<&'a str> {
    let length = File::open(path).ok()?.read(buffer).ok()?;
    std::str::from_utf8(&buffer[..length]).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_plausible_where_it_is_known() {
        if let (Some(now), Some(peak)) = (resident_memory_bytes(), peak_memory_bytes()) {
            assert!(now > 100_000, "{now}");
            assert!(now < 8 << 30, "{now}");
            // The kernel keeps the two counters separately, so they may differ by a few pages.
            assert!(peak + (4 << 20) > now, "{peak} {now}");
        }
    }
}
