//! The states in which a fact holds, as a diagram for each.
//!
//! In: a task and where its bits are. Out: diagrams. A derived fact holds where its axioms say so, which is worked out
//! once, layer by layer to a fixpoint, over all states (Speck, Geißer, Mattmüller and Torralba 2019); conditions can
//! then ask for it as for any other.

use super::diagrams::{Diagram, Diagrams, Halt};
use super::operations::{after, before};
use super::variables::Variables;
use crate::strips::{FactId, Task};

/// Where facts hold.
pub(super) struct Facts {
    holds: Vec<Diagram>,
}

impl Facts {
    pub(super) fn new(task: &Task, variables: &Variables, diagrams: &mut Diagrams) -> Result<Self, Halt> {
        let mut facts = Self { holds: vec![Diagram::NONE; task.fact_count()] };
        for variable in &variables.order {
            for fact in task.variables()[variable.index()].facts() {
                let levels = variables.of(task, fact).map(|(bit, value)| (before(bit), value));
                facts.holds[fact.index()] = diagrams.cube(levels)?;
            }
        }
        let layers = task.variables().iter().filter_map(|variable| variable.layer).max();
        for layer in 0..layers.map_or(0, |layer| layer + 1) {
            facts.derive(task, layer, diagrams)?;
        }
        Ok(facts)
    }

    /// Works out what a layer derives from those below it and from itself.
    fn derive(&mut self, task: &Task, layer: u32, diagrams: &mut Diagrams) -> Result<(), Halt> {
        let is_of = |fact: FactId| task.variables()[task.variable_of(fact).index()].layer == Some(layer);
        let rules: Vec<_> = task.axioms().iter().filter(|rule| is_of(rule.head)).collect();
        let mut changes = true;
        while changes {
            changes = false;
            for rule in &rules {
                let body = self.all(&rule.body, diagrams)?;
                let known = self.holds[rule.head.index()];
                let now = diagrams.or(known, body)?;
                self.holds[rule.head.index()] = now;
                changes |= now != known;
            }
        }
        // The last value of a derived variable holds where none of the others does.
        for variable in task.variables().iter().filter(|variable| variable.layer == Some(layer)) {
            let others = variable.facts().filter(|fact| *fact != variable.last());
            let others: Vec<Diagram> = others.map(|fact| !self.of(fact)).collect();
            self.holds[variable.last().index()] = diagrams.and_all(others)?;
        }
        Ok(())
    }

    /// Where a fact holds.
    pub(super) fn of(&self, fact: FactId) -> Diagram {
        self.holds[fact.index()]
    }

    /// Where all of these facts hold.
    pub(super) fn all(&self, facts: &[FactId], diagrams: &mut Diagrams) -> Result<Diagram, Halt> {
        let mut all: Vec<Diagram> = facts.iter().map(|fact| self.of(*fact)).collect();
        // From below, so that what is there already is not taken apart again.
        all.sort_unstable_by_key(|holds| std::cmp::Reverse(diagrams.level(*holds)));
        diagrams.and_all(all)
    }

    /// All diagrams.
    pub(super) fn diagrams(&self) -> impl Iterator<Item = Diagram> + '_ {
        self.holds.iter().copied()
    }
}

/// That a fact holds after a step.
pub(super) fn afterwards(
    task: &Task,
    variables: &Variables,
    fact: FactId,
    diagrams: &mut Diagrams,
) -> Result<Diagram, Halt> {
    diagrams.cube(variables.of(task, fact).map(|(bit, value)| (after(bit), value)))
}
