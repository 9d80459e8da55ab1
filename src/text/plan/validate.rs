//! The validator: accepts or rejects a plan.
//!
//! In: a task and a plan. Out: a [`Verdict`]. [`Replay`] makes the steps.

use super::Plan;
use super::evaluate::FEW;
use crate::plan::{Fault, Listener, Replay};
use crate::task::Task;
use banto_base::limits::{Limits, Stop, stack};

/// The validator's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every step can be applied, and the goal holds at the end.
    Valid {
        /// The sum of the steps' costs.
        cost: u64,
    },
    /// Not a valid plan: the first fault.
    Invalid(Fault),
}

impl Verdict {
    /// Whether the plan is valid.
    pub const fn is_valid(&self) -> bool {
        matches!(self, Self::Valid { .. })
    }
}

/// Validates a plan. A plan whose cost is 2^64 or more is not accepted.
///
/// ```
/// use banto::plan::{Plan, Verdict, validate};
/// use banto::source::SourceText;
/// use banto::{pddl, task};
///
/// let domain = SourceText::new(
///     "lamp.pddl",
///     "(define (domain lamp) (:predicates (lit))
///        (:action press :parameters () :precondition (not (lit)) :effect (lit)))",
/// );
/// let problem = SourceText::new("p", "(define (problem p) (:domain lamp) (:init) (:goal (lit)))");
/// let task = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem))).task.unwrap();
/// let read = |text: &str| banto::plan::read(&task, text).unwrap().plan;
/// assert_eq!(validate(&task, &read("0: (PRESS) [1]")), Verdict::Valid { cost: 1 });
/// let Verdict::Invalid(fault) = validate(&task, &read("(press)(press)")) else { panic!() };
/// assert_eq!(fault.message, "step 2 (press) cannot be applied");
/// assert_eq!(fault.reasons[0].text, "(lit) is true: added by step 1 (press)");
/// ```
pub fn validate(task: &Task, plan: &Plan) -> Verdict {
    validate_within(task, plan, &Limits::none()).expect("without limits nothing stops")
}

/// As [`validate`], within limits.
pub fn validate_within(task: &Task, plan: &Plan, limits: &Limits) -> Result<Verdict, Stop> {
    validated(task, plan, limits, None, FEW)
}

/// As [`validate`], but quantifiers with more values than this, and no others, are joined.
pub fn validate_joining(task: &Task, plan: &Plan, few: usize) -> Verdict {
    validated(task, plan, &Limits::none(), None, few).expect("without limits nothing stops")
}

/// As [`validate_within`], with a listener, which is told what each step does, and at the end why the goal holds.
pub fn validate_traced(
    task: &Task,
    plan: &Plan,
    limits: &Limits,
    listener: &mut Listener<'_>,
) -> Result<Verdict, Stop> {
    validated(task, plan, limits, Some(listener), FEW)
}

fn validated(
    task: &Task,
    plan: &Plan,
    limits: &Limits,
    listener: Option<&mut Listener<'_>>,
    few: usize,
) -> Result<Verdict, Stop> {
    let limits = limits.clone();
    stack::deep(task.nesting, || {
        let mut replay = Replay::new(task, limits);
        replay.state.few = few;
        let replayed = whole(&mut replay, plan, listener);
        replay.state.limits.check_now()?;
        Ok(match replayed {
            Ok(cost) => Verdict::Valid { cost },
            Err(fault) => Verdict::Invalid(fault),
        })
    })
}

/// The cost of a valid plan, or the first fault. Meaningless if a limit was reached.
fn whole(
    replay: &mut Replay<'_>,
    plan: &Plan,
    mut listener: Option<&mut Listener<'_>>,
) -> Result<u64, Fault> {
    for index in 0..plan.steps.len() {
        if replay.state.limits.check().is_err() {
            break;
        }
        match &mut listener {
            Some(listener) => listener(replay.traced(plan, index)?),
            None => replay.step(plan, index, |_, _, _| {})?,
        }
    }
    replay.goal(plan)?;
    if let Some(listener) = listener {
        listener(replay.end(plan));
    }
    Ok(replay.cost())
}
