//! The table of heuristics: their names and what may be said of each, as data.

use super::{Ff, GoalCount, H2, HAdd, HMax, Landmarks, LmCut};
use crate::search::{Blind, Claims, Cost, Heuristic};
use crate::strips::{CostKind, Task, TaskSpace};

/// Any heuristic over the space of a task.
pub type AnyHeuristic<'a, C> = Box<dyn Heuristic<TaskSpace<'a, C>> + 'a>;

/// One heuristic, and what may be said of it.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicRow {
    /// Its name, as users write it.
    pub name: &'static str,
    /// What it estimates, in one line.
    pub summary: &'static str,
    /// What holds of every estimate.
    pub claims: Claims,
    /// Whether it names preferred operators.
    pub prefers: bool,
    /// Whether one estimate takes as long as many states: for small tasks, and as a yardstick.
    pub slow: bool,
}

const fn row(name: &'static str, summary: &'static str, admissible: bool, consistent: bool) -> HeuristicRow {
    let claims = Claims { admissible, consistent, safe: true };
    HeuristicRow { name, summary, claims, prefers: false, slow: false }
}

/// All heuristics, the simple ones first.
pub const HEURISTICS: &[HeuristicRow] = &[
    row("blind", "0 at goals, and elsewhere what the cheapest operator costs", true, true),
    row("goalcount", "the number of goals that do not hold", false, false),
    row("hmax", "the dearest goal when deletes are ignored", true, true),
    HeuristicRow {
        slow: true,
        ..row("h2", "the dearest pair of goals when deletes matter to pairs only", true, true)
    },
    row("hadd", "the sum of the goals when deletes are ignored", false, false),
    HeuristicRow { prefers: true, ..row("ff", "the cost of a plan that ignores deletes", false, false) },
    HeuristicRow {
        prefers: true,
        ..row("landmarks", "the landmarks that are not reached yet or needed again", false, false)
    },
    row("lmcut", "landmarks from cuts of the justification graph", true, false),
];

/// The row of a name.
///
/// ```
/// use banto::heuristics::heuristic_named;
///
/// let row = heuristic_named("lmcut").unwrap();
/// assert!(row.claims.admissible && !row.prefers);
/// ```
#[must_use]
pub fn heuristic_named(name: &str) -> Option<&'static HeuristicRow> {
    HEURISTICS.iter().find(|row| row.name.eq_ignore_ascii_case(name))
}

impl HeuristicRow {
    /// The heuristic for a task.
    ///
    /// ```
    /// use banto::ground::ground;
    /// use banto::limits::Limits;
    /// use banto::heuristics::heuristic_named;
    /// use banto::search::{Algorithm, Search};
    /// use banto::strips::{CostKind, TaskSpace};
    /// use banto::task;
    ///
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
    /// let ground_task = ground(&task, &Limits::none(), &mut |_| {}).unwrap().task.unwrap();
    /// let space = TaskSpace::<u32>::new(&ground_task, CostKind::Real).unwrap();
    /// let heuristic = heuristic_named("lmcut").unwrap().build(&ground_task, CostKind::Real);
    /// let report = Search::new(&space).heuristic(heuristic).run(Algorithm::Astar);
    /// assert_eq!(report.path().unwrap().cost, 5);
    /// ```
    #[must_use]
    pub fn build<'a, C: Cost>(&self, task: &'a Task, kind: CostKind) -> AnyHeuristic<'a, C> {
        match self.name {
            "goalcount" => Box::new(GoalCount::new(task)),
            "hmax" => Box::new(HMax::new(task, kind)),
            "h2" => Box::new(H2::new(task, kind)),
            "hadd" => Box::new(HAdd::new(task, kind)),
            "ff" => Box::new(Ff::new(task, kind)),
            "landmarks" => Box::new(Landmarks::new(task, kind)),
            "lmcut" => Box::new(LmCut::new(task, kind)),
            "blind" => Box::new(Blind),
            name => unreachable!("no heuristic is made for the row {name}"),
        }
    }
}
