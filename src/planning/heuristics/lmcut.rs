//! `lmcut`: the cost of disjunctive action landmarks found as cuts in the justification graph (Helmert and Domshlak
//! 2009). Admissible.
//!
//! In: a task, and states. Out: the sum of the costs of the cuts, or a dead end. An operator with conditional effects
//! becomes several rules that share one cost: if a cut contains one of them, the cost of all is reduced (compare
//! Röger, Pommerening and Helmert 2014).
//!
//! The precondition choice function decides which cuts are found. Among the most expensive conditions of a rule it
//! takes the one with the fewest dependent rules, then the one reached first; estimates are higher overall: on some
//! tasks only a tenth of the states has to be expanded.

use super::build::Build;
use super::explore::{NEVER, add};
use super::relaxation::estimate;
use super::relaxed_task::RelaxedTask;
use crate::strips::{CostKind, FactId, FactSpace, Lists, Task, to_u32};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, CostQueue, Estimate, Heuristic};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    Neither,
    /// From here, the goal costs nothing more.
    Goal,
    /// Reached from the state without passing a cut.
    Before,
}

/// The landmark-cut heuristic: admissible.
pub struct LmCut {
    relaxed: RelaxedTask,
    /// The fact that holds initially, which is the condition of rules without any; and the one that says that all goals
    /// hold.
    start: u32,
    goal: u32,
    /// For each rule, the index of its cost.
    payer: Vec<u32>,
    payers: Lists,
    /// The rules that add a fact.
    givers: Lists,
    first_prices: Vec<u64>,
    prices: Vec<u64>,
    costs: Vec<u64>,
    waits: Vec<u32>,
    /// For each fact, how many rules need it, and how many facts were reached before it.
    reader_counts: Vec<u32>,
    arrivals: Vec<u32>,
    /// For each rule, its most expensive condition.
    supporters: Vec<u32>,
    zones: Vec<Zone>,
    queue: CostQueue,
    facts: Vec<FactId>,
    open: Vec<u32>,
    cut: Vec<u32>,
    /// How many cuts all estimates have found: each takes about as long as an estimate by `hmax`.
    pub cuts: u64,
    /// One estimate may take longer than the time left.
    limits: Limits,
}

/// The bytes for each fact, rule and operator besides lists, in arrays of their numbers and costs.
const FACT_BYTES: usize = 2 * size_of::<u64>() + 4 * size_of::<u32>();
const RULE_BYTES: usize = 3 * size_of::<u32>();
const OPERATOR_BYTES: usize = 2 * size_of::<u64>();

/// The supporter of a rule that is not reached.
const UNREACHED: u32 = u32::MAX;

#[inline]
fn offer(costs: &mut [u64], queue: &mut CostQueue, fact: u32, cost: u64) {
    if cost < costs[fact as usize] {
        costs[fact as usize] = cost;
        queue.push(cost, fact);
    }
}

/// The most expensive condition; ties go to the one with the fewest readers, then to the one reached first. Those with
/// few readers come before the others.
#[inline]
fn supporter(conditions: &[FactId], costs: &[u64], reader_counts: &[u32], arrivals: &[u32]) -> u32 {
    let Some((first, others)) = conditions.split_first() else { return UNREACHED };
    let mut best = first.index();
    for other in others {
        let other = other.index();
        let equal = || reader_counts[other] == reader_counts[best] && arrivals[other] < arrivals[best];
        if costs[other] > costs[best] || costs[other] == costs[best] && equal() {
            best = other;
        }
    }
    to_u32(best)
}

impl Build for LmCut {
    fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let mut relaxed = RelaxedTask::with_ends(task, kind, limits)?;
        let counts = (relaxed.fact_count, relaxed.rules.len(), task.operator_count());
        let given = (0..counts.1).map(|rule| relaxed.effects(rule).len()).sum();
        limits.check_allocation(
            Lists::bytes(counts.2, counts.1)
                + Lists::bytes(counts.0, given)
                + counts.0 * FACT_BYTES
                + counts.1 * RULE_BYTES
                + counts.2 * OPERATOR_BYTES,
        )?;
        relaxed.put_conditions_with_fewest_readers_first();
        let operators = task.operator_count();
        let payer: Vec<u32> =
            relaxed.rules.iter().map(|rule| rule.operator.map_or(to_u32(operators), Into::into)).collect();
        let mut first_prices = vec![0; operators + 1];
        for rule in &relaxed.rules {
            if let Some(operator) = rule.operator {
                first_prices[operator.index()] = rule.cost;
            }
        }
        let rules = 0..relaxed.rules.len();
        let payers = Lists::new(operators + 1, rules.clone().map(|rule| (payer[rule] as usize, rule)));
        let pairs = rules.flat_map(|rule| relaxed.effects(rule).iter().map(move |fact| (fact.index(), rule)));
        let givers = Lists::new(relaxed.fact_count, pairs);
        limits.check_now()?;
        Ok(Self {
            start: to_u32(relaxed.fact_count - 2),
            goal: to_u32(relaxed.fact_count - 1),
            payer,
            payers,
            givers,
            prices: first_prices.clone(),
            first_prices,
            costs: vec![NEVER; relaxed.fact_count],
            waits: relaxed.waits.clone(),
            reader_counts: (0..relaxed.fact_count)
                .map(|fact| to_u32(relaxed.readers(FactId::from(fact)).len()))
                .collect(),
            arrivals: vec![0; relaxed.fact_count],
            supporters: vec![0; relaxed.rules.len()],
            zones: vec![Zone::Neither; relaxed.fact_count],
            queue: CostQueue::default(),
            facts: Vec::new(),
            open: Vec::new(),
            cut: Vec::new(),
            cuts: 0,
            limits: limits.clone(),
            relaxed,
        })
    }
}

