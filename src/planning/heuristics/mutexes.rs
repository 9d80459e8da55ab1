//! Mutex pairs by h² (Haslum and Geffner 2000), forwards from the initial state and backwards from the goal (Alcázar
//! and Torralba 2015): fixpoints over the pairs of facts that may hold together on the way of a plan.
//!
//! In: a task. Out: [`Mutexes`]: pairs that no plan meets, and operators that no plan takes. Forwards, a pair is
//! possible if some operator leads to it; backwards, if some operator leads from it to what is possible. Each direction
//! looks only at what the other has left, until nothing more goes. Derived facts are assumed to be compatible with
//! everything. Work is counted rather than timed, so that it ends at the same place on every machine; what a finished
//! direction has shown stands.

use fixedbitset::FixedBitSet;

use super::DeadPairs;
use crate::strips::{FactId, OpId, Task, VarId};
use banto_base::limits::{Limits, Stop};

/// The work of an effect that is kept, in words: it bounds the memory of rules, too.
const EFFECT: usize = 64;
/// The most words of a table.
const SIZE: usize = 1 << 24;

/// Which facts no plan meets, alone or together, and which operators no plan takes.
pub struct Mutexes {
    table: Table,
    basic: Vec<bool>,
    /// Two goals that no reachable state satisfies together, or the same goal twice if none satisfies it.
    pub goals: Option<(FactId, FactId)>,
    /// Whether no plan leads from the initial state to the goal.
    pub are_apart: bool,
    /// The operators that no plan takes, in ascending order.
    pub impossible: Vec<OpId>,
    /// The pairs that may be reached, but from which no goal is.
    pub dead: Option<DeadPairs>,
}

impl Mutexes {
    /// The mutexes of a task. `None` if they are more work than is given, counted in words examined.
    pub fn with_work(task: &Task, work: u64, limits: &Limits) -> Result<Option<Self>, Stop> {
        let (count, width) = (task.fact_count(), task.fact_count().div_ceil(64));
        if width * count > SIZE || (width * count) as u64 > work {
            return Ok(None);
        }
        limits.check_allocation(4 * width * count * size_of::<u64>())?;
        let basic: Vec<bool> = (0..count).map(|fact| !task.is_derived(fact.into())).collect();
        // Each operator is looked at once at least.
        let least = |operator| task.condition(operator).len() + 3 * task.effects(operator).count();
        if task.operators().map(|operator| (least(operator) * width) as u64).sum::<u64>() > work / 4 {
            return Ok(None);
        }
        let mut closure =
            Closure { task, limits, work, gone: FixedBitSet::with_capacity(task.operator_count()) };
        let everything = Table { rows: vec![u64::MAX; width * count], width };
        let Some(mut table) = closure.run(Direction::Forwards, &everything)? else { return Ok(None) };
        let goal: Vec<FactId> = task.goal().iter().copied().filter(|fact| basic[fact.index()]).collect();
        let initial: Vec<FactId> =
            task.initial().iter().copied().filter(|fact| basic[fact.index()]).collect();
        let goals = table.mutex_of(&goal);
        let mut are_apart = goals.is_some();
        let mut dead = vec![0; table.rows.len()];
        // Each direction starts from what the one before has left.
        for direction in [Direction::Backwards, Direction::Forwards].into_iter().cycle() {
            if are_apart {
                break;
            }
            let Some(next) = closure.run(direction, &table)? else { break };
            let is_same = next.rows == table.rows;
            if direction == Direction::Backwards {
                let pairs = table.rows.iter().zip(&next.rows).map(|(before, after)| before & !after);
                dead.iter_mut().zip(pairs).for_each(|(all, pairs)| *all |= pairs);
            }
            table = next;
            are_apart = table.mutex_of(&goal).is_some() || table.mutex_of(&initial).is_some();
            if is_same {
                break;
            }
        }
        let impossible = closure.gone.ones().map(OpId::from).collect();
        let dead = DeadPairs::of(task, &dead, width);
        Ok(Some(Self { table, basic, goals, are_apart, impossible, dead }))
    }

    /// Whether no plan meets a state in which both facts hold.
    pub fn are_mutex(&self, first: FactId, second: FactId) -> bool {
        let (one, other) = (first.index(), second.index());
        self.basic[one] && self.basic[other] && !self.table.get(one, other)
    }
}

