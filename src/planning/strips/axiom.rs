//! Derived facts of a state: rules are applied layer by layer, each layer to its fixpoint.
//!
//! In: a task's rules, and a complete state whose basic variables are set. Out: the same state with its derived
//! variables.

use super::{FactId, Lists, Task, VarId, to_u32};

/// A rule: the head holds if the body does.
#[derive(Clone, Debug, Hash)]
#[non_exhaustive]
pub struct Rule {
    /// The derived fact.
    pub head: FactId,
    /// The facts that it follows from.
    pub body: Vec<FactId>,
}

/// Evaluates the rules of a task over states. Each rule counts what it is still waiting for.
#[derive(Clone, Debug, Default)]
pub struct AxiomEvaluator {
    /// Derived variables with their defaults.
    defaults: Vec<(VarId, FactId)>,
    /// For each fact, the rules that read it.
    readers: Lists,
    /// For each rule, how many facts it reads, and its head.
    needs: Vec<u32>,
    heads: Vec<(VarId, FactId)>,
    /// For each layer, its last rule, and the defaults that are final once it is done.
    layers: Vec<(usize, Vec<FactId>)>,
    waiting: Vec<u32>,
    open: Vec<FactId>,
}

impl AxiomEvaluator {
    /// Prepares the rules of a task.
    pub fn new(task: &Task) -> Self {
        let mut evaluator = Self::default();
        if task.axioms.is_empty() && task.variables.iter().all(|variable| variable.layer.is_none()) {
            return evaluator;
        }
        let mut layers = 0;
        for (index, variable) in task.variables.iter().enumerate() {
            if let Some(layer) = variable.layer {
                evaluator.defaults.push((VarId::from(index), variable.last()));
                layers = layers.max(layer as usize + 1);
            }
        }
        evaluator.layers = vec![(0, Vec::new()); layers];
        for (variable, default) in &evaluator.defaults {
            let layer = task.variables[variable.index()].layer.unwrap_or(0);
            evaluator.layers[layer as usize].1.push(*default);
        }
        for (index, rule) in task.axioms.iter().enumerate() {
            evaluator.needs.push(to_u32(rule.body.len()));
            let variable = task.variable_of(rule.head);
            evaluator.heads.push((variable, rule.head));
            let layer = task.variables[variable.index()].layer.unwrap_or(0);
            evaluator.layers[layer as usize].0 = index + 1;
        }
        for layer in 1..layers {
            evaluator.layers[layer].0 = evaluator.layers[layer].0.max(evaluator.layers[layer - 1].0);
        }
        let rules = task.axioms.iter().enumerate();
        let pairs = rules.flat_map(|(index, rule)| rule.body.iter().map(move |fact| (fact.index(), index)));
        evaluator.readers = Lists::new(task.fact_count(), pairs);
        evaluator
    }

    /// Roughly the bytes that an evaluator for a task takes.
    pub(crate) fn bytes(task: &Task) -> usize {
        let read = task.axioms.iter().map(|rule| rule.body.len()).sum();
        let facts = if task.axioms.is_empty() { 0 } else { task.fact_count() };
        Lists::bytes(facts, read) + task.axioms.len() * 4 * size_of::<u32>()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.defaults.is_empty()
    }

    /// Fills in the derived variables of a complete state.
    pub fn evaluate(&mut self, task: &Task, state: &mut [u64]) {
        if self.is_empty() {
            return;
        }
        self.waiting.clone_from(&self.needs);
        for (variable, default) in &self.defaults {
            task.packing.set(state, *variable, *default);
        }
        self.open.clear();
        for (index, variable) in task.variables.iter().enumerate() {
            if variable.layer.is_none() {
                self.open.push(task.packing.get(state, VarId::from(index)));
            }
        }
        let mut first = 0;
        for layer in 0..self.layers.len() {
            // Rules of this layer that get all they need from lower layers, or need nothing.
            self.settle();
            let end = self.layers[layer].0;
            for rule in first..end {
                if self.waiting[rule] == 0 {
                    self.derive(task, state, rule);
                }
            }
            while let Some(fact) = self.open.pop() {
                // By number: deriving a fact changes the rest.
                for at in 0..self.readers.of(fact.index()).len() {
                    let rule = self.readers.of(fact.index())[at] as usize;
                    self.waiting[rule] -= 1;
                    if self.waiting[rule] == 0 && rule < end {
                        self.derive(task, state, rule);
                    }
                }
            }
            first = end;
            // Facts that this layer did not derive are false from here on.
            for default in 0..self.layers[layer].1.len() {
                let fact = self.layers[layer].1[default];
                if task.packing.get(state, task.variable_of(fact)) == fact {
                    self.open.push(fact);
                }
            }
        }
    }

    /// Notifies all readers of the open facts.
    fn settle(&mut self) {
        while let Some(fact) = self.open.pop() {
            for rule in self.readers.of(fact.index()) {
                self.waiting[*rule as usize] -= 1;
            }
        }
    }

    fn derive(&mut self, task: &Task, state: &mut [u64], rule: usize) {
        let (variable, head) = self.heads[rule];
        if task.packing.get(state, variable) != head {
            task.packing.set(state, variable, head);
            self.open.push(head);
        }
    }
}
