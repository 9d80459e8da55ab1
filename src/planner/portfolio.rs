//! Two searches in parallel: the first answer counts. Which one is first depends on the machine: this is the only place
//! where the same input may give another plan.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use super::preset::{Stage, ended};
use super::pruning::{Findings, Pruning};
use super::{Ended, PlanRun, Request};
use crate::limits::{Limits, Stop};
use crate::search::{Exhaustion, Outcome, Report, Search, Work};
use crate::strips::{self, CostKind, TaskSpace};

/// How often the caller's cancellation is passed on.
const PERIOD: Duration = Duration::from_millis(20);

impl PlanRun<'_> {
    /// Runs stages in a thread each; ends when one has a plan or a proof, or when all have ended.
    pub(super) fn side_by_side(&mut self, stages: &[Stage]) -> Ended {
        let (sender, receiver) = mpsc::channel();
        let done = Arc::new(AtomicBool::new(false));
        let (task, request, limits) = (self.ground_task, self.request, self.limits);
        std::thread::scope(|scope| {
            for stage in stages {
                let sender = sender.clone();
                let limits = limits.clone().with_cancel_flag(Arc::clone(&done));
                scope.spawn(move || {
                    let findings = RefCell::default();
                    let report = run(task, stage, request, &limits, &findings);
                    // The receiver is gone only when an answer is there already.
                    let _ = sender.send((report, findings.into_inner()));
                });
            }
            drop(sender);
            let cancel = limits.cancel_flag();
            let mut work = Work::default();
            let mut last = Ended::at_once(Outcome::Stopped(Stop::Cancelled));
            loop {
                match receiver.recv_timeout(PERIOD) {
                    Ok((report, findings)) => {
                        work.add_concurrent(&report.work);
                        if done.load(Ordering::Relaxed) && !matches!(last.ending, Outcome::Stopped(_)) {
                            continue;
                        }
                        if let Some(path) = report.path() {
                            let actions = path.actions.clone();
                            self.found(&actions);
                        }
                        let answer = matches!(
                            report.outcome,
                            Outcome::Solved { .. } | Outcome::Exhausted(Exhaustion::Proven)
                        );
                        last = Ended { findings, ..ended(report) };
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

fn run(
    task: &strips::Task,
    stage: &Stage,
    request: &Request,
    limits: &Limits,
    findings: &RefCell<Findings>,
) -> Report<u64> {
    let space = match TaskSpace::<u64>::within(task, CostKind::Real, limits) {
        Ok(Some(space)) => space,
        Ok(None) => return Report::nothing(Outcome::Exhausted(Exhaustion::CostOverflow)),
        Err(stop) => return Report::nothing(Outcome::Stopped(stop)),
    };
    let heuristics = match stage.heuristics(task, limits) {
        Ok(heuristics) => heuristics,
        Err(stop) => return Report::nothing(Outcome::Stopped(stop)),
    };
    let mut search = Search::new(&space)
        .heuristics(heuristics)
        .prune(Pruning::new(task, request.means, stage.algorithm, limits, findings))
        .limits(limits)
        .settings(stage.settings(request.seed, None));
    stage.run(&space, &mut search, limits, &mut |_| ())
}
