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
use banto_base::limits::Stop;
use banto_search::{FeatureSpaceSearch, GlobalQueue, Outcome, Search, Sliced, Space, Work};
pub use order::Plan;
use pulling::{Pulling, Waiting};
pub use pushing::Pushing;
use space::SinkPulls;

/// The effort of the search for a plan, in evaluated states.
pub const EFFORT: u64 = 100_000;
/// No plan is looked for if the square of the number of boxes times the number of cells is more than this: finding the
/// sinks of one position takes about that many steps.
const LIMIT: usize = 2_500_000;

pub type Found = Result<(Option<Plan>, Work), Stop>;

/// Finds a plan with so much effort, if there are few enough boxes to look for one, and one for every goal: with spare
/// goals, it is not known on which of them boxes end.
pub fn find(context: &Context, position: &Position, effort: u64) -> Found {
    let (boxes, field) = (position.boxes.count_ones(..), &context.field);
    if boxes != field.goals.len() || boxes.pow(2) * field.len() > LIMIT {
        return Ok((None, Work::default()));
    }
    let space = SinkPulls::new(context, position)?;
    let mut guide = Pulling::new(context);
    let search = Search::new(&space).limits(&context.limits).prune(Waiting::new(context));
    let mut search = FeatureSpaceSearch::new(search, &mut guide, GlobalQueue::BestCell);
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
