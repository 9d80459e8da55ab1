//! The memory of this process and of the machine, as the system reports them.
//!
//! Out: bytes; `None` for what this system does not tell. Measuring allocates nothing: it happens when memory is short.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(target_os = "macos", path = "macos.rs")]
#[cfg_attr(windows, path = "windows.rs")]
#[cfg_attr(target_family = "wasm", path = "wasm.rs")]
#[cfg_attr(
    not(any(target_os = "linux", target_os = "macos", windows, target_family = "wasm")),
    path = "unknown.rs"
)]
mod this;

pub use this::begin_peak;
/// Memory: used by this process now, the most that was resident, the limits on it, and what is left for programs.
pub use this::{allowed, available, peak, usage};

/// Bytes of each kind of memory that systems limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// Memory that is backed by pages.
    pub(crate) resident: u64,
    /// Address space, backed or not.
    pub(crate) address: u64,
    /// Memory that the program allocates, without its code.
    pub(crate) data: u64,
}

/// The limits of the system on the memory of this process, of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Allowed {
    /// The memory left on the machine, in addition to what this process holds.
    pub(crate) left: Option<u64>,
    /// The limit of the container (control group) that this process is in.
    pub(crate) container: Option<u64>,
    /// The limit of [`Usage::address`].
    pub(crate) address: Option<u64>,
    /// The limit of [`Usage::data`].
    pub(crate) data: Option<u64>,
}

/// The memory that this process holds now.
pub fn resident() -> Option<u64> {
    usage().map(|usage| usage.resident)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_plausible_where_it_is_known() {
        let known = cfg!(any(target_os = "linux", target_os = "macos", windows));
        assert_eq!(resident().is_some(), known);
        assert_eq!(peak().is_some(), known);
        assert_eq!(available().is_some(), known);
        if let (Some(now), Some(peak)) = (resident(), peak()) {
            assert!(now > 100_000, "{now}");
            assert!(now < 8 << 30, "{now}");
            // The kernel keeps the two counters separately, so they may differ by a few pages.
            assert!(peak + (4 << 20) > now, "{peak} {now}");
        }
    }

    #[test]
    fn memory_that_is_touched_is_measured() {
        let Some(before) = resident() else { return };
        // An optimizer would leave out what nobody looks at.
        let touched = std::hint::black_box(vec![1_u8; 64 << 20]);
        let now = resident().unwrap();
        assert!(now > before + (48 << 20), "{before} {now} {}", touched.len());
    }
}
