//! Strong stubborn sets (Wehrle and Helmert 2014; Röger, Helmert, Seipp and Sievers 2020): partial-order reduction. A
//! set holds the achievers of one unsatisfied goal; for each inapplicable operator in it a necessary enabling set, the
//! achievers of one unsatisfied condition; and for each applicable one all operators that interfere with it. Of several
//! facts, the one with the fewest achievers is taken.
//!
//! In: a task, and each state that is expanded. Out: a set of operators that it is enough to try there; a cheapest plan
//! remains. Interference between operators is computed on first use. The sets turn themselves off if they prune next to
//! nothing, or too little for their cost. Tasks with axioms or conditional effects are not pruned.

use super::{FactId, Lists, OpId, Task, VarId};
use banto_base::limits::{Limits, Stop};
use banto_search::Trial;

/// The number of operators that may be examined before any must be pruned.
const ALLOWANCE: u64 = 1 << 20;
/// The additional number allowed per pruned operator.
const WORTH: u64 = 256;
/// The most interfering operators that are remembered, over all operators.
const MOST_INTERFERING: usize = 1 << 24;

/// The operators that it is enough to try in a state.
pub struct StubbornSets<'a> {
    task: &'a Task,
    /// For each fact, the operators that make it hold.
    achievers: Lists,
    /// For each variable, the operators that need it, and those that change it.
    readers: Lists,
    writers: Lists,
    /// For each operator, those that interfere with it, if known.
    interfering: Vec<Option<Box<[u32]>>>,
    remembered: usize,
    most: usize,
    /// The round in which each operator was marked.
    marks: Vec<u32>,
    round: u32,
    queue: Vec<u32>,
    states: u64,
    /// How many operators were examined: the price of the sets.
    looks: u64,
    /// Whether operators are pruned. Judged once, after a period of states.
    trial: Trial,
    off: bool,
}

/// The value to which an operator sets a variable, if it changes it.
fn effect_on(task: &Task, operator: OpId, variable: VarId) -> Option<FactId> {
    task.effects(operator).map(|effect| effect.fact).filter(|fact| task.variable_of(*fact) == variable).last()
}

fn condition_on(task: &Task, operator: OpId, variable: VarId) -> Option<FactId> {
    task.condition(operator).iter().copied().find(|fact| task.variable_of(*fact) == variable)
}

impl<'a> StubbornSets<'a> {
    /// For a task. `None` if it has axioms or conditional effects.
    pub fn within(task: &'a Task, limits: &Limits) -> Result<Option<Self>, Stop> {
        let simple = |operator: OpId| task.effects(operator).all(|effect| effect.condition.is_empty());
        if !task.axioms().is_empty() || !task.operators().all(simple) {
            return Ok(None);
        }
        let of = |facts: &mut dyn Iterator<Item = FactId>, operator: OpId| -> Vec<(usize, usize)> {
            let mut pairs: Vec<_> =
                facts.map(|fact| (task.variable_of(fact).index(), operator.index())).collect();
            pairs.sort_unstable();
            pairs.dedup();
            pairs
        };
        let (count, variables) = (task.operator_count(), task.variables().len());
        let size = |operator: OpId| task.condition(operator).len() + 2 * task.effects(operator).count();
        let members = task.operators().map(size).sum();
        limits.check_allocation(Lists::bytes(task.fact_count() + 2 * variables, members))?;
        limits.check_allocation(count * (size_of::<Option<Box<[u32]>>>() + size_of::<u32>()))?;
        let operators = || task.operators().take_while(|_| limits.check().is_ok());
        let achieved = operators().flat_map(|operator| {
            let effects = task.effects(operator).map(|effect| effect.fact);
            let last =
                effects.filter(move |fact| effect_on(task, operator, task.variable_of(*fact)) == Some(*fact));
            last.map(move |fact| (fact.index(), operator.index()))
        });
        let read =
            operators().flat_map(|operator| of(&mut task.condition(operator).iter().copied(), operator));
        let written = operators()
            .flat_map(|operator| of(&mut task.effects(operator).map(|effect| effect.fact), operator));
        let achievers = Lists::new(task.fact_count(), achieved);
        let (readers, writers) = (Lists::new(variables, read), Lists::new(variables, written));
        limits.look()?;
        Ok(Some(Self {
            task,
            achievers,
            readers,
            writers,
            interfering: vec![None; count],
            remembered: 0,
            most: MOST_INTERFERING,
            marks: vec![0; count],
            round: 0,
            queue: Vec::new(),
            states: 0,
            looks: 0,
            trial: Trial::default(),
            off: false,
        }))
    }

