//! Several levels at a time: threads solve, and what came of the levels is told in their order.
//!
//! In: how many levels, what solves one, what tells of it. With more threads than levels, each level has several.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use crate::limits::stack::SEARCH_BYTES;
use crate::limits::{Limits, Stop};

/// Solves the levels with numbers below `levels`. `solve` is given a number, how many threads it may use, and the
/// limits of everything; `tell` hears of the levels in their order, here. Where the work is cancelled, no other level
/// begins.
pub(super) fn side_by_side<T: Send>(
    levels: usize,
    threads: usize,
    everything: &Limits,
    solve: &(dyn Fn(usize, usize, &Limits) -> T + Sync),
    tell: &mut dyn FnMut(usize, T),
) {
    let workers = threads.clamp(1, levels.max(1));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for worker in 0..workers {
            // The first ones have one more, if they cannot all have as many.
            let share = threads / workers + usize::from(worker < threads % workers);
            let (sender, everything, next) = (sender.clone(), everything.clone(), &next);
            let work = move || {
                loop {
                    let level = next.fetch_add(1, Ordering::Relaxed);
                    if level >= levels || everything.look() == Err(Stop::Cancelled) {
                        return;
                    }
                    // Nobody listens only where a panic ends everything.
                    let _ = sender.send((level, solve(level, share, &everything)));
                }
            };
            let builder = std::thread::Builder::new().stack_size(SEARCH_BYTES);
            builder.spawn_scoped(scope, work).expect("a system that runs programs has a thread");
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (level, found) in receiver {
            early.insert(level, found);
            while let Some(found) = early.remove(&due) {
                tell(due, found);
                due += 1;
            }
        }
    });
}