/// Pairs of facts: for each fact the facts that may hold together with it, itself included if it may hold.
struct Table {
    rows: Vec<u64>,
    width: usize,
}

impl Table {
    fn get(&self, first: usize, second: usize) -> bool {
        self.rows[first * self.width + second / 64] >> (second % 64) & 1 == 1
    }

    fn row(&self, fact: usize) -> &[u64] {
        &self.rows[fact * self.width..][..self.width]
    }

    /// Two of some facts that never hold together, or the same fact twice if it never holds.
    fn mutex_of(&self, facts: &[FactId]) -> Option<(FactId, FactId)> {
        let pairs = facts
            .iter()
            .enumerate()
            .flat_map(|(at, one)| facts[at..].iter().map(move |other| (*one, *other)));
        pairs.into_iter().find(|(one, other)| !self.get(one.index(), other.index()))
    }

    fn are_possible(&self, facts: &[FactId]) -> bool {
        facts.iter().all(|one| facts.iter().all(|other| self.get(one.index(), other.index())))
    }

    /// The facts that may hold together with all of some facts.
    fn beside(&self, facts: &[FactId], into: &mut Vec<u64>) {
        into.clear();
        into.resize(self.width, u64::MAX);
        for fact in facts {
            into.iter_mut().zip(self.row(fact.index())).for_each(|(word, row)| *word &= row);
        }
    }
}

fn has(words: &[u64], fact: usize) -> bool {
    words[fact / 64] >> (fact % 64) & 1 == 1
}

fn put(words: &mut [u64], fact: usize) {
    words[fact / 64] |= 1 << (fact % 64);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forwards,
    Backwards,
}

/// An operator, in one direction.
struct Rule {
    operator: OpId,
    /// First everything that must hold where it starts, then the same with the condition of each conditional effect.
    conditions: Vec<Vec<FactId>>,
    /// The facts that may hold where it ends, each with the number of its condition, in ascending order.
    effects: Vec<(usize, FactId)>,
    /// The facts of variables that surely change, which do not hold where it ends unless they are effects: start and
    /// end.
    overwritten: Vec<(usize, usize)>,
}

/// The facts of a variable: start and end.
fn values(task: &Task, variable: VarId) -> (usize, usize) {
    let variable = task.variables()[variable.index()];
    (variable.first.index(), variable.first.index() + variable.size as usize)
}

/// Finds what is possible in one direction after the other.
struct Closure<'a> {
    task: &'a Task,
    limits: &'a Limits,
    /// The work that is left.
    work: u64,
    /// The operators that no plan takes.
    gone: FixedBitSet,
}

