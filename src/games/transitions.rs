//! Which values of a variable can follow each other, and how long a game can last.
//!
//! In: a ground task. Out: [`Transitions`]: reachability in the domain transition graph of each variable (Helmert
//! 2006). A variable is *one-way* if no value comes back once it is left. If every operator advances a one-way
//! variable, a game ends after a bounded number of moves.

use fixedbitset::FixedBitSet;

use banto_base::limits::{Limits, Stop};
use banto_planning::strips::{FactId, OpId, Task};

/// Variables with more values than this are assumed to go back and forth.
const MAX_VALUES: usize = 32;

/// Which values can follow which.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    /// For each fact, the values of its variable that may eventually follow it, itself included; `None` for large
    /// variables.
    after: Vec<Option<FixedBitSet>>,
    /// For each fact of a one-way variable, the most changes that can come after it.
    left: Vec<Option<u32>>,
    /// Whether every operator advances a one-way variable.
    bounded: bool,
}

impl Transitions {
    pub(super) fn new(task: &Task, limits: &Limits) -> Result<Self, Stop> {
        let mut transitions = Self {
            after: vec![None; task.fact_count()],
            left: vec![None; task.fact_count()],
            bounded: false,
        };
        let mut steps: Vec<Vec<(usize, usize)>> = vec![Vec::new(); task.variables().len()];
        for operator in task.operators() {
            limits.check()?;
            for effect in task.effects(operator) {
                let variable = task.variable_of(effect.fact);
                let info = task.variables()[variable.index()];
                let to = effect.fact.index() - info.first.index();
                let known = task.condition(operator).iter().chain(effect.condition);
                let from = known.copied().find(|fact| task.variable_of(*fact) == variable);
                match from {
                    Some(from) => steps[variable.index()].push((from.index() - info.first.index(), to)),
                    None => steps[variable.index()].extend((0..info.size as usize).map(|from| (from, to))),
                }
            }
        }
        for (variable, steps) in task.variables().iter().zip(steps) {
            limits.check()?;
            if variable.layer.is_none() && variable.size as usize <= MAX_VALUES {
                transitions.close(variable.first, variable.size as usize, steps);
            }
        }
        transitions.bounded = task.operators().all(|operator| transitions.moves_on(task, operator));
        Ok(transitions)
    }

    fn close(&mut self, first: FactId, size: usize, mut steps: Vec<(usize, usize)>) {
        steps.retain(|(from, to)| from != to);
        let mut after: Vec<FixedBitSet> = (0..size)
            .map(|value| {
                let mut set = FixedBitSet::with_capacity(size);
                set.insert(value);
                set
            })
            .collect();
        for _ in 0..size {
            for (from, to) in &steps {
                let more = after[*to].clone();
                after[*from].union_with(&more);
            }
        }
        let one_way = steps.iter().all(|(from, to)| !after[*to].contains(*from));
        if one_way {
            let mut left = vec![0u32; size];
            for _ in 0..size {
                for (from, to) in &steps {
                    left[*from] = left[*from].max(left[*to] + 1);
                }
            }
            for (value, left) in left.into_iter().enumerate() {
                self.left[first.plus(value).index()] = Some(left);
            }
        }
        for (value, set) in after.into_iter().enumerate() {
            self.after[first.plus(value).index()] = Some(set);
        }
    }

    /// Whether an operator always changes a one-way variable.
    fn moves_on(&self, task: &Task, operator: OpId) -> bool {
        task.condition(operator).iter().any(|from| {
            let of = task.variable_of(*from);
            let mut last = None;
            for effect in task.effects(operator).filter(|effect| task.variable_of(effect.fact) == of) {
                last = Some(effect.fact).filter(|fact| effect.condition.is_empty() && fact != from);
                if last.is_none() {
                    return false;
                }
            }
            self.left[from.index()].is_some() && last.is_some()
        })
    }

    /// Whether the transitions of a fact's variable are known.
    pub(super) fn is_known(&self, fact: FactId) -> bool {
        self.after[fact.index()].is_some()
    }

    /// Whether `later`, a value of the same variable, may hold some time after `now`, or is `now` itself.
    pub(super) fn may_follow(&self, task: &Task, now: FactId, later: FactId) -> bool {
        let first = task.variables()[task.variable_of(now).index()].first;
        match &self.after[now.index()] {
            Some(set) => set.contains(later.index() - first.index()),
            None => true,
        }
    }

    /// The most moves that can be made from these values, if bounded.
    pub(super) fn longest(&self, values: impl Iterator<Item = FactId>) -> Option<u32> {
        self.bounded.then(|| values.filter_map(|fact| self.left[fact.index()]).sum())
    }
}
