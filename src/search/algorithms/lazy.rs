//! Lazy best-first search, or deferred evaluation (Richter and Helmert 2009): a state is evaluated when it leaves the
//! open list.
//!
//! In: a space with heuristics and pruning, and an open list of steps, each with the estimates of its parent. Out: a
//! report.

use super::run::{Evaluation, Run};
use crate::open::{Known, OpenList, Steps};
use crate::storage::steps::StepStore;
use crate::storage::tree::Status;
use crate::{Cost, Readings, Report, Search, Sliced, Space, StateId, Work};
use banto_base::limits::Stop;

/// Runs lazy best-first search with an open list of your own. With `reopen`, a state is expanded again when a cheaper
/// path to it is found. Preferred actions are queued before the others, and of them the free ones before those that
/// cost something: they share the estimate of the state, and usually the first of them is taken. The others keep their
/// order: that a step is free says nothing about where it leads.
///
/// ```
/// use banto::search::open::Fifo;
/// use banto::search::{Graph, Search, lazy};
///
/// let graph = Graph::new(&[(0, 1, 1), (1, 2, 1), (0, 2, 3)], 0, &[2]);
/// let report = lazy(&mut Search::new(&graph), &mut Fifo::new(), false);
/// assert_eq!(report.path().unwrap().actions, [2]);
/// ```
pub fn lazy<S: Space>(
    search: &mut Search<'_, S>,
    open: &mut dyn OpenList<S::Cost, Steps>,
    reopen: bool,
) -> Report<S::Cost> {
    LazySearch::new(search.lent(), Box::new(open), reopen).finish()
}

/// A lazy search in slices.
pub struct LazySearch<'r, S: Space> {
    run: Run<'r, S>,
    open: Box<dyn OpenList<S::Cost, Steps> + 'r>,
    prefers: bool,
    reopen: bool,
    steps: StepStore,
    /// The actions of the expanded state.
    actions: Vec<(S::Cost, u32)>,
    scratch: S::Scratch,
    /// The state that was reached last, and its parent.
    state: Vec<u64>,
    parent_state: Vec<u64>,
    /// The number of the former, and the cost of the path to it.
    reached: (StateId, S::Cost),
    /// The action that has led to it.
    by: Option<u32>,
}

impl<'r, S: Space> LazySearch<'r, S> {
    /// A search that has not started.
    pub fn new(search: Search<'r, S>, open: Box<dyn OpenList<S::Cost, Steps> + 'r>, reopen: bool) -> Self {
        let space = search.space;
        let state = vec![0; space.words()];
        Self {
            prefers: search.settings.preferred,
            run: Run::new(search, Evaluation::Each, reopen),
            open,
            reopen,
            steps: StepStore::default(),
            actions: Vec::new(),
            scratch: space.scratch(),
            parent_state: state.clone(),
            state,
            reached: (StateId::default(), S::Cost::ZERO),
            by: None,
        }
    }

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
        run.space.arrange(&mut self.scratch, state, self.by, actions);
        if self.prefers {
            run.sort_preferred();
        } else {
            run.preferred.clear();
        }
        let is_preferred = |action: u32| run.preferred.binary_search(&action).is_ok();
        actions.sort_by_key(|(cost, action)| *cost > S::Cost::ZERO && is_preferred(*action));
        let known = Known { g, h: &run.values, preferred: false, state };
        let are_kept = queue(open, &mut self.steps, (id, actions), &run.preferred, &known);
        run.queued(are_kept.ok_or(Stop::Memory)?);
        Ok(())
    }

    /// Takes steps until one leads to a new state, or to a known one on a cheaper path, and makes that the current
    /// state. `None` if no steps are left.
    fn next(&mut self) -> Result<Option<(StateId, S::Cost)>, Stop> {
        let Self { run, state, parent_state, open, steps, .. } = self;
        loop {
            run.check(|| open.bytes() + steps.bytes())?;
            let Some(Steps { first: step, .. }) = open.pop() else { return Ok(None) };
            // Several lists hold each step. Once it has been taken, only heuristics that follow paths need it again.
            let is_known = !self.reopen && steps.is_taken(step);
            if is_known && !run.follows {
                continue;
            }
            let (parent, action) = steps.get(step);
            // Found dead since it was queued, on another path.
            if run.tree.node(parent).status() == Status::Dead {
                continue;
            }
            parent_state.copy_from_slice(run.tree.pool.row(parent));
            let cost = run.space.apply(&mut self.scratch, parent_state, action, state);
            let Some(sum) = run.tree.node(parent).g().plus(cost) else {
                run.overflowed = true;
                continue;
            };
            if run.prune_by_cost(sum) {
                continue;
            }
            let (end, is_new) = run.tree.pool.intern(state).ok_or(Stop::Memory)?;
            steps.take(step);
            if is_new {
                run.tree.grow(parent, sum);
            }
            run.tell_step((parent, parent_state), action, (end, state));
            if !is_new {
                let node = run.tree.node(end);
                let is_better = self.reopen
                    && sum < node.g()
                    && (node.status() != Status::Dead || run.keeps_again(state, sum));
                if !is_better {
                    continue;
                }
                run.tree.improve(end, parent, sum);
                run.counts.reopened += 1;
            } else if !run.keeps_state(action, state, sum) {
                run.tree.node_mut(end).kill();
                continue;
            }
            self.by = Some(action);
            return Ok(Some((end, sum)));
        }
    }

    fn bytes(&self) -> usize {
        self.open.bytes() + self.steps.bytes()
    }
}

