//! The searches of the `direct` solver, interleaved in one thread.
//!
//! In: a call, and what was done before. Out: an answer. Levels differ in what makes them hard, and no search is best
//! for all: one follows a packing plan, one goes forwards without it, and one goes backwards from the solved position;
//! where two directions meet, the level is solved. Each search works in slices that are counted in evaluated states, so
//! that a level is searched in the same way on every machine.

use std::time::Duration;

use super::context::Context;
use super::field::number;
use super::guide_pulls::PullGuide;
use super::guide_pushes::PushGuide;
use super::macro_pulls::MacroPulls;
use super::macro_pushes::MacroPushes;
use super::plan::{self, Pushing, Walks};
use super::pull_bounds::PullBounds;
use super::solution::of_pushes;
use super::{Answer, Call, Status, answer};
use crate::limits::Stop;
use crate::search::{
    FeatureSpaceSearch, GlobalQueue, Guide, Heuristic, Progress, Prune, Report, Search, Space, StateId, Work,
};

/// States that the search forwards evaluates in a slice.
const SLICE: u64 = 4000;
/// The same for the search backwards, whose states take longer.
const BACK_SLICE: u64 = 1500;
/// The search for a packing plan evaluates so many states at most.
const PLAN_EFFORT: u64 = 100_000;
/// No plan is looked for if the square of the number of boxes times the number of cells is more than this: finding the
/// sinks of one position takes about that many steps.
const PLAN_LIMIT: usize = 2_500_000;
/// The same for the search along a plan.
const PLANNED_SLICE: u64 = 20_000;
/// Rounds of slices before the search for the fewest pushes is tried once.
const EARLY_ROUNDS: u64 = 12;
/// The effort of that search, in expansions.
const PUSHES_EFFORT: u64 = 20_000;
/// Progress is reported at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// One of the searches, whatever its space.
trait Interleaved {
    fn go_on(&mut self, evaluations: u64) -> Option<Report<u32>>;
    fn work(&self) -> Work;
    fn len(&self) -> usize;
    fn state(&self, id: StateId) -> &[u64];
    fn find(&self, state: &[u64]) -> Option<StateId>;
    fn actions_to(&self, id: StateId) -> Option<Vec<u32>>;
}

impl<S, H, P, G> Interleaved for FeatureSpaceSearch<'_, S, H, P, G>
where
    S: Space<Cost = u32>,
    H: Heuristic<S>,
    P: Prune<S>,
    G: Guide<S>,
{
    fn go_on(&mut self, evaluations: u64) -> Option<Report<u32>> {
        FeatureSpaceSearch::go_on(self, evaluations)
    }

    fn work(&self) -> Work {
        FeatureSpaceSearch::work(self)
    }

    fn len(&self) -> usize {
        FeatureSpaceSearch::len(self)
    }

    fn state(&self, id: StateId) -> &[u64] {
        FeatureSpaceSearch::state(self, id)
    }

    fn find(&self, state: &[u64]) -> Option<StateId> {
        FeatureSpaceSearch::find(self, state)
    }

    fn actions_to(&self, id: StateId) -> Option<Vec<u32>> {
        self.path_to(id).map(|path| path.actions)
    }
}

/// Runs the searches in turn until one ends.
pub(super) fn run(call: &Call<'_>, context: &Context, before: &Answer) -> Answer {
    let stopped = |stop| Answer { status: Status::Stopped(stop), ..before.clone() };
    try_run(call, context, before.clone()).unwrap_or_else(stopped)
}