    /// Called when a state is about to be expanded.
    pub fn begin(&mut self, state: &[u64]) {
        if self.off {
            return;
        }
        self.states += 1;
        if self.states == Trial::PERIOD && self.trial.is_rare() {
            self.turn_off();
            return;
        }
        self.round += 1;
        self.queue.clear();
        let task = self.task;
        let holds = |fact: &FactId| task.packing().get(state, task.variable_of(*fact)) == *fact;
        let Some(goal) = self.easiest(task.goal(), &holds) else {
            self.marks.fill(self.round);
            return;
        };
        self.mark_achievers(goal);
        while let Some(operator) = self.queue.pop() {
            if self.looks > ALLOWANCE + WORTH * self.trial.hits {
                self.turn_off();
                return;
            }
            match self.easiest(task.condition(OpId::from(operator)), &holds) {
                Some(missing) => self.mark_achievers(missing),
                None => self.mark_interfering(operator),
            }
        }
    }

    fn turn_off(&mut self) {
        self.off = true;
        self.interfering = Vec::new();
    }

    /// Whether to try the operator in the current state.
    #[inline]
    pub fn keeps(&mut self, operator: u32) -> bool {
        if self.off {
            return true;
        }
        let keeps = self.marks[operator as usize] == self.round;
        self.trial.count(!keeps);
        keeps
    }

    /// The number of operators pruned.
    pub const fn pruned(&self) -> u64 {
        self.trial.hits
    }

    /// The fact with the fewest achievers among those that do not hold.
    fn easiest(&self, facts: &[FactId], holds: &impl Fn(&FactId) -> bool) -> Option<FactId> {
        facts
            .iter()
            .filter(|fact| !holds(fact))
            .min_by_key(|fact| self.achievers.of(fact.index()).len())
            .copied()
    }

    fn mark_achievers(&mut self, fact: FactId) {
        self.looks += self.achievers.of(fact.index()).len() as u64;
        for operator in self.achievers.of(fact.index()) {
            if self.marks[*operator as usize] != self.round {
                self.marks[*operator as usize] = self.round;
                self.queue.push(*operator);
            }
        }
    }

    fn mark_interfering(&mut self, operator: u32) {
        let mut is_kept = true;
        let known = self.interfering[operator as usize].take().unwrap_or_else(|| {
            let found = self.interfering_with(operator.into());
            is_kept = self.remembered + found.len() <= self.most;
            self.remembered += if is_kept { found.len() } else { 0 };
            found
        });
        self.looks += known.len() as u64;
        for other in &known {
            if self.marks[*other as usize] != self.round {
                self.marks[*other as usize] = self.round;
                self.queue.push(*other);
            }
        }
        if is_kept {
            self.interfering[operator as usize] = Some(known);
        }
    }

    /// Pairs of operators that may apply together, of which one disables the other or which set a variable to different
    /// values.
    fn interfering_with(&mut self, operator: OpId) -> Box<[u32]> {
        let task = self.task;
        let mut found = Vec::new();
        for effect in task.effects(operator) {
            let variable = task.variable_of(effect.fact);
            self.looks +=
                (self.readers.of(variable.index()).len() + self.writers.of(variable.index()).len()) as u64;
            let value = effect_on(task, operator, variable);
            let reads = |other: &&u32| condition_on(task, OpId::from(**other), variable) != value;
            found.extend(self.readers.of(variable.index()).iter().filter(reads));
            let writes = |other: &&u32| effect_on(task, OpId::from(**other), variable) != value;
            found.extend(self.writers.of(variable.index()).iter().filter(writes));
        }
        for needed in task.condition(operator) {
            let variable = task.variable_of(*needed);
            self.looks += self.writers.of(variable.index()).len() as u64;
            let breaks = |other: &&u32| effect_on(task, OpId::from(**other), variable) != Some(*needed);
            found.extend(self.writers.of(variable.index()).iter().filter(breaks));
        }
        found.sort_unstable();
        found.dedup();
        let together = |other: &u32| {
            task.condition(OpId::from(*other)).iter().all(|fact| {
                condition_on(task, operator, task.variable_of(*fact)).is_none_or(|needed| needed == *fact)
            })
        };
        found.retain(|other| *other != u32::from(operator) && together(other));
        found.into_boxed_slice()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Builder, FactName};
    use super::*;

    #[test]
    fn what_fits_stays_remembered() {
        let mut builder = Builder::bare();
        let first = builder.variable(vec![FactName::NoneOfThem; 4], 0, None);
        for (from, to) in (0..16).map(|pair| (pair / 4, pair % 4)).filter(|(from, to)| from != to) {
            let effect = (Vec::new(), first.plus(to));
            builder.operator(0_usize.into(), &[], 1, &[first.plus(from)], &[effect]);
        }
        let task = builder.finish(vec![first.plus(3)]);
        let state = vec![0; task.packing().words()];
        for (most, wanted) in [(0, 0), (4, 2), (100, 3)] {
            let mut sets = StubbornSets::within(&task, &Limits::none()).unwrap().unwrap();
            sets.most = most;
            for _ in 0..3 {
                sets.begin(&state);
                assert_eq!(sets.interfering.iter().flatten().count(), wanted, "{most}");
            }
        }
    }
}