impl<S: Space> Sliced<S::Cost> for LazySearch<'_, S> {
    fn go_on(&mut self, evaluations: u64) -> Option<Report<S::Cost>> {
        let end = self.run.counts.evaluated.saturating_add(evaluations);
        if self.run.tree.len() == 0 {
            self.run.space.initial(&mut self.state);
            let root = self.run.tree.plant(&self.state);
            self.run.tell_start(root, &self.state);
            if self.run.is_hopeless() {
                return Some(self.run.exhausted(0));
            }
        }
        loop {
            let (id, g) = self.reached;
            if self.run.space.is_goal(&self.state) {
                return Some(self.run.solved(id, false, self.bytes()));
            }
            if self.run.counts.evaluated >= end {
                return None;
            }
            match self.expand(id, g).and_then(|()| self.next()) {
                Ok(Some(next)) => self.reached = next,
                Ok(None) => return Some(self.run.exhausted(self.bytes())),
                Err(stop) => return Some(self.run.stopped(stop, self.bytes())),
            }
        }
    }

    fn work(&self) -> Work {
        self.run.work(self.bytes())
    }

    fn readings(&self) -> &Readings {
        &self.run.readings
    }
}

/// Queues the steps from a state, preferred ones first. Returns whether the list keeps them all; `None` if numbers have
/// run out.
fn queue<C: Cost>(
    open: &mut impl OpenList<C, Steps>,
    steps: &mut StepStore,
    (parent, actions): (StateId, &[(C, u32)]),
    preferred: &[u32],
    known: &Known<'_, C>,
) -> Option<bool> {
    let is_preferred = |action: &u32| preferred.binary_search(action).is_ok();
    let all = || actions.iter().map(|(_, action)| *action);
    let ordered = all().filter(is_preferred).chain(all().filter(|action| !is_preferred(action)));
    if actions.is_empty() {
        return Some(true);
    }
    let mut first = steps.add(parent, ordered)?;
    let mut are_kept = true;
    let most = all().filter(is_preferred).count();
    for (count, preferred) in [(most, true), (actions.len() - most, false)] {
        let count = u32::try_from(count).ok()?;
        if count > 0 {
            are_kept &= open.push(Steps { first, count }, &Known { preferred, ..*known });
        }
        first += count;
    }
    Some(are_kept)
}
