//! One search in several threads, of this process and of others, with a space, heuristics and pruning in each of them.
//!
//! In: a stage, and connections. Out: one report, what was found in the task by all threads of this process, and at
//! rank 0 the plan. Processes begin only when all have the same task.

use super::preset::{Context, Stage};
use super::pruning::Findings;
use crate::limits::Stop;
use crate::search::{Cost, Observer, Report, in_ranks, reason};
use crate::strips::OpId;
use crate::transport::{Link, Lost, threads};

impl Context<'_> {
    /// Connections for so many threads, and to the other processes of the request. Without them a process that has
    /// another task, if that is why, and the reason to stop.
    pub(super) fn links(&self, count: usize) -> Result<Vec<Link>, (Option<usize>, Stop)> {
        let Context { task, factoring, request, limits } = *self;
        let Some(network) = &request.network else { return Ok(local(count)) };
        let parts = factoring.map_or(0, |factoring| factoring.task().digest());
        match network.agree(&[task.digest(), parts, count as u64], &mut || limits.check_now().is_ok()) {
            Ok(0) => Ok(network.connect(count)),
            Ok(process) => Err((Some(process), Stop::Cancelled)),
            Err(Lost(why)) => {
                Err((None, limits.check_now().err().or(reason(why)).unwrap_or(Stop::Cancelled)))
            }
        }
    }
}

/// Connections for threads of this process.
pub(super) fn local(count: usize) -> Vec<Link> {
    threads(count).into_iter().map(|thread| Box::new(thread) as Link).collect()
}

impl Stage {
    /// Searches in these ranks, and in those of other processes that they are connected to.
    pub(super) fn in_ranks<C: Cost>(
        &self,
        context: &Context<'_>,
        links: Vec<Link>,
        bound: Option<u64>,
        observer: Option<&dyn Observer>,
    ) -> (Report<C>, Findings, Option<Vec<OpId>>) {
        let Context { task, factoring, request, limits } = *context;
        let ranks = in_ranks(links, limits, observer, &|link, limits, observer| {
            let context = Context { task, factoring, request, limits };
            let mut plan = None;
            let (report, findings) =
                self.search::<C>(&context, bound, observer, Some(link), &mut |found| plan = Some(found));
            (report, findings, plan)
        });
        let mut ranks = ranks.into_iter();
        let (report, mut findings, plan) = ranks.next().expect("there is a rank");
        for (_, others, _) in ranks {
            findings.pruned.add(&others.pruned);
            findings.reason = findings.reason.or(others.reason);
        }
        (report, findings, plan)
    }
}
