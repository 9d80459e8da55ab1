//! The first plan in phases: if the search that finds most plans quickly has none after some work, another kind of
//! search gets the same amount, then the first one starts again and gets the rest.
//!
//! Before that, the first search and a dive get a moment each. A dive is eager greedy search by `ff` alone, the latest
//! states first. Where many states are dead ends, a search that evaluates a state only when its turn comes is misled
//! by siblings that share an estimate; a dive sees which of them are dead.
//!
//! In: the first search. Out: the combined ending of the phases. The other kind is best-first width search (Lipovetzky
//! and Geffner 2017), BFWS(f5): states that are novel among those with the same numbers of missing goals and of
//! relevant facts come first, then those with fewer missing goals. Its states are cheap, and it works where estimates
//! mislead. If decoupled search removes few operators, the original task is searched as well: states that stand for
//! many can mislead, too.

use super::preset::{Stage, WIDTH};
use super::{Ended, PlanRun, named};
use crate::decoupled::Factoring;
use crate::improve::{Ticks, work_of_estimate};
use crate::limits::{Limits, Stop};
use crate::search::{Algorithm, Outcome, Space};
use crate::strips::{CostKind, Task, TaskSpace};

/// The work of a phase: about a second.
const PHASE: Ticks = 3_000_000_000;
/// The part of a phase that the beginning and the dive get.
const MOMENT: Ticks = PHASE / 8;
/// The original task gets a phase if leaves have less than one in this many operators; otherwise its space is much
/// larger.
const FEW: usize = 4;

/// A phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The beginning of the first search.
    Beginning,
    /// Eager greedy search, the latest states first.
    Dive,
    /// The first search, in the space that suits it.
    First,
    /// The same search in the space of the original task.
    Plain,
    /// The search by width.
    Width,
    /// The first search, without a limit of its own.
    Rest,
}

/// The phases of tasks without decoupled search.
const PHASES: &[Phase] = &[Phase::Beginning, Phase::Dive, Phase::First, Phase::Width, Phase::Rest];
/// The phases of tasks in which decoupled search removes few operators.
const BOTH: &[Phase] =
    &[Phase::Beginning, Phase::Dive, Phase::First, Phase::Plain, Phase::Width, Phase::Rest];

impl PlanRun<'_> {
    /// Runs the phases.
    pub(super) fn in_phases(&mut self, first: &Stage) -> Ended {
        let estimates = work_of_estimate(self.ground_task) * first.heuristics.len() as Ticks;
        let factoring = self.factoring;
        let has_few = |one: &Factoring<'_>| FEW * one.leaf_operators() < one.task().operator_count();
        let mut spent = 0;
        let mut ended: Option<Ended> = None;
        for phase in if factoring.is_some_and(has_few) { BOTH } else { PHASES } {
            let stage = match phase {
                Phase::Beginning => Stage { effort: Some(MOMENT / estimates + 1), ..first.clone() },
                Phase::Dive => match branching(self.ground_task, self.limits) {
                    Some(branches) => dive(MOMENT / (branches * work_of_estimate(self.ground_task)) + 1),
                    None => continue,
                },
                Phase::First | Phase::Plain => Stage { effort: Some(PHASE / estimates + 1), ..first.clone() },
                Phase::Width => match expansion(self.ground_task, self.limits) {
                    Some(expansion) => by_width(PHASE / expansion + 1),
                    None => continue,
                },
                Phase::Rest => first.clone(),
            };
            self.factoring = factoring.filter(|_| *phase != Phase::Plain);
            let mut next = self.stage(&stage, None);
            self.factoring = factoring;
            spent += match phase {
                Phase::Width => PHASE,
                Phase::Dive => next.work.counts.evaluated * work_of_estimate(self.ground_task),
                _ => next.work.counts.evaluated * estimates,
            };
            if let Some(earlier) = ended {
                next = next.after(earlier);
            }
            let goes_on = next.ending == Outcome::Stopped(Stop::Effort);
            ended = Some(next);
            if !goes_on {
                break;
            }
        }
        self.first_work = spent;
        ended.expect("the last phase has no limit of its own")
    }
}

/// The search by width, with this many expansions.
fn by_width(effort: u64) -> Stage {
    let stage = Stage::new(Algorithm::Gbfs, named(&["goalcount"]), CostKind::Unit);
    Stage { novelty: Some(WIDTH), by_width: true, effort: Some(effort), ..stage }
}

/// The dive, with this many expansions.
fn dive(effort: u64) -> Stage {
    let stage = Stage::new(Algorithm::Gbfs, named(&["ff"]), CostKind::Unit);
    Stage { newest_first: Some(true), effort: Some(effort), ..stage }
}

/// The work of an expansion in the search by width.
fn expansion(task: &Task, limits: &Limits) -> Option<Ticks> {
    let variables = task.variables().len() as Ticks;
    let words = task.fact_count().div_ceil(64) as Ticks;
    Some(branching(task, limits)? * (1_000 + variables * (40 + words)))
}

/// One more than the steps from the first state.
fn branching(task: &Task, limits: &Limits) -> Option<Ticks> {
    let space = TaskSpace::<u64>::within(task, CostKind::Real, limits).ok()??;
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut branches: Ticks = 1;
    space.actions(&mut space.scratch(), &state, &mut |_, _| branches += 1);
    Some(branches)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Exhaustion, Readings};

    #[test]
    fn initial_estimates_are_those_of_the_first_phase() {
        let ended = |initial_h: &[u64], ending| {
            let initial_h = initial_h.iter().copied().map(Some).collect();
            Ended { readings: Readings { initial_h, ..Readings::default() }, ..Ended::at_once(ending) }
        };
        let first = ended(&[244, 22], Outcome::Stopped(Stop::Effort));
        let both = ended(&[14], Outcome::Exhausted(Exhaustion::Proven)).after(first);
        assert_eq!(both.ending, Outcome::Exhausted(Exhaustion::Proven));
        assert_eq!(both.readings.initial_h, [Some(244), Some(22)]);
    }
}
