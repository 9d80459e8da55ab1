//! Lazy best-first search: a state is evaluated only when it leaves the open list.
//!
//! In: a space with heuristics and pruning, and an open list of steps, each with the estimates of its parent. Out: a
//! report.

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

/// The number of a step, in the order in which steps were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepId(u32);

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
    O: OpenList<S::Cost, StepId>,
{
    let space = search.space;
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    let mut lazy = Lazy {
        prefers: search.settings.preferred,
        run: Run::new(search, Evaluation::Each, reopen),
        open,
        reopen,
        steps: Chunks::new(),
        actions: Vec::new(),
        scratch: space.scratch(),
        parent_state: state.clone(),
        state,
    };
    let (mut id, mut g) = (lazy.run.tree.plant(&lazy.state), S::Cost::ZERO);
    lazy.run.tell_start(id, &lazy.state);
    if lazy.run.is_hopeless() {
        return lazy.run.exhausted(0);
    }
    loop {
        if space.is_goal(&lazy.state) {
            return lazy.run.solved(id, false, lazy.bytes());
        }
        match lazy.expand(id, g).and_then(|()| lazy.next()) {
            Ok(Some(next)) => (id, g) = next,
            Ok(None) => return lazy.run.exhausted(lazy.bytes()),
            Err(stop) => return lazy.run.stopped(stop, lazy.bytes()),
        }
    }
}

/// A search while it runs.
struct Lazy<'r, S: Space, H, P, O> {
    run: Run<'r, S, H, P>,
    open: &'r mut O,
    prefers: bool,
    reopen: bool,
    steps: Chunks<Step>,
    /// The actions of the expanded state.
    actions: Vec<(S::Cost, u32)>,
    scratch: S::Scratch,
    /// The state that was reached last, and its parent.
    state: Vec<u64>,
    parent_state: Vec<u64>,
}

impl<S, H, P, O> Lazy<'_, S, H, P, O>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    O: OpenList<S::Cost, StepId>,
{
    /// Evaluates the current state, which is new or has a cheaper path, and queues its steps.
    fn expand(&mut self, id: StateId, g: S::Cost) -> Result<(), Stop> {
        let Self { run, open, actions, state, .. } = self;
        if !run.evaluate(Some(id), state, g) {
            run.tree.node_mut(id).kill();
            return Ok(());
        }
        run.tree.node_mut(id).close();
        if run.progressed {
            open.progressed();
        }
        run.counts.expanded += 1;
        run.begin(state);
        actions.clear();
        run.space.actions(&mut self.scratch, state, &mut |action, cost| {
            if run.keeps_action(action) {
                actions.push((cost, action));
            }
        });
        run.counts.generated += actions.len() as u64;
        if self.prefers {
            run.sort_preferred();
        } else {
            run.preferred.clear();
        }
        let known = Known { g, h: &run.values, preferred: false, state };
        let has_room = queue(*open, &mut self.steps, (id, actions), &run.preferred, &known);
        if has_room { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Takes steps until one leads to a new state, or to a known one on a cheaper path, and makes that the current
    /// state. `None` if no steps are left.
    fn next(&mut self) -> Result<Option<(StateId, S::Cost)>, Stop> {
        let Self { run, state, parent_state, .. } = self;
        loop {
            run.check()?;
            let Some(step_id) = self.open.pop() else { return Ok(None) };
            let step = self.steps.get_mut(step_id.0 as usize);
            let Step { parent, action, end } = *step;
            // Found dead since it was queued, on another path.
            if run.tree.node(parent).status() == Status::Dead {
                continue;
            }
            // Several lists hold each step. Once its end is known, only heuristics that follow paths need it again.
            let is_known = end != UNKNOWN && !self.reopen;
            if is_known && !run.follows {
                continue;
            }
            parent_state.copy_from_slice(run.tree.pool.row(parent));
            if is_known {
                state.copy_from_slice(run.tree.pool.row(end));
                run.tell_step((parent, parent_state), action, (end, state));
                continue;
            }
            let cost = run.space.apply(&mut self.scratch, parent_state, action, state);
            let Some(sum) = run.tree.node(parent).g().plus(cost) else {
                run.overflowed = true;
                continue;
            };
            if run.prune_by_cost(sum) {
                continue;
            }
            let (end, is_new) = run.tree.pool.intern(state).ok_or(Stop::Memory)?;
            step.end = end;
            if is_new {
                run.tree.grow(parent, sum);
            }
            run.tell_step((parent, parent_state), action, (end, state));
            if !is_new {
                let node = run.tree.node(end);
                let is_better = self.reopen
                    && sum < node.g()
                    && (node.status() != Status::Dead || run.prune.keep_again(run.space, state, sum));
                if !is_better {
                    continue;
                }
                run.tree.improve(end, parent, sum);
                run.counts.reopened += 1;
            } else if !run.keeps_state(action, state, sum) {
                run.tree.node_mut(end).kill();
                continue;
            }
            return Ok(Some((end, sum)));
        }
    }

    fn bytes(&self) -> usize {
        self.open.bytes() + self.steps.bytes()
    }
}

/// Queues the steps from a state: preferred ones first, and in each group free ones first. False if numbers have run
/// out.
fn queue<C: Cost>(
    open: &mut impl OpenList<C, StepId>,
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
            open.push(StepId(number), &Known { preferred: is_preferred, ..*known });
        }
    }
    true
}
