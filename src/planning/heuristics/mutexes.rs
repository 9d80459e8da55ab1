//! Mutex pairs by h² (Haslum and Geffner 2000): a fixpoint over the pairs of facts that may hold together.
//!
//! In: a task. Out: [`Mutexes`]: unreachable facts, mutex pairs, inapplicable operators. Derived facts are assumed to
//! be compatible with everything. Work is counted rather than timed, so that it ends at the same place on every
//! machine.

use crate::strips::{FactId, OpId, Task};
use banto_base::limits::{Limits, Stop};

/// How many words to examine before giving up.
const WORK: u64 = 1 << 31;
/// The most words of the table.
const SIZE: usize = 1 << 24;

/// Which facts may hold, and which together.
pub struct Mutexes {
    /// For each fact, the facts that may hold together with it, including itself if it may hold.
    rows: Vec<u64>,
    width: usize,
    basic: Vec<bool>,
    /// The operators that can never be applied, in ascending order: some facts they need never hold together.
    pub impossible: Vec<OpId>,
}

impl Mutexes {
    /// The mutexes of a task. `None` if they are too much work.
    pub fn within(task: &Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        Self::with_work(task, WORK, limits)
    }

    /// Found with a given amount of work, counted in words examined.
    pub fn with_work(task: &Task, work: u64, limits: &Limits) -> Result<Option<Self>, Stop> {
        let width = task.fact_count().div_ceil(64);
        if width * task.fact_count() > SIZE {
            return Ok(None);
        }
        limits.check_allocation(width * task.fact_count() * size_of::<u64>())?;
        let rules = rules(task, limits)?;
        let basic = (0..task.fact_count()).map(|fact| !task.is_derived(fact.into())).collect();
        let rows = vec![0; width * task.fact_count()];
        let mut pairs = Pairs {
            task,
            table: Self { rows, width, basic, impossible: Vec::new() },
            versions: vec![0; task.fact_count()],
            version: 1,
            work,
            base: vec![0; width],
            whole: vec![0; width],
        };
        pairs.start();
        pairs.finish(&rules, limits)
    }

    fn get(&self, first: usize, second: usize) -> bool {
        self.rows[first * self.width + second / 64] >> (second % 64) & 1 == 1
    }

    /// Whether a state may be reached in which the fact holds.
    pub fn may_hold(&self, fact: FactId) -> bool {
        !self.basic[fact.index()] || self.get(fact.index(), fact.index())
    }

    /// Whether no state can be reached in which both facts hold.
    pub fn are_mutex(&self, first: FactId, second: FactId) -> bool {
        let (one, other) = (first.index(), second.index());
        self.basic[one] && self.basic[other] && !self.get(one, other)
    }

    /// Two goals that never hold together, or the same goal twice if it never holds.
    pub fn of_goals(&self, task: &Task) -> Option<(FactId, FactId)> {
        let goal = task.goal();
        let pairs = goal
            .iter()
            .enumerate()
            .flat_map(|(index, one)| goal[index..].iter().map(move |other| (*one, *other)));
        pairs.into_iter().find(|(one, other)| self.are_mutex(*one, *other))
    }
}

struct Pairs<'a> {
    task: &'a Task,
    table: Mutexes,
    /// When each row changed last.
    versions: Vec<u32>,
    version: u32,
    work: u64,
    base: Vec<u64>,
    /// The facts that may hold at all.
    whole: Vec<u64>,
}

