//! Threads that help the interleaved searches: each describes states with its own space and guide.
//!
//! In: a call, a context, and which of the searches is to be helped. Out: a [`Team`]. All threads share what they find
//! out about groups of boxes; when they find it depends on timing, so a search with helpers may expand states in a
//! different order than a search without.

use crate::base::limits::Stop;
use crate::base::limits::threads::startable;
use crate::search::{Helper, Team};
use crate::sokoban::board::Position;
use crate::sokoban::direct::Call;
use crate::sokoban::direct::context::Context;
use crate::sokoban::direct::features::guide_pushes::PushGuide;
use crate::sokoban::direct::field::number;
use crate::sokoban::direct::plan::{Plan, Pushing};
use crate::sokoban::direct::spaces::macro_pushes::MacroPushes;

/// The threads of a search: all but this one help. Each has a copy of the context, and does what `give` says until the
/// search is over. The first of them waits while the gate is closed; so do the others if the search `is_beside` another
/// one, which they help.
pub fn team(
    call: &Call<'_>,
    context: &Context,
    is_beside: bool,
    give: impl Fn(&Context, &Position, Helper<u32>) -> Result<(), Stop> + Clone + Send + 'static,
) -> Team<u32> {
    let limits = call.limits.for_work_apart();
    let mut team = Team::new(limits.clone());
    for at in 0..startable(call.threads - 1, call.limits) {
        let (context, position, give) =
            (context.with_limits(limits.clone()), call.position.clone(), give.clone());
        team.start(at == 0 || is_beside, move |help| {
            // One that is stopped by a limit leaves its work to the search.
            let _ = give(&context, &position, help);
        });
    }
    team
}

/// For the search along a plan.
pub fn along(
    plan: &Plan,
) -> impl Fn(&Context, &Position, Helper<u32>) -> Result<(), Stop> + Clone + Send + 'static {
    let plan = plan.clone();
    move |context, position, help| {
        let mut guide = Pushing::new(context, plan.clone())?;
        help.give(&MacroPushes::new(context, position), &mut guide);
        Ok(())
    }
}

/// For the search without a plan.
pub fn without_plan(context: &Context, position: &Position, help: Helper<u32>) -> Result<(), Stop> {
    let boxes: Vec<u32> = position.boxes.ones().map(number).collect();
    let mut guide = PushGuide::new(context, &boxes)?;
    help.give(&MacroPushes::new(context, position), &mut guide);
    Ok(())
}
