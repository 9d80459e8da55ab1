//! How the `direct` solver begins: with searches that suffice for small or spacious levels, and one for a packing plan.
//!
//! In: a call. Out: an answer, and the plan if the level is still open. The first search prefers few moves among few
//! pushes; where there are many ways to walk, one that counts only pushes goes further.

use crate::direct::context::Context;
use crate::direct::plan::{self, Plan};
use crate::direct::spaces::walks::PushesThenMoves;
use crate::direct::{Answer, Call, Status};
use banto_base::limits::Stop;

/// The effort of the first search, in expansions; less where each has many boxes and a large board to look at.
const FIRST_EFFORT: u64 = 3000;
const LEAST_EFFORT: u64 = 300;
/// Boxes times live cells from which on it is less.
const LARGE: u64 = 4000;
/// The effort of the search that counts only pushes: a proof is worth about 50 ms, which it takes on large levels.
const SECOND_EFFORT: u64 = 5000;

/// Runs all. If the effort of the searches was not enough, the answer is [`Stop::Effort`].
pub fn run(call: &Call<'_>, context: &Context) -> (Answer, Option<Plan>) {
    let size =
        (call.position.boxes.count_ones(..) * context.open.live.iter().filter(|live| **live).count()) as u64;
    let effort = (FIRST_EFFORT * LARGE / size.max(LARGE)).max(LEAST_EFFORT);
    let mut answer = call.fewest_with_walks::<PushesThenMoves>(context, Some(effort));
    if answer.status == Status::Stopped(Stop::Effort) {
        answer = call.fewest_pushes(context, Some(SECOND_EFFORT)).after(&answer);
    }
    if answer.status != Status::Stopped(Stop::Effort) {
        return (answer, None);
    }
    match plan::find(context, call.position, plan::EFFORT) {
        Ok((plan, work)) => {
            answer.work.add_sequential(&work);
            (answer, plan)
        }
        Err(stop) => (Answer { status: Status::Stopped(stop), ..answer }, None),
    }
}
