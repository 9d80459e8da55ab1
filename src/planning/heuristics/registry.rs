//! The heuristics by name, with the claims of each as data. Tests hold every row to its claims.

use super::build::Build;
use super::{Ff, GoalCount, H2, HAdd, HMax, Landmarks, LmCut};
use crate::base::limits::{Limits, Stop};
use crate::planning::strips::{CostKind, FactSpace, Task, TaskSpace};
use crate::search::{Blind, Claims, Cost, Heuristic};

/// Any heuristic over a space that shows facts.
pub type BoxedHeuristic<'a, S> = Box<dyn Heuristic<S> + 'a>;

/// Any heuristic over the plain space of a task.
pub type AnyHeuristic<'a, C> = BoxedHeuristic<'a, TaskSpace<'a, C>>;

/// The type behind a name.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Blind,
    GoalCount,
    HMax,
    H2,
    HAdd,
    Ff,
    Landmarks,
    LmCut,
}

/// One heuristic and its properties.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicRow {
    /// Its name, as users write it.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// What is true of every estimate.
    pub claims: Claims,
    /// Whether it names preferred operators.
    pub prefers: bool,
    /// Whether one estimate takes as long as expanding many states: for small tasks, and as a yardstick.
    pub slow: bool,
    kind: Kind,
}

const fn row(
    kind: Kind,
    name: &'static str,
    summary: &'static str,
    admissible: bool,
    consistent: bool,
) -> HeuristicRow {
    let claims = Claims { admissible, consistent, safe: true };
    HeuristicRow { name, summary, claims, prefers: false, slow: false, kind }
}

/// All heuristics, the simple ones first.
pub const HEURISTICS: &[HeuristicRow] = &[
    row(Kind::Blind, "blind", "0 at goals, and the cost of the cheapest operator elsewhere", true, true),
    row(Kind::GoalCount, "goalcount", "the number of goals that do not hold", false, false),
    row(Kind::HMax, "hmax", "the costliest goal when deletes are ignored", true, true),
    HeuristicRow {
        slow: true,
        ..row(Kind::H2, "h2", "the costliest pair of goals; deletes count within pairs", true, true)
    },
    row(Kind::HAdd, "hadd", "the sum of the goals when deletes are ignored", false, false),
    HeuristicRow {
        prefers: true,
        ..row(Kind::Ff, "ff", "the cost of a plan that ignores deletes", false, false)
    },
    HeuristicRow {
        prefers: true,
        ..row(
            Kind::Landmarks,
            "landmarks",
            "the landmarks that are not yet reached or are needed again",
            false,
            false,
        )
    },
    row(Kind::LmCut, "lmcut", "landmarks from cuts of the justification graph", true, false),
];

/// The row with a name.
///
/// ```
/// use banto::heuristics::heuristic_named;
///
/// let row = heuristic_named("lmcut").unwrap();
/// assert!(row.claims.admissible && !row.prefers);
/// ```
pub fn heuristic_named(name: &str) -> Option<&'static HeuristicRow> {
    row_named!(HEURISTICS, name)
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
    /// Never: without limits, none is reached.
    pub fn build<'a, C: Cost>(&self, task: &'a Task, kind: CostKind) -> AnyHeuristic<'a, C> {
        self.within(task, kind, &Limits::none()).expect("nothing limits it")
    }

    /// The same within limits, which are checked while it is built, and during slow estimates. For any space over the
    /// task.
    pub fn within<'a, S: FactSpace + 'a>(
        &self,
        task: &Task,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<BoxedHeuristic<'a, S>, Stop> {
        Ok(match self.kind {
            Kind::Blind => Box::new(Blind),
            Kind::GoalCount => Box::new(GoalCount::within(task, kind, limits)?),
            Kind::HMax => Box::new(HMax::within(task, kind, limits)?),
            Kind::H2 => Box::new(H2::within(task, kind, limits)?),
            Kind::HAdd => Box::new(HAdd::within(task, kind, limits)?),
            Kind::Ff => Box::new(Ff::within(task, kind, limits)?),
            Kind::Landmarks => Box::new(Landmarks::within(task, kind, limits)?),
            Kind::LmCut => Box::new(LmCut::within(task, kind, limits)?),
        })
    }
}
