//! How the `direct` solver begins: with a search that suffices for small levels, and one for a packing plan.
//!
//! In: a call. Out: an answer, and the plan if the level is still open. With several threads, the two run side by side,
//! and whichever ends first leaves its thread to the other.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

use super::super::board::Position;
use super::context::Context;
use super::helping::team;
use super::plan::{self, Plan};
use super::walks::PushesThenMoves;
use super::{Answer, Call, Status};
use crate::limits::Stop;
use crate::limits::threads::SEARCH_BYTES;
use crate::search::{Team, Work};

/// The effort of the first search, in expansions.
const FIRST_EFFORT: u64 = 3000;
/// The most states that the search for a packing plan evaluates.
const PLAN_EFFORT: u64 = 100_000;
/// No plan is looked for if the square of the number of boxes times the number of cells is more than this: finding the
/// sinks of one position takes about that many steps.
const PLAN_LIMIT: usize = 2_500_000;

/// A plan, if one was found, and the work.
type Found = Result<(Option<Plan>, Work), Stop>;

/// Runs both. If the effort of the first search was not enough, its answer is [`Stop::Effort`].
pub fn run(call: &Call<'_>, context: &Context) -> (Answer, Option<Plan>) {
    let first = || call.fewest_with_walks::<PushesThenMoves>(context, Some(FIRST_EFFORT));
    let (mut answer, beside) =
        if call.threads > 1 { beside_a_plan(call, context, first) } else { (first(), None) };
    if answer.status != Status::Stopped(Stop::Effort) {
        return (answer, None);
    }
    let is_beside = beside.is_some();
    match beside.unwrap_or_else(|| packing_plan(context, call.position, Team::default())) {
        Ok((plan, work)) if is_beside => {
            answer.work.add_concurrent(&work);
            (answer, plan)
        }
        Ok((plan, work)) => {
            answer.work.add_sequential(&work);
            (answer, plan)
        }
        Err(stop) => (Answer { status: Status::Stopped(stop), ..answer }, None),
    }
}

/// Runs the first search in this thread and the search for a plan in another, if that can be started.
fn beside_a_plan(
    call: &Call<'_>,
    context: &Context,
    first: impl FnOnce() -> Answer,
) -> (Answer, Option<Found>) {
    let apart = context.with_limits(call.limits.for_work_apart());
    let (team, position) = (team(call, &apart, false, plan::help), call.position);
    let gate = team.gate();
    gate.set(false);
    scope(|scope| {
        let beside = Builder::new()
            .stack_size(SEARCH_BYTES)
            .spawn_scoped(scope, || packing_plan(&apart, position, team));
        let answer = first();
        if answer.status != Status::Stopped(Stop::Effort) {
            apart.limits.end_work();
        }
        gate.set(true);
        (answer, beside.ok().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic))))
    })
}

/// A packing plan, if there are few enough boxes to look for one, and one for every goal.
pub fn packing_plan(context: &Context, position: &Position, team: Team<u32>) -> Found {
    let (boxes, field) = (position.boxes.count_ones(..), &context.field);
    // With spare goals, it is not known on which of them boxes end.
    if boxes != field.goals().len() || boxes.pow(2) * field.len() > PLAN_LIMIT {
        return Ok((None, Work::default()));
    }
    plan::find(context, position, PLAN_EFFORT, team)
}
