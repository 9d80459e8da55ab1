//! The `direct` solver in several threads: its first search in one of them, beside the interleaved searches.
//!
//! In: a call, a context. Out: an answer. The thread of the first search helps the others when that search has ended,
//! see [`super::helping`].

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::{Arc, OnceLock};
use std::thread::Builder;

use super::context::Context;
use super::{Answer, Call, Status, interleaving};
use crate::limits::threads::SEARCH_BYTES;

/// Runs the first search in a thread of its own, beside the interleaved ones, which the thread helps afterwards. If it
/// ends with an answer, that one counts: small levels get the same solution as from one thread.
pub fn run(call: &Call<'_>, context: &Context) -> Answer {
    let &Call { board, position, threads, observer, .. } = call;
    let limits = call.limits.for_work_apart();
    let over = Arc::new(OnceLock::new());
    let (first_context, first_limits) = (context.clone(), call.limits.clone());
    let (rest, is_over) = (limits.clone(), Ending(Arc::clone(&over)));
    let first = move || {
        let is_over = is_over;
        let (limits, link) = (&first_limits, RefCell::default());
        let call = Call { board, position, threads: 1, limits, observer: None, link, first_is_over: None };
        let answer = call.first(&first_context);
        if !matches!(answer.status, Status::Stopped(_)) {
            rest.end_work();
        }
        drop(is_over);
        answer
    };
    std::thread::scope(|scope| {
        let first = Builder::new().stack_size(SEARCH_BYTES).spawn_scoped(scope, first);
        let context = context.with_limits(limits.clone());
        let (link, first_is_over) = (RefCell::default(), Some(over));
        let call = Call { board, position, threads, limits: &limits, observer, link, first_is_over };
        let mut answer = interleaving::run(&call, &context, &Answer::at_once(Status::Unsolved));
        let Ok(first) = first else { return answer };
        let first = first.join().unwrap_or_else(|panic| resume_unwind(panic));
        if matches!(first.status, Status::Stopped(_)) {
            answer.work.add_concurrent(&first.work);
            return answer;
        }
        first
    })
}

/// Says that the first search is over when it is dropped.
struct Ending(Arc<OnceLock<()>>);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.set(());
    }
}
