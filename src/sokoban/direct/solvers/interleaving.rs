//! The searches of the `direct` solver, interleaved.
//!
//! In: a call, and what was done before. Out: an answer. Levels differ in what makes them hard, and no search is best
//! for all: one follows a packing plan, one goes forwards without it, and one goes backwards from the solved position;
//! where two directions meet, the level is solved. If the boxes of the solved position enclose the player's start,
//! searches occasionally head for positions that the search backwards has seen, see
//! [`crate::sokoban::direct::features::islands`]. Each search works in slices that are counted in evaluated states, so
//! that a level is searched in the same way on every machine.

use std::time::Duration;

use super::helping::{self, team};
use super::slices::{self, Turn};
use crate::base::limits::{Limits, Stop};
use crate::search::{FeatureSpaceSearch, GlobalQueue, Meets, Progress, Search, StateId, Work};
use crate::sokoban::direct::bounds::pull_bounds::PullBounds;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::features::guide_pulls::PullGuide;
use crate::sokoban::direct::features::guide_pushes::PushGuide;
use crate::sokoban::direct::features::islands::Islands;
use crate::sokoban::direct::field::solution::of_pushes;
use crate::sokoban::direct::field::{for_each_box, number};
use crate::sokoban::direct::plan::{self, Plan, Pushing};
use crate::sokoban::direct::spaces::macro_pulls::MacroPulls;
use crate::sokoban::direct::spaces::macro_pushes::MacroPushes;
use crate::sokoban::direct::{Answer, Call, Status, answer};

/// States that the search forwards evaluates in a slice.
const SLICE: u64 = 4000;
/// The same for the search backwards, whose states take longer.
const BACK_SLICE: u64 = 1500;
/// The same where islands are looked for.
const ISLAND_BACK_SLICE: u64 = 12_000;
/// The same for the search along a plan.
const PLANNED_SLICE: u64 = 20_000;
/// Rounds of slices before the search for the fewest pushes is tried once.
const EARLY_ROUNDS: u64 = 12;
/// The effort of that search, in expansions.
const PUSHES_EFFORT: u64 = 20_000;
/// After this many rounds each time, searches that head for an island get some rounds.
const ISLAND_ROUNDS: u64 = 3;
const ROUNDS_TO_AN_ISLAND: u64 = 2;
/// Progress is reported at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Runs the searches in turn until one ends.
pub(crate) fn run(call: &Call<'_>, context: &Context, before: Work, plan: Option<Plan>) -> Answer {
    let stopped = |stop| Answer { status: Status::Stopped(stop), work: before };
    let past = Answer { status: Status::Unsolved, work: before };
    let found = with_searches(call, context, past, plan, None, |searches, mut islands| {
        let (mut round, mut told) = (0, Duration::ZERO);
        loop {
            if let Some(found) = searches.round()? {
                return Ok(found);
            }
            if round % ISLAND_ROUNDS == ISLAND_ROUNDS - 1
                && let Some(islands) = &mut islands
                && let Some(found) = searches.over_an_island(context, islands)?
            {
                return Ok(found);
            }
            if round == EARLY_ROUNDS {
                searches.past = call.fewest_pushes(context, Some(PUSHES_EFFORT)).after(&searches.past);
                if searches.past.status != Status::Stopped(Stop::Effort) {
                    return Ok(searches.ended(searches.past.status.clone()));
                }
            }
            searches.tell(&mut told);
            round += 1;
        }
    });
    found.unwrap_or_else(stopped)
}

