//! How the `direct` solver begins: with searches that suffice for small or spacious levels, and one for a packing plan.
//!
//! In: a call. Out: an answer, and the plan if the level is still open. The first search prefers few moves among few
//! pushes; where there are many ways to walk, one that counts only pushes goes further. With several threads, these and
//! the search for a plan run side by side, and whichever ends first leaves its thread to the other.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

use super::helping::team;
use crate::base::limits::Stop;
use crate::base::limits::threads::SEARCH_BYTES;
use crate::search::{Team, Work};
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::plan::{self, Found, Plan};
use crate::sokoban::direct::spaces::walks::PushesThenMoves;
use crate::sokoban::direct::{Answer, Call, Status};

/// The effort of the first search, in expansions; less where each has many boxes and a large board to look at.
const FIRST_EFFORT: u64 = 3000;
const LEAST_EFFORT: u64 = 300;
/// Boxes times live cells from which on it is less.
const LARGE: u64 = 4000;
/// The effort of the search that counts only pushes.
const SECOND_EFFORT: u64 = 1000;

/// Runs all. If the effort of the searches was not enough, the answer is [`Stop::Effort`].
pub fn run(call: &Call<'_>, context: &Context) -> (Answer, Option<Plan>) {
    let size =
        (call.position.boxes.count_ones(..) * context.open.live.iter().filter(|live| **live).count()) as u64;
    let effort = (FIRST_EFFORT * LARGE / size.max(LARGE)).max(LEAST_EFFORT);
    let first = || {
        let first = call.fewest_with_walks::<PushesThenMoves>(context, Some(effort));
        if first.status != Status::Stopped(Stop::Effort) {
            return first;
        }
        let mut second = call.fewest_pushes(context, Some(SECOND_EFFORT));
        second.work.add_sequential(&first.work);
        second
    };
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

/// Runs the first searches in this thread and the search for a plan in another, if that can be started.
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
