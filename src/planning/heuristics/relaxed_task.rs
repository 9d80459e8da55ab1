//! The relaxed task, without deletes, in flat arrays: the data that all relaxation heuristics run on.
//!
//! In: a task and the costs of operators. Out: rules and the facts that they need and add. A rule stands for an
//! operator, for one of its conditional effects, or for an axiom: when all its conditions are reached, so are all its
//! effects. Negated derived facts are assumed to hold, which never makes an estimate too high.

use crate::strips::{CostKind, FactId, Lists, OpId, Task, to_u32};
use banto_base::limits::{Limits, Stop};

#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The operator; `None` for an axiom.
    pub(super) operator: Option<OpId>,
    pub(super) cost: u64,
    conditions: (u32, u32),
    effects: (u32, u32),
}

pub(super) struct RelaxedTask {
    pub(super) rules: Vec<Rule>,
    facts: Vec<FactId>,
    /// For each rule, the number of its conditions.
    pub(super) waits: Vec<u32>,
    /// For each fact, the rules that need it.
    readers: Lists,
    /// Rules without conditions.
    pub(super) free: Vec<u32>,
    pub(super) goal: Vec<FactId>,
    pub(super) fact_count: usize,
}

impl RelaxedTask {
    pub(super) fn within(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let mut relaxed = Self::unfinished(task, kind, limits)?;
        relaxed.index(limits)?;
        Ok(relaxed)
    }

    /// All but the index of readers.
    fn unfinished(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let (rules, facts) = room(task);
        let mut relaxed = Self {
            rules: Vec::with_capacity(rules),
            facts: Vec::with_capacity(facts),
            waits: Vec::with_capacity(rules),
            readers: Lists::default(),
            free: Vec::new(),
            goal: task.goal().to_vec(),
            fact_count: task.fact_count(),
        };
        for operator in task.operators() {
            limits.check()?;
            let cost = kind.cost(task, operator).unwrap_or(u64::MAX);
            let condition = task.condition(operator);
            // Facts that the operator needs anyway need not be effects.
            let gives = |fact: FactId| condition.binary_search(&fact).is_err();
            let plain =
                task.effects(operator).filter(|effect| effect.condition.is_empty() && gives(effect.fact));
            relaxed.add(Some(operator), cost, [condition, &[]], plain.map(|effect| effect.fact));
            let effects = task.effects(operator);
            for effect in effects.filter(|effect| !effect.condition.is_empty() && gives(effect.fact)) {
                relaxed.add(Some(operator), cost, [condition, effect.condition], [effect.fact]);
            }
        }
        for axiom in task.axioms() {
            limits.check()?;
            relaxed.add(None, 0, [&axiom.body, &[]], [axiom.head]);
        }
        for variable in task.variables().iter().filter(|variable| variable.layer.is_some()) {
            relaxed.add(None, 0, [&[], &[]], [variable.last()]);
        }
        Ok(relaxed)
    }

    /// The relaxed task with two more facts: one that holds in every state, which is the condition of rules without
    /// any; and one, the last, that a rule adds if all goals hold.
    pub(super) fn with_ends(task: &Task, kind: CostKind, limits: &Limits) -> Result<Self, Stop> {
        let mut relaxed = Self::unfinished(task, kind, limits)?;
        let start = FactId::from(relaxed.fact_count);
        let goal = start.plus(1);
        relaxed.fact_count += 2;
        let all = relaxed.goal.clone();
        relaxed.add(None, 0, [&all, &[]], [goal]);
        for rule in std::mem::take(&mut relaxed.free) {
            let place = to_u32(relaxed.facts.len());
            relaxed.facts.push(start);
            relaxed.rules[rule as usize].conditions = (place, place + 1);
            relaxed.waits[rule as usize] = 1;
        }
        relaxed.index(limits)?;
        Ok(relaxed)
    }

    /// Adds a rule, if it has effects.
    fn add(
        &mut self,
        operator: Option<OpId>,
        cost: u64,
        conditions: [&[FactId]; 2],
        effects: impl IntoIterator<Item = FactId>,
    ) {
        let start = self.facts.len();
        conditions.iter().for_each(|part| self.facts.extend_from_slice(part));
        self.facts[start..].sort_unstable();
        let mut middle = start;
        for at in start..self.facts.len() {
            if at == start || self.facts[at] != self.facts[middle - 1] {
                self.facts[middle] = self.facts[at];
                middle += 1;
            }
        }
        self.facts.truncate(middle);
        self.facts.extend(effects);
        if self.facts.len() == middle {
            return self.facts.truncate(start);
        }
        if start == middle {
            self.free.push(to_u32(self.rules.len()));
        }
        let (start, middle, end) = (to_u32(start), to_u32(middle), to_u32(self.facts.len()));
        self.waits.push(middle - start);
        self.rules.push(Rule { operator, cost, conditions: (start, middle), effects: (middle, end) });
    }

    fn index(&mut self, limits: &Limits) -> Result<(), Stop> {
        limits.check_allocation(Lists::bytes(self.fact_count, self.facts.len()))?;
        let this = &*self;
        let pairs = (0..this.rules.len())
            .flat_map(|rule| this.conditions(rule).iter().map(move |fact| (fact.index(), rule)));
        self.readers = Lists::new(self.fact_count, pairs);
        limits.check()
    }

    /// Orders the conditions of each rule: those that the fewest rules need come first, with ties by number.
    pub(super) fn put_conditions_with_fewest_readers_first(&mut self) {
        let Self { rules, facts, readers, .. } = self;
        for rule in rules {
            let conditions = &mut facts[rule.conditions.0 as usize..rule.conditions.1 as usize];
            conditions.sort_by_key(|fact| (readers.of(fact.index()).len(), *fact));
        }
    }

    pub(super) fn conditions(&self, rule: usize) -> &[FactId] {
        let (start, end) = self.rules[rule].conditions;
        &self.facts[start as usize..end as usize]
    }

    pub(super) fn effects(&self, rule: usize) -> &[FactId] {
        let (start, end) = self.rules[rule].effects;
        &self.facts[start as usize..end as usize]
    }

    #[inline]
    pub(super) fn readers(&self, fact: FactId) -> &[u32] {
        self.readers.of(fact.index())
    }
}

/// The most rules, and facts in all of them, including those that [`RelaxedTask::with_ends`] adds. With room for all of
/// them, nothing moves as it grows.
fn room(task: &Task) -> (usize, usize) {
    let (mut rules, mut facts) = (1, task.goal().len() + 1);
    for operator in task.operators() {
        let condition = task.condition(operator).len();
        rules += 1;
        facts += condition;
        for effect in task.effects(operator) {
            facts += 1;
            if !effect.condition.is_empty() {
                rules += 1;
                facts += condition + effect.condition.len();
            }
        }
    }
    for axiom in task.axioms() {
        rules += 1;
        facts += axiom.body.len() + 1;
    }
    let derived = task.variables().iter().filter(|variable| variable.layer.is_some()).count();
    (rules + derived, facts + rules + 2 * derived)
}
