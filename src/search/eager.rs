//! Eager best-first search: every state is evaluated when it is generated.
//!
//! In: a space with heuristics and pruning, an open list, and rules. Out: a report. The open list decides the
//! algorithm: `bfs`, `dfs`, `uniform-cost`, `astar`, `wastar` or `gbfs`. A bound on costs prunes states by their
//! estimates here.

use fixedbitset::FixedBitSet;

use super::batch::{Batch, Successor, Way};
use super::chunks::Chunks;
use super::cost::Cost;
use super::heuristic::Heuristic;
use super::open::{Known, OpenList};
use super::outcome::Report;
use super::pool::StateId;
use super::prune::Prune;
use super::run::{Evaluation, Run};
use super::settings::Search;
use super::sliced::Sliced;
use super::space::Space;
use super::tree::Status;
use super::work::{Readings, Work};

/// What happens when a cheaper path to a known state is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopen {
    /// Nothing: the first path stays.
    Never,
    /// A state that is not yet expanded takes the cheaper path.
    Unexpanded,
    /// Every state takes it, and is expanded again if necessary.
    Always,
}

/// How a search treats the states that it meets.
#[allow(clippy::struct_excessive_bools)] // Each is a separate rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EagerRules {
    /// Whether it uses estimates.
    pub evaluates: bool,
    /// Whether each heuristic's estimate is kept separately. Otherwise the greatest is the estimate.
    pub apart: bool,
    /// What a cheaper path to a known state does.
    pub reopen: Reopen,
    /// Whether a goal ends the search when it is generated, not when it is expanded.
    pub early_goal: bool,
    /// Whether states are evaluated again when they are expanded, to learn which actions are preferred.
    pub preferred: bool,
    /// Whether the first path found is a cheapest one, if the estimates are admissible.
    pub optimal: bool,
}

/// Runs best-first search with an open list of your own.
///
/// ```
/// use banto::search::open::Ordered;
/// use banto::search::{Graph, Reopen, EagerRules, Search, eager};
///
/// // The most expensive path first: another open list on the same engine.
/// let graph = Graph::new(&[(0, 1, 1), (0, 2, 5), (1, 3, 1), (2, 3, 5)], 0, &[3]);
/// let mut open = Ordered::new(|known: &banto::search::open::Known<'_, u32>| Some((100 - known.g, 0)));
/// let rules = EagerRules {
///     evaluates: false,
///     apart: false,
///     reopen: Reopen::Never,
///     early_goal: false,
///     preferred: false,
///     optimal: false,
/// };
/// assert_eq!(eager(&mut Search::new(&graph), &mut open, rules).path().unwrap().cost, 10);
/// ```
pub fn eager<S, H, P, O>(search: &mut Search<'_, S, H, P>, open: &mut O, rules: EagerRules) -> Report<S::Cost>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    O: OpenList<S::Cost, StateId>,
{
    EagerSearch::new(search.lent(), open, rules).finish()
}

/// An eager search in slices.
pub(crate) struct EagerSearch<'r, S: Space, H, P, O> {
    eager: Eager<'r, S, H, P, O>,
    expansion: ExpansionScratch<S>,
}

impl<'r, S, H, P, O> EagerSearch<'r, S, H, P, O>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    O: OpenList<S::Cost, StateId>,
{
    /// A search that has not started.
    pub(crate) fn new(search: Search<'r, S, H, P>, open: O, rules: EagerRules) -> Self {
        let expansion = ExpansionScratch::new(search.space);
        Self { eager: Eager::new(search, open, rules), expansion }
    }
}

impl<S, H, P, O> Sliced<S::Cost> for EagerSearch<'_, S, H, P, O>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    O: OpenList<S::Cost, StateId>,
{
    fn go_on(&mut self, evaluations: u64) -> Option<Report<S::Cost>> {
        let Self { eager, expansion } = self;
        let rules = eager.rules;
        let end = eager.run.counts.evaluated.saturating_add(evaluations);
        if eager.run.tree.len() == 0 {
            eager.run.space.initial(&mut expansion.state);
            eager.start(&expansion.state);
        }
        while eager.run.counts.evaluated < end {
            if let Err(stop) = eager.run.check() {
                return Some(eager.run.stopped(stop, eager.open.bytes()));
            }
            if rules.optimal
                && eager.admissible
                && let Some(least) = eager.open.least()
            {
                eager.run.at_least(least);
            }
            let Some(id) = eager.open.pop() else {
                return Some(eager.run.exhausted(eager.open.bytes()));
            };
            if eager.run.tree.node(id).status() != Status::Open {
                continue;
            }
            if eager.expand(id, id, expansion, |_, _| false) {
                return Some(eager.run.solved(id, rules.optimal && eager.admissible, eager.open.bytes()));
            }
            if let Some(goal) = eager.goal {
                return Some(eager.run.solved(goal, rules.optimal, eager.open.bytes()));
            }
        }
        None
    }

    fn work(&self) -> Work {
        self.eager.run.work(self.eager.open.bytes())
    }

    fn readings(&self) -> &Readings {
        &self.eager.run.readings
    }
}

