//! Costs of facts in the relaxed task, by Dijkstra's algorithm: the sum or the maximum over the conditions of a rule.
//!
//! In: the facts of a state. Out: for each fact, its cost and the rule that achieves it, for `hmax`, `hadd` and `ff`.

use super::queue::CostQueue;
use super::relaxed_task::RelaxedTask;
use crate::limits::{Limits, Stop};
use crate::strips::FactId;

/// Stands for "never".
pub(super) const NEVER: u64 = u64::MAX;
/// The sum of two costs, saturating: at the maximum, a fact still counts as reached.
#[inline]
pub(super) fn add(left: u64, right: u64) -> u64 {
    left.saturating_add(right).min(NEVER - 1)
}

/// No rule: the fact holds from the start.
pub(super) const GIVEN: u32 = u32::MAX;

/// How the costs of a rule's conditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combine {
    Sum,
    Greatest,
}

/// The progress of a rule.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// The cost of its conditions so far, its own cost included.
    sum: u64,
    /// How many conditions are not reached yet.
    waits: u32,
}

/// An exploration and its results.
#[derive(Clone, Debug)]
pub(super) struct Exploration {
    pub(super) costs: Vec<u64>,
    /// The rule that adds each fact at that cost.
    pub(super) supporters: Vec<u32>,
    /// Whether each fact is a goal.
    goals: Vec<bool>,
    progress: Vec<Progress>,
    fresh: Vec<Progress>,
    queue: CostQueue,
    combine: Combine,
    /// Whether to continue once all goals have their costs.
    pub(super) to_the_end: bool,
}

/// Lowers the cost of a fact, if the new one is less. This is the inner loop.
#[allow(clippy::inline_always, reason = "measured: a quarter of an estimate")]
#[inline(always)]
fn offer(
    costs: &mut [u64],
    supporters: &mut [u32],
    queue: &mut CostQueue,
    fact: FactId,
    (cost, rule): (u64, u32),
) {
    let known = &mut costs[fact.index()];
    if cost < *known {
        *known = cost;
        supporters[fact.index()] = rule;
        queue.push(cost, fact.into());
    }
}

impl Exploration {
    /// An exploration of this relaxed task, with all the memory it needs.
    pub(super) fn within(relaxed: &RelaxedTask, combine: Combine, limits: &Limits) -> Result<Self, Stop> {
        let (facts, rules) = (relaxed.fact_count, relaxed.rules.len());
        limits.check_allocation(facts * (size_of::<u64>() * 2) + rules * 2 * size_of::<Progress>())?;
        let fresh: Vec<Progress> = (relaxed.rules.iter().zip(&relaxed.waits))
            .map(|(rule, waits)| Progress { sum: add(rule.cost, 0), waits: *waits })
            .collect();
        Ok(Self {
            costs: vec![NEVER; relaxed.fact_count],
            supporters: vec![GIVEN; relaxed.fact_count],
            goals: (0..relaxed.fact_count)
                .map(|fact| relaxed.goal.binary_search(&FactId::from(fact)).is_ok())
                .collect(),
            progress: fresh.clone(),
            fresh,
            queue: CostQueue::default(),
            combine,
            to_the_end: false,
        })
    }

    /// Replaces the facts at which it may stop.
    pub(super) fn set_goal(&mut self, old: &[FactId], new: &[FactId]) {
        old.iter().for_each(|fact| self.goals[fact.index()] = false);
        new.iter().for_each(|fact| self.goals[fact.index()] = true);
    }

    /// Whether all conditions of a rule were reached before the exploration ended.
    pub(super) fn is_reached(&self, rule: u32) -> bool {
        self.progress[rule as usize].waits == 0
    }

    /// Explores from a state until all goals have their costs; returns their costs, combined in the same way.
    pub(super) fn run(&mut self, relaxed: &RelaxedTask, state: &[FactId]) -> Option<u64> {
        let Self { costs, supporters, goals, progress, fresh, queue, combine, to_the_end } = self;
        costs.fill(NEVER);
        progress.clone_from(fresh);
        queue.clear();
        for fact in state {
            offer(costs, supporters, queue, *fact, (0, GIVEN));
        }
        for rule in &relaxed.free {
            for fact in relaxed.effects(*rule as usize) {
                offer(costs, supporters, queue, *fact, (fresh[*rule as usize].sum, *rule));
            }
        }
        let mut goals_left = relaxed.goal.len();
        while let Some((cost, number)) = queue.pop() {
            if costs[number as usize] < cost {
                continue;
            }
            if goals[number as usize] {
                goals_left -= 1;
                if goals_left == 0 && !*to_the_end {
                    break;
                }
            }
            for number in relaxed.readers(number.into()) {
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
                    for effect in relaxed.effects(rule) {
                        offer(costs, supporters, queue, *effect, (sum, *number));
                    }
                }
            }
        }
        if goals_left > 0 {
            return None;
        }
        let costs = relaxed.goal.iter().map(|fact| self.costs[fact.index()]);
        Some(match self.combine {
            Combine::Sum => costs.fold(0, add),
            Combine::Greatest => costs.max().unwrap_or(0),
        })
    }
}
