//! `goalcount`: the number of goals that do not hold.

use super::build::Build;
use crate::strips::{AxiomEvaluator, CostKind, FactSpace, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, Cost, Estimate, Heuristic};

/// The number of goals that do not hold.
pub struct GoalCount {
    axioms: AxiomEvaluator,
    shown: Vec<u64>,
}

impl GoalCount {
    pub fn new(task: &Task) -> Self {
        Self { axioms: AxiomEvaluator::new(task), shown: Vec::new() }
    }
}

impl Build for GoalCount {
    fn within(task: &Task, _: CostKind, limits: &Limits) -> Result<Self, Stop> {
        limits.check_allocation(AxiomEvaluator::bytes(task))?;
        Ok(Self::new(task))
    }
}

impl<S: FactSpace> Heuristic<S> for GoalCount {
    fn evaluate(&mut self, at: &At<'_, S>, _: &mut Vec<u32>) -> Estimate<S::Cost> {
        let space = at.space;
        self.shown.resize(space.shown_words(), 0);
        space.show(at.state, &mut self.shown);
        self.axioms.evaluate(space.task(), &mut self.shown);
        let missing = space.task().goal().iter().filter(|fact| {
            let (word, mask, bits) = space.pattern(**fact);
            self.shown[word] & mask != bits
        });
        Estimate::Cost(S::Cost::from_count(missing.count() as u64))
    }

    fn claims(&self) -> Claims {
        Claims { admissible: false, consistent: false, safe: true }
    }
}
