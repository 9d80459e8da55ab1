//! The numbers of limits, which several threads may see.
//!
//! In: counts, times. Out: the same.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A count, or a time in nanoseconds, as in a [`std::cell::Cell`]; but references to it can go to another thread.
#[derive(Debug)]
pub(super) struct Number(AtomicU64);

impl Number {
    pub(super) const fn new(value: u64) -> Self {
        Self(AtomicU64::new(value))
    }

    pub(super) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, value: u64) {
        self.0.store(value, Ordering::Relaxed);
    }

    pub(super) fn time(&self) -> Duration {
        Duration::from_nanos(self.get())
    }

    pub(super) fn set_time(&self, time: Duration) {
        self.set(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    }
}
