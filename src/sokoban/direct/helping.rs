//! Threads that help the interleaved searches: each describes states with a space and a guide of its own.
//!
//! In: a call, a context, and which of the searches is to be helped. Out: [`Helper`]s. What a guide remembers of
//! earlier states may differ from thread to thread, so a search with helpers goes another way than one without.

use super::super::board::Position;
use super::Call;
use super::context::Context;
use super::field::number;
use super::guide_pulls::PullGuide;
use super::guide_pushes::PushGuide;
use super::macro_pulls::MacroPulls;
use super::macro_pushes::MacroPushes;
use super::plan::{Plan, Pushing, Walks};
use super::pull_bounds::PullBounds;
use crate::limits::Stop;
use crate::limits::threads::{SEARCH_BYTES, startable};
use crate::search::{Help, Helper};

/// The helpers of a search: one for each thread but this one. Each has a copy of the context, and does what `give` says
/// until the search is over.
pub fn helpers(
    call: &Call<'_>,
    context: &Context,
    give: impl Fn(&Context, &Position, Help<u32>) -> Result<(), Stop> + Clone + Send + 'static,
) -> Vec<Helper<u32>> {
    let begin = |_| {
        let (helper, help) = Helper::new();
        let (context, position, give) = (context.clone(), call.position.clone(), give.clone());
        // One that is stopped by a limit, or never begins, leaves its work to the search.
        let thread = std::thread::Builder::new().stack_size(SEARCH_BYTES);
        thread.spawn(move || give(&context, &position, help)).ok().map(|_| helper)
    };
    (0..startable(call.threads - 1, call.limits)).filter_map(begin).collect()
}

/// For the search along a plan.
pub fn along(
    plan: &Plan,
) -> impl Fn(&Context, &Position, Help<u32>) -> Result<(), Stop> + Clone + Send + 'static {
    let plan = plan.clone();
    move |context, position, help| {
        let walks = Walks::new(&context.field);
        let mut guide = Pushing::new(context, plan.clone(), &walks)?;
        help.give(&MacroPushes::new(context, position), &mut guide);
        Ok(())
    }
}

/// For the search forwards.
pub fn forwards(context: &Context, position: &Position, help: Help<u32>) -> Result<(), Stop> {
    let mut guide = PushGuide::new(context, &boxes(position))?;
    help.give(&MacroPushes::new(context, position), &mut guide);
    Ok(())
}

/// For the search backwards.
pub fn backwards(context: &Context, position: &Position, help: Help<u32>) -> Result<(), Stop> {
    let boxes = boxes(position);
    let bounds = PullBounds::new(context, &boxes)?;
    let mut guide = PullGuide::new(context, &boxes)?;
    help.give(&MacroPulls::new(context, position, bounds.live()), &mut guide);
    Ok(())
}

fn boxes(position: &Position) -> Vec<u32> {
    position.boxes.ones().map(number).collect()
}