impl Closure<'_> {
    const fn worked(&mut self, words: usize) {
        self.work = self.work.saturating_sub(words as u64);
    }

    /// The pairs of a table that one direction reaches. `None` if it takes more work than is left.
    fn run(&mut self, direction: Direction, allowed: &Table) -> Result<Option<Table>, Stop> {
        let mut rules = Vec::new();
        for operator in self.task.operators() {
            self.limits.check()?;
            if self.work == 0 {
                return Ok(None);
            }
            if !self.gone.contains(operator.index()) {
                match self.rule(direction, operator, allowed) {
                    Some(rule) => rules.push(rule),
                    None => self.gone.insert(operator.index()),
                }
            }
        }
        let count = self.task.fact_count();
        let rows = vec![0; allowed.rows.len()];
        let mut pairs = Pairs {
            allowed,
            table: Table { rows, width: allowed.width },
            whole: vec![0; allowed.width],
            versions: vec![0; count],
            version: 1,
        };
        match direction {
            Direction::Forwards => {
                pairs.start(self.task.initial().iter().copied().filter(|fact| self.is_basic(*fact)));
            }
            Direction::Backwards => {
                // A goal state has any facts beside the goals.
                let goal: Vec<FactId> =
                    self.task.goal().iter().copied().filter(|fact| self.is_basic(*fact)).collect();
                let mut beside = Vec::new();
                allowed.beside(&goal, &mut beside);
                let facts = (0..count).filter(|fact| has(&beside, *fact)).map(FactId::from);
                pairs.start(facts.filter(|fact| self.is_basic(*fact)));
            }
        }
        self.worked(allowed.rows.len());
        let mut seen = vec![0; rules.len()];
        let mut beside = Vec::new();
        loop {
            let before = pairs.version;
            for (rule, seen) in rules.iter().zip(&mut seen) {
                // Rules without conditions apply after every change.
                let facts = rule.conditions.iter().flatten();
                let needs_nothing = rule.conditions[0].is_empty();
                let newest = facts.map(|fact| pairs.versions[fact.index()]).max().unwrap_or(0);
                if !needs_nothing && newest < *seen {
                    continue;
                }
                // A rule may change the rows that it reads.
                self.limits.check()?;
                let Some(version) = pairs.version.checked_add(1) else { return Ok(None) };
                pairs.version = version;
                *seen = version;
                let words = pairs.apply(self.task, rule, &mut beside);
                self.worked(words);
                if self.work == 0 {
                    return Ok(None);
                }
            }
            if pairs.versions.iter().all(|version| *version <= before) {
                break;
            }
        }
        let impossible = rules.iter().filter(|rule| !pairs.table.are_possible(&rule.conditions[0]));
        self.gone.extend(impossible.map(|rule| rule.operator.index()));
        Ok(Some(pairs.table))
    }

    fn is_basic(&self, fact: FactId) -> bool {
        !self.task.is_derived(fact)
    }

    fn basic(&self, facts: &[FactId]) -> Vec<FactId> {
        facts.iter().copied().filter(|fact| self.is_basic(*fact)).collect()
    }

    /// Adds to facts that hold together what must hold beside them: the only value that a variable may have. `None` if
    /// a variable may have none.
    fn refined(&mut self, mut facts: Vec<FactId>, allowed: &Table) -> Option<Vec<FactId>> {
        self.worked(facts.len() * facts.len());
        if !allowed.are_possible(&facts) {
            return None;
        }
        if facts.is_empty() {
            return Some(facts);
        }
        let mut beside = Vec::new();
        allowed.beside(&facts, &mut beside);
        let (variables, count) = (self.task.variables().len(), self.task.fact_count());
        self.worked(facts.len() * (allowed.width + variables) + 2 * count);
        for (number, variable) in self.task.variables().iter().enumerate() {
            let is_known = facts.iter().any(|fact| self.task.variable_of(*fact).index() == number);
            if variable.layer.is_some() || is_known {
                continue;
            }
            let mut possible = variable.facts().filter(|fact| has(&beside, fact.index()));
            let first = possible.next()?;
            if possible.next().is_none() {
                facts.push(first);
                beside.iter_mut().zip(allowed.row(first.index())).for_each(|(word, row)| *word &= row);
            }
        }
        Some(facts)
    }

    /// An operator as a rule; `None` if it leads from or to what is excluded.
    fn rule(&mut self, direction: Direction, operator: OpId, allowed: &Table) -> Option<Rule> {
        let task = self.task;
        let before = self.refined(self.basic(task.condition(operator)), allowed)?;
        let certain = task.effects(operator).filter(|effect| effect.condition.is_empty());
        let of = |variable: VarId| values(task, variable);
        if direction == Direction::Forwards {
            let overwritten = certain.clone().map(|effect| of(task.variable_of(effect.fact))).collect();
            let mut effects: Vec<(usize, FactId)> = certain.map(|effect| (0, effect.fact)).collect();
            let mut conditions = vec![before];
            for effect in task.effects(operator).filter(|effect| !effect.condition.is_empty()) {
                let mut all = [&conditions[0][..], &self.basic(effect.condition)].concat();
                all.sort_unstable();
                all.dedup();
                self.worked(EFFECT + all.len());
                effects.push((conditions.len(), effect.fact));
                conditions.push(all);
            }
            return Some(Rule { operator, conditions, effects, overwritten });
        }
        // Backwards it starts where it leads to: in what it surely makes, and what it asks for and leaves as it is.
        let variables: Vec<VarId> =
            task.effects(operator).map(|effect| task.variable_of(effect.fact)).collect();
        let is_alone = |variable: VarId| variables.iter().filter(|other| **other == variable).count() == 1;
        let kept = before.iter().copied().filter(|fact| !variables.contains(&task.variable_of(*fact)));
        let made = certain.map(|effect| effect.fact).filter(|fact| is_alone(task.variable_of(*fact)));
        let after = self.refined(kept.chain(made).collect(), allowed)?;
        // It ends in what it asks for; where it asks for nothing, its variables may have had any value.
        let mut changed = variables;
        changed.sort_unstable();
        changed.dedup();
        let mut beside = Vec::new();
        allowed.beside(&before, &mut beside);
        let facts = changed.iter().flat_map(|variable| task.variables()[variable.index()].facts());
        let effects: Vec<_> = facts.filter(|fact| has(&beside, fact.index())).map(|fact| (0, fact)).collect();
        self.worked(before.len() * allowed.width + EFFECT * effects.len());
        let overwritten = changed.iter().map(|variable| of(*variable)).collect();
        Some(Rule { operator, conditions: vec![after], effects, overwritten })
    }
}

