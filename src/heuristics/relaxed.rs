//! The task without deletes, in flat arrays: what all relaxation heuristics run on.
//!
//! A rule stands for an operator, for one of its conditional effects, or for an axiom: when all its conditions are
//! reached, all its effects are. Facts that say that a derived fact does not hold are taken for granted: that never
//! makes an estimate too high.

use crate::strips::{CostKind, FactId, OpId, Task};

/// A rule of the relaxed task.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    /// The operator; none for an axiom.
    pub(super) operator: Option<OpId>,
    pub(super) cost: u64,
    conditions: (u32, u32),
    effects: (u32, u32),
}

/// The relaxed task.
#[derive(Clone, Debug)]
pub(super) struct Relaxed {
    pub(super) rules: Vec<Rule>,
    facts: Vec<FactId>,
    /// For each rule the number of its conditions.
    pub(super) waits: Vec<u32>,
    /// For each fact the rules that need it, flat.
    ends: Vec<u32>,
    readers: Vec<u32>,
    /// Rules without conditions.
    pub(super) free: Vec<u32>,
    pub(super) goal: Vec<FactId>,
    pub(super) fact_count: usize,
}

/// An index as it is stored in flat arrays.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).expect("fewer than 2^32 of a kind")
}

impl Relaxed {
    pub(super) fn new(task: &Task, kind: CostKind) -> Self {
        let mut relaxed = Self::unfinished(task, kind);
        relaxed.index();
        relaxed
    }

    /// All but the index of readers.
    fn unfinished(task: &Task, kind: CostKind) -> Self {
        let mut relaxed = Self {
            rules: Vec::new(),
            facts: Vec::new(),
            waits: Vec::new(),
            ends: Vec::new(),
            readers: Vec::new(),
            free: Vec::new(),
            goal: task.goal().to_vec(),
            fact_count: task.fact_count(),
        };
        for operator in task.operators() {
            let cost = kind.cost(task, operator).unwrap_or(u64::MAX);
            let condition = task.condition(operator);
            // What the operator needs anyway it need not give.
            let gives = |fact: FactId| condition.binary_search(&fact).is_err();
            let plain =
                task.effects(operator).filter(|effect| effect.condition.is_empty() && gives(effect.fact));
            let plain: Vec<FactId> = plain.map(|effect| effect.fact).collect();
            if !plain.is_empty() {
                relaxed.add(Some(operator), cost, condition.to_vec(), &plain);
            }
            let effects = task.effects(operator);
            for effect in effects.filter(|effect| !effect.condition.is_empty() && gives(effect.fact)) {
                let conditions = [condition, effect.condition].concat();
                relaxed.add(Some(operator), cost, conditions, &[effect.fact]);
            }
        }
        for axiom in task.axioms() {
            relaxed.add(None, 0, axiom.body.clone(), &[axiom.head]);
        }
        for variable in task.variables().iter().filter(|variable| variable.layer.is_some()) {
            let default = variable.first.plus(variable.size as usize - 1);
            relaxed.add(None, 0, Vec::new(), &[default]);
        }
        relaxed
    }

    /// The same with two facts more: one that holds in every state, the condition of rules without conditions; and one,
    /// the last, that a rule gives where all goals hold.
    pub(super) fn with_ends(task: &Task, kind: CostKind) -> Self {
        let mut relaxed = Self::unfinished(task, kind);
        let start = FactId::from(relaxed.fact_count);
        let goal = start.plus(1);
        relaxed.fact_count += 2;
        let all = relaxed.goal.clone();
        relaxed.add(None, 0, all, &[goal]);
        for rule in std::mem::take(&mut relaxed.free) {
            let place = number(relaxed.facts.len());
            relaxed.facts.push(start);
            relaxed.rules[rule as usize].conditions = (place, place + 1);
            relaxed.waits[rule as usize] = 1;
        }
        relaxed.index();
        relaxed
    }

    fn add(&mut self, operator: Option<OpId>, cost: u64, mut conditions: Vec<FactId>, effects: &[FactId]) {
        conditions.sort_unstable();
        conditions.dedup();
        let start = number(self.facts.len());
        self.facts.extend(&conditions);
        let middle = number(self.facts.len());
        self.facts.extend(effects);
        let end = number(self.facts.len());
        if conditions.is_empty() {
            self.free.push(number(self.rules.len()));
        }
        self.waits.push(number(conditions.len()));
        self.rules.push(Rule { operator, cost, conditions: (start, middle), effects: (middle, end) });
    }

    fn index(&mut self) {
        let mut ends = vec![0u32; self.fact_count + 1];
        for rule in 0..self.rules.len() {
            self.conditions(rule).iter().for_each(|fact| ends[fact.index() + 1] += 1);
        }
        for index in 1..ends.len() {
            ends[index] += ends[index - 1];
        }
        let mut next = ends.clone();
        self.readers = vec![0; ends[self.fact_count] as usize];
        for rule in 0..self.rules.len() {
            for at in self.rules[rule].conditions.0..self.rules[rule].conditions.1 {
                let place = &mut next[self.facts[at as usize].index()];
                self.readers[*place as usize] = number(rule);
                *place += 1;
            }
        }
        self.ends = ends;
    }

    /// Orders the conditions of each rule: those that fewest rules need come first, of these those with the lowest number.
    pub(super) fn put_conditions_with_fewest_readers_first(&mut self) {
        let Self { rules, facts, ends, .. } = self;
        for rule in rules {
            let conditions = &mut facts[rule.conditions.0 as usize..rule.conditions.1 as usize];
            conditions.sort_by_key(|fact| (ends[fact.index() + 1] - ends[fact.index()], *fact));
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

    /// The rules that need a fact.
    pub(super) fn readers(&self, fact: FactId) -> &[u32] {
        &self.readers[self.ends[fact.index()] as usize..self.ends[fact.index() + 1] as usize]
    }
}

/// Lists of `items` by `key`, flat: the ends and the items.
pub(super) fn flat(count: usize, items: impl Iterator<Item = (usize, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0u32; count + 1];
    items.clone().for_each(|(key, _)| ends[key + 1] += 1);
    for index in 1..ends.len() {
        ends[index] += ends[index - 1];
    }
    let mut next = ends.clone();
    let mut list = vec![0u32; ends[count] as usize];
    for (key, item) in items {
        list[next[key] as usize] = item;
        next[key] += 1;
    }
    (ends, list)
}

/// Writes the facts of a packed state; derived facts follow from them by rules.
pub(super) fn facts_of(task: &Task, state: &[u64], facts: &mut Vec<FactId>) {
    facts.clear();
    for (index, variable) in task.variables().iter().enumerate() {
        if variable.layer.is_none() {
            facts.push(task.packing().get(state, index.into()));
        }
    }
}
