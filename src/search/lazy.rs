//! Lazy best-first search: a state is evaluated only when it leaves the open list.
//!
//! The open list holds steps, each with the estimates of its parent.

use super::chunks::Chunks;
use super::cost::Cost;
use super::heuristic::Heuristic;
use super::open::{Known, OpenList};
use super::outcome::Report;
use super::pool::StateId;
use super::prune::Prune;
use super::run::{Evaluation, Run};
use super::settings::Search;
use super::space::Space;
use super::tree::Status;
use crate::limits::Stop;

/// A step to take, by its number in the order in which steps were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edge(u32);

/// Where a step starts, its action, and where it ends once that is known.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    parent: StateId,
    action: u32,
    end: StateId,
}

/// Stands for an unknown end. States have smaller numbers.
const UNKNOWN: StateId = StateId::from_raw(u32::MAX);

/// Runs lazy best-first search with an open list of your own. With `reopen`, a state is expanded again when a cheaper
/// path to it is found. Preferred actions are queued before the others, and free ones before those that cost something:
/// they share the estimate of the state, and usually the first of them is taken.
///
/// ```
/// use banto::search::open::Fifo;
/// use banto::search::{Graph, Search, lazy};
///
/// let graph = Graph::new(&[(0, 1, 1), (1, 2, 1), (0, 2, 3)], 0, &[2]);
/// let report = lazy(&mut Search::new(&graph), &mut Fifo::new(), false);
/// assert_eq!(report.path().unwrap().actions, [2]);
/// ```
pub fn lazy<S, H, P, O>(search: &mut Search<'_, S, H, P>, open: &mut O, reopen: bool) -> Report<S::Cost>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    O: OpenList<S::Cost, Edge>,
{
    let space = search.space;
    let prefers = search.settings.preferred;
    let mut run = Run::new(search, Evaluation::Each, reopen);
    let mut scratch = space.scratch();
    let mut state = vec![0; space.words()];
    let mut parent_state = state.clone();
    let mut actions: Vec<(S::Cost, u32)> = Vec::new();
    let mut steps = Chunks::<Step>::new();

    space.initial(&mut state);
    let mut id = run.tree.plant(&state);
    let mut g = S::Cost::ZERO;
    run.tell_start(id, &state);
    if run.is_hopeless() {
        return run.exhausted(0);
    }
    loop {
        // The state is new or has a cheaper path: evaluate and expand it.
        if space.is_goal(&state) {
            return run.solved(id, false, open.bytes() + steps.bytes());
        }
        if run.evaluate(Some(id), &state, g) {
            run.tree.node_mut(id).close();
            if run.progressed {
                open.progressed();
            }
            run.counts.expanded += 1;
            run.begin(&state);
            actions.clear();
            space.actions(&mut scratch, &state, &mut |action, cost| {
                if run.keeps_action(action) {
                    actions.push((cost, action));
                }
            });
            run.counts.generated += actions.len() as u64;
            if prefers {
                run.sort_preferred();
            } else {
                run.preferred.clear();
            }
            let known = Known { g, h: &run.values, preferred: false, state: &state };
            if !queue(open, &mut steps, (id, &mut actions), &run.preferred, &known) {
                return run.stopped(Stop::Memory, open.bytes() + steps.bytes());
            }
        } else {
            run.tree.node_mut(id).kill();
        }
        // Finds the next step that leads to a new state, or to a known one on a cheaper path.
        loop {
            if let Err(stop) = run.check() {
                return run.stopped(stop, open.bytes() + steps.bytes());
            }
            let Some(edge) = open.pop() else {
                return run.exhausted(open.bytes() + steps.bytes());
            };
            let step = steps.get_mut(edge.0 as usize);
            let Step { parent, action, end } = *step;
            // Found dead since it was queued, on another path.
            if run.tree.node(parent).status() == Status::Dead {
                continue;
            }
            // Several lists hold each step. Once its end is known, only heuristics that follow paths need it again.
            let is_known = end != UNKNOWN && !reopen;
            if is_known && !run.follows {
                continue;
            }
            parent_state.copy_from_slice(run.tree.pool.row(parent));
            if is_known {
                state.copy_from_slice(run.tree.pool.row(end));
                run.tell_step((parent, &parent_state), action, (end, &state));
                continue;
            }
            let cost = space.apply(&mut scratch, &parent_state, action, &mut state);
            let Some(sum) = run.tree.node(parent).g().plus(cost) else {
                run.overflowed = true;
                continue;
            };
            if run.is_too_dear(sum) {
                continue;
            }
            let Some((end, is_new)) = run.tree.pool.intern(&state) else {
                return run.stopped(Stop::Memory, open.bytes() + steps.bytes());
            };
            step.end = end;
            if is_new {
                run.tree.grow(parent, sum);
            }
            run.tell_step((parent, &parent_state), action, (end, &state));
            if is_new {
                if !run.keeps_state(action, &state, sum) {
                    run.tree.node_mut(end).kill();
                    continue;
                }
            } else {
                let node = run.tree.node(end);
                if !reopen || sum >= node.g() || node.status() == Status::Dead {
                    continue;
                }
                run.tree.improve(end, parent, sum);
                run.counts.reopened += 1;
            }
            (id, g) = (end, sum);
            break;
        }
    }
}

/// Queues the steps from a state: preferred ones first, and in each group free ones first. False if numbers have run
/// out.
fn queue<C: Cost>(
    open: &mut impl OpenList<C, Edge>,
    steps: &mut Chunks<Step>,
    (parent, actions): (StateId, &mut [(C, u32)]),
    preferred: &[u32],
    known: &Known<'_, C>,
) -> bool {
    actions.sort_by_key(|(cost, _)| *cost > C::ZERO);
    for is_preferred in [true, false] {
        let is_turn = |action: u32| preferred.binary_search(&action).is_ok() == is_preferred;
        for &(_, action) in actions.iter().filter(|(_, action)| is_turn(*action)) {
            let Ok(number) = u32::try_from(steps.len()) else { return false };
            steps.push(Step { parent, action, end: UNKNOWN });
            open.push(Edge(number), &Known { preferred: is_preferred, ..*known });
        }
    }
    true
}