/// The pairs that were found so far, among those that are allowed.
struct Pairs<'a> {
    allowed: &'a Table,
    table: Table,
    /// The facts that may hold at all.
    whole: Vec<u64>,
    /// When each row changed last.
    versions: Vec<u32>,
    version: u32,
}

impl Pairs<'_> {
    /// All pairs of some facts.
    fn start(&mut self, facts: impl Iterator<Item = FactId>) {
        let facts: Vec<usize> = facts.map(FactId::index).collect();
        for first in &facts {
            for second in facts.iter().filter(|second| self.allowed.get(*first, **second)).collect::<Vec<_>>()
            {
                self.add(*first, *second);
            }
        }
    }

    fn add(&mut self, first: usize, second: usize) {
        let width = self.table.width;
        for (one, other) in [(first, second), (second, first)] {
            put(&mut self.table.rows[one * width..][..width], other);
            self.versions[one] = self.version;
        }
        if first == second {
            put(&mut self.whole, first);
        }
    }

    /// Adds the pairs that a rule leads to. Returns the number of words examined.
    fn apply(&mut self, task: &Task, rule: &Rule, beside: &mut Vec<u64>) -> usize {
        let width = self.table.width;
        let mut words = rule.conditions[0].len() * rule.conditions[0].len();
        let (mut current, mut is_possible) = (usize::MAX, false);
        for (index, &(condition, fact)) in rule.effects.iter().enumerate() {
            if condition != current {
                current = condition;
                is_possible = self.table.are_possible(&rule.conditions[condition]);
                if condition == 0 && !is_possible {
                    break;
                }
                words += self.beside(rule, condition, beside);
            }
            let own = values(task, task.variable_of(fact));
            let fact = fact.index();
            if !is_possible || !self.allowed.get(fact, fact) {
                continue;
            }
            let is_beside = |other: usize| other == fact || !(own.0..own.1).contains(&other);
            put(beside, fact);
            words += 3 * width;
            for (word, bits) in beside.iter().enumerate() {
                let mut new = bits & self.allowed.row(fact)[word] & !self.table.row(fact)[word];
                while new != 0 {
                    let other = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    words += 4;
                    if is_beside(other) {
                        self.add(fact, other);
                    }
                }
            }
            // Effects that happen in any case are in the row; of the others, those before this one are asked.
            let others = if condition == 0 { &[][..] } else { &rule.effects[..index] };
            words += others.len();
            for (at, other) in others {
                let is_new = self.allowed.get(fact, other.index()) && !self.table.get(fact, other.index());
                if is_new
                    && is_beside(other.index())
                    && self.agree(&rule.conditions[condition], &rule.conditions[*at])
                {
                    self.add(fact, other.index());
                }
            }
        }
        words
    }

    /// The facts that may hold beside an effect with a condition: those that stay, and the effects that happen in any
    /// case. Returns the number of words examined.
    fn beside(&self, rule: &Rule, condition: usize, into: &mut Vec<u64>) -> usize {
        self.table.beside(&rule.conditions[condition], into);
        into.iter_mut().zip(&self.whole).for_each(|(word, whole)| *word &= whole);
        for (from, to) in &rule.overwritten {
            (*from..*to).for_each(|other| into[other / 64] &= !(1 << (other % 64)));
        }
        let certain = rule.effects.iter().take_while(|(condition, _)| *condition == 0);
        certain.for_each(|(_, fact)| put(into, fact.index()));
        self.table.width * (rule.conditions[condition].len() + 1) + rule.effects.len()
    }

    /// Whether two sets of facts that may hold may hold together.
    fn agree(&self, first: &[FactId], second: &[FactId]) -> bool {
        first.iter().all(|one| second.iter().all(|other| self.table.get(one.index(), other.index())))
    }
}
