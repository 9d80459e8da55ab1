//! Stacks: a large one for recursive walks over deeply nested text, so that the caller's does not overflow, and those
//! of threads that search.
//!
//! In: how deep a text is nested, and a function that recurses as deep; or how many threads are wanted. Out: what the
//! function returns, or that there is no memory for such a stack; or how many threads the system has.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::Builder;

use super::{Limits, Stop};

/// Nesting up to this fits every stack, even that of a test thread in a debug build.
const SHALLOW: usize = 50;

/// What every walk over a text may take for each level of nesting, in a debug build, too.
const LEVEL_BYTES: usize = 192 << 10;

/// What a thread gets that searches: some searches call themselves, and what they search may be large.
pub(crate) const SEARCH_BYTES: usize = 64 << 20;

/// Calls a function that recurses as deep as the text is nested.
///
/// # Errors
/// Those of the function, and [`Stop::Memory`].
pub(crate) fn deep<T: Send, E: From<Stop> + Send>(
    nesting: usize,
    function: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    if nesting <= SHALLOW {
        return function();
    }
    std::thread::scope(|scope| {
        let builder = Builder::new().stack_size(nesting * LEVEL_BYTES);
        match builder.spawn_scoped(scope, function).map_err(|_| Stop::Memory)?.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

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
