//! Best-first search in several ranks at once: hash-distributed A* (Kishimoto, Fukunaga and Botea 2013).
//!
//! In: the same search at every rank, and a [`Transport`] between them. Out: one report, at rank 0, with the work of
//! all ranks. Every state has a home, the rank where it is stored, evaluated and expanded; successors are sent there.
//! When a goal is found, all ranks are told, and states that cannot lead to a cheaper one are no longer expanded. The
//! result is proven only when no rank has anything cheaper and no state is in transit. The choice of homes decides
//! neither the cost of an optimal path nor a proof; which path is found, and the counts, depend on it and on timing. In
//! A* with expensive estimates, a state that arrives is ordered by the estimate of its parent and evaluated when it
//! would be expanded: so no rank spends time on what another has generated too early.
//!
//! Heuristics that follow paths are told of the steps within a rank only, not of steps that arrive from other ranks.

mod ending;
mod messages;
mod termination;
mod together;

use std::time::Duration;

use super::batch::Arrival;
use super::eager::{Eager, ExpansionScratch};
use crate::open::OpenList;
use crate::storage::pool::STATE_LIMIT;
use crate::storage::tree::Status;
use crate::transport::{Lost, Transport};
use crate::{Cost, EagerRules, Heuristic, Pool, Report, Search, Space, StateId};
use banto_base::limits::Stop;
use ending::Cause;
pub use ending::stop_from_word;
use messages::{Message, MessageKind, Messages, WAY};
pub use together::in_ranks;

/// How long an idle rank waits for messages before it checks the limits again.
const PATIENCE: Duration = Duration::from_millis(2);
/// How long a rank waits at first when packets do not fit: usually they soon will.
const SHORT_PATIENCE: Duration = Duration::from_micros(20);
/// Buffered successors are flushed after at most `EXPANSIONS` expansions per pair of ranks, capped at
/// `MOST_EXPANSIONS`. So packets are as full among many ranks as among two. If estimates are expensive, they are
/// flushed after every expansion.
const EXPANSIONS: usize = 16;
const MOST_EXPANSIONS: usize = 1024;

/// A hash of states that determines their homes: see [`Search::run_in_ranks`].
pub type Home<'h> = dyn Fn(&[u64]) -> u64 + 'h;

