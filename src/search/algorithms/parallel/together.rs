//! Runs the ranks of a search that are threads of this process.
//!
//! In: their connections, and a function to run at each. Out: the result of each. The observer sees them as one search.
//! If a rank panics, the others end, and the panic is resumed here.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

use crate::{Observer, Progress, Work};
use banto_base::limits::Limits;
use banto_base::limits::threads::SEARCH_BYTES;

/// The function that a rank runs, with its connection, its limits and its observer.
type Run<'r, L, T> = dyn Fn(L, &Limits, Option<&dyn Observer>) -> T + Sync + 'r;

/// Runs the first rank in this thread and each of the others in another thread, each with its own limits and observer.
/// If a thread cannot be started, all ranks end as at the memory limit, and the result of its rank is left out.
pub fn in_ranks<L: Send, T: Send>(
    links: Vec<L>,
    limits: &Limits,
    observer: Option<&dyn Observer>,
    run: &Run<'_, L, T>,
) -> Vec<T> {
    let count = links.len();
    let sum = observer.map(|observer| Sum { observer, parts: Mutex::new(vec![Progress::default(); count]) });
    std::thread::scope(|scope| {
        let work = |(rank, link)| {
            let (limits, sum) = (limits.clone(), sum.as_ref());
            move || {
                let part = sum.map(|sum| Part { sum, rank });
                run(link, &limits, part.as_ref().map(|part| part as &dyn Observer))
            }
        };
        let mut ranks = links.into_iter().enumerate().map(work);
        let first = ranks.next();
        let start = |rank| {
            // If the thread fails to start, its link is dropped, which tells the others.
            let thread = Builder::new().stack_size(SEARCH_BYTES).spawn_scoped(scope, rank);
            thread.inspect_err(|_| limits.exhaust_memory()).ok()
        };
        let others: Vec<_> = ranks.filter_map(start).collect();
        let first = first.map(|rank| rank());
        let ended = others.into_iter().map(|rank| rank.join().unwrap_or_else(|panic| resume_unwind(panic)));
        first.into_iter().chain(ended).collect()
    })
}

/// Adds up the progress of the ranks.
struct Sum<'o> {
    observer: &'o dyn Observer,
    parts: Mutex<Vec<Progress>>,
}

/// The observer of one rank.
struct Part<'s> {
    sum: &'s Sum<'s>,
    rank: usize,
}

impl Part<'_> {
    /// The progress of all ranks together, and whether this one has set a new lowest estimate.
    fn add(&self, progress: &Progress) -> (Progress, bool) {
        let mut parts = self.sum.parts.lock().unwrap_or_else(PoisonError::into_inner);
        let least = |parts: &[Progress]| parts.iter().filter_map(|part| part.best_h).min();
        let before = least(&parts);
        parts[self.rank] = *progress;
        let best_h = least(&parts);
        let mut work = Work::default();
        parts.iter().for_each(|part| work.add_concurrent(&part.work));
        (
            Progress { work, best_h, lower_bound: None, ..*progress },
            best_h.is_some() && (before.is_none() || best_h < before),
        )
    }
}

impl Observer for Part<'_> {
    fn progress(&self, progress: &Progress) {
        let (progress, _) = self.add(progress);
        if self.rank == 0 {
            self.sum.observer.progress(&progress);
        }
    }

    fn milestone(&self, progress: &Progress) {
        let (progress, is_lower) = self.add(progress);
        if is_lower || self.rank == 0 {
            self.sum.observer.milestone(&progress);
        }
    }
}