/// Memory for one expansion after the other.
pub(super) struct ExpansionScratch<S: Space> {
    pub(super) state: Vec<u64>,
    pub(super) scratch: S::Scratch,
    pub(super) batch: Batch<S::Cost>,
    /// The preferred actions, sorted.
    preferred: Vec<u32>,
}

impl<S: Space> ExpansionScratch<S> {
    pub(super) fn new(space: &S) -> Self {
        let words = space.words();
        Self {
            state: vec![0; words],
            scratch: space.scratch(),
            batch: Batch::new(words),
            preferred: Vec::new(),
        }
    }
}

/// A search while it runs.
pub(super) struct Eager<'r, S: Space, H, P, O> {
    pub(super) run: Run<'r, S, H, P>,
    pub(super) open: O,
    pub(super) rules: EagerRules,
    pub(super) admissible: bool,
    /// The estimate of every state, if states are reopened and estimates are expensive.
    estimates: Option<Chunks<S::Cost>>,
    /// While states arrive from another rank: a lower bound on all paths through them, by the estimates of their
    /// parents there. They are queued by it, and evaluated when they would be expanded.
    pub(super) bound_of_parents: Option<S::Cost>,
    /// The states that are queued by such a bound.
    unevaluated: FixedBitSet,
    pub(super) goal: Option<StateId>,
}

