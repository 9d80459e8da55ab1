//! Several jobs at a time: threads work, and results are reported in the order of the jobs.
//!
//! In: the number of jobs, a function that does one, and one that reports it. With more threads than jobs, each job has
//! several.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use banto_base::limits::Limits;
use banto_base::limits::threads::{SEARCH_BYTES, startable};

/// Does the jobs with numbers below `jobs`. `work` gets a number, and how many threads it may use; `tell` gets the
/// results in order, in this thread. Once the limits are canceled, no further job begins.
pub fn run_jobs<T: Send>(
    jobs: usize,
    threads: usize,
    limits: &Limits,
    work: &(dyn Fn(usize, usize) -> T + Sync),
    tell: &mut dyn FnMut(usize, T),
) {
    let workers = threads.clamp(1, jobs.max(1));
    let (next, cancel) = (AtomicUsize::new(0), limits.cancel_flag());
    let work = |share: usize, sender: mpsc::Sender<(usize, T)>| {
        loop {
            let job = next.fetch_add(1, Ordering::Relaxed);
            if job >= jobs || cancel.load(Ordering::Relaxed) {
                return;
            }
            // Nobody listens only if a panic is ending everything.
            let _ = sender.send((job, work(job, share)));
        }
    };
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let has_begun = |worker: &usize| {
            // The first ones get one more if the threads cannot be shared evenly.
            let share = threads / workers + usize::from(*worker < threads % workers);
            let (sender, work) = (sender.clone(), &work);
            let builder = std::thread::Builder::new().stack_size(SEARCH_BYTES);
            builder.spawn_scoped(scope, move || work(share, sender)).is_ok()
        };
        // A single one is not worth a trial. If the system has no thread to give, this one does the work.
        let can_start = if workers == 1 { 1 } else { startable(workers, limits) };
        if (0..can_start).filter(has_begun).count() == 0 {
            work(1, sender);
        } else {
            drop(sender);
        }
        let (mut early, mut due) = (BTreeMap::new(), 0);
        for (job, found) in receiver {
            early.insert(job, found);
            while let Some(found) = early.remove(&due) {
                tell(due, found);
                due += 1;
            }
        }
    });
}
