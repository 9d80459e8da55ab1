//! `h2`: the critical-path heuristic h² (Haslum and Geffner 2000), the cost of the most expensive pair of goals.
//! Admissible and consistent.
//!
//! The table of costs of all pairs is computed from scratch for each state: slow, but exact. Unlike `hmax`, it leaves
//! out derived facts: the estimate is the maximum of the two. If the table would be too large, `hmax` alone is used.
//! [`Mutexes`] is the same idea as preprocessing.

mod mutexes;
mod rules;

pub use mutexes::Mutexes;

use crate::heuristics::{Build, HMax};
use crate::strips::{CostKind, FactId, FactSpace, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, Cost, Estimate, Heuristic};
use rules::{Rule, rules, values};

/// The most entries of the table.
const SIZE: usize = 1 << 22;
/// Not reached.
const NEVER: u64 = u64::MAX;

/// The cost of the most expensive pair of goals.
pub struct H2 {
    hmax: HMax,
    rules: Vec<Rule>,
    goal: Vec<FactId>,
    /// The cost of each pair; empty if the table would be too large.
    costs: Vec<u64>,
    count: usize,
    basic: Vec<usize>,
    variables: Vec<(usize, usize)>,
    /// When each row of the table changed last, and when each rule was applied last.
    versions: Vec<u32>,
    seen: Vec<u32>,
    version: u32,
    /// The cost of a fact together with the current condition.
    beside: Vec<u64>,
    facts: Vec<FactId>,
    /// One estimate may take longer than the time left.
    limits: Limits,
}

impl Build for H2 {
    fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let count = task.fact_count();
        let fits = count.saturating_mul(count) <= SIZE;
        let hmax = HMax::within(task, kind, limits)?;
        let rules = if fits { rules(task, kind, limits)? } else { Vec::new() };
        let entries = if fits { count * count } else { 0 };
        limits.check_allocation((entries + count * 6) * size_of::<u64>())?;
        Ok(Self {
            hmax,
            goal: task.goal().iter().copied().filter(|fact| !task.is_derived(*fact)).collect(),
            costs: vec![NEVER; entries],
            count,
            basic: (0..count).filter(|fact| !task.is_derived(FactId::from(*fact))).collect(),
            variables: (0..count).map(|fact| values(task, fact.into())).collect(),
            versions: vec![0; count],
            seen: vec![0; rules.len()],
            version: 0,
            beside: vec![NEVER; count],
            facts: Vec::new(),
            limits: limits.clone(),
            rules,
        })
    }
}

impl H2 {
    fn pair(&self, first: FactId, second: FactId) -> u64 {
        self.costs[first.index() * self.count + second.index()]
    }

    /// The cost of all these facts: that of their most expensive pair.
    fn together(&self, facts: &[FactId]) -> u64 {
        let pairs = facts.iter().flat_map(|one| facts.iter().map(move |other| (*one, *other)));
        pairs.map(|(one, other)| self.pair(one, other)).max().unwrap_or(0)
    }

    /// The cost of the most expensive pair of goals from the current state; 0 if a limit is reached, which ends the
    /// search.
    fn value(&mut self) -> u64 {
        self.costs.fill(NEVER);
        self.versions.fill(0);
        self.seen.fill(0);
        self.version = 1;
        for at in 0..self.facts.len() {
            for other in 0..self.facts.len() {
                self.offer(self.facts[at].index(), self.facts[other].index(), 0);
            }
        }
        let rules = std::mem::take(&mut self.rules);
        loop {
            let before = self.version;
            for (index, rule) in rules.iter().enumerate() {
                if self.limits.check().is_err() {
                    self.rules = rules;
                    return 0;
                }
                let mut facts = rule.effects.iter().flat_map(|(condition, _)| condition);
                let needs_nothing = rule.effects.iter().any(|(condition, _)| condition.is_empty());
                if needs_nothing || facts.any(|fact| self.versions[fact.index()] >= self.seen[index]) {
                    self.version += 1;
                    self.seen[index] = self.version;
                    self.apply(rule);
                }
            }
            if self.versions.iter().all(|version| *version <= before) {
                break;
            }
        }
        self.rules = rules;
        self.together(&self.goal)
    }

    fn offer(&mut self, first: usize, second: usize, cost: u64) {
        if cost < self.costs[first * self.count + second] {
            self.costs[first * self.count + second] = cost;
            self.costs[second * self.count + first] = cost;
            self.versions[first] = self.version;
            self.versions[second] = self.version;
        }
    }

    fn apply(&mut self, rule: &Rule) {
        for (index, (condition, fact)) in rule.effects.iter().enumerate() {
            let needed = self.together(condition);
            if needed == NEVER {
                continue;
            }
            let mut beside = std::mem::take(&mut self.beside);
            for other in &self.basic {
                beside[*other] = self.costs[other * self.count + other].max(needed);
            }
            for condition in condition {
                let row = &self.costs[condition.index() * self.count..][..self.count];
                beside.iter_mut().zip(row).for_each(|(one, cost)| *one = (*one).max(*cost));
            }
            for (from, to) in rule.overwritten.iter().chain([&self.variables[fact.index()]]) {
                beside[*from..*to].fill(NEVER);
            }
            beside[fact.index()] = needed;
            for (other_condition, other) in &rule.effects[..index] {
                if self.variables[other.index()] != self.variables[fact.index()] {
                    let both = [condition.as_slice(), other_condition].concat();
                    beside[other.index()] = beside[other.index()].min(self.together(&both));
                }
            }
            for at in 0..self.basic.len() {
                let other = self.basic[at];
                if beside[other] != NEVER {
                    // Sums that are too large count as unreachable.
                    self.offer(fact.index(), other, beside[other].saturating_add(rule.cost).min(NEVER - 1));
                }
            }
            self.beside = beside;
        }
    }
}

impl<S: FactSpace> Heuristic<S> for H2 {
    fn evaluate(&mut self, at: &At<'_, S>, preferred: &mut Vec<u32>) -> Estimate<S::Cost> {
        let by_facts = self.hmax.evaluate(at, preferred);
        let Estimate::Cost(by_facts) = by_facts else { return by_facts };
        if self.costs.is_empty() {
            return Estimate::Cost(by_facts);
        }
        at.space.facts(at.state, &mut self.facts);
        match self.value() {
            NEVER => Estimate::DeadEnd { safe: true },
            by_pairs => Estimate::Cost(by_facts.max(S::Cost::from_count(by_pairs))),
        }
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}
