//! From a resolved task to a packed one.
//!
//! In: a [`task::Task`](crate::task::Task), and an [`Aim`]: what of it is to be kept. Out: [`Grounded`]: a [`strips::Task`], or the
//! reason why the goal is out of reach; and what each stage took. Stages: normal form, relaxed reachability, instantiation,
//! simplification, invariants, relevance, packing. Knows no search.

mod cost;
mod domains;
mod encode;
mod expand;
mod instance;
mod invariant;
mod join;
#[cfg(test)]
mod naive;
mod normal;
mod program;
mod reach;
mod reason;
mod relation;
mod relevance;
mod simplify;

use std::time::{Duration, Instant};

use crate::limits::{Limits, Stop};
use crate::pddl::deep;
use crate::strips;
use crate::task::{PredicateId, Task};

/// What the ground task is for: it decides what counts as irrelevant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Plans for the task's goal: what no such plan needs is dropped.
    Goal,
    /// Every operator, and the facts of these predicates with all that they depend on. The goal is left aside: the
    /// packed task has an empty one, and nothing is out of reach.
    Everything(Vec<PredicateId>),
}

/// What grounding gave.
#[derive(Debug)]
pub struct Grounded {
    /// The packed task; none where the goal is proven to be out of reach.
    pub task: Option<strips::Task>,
    /// Why the goal is out of reach.
    pub unreachable: Option<String>,
    /// What each stage took, in order.
    pub stages: Vec<Stage>,
}

/// What a stage took.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// How long it took.
    pub time: Duration,
    /// The most memory that the process had held by its end, where the system tells.
    pub peak_memory: Option<u64>,
}

/// Why grounding gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundError {
    /// A limit was reached.
    Stopped(Stop),
    /// The cost of an operator of this action is beyond 2^64.
    Cost(String),
}

impl From<Stop> for GroundError {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl std::fmt::Display for GroundError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Stopped(stop) => write!(f, "{stop}"),
            Self::Cost(action) => write!(f, "the cost of an operator of action {action} is beyond 2^64"),
        }
    }
}

impl std::error::Error for GroundError {}

/// Hears the name of each stage as it begins.
pub type Observer<'a> = dyn FnMut(&'static str) + Send + 'a;

/// Grounds a task for plans to its goal.
///
/// ```
/// use banto::ground::ground;
/// use banto::limits::Limits;
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let grounded = ground(&task, &Limits::none(), &mut |_| {}).unwrap();
/// let ground_task = grounded.task.unwrap();
/// assert_eq!((ground_task.operator_count(), ground_task.variables().len()), (18, 5));
/// assert_eq!(grounded.stages[0].name, "normalize");
/// ```
///
/// # Errors
/// When a limit is reached, or a cost is beyond all numbers.
pub fn ground(task: &Task, limits: &Limits, observer: &mut Observer<'_>) -> Result<Grounded, GroundError> {
    ground_for(task, &Aim::Goal, limits, observer)
}

/// Grounds a task for an aim.
///
/// ```
/// use banto::ground::{Aim, ground_for};
/// use banto::limits::Limits;
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let free = task.predicates.find("free").unwrap();
/// let grounded = ground_for(&task, &Aim::Everything(vec![free]), &Limits::none(), &mut |_| {}).unwrap();
/// assert!(grounded.task.unwrap().goal().is_empty());
/// ```
///
/// # Errors
/// When a limit is reached, or a cost is beyond all numbers.
pub fn ground_for(
    task: &Task,
    aim: &Aim,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Grounded, GroundError> {
    let mut clock = Clock { stages: Vec::new(), running: None, observer };
    // A condition may be nested as deep as the parser lets it be.
    let limits = limits.clone();
    deep::call(task.nesting, move || {
        let limits = &limits;
        clock.enter("normalize");
        let mut domains = domains::Domains::default();
        let rules = normal::rules(task, &mut domains);
        let (goal, goal_width) = match aim {
            Aim::Goal => normal::goal(task, &mut domains),
            Aim::Everything(_) => (normal::Formula::And(Vec::new()), 0),
        };
        limits.check_now()?;
        clock.enter("reach");
        let reached = reach::reach(task, rules, domains, limits)?;
        limits.check_now()?;
        clock.enter("instantiate");
        let mut program = instance::instantiate(task, reached, (&goal, goal_width), limits)?;
        limits.check_now()?;
        clock.enter("simplify");
        simplify::simplify(&mut program, aim, limits)?;
        let mut unreachable = None;
        let mut packed = None;
        if let Some(goal) = program.goal.clone() {
            limits.check_now()?;
            clock.enter("invariants");
            let groups = invariant::groups(&program, limits)?;
            limits.check_now()?;
            simplify::drop_inapplicable(&mut program, &groups);
            if program.goal.is_none() {
                let goal: Vec<_> =
                    goal.iter().filter(|one| one.is_positive()).map(|one| one.fact()).collect();
                unreachable = Some(reason::clash(task, &program, &goal, &groups));
            }
            simplify::simplify(&mut program, aim, limits)?;
            relevance::drop_irrelevant(&mut program, aim, limits)?;
            limits.check_now()?;
            clock.enter("pack");
            if program.goal.is_some() {
                packed = Some(encode::encode(task, &program, &groups, limits)?);
                limits.check_now()?;
            }
        }
        let stages = clock.finish();
        if packed.is_none() && unreachable.is_none() {
            unreachable = Some(reason::unreachable(task, &program));
        }
        Ok(Grounded { task: packed, unreachable, stages })
    })
}

struct Clock<'a, 'b> {
    stages: Vec<Stage>,
    running: Option<(&'static str, Instant)>,
    observer: &'a mut Observer<'b>,
}

impl Clock<'_, '_> {
    fn enter(&mut self, name: &'static str) {
        self.close();
        (self.observer)(name);
        self.running = Some((name, Instant::now()));
    }

    fn close(&mut self) {
        if let Some((name, start)) = self.running.take() {
            let peak_memory = crate::limits::peak_memory_bytes();
            self.stages.push(Stage { name, time: start.elapsed(), peak_memory });
        }
    }

    fn finish(&mut self) -> Vec<Stage> {
        self.close();
        std::mem::take(&mut self.stages)
    }
}