impl<'r, S, H, P, O> Eager<'r, S, H, P, O>
where
    S: Space,
    H: Heuristic<S>,
    P: Prune<S>,
    O: OpenList<S::Cost, StateId>,
{
    pub(super) fn new(search: Search<'r, S, H, P>, open: O, rules: EagerRules) -> Self {
        let admissible = !rules.evaluates || search.is_admissible();
        let evaluation = match (rules.evaluates, rules.apart) {
            (false, _) => Evaluation::Without,
            (true, false) => Evaluation::Greatest,
            (true, true) => Evaluation::Each,
        };
        let remembers = rules.reopen == Reopen::Always
            && evaluation == Evaluation::Greatest
            && !search.heuristics.iter().all(|heuristic| heuristic.is_cheap() || heuristic.follows_paths());
        let run = Run::new(search, evaluation, rules.reopen == Reopen::Always);
        Self {
            run,
            open,
            rules,
            admissible,
            estimates: remembers.then(Chunks::new),
            bound_of_parents: None,
            unevaluated: FixedBitSet::new(),
            goal: None,
        }
    }

    pub(super) fn start(&mut self, state: &[u64]) {
        let id = self.run.tree.plant(state);
        self.run.tell_start(id, state);
        if self.run.is_hopeless() {
            return;
        }
        self.take_in(id, state, S::Cost::ZERO, false);
    }

    /// Expands a state; true if it is a goal instead, and the search tests for goals here. The successors get the
    /// parent `number`; those that `elsewhere` takes are not added here.
    #[inline]
    pub(super) fn expand(
        &mut self,
        id: StateId,
        number: StateId,
        expansion: &mut ExpansionScratch<S>,
        mut elsewhere: impl FnMut(&Way<S::Cost>, &[u64]) -> bool,
    ) -> bool {
        let ExpansionScratch { state, scratch, batch, preferred } = expansion;
        let space = self.run.space;
        let node = self.run.tree.node_mut(id);
        node.close();
        let g = node.g();
        state.copy_from_slice(self.run.tree.pool.row(id));
        if !self.rules.early_goal && space.is_goal(state) {
            return true;
        }
        self.run.counts.expanded += 1;
        self.run.begin(state);
        if self.rules.preferred {
            self.run.evaluate(Some(id), state, g);
            self.run.sort_preferred();
            std::mem::swap(preferred, &mut self.run.preferred);
        }
        let told = Some((id, &state[..]));
        space.expand(scratch, state, &mut |action, cost, row| {
            let Some(g) = self.leave(g, action, cost) else { return };
            let preferred = self.rules.preferred && preferred.binary_search(&action).is_ok();
            let way = Way { g, action, parent: number, preferred };
            if !elsewhere(&way, row) && batch.add(way, row) {
                self.take_batch(told, batch);
            }
        });
        self.take_batch(told, batch);
        false
    }

    /// Adds successors; `told` is the expanded state, if heuristics that follow paths know it.
    #[inline]
    pub(super) fn take_batch(&mut self, told: Option<(StateId, &[u64])>, batch: &mut Batch<S::Cost>) {
        batch.warm(&self.run.tree);
        batch.drain(&mut |successor, row| self.arrive(told, successor, row));
    }

    /// Counts a generated successor; returns the cost of the path to it, if it is useful.
    #[inline]
    fn leave(&mut self, g: S::Cost, action: u32, cost: S::Cost) -> Option<S::Cost> {
        self.run.counts.generated += 1;
        if self.run.stop.is_some() || !self.run.keeps_action(action) {
            return None;
        }
        let Some(g) = g.plus(cost) else {
            self.run.overflowed = true;
            return None;
        };
        (!self.run.prune_by_cost(g)).then_some(g)
    }

    /// Adds a successor.
    #[inline]
    fn arrive(
        &mut self,
        told: Option<(StateId, &[u64])>,
        &Successor { way: Way { g, action, parent, preferred }, hash, guess }: &Successor<S::Cost>,
        row: &[u64],
    ) {
        let Some((id, is_new)) = self.run.tree.pool.intern_guessed(hash, guess, row) else {
            self.run.stop = Some(crate::limits::Stop::Memory);
            return;
        };
        if is_new {
            self.run.tree.grow(parent, g);
        }
        if let Some(told) = told {
            self.run.tell_step(told, action, (id, row));
        }
        if is_new {
            if !self.run.keeps_state(action, row, g) {
                self.remember(S::Cost::INFINITE);
                self.run.tree.node_mut(id).kill();
                return;
            }
            self.take_in(id, row, g, preferred);
        } else if g < self.run.tree.node(id).g() {
            self.found_cheaper_way(parent, g, id, row);
        }
    }

    /// Evaluates a new state and queues it.
    #[inline]
    fn take_in(&mut self, id: StateId, row: &[u64], g: S::Cost, preferred: bool) {
        if self.rules.early_goal && self.goal.is_none() && self.run.space.is_goal(row) {
            self.goal = Some(id);
        }
        if let Some(bound) = self.bound_of_parents {
            self.run.values.clear();
            self.run.values.push(bound.minus_or_zero(g));
            self.unevaluated.grow_and_insert(id.index());
        } else if !self.run.evaluate(Some(id), row, g) {
            self.remember(S::Cost::INFINITE);
            self.run.tree.node_mut(id).kill();
            return;
        }
        self.remember(self.run.values[0]);
        if self.run.progressed && self.rules.apart {
            self.open.progressed();
        }
        self.queue(id, row, g, preferred);
    }

    /// Whether states of other ranks are queued by a bound, see `bound_of_parents`.
    pub(super) fn defers(&self) -> bool {
        self.rules.optimal && self.admissible && self.estimates.is_some()
    }

    /// Evaluates a state that is queued by the bound of its parents, and queues it again. False for any other state.
    pub(super) fn evaluate_deferred(&mut self, id: StateId, state: &mut [u64]) -> bool {
        if !self.unevaluated.contains(id.index()) {
            return false;
        }
        self.unevaluated.remove(id.index());
        state.copy_from_slice(self.run.tree.pool.row(id));
        let g = self.run.tree.node(id).g();
        if self.run.evaluate(Some(id), state, g) {
            self.queue_again(id, state, g);
        } else {
            self.run.tree.node_mut(id).kill();
        }
        true
    }

    #[inline]
    fn remember(&mut self, estimate: S::Cost) {
        if let Some(estimates) = &mut self.estimates {
            estimates.push(estimate);
        }
    }

    /// Queues a state whose estimates are in `values`.
    #[inline]
    fn queue(&mut self, id: StateId, row: &[u64], g: S::Cost, preferred: bool) {
        if self.rules.reopen == Reopen::Always
            && self.admissible
            && self.run.bound.is_some()
            && self.run.prune_by_cost(g.plus_or_infinite(self.run.values[0]))
        {
            // Not dead: a cheaper path would queue it after all.
            return;
        }
        self.open.push(id, &Known { g, h: &self.run.values, preferred, state: row });
    }

    /// Adds a state that was dropped before.
    #[cold]
    fn revive(&mut self, parent: StateId, g: S::Cost, id: StateId, row: &[u64]) {
        if !self.run.evaluate(Some(id), row, g) {
            return;
        }
        self.run.tree.improve(id, parent, g);
        self.queue_again(id, row, g);
    }

    /// Queues a known state whose new estimates are in `values`.
    fn queue_again(&mut self, id: StateId, row: &[u64], g: S::Cost) {
        if let Some(estimates) = &mut self.estimates {
            *estimates.get_mut(id.index()) = self.run.values[0];
        }
        self.queue(id, row, g, false);
    }

    #[inline]
    fn found_cheaper_way(&mut self, parent: StateId, g: S::Cost, id: StateId, row: &[u64]) {
        let status = self.run.tree.node(id).status();
        let takes_it = match self.rules.reopen {
            Reopen::Never => false,
            Reopen::Unexpanded => status == Status::Open,
            Reopen::Always => status != Status::Dead,
        };
        if !takes_it {
            if self.rules.reopen == Reopen::Always && self.run.prune.keep_again(self.run.space, row, g) {
                self.revive(parent, g, id, row);
            }
            return;
        }
        self.run.tree.improve(id, parent, g);
        if self.rules.reopen != Reopen::Always {
            // It is already in the list, by its estimate.
            return;
        }
        if status == Status::Closed {
            self.run.counts.reopened += 1;
        }
        if let Some(estimates) = &self.estimates {
            self.run.values.clear();
            self.run.values.push(*estimates.get(id.index()));
        } else if !self.run.evaluate(Some(id), row, g) {
            self.run.tree.node_mut(id).kill();
            return;
        }
        self.queue(id, row, g, false);
    }
}
