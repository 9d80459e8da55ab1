//! The heuristics by name, with the claims of each as data. Tests hold every row to its claims.
//!
//! In: a name, or a row of a caller's own. Out: a row, which builds the heuristic for a task.

use std::borrow::Cow;
use std::sync::{Arc, PoisonError, RwLock};

use super::build::Build;
use super::landmarks::precedent_landmarks;
use super::own::{Builder, Estimator, Own};
use super::{Ff, GoalCount, HAdd, HMax, Landmarks, LmCut};
use crate::abstractions::Abstractions;
use crate::strips::{CostKind, FactSpace, Task, TaskSpace};
use banto_base::limits::{Limits, Stop};
use banto_search::{Blind, Claims, Cost, Heuristic, search_named};

/// Any heuristic over a space that shows facts.
pub type BoxedHeuristic<'a, S> = Box<dyn Heuristic<S> + Send + 'a>;

/// Any heuristic over the plain space of a task.
pub type AnyHeuristic<'a, C> = BoxedHeuristic<'a, TaskSpace<'a, C>>;

/// The type behind a name.
#[derive(Clone, Debug)]
enum Kind {
    Blind,
    GoalCount,
    HMax,
    HAdd,
    Ff,
    Landmarks,
    LmCut,
    Abstractions,
    Own(Builder),
}

/// One heuristic and its properties.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HeuristicRow {
    /// Its name, as users write it.
    pub name: Cow<'static, str>,
    /// A one-line summary.
    pub summary: &'static str,
    /// The properties of every estimate.
    pub claims: Claims,
    /// Whether it names preferred operators.
    pub prefers: bool,
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
    let prefers = matches!(kind, Kind::Ff | Kind::Landmarks);
    HeuristicRow { name: Cow::Borrowed(name), summary, claims, prefers, kind }
}

/// All heuristics, the simple ones first.
pub const HEURISTICS: &[HeuristicRow] = &[
    row(Kind::Blind, "blind", "0 at goals, and the cost of the cheapest operator elsewhere", true, true),
    row(Kind::GoalCount, "goalcount", "the number of goals that do not hold", false, false),
    row(Kind::HMax, "hmax", "the costliest goal when deletes are ignored", true, true),
    row(Kind::HAdd, "hadd", "the sum of the goals when deletes are ignored", false, false),
    row(Kind::Ff, "ff", "the cost of a plan that ignores deletes", false, false),
    row(
        Kind::Landmarks,
        "landmarks",
        "the landmarks that are not yet reached or are needed again",
        false,
        false,
    ),
    row(Kind::LmCut, "lmcut", "landmarks from cuts of the justification graph", true, false),
    row(Kind::Abstractions, "abstractions", "distances in smaller tasks, which share the costs", true, false),
];

/// The rows that callers have registered, in the order of their registration.
static OWN: RwLock<Vec<HeuristicRow>> = RwLock::new(Vec::new());

/// Gives a heuristic of your own to the program: in this process it is found by its name from then on, like those of
/// [`HEURISTICS`], by [`heuristic_named`], in the names that `compare` takes, behind `--heuristic`. A
/// [`Request`](crate::planner::Request) takes it without that.
///
/// # Errors
/// If the name is that of another heuristic or of a search, or is not one word without a colon.
pub fn register(row: HeuristicRow) -> Result<(), String> {
    let name = &*row.name;
    if name.is_empty() || name.contains(|sign: char| sign.is_whitespace() || sign == ':') {
        return Err(format!("the name of a heuristic is a word without a colon, not \"{name}\""));
    }
    let mut own = OWN.write().unwrap_or_else(PoisonError::into_inner);
    let is_known =
        banto_base::row_named!(HEURISTICS, name).is_some() || banto_base::row_named!(own, name).is_some();
    if is_known || search_named(name).is_some() {
        return Err(format!("there is a heuristic or a search {name} already"));
    }
    own.push(row);
    Ok(())
}

/// All heuristics: those of [`HEURISTICS`], then those that were registered.
pub fn heuristics() -> Vec<HeuristicRow> {
    HEURISTICS.iter().chain(&*OWN.read().unwrap_or_else(PoisonError::into_inner)).cloned().collect()
}

