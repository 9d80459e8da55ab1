//! Costs of facts in the relaxed task, by Knuth's generalization of Dijkstra's algorithm: a rule costs as much as the
//! sum or the maximum over its conditions, plus its own cost.
//!
//! In: the facts of a state. Out: for each fact, its cost and the rule that achieves it, for `hmax`, `hadd` and `ff`.
//!
//! States that are explored one after the other mostly have the same facts. So two things are kept between explorations
//! and updated by the difference of the states: how many conditions of each rule do not hold yet, and which rules apply
//! at once. The queue starts with the effects of the latter.

use super::relaxed_task::RelaxedTask;
use crate::strips::{FactId, Lists};
use banto_base::limits::{Limits, Stop};
use banto_search::CostQueue;

/// Stands for "never".
pub(super) const NEVER: u64 = u64::MAX;
/// The sum of two costs, saturating: at the maximum, a fact still counts as reached.
#[inline]
pub(super) fn add(left: u64, right: u64) -> u64 {
    left.saturating_add(right).min(NEVER - 1)
}

/// The work of an exploration whatever it meets, of copying the start of a fact or a rule, of a fact that is reached,
/// of a rule that applies, and of a rule or an effect that is looked at.
const WORK_OF_RUN: u64 = 1_200;
const WORK_OF_COPY: u64 = 3;
const WORK_OF_FACT: u64 = 50;
const WORK_OF_RULE: u64 = 10;
const WORK_OF_VISIT: u64 = 8;

/// No rule: the fact holds from the start.
pub(super) const GIVEN: u32 = u32::MAX;

/// How the costs of a rule's conditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combine {
    Sum,
    Greatest,
}

#[derive(Clone, Copy, Debug)]
struct FactState {
    cost: u64,
    /// The rule that adds it at that cost.
    supporter: u32,
    is_goal: bool,
}

#[derive(Clone, Copy, Debug)]
struct Progress {
    /// The cost of its conditions so far, its own cost included.
    sum: u64,
    /// How many conditions are not reached yet.
    waits: u32,
    /// Its place in [`Start::order`].
    place: u32,
}

pub(super) struct Exploration {
    facts: Vec<FactState>,
    progress: Vec<Progress>,
    start: Start,
    queue: CostQueue,
    combine: Combine,
    /// Whether to continue once all goals have their costs.
    pub(super) to_the_end: bool,
    /// The work of all explorations so far.
    pub(super) ticks: u64,
}

/// Where the exploration of a state starts: what follows from the facts of the state at once.
#[derive(Clone, Debug)]
struct Start {
    /// The facts of the state, as a set.
    held: Vec<u64>,
    /// Those of the next state.
    next: Vec<u64>,
    /// Those that hold cost nothing, others are not reached.
    facts: Vec<FactState>,
    /// The conditions that rules wait for.
    progress: Vec<Progress>,
    /// The rules, in the order in which their effects are offered: of several rules that add a fact at the same cost,
    /// the first is its supporter. It is the order in which they would be found ready if the facts of the state were
    /// taken from the last to the first.
    order: Vec<u32>,
    /// The rules that wait for no condition, as a set of places in the order.
    ready: Vec<u64>,
}

/// Lowers the cost of a fact, if the new one is less. This is the inner loop.
#[allow(clippy::inline_always, reason = "measured: a quarter of an estimate")]
#[inline(always)]
fn offer(facts: &mut [FactState], queue: &mut CostQueue, fact: FactId, cost: u64, rule: u32) {
    let known = &mut facts[fact.index()];
    if cost < known.cost {
        known.cost = cost;
        known.supporter = rule;
        queue.push(cost, fact.into());
    }
}

