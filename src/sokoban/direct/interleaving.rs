//! The searches of the `direct` solver, interleaved.
//!
//! In: a call, and what was done before. Out: an answer. Levels differ in what makes them hard, and no search is best
//! for all: one follows a packing plan, one goes forwards without it, and one goes backwards from the solved position;
//! where two directions meet, the level is solved. If the boxes of the solved position enclose the player's start,
//! searches occasionally head for positions that the search backwards has seen, see [`super::islands`]. Each search
//! works in slices that are counted in evaluated states, so that a level is searched in the same way on every machine.

use std::time::Duration;

use super::context::Context;
use super::field::{for_each_box, number};
use super::guide_pulls::PullGuide;
use super::guide_pushes::PushGuide;
use super::helping::{self, team};
use super::islands::Islands;
use super::macro_pulls::MacroPulls;
use super::macro_pushes::MacroPushes;
use super::plan::{self, Plan, Pushing};
use super::pull_bounds::PullBounds;
use super::slices::{self, Interleaved, Turn};
use super::solution::of_pushes;
use super::{Answer, Call, Status, answer};
use crate::limits::Stop;
use crate::search::{FeatureSpaceSearch, GlobalQueue, Progress, Search, StateId, Work};

/// States that the search forwards evaluates in a slice.
const SLICE: u64 = 4000;
/// The same for the search backwards, whose states take longer.
const BACK_SLICE: u64 = 1500;
/// The same where islands are looked for.
const ISLAND_BACK_SLICE: u64 = 12_000;
/// The most states that the search for a packing plan evaluates.
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
/// After this many rounds, searches that head for an island get some rounds.
const ISLAND_ROUNDS: u64 = 3;
const ROUNDS_TO_AN_ISLAND: u64 = 2;
/// Progress is reported at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Runs the searches in turn until one ends.
pub(super) fn run(call: &Call<'_>, context: &Context, before: &Answer) -> Answer {
    let stopped = |stop| Answer { status: Status::Stopped(stop), ..before.clone() };
    try_run(call, context, before.clone(), None).unwrap_or_else(stopped)
}