/// The row with a name.
///
/// ```
/// use banto::heuristics::heuristic_named;
///
/// let row = heuristic_named("lmcut").unwrap();
/// assert!(row.claims.admissible && !row.prefers);
/// ```
pub fn heuristic_named(name: &str) -> Option<HeuristicRow> {
    banto_base::row_named!(heuristics(), name).cloned()
}

impl HeuristicRow {
    /// A heuristic of your own, which prefers no operators unless you set that field. What a state shows to it are
    /// facts, so that it works in every space of a task; a state from which it sees no way is pruned. It may hold data,
    /// which copies of the row share.
    ///
    /// ```
    /// # std::env::set_current_dir("../..").unwrap();
    /// use banto::heuristics::HeuristicRow;
    /// use banto::limits::Limits;
    /// use banto::planner::{Request, Status, plan_texts};
    /// use banto::search::{Algorithm, Claims, Estimate};
    ///
    /// // The goals that do not hold, each with a weight: it may be too high, because one step may reach several.
    /// let claims = Claims { admissible: false, consistent: false, safe: true };
    /// let weights = vec![1, 2, 4];
    /// let name = format!("weighted-{}", weights.len());
    /// let own = HeuristicRow::own(name, "the goals that do not hold", claims, move |task, _, _| {
    ///     let goal: Vec<_> = task.goal().iter().copied().zip(weights.iter().copied().cycle()).collect();
    ///     Ok(Box::new(move |holds, _| {
    ///         Estimate::Cost(goal.iter().filter(|(fact, _)| !holds(*fact)).map(|(_, weight)| weight).sum())
    ///     }))
    /// });
    /// let request = Request::default().algorithm(Algorithm::Gbfs).heuristics(vec![own]);
    /// let read = |path| std::fs::read_to_string(path).unwrap();
    /// let (domain, problem) = (read("domains/gripper.pddl"), read("problems/gripper/01-two-balls.pddl"));
    /// let planned = plan_texts(&domain, &problem, &request, &Limits::none()).unwrap();
    /// assert!(matches!(planned.answer.status, Status::Solved { .. }));
    /// ```
    pub fn own(
        name: impl Into<Cow<'static, str>>,
        summary: &'static str,
        claims: Claims,
        build: impl Fn(&Task, CostKind, &Limits) -> Result<Estimator, Stop> + Send + Sync + 'static,
    ) -> Self {
        let kind = Kind::Own(Builder(Arc::new(build)));
        Self { name: name.into(), summary, claims, prefers: false, kind }
    }

    /// Whether a state is only looked up, not explored.
    pub(crate) const fn looks_up(&self) -> bool {
        matches!(self.kind, Kind::Abstractions | Kind::Blind | Kind::GoalCount)
    }

    /// The heuristic for a task; the [page of the crate](crate#stage-by-stage) has an example.
    pub fn build<'a, C: Cost>(&self, task: &'a Task, kind: CostKind) -> AnyHeuristic<'a, C> {
        self.within(task, kind, &Limits::none()).expect("nothing limits it")
    }

    /// The heuristic for any space over a task, within limits, which are checked while it is built and during slow
    /// estimates.
    pub fn within<'a, S: FactSpace + 'a>(
        &self,
        task: &Task,
        kind: CostKind,
        limits: &Limits,
    ) -> Result<BoxedHeuristic<'a, S>, Stop> {
        Ok(match &self.kind {
            Kind::Blind => Box::new(Blind),
            Kind::GoalCount => Box::new(GoalCount::within(task, kind, limits)?),
            Kind::HMax => Box::new(HMax::within(task, kind, limits)?),
            Kind::HAdd => Box::new(HAdd::within(task, kind, limits)?),
            Kind::Ff => Box::new(Ff::within(task, kind, limits)?),
            Kind::Landmarks => Box::new(Landmarks::within(task, kind, limits)?),
            Kind::LmCut => Box::new(LmCut::within(task, kind, limits)?),
            Kind::Abstractions => {
                let landmarks = precedent_landmarks(task, limits)?;
                Box::new(Abstractions::within(task, kind, &landmarks, limits)?)
            }
            Kind::Own(build) => {
                Box::new(Own::within(task, build.0(task, kind, limits)?, self.claims, limits)?)
            }
        })
    }
}
