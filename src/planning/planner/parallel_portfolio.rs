//! Two searches in parallel: the first answer counts. With more threads than searches, those that can run in several
//! threads share them. Timing decides which plan it is.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::Builder;
use std::time::Duration;

use super::preset::{Context, Stage};
use super::ranks::local;
use super::{Ended, PlanRun};
use banto_base::limits::Stop;
use banto_base::limits::threads::SEARCH_BYTES;
use banto_search::{Exhaustion, Outcome, Work};

/// The period at which the caller's cancellation is passed on.
const PERIOD: Duration = Duration::from_millis(20);

impl PlanRun<'_> {
    /// Runs each stage in a separate thread; ends when one has a plan or a proof, or when all have ended.
    pub(super) fn side_by_side(&mut self, stages: &[Stage], threads: usize) -> Ended {
        let (sender, receiver) = mpsc::channel();
        let done = Arc::new(AtomicBool::new(false));
        let (context, limits) = (self.context(), self.limits);
        let observer = Some(self.observer);
        std::thread::scope(|scope| {
            for stage in stages {
                let sender = sender.clone();
                let limits = limits.clone().with_cancel_flag(Arc::clone(&done));
                let count = if stage.can_run_in_ranks() { threads + 1 - stages.len() } else { 1 };
                let work = move || {
                    let context = Context { limits: &limits, ..context };
                    let (report, findings, plan) = if count > 1 {
                        stage.in_ranks::<u64>(&context, local(count, &limits), None, observer)
                    } else {
                        let mut plan = None;
                        let found = &mut |found| plan = Some(found);
                        let (report, findings) = stage.search::<u64>(&context, None, observer, None, found);
                        (report, findings, plan)
                    };
                    // The receiver is gone only if there is already an answer.
                    let _ = sender.send((report, findings, plan, stage.algorithm.row().name));
                };
                let builder = Builder::new().stack_size(SEARCH_BYTES);
                // If its thread cannot be started, a stage is left out.
                let _ = builder.spawn_scoped(scope, work);
            }
            drop(sender);
            let cancel = limits.cancel_flag();
            let mut work = Work::default();
            let mut last = Ended::at_once(Outcome::Stopped(Stop::Memory));
            loop {
                match receiver.recv_timeout(PERIOD) {
                    Ok((report, findings, plan, name)) => {
                        work.add_concurrent(&report.work);
                        if done.load(Ordering::Relaxed) && !matches!(last.ending, Outcome::Stopped(_)) {
                            continue;
                        }
                        if let Some(plan) = plan {
                            self.found(&plan, name);
                        }
                        let answer = matches!(
                            report.outcome,
                            Outcome::Solved { .. } | Outcome::Exhausted(Exhaustion::Proven)
                        );
                        last = Ended { findings, ..Ended::of(report) };
                        if answer {
                            done.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        if cancel.load(Ordering::Relaxed) {
                            done.store(true, Ordering::Relaxed);
                        }
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
            }
            Ended { work, ..last }
        })
    }
}
