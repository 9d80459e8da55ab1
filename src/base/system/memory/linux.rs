//! Memory on Linux, by the files of `/proc` and of the control groups.

use std::fs::File;
use std::io::Read;

use super::{Allowed, Usage};

/// The size of a page, as `statm` counts them. All systems that have `/proc` and run this program on common hardware
/// use this size; others are recognized at the first measurement.
const COMMON_PAGE: u64 = 4096;

pub fn usage() -> Option<Usage> {
    let mut buffer = [0; 128];
    let mut fields = read_start("/proc/self/statm", &mut buffer)?.split_ascii_whitespace();
    let mut bytes = |skipped| fields.nth(skipped)?.parse().ok().map(|pages: u64| pages * page_size());
    Some(Usage { address: bytes(0)?, resident: bytes(0)?, data: bytes(3)? })
}

/// The limits of the process (`ulimit -v`, `ulimit -d`), of its control groups, and the memory and swap space that
/// nobody uses.
pub fn allowed() -> Allowed {
    let mut buffer = [0; 4096];
    let limits = read_start("/proc/self/limits", &mut buffer).unwrap_or_default();
    let limit = |name| {
        let row = limits.lines().find_map(|line| line.strip_prefix(name));
        row.and_then(|row| row.split_ascii_whitespace().next()?.parse().ok())
    };
    let swap = || kilobytes("/proc/meminfo", "SwapFree:").unwrap_or(0);
    Allowed {
        left: available().map(|left| left + swap()),
        container: container(),
        address: limit("Max address space"),
        data: limit("Max data size"),
    }
}

pub fn peak() -> Option<u64> {
    status_field("VmHWM:")
}

/// Begins a new peak, from what the process holds now.
pub fn begin_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

pub fn available() -> Option<u64> {
    kilobytes("/proc/meminfo", "MemAvailable:")
}

/// The lowest limit of the control groups that this process is in.
fn container() -> Option<u64> {
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

/// Reads the start of a small file without allocating.
fn read_start<'a>(path: &str, buffer: &'a mut [u8]) -> Option<&'a str> {
    let length = File::open(path).ok()?.read(buffer).ok()?;
    std::str::from_utf8(&buffer[..length]).ok()
}
