//! `abstractions`: pattern databases and Cartesian abstractions, combined by saturated cost partitioning over diverse
//! orders. Admissible and consistent.
//!
//! In: a task, its landmarks, and states. Out: a lower bound, or a dead end. It is built slowly, so that a state is
//! looked up quickly: [`patterns`] and [`pattern_refinement`] choose projections, [`cartesian`] refines an
//! abstraction for each goal and landmark, [`partitioning`] shares the costs out. Work is counted: a task always gets
//! the same abstractions. Derived variables are left out; with conditional effects, there are projections alone.

mod abstraction;
mod cartesian;
mod changes;
mod partitioning;
mod pattern;
mod pattern_refinement;
mod patterns;
mod projection;
mod samples;
mod shortest_paths;
mod shown;
mod split_tree;

pub use cartesian::Landmark;

use abstraction::{Abstraction, FAR};
use cartesian::{Share, refine};
use changes::Changes;
use partitioning::Partitioning;
use pattern_refinement::Room;
use projection::Projector;
use shown::Shown;

use crate::strips::{CostKind, FactId, FactSpace, Task};
use banto_base::limits::{Limits, Stop};
use banto_search::{At, Claims, Cost, Estimate, Heuristic};

/// The work of projections, of Cartesian abstractions, and of orders, in steps looked at.
const PROJECTION_WORK: u64 = 100_000_000;
const REFINEMENT_WORK: u64 = 200_000_000;
const ORDER_WORK: u64 = 400_000_000;
/// The most states of a refined projection, and of all.
const MOST_STATES_OF_ONE: u32 = 1 << 16;
const MOST_STATES: u64 = 1 << 23;
/// The most steps of all Cartesian abstractions.
const MOST_STEPS: usize = 1_000_000;
/// Costs beyond this one are counted in units of several.
const DEAREST: u64 = 1 << 22;

/// The heuristic of cost-partitioned abstractions: admissible and consistent.
pub struct Abstractions {
    partitioning: Partitioning,
    /// How much a unit of cost stands for.
    unit: u64,
    shown: Shown,
    facts: Vec<FactId>,
}

impl Abstractions {
    /// Built for a task, with landmarks that are no goals, within limits.
    pub fn within(
        task: &Task,
        kind: CostKind,
        landmarks: &[Landmark],
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let (costs, unit) = scaled(task, kind);
        let changes = Changes::within(task, limits)?;
        let mut all = projections(task, &changes, &costs, limits)?;
        all.extend(refinements(task, &changes, &costs, landmarks, limits)?);
        Self::of(task, all, (&costs, unit), limits)
    }

    /// Each abstraction as a heuristic of its own: the projections to these patterns, as far as they are not too
    /// large, and what is refined for goals and landmarks.
    #[doc(hidden)]
    #[allow(clippy::type_complexity, reason = "for tests")]
    pub fn each_alone(
        task: &Task,
        kind: CostKind,
        landmarks: &[Landmark],
        patterns: &[Vec<u32>],
        limits: &Limits,
    ) -> Result<Vec<(Option<Vec<u32>>, Self)>, Stop> {
        let (costs, unit) = scaled(task, kind);
        let changes = Changes::within(task, limits)?;
        let projector = Projector::new(task, &changes);
        let projected =
            patterns.iter().filter_map(|pattern| Some((Some(pattern.clone()), projector.project(pattern)?)));
        let refined = refinements(task, &changes, &costs, landmarks, limits)?;
        let all = projected.chain(refined.into_iter().map(|refined| (None, refined)));
        all.map(|(pattern, one)| Ok((pattern, Self::of(task, vec![one], (&costs, unit), limits)?))).collect()
    }

    /// The heuristic of some abstractions, by costs and their unit.
    fn of(
        task: &Task,
        abstractions: Vec<Abstraction>,
        (costs, unit): (&[i32], u64),
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let partitioning = Partitioning::within(task, abstractions, costs, ORDER_WORK, limits)?;
        Ok(Self { partitioning, unit, shown: Shown::new(task), facts: Vec::new() })
    }
}

/// The costs of operators in whole units that are small enough, and the unit.
fn scaled(task: &Task, kind: CostKind) -> (Vec<i32>, u64) {
    let costs: Vec<u64> =
        task.operators().map(|operator| kind.cost(task, operator).unwrap_or(u64::MAX)).collect();
    let unit = costs.iter().copied().max().unwrap_or(0).div_ceil(DEAREST).max(1);
    let costs = costs.into_iter().map(|cost| i32::try_from(cost / unit).unwrap_or(FAR));
    (costs.collect(), unit)
}

/// The projections to interesting patterns, then to refined ones, as many as there is room for.
fn projections(
    task: &Task,
    changes: &Changes,
    costs: &[i32],
    limits: &Limits,
) -> Result<Vec<Abstraction>, Stop> {
    let projector = Projector::new(task, changes);
    let (mut work, mut states) = (0, 0);
    let mut all = Vec::new();
    for pattern in patterns::systematic(task, limits)? {
        limits.check()?;
        let Some(own) = projector.states(&pattern) else { continue };
        work += projector.work(&pattern);
        states += u64::from(own);
        if work > PROJECTION_WORK || states > MOST_STATES {
            break;
        }
        all.extend(projector.project(&pattern).map(|projection| (pattern, projection)));
    }
    let room = Room { states: MOST_STATES_OF_ONE, states_of_all: MOST_STATES, work: PROJECTION_WORK };
    pattern_refinement::refined(task, changes, &projector, costs, &mut all, &room, limits)?;
    Ok(all.into_iter().map(|(_, projection)| projection).collect())
}

/// The Cartesian abstractions for landmarks and goals; none if effects have conditions. What one does not need is left
/// to those after it.
fn refinements(
    task: &Task,
    changes: &Changes,
    costs: &[i32],
    landmarks: &[Landmark],
    limits: &Limits,
) -> Result<Vec<Abstraction>, Stop> {
    if changes.are_conditional.contains(&true) {
        return Ok(Vec::new());
    }
    let goals = task.goal().iter().filter(|fact| !task.is_derived(**fact));
    let goals = goals.map(|fact| Landmark { fact: *fact, after: Vec::new() });
    let landmarks: Vec<Landmark> = landmarks.iter().cloned().chain(goals).collect();
    let (mut steps, mut work) = (MOST_STEPS, REFINEMENT_WORK);
    let mut all = Vec::new();
    for (number, landmark) in landmarks.iter().enumerate() {
        let left = landmarks.len() - number;
        let share = Share { steps: steps / left, work: work / left as u64 };
        let refined = refine(task, changes, costs, landmark, share, limits)?;
        let Some((abstraction, spent)) = refined else { continue };
        work = work.saturating_sub(spent);
        steps = steps.saturating_sub(abstraction.size);
        all.push(abstraction);
    }
    Ok(all)
}

impl<S: FactSpace> Heuristic<S> for Abstractions {
    fn evaluate(&mut self, at: &At<'_, S>, _: &mut Vec<u32>) -> Estimate<S::Cost> {
        at.space.facts(at.state, &mut self.facts);
        let estimate = if self.shown.read(at.space.task(), &self.facts) {
            self.partitioning.estimate(&self.shown.values)
        } else {
            self.shown.read_several(&self.facts);
            self.partitioning.estimate_several(&self.shown)
        };
        match estimate {
            Some(cost) => Estimate::Cost(S::Cost::from_count(cost.saturating_mul(self.unit))),
            None => Estimate::DeadEnd { safe: true },
        }
    }

    fn claims(&self) -> Claims {
        Claims { admissible: true, consistent: true, safe: true }
    }
}
