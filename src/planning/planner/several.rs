//! Several plans instead of one: the cheapest that visit no state twice.
//!
//! In: which are wanted. Out: plans, each accepted by the validator, and whether there are no others. A limit leaves
//! those that were found until then, which are the cheapest.

use super::preset::first_stage;
use super::{Ended, PlanRun};
use crate::strips::{CostKind, TaskSpace};
use crate::top_k::{Region, Wanted};
use banto_base::limits::Stop;
use banto_search::{Exhaustion, Outcome, Path};

/// What a step takes in an output, as an object and as text: at most what was measured of JSON.
const BYTES_OF_STEP: usize = 320;
/// Whether there is room is seen to once for so many plans.
const ROOM_EVERY: usize = 64;

impl PlanRun<'_> {
    /// Enumerates plans.
    pub(super) fn several(&mut self, wanted: Wanted) -> Ended {
        self.enumerated(wanted).unwrap_or_else(|stop| Ended::at_once(Outcome::Stopped(stop)))
    }

    fn enumerated(&mut self, wanted: Wanted) -> Result<Ended, Stop> {
        let (task, limits, observer) = (self.ground_task, self.limits, self.heard);
        let stage = first_stage(self.request);
        let Some(space) = TaskSpace::<u64>::within(task, CostKind::Real, limits)? else {
            return Ok(Ended::at_once(Outcome::Exhausted(Exhaustion::CostOverflow)));
        };
        let heuristics = stage.heuristics(task, CostKind::Real, limits)?;
        let mut region = Region::new(&space, heuristics, limits, observer)?;
        let mut steps = 0;
        let ended = wanted.enumerate(&mut region, &mut |path| {
            if let Some(found) = self.judged(path.operators, stage.algorithm.row().name) {
                self.heard.observer.improved(self.task, &found);
                self.best.get_or_insert_with(|| found.clone());
                self.plans.push(found);
            }
            // In the end all plans are told at once, which takes room.
            steps += path.operators.len();
            let is_due = self.plans.len().is_multiple_of(ROOM_EVERY);
            if is_due { limits.check_allocation(steps * BYTES_OF_STEP) } else { Ok(()) }
        });
        self.are_all = ended == Ok(true);
        let cheapest = self.best.as_ref().map(|best| best.cost);
        let mut all = Ended::at_once(match (ended, cheapest) {
            (_, Some(cost)) => Outcome::Solved { path: Path { actions: Vec::new(), cost }, optimal: true },
            (Err(stop), None) => Outcome::Stopped(stop),
            (Ok(true), None) => Outcome::Exhausted(Exhaustion::Proven),
            (Ok(false), None) => Outcome::Exhausted(Exhaustion::CostOverflow),
        });
        (all.optimal, all.stop, all.work) = (cheapest.is_some(), ended.err(), region.work());
        // Of several heuristics, the greatest estimate counts.
        if let [_] = stage.heuristics[..] {
            all.readings.initial_h = vec![region.initial_h()];
        }
        all.readings.lower_bound = cheapest.or(Some(region.layer));
        Ok(all)
    }
}
