//! The time that the processor has spent on this process, or on this thread.
//!
//! Out: a time since an arbitrary moment; `None` where the system does not tell, and in the library without the program,
//! which needs no operating system.

use std::time::Duration;

/// All threads of the process, those that have ended included.
pub(crate) fn of_process() -> Option<Duration> {
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

    pub(super) fn of_process() -> Option<Duration> {
        read(ClockId::ProcessCPUTime)
    }

    pub(super) fn of_thread() -> Option<Duration> {
        read(ClockId::ThreadCPUTime)
    }
}

#[cfg(all(feature = "program", windows))]
mod this {
    use std::time::Duration;

    use winsafe::{FILETIME, HPROCESS, HTHREAD};

    /// What the kernel and the program itself took, in units of 100 ns.
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

#[cfg(all(test, feature = "program"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_processor_time_and_sleep_takes_none() {
        let measured = [of_process(), of_thread()].map(Option::unwrap);
        let start = std::time::Instant::now();
        let mut sum = 0_u64;
        while start.elapsed() < Duration::from_millis(20) {
            sum = std::hint::black_box(sum + 1);
        }
        let worked = of_thread().unwrap() - measured[1];
        assert!(
            worked > Duration::ZERO && worked <= start.elapsed() + Duration::from_millis(16),
            "{worked:?}"
        );
        let before = of_thread().unwrap();
        std::thread::sleep(Duration::from_millis(50));
        assert!(of_thread().unwrap() - before < Duration::from_millis(30));
        assert!(of_process().unwrap() - measured[0] >= worked / 2);
    }
}
