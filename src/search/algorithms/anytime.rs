//! The search named `anytime`: a first path quickly, then cheaper and cheaper ones (Richter, Thayer and Ruml 2010). The
//! flag `--anytime` of planning is implemented in `planner/improvement.rs`.
//!
//! In: a space with heuristics, and a callback. Out: each better path, and a report. Greedy search finds the first
//! path; lazy weighted A* follows with falling weights, and the last weight is repeated. Each search looks only for
//! paths cheaper than the best one so far, which goes to the callback at once: this file only sets the bound, by which
//! `lazy.rs` prunes. If a search exhausts all states below the bound, and nothing was pruned that may be on a cheaper
//! path, the best path is optimal.

use super::best_first::{lazy_gbfs, lazy_wastar};
use crate::base::limits::Stop;
use crate::search::{Exhaustion, Outcome, Path, Report, Search, Space, Work};

/// Runs until nothing better can be found or a limit is reached. `improved` is called with each better path.
pub(crate) fn anytime<S: Space>(
    search: &mut Search<'_, S>,
    improved: &mut dyn FnMut(&Path<S::Cost>),
) -> Report<S::Cost> {
    let settings = search.settings.clone();
    let report = improve(search, improved);
    search.settings = settings;
    report
}

fn improve<S: Space>(
    search: &mut Search<'_, S>,
    improved: &mut dyn FnMut(&Path<S::Cost>),
) -> Report<S::Cost> {
    let mut weights = search.settings.weights.clone();
    if weights.is_empty() {
        weights.push(1);
    }
    let mut work = Work::default();
    let mut best: Option<Path<S::Cost>> = None;
    let mut stage = 0;
    let mut readings = None;
    loop {
        let report =
            if search.settings.effort.is_some_and(|effort| stage > 0 && work.counts.expanded >= effort) {
                // Too little effort is left to expand even the first state.
                Report::nothing(Outcome::Stopped(Stop::Effort))
            } else if stage == 0 {
                lazy_gbfs(search)
            } else {
                search.settings.weight = weights[(stage - 1).min(weights.len() - 1)];
                search.after(&work, lazy_wastar)
            };
        work.add_sequential(&report.work);
        let readings = readings.get_or_insert(report.readings);
        let ending = match report.outcome {
            Outcome::Solved { path, .. } => {
                readings.until_first_path.get_or_insert(work.counts);
                improved(&path);
                search.settings.bound = Some(path.cost);
                best = Some(path);
                stage += 1;
                continue;
            }
            // A search that keeps the first path to each state proves nothing under a bound; the next one may.
            Outcome::Exhausted(Exhaustion::Unsafe) if stage == 0 && search.settings.bound.is_some() => {
                stage += 1;
                continue;
            }
            ending => ending,
        };
        let outcome = match best {
            Some(path) => Outcome::Solved { path, optimal: ending == Outcome::Exhausted(Exhaustion::Proven) },
            None => ending,
        };
        return Report { outcome, stop: report.stop, work, readings: std::mem::take(readings) };
    }
}