/// A hash of the whole state: it spreads states evenly over the ranks, and most successors have another home.
pub fn anywhere(row: &[u64]) -> u64 {
    // The table of states uses all bits of the hash itself.
    Pool::hash(row).wrapping_mul(0xda94_2042_e4dd_58b5).rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A goal, and the cost of the path to it.
#[derive(Clone, Copy, Debug)]
struct Goal<C> {
    cost: C,
    rank: usize,
    id: StateId,
}

/// Runs this rank's part of a search. The report is at rank 0.
pub(crate) fn eager_in_ranks<S: Space>(
    search: &mut Search<'_, S>,
    open: Box<dyn OpenList<S::Cost, StateId> + '_>,
    rules: EagerRules,
    link: &mut dyn Transport,
    home: &Home<'_>,
) -> Report<S::Cost> {
    let space = search.space;
    let is_cheap =
        !rules.evaluates || search.heuristics.iter().all(|one| one.is_cheap() && !one.follows_paths());
    let ranks = link.ranks();
    let mut rank = Rank {
        home,
        messages: Messages::new(link, space.words()),
        eager: Eager::new(search.lent(), open, rules),
        goal: None,
        floor: S::Cost::INFINITE,
        arrived: S::Cost::INFINITE,
        patience: if is_cheap { (EXPANSIONS * ranks.div_ceil(2)).min(MOST_EXPANSIONS) } else { 1 },
        unsent: 0,
        pause: SHORT_PATIENCE,
        expansion: ExpansionScratch::new(space),
    };
    // All ranks together stay within the effort of one.
    rank.eager.run.effort = rank.eager.run.effort.div_ceil(ranks as u64);
    if rank.messages.rank() == 0 {
        space.initial(&mut rank.expansion.state);
        rank.eager.start(&rank.expansion.state);
        rank.floor = S::Cost::ZERO;
    }
    let cause = rank.search();
    rank.end(cause)
}

/// One rank while it runs.
struct Rank<'r, 't, S: Space> {
    home: &'r Home<'r>,
    messages: Messages<'t>,
    eager: Eager<'r, S>,
    /// The cheapest goal found by any rank.
    goal: Option<Goal<S::Cost>>,
    /// Key of the last expanded state: a lower bound for all states open here at that time.
    floor: S::Cost,
    /// The lowest key received since then.
    arrived: S::Cost,
    /// The most expansions between two flushes.
    patience: usize,
    /// Expansions since the last flush.
    unsent: usize,
    /// How long to wait next if packets do not fit.
    pause: Duration,
    expansion: ExpansionScratch<S>,
}

impl<S: Space> Rank<'_, '_, S> {
    /// Searches until some rank has a reason to end.
    fn search(&mut self) -> Cause {
        loop {
            if let Err(stop) = self.eager.run.check(|| self.eager.open.bytes()) {
                return if self.eager.run.is_disproven() { Cause::Disproof } else { Cause::Stop(stop) };
            }
            // Received states may be better than all open ones; but checking costs more than a cheap expansion.
            if self.unsent == 0 {
                match self.take_message(Duration::ZERO) {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(cause) => return cause,
                }
            }
            if self.messages.has_queued() && !self.messages.flush() {
                match self.take_message(self.pause) {
                    Ok(true) => self.pause = SHORT_PATIENCE,
                    Ok(false) => self.pause = PATIENCE.min(self.pause * 2),
                    Err(cause) => return cause,
                }
            } else if let Some(id) = self.next() {
                self.expand(id);
                self.unsent += 1;
                if self.unsent >= self.patience {
                    self.unsent = 0;
                    self.messages.flush();
                }
                if self.take_early_goal() {
                    return Cause::Goal;
                }
            } else if self.messages.flush() && self.messages.is_all_done() {
                return Cause::Done;
            } else if let Err(cause) = self.take_message(PATIENCE) {
                return cause;
            }
        }
    }

    /// The next state, if it can lead to a cheaper goal than the one that is known.
    fn next(&mut self) -> Option<StateId> {
        loop {
            let least = self.eager.open.least();
            self.floor = least.unwrap_or(S::Cost::INFINITE);
            self.arrived = S::Cost::INFINITE;
            if self.goal.is_some_and(|goal| least.is_some_and(|least| least >= goal.cost)) {
                return None;
            }
            let id = self.eager.open.pop()?;
            if self.eager.run.tree.node(id).status() == Status::Open {
                return Some(id);
            }
        }
    }

    /// The number of a state over all ranks.
    fn number(&self, id: StateId) -> Option<StateId> {
        let number = id.index() * self.messages.ranks() + self.messages.rank();
        u32::try_from(number).ok().filter(|&number| number < STATE_LIMIT).map(StateId::from_raw)
    }

    fn expand(&mut self, id: StateId) {
        let Some(number) = self.number(id) else {
            self.eager.run.stop = Some(Stop::Memory);
            return;
        };
        let Self { eager, messages, expansion, floor, home, .. } = self;
        if eager.evaluate_deferred(id, &mut expansion.state) {
            return;
        }
        let (rank, ranks) = (messages.rank(), messages.ranks());
        let is_goal = eager.expand(id, number, expansion, |way, row| {
            let to = share(home(row), ranks);
            if to != rank {
                messages.collect(to, *floor, way, row);
            }
            to != rank
        });
        if is_goal {
            self.found_goal(id);
        }
    }

    /// Receives a packet, after waiting at most this long for one. Returns whether there was one.
    ///
    /// # Errors
    /// When the search has to end.
    fn take_message(&mut self, patience: Duration) -> Result<bool, Cause> {
        let message = match self.messages.receive(patience) {
            Ok(None) => {
                if !patience.is_zero() {
                    self.eager.run.look();
                }
                return Ok(false);
            }
            Ok(Some(message)) => message,
            Err(Lost(why)) => return Err(Cause::Lost(why)),
        };
        match message.kind {
            MessageKind::States => {
                self.take_states(&message);
                self.messages.recycle(message);
                if self.take_early_goal() {
                    return Err(Cause::Goal);
                }
            }
            MessageKind::Goal => self.take_goal(&message),
            MessageKind::End => return Err(Cause::Elsewhere(message.from)),
            _ => {}
        }
        Ok(true)
    }

    fn take_states(&mut self, message: &Message) {
        let Self { eager, expansion, arrived, .. } = self;
        let (&floor, states) = message.words().split_first().expect("there is a floor before states");
        let floor = S::Cost::from_word(floor);
        *arrived = (*arrived).min(floor);
        eager.bound_of_parents = eager.defers().then_some(floor);
        for words in states.chunks_exact(expansion.state.len() + WAY) {
            let (row, way) = words.split_at(expansion.state.len());
            let way = Arrival::read(way);
            if !eager.run.prune_by_cost(way.g) && expansion.batch.add(way, row) {
                eager.take_batch(None, &mut expansion.batch);
            }
        }
        eager.take_batch(None, &mut expansion.batch);
        eager.bound_of_parents = None;
    }

    /// Whether there is a goal that ends the search at once.
    fn take_early_goal(&mut self) -> bool {
        self.eager.goal.inspect(|&id| self.found_goal(id)).is_some()
    }

    /// A goal of this rank.
    fn found_goal(&mut self, id: StateId) {
        let cost = self.eager.run.tree.node(id).g();
        let goal = Goal { cost, rank: self.messages.rank(), id };
        if self.keep(goal) {
            self.messages.send_to_all(MessageKind::Goal, &[cost.to_word(), u64::from(id.raw())]);
        }
    }

    /// A goal of another rank.
    #[allow(clippy::cast_possible_truncation, reason = "it was an id")]
    fn take_goal(&mut self, message: &Message) {
        if let &[cost, id] = message.words() {
            let id = StateId::from_raw(id as u32);
            self.keep(Goal { cost: S::Cost::from_word(cost), rank: message.from, id });
        }
    }

    /// Keeps the cheapest goal; all ranks keep the same one in the end.
    fn keep(&mut self, goal: Goal<S::Cost>) -> bool {
        let is_better = self.goal.is_none_or(|best| (goal.cost, goal.rank) < (best.cost, best.rank));
        if is_better {
            self.goal = Some(goal);
            let bound = &mut self.eager.run.bound;
            *bound = Some(bound.map_or(goal.cost, |bound| bound.min(goal.cost)));
        }
        is_better
    }
}

#[inline]
pub fn share(hash: u64, ranks: usize) -> usize {
    usize::try_from((u128::from(hash) * ranks as u128) >> 64).expect("a number below that of ranks")
}
