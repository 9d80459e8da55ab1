//! The machine that a figure was measured on, and how busy it was.
//!
//! Out: names and numbers; `None` for what this system does not tell.

pub fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// How many threads the processors run at a time, as far as this process may use them.
pub fn cores() -> Option<usize> {
    std::thread::available_parallelism().ok().map(usize::from)
}

/// How many processes were running or ready to run, on average over the last minute.
pub fn load() -> Option<f64> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

pub const SYSTEM: [&str; 2] = [std::env::consts::OS, std::env::consts::ARCH];

/// How many files this process may have open.
#[cfg(all(unix, feature = "interactive"))]
pub fn most_open_files() -> Option<usize> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile)
        .current
        .and_then(|most| most.try_into().ok())
}

/// How many files this process may have open.
#[cfg(all(not(unix), feature = "interactive"))]
pub(crate) fn most_open_files() -> Option<usize> {
    None
}
