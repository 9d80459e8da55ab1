//! Costs of facts in the relaxed task: the sum or the greatest of what a rule needs, in Dijkstra's order.
//!
//! In: the facts of a state. Out: for each fact its cost and the rule that gives it, for `hmax`, `hadd` and `ff`.

use super::queue::CostQueue;
use super::relaxed::Relaxed;
use crate::strips::FactId;

/// Stands for "never".
pub(super) const NEVER: u64 = u64::MAX;
/// No rule: the fact is there from the start.
pub(super) const GIVEN: u32 = u32::MAX;

/// How the costs of a rule's conditions become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combine {
    Sum,
    Greatest,
}

/// An exploration and its results.
#[derive(Clone, Debug)]
pub(super) struct Exploration {
    pub(super) costs: Vec<u64>,
    /// The rule that gives each fact at that cost.
    pub(super) supporters: Vec<u32>,
    waits: Vec<u32>,
    /// For each rule what its conditions cost so far, its own cost included.
    sums: Vec<u64>,
    base: Vec<u64>,
    queue: CostQueue,
    combine: Combine,
}

impl Exploration {
    pub(super) fn new(relaxed: &Relaxed, combine: Combine) -> Self {
        Self {
            costs: vec![NEVER; relaxed.fact_count],
            supporters: vec![GIVEN; relaxed.fact_count],
            waits: Vec::new(),
            sums: Vec::new(),
            base: relaxed.rules.iter().map(|rule| rule.cost).collect(),
            queue: CostQueue::default(),
            combine,
        }
    }

    /// Explores from a state until all goals have their costs; gives the cost of the goal, combined in the same way.
    pub(super) fn run(&mut self, relaxed: &Relaxed, state: &[FactId]) -> Option<u64> {
        self.costs.fill(NEVER);
        self.waits.clone_from(&relaxed.waits);
        self.sums.clone_from(&self.base);
        self.queue.clear();
        for fact in state {
            self.offer(*fact, 0, GIVEN);
        }
        for rule in &relaxed.free {
            for fact in relaxed.effects(*rule as usize) {
                self.offer(*fact, self.sums[*rule as usize], *rule);
            }
        }
        let mut goals_left = relaxed.goal.len();
        while let Some((cost, number)) = self.queue.pop() {
            let fact = FactId::from(number);
            if self.costs[fact.index()] < cost {
                continue;
            }
            if relaxed.goal.binary_search(&fact).is_ok() {
                goals_left -= 1;
                if goals_left == 0 {
                    break;
                }
            }
            for rule in relaxed.readers(fact) {
                let rule = *rule as usize;
                let sum = &mut self.sums[rule];
                *sum = match self.combine {
                    Combine::Sum => sum.saturating_add(cost),
                    Combine::Greatest => (*sum).max(self.base[rule].saturating_add(cost)),
                };
                self.waits[rule] -= 1;
                if self.waits[rule] == 0 {
                    let sum = *sum;
                    for effect in relaxed.effects(rule) {
                        self.offer(*effect, sum, u32::try_from(rule).unwrap_or(GIVEN));
                    }
                }
            }
        }
        if goals_left > 0 {
            return None;
        }
        let costs = relaxed.goal.iter().map(|fact| self.costs[fact.index()]);
        Some(match self.combine {
            Combine::Sum => costs.fold(0, u64::saturating_add),
            Combine::Greatest => costs.max().unwrap_or(0),
        })
    }

    #[inline]
    fn offer(&mut self, fact: FactId, cost: u64, rule: u32) {
        let known = &mut self.costs[fact.index()];
        if cost < *known {
            *known = cost;
            self.supporters[fact.index()] = rule;
            self.queue.push(cost, fact.into());
        }
    }
}
