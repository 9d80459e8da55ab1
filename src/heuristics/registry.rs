//! The table of heuristics: their names and what may be said of each, as data.
//!
//! In: a name. Out: a row, which makes its heuristic for a task within limits. Tests hold every row to its claims. How an estimate is
//! made is not known here.

use super::build::Build;
use super::{Ff, GoalCount, H2, HAdd, HMax, Landmarks, LmCut};
use crate::limits::{Limits, Stop};
use crate::search::{Blind, Claims, Cost, Heuristic};
use crate::strips::{CostKind, Task, TaskSpace};

/// Any heuristic over the space of a task.
pub type AnyHeuristic<'a, C> = Box<dyn Heuristic<TaskSpace<'a, C>> + 'a>;

/// Makes a heuristic for a task.
type Make<C> = for<'a> fn(&'a Task, CostKind, &Limits) -> Result<AnyHeuristic<'a, C>, Stop>;

fn make<'a, H, C>(task: &'a Task, kind: CostKind, limits: &Limits) -> Result<AnyHeuristic<'a, C>, Stop>
where
    H: Build + for<'b> Heuristic<TaskSpace<'b, C>> + 'static,
    C: Cost,
{
    Ok(Box::new(H::within(task, kind, limits)?))
}

/// How one heuristic is made, for each type of costs.
#[derive(Clone, Copy, Debug)]
pub struct Makers {
    small: Make<u32>,
    large: Make<u64>,
}

/// A type of costs that heuristics over tasks are made for.
pub trait TaskCost: Cost {
    /// The maker for this type.
    fn maker(makers: &Makers) -> Make<Self>;
}

impl TaskCost for u32 {
    fn maker(makers: &Makers) -> Make<Self> {
        makers.small
    }
}

impl TaskCost for u64 {
    fn maker(makers: &Makers) -> Make<Self> {
        makers.large
    }
}

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
    makers: Makers,
}

const fn row<H>(name: &'static str, summary: &'static str, admissible: bool, consistent: bool) -> HeuristicRow
where
    H: Build + for<'a> Heuristic<TaskSpace<'a, u32>> + for<'a> Heuristic<TaskSpace<'a, u64>> + 'static,
{
    let claims = Claims { admissible, consistent, safe: true };
    let makers = Makers { small: make::<H, u32>, large: make::<H, u64> };
    HeuristicRow { name, summary, claims, prefers: false, slow: false, makers }
}

impl Build for Blind {
    fn within(_: &Task, _: CostKind, _: &Limits) -> Result<Self, Stop> {
        Ok(Self)
    }
}

/// All heuristics, the simple ones first.
pub const HEURISTICS: &[HeuristicRow] = &[
    row::<Blind>("blind", "0 at goals, and elsewhere what the cheapest operator costs", true, true),
    row::<GoalCount>("goalcount", "the number of goals that do not hold", false, false),
    row::<HMax>("hmax", "the dearest goal when deletes are ignored", true, true),
    HeuristicRow {
        slow: true,
        ..row::<H2>("h2", "the dearest pair of goals when deletes matter to pairs only", true, true)
    },
    row::<HAdd>("hadd", "the sum of the goals when deletes are ignored", false, false),
    HeuristicRow {
        prefers: true,
        ..row::<Ff>("ff", "the cost of a plan that ignores deletes", false, false)
    },
    HeuristicRow {
        prefers: true,
        ..row::<Landmarks>(
            "landmarks",
            "the landmarks that are not reached yet or needed again",
            false,
            false,
        )
    },
    row::<LmCut>("lmcut", "landmarks from cuts of the justification graph", true, false),
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
    ///
    /// # Panics
    /// Never: without limits none is reached.
    #[must_use]
    pub fn build<'a, C: TaskCost>(&self, task: &'a Task, kind: CostKind) -> AnyHeuristic<'a, C> {
        self.within(task, kind, &Limits::none()).expect("nothing limits it")
    }

    /// The same within limits: they are asked while it is made, and by those whose estimates take long.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn within<'a, C: TaskCost>(
        &self,
        task: &'a Task,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<AnyHeuristic<'a, C>, Stop> {
        C::maker(&self.makers)(task, kind, limits)
    }
}