fn try_run(call: &Call<'_>, context: &Context, before: Answer) -> Result<Answer, Stop> {
    let (board, position, limits) = (call.board, call.position, call.limits);
    let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
    // With spare goals, it is not known on which of them boxes end.
    let has_backwards = boxes.len() == context.field.goals().len();
    let space = MacroPushes::new(context, position);
    let mut push_guide = PushGuide::new(context, &boxes)?;
    let mut forwards = Search::new(&space).limits(limits);
    let walks = Walks::new(&context.field);
    let mut planned = Search::new(&space).limits(limits);
    let mut past = before;
    let mut pushing = None;
    if has_backwards && boxes.len().pow(2) * context.field.len() <= PLAN_LIMIT {
        let (plan, work) = plan::find(context, position, &walks, PLAN_EFFORT)?;
        past.work.add_sequential(&work);
        if let Some(plan) = plan {
            pushing = Some(Pushing::new(context, plan, &walks)?);
        }
    }
    let bounds = PullBounds::new(context, &boxes)?;
    let pulls = MacroPulls::new(context, position, bounds.live());
    let mut pull_guide = PullGuide::new(context, &boxes)?;
    let mut backwards = Search::new(&pulls).limits(limits);

    let mut searches: Vec<(u64, Box<dyn Interleaved + '_>)> = Vec::new();
    if let Some(guide) = &mut pushing {
        let search = FeatureSpaceSearch::new(&mut planned, guide, GlobalQueue::BestCell);
        searches.push((PLANNED_SLICE, Box::new(search)));
    }
    let search = FeatureSpaceSearch::new(&mut forwards, &mut push_guide, GlobalQueue::None);
    searches.push((SLICE, Box::new(search)));
    let back_at = searches.len();
    if has_backwards {
        let search = FeatureSpaceSearch::new(&mut backwards, &mut pull_guide, GlobalQueue::Rank);
        searches.push((BACK_SLICE, Box::new(search)));
    }

    let mut told = Duration::ZERO;
    for round in 0_u64.. {
        for at in 0..searches.len() {
            let (slice, search) = &mut searches[at];
            let seen = search.len();
            let Some(report) = search.go_on(*slice) else {
                if has_backwards && let Some((there, back)) = meeting(&searches, at, seen) {
                    let mut pushes = space.pushes(&there)?;
                    pushes.extend(pulls.pushes(&back)?);
                    let moves = of_pushes(board, position, &pushes, limits)?;
                    let mut found = Answer::at_once(Status::Solved(moves));
                    searches.iter().for_each(|(_, search)| found.work.add_concurrent(&search.work()));
                    return Ok(found.after(&past));
                }
                continue;
            };
            let mut found = answer(report, limits, |actions| {
                let pushes = if at == back_at { pulls.pushes(actions) } else { space.pushes(actions) };
                of_pushes(board, position, &pushes?, limits)
            });
            for (_, other) in
                searches.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, one)| one)
            {
                found.work.add_concurrent(&other.work());
            }
            return Ok(found.after(&past));
        }
        if round == EARLY_ROUNDS {
            let found = call.fewest_pushes(context, Some(PUSHES_EFFORT));
            if found.status != Status::Stopped(Stop::Effort) {
                let mut found = found.after(&past);
                searches.iter().for_each(|(_, search)| found.work.add_concurrent(&search.work()));
                return Ok(found);
            }
            past = found.after(&past);
        }
        let elapsed = limits.elapsed();
        if let Some(observer) = call.observer
            && elapsed >= told + REPORT_INTERVAL
        {
            told = elapsed;
            let mut so_far = Answer::at_once(Status::Unsolved).after(&past);
            searches.iter().for_each(|(_, search)| so_far.work.add_concurrent(&search.work()));
            observer.progress(&Progress { elapsed, work: so_far.work, best_h: None });
        }
    }
    unreachable!("rounds without end")
}

/// A state that one of the searches reached in its last slice and one of the other direction has seen: the actions that
/// lead to it forwards, and those backwards. The last of the searches is the one backwards.
fn meeting(
    searches: &[(u64, Box<dyn Interleaved + '_>)],
    at: usize,
    seen: usize,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let (back, forwards) = searches.split_last()?;
    let (back, mine) = (&back.1, &searches[at].1);
    for id in (seen..mine.len()).map(StateId::from) {
        let state = mine.state(id);
        if at < forwards.len() {
            if let Some(other) = back.find(state) {
                return Some((mine.actions_to(id)?, back.actions_to(other)?));
            }
            continue;
        }
        for (_, forward) in forwards {
            if let Some(other) = forward.find(state) {
                return Some((forward.actions_to(other)?, mine.actions_to(id)?));
            }
        }
    }
    None
}

impl Answer {
    /// Adds the work of an earlier search that has left memory.
    fn after(mut self, before: &Self) -> Self {
        self.work.add_sequential(&before.work);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that has seen some states of one word; the action that leads to each is its index.
    struct Seen(Vec<[u64; 1]>);

    impl Interleaved for Seen {
        fn go_on(&mut self, _evaluations: u64) -> Option<Report<u32>> {
            None
        }
        fn work(&self) -> Work {
            Work::default()
        }
        fn len(&self) -> usize {
            self.0.len()
        }
        fn state(&self, id: StateId) -> &[u64] {
            &self.0[id.index()]
        }
        fn find(&self, state: &[u64]) -> Option<StateId> {
            self.0.iter().position(|one| one == state).map(StateId::from)
        }
        fn actions_to(&self, id: StateId) -> Option<Vec<u32>> {
            Some(vec![number(id.index())])
        }
    }

    #[test]
    fn searches_of_both_directions_meet_in_a_state_that_both_have_seen() {
        let seen = |states: &[u64]| Seen(states.iter().map(|&state| [state]).collect());
        let searches = |sets: [&[u64]; 3]| -> Vec<(u64, Box<dyn Interleaved>)> {
            sets.iter().map(|set| (1, Box::new(seen(set)) as Box<dyn Interleaved>)).collect()
        };
        // The last one goes backwards. Two searches forwards do not meet.
        assert_eq!(meeting(&searches([&[1, 2], &[1, 2], &[9, 8]]), 0, 0), None);
        assert_eq!(meeting(&searches([&[1, 2, 8], &[1], &[9, 8]]), 0, 0), Some((vec![2], vec![1])));
        assert_eq!(meeting(&searches([&[1, 2], &[1, 5, 8], &[9, 8]]), 2, 1), Some((vec![2], vec![1])));
        // Only states of the last slice are looked up.
        assert_eq!(meeting(&searches([&[8, 2], &[1], &[9, 8]]), 0, 1), None);
        assert_eq!(meeting(&searches([&[8, 2], &[1], &[9, 8]]), 2, 2), None);
    }
}
