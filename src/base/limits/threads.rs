//! How many threads the system provides for a search.
//!
//! In: how many threads are wanted. Out: how many can start, each with its stack.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::Builder;

use super::Limits;

/// The stack of a searching thread: some searches recurse, and what they search may be large.
pub const SEARCH_BYTES: usize = 64 << 20;

impl Limits {
    /// Sets this flag if the system provides fewer threads than are wanted.
    #[doc(hidden)]
    pub fn with_thread_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.few_threads = flag;
        self
    }
}

/// How many more threads can start now, up to the given number: they are started, and end again. Each gets room for its
/// stack, and the same again for what its allocator may reserve. If there are fewer, the limits note it.
pub fn startable(wanted: usize, limits: &Limits) -> usize {
    let mut threads = Vec::new();
    for _ in 0..wanted {
        let ((began, has_begun), (end, ended)) = (mpsc::channel(), mpsc::channel::<()>());
        let wait = move || began.send(()).is_ok() && ended.recv().is_ok();
        let thread = Builder::new().stack_size(SEARCH_BYTES);
        if !limits.has_address_space(2 * SEARCH_BYTES) {
            break;
        }
        let Ok(thread) = thread.spawn(wait) else { break };
        // Its memory must be visible before the next one requests memory.
        let _ = has_begun.recv();
        threads.push((thread, end));
    }
    let count = threads.len();
    if count < wanted {
        limits.few_threads.store(true, Ordering::Relaxed);
    }
    for (thread, end) in threads {
        drop(end);
        let _ = thread.join();
    }
    count
}
