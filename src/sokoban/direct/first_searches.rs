//! How the `direct` solver begins: with a search that suffices for small levels, and one for a packing plan.
//!
//! In: a call. Out: an answer, and the plan if the level is still open. With several threads, the two run side by side,
//! and whichever ends first leaves its thread to the other.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

use super::context::Context;
use super::helping::team;
use super::plan::{self, Found, Plan};
use super::walks::PushesThenMoves;
use super::{Answer, Call, Status};
use crate::limits::Stop;
use crate::limits::threads::SEARCH_BYTES;
use crate::search::{Team, Work};

/// The effort of the first search, in expansions.
const FIRST_EFFORT: u64 = 3000;

/// Runs both. If the effort of the first search was not enough, its answer is [`Stop::Effort`].
pub fn run(call: &Call<'_>, context: &Context) -> (Answer, Option<Plan>) {
    let first = || call.fewest_with_walks::<PushesThenMoves>(context, Some(FIRST_EFFORT));
    let (mut answer, beside) =
        if call.threads > 1 { beside_a_plan(call, context, first) } else { (first(), None) };
    if answer.status != Status::Stopped(Stop::Effort) {
        return (answer, None);
    }
    let add = if beside.is_some() { Work::add_concurrent } else { Work::add_sequential };
    match beside.unwrap_or_else(|| plan::find(context, call.position, plan::EFFORT, Team::default())) {
        Ok((plan, work)) => {
            add(&mut answer.work, &work);
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
            .spawn_scoped(scope, || plan::find(&apart, position, plan::EFFORT, team));
        let answer = first();
        if answer.status != Status::Stopped(Stop::Effort) {
            apart.limits.end_work();
        }
        gate.set(true);
        (answer, beside.ok().map(|one| one.join().unwrap_or_else(|panic| resume_unwind(panic))))
    })
}
