//! Eager best-first search: states are evaluated when they are generated, if the search uses estimates.
//!
//! In: a space with heuristics and pruning, an open list, and rules. Out: expansions, one by one, for a search in one
//! thread (`eager_search.rs`) or in several ranks (`parallel/`). The open list and the rules (reopening, goal test)
//! make it `bfs`, `dfs`, `uniform-cost`, `astar`, `wastar` or `gbfs`. If estimates are admissible and states are
//! reopened, a bound on costs prunes by f here.

use fixedbitset::FixedBitSet;

use super::batch::{Arrival, Batch, Successor};
use super::run::{Evaluation, Run};
use crate::open::{Known, OpenList};
use crate::storage::chunks::Chunks;
use crate::storage::tree::Status;
use crate::{Cost, Heuristic, Search, Space, StateId};

/// The states that take a cheaper path found later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reopen {
    /// None: the first path stays.
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
    /// Which states take a cheaper path found later.
    pub reopen: Reopen,
    /// Whether a goal ends the search when it is generated, not when it is expanded.
    pub early_goal: bool,
    /// Whether states are evaluated again when they are expanded, to learn which actions are preferred.
    pub preferred: bool,
    /// If the list is ordered by the cost so far plus a multiple of the estimate: which multiple. If the estimates are
    /// admissible, no path costs less than the list's least key over this weight; with 1, the first path found is a
    /// cheapest one.
    pub weight: Option<u32>,
}

impl EagerRules {
    /// Whether the first path found is a cheapest one, if the estimates are admissible.
    pub(crate) fn is_optimal(&self) -> bool {
        self.weight == Some(1)
    }

    /// The cost that every path has at least if this is the least key of the list; `None` if keys say nothing of it.
    pub(crate) fn lower_bound<C: Cost>(&self, least: C) -> Option<u64> {
        self.weight.map(|weight| least.shown().div_ceil(weight.into()))
    }
}

/// Memory for one expansion after the other.
pub(crate) struct ExpansionScratch<S: Space> {
    pub(crate) state: Vec<u64>,
    pub(crate) scratch: S::Scratch,
    pub(crate) batch: Batch<S::Cost>,
    /// The preferred actions, sorted.
    preferred: Vec<u32>,
}

impl<S: Space> ExpansionScratch<S> {
    pub(crate) fn new(space: &S) -> Self {
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
pub(crate) struct Eager<'r, S: Space> {
    pub(crate) run: Run<'r, S>,
    pub(crate) open: Box<dyn OpenList<S::Cost, StateId> + 'r>,
    pub(crate) rules: EagerRules,
    pub(crate) admissible: bool,
    /// The estimate of every state, if states are reopened and estimates are expensive.
    estimates: Option<Chunks<S::Cost>>,
    /// While states arrive from another rank: a lower bound on all paths through them, by the estimates of their
    /// parents there. They are queued by it, and evaluated when they would be expanded.
    pub(crate) bound_of_parents: Option<S::Cost>,
    /// The states that are queued by such a bound.
    unevaluated: FixedBitSet,
    pub(crate) goal: Option<StateId>,
}

impl<'r, S: Space> Eager<'r, S> {
    pub(crate) fn new(
        search: Search<'r, S>,
        open: Box<dyn OpenList<S::Cost, StateId> + 'r>,
        rules: EagerRules,
    ) -> Self {
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

    pub(crate) fn start(&mut self, state: &[u64]) {
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
    pub(crate) fn expand(
        &mut self,
        id: StateId,
        number: StateId,
        expansion: &mut ExpansionScratch<S>,
        mut elsewhere: impl FnMut(&Arrival<S::Cost>, &[u64]) -> bool,
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
            let way = Arrival { g, action, parent: number, preferred };
            if !elsewhere(&way, row) && batch.add(way, row) {
                self.take_batch(told, batch);
            }
        });
        self.take_batch(told, batch);
        false
    }

    /// Adds successors; `told` is the expanded state, if heuristics that follow paths know it.
    #[inline]
    pub(crate) fn take_batch(&mut self, told: Option<(StateId, &[u64])>, batch: &mut Batch<S::Cost>) {
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

    #[inline]
    fn arrive(
        &mut self,
        told: Option<(StateId, &[u64])>,
        &Successor { way: Arrival { g, action, parent, preferred }, hash, guess }: &Successor<S::Cost>,
        row: &[u64],
    ) {
        let Some((id, is_new)) = self.run.tree.pool.intern_guessed(hash, guess, row) else {
            self.run.stop = Some(banto_base::limits::Stop::Memory);
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
    pub(crate) fn defers(&self) -> bool {
        self.rules.is_optimal() && self.admissible && self.estimates.is_some()
    }

    /// Evaluates a state that is queued by the bound of its parents, and queues it again. False for any other state.
    pub(crate) fn evaluate_deferred(&mut self, id: StateId, state: &mut [u64]) -> bool {
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
        let is_kept = self.open.push(id, &Known { g, h: &self.run.values, preferred, state: row });
        self.run.queued(is_kept);
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
            if self.rules.reopen == Reopen::Always && self.run.keeps_again(row, g) {
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
        } else if !self.run.estimate(Some(id), row, g) {
            self.run.tree.node_mut(id).kill();
            return;
        }
        self.queue(id, row, g, false);
    }
}