/// Where searches head for an island, `back` is the search backwards that has seen it.
fn try_run(
    call: &Call<'_>,
    context: &Context,
    before: Answer,
    back: Option<(&dyn Interleaved, &MacroPulls<'_>)>,
) -> Result<Answer, Stop> {
    let (board, position, limits) = (call.board, call.position, call.limits);
    // Of two searches that run at the same time, the first to end stops the other.
    let [mine, beside] = [(), ()].map(|()| context.with_limits(limits.for_work_apart()));
    let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
    // With spare goals, it is not known on which of them boxes end.
    let has_backwards = boxes.len() == context.field.goals().len();
    let (space, planned_space) = (MacroPushes::new(context, position), MacroPushes::new(&mine, position));
    let mut planned = Search::new(&planned_space).limits(&mine.limits);
    let mut past = before;
    let plan = if has_backwards { packing_plan(call, context, boxes.len(), &mut past)? } else { None };
    let mut pushing = match plan {
        Some(plan) => Some((Pushing::new(&mine, plan.clone())?, plan)),
        None => None,
    };
    let follows = pushing.is_some();
    let forwards_context = if follows { &beside } else { &mine };
    let forwards_space = MacroPushes::new(forwards_context, position);
    let mut push_guide = PushGuide::new(forwards_context, &boxes)?;
    let mut forwards = Search::new(&forwards_space).limits(&forwards_context.limits);
    let bounds = PullBounds::new(context, &boxes)?;
    let pulls = MacroPulls::new(context, position, bounds.live());
    let pulls_beside = MacroPulls::new(&beside, position, bounds.live());
    let mut pull_guide = PullGuide::new(&beside, &boxes)?;
    let mut backwards = Search::new(&pulls_beside).limits(&beside.limits);
    let first = has_backwards && back.is_none();
    let mut islands = Islands::new(context, &boxes, position.player.into()).filter(|_| first);
    let rounds = if back.is_some() { ROUNDS_TO_AN_ISLAND } else { u64::MAX };

    let mut searches: Vec<Turn<'_>> = Vec::new();
    if let Some((guide, plan)) = &mut pushing {
        let team = team(call, &mine, false, helping::along(plan));
        let search = FeatureSpaceSearch::new(&mut planned, guide, GlobalQueue::BestCell);
        searches.push(Turn::new(search, team, PLANNED_SLICE));
    }
    let helpers = team(call, forwards_context, follows, helping::forwards);
    let search = FeatureSpaceSearch::new(&mut forwards, &mut push_guide, GlobalQueue::None);
    searches.push(Turn::new(search, helpers, SLICE));
    let back_at = searches.len();
    if has_backwards {
        let search = FeatureSpaceSearch::new(&mut backwards, &mut pull_guide, GlobalQueue::Priority);
        let slice = if islands.is_some() { ISLAND_BACK_SLICE } else { BACK_SLICE };
        searches.push(Turn::new(search, team(call, &beside, true, helping::backwards), slice));
    }

    let mut told = Duration::ZERO;
    for round in 0..rounds {
        let count = if call.threads > 1 { searches.len() } else { 1 };
        for part in (0..searches.len()).step_by(count).map(|start| start..start + count) {
            let seen: Vec<usize> = searches[part.clone()].iter().map(|turn| turn.search.len()).collect();
            if let Some((at, report)) =
                slices::work(&mut searches[part.clone()], [&mine.limits, &beside.limits])
            {
                let at = part.start + at;
                let own = if at == 0 { &mine.limits } else { &beside.limits };
                let found = answer(report, own, |actions| {
                    let pushes = if at == back_at { pulls.pushes(actions) } else { space.pushes(actions) };
                    of_pushes(board, position, &pushes?, limits)
                });
                return Ok(ended(found.status, &searches, &past));
            }
            for (at, seen) in part.zip(seen) {
                let met = if has_backwards { meeting(&searches, at, seen) } else { None };
                let met = met.map(|(there, rest)| (there, rest, &pulls)).or_else(|| {
                    let ((back, pulls), mine) = (back.filter(|_| at != back_at)?, &*searches[at].search);
                    let (id, met) = seen_by_both(mine, seen, back)?;
                    Some((mine.actions_to(id)?, back.actions_to(met)?, pulls))
                });
                if let Some((there, rest, pulls)) = met {
                    let mut pushes = space.pushes(&there)?;
                    pushes.extend(pulls.pushes(&rest)?);
                    let moves = of_pushes(board, position, &pushes, limits)?;
                    return Ok(ended(Status::Solved(moves), &searches, &past));
                }
            }
        }
        if round % ISLAND_ROUNDS == ISLAND_ROUNDS - 1
            && let Some(islands) = &mut islands
        {
            let found = over_an_island(call, context, islands, (&*searches[back_at].search, &pulls))?;
            // All searches are in memory meanwhile.
            let mut together = ended(Status::Unsolved, &searches, &Answer::at_once(Status::Unsolved)).work;
            together.add_concurrent(&found.work);
            together.counts = found.work.counts;
            past.work.add_sequential(&together);
            if matches!(found.status, Status::Solved(_)) {
                return Ok(ended(found.status, &searches, &past));
            }
        }
        if round == EARLY_ROUNDS {
            let found = call.fewest_pushes(context, Some(PUSHES_EFFORT));
            past = found.after(&past);
            if past.status != Status::Stopped(Stop::Effort) {
                return Ok(ended(past.status.clone(), &searches, &past));
            }
        }
        if back.is_none() {
            tell(call, &mut told, || ended(Status::Unsolved, &searches, &past).work);
        }
    }
    Ok(ended(Status::Unsolved, &searches, &past))
}

/// A packing plan, if there are few enough boxes to look for one.
fn packing_plan(
    call: &Call<'_>,
    context: &Context,
    boxes: usize,
    past: &mut Answer,
) -> Result<Option<Plan>, Stop> {
    if boxes.pow(2) * context.field.len() > PLAN_LIMIT {
        return Ok(None);
    }
    let team = team(call, context, false, plan::help);
    let (plan, work) = plan::find(context, call.position, PLAN_EFFORT, team)?;
    past.work.add_sequential(&work);
    Ok(plan)
}

/// Reports progress, but not too often.
fn tell(call: &Call<'_>, told: &mut Duration, work: impl FnOnce() -> Work) {
    let elapsed = call.limits.elapsed();
    if let Some(observer) = call.observer
        && elapsed >= *told + REPORT_INTERVAL
    {
        *told = elapsed;
        observer.progress(&Progress { elapsed, work: work(), best_h: None });
    }
}

/// An answer, with the work of all searches and of what was done before.
fn ended(status: Status, searches: &[Turn<'_>], past: &Answer) -> Answer {
    let mut found = Answer::at_once(status);
    searches.iter().for_each(|turn| found.work.add_concurrent(&turn.search.work()));
    found.after(past)
}

/// Searches that head for an island which the search backwards has seen; if they reach one of its states, the level is
/// solved.
fn over_an_island(
    call: &Call<'_>,
    context: &Context,
    islands: &mut Islands,
    (back, pulls): (&dyn Interleaved, &MacroPulls<'_>),
) -> Result<Answer, Stop> {
    let nothing = Answer::at_once(Status::Unsolved);
    let chosen = islands.choose(context, pulls.end_player(), back.len(), |id| back.state(id))?;
    let Some(id) = chosen else { return Ok(nothing) };
    let (island, mut goals) = (back.state(id), Vec::new());
    for_each_box(island, |cell| goals.push(cell));
    let mut found = try_run(call, &context.toward(goals)?, nothing, Some((back, pulls)))?;
    let Status::Solved(moves) = &mut found.status else { return Ok(found) };
    let mut there = call.position.clone();
    for step in &*moves {
        call.board.step(&mut there, step.direction).expect("a solution can be played");
    }
    if call.board.is_solved(&there) {
        return Ok(found);
    }
    match back.actions_to(id) {
        Some(rest) if islands.is_same_region(context, island, there.player.into()) => {
            moves.extend(of_pushes(call.board, &there, &pulls.pushes(&rest)?, call.limits)?);
        }
        _ => found.status = Status::Unsolved,
    }
    Ok(found)
}

/// A state that a search reached in its last slice and another one has seen, by its number in each.
fn seen_by_both(mine: &dyn Interleaved, seen: usize, other: &dyn Interleaved) -> Option<(StateId, StateId)> {
    (seen..mine.len()).map(StateId::from).find_map(|id| Some((id, other.find(mine.state(id))?)))
}

/// A state that one of the searches reached in its last slice and one of the other direction has seen: the actions that
/// lead to it forwards, and those backwards. The last of the searches is the one backwards.
fn meeting(searches: &[Turn<'_>], at: usize, seen: usize) -> Option<(Vec<u32>, Vec<u32>)> {
    let (back, forwards) = searches.split_last()?;
    let (back, mine) = (&*back.search, &*searches[at].search);
    if at < forwards.len() {
        let (id, other) = seen_by_both(mine, seen, back)?;
        return Some((mine.actions_to(id)?, back.actions_to(other)?));
    }
    forwards.iter().find_map(|forward| {
        let (id, other) = seen_by_both(mine, seen, &*forward.search)?;
        Some((forward.search.actions_to(other)?, mine.actions_to(id)?))
    })
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
    use crate::search::{Report, Team};

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
        let searches = |sets: [&[u64]; 3]| {
            sets.map(|set| Turn { search: Box::new(seen(set)), slice: 1, gate: Team::default().gate() })
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
