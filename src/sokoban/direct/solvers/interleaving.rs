//! The searches of the `direct` solver, interleaved.
//!
//! In: a call, and what was done before. Out: an answer. Levels differ in what makes them hard, and no search is best
//! for all: one follows a packing plan, and one goes without it. Each works in slices that are counted in evaluated
//! states, so that a level is searched in the same way on every machine.

use std::time::Duration;

use crate::direct::context::Context;
use crate::direct::features::guide_pushes::PushGuide;
use crate::direct::field::number;
use crate::direct::field::solution::of_pushes;
use crate::direct::plan::{Plan, Pushing};
use crate::direct::spaces::macro_pushes::MacroPushes;
use crate::direct::{Answer, Call, Status, answer};
use banto_base::limits::Stop;
use banto_search::{FeatureSpaceSearch, GlobalQueue, Progress, Search, Sliced, Work};

/// States that the search without a plan evaluates in a slice.
const SLICE: u64 = 4000;
/// States that the search along a plan evaluates in a slice.
const PLANNED_SLICE: u64 = 20_000;
/// Rounds of slices before the search for the fewest pushes is tried once.
const EARLY_ROUNDS: u64 = 12;
/// The effort of that search, in expansions.
const PUSHES_EFFORT: u64 = 20_000;
/// Progress is reported at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Runs the searches in turn until one ends.
pub(crate) fn run(call: &Call<'_>, context: &Context, before: &Answer, plan: Option<Plan>) -> Answer {
    let stopped = |stop| Answer { status: Status::Stopped(stop), ..before.clone() };
    take_turns(call, context, before, plan).unwrap_or_else(stopped)
}

fn take_turns(
    call: &Call<'_>,
    context: &Context,
    before: &Answer,
    plan: Option<Plan>,
) -> Result<Answer, Stop> {
    let position = call.position;
    let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
    let mut pushing = plan.map(|plan| Pushing::new(context, plan)).transpose()?;
    let mut push_guide = PushGuide::new(context, &boxes)?;
    let space = MacroPushes::new(context, position);
    let mut turns = Vec::new();
    if let Some(guide) = &mut pushing {
        let search = Search::new(&space).limits(&context.limits);
        let search = FeatureSpaceSearch::new(search, guide, GlobalQueue::BestCell);
        turns.push(Turn { search: Box::new(search), slice: PLANNED_SLICE });
    }
    let search = Search::new(&space).limits(&context.limits);
    let search = FeatureSpaceSearch::new(search, &mut push_guide, GlobalQueue::None);
    turns.push(Turn { search: Box::new(search), slice: SLICE });
    let past = Answer { status: Status::Unsolved, ..before.clone() };
    let mut searches = Searches { call, context, turns, space: &space, past };
    let (mut round, mut told) = (0, Duration::ZERO);
    loop {
        if let Some(found) = searches.round() {
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
}

/// A search, and the states that it evaluates in a slice.
struct Turn<'a> {
    search: Box<dyn Sliced<u32> + 'a>,
    slice: u64,
}

struct Searches<'s> {
    call: &'s Call<'s>,
    context: &'s Context,
    turns: Vec<Turn<'s>>,
    space: &'s MacroPushes<'s>,
    /// The answer of the searches before.
    past: Answer,
}

impl Searches<'_> {
    /// Lets each search work on a slice; an answer if one ends.
    fn round(&mut self) -> Option<Answer> {
        let Call { board, position, limits, .. } = *self.call;
        let report = self.turns.iter_mut().find_map(|turn| turn.search.go_on(turn.slice))?;
        let found = answer(report, &self.context.limits, |actions| {
            of_pushes(board, position, &self.space.pushes(actions)?, limits)
        });
        Some(self.ended(found.status))
    }

    /// An answer, with the work of all searches and of what was done before.
    fn ended(&self, status: Status) -> Answer {
        let mut work = Work::default();
        self.turns.iter().for_each(|turn| work.add_concurrent(&turn.search.work()));
        Answer { work, ..Answer::at_once(status) }.after(&self.past)
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

impl Answer {
    /// Adds the work of an earlier search that has left memory, and what it has proven in the same measure.
    pub(super) fn after(mut self, before: &Self) -> Self {
        self.lower_bound = self.lower_bound.max(before.lower_bound);
        self.work.add_sequential(&before.work);
        self
    }
}
