//! Operators and axioms by trying all of them: the oracles of the tree of successors and of the counting of axioms.
//!
//! In: a ground task and a complete state. Out: what can be applied; derived facts.

use banto::strips::{FactId, OpId, Task, VarId};

/// All operators that can be applied in a complete state.
pub fn applicable_by_scan(task: &Task, state: &[u64]) -> Vec<OpId> {
    let holds = |fact: &FactId| task.packing().get(state, task.variable_of(*fact)) == *fact;
    task.operators().filter(|operator| task.condition(*operator).iter().all(holds)).collect()
}

/// Evaluates the rules by trying all of them repeatedly, layer by layer.
pub fn evaluate_by_rounds(task: &Task, state: &mut [u64]) {
    let packing = task.packing();
    for (index, variable) in task.variables().iter().enumerate().filter(|(_, one)| one.layer.is_some()) {
        packing.set(state, VarId::from(index), variable.last());
    }
    let layers = task.variables().iter().filter_map(|variable| variable.layer).max();
    for layer in 0..=layers.unwrap_or(0) {
        loop {
            let mut changed = false;
            for rule in task.axioms() {
                let variable = task.variable_of(rule.head);
                let holds = |fact: &FactId| packing.get(state, task.variable_of(*fact)) == *fact;
                if task.variables()[variable.index()].layer == Some(layer)
                    && !holds(&rule.head)
                    && rule.body.iter().all(holds)
                {
                    packing.set(state, variable, rule.head);
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }
}