/// Calls `visit` with the members of a set, in order.
#[inline]
fn members(set: &[u64], mut visit: impl FnMut(usize)) {
    for (word, bits) in set.iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            visit(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

impl Start {
    /// The start from a state without facts.
    fn new(relaxed: &RelaxedTask) -> Self {
        let rules = relaxed.rules.len();
        let first = |rule: usize| relaxed.conditions(rule).iter().min().map(|fact| fact.index());
        let pairs = (0..rules).filter_map(|rule| Some((first(rule)?, rule)));
        let by_first = Lists::new(relaxed.fact_count, pairs);
        let mut order = relaxed.free.clone();
        (0..relaxed.fact_count).rev().for_each(|fact| order.extend(by_first.of(fact)));
        let mut progress: Vec<Progress> = (relaxed.rules.iter().zip(&relaxed.waits))
            .map(|(rule, waits)| Progress { sum: add(rule.cost, 0), waits: *waits, place: 0 })
            .collect();
        let mut ready = vec![0; rules.div_ceil(64)];
        for (place, rule) in (0..).zip(&order) {
            let progress = &mut progress[*rule as usize];
            progress.place = place;
            ready[place as usize / 64] |= u64::from(progress.waits == 0) << (place % 64);
        }
        let mut facts = vec![FactState { cost: NEVER, supporter: GIVEN, is_goal: false }; relaxed.fact_count];
        relaxed.goal.iter().for_each(|goal| facts[goal.index()].is_goal = true);
        let words = relaxed.fact_count.div_ceil(64);
        Self { held: vec![0; words], next: vec![0; words], facts, progress, order, ready }
    }

    /// Goes over to another state.
    fn change_to(&mut self, relaxed: &RelaxedTask, state: &[FactId]) {
        let Self { held, next, facts, progress, ready, .. } = self;
        next.fill(0);
        state.iter().for_each(|fact| next[fact.index() / 64] |= 1 << (fact.index() % 64));
        for (held, next) in held.iter_mut().zip(&*next) {
            *held ^= *next;
        }
        members(held, |fact| {
            let known = &mut facts[fact];
            let holds = known.cost == NEVER;
            known.cost = if holds { 0 } else { NEVER };
            for rule in relaxed.readers(fact.into()) {
                let Progress { waits, place, .. } = &mut progress[*rule as usize];
                let was_ready = *waits == 0;
                *waits = if holds { *waits - 1 } else { *waits + 1 };
                if was_ready || *waits == 0 {
                    ready[*place as usize / 64] ^= 1 << (*place % 64);
                }
            }
        });
        held.copy_from_slice(next);
    }
}

impl Exploration {
    /// An exploration of this relaxed task, with all the memory it needs.
    pub(super) fn within(relaxed: &RelaxedTask, combine: Combine, limits: &Limits) -> Result<Self, Stop> {
        let (facts, rules) = (relaxed.fact_count, relaxed.rules.len());
        limits.check_allocation(
            facts * size_of::<FactState>() * 2 + rules * (size_of::<Progress>() * 2 + size_of::<u32>()),
        )?;
        let start = Start::new(relaxed);
        Ok(Self {
            facts: start.facts.clone(),
            progress: start.progress.clone(),
            start,
            queue: CostQueue::default(),
            combine,
            to_the_end: false,
            ticks: 0,
        })
    }

    /// Replaces the facts at which it may stop.
    pub(super) fn set_goal(&mut self, old: &[FactId], new: &[FactId]) {
        let facts = &mut self.start.facts;
        old.iter().for_each(|fact| facts[fact.index()].is_goal = false);
        new.iter().for_each(|fact| facts[fact.index()].is_goal = true);
    }

    #[inline]
    pub(super) fn cost(&self, fact: FactId) -> u64 {
        self.facts[fact.index()].cost
    }

    /// The rule that adds a fact at its cost.
    #[inline]
    pub(super) fn supporter(&self, fact: FactId) -> u32 {
        self.facts[fact.index()].supporter
    }

    /// Whether all conditions of a rule were reached before the exploration ended.
    pub(super) fn is_reached(&self, rule: u32) -> bool {
        self.progress[rule as usize].waits == 0
    }

    /// Explores from a state until all goals have their costs; returns their costs, combined in the same way.
    pub(super) fn run(&mut self, relaxed: &RelaxedTask, state: &[FactId]) -> Option<u64> {
        let Self { facts, progress, start, queue, combine, to_the_end, ticks } = self;
        start.change_to(relaxed, state);
        facts.clone_from(&start.facts);
        progress.clone_from(&start.progress);
        queue.clear();
        let mut work = WORK_OF_RUN + (facts.len() + progress.len()) as u64 * WORK_OF_COPY;
        let mut goals_left = relaxed.goal.iter().filter(|goal| facts[goal.index()].cost > 0).count();
        members(&start.ready, |place| {
            let rule = start.order[place];
            let sum = progress[rule as usize].sum;
            let effects = relaxed.effects(rule as usize);
            work += WORK_OF_RULE + effects.len() as u64 * WORK_OF_VISIT;
            for fact in effects {
                offer(facts, queue, *fact, sum, rule);
            }
        });
        while (goals_left > 0 || *to_the_end)
            && let Some((cost, number)) = queue.pop()
        {
            let fact = &facts[number as usize];
            if fact.cost < cost {
                continue;
            }
            goals_left -= usize::from(fact.is_goal);
            let readers = relaxed.readers(number.into());
            work += WORK_OF_FACT + readers.len() as u64 * WORK_OF_VISIT;
            for number in readers {
                let rule = *number as usize;
                let progress = &mut progress[rule];
                progress.waits -= 1;
                match combine {
                    Combine::Sum => progress.sum = add(progress.sum, cost),
                    // Costs come in order: the last one is the greatest.
                    Combine::Greatest if progress.waits == 0 => {
                        progress.sum = add(progress.sum, cost);
                    }
                    Combine::Greatest => {}
                }
                if progress.waits == 0 {
                    let sum = progress.sum;
                    let effects = relaxed.effects(rule);
                    work += WORK_OF_RULE + effects.len() as u64 * WORK_OF_VISIT;
                    for effect in effects {
                        offer(facts, queue, *effect, sum, *number);
                    }
                }
            }
        }
        *ticks += work;
        if goals_left > 0 {
            return None;
        }
        let costs = relaxed.goal.iter().map(|fact| facts[fact.index()].cost);
        Some(match combine {
            Combine::Sum => costs.fold(0, add),
            Combine::Greatest => costs.max().unwrap_or(0),
        })
    }
}
