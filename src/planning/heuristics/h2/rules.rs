//! Operators in the form that the computation on pairs needs.
//!
//! In: a task. Out: for each operator, its conditions, its conditional effects, and the variables that certainly
//! change. Derived facts are left out; what is proven about the others remains true.

use crate::strips::{CostKind, FactId, OpId, Task};
use banto_base::limits::{Limits, Stop};

#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub(super) operator: OpId,
    pub(super) cost: u64,
    /// For each effect, everything that must hold for it, the operator's condition first; and the fact it adds.
    pub(super) effects: Vec<(Vec<FactId>, FactId)>,
    /// Everything that must hold for the operator.
    pub(super) condition: Vec<FactId>,
    /// The facts of variables that surely change, which are false afterwards unless an effect adds them: start and end.
    pub(super) overwritten: Vec<(usize, usize)>,
}

/// The facts of a variable: start and end.
pub(super) fn values(task: &Task, fact: FactId) -> (usize, usize) {
    let variable = task.variables()[task.variable_of(fact).index()];
    (variable.first.index(), variable.first.index() + variable.size as usize)
}

pub(super) fn rules(task: &Task, kind: CostKind, limits: &Limits) -> Result<Vec<Rule>, Stop> {
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
        let cost = kind.cost(task, operator).unwrap_or(u64::MAX);
        Rule {
            operator,
            cost,
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
