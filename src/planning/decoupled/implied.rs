//! Invariants of the form "if this variable has this value, that fact holds", proven by induction over all operators.
//!
//! In: a task, a variable, and candidates: pairs of a value of the variable and a fact of another variable. Out: the
//! candidates that hold in every reachable state. These are the greatest set that holds in the initial state and that
//! every operator preserves, provided that the whole set held before.

use fixedbitset::FixedBitSet;

use crate::strips::{FactId, MutexGroups, OpId, Task, VarId};
use banto_base::limits::{Limits, Stop};

/// The most passes over the operators; after that, nothing is proven.
const PASSES: usize = 20;
/// The most facts to examine, per operator.
const LOOKS: usize = 200;
/// Tasks with fewer operators get as much work as with this many.
const FEWEST: usize = 1000;

/// For each value of a variable, the facts that hold whenever the variable has it.
pub(super) struct Implied {
    first: usize,
    facts: Vec<Vec<FactId>>,
    looks: usize,
}

impl Implied {
    /// The candidates that hold; empty as soon as the remaining ones are of no use. The variable must not have
    /// conditional effects.
    pub(super) fn prove(
        task: &Task,
        variable: VarId,
        candidates: &[(FactId, FactId)],
        is_of_use: impl Fn(&Self) -> bool,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let info = task.variables()[variable.index()];
        let mut implied =
            Self { first: info.first.index(), facts: vec![Vec::new(); info.size as usize], looks: 0 };
        for (value, fact) in candidates {
            let facts = &mut implied.facts[value.index() - info.first.index()];
            if !facts.contains(fact) {
                facts.push(*fact);
            }
        }
        let initial = task.initial();
        let holds = |fact: &FactId| initial[task.variable_of(*fact).index()] == *fact;
        let start = initial[variable.index()].index() - implied.first;
        implied.facts[start].retain(holds);
        let most = LOOKS * task.operator_count().max(FEWEST);
        let mut parts = None;
        // The facts of one value, while an operator that starts from it is examined.
        let mut held = FixedBitSet::with_capacity(task.fact_count());
        'passes: for _ in 0..PASSES {
            if !is_of_use(&implied) {
                break;
            }
            let (groups, (own, others)) = parts.get_or_insert_with(|| {
                let own = |operator: &OpId| touches(task, *operator, variable);
                (MutexGroups::new(task), task.operators().partition::<Vec<OpId>, _>(own))
            });
            // Operators that test or change the variable come first: they leave little work for the others.
            let mut changed = false;
            for operator in own {
                limits.check()?;
                changed |= implied.keep_preserved(task, groups, variable, *operator, &mut held);
                if implied.looks > most {
                    break 'passes;
                }
            }
            if !is_of_use(&implied) {
                break;
            }
            // For each variable, the values that imply a fact of it, with that fact.
            let mut about: Vec<Vec<(u32, FactId)>> = vec![Vec::new(); task.variables().len()];
            for (value, facts) in (0..).zip(&implied.facts) {
                facts.iter().for_each(|fact| about[task.variable_of(*fact).index()].push((value, *fact)));
            }
            for operator in others {
                limits.check()?;
                changed |= implied.drop_refuted(task, groups, *operator, &mut about);
                if implied.looks > most {
                    break 'passes;
                }
            }
            if !changed {
                return Ok(implied);
            }
        }
        implied.facts.iter_mut().for_each(Vec::clear);
        Ok(implied)
    }

    /// The facts that hold whenever the variable has this value.
    pub(super) fn of(&self, value: FactId) -> &[FactId] {
        &self.facts[value.index() - self.first]
    }

    /// Whether the fact holds whenever the variable has the value.
    pub(super) fn holds(&self, value: FactId, fact: FactId) -> bool {
        self.of(value).contains(&fact)
    }

    /// Removes candidates that an operator which tests or changes the variable does not preserve; returns whether there
    /// were any.
    fn keep_preserved(
        &mut self,
        task: &Task,
        groups: &MutexGroups<'_>,
        variable: VarId,
        operator: OpId,
        held: &mut FixedBitSet,
    ) -> bool {
        let condition = task.condition(operator);
        let before = condition.iter().copied().find(|fact| task.variable_of(*fact) == variable);
        let set = task.effects(operator).map(|effect| effect.fact);
        let set = set.filter(|fact| task.variable_of(*fact) == variable).last();
        let Some(after) = set.or(before) else { return false };
        let given = before.map_or(&[][..], |value| self.of(value));
        let looks = self.of(after).len() * (1 + condition.len()) + given.len();
        held.extend(given.iter().map(|fact| fact.index()));
        let known = |fact: FactId| {
            held.contains(fact.index()) || condition.contains(&fact) || groups.force(condition, fact)
        };
        let is_kept = |fact: &FactId| preserved(task, operator, *fact, &known);
        let kept: Vec<_> = self.of(after).iter().copied().filter(is_kept).collect();
        given.iter().for_each(|fact| held.set(fact.index(), false));
        let changed = kept.len() < self.of(after).len();
        self.looks += looks;
        self.facts[after.index() - self.first] = kept;
        changed
    }

    /// Drops the facts that an operator refutes which neither tests nor changes the variable.
    fn drop_refuted(
        &mut self,
        task: &Task,
        groups: &MutexGroups<'_>,
        operator: OpId,
        about: &mut [Vec<(u32, FactId)>],
    ) -> bool {
        let condition = task.condition(operator);
        let mut changed = false;
        for effect in task.effects(operator) {
            let about = &mut about[task.variable_of(effect.fact).index()];
            self.looks += about.len();
            // Refuted candidates are not examined again.
            about.retain(|(value, implied)| {
                let facts = &mut self.facts[*value as usize];
                if *implied == effect.fact {
                    return true;
                }
                let there = FactId::from(self.first + *value as usize);
                let holds = facts.contains(implied);
                let denied = || {
                    facts.iter().any(|fact| denies(task, condition, *fact))
                        || condition.iter().any(|asked| groups.are_mutex(*asked, there))
                };
                if !holds || denied() {
                    return holds;
                }
                facts.retain(|fact| fact != implied);
                changed = true;
                false
            });
        }
        changed
    }
}

/// Whether an operator tests or changes a variable.
fn touches(task: &Task, operator: OpId, variable: VarId) -> bool {
    let changed = task.effects(operator).map(|effect| effect.fact);
    task.condition(operator).iter().copied().chain(changed).any(|fact| task.variable_of(fact) == variable)
}

/// Whether a condition requires another value of a fact's variable.
fn denies(task: &Task, condition: &[FactId], fact: FactId) -> bool {
    let variable = task.variable_of(fact);
    condition.iter().any(|asked| task.variable_of(*asked) == variable && *asked != fact)
}

/// Whether a fact holds after an operator, given what is known before it.
fn preserved(task: &Task, operator: OpId, fact: FactId, known: &impl Fn(FactId) -> bool) -> bool {
    let variable = task.variable_of(fact);
    let mut holds = None;
    for effect in task.effects(operator).filter(|effect| task.variable_of(effect.fact) == variable) {
        if effect.fact == fact {
            holds = if effect.condition.is_empty() { Some(true) } else { holds };
        } else {
            holds = Some(false);
        }
    }
    holds.unwrap_or_else(|| known(fact))
}
