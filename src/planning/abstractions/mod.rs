//! `abstractions`: pattern databases and Cartesian abstractions, combined by saturated cost partitioning over diverse
//! orders. Admissible.
//!
//! In: a task, its landmarks, and states. Out: a lower bound, or a dead end. It is built slowly, so that a state is
//! looked up quickly: first in a fraction of a second, then, if the search lasts, in seconds. `patterns` and
//! `pattern_refinement` choose projections, `cartesian` refines an abstraction for each goal and landmark,
//! `partitioning` shares the costs out. Work is counted: a search always meets the same abstractions. Derived
//! variables are left out; with conditional effects, there are projections alone.

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

/// What building may take.
struct Effort {
    /// The work of projections, of Cartesian abstractions, and of orders, in steps looked at.
    projection: u64,
    refinement: u64,
    orders: u64,
    /// The most states of a refined projection, and of all projections.
    states_of_one: u32,
    states: u64,
    /// The most steps of all Cartesian abstractions.
    steps: usize,
}

/// Before the search.
const FIRST: Effort = Effort {
    projection: 5_000_000,
    refinement: 10_000_000,
    orders: 20_000_000,
    states_of_one: 1 << 12,
    states: 1 << 19,
    steps: 50_000,
};
/// Once the search has lasted as long as that takes, and needs more.
const FULL: Effort = Effort {
    projection: 100_000_000,
    refinement: 200_000_000,
    orders: 400_000_000,
    states_of_one: 1 << 16,
    states: 1 << 23,
    steps: 1_000_000,
};
/// The estimates before the full effort is made.
const PATIENCE: u64 = 1 << 14;

/// Costs beyond this one are counted in units of several.
const DEAREST: u64 = 1 << 22;

/// The heuristic of cost-partitioned abstractions: admissible. It is consistent until the full effort replaces the
/// tables, whose estimates do not follow from the first.
pub struct Abstractions {
    partitioning: Partitioning,
    costs: Vec<i32>,
    /// How much a unit of cost stands for.
    unit: u64,
    landmarks: Vec<Landmark>,
    /// The estimates that are left until the full effort is made; 0 if it was.
    left: u64,
    shown: Shown,
    facts: Vec<FactId>,
    limits: Limits,
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
        let partitioning = partitioning(task, &costs, landmarks, &FIRST, limits)?;
        let landmarks = landmarks.to_vec();
        let (shown, limits) = (Shown::new(task), limits.clone());
        Ok(Self { partitioning, costs, unit, landmarks, left: PATIENCE, shown, facts: Vec::new(), limits })
    }

    /// Makes the full effort. If a limit is reached, the first tables stay, and the search will end.
    #[doc(hidden)]
    pub fn deepen(&mut self, task: &Task) {
        self.left = 0;
        if let Ok(deeper) = partitioning(task, &self.costs, &self.landmarks, &FULL, &self.limits) {
            self.partitioning = deeper;
        }
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
        let refined = refinements(task, &changes, &costs, landmarks, &FIRST, limits)?;
        let all = projected.chain(refined.into_iter().map(|refined| (None, refined)));
        let alone = all.map(|(pattern, one)| {
            let partitioning = Partitioning::within(task, vec![one], &costs, FIRST.orders, limits)?;
            let (costs, landmarks, facts) = (Vec::new(), Vec::new(), Vec::new());
            let (shown, limits) = (Shown::new(task), limits.clone());
            Ok((pattern, Self { partitioning, costs, unit, landmarks, left: 0, shown, facts, limits }))
        });
        alone.collect()
    }
}

/// The tables of a task for some effort.
fn partitioning(
    task: &Task,
    costs: &[i32],
    landmarks: &[Landmark],
    effort: &Effort,
    limits: &Limits,
) -> Result<Partitioning, Stop> {
    let changes = Changes::within(task, limits)?;
    let mut all = projections(task, &changes, costs, effort, limits)?;
    all.extend(refinements(task, &changes, costs, landmarks, effort, limits)?);
    Partitioning::within(task, all, costs, effort.orders, limits)
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
    effort: &Effort,
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
        if work > effort.projection || states > effort.states {
            break;
        }
        all.extend(projector.project(&pattern).map(|projection| (pattern, projection)));
    }
    let Effort { states_of_one, states, projection: work, .. } = *effort;
    let room = Room { states: states_of_one, states_of_all: states, work };
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
    effort: &Effort,
    limits: &Limits,
) -> Result<Vec<Abstraction>, Stop> {
    if changes.are_conditional.contains(&true) {
        return Ok(Vec::new());
    }
    let goals = task.goal().iter().filter(|fact| !task.is_derived(**fact));
    let goals = goals.map(|fact| Landmark { fact: *fact, after: Vec::new() });
    let landmarks: Vec<Landmark> = landmarks.iter().cloned().chain(goals).collect();
    let (mut steps, mut work) = (effort.steps, effort.refinement);
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
        self.left = self.left.saturating_sub(1);
        if self.left == 1 {
            self.deepen(at.space.task());
        }
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
        Claims { admissible: true, consistent: false, safe: true }
    }
}
