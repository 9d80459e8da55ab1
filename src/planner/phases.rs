//! The first plan in phases: if the search that finds most plans soon has none after some work, another kind of search
//! gets as much, then the first one starts again and has the rest.
//!
//! In: the first search. Out: how the phases ended together. The other kind is best-first width search (Lipovetzky and
//! Geffner 2017), BFWS(f5): states that show something new among those with as many missing goals and as many relevant
//! facts come first, then those with fewer missing goals. Its states are cheap, and it gets along where estimates
//! mislead.

use super::preset::Stage;
use super::{Ended, PlanRun, named};
use crate::improve::{Work, work_of_estimate};
use crate::limits::{Limits, Stop};
use crate::search::{Algorithm, Outcome, Space};
use crate::strips::{CostKind, Task, TaskSpace};

/// What a phase may take: about a second.
const PHASE: Work = 3_000_000_000;

impl PlanRun<'_> {
    /// Runs the phases.
    pub(super) fn in_phases(&mut self, first: &Stage) -> Ended {
        let task = self.ground_task;
        let estimates = work_of_estimate(task) * first.heuristics.len() as Work;
        let mut ended = self.stage(&Stage { effort: Some(PHASE / estimates + 1), ..first.clone() }, None);
        if ended.ending != Outcome::Stopped(Stop::Effort) {
            self.first_work = ended.work.counts.evaluated * estimates;
            return ended;
        }
        let Some(expansion) = expansion(task, self.limits) else { return self.stage(first, None) };
        let width = Stage {
            algorithm: Algorithm::Gbfs,
            heuristics: named(&["goalcount"]),
            kind: CostKind::Unit,
            explore: false,
            novelty: Some(2),
            weight: None,
            effort: Some(PHASE / expansion + 1),
        };
        let mut spent = PHASE;
        for stage in [&width, first] {
            let next = self.stage(stage, None);
            let counts = &next.work.counts;
            spent += if stage.effort.is_some() { PHASE } else { counts.evaluated * estimates };
            let mut work = ended.work;
            work.add_sequential(&next.work);
            let mut findings = next.findings;
            findings.pruned.add(&ended.findings.pruned);
            ended = Ended { work, findings, ..next };
            if ended.ending != Outcome::Stopped(Stop::Effort) {
                break;
            }
        }
        self.first_work = spent;
        ended
    }
}

/// What an expansion in the search by width takes, by the branching of the first state.
fn expansion(task: &Task, limits: &Limits) -> Option<Work> {
    let space = TaskSpace::<u64>::within(task, CostKind::Real, limits).ok()??;
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut branches: Work = 1;
    space.actions(&mut space.scratch(), &state, &mut |_, _| branches += 1);
    let variables = task.variables().len() as Work;
    let words = task.fact_count().div_ceil(64) as Work;
    Some(branches * (1_000 + variables * (40 + words)))
}
