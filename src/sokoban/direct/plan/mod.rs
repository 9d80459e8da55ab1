//! A packing plan and the search along it.
//!
//! In: a context, a position. Out: a [`Plan`], found by a feature-space search backwards in which boxes vanish at sinks
//! ([`space`], [`pulling`]); and a guide for a search forwards along the plan ([`pushing`]). A plan may be bad or
//! missing: it proves nothing.

mod hotspots;
pub(super) mod matching;
mod moved;
mod order;
mod pulling;
mod pushing;
pub(super) mod sinks;
mod space;

use super::super::board::Position;
use super::context::Context;
use super::field::{for_each_box, player};
use crate::limits::Stop;
use crate::search::{FeatureSpaceSearch, GlobalQueue, Helper, Outcome, Search, Sliced, Space, Team, Work};
pub use order::Plan;
use pulling::{Pulling, Waiting};
pub use pushing::Pushing;
use space::SinkPulls;

/// Helps the search for a plan.
pub fn help(context: &Context, position: &Position, help: Helper<u32>) -> Result<(), Stop> {
    let space = SinkPulls::new(context, position)?;
    help.give(&space, &mut Pulling::new(context));
    Ok(())
}

/// Finds a plan with so much effort, in evaluated states; `None` if there is none to be found.
pub fn find(
    context: &Context,
    position: &Position,
    effort: u64,
    team: Team<u32>,
) -> Result<(Option<Plan>, Work), Stop> {
    let space = SinkPulls::new(context, position)?;
    let mut guide = Pulling::new(context);
    let mut search = Search::new(&space).limits(&context.limits).prune(Waiting::new(context));
    let mut search = FeatureSpaceSearch::new(&mut search, &mut guide, GlobalQueue::BestCell).with_team(team);
    let report = search.go_on(effort);
    let work = search.work();
    let actions = match report.map(|report| report.outcome) {
        Some(Outcome::Solved { path, .. }) => path.actions,
        Some(Outcome::Stopped(stop)) => return Err(stop),
        _ => match search.best() {
            Some(best) => match search.path_to(best) {
                Some(path) => path.actions,
                None => return context.limits.look().map(|()| (None, work)),
            },
            None => return Ok((None, work)),
        },
    };
    // The pulls of the path, and the boxes where it ends.
    let wall = context.field.wall();
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut next = state.clone();
    let mut pulls = Vec::new();
    for wanted in actions {
        context.limits.check()?;
        space.expand(&mut scratch, &state, &mut |action, _, row| {
            if action == wanted {
                next.copy_from_slice(row);
            }
        });
        if player(space.boxes(&state)) != wall {
            let mut counts = [0; 2];
            for (count, row) in counts.iter_mut().zip([&state, &next]) {
                for_each_box(space.boxes(row), |_| *count += 1);
            }
            let (from, to) = (wanted / 4 / wall, wanted / 4 % wall);
            if counts[1] < counts[0] {
                pulls.push((from, None));
            } else if from != to {
                pulls.push((from, Some(to)));
            }
        }
        std::mem::swap(&mut state, &mut next);
    }
    let mut boxes = Vec::new();
    for_each_box(space.boxes(&state), |cell| boxes.push(cell));
    let plan = Plan::new(context, &pulls, &boxes)?;
    Ok((Some(plan), work))
}
