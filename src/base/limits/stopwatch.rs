//! How long a piece of work takes: by the clock, and of the processor.
//!
//! In: where the work begins and ends. Out: [`Taken`].

use std::time::{Duration, Instant};

use crate::system::processor_time;

/// Time by the clock and of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// By the clock.
    pub time: Duration,
    /// Of the processor: of all threads that worked. `None` if the system does not tell, and in the library without
    /// the feature `program`.
    pub cpu: Option<Duration>,
}

impl Taken {
    /// Adds other work.
    pub fn add(&mut self, other: Self) {
        *self = self.and(other, Duration::saturating_add);
    }

    /// Adds work that was done at the same time.
    #[doc(hidden)]
    pub fn beside(&mut self, other: Self) {
        let time = self.time.max(other.time);
        self.add(other);
        self.time = time;
    }

    /// Without a part of it.
    #[must_use]
    pub fn without(self, part: Self) -> Self {
        self.and(part, Duration::saturating_sub)
    }

    fn and(self, other: Self, with: impl Fn(Duration, Duration) -> Duration) -> Self {
        let cpu = self.cpu.zip(other.cpu).map(|(one, other)| with(one, other));
        Self { time: with(self.time, other.time), cpu }
    }

    /// The processor time where it is known, else the time by the clock.
    pub fn best(self) -> Duration {
        self.cpu.unwrap_or(self.time)
    }
}

/// No time at all.
impl Default for Taken {
    fn default() -> Self {
        Self { time: Duration::ZERO, cpu: Some(Duration::ZERO) }
    }
}

/// Measures work from when it is started.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    start: Instant,
    cpu: Option<Duration>,
    read: fn() -> Option<Duration>,
}

impl Stopwatch {
    /// For the work of this thread alone, or of all threads of the process.
    ///
    /// ```
    /// use banto::limits::Stopwatch;
    ///
    /// let watch = Stopwatch::start(false);
    /// let sum: u64 = std::hint::black_box((0..1000).sum());
    /// assert!(sum > 0 && watch.taken().time > std::time::Duration::ZERO);
    /// ```
    pub fn start(all_threads: bool) -> Self {
        let read = if all_threads { processor_time::of_process } else { processor_time::of_thread };
        Self { start: Instant::now(), cpu: read(), read }
    }

    /// The time since the start.
    pub fn taken(&self) -> Taken {
        let cpu = self.cpu.zip((self.read)()).map(|(before, now)| now.saturating_sub(before));
        Taken { time: self.start.elapsed(), cpu }
    }
}