impl Pairs<'_> {
    fn start(&mut self) {
        let initial: Vec<FactId> =
            self.task.initial().iter().copied().filter(|fact| !self.task.is_derived(*fact)).collect();
        for first in &initial {
            for second in &initial {
                self.add(first.index(), second.index());
            }
        }
    }

    fn add(&mut self, first: usize, second: usize) {
        for (one, other) in [(first, second), (second, first)] {
            self.table.rows[one * self.table.width + other / 64] |= 1 << (other % 64);
            self.versions[one] = self.version;
        }
        if first == second {
            self.whole[first / 64] |= 1 << (first % 64);
        }
    }

    /// Applies all operators until nothing changes.
    fn finish(mut self, rules: &[Rule], limits: &Limits) -> Result<Option<Mutexes>, Stop> {
        let mut seen = vec![0; rules.len()];
        loop {
            let before = self.version;
            for (rule, seen) in rules.iter().zip(&mut seen) {
                // Rules without conditions apply after every change.
                let facts = rule.effects.iter().flat_map(|(condition, _)| condition);
                let needs_nothing = rule.effects.iter().any(|(condition, _)| condition.is_empty());
                let newest = facts.map(|fact| self.versions[fact.index()]).max().unwrap_or(0);
                if !needs_nothing && newest < *seen {
                    continue;
                }
                // A rule may change the rows that it reads.
                limits.check()?;
                let Some(version) = self.version.checked_add(1) else { return Ok(None) };
                self.version = version;
                *seen = version;
                self.apply(rule);
                if self.work == 0 {
                    return Ok(None);
                }
            }
            if self.versions.iter().all(|version| *version <= before) {
                break;
            }
        }
        let possible = |pairs: &Self, rule: &Rule| pairs.may_hold_together(&rule.condition);
        let impossible: Vec<OpId> =
            rules.iter().filter(|rule| !possible(&self, rule)).map(|rule| rule.operator).collect();
        self.table.impossible = impossible;
        Ok(Some(self.table))
    }

    const fn worked(&mut self, words: usize) {
        self.work = self.work.saturating_sub(words as u64);
    }

    fn may_hold_together(&self, facts: &[FactId]) -> bool {
        let pair = |first: &FactId| facts.iter().all(|second| self.table.get(first.index(), second.index()));
        facts.iter().all(pair)
    }

    fn apply(&mut self, rule: &Rule) {
        self.worked(rule.condition.len() * rule.condition.len());
        if !self.may_hold_together(&rule.condition) {
            return;
        }
        for (index, (condition, fact)) in rule.effects.iter().enumerate() {
            if !self.may_hold_together(condition) {
                continue;
            }
            let width = self.table.width;
            let mut base = std::mem::take(&mut self.base);
            base.copy_from_slice(&self.whole);
            for needed in condition {
                let start = needed.index() * width;
                let row = &self.table.rows[start..start + width];
                base.iter_mut().zip(row).for_each(|(word, other)| *word &= other);
            }
            self.worked(width * (condition.len() + 2));
            let gone = rule.overwritten.iter().copied().chain(std::iter::once(values(self.task, *fact)));
            for (from, to) in gone {
                (from..to).for_each(|other| base[other / 64] &= !(1 << (other % 64)));
            }
            base[fact.index() / 64] |= 1 << (fact.index() % 64);
            for (other_condition, other) in &rule.effects[..index] {
                if self.task.variable_of(*other) != self.task.variable_of(*fact)
                    && self.agree(condition, other_condition)
                {
                    base[other.index() / 64] |= 1 << (other.index() % 64);
                }
            }
            let start = fact.index() * width;
            for (word, bits) in base.iter().enumerate() {
                let mut new = bits & !self.table.rows[start + word];
                while new != 0 {
                    let other = word * 64 + new.trailing_zeros() as usize;
                    new &= new - 1;
                    self.worked(4);
                    self.add(fact.index(), other);
                }
            }
            self.base = base;
        }
    }

    /// Whether two facts that may hold may hold together.
    fn agree(&self, first: &[FactId], second: &[FactId]) -> bool {
        let pair = |one: &FactId| second.iter().all(|other| self.table.get(one.index(), other.index()));
        first.len() == second.len() && first == second || first.iter().all(pair)
    }
}

/// An operator in the form that the computation needs. Derived facts are left out; what is proven about the others
/// remains true.
struct Rule {
    operator: OpId,
    /// For each effect, everything that must hold for it, the operator's condition first; and the fact it adds.
    effects: Vec<(Vec<FactId>, FactId)>,
    /// Everything that must hold for the operator.
    condition: Vec<FactId>,
    /// The facts of variables that surely change, which are false afterwards unless an effect adds them: start and end.
    overwritten: Vec<(usize, usize)>,
}

/// The facts of a variable: start and end.
fn values(task: &Task, fact: FactId) -> (usize, usize) {
    let variable = task.variables()[task.variable_of(fact).index()];
    (variable.first.index(), variable.first.index() + variable.size as usize)
}

fn rules(task: &Task, limits: &Limits) -> Result<Vec<Rule>, Stop> {
    let basic = |facts: &[FactId]| -> Vec<FactId> {
        facts.iter().copied().filter(|fact| !task.is_derived(*fact)).collect()
    };
    let rule = |operator: OpId| {
        let condition = basic(task.condition(operator));
        let effects = task.effects(operator).map(|effect| {
            let mut all = condition.clone();
            all.extend(basic(effect.condition));
            all.sort_unstable();
            all.dedup();
            (all, effect.fact)
        });
        let certain = task.effects(operator).filter(|effect| effect.condition.is_empty());
        Rule {
            operator,
            effects: effects.collect(),
            overwritten: certain.map(|effect| values(task, effect.fact)).collect(),
            condition,
        }
    };
    let mut rules = Vec::with_capacity(task.operator_count());
    for operator in task.operators() {
        limits.check()?;
        rules.push(rule(operator));
    }
    Ok(rules)
}
