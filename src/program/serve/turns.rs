//! The turns of runs: as many work at a time as there are places. Short answers do not wait behind long runs.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::mcp::{Refusal, canceled};

/// One of so many, until it is dropped.
pub(super) struct Permit<'a>(&'a AtomicUsize);

impl<'a> Permit<'a> {
    pub(super) fn take(taken: &'a AtomicUsize, most: usize) -> Option<Self> {
        let permit = Self(taken);
        (taken.fetch_add(1, Ordering::Relaxed) < most).then_some(permit)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How many runs of each kind work at a time; others wait, and see so often whether it is their turn.
const MOST: usize = 4;
const PERIOD: Duration = Duration::from_millis(20);

/// The turns of runs: short and long ones.
#[derive(Default)]
pub(super) struct Turns([AtomicUsize; 2]);

impl Turns {
    /// Waits for a turn.
    pub(super) fn take(&self, is_long: bool, cancel: &AtomicBool) -> Result<Permit<'_>, Refusal> {
        loop {
            if let Some(permit) = Permit::take(&self.0[usize::from(is_long)], MOST) {
                return Ok(permit);
            }
            if cancel.load(Ordering::Relaxed) {
                return Err(canceled());
            }
            std::thread::sleep(PERIOD);
        }
    }
}
