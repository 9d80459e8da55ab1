//! How many threads the system gives to a search.
//!
//! In: how many are wanted. Out: how many can start, each with its stack.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::Builder;

use super::Limits;

/// What a thread gets that searches: some searches call themselves, and what they search may be large.
pub(crate) const SEARCH_BYTES: usize = 64 << 20;

/// Whether the system ever had fewer threads than a search wanted.
static WERE_FEWER: AtomicBool = AtomicBool::new(false);

/// Whether a search ran in fewer threads than it was asked to.
pub(crate) fn threads_were_fewer() -> bool {
    WERE_FEWER.load(Ordering::Relaxed)
}

/// How many threads of a search can start now besides those that run, at most so many: they are started, and end again.
/// Each is left room for its stack and as much again, which its allocator may reserve.
pub(crate) fn startable(wanted: usize, limits: &Limits) -> usize {
    let mut threads = Vec::new();
    for _ in 0..wanted {
        let ((began, has_begun), (end, ended)) = (mpsc::channel(), mpsc::channel::<()>());
        let wait = move || began.send(()).is_ok() && ended.recv().is_ok();
        let thread = Builder::new().stack_size(SEARCH_BYTES);
        if !limits.has_address_space(2 * SEARCH_BYTES) {
            break;
        }
        let Ok(thread) = thread.spawn(wait) else { break };
        // What it takes must be seen when the next one asks for room.
        let _ = has_begun.recv();
        threads.push((thread, end));
    }
    WERE_FEWER.fetch_or(threads.len() < wanted, Ordering::Relaxed);
    let count = threads.len();
    for (thread, end) in threads {
        drop(end);
        let _ = thread.join();
    }
    count
}
