//! One search in several threads, with a space, heuristics and pruning in each of them.
//!
//! In: a stage, and how many threads. Out: one report, what was found in the task by all, and the plan.

use super::preset::{Context, Stage};
use super::pruning::Findings;
use crate::search::{Cost, Observer, Report, in_threads};
use crate::strips::OpId;

impl Stage {
    /// Searches in so many threads.
    pub(super) fn in_ranks<C: Cost>(
        &self,
        context: &Context<'_>,
        count: usize,
        bound: Option<u64>,
        observer: Option<&dyn Observer>,
    ) -> (Report<C>, Findings, Option<Vec<OpId>>) {
        let Context { task, factoring, request, limits } = *context;
        let ranks = in_threads(count, limits, observer, &|link, limits, observer| {
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
