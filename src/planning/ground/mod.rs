//! Grounding: from a resolved task to a packed one.
//!
//! In: a [`task::Task`](banto_text::task::Task), and a [`Scope`]: which parts to keep. Out: [`Grounded`]: a
//! [`strips::Task`], unless the goal is proven unreachable, and the time of each stage. Stages: normalization, relaxed
//! reachability, instantiation, simplification, invariant synthesis, relevance analysis, packing. Conditional effects
//! and axioms stay; quantifiers and disjunctions are compiled away. Each stage checks the limits in its own loops.

mod cost;
mod expand;
mod instantiate;
mod invariant;
mod join;
#[cfg(test)]
mod naive;
mod normalize;
mod object_sets;
mod pack;
mod propositional;
mod reachability;
mod relation;
mod relevance;
mod simplify;
mod widest;

use std::time::Duration;

pub use widest::{Widest, widest};

use normalize::Origin;

use crate::strips;
use banto_base::limits::stack;
use banto_base::limits::{Limits, Stop, Stopwatch};
use banto_search::Grounding;
use banto_text::task::{PredicateId, Task};

/// The parts that the ground task must keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Whatever plans for the task's goal need.
    Goal,
    /// Whatever some plan has for the task's goal, needed or not.
    Plans,
    /// Every operator, and the facts of these predicates with everything they depend on. The goal is ignored: the
    /// packed task has an empty one.
    Everything(Vec<PredicateId>),
}

/// The result of grounding.
#[derive(Debug)]
#[non_exhaustive]
pub struct Grounded {
    /// The packed task; `None` if the goal is proven unreachable.
    pub task: Option<strips::Task>,
    /// The time of each stage, in order.
    pub stages: Vec<Stage>,
}

/// The time of a stage.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Stage {
    /// Its name.
    pub name: &'static str,
    /// How long it took, by the clock.
    pub time: Duration,
    /// Of the processor, if the system tells.
    pub cpu: Option<Duration>,
}

/// Why grounding failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroundError {
    /// A limit was reached.
    Stopped(Stop),
    /// The cost of an operator of this action is 2^64 or more.
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
            Self::Cost(action) => {
                write!(f, "the cost of an operator of action {action} does not fit in 64 bits")
            }
        }
    }
}

impl std::error::Error for GroundError {}

/// Called as each stage begins, a few times a second in those that make atoms and operators, and when a limit ends one.
pub type Observer<'a> = dyn FnMut(&Grounding) + Send + 'a;

/// Progress is reported at most this often.
const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// Grounds a task for plans to its goal.
///
/// # Errors
/// When a limit is reached, or a cost is 2^64 or more.
pub fn ground(task: &Task, limits: &Limits, observer: &mut Observer<'_>) -> Result<Grounded, GroundError> {
    ground_for(task, &Scope::Goal, limits, observer)
}

/// Grounds a task for a scope.
///
/// ```
/// # std::env::set_current_dir("../..").unwrap();
/// use banto::ground::{Scope, ground_for};
/// use banto::limits::Limits;
/// use banto::task;
///
/// let read = |path| std::fs::read_to_string(path).unwrap();
/// let task = task::read(&read("domains/gripper.pddl"), &read("problems/gripper/01-two-balls.pddl")).unwrap();
/// let free = task.predicates.find("free").unwrap();
/// let grounded = ground_for(&task, &Scope::Everything(vec![free]), &Limits::none(), &mut |_| {}).unwrap();
/// assert!(grounded.task.unwrap().goal().is_empty());
/// ```
///
/// # Errors
/// When a limit is reached, or a cost is 2^64 or more.
pub fn ground_for(
    task: &Task,
    scope: &Scope,
    limits: &Limits,
    observer: &mut Observer<'_>,
) -> Result<Grounded, GroundError> {
    let mut clock = Clock::new(task, observer, limits);
    // Conditions may be nested as deeply as the parser allows.
    let limits = limits.clone();
    stack::deep(task.nesting, move || {
        let grounded = stages(task, scope, &limits, &mut clock);
        if matches!(grounded, Err(GroundError::Stopped(_))) {
            clock.tell();
        }
        grounded
    })
}

