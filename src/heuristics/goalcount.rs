//! `goalcount`: how many goals do not hold.
//!
//! In: a state. Out: a number. How far away a goal is does not count.

use super::build::Build;
use crate::limits::{Limits, Stop};
use crate::search::{At, Claims, Cost, Estimate, Heuristic, Space};
use crate::strips::{AxiomEvaluator, CostKind, Task, TaskSpace};

/// The number of goals that do not hold.
///
/// ```
/// use banto::ground::ground;
/// use banto::limits::Limits;
/// use banto::heuristics::GoalCount;
/// use banto::search::{Algorithm, Search};
/// use banto::strips::{CostKind, TaskSpace};
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
/// let space = TaskSpace::<u32>::new(&ground_task, CostKind::Unit).unwrap();
/// let report = Search::new(&space).heuristic(GoalCount::new(&ground_task)).run(Algorithm::Ehc);
/// assert!(report.path().unwrap().cost >= 5);
/// ```
pub struct GoalCount {
    axioms: AxiomEvaluator,
    complete: Vec<u64>,
}

impl GoalCount {
    /// For this task.
    #[must_use]
    pub fn new(task: &Task) -> Self {
        Self { axioms: AxiomEvaluator::new(task), complete: vec![0; task.packing().complete_words()] }
    }
}

impl Build for GoalCount {
    fn within(task: &Task, _: CostKind, limits: &Limits) -> Result<Self, Stop> {
        limits.check_room(AxiomEvaluator::bytes(task))?;
        Ok(Self::new(task))
    }
}

impl<'a, C: Cost> Heuristic<TaskSpace<'a, C>> for GoalCount {
    fn evaluate(&mut self, at: &At<'_, TaskSpace<'a, C>>, _: &mut Vec<u32>) -> Estimate<C> {
        let task = at.space.task();
        self.complete[..at.space.words()].copy_from_slice(at.state);
        self.axioms.evaluate(task, &mut self.complete);
        let missing = task
            .goal()
            .iter()
            .filter(|fact| task.packing().get(&self.complete, task.variable_of(**fact)) != **fact);
        Estimate::Cost(C::from_count(missing.count() as u64))
    }

    fn claims(&self) -> Claims {
        Claims { admissible: false, consistent: false, safe: true }
    }
}
