//! The time that the processor has spent on this process, or on this thread.
//!
//! Out: a time since an arbitrary moment; `None` where the system does not tell, and in the library without the
//! program, which needs no operating system.

use std::time::Duration;

/// All threads of the process, those that have ended included.
pub fn of_process() -> Option<Duration> {
    this::of_process()
}

/// The calling thread.
pub(crate) fn of_thread() -> Option<Duration> {
    this::of_thread()
}

#[cfg(all(feature = "program", unix))]
mod this {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    fn read(clock: ClockId) -> Option<Duration> {
        Duration::try_from(clock_gettime(clock)).ok()
    }

    /// Under a limit of processor time (`ulimit -t`), Linux adds to the clock of a process only at ticks; what the
    /// calling thread has had is a part of it in any case.
    pub(super) fn of_process() -> Option<Duration> {
        read(ClockId::ProcessCPUTime).max(of_thread())
    }

    pub(super) fn of_thread() -> Option<Duration> {
        read(ClockId::ThreadCPUTime)
    }
}

#[cfg(all(feature = "program", windows))]
mod this {
    use std::time::Duration;

    use winsafe::{FILETIME, HPROCESS, HTHREAD};

    /// The time of the kernel and of the program itself, given in units of 100 ns.
    fn sum((_, _, kernel, user): (FILETIME, FILETIME, FILETIME, FILETIME)) -> Duration {
        Duration::from_nanos(100 * (u64::from(kernel) + u64::from(user)))
    }

    pub(super) fn of_process() -> Option<Duration> {
        HPROCESS::GetCurrentProcess().GetProcessTimes().ok().map(sum)
    }

    pub(super) fn of_thread() -> Option<Duration> {
        HTHREAD::GetCurrentThread().GetThreadTimes().ok().map(sum)
    }
}

#[cfg(not(all(feature = "program", any(unix, windows))))]
mod this {
    use std::time::Duration;

    pub(super) const fn of_process() -> Option<Duration> {
        None
    }

    pub(super) use of_process as of_thread;
}