fn stages(
    task: &Task,
    scope: &Scope,
    limits: &Limits,
    clock: &mut Clock<'_, '_>,
) -> Result<Grounded, GroundError> {
    clock.enter("normalize");
    let mut object_sets = object_sets::ObjectSets::default();
    let rules = normalize::rules(task, &mut object_sets);
    let (goal, goal_width) = match scope {
        Scope::Goal | Scope::Plans => normalize::goal(task, &mut object_sets),
        Scope::Everything(_) => (normalize::Formula::And(Vec::new()), 0),
    };
    limits.check_now()?;
    clock.enter("reach");
    let reached = reachability::reach(task, rules, object_sets, limits, clock)?;
    limits.check_now()?;
    clock.enter("instantiate");
    let mut propositional = instantiate::instantiate(task, reached, (&goal, goal_width), limits, clock)?;
    limits.check_now()?;
    clock.enter("simplify");
    simplify::simplify(&mut propositional, scope, limits)?;
    let mut packed = None;
    if propositional.goal.is_some() {
        limits.check_now()?;
        clock.enter("invariants");
        let groups = invariant::groups(&propositional, limits)?;
        limits.check_now()?;
        if simplify::drop_inapplicable(&mut propositional, &groups.mutex) {
            simplify::simplify(&mut propositional, scope, limits)?;
        }
        relevance::drop_irrelevant(&mut propositional, scope, limits)?;
        limits.check_now()?;
        clock.enter("pack");
        if propositional.goal.is_some() {
            packed = Some(pack::pack(task, &propositional, &groups, limits)?);
            limits.check_now()?;
        }
    }
    let stages = clock.finish();
    Ok(Grounded { task: packed, stages })
}

/// The times of stages, and how far they are.
struct Clock<'a, 'b> {
    task: &'a Task,
    stages: Vec<Stage>,
    running: Option<(&'static str, Stopwatch)>,
    observer: &'a mut Observer<'b>,
    now: Grounding,
    /// The instances of each action that were found so far.
    of_schemas: Vec<u64>,
    next: Duration,
}

impl<'a, 'b> Clock<'a, 'b> {
    fn new(task: &'a Task, observer: &'a mut Observer<'b>, limits: &Limits) -> Self {
        let of_schemas = vec![0; task.schemas.len()];
        let (now, next) = (Grounding::default(), limits.seen() + REPORT_INTERVAL);
        Self { task, stages: Vec::new(), running: None, observer, now, of_schemas, next }
    }

    fn enter(&mut self, name: &'static str) {
        self.close();
        (self.now.stage, self.now.begins) = (name, true);
        (self.observer)(&self.now);
        self.now.begins = false;
        self.running = Some((name, Stopwatch::start(false)));
    }

    /// Counts an instance of a rule of this origin.
    fn found(&mut self, origin: Origin, limits: &Limits) {
        if let Origin::Schema(schema) = origin {
            self.now.operators += 1;
            self.of_schemas[schema.index()] += 1;
            self.look(limits);
        }
    }

    /// Reports, if it is time.
    fn look(&mut self, limits: &Limits) {
        if limits.seen() >= self.next {
            self.next = limits.seen() + REPORT_INTERVAL;
            self.tell();
        }
    }

    #[cold]
    fn tell(&mut self) {
        let most = self.of_schemas.iter().enumerate().max_by_key(|(_, count)| **count);
        let named = |(schema, count): (usize, &u64)| (self.task.schemas[schema].name.clone(), *count);
        self.now.most = most.filter(|(_, count)| **count > 0).map(named);
        (self.observer)(&self.now);
    }

    fn close(&mut self) {
        if let Some((name, start)) = self.running.take() {
            let taken = start.taken();
            self.stages.push(Stage { name, time: taken.time, cpu: taken.cpu });
        }
    }

    fn finish(&mut self) -> Vec<Stage> {
        self.close();
        std::mem::take(&mut self.stages)
    }
}