impl LmCut {
    fn value(&mut self) -> Option<u64> {
        self.prices.clone_from(&self.first_prices);
        self.explore();
        if self.costs[self.goal as usize] == NEVER {
            return None;
        }
        let mut total = 0u64;
        // If a limit is reached, the cost of the cuts so far is still a valid estimate, and the search will end.
        while self.costs[self.goal as usize] != 0 && self.limits.check().is_ok() {
            self.cuts += 1;
            self.zones.fill(Zone::Neither);
            self.mark_goal_zone();
            self.find_cut();
            let prices = self.cut.iter().map(|payer| self.prices[*payer as usize]);
            let least = prices.min().unwrap_or(0);
            if least == 0 {
                // Cannot happen: every rule that enters the goal zone costs something.
                debug_assert!(false, "an empty cut");
                return Some(total);
            }
            for at in 0..self.cut.len() {
                self.prices[self.cut[at] as usize] -= least;
            }
            total = add(total, least);
            self.explore_again();
        }
        Some(total)
    }

    /// Dijkstra's algorithm from the state, where the most expensive condition decides.
    fn explore(&mut self) {
        let Self { relaxed, prices, payer, costs, queue, waits, supporters, reader_counts, arrivals, .. } =
            self;
        let mut reached = 0;
        costs.fill(NEVER);
        supporters.fill(UNREACHED);
        waits.clone_from(&relaxed.waits);
        queue.clear();
        offer(costs, queue, self.start, 0);
        for fact in &self.facts {
            offer(costs, queue, (*fact).into(), 0);
        }
        while let Some((cost, fact)) = queue.pop() {
            if costs[fact as usize] < cost {
                continue;
            }
            arrivals[fact as usize] = reached;
            reached += 1;
            for rule in relaxed.readers(fact.into()) {
                let rule = *rule as usize;
                waits[rule] -= 1;
                if waits[rule] == 0 {
                    supporters[rule] = supporter(relaxed.conditions(rule), costs, reader_counts, arrivals);
                    let cost = add(cost, prices[payer[rule] as usize]);
                    for effect in relaxed.effects(rule) {
                        offer(costs, queue, (*effect).into(), cost);
                    }
                }
            }
        }
    }

    /// Updates the costs after the cut has become cheaper.
    fn explore_again(&mut self) {
        let Self { relaxed, prices, payer, costs, queue, supporters, reader_counts, arrivals, .. } = self;
        queue.clear();
        let payers = self.cut.iter().map(|payer| *payer as usize);
        for rule in payers.flat_map(|payer| self.payers.of(payer)) {
            let rule = *rule as usize;
            if supporters[rule] != UNREACHED {
                let cost = add(costs[supporters[rule] as usize], prices[payer[rule] as usize]);
                for effect in relaxed.effects(rule) {
                    offer(costs, queue, (*effect).into(), cost);
                }
            }
        }
        while let Some((cost, fact)) = queue.pop() {
            if costs[fact as usize] < cost {
                continue;
            }
            for rule in relaxed.readers(fact.into()) {
                let rule = *rule as usize;
                if supporters[rule] != fact {
                    continue;
                }
                let costliest = supporter(relaxed.conditions(rule), costs, reader_counts, arrivals);
                supporters[rule] = costliest;
                let cost = add(costs[costliest as usize], prices[payer[rule] as usize]);
                for effect in relaxed.effects(rule) {
                    offer(costs, queue, (*effect).into(), cost);
                }
            }
        }
    }

    /// The facts from which most expensive conditions lead to the goal at no cost.
    fn mark_goal_zone(&mut self) {
        self.open.clear();
        self.open.push(self.goal);
        self.zones[self.goal as usize] = Zone::Goal;
        while let Some(fact) = self.open.pop() {
            for rule in self.givers.of(fact as usize) {
                let rule = *rule as usize;
                let supporter = self.supporters[rule];
                if supporter != UNREACHED
                    && self.prices[self.payer[rule] as usize] == 0
                    && self.zones[supporter as usize] == Zone::Neither
                {
                    self.zones[supporter as usize] = Zone::Goal;
                    self.open.push(supporter);
                }
            }
        }
    }

    /// The rules that lead into the goal zone from facts reached before it.
    fn find_cut(&mut self) {
        self.cut.clear();
        self.open.clear();
        let given = self.facts.iter().map(|fact| u32::from(*fact)).chain([self.start]);
        for fact in given {
            if self.zones[fact as usize] == Zone::Neither {
                self.zones[fact as usize] = Zone::Before;
                self.open.push(fact);
            }
        }
        let Self { relaxed, supporters, zones, open, cut, payer, .. } = self;
        while let Some(fact) = open.pop() {
            for rule in relaxed.readers(fact.into()) {
                let rule = *rule as usize;
                if supporters[rule] != fact {
                    continue;
                }
                let effects = relaxed.effects(rule);
                if effects.iter().any(|effect| zones[effect.index()] == Zone::Goal) {
                    // Facts beyond a cut are not visited, so the cut stays small.
                    cut.push(payer[rule]);
                    continue;
                }
                for effect in effects {
                    if zones[effect.index()] == Zone::Neither {
                        zones[effect.index()] = Zone::Before;
                        open.push((*effect).into());
                    }
                }
            }
        }
        self.cut.sort_unstable();
        self.cut.dedup();
    }
}

impl<S: FactSpace> Heuristic<S> for LmCut {
    fn evaluate(&mut self, at: &At<'_, S>, _: &mut Vec<u32>) -> Estimate<S::Cost> {
        at.space.facts(at.state, &mut self.facts);
        estimate(self.value())
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: false, safe: true }
    }
}