/// Makes the searches and runs `drive`, which lets them work. If they head for an island, `beyond` is the search
/// backwards that has seen it.
fn with_searches(
    call: &Call<'_>,
    context: &Context,
    past: Answer,
    plan: Option<Plan>,
    beyond: Option<(&dyn Meets<u32>, &MacroPulls<'_>)>,
    drive: impl FnOnce(&mut Searches<'_>, Option<Islands>) -> Result<Answer, Stop>,
) -> Result<Answer, Stop> {
    let position = call.position;
    // Of two searches that run at the same time, the first to end stops the other.
    let [mine, beside] = [(), ()].map(|()| context.with_limits(call.limits.for_work_apart()));
    let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
    let has_backwards = boxes.len() == context.field.goals().len();
    let (space, planned_space) = (MacroPushes::new(context, position), MacroPushes::new(&mine, position));
    let planned = Search::new(&planned_space).limits(&mine.limits);
    let mut pushing = match plan {
        Some(plan) => Some((Pushing::new(&mine, plan.clone())?, plan)),
        None => None,
    };
    let follows = pushing.is_some();
    let forwards_context = if follows { &beside } else { &mine };
    let forwards_space = MacroPushes::new(forwards_context, position);
    let mut push_guide = PushGuide::new(forwards_context, &boxes)?;
    let forwards = Search::new(&forwards_space).limits(&forwards_context.limits);
    let bounds = PullBounds::new(context, &boxes)?;
    let pulls = MacroPulls::new(context, position, bounds.live());
    let pulls_beside = MacroPulls::new(&beside, position, bounds.live());
    let mut pull_guide = PullGuide::new(&beside, &boxes)?;
    let backwards = Search::new(&pulls_beside).limits(&beside.limits);
    let first = has_backwards && beyond.is_none();
    let islands = Islands::new(context, &boxes, position.player.into()).filter(|_| first);

    let mut turns: Vec<Turn<'_>> = Vec::new();
    if let Some((guide, plan)) = &mut pushing {
        let team = team(call, &mine, false, helping::along(plan));
        let search = FeatureSpaceSearch::new(planned, guide, GlobalQueue::BestCell);
        turns.push(Turn::new(search, team, PLANNED_SLICE));
    }
    let helpers = team(call, forwards_context, follows, helping::forwards);
    let search = FeatureSpaceSearch::new(forwards, &mut push_guide, GlobalQueue::None);
    turns.push(Turn::new(search, helpers, SLICE));
    if has_backwards {
        let search = FeatureSpaceSearch::new(backwards, &mut pull_guide, GlobalQueue::Priority);
        let slice = if islands.is_some() { ISLAND_BACK_SLICE } else { BACK_SLICE };
        turns.push(Turn::new(search, team(call, &beside, true, helping::backwards), slice));
    }
    let limits = [&mine.limits, &beside.limits];
    let (space, pulls) = (&space, &pulls);
    let is_ahead = call.threads == 1 || beyond.is_some();
    drive(&mut Searches { call, turns, limits, space, pulls, has_backwards, beyond, is_ahead, past }, islands)
}

/// The searches of a level, or of a part of it that ends in an island.
struct Searches<'s> {
    call: &'s Call<'s>,
    /// If there is a search backwards, it is the last one.
    turns: Vec<Turn<'s>>,
    /// The limits of the first search, and of the others.
    limits: [&'s Limits; 2],
    space: &'s MacroPushes<'s>,
    pulls: &'s MacroPulls<'s>,
    has_backwards: bool,
    /// A search backwards that has seen the island.
    beyond: Option<(&'s dyn Meets<u32>, &'s MacroPulls<'s>)>,
    /// Whether the first search has had a slice before the others. With several threads, all work on it at first: many
    /// levels need no other search.
    is_ahead: bool,
    /// What was done before.
    past: Answer,
}

impl Searches<'_> {
    /// Lets each search work on a slice; an answer if one ends or two meet.
    fn round(&mut self) -> Result<Option<Answer>, Stop> {
        let Call { board, position, limits, threads, .. } = *self.call;
        let end = if std::mem::replace(&mut self.is_ahead, true) { self.turns.len() } else { 1 };
        let count = if threads > 1 { end } else { 1 };
        for part in (0..end).step_by(count).map(|start| start..start + count) {
            let seen: Vec<usize> = self.turns[part.clone()].iter().map(|turn| turn.search.states()).collect();
            if let Some((at, report)) = slices::work(&mut self.turns[part.clone()], self.limits) {
                let at = part.start + at;
                let found = answer(report, self.limits[at.min(1)], |actions| {
                    let goes_back = self.goes_back(at);
                    let pushes =
                        if goes_back { self.pulls.pushes(actions) } else { self.space.pushes(actions) };
                    of_pushes(board, position, &pushes?, limits)
                });
                return Ok(Some(self.ended(found.status)));
            }
            for (at, seen) in part.zip(seen) {
                if let Some((there, rest, pulls)) = self.meeting(at, seen) {
                    let mut pushes = self.space.pushes(&there)?;
                    pushes.extend(pulls.pushes(&rest)?);
                    let moves = of_pushes(board, position, &pushes, limits)?;
                    return Ok(Some(self.ended(Status::Solved(moves))));
                }
            }
        }
        Ok(None)
    }

    fn goes_back(&self, at: usize) -> bool {
        self.has_backwards && at + 1 == self.turns.len()
    }

    /// Whether a search met one of the other direction in its last slice: the actions that lead there forwards, and
    /// those backwards with their space.
    fn meeting(&self, at: usize, seen: usize) -> Option<(Vec<u32>, Vec<u32>, &MacroPulls<'_>)> {
        let met = if self.has_backwards { meeting(&self.turns, at, seen) } else { None };
        met.map(|(there, rest)| (there, rest, self.pulls)).or_else(|| {
            let ((back, pulls), mine) =
                (self.beyond.filter(|_| !self.goes_back(at))?, &*self.turns[at].search);
            let (id, met) = seen_by_both(mine, seen, back)?;
            Some((mine.path_to(id)?.actions, back.path_to(met)?.actions, pulls))
        })
    }

    /// Searches that head for an island which the search backwards has seen; an answer if they reach one of its states,
    /// or the goals.
    fn over_an_island(&mut self, context: &Context, islands: &mut Islands) -> Result<Option<Answer>, Stop> {
        let Self { call, turns, pulls, past, .. } = self;
        let back: &dyn Meets<u32> = &*turns[turns.len() - 1].search;
        let chosen = islands.choose(context, pulls.end_player(), back.states(), |id| back.state(id))?;
        let Some(id) = chosen else { return Ok(None) };
        let (island, mut goals) = (back.state(id), Vec::new());
        for_each_box(island, |cell| goals.push(cell));
        let (toward, beyond) = (context.toward(goals)?, Some((back, *pulls)));
        let plan_team = team(call, &toward, false, plan::help);
        let (plan, work) = plan::find(&toward, call.position, plan::EFFORT, plan_team)?;
        let before = Answer { status: Status::Unsolved, work };
        let found = with_searches(call, &toward, before, plan, beyond, |searches, _| {
            for _ in 0..ROUNDS_TO_AN_ISLAND {
                if let Some(found) = searches.round()? {
                    return Ok(found);
                }
            }
            Ok(searches.ended(Status::Unsolved))
        })?;
        // All searches are in memory meanwhile.
        let mut together = work_of(turns);
        together.add_concurrent(&found.work);
        together.counts = found.work.counts;
        past.work.add_sequential(&together);
        let Status::Solved(mut moves) = found.status else { return Ok(None) };
        let mut there = call.position.clone();
        for step in &moves {
            call.board.step(&mut there, step.direction).expect("a solution can be played");
        }
        if !call.board.is_solved(&there) {
            let rest =
                back.path_to(id).filter(|_| islands.is_same_region(context, island, there.player.into()));
            let Some(rest) = rest else { return Ok(None) };
            moves.extend(of_pushes(call.board, &there, &pulls.pushes(&rest.actions)?, call.limits)?);
        }
        Ok(Some(self.ended(Status::Solved(moves))))
    }

    /// An answer, with the work of all searches and of what was done before.
    fn ended(&self, status: Status) -> Answer {
        Answer { status, work: work_of(&self.turns) }.after(&self.past)
    }

    /// Reports progress, but not too often.
    fn tell(&self, told: &mut Duration) {
        let elapsed = self.call.limits.elapsed();
        if let Some(observer) = self.call.observer
            && elapsed >= *told + REPORT_INTERVAL
        {
            *told = elapsed;
            let work = self.ended(Status::Unsolved).work;
            observer.progress(&Progress { elapsed, work, ..Progress::default() });
        }
    }
}

/// The work of searches that run at the same time.
fn work_of(turns: &[Turn<'_>]) -> Work {
    let mut work = Work::default();
    turns.iter().for_each(|turn| work.add_concurrent(&turn.search.work()));
    work
}

/// A state that a search reached in its last slice and another one has seen, by its number in each.
fn seen_by_both(mine: &dyn Meets<u32>, seen: usize, other: &dyn Meets<u32>) -> Option<(StateId, StateId)> {
    (seen..mine.states()).map(StateId::from).find_map(|id| Some((id, other.find(mine.state(id))?)))
}

/// A state that one of the searches reached in its last slice and one of the other direction has seen: the actions that
/// lead to it forwards, and those backwards. The last of the searches is the one backwards.
fn meeting(searches: &[Turn<'_>], at: usize, seen: usize) -> Option<(Vec<u32>, Vec<u32>)> {
    let (back, forwards) = searches.split_last()?;
    let (back, mine) = (&*back.search, &*searches[at].search);
    if at < forwards.len() {
        let (id, other) = seen_by_both(mine, seen, back)?;
        return Some((mine.path_to(id)?.actions, back.path_to(other)?.actions));
    }
    forwards.iter().find_map(|forward| {
        let (id, other) = seen_by_both(mine, seen, &*forward.search)?;
        Some((forward.search.path_to(other)?.actions, mine.path_to(id)?.actions))
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
    use crate::search::{Path, Readings, Report, Sliced, Team};

    /// A search that has seen some states of one word; the action that leads to each is its index.
    struct Seen(Vec<[u64; 1]>);

    impl Sliced<u32> for Seen {
        fn go_on(&mut self, _evaluations: u64) -> Option<Report<u32>> {
            None
        }
        fn work(&self) -> Work {
            Work::default()
        }
        fn readings(&self) -> &Readings {
            unreachable!()
        }
    }

    impl Meets<u32> for Seen {
        fn states(&self) -> usize {
            self.0.len()
        }
        fn state(&self, id: StateId) -> &[u64] {
            &self.0[id.index()]
        }
        fn find(&self, state: &[u64]) -> Option<StateId> {
            self.0.iter().position(|one| one == state).map(StateId::from)
        }
        fn path_to(&self, id: StateId) -> Option<Path<u32>> {
            Some(Path { actions: vec![number(id.index())], cost: 1 })
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
