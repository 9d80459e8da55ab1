//! A proof that there is no plan, in words.
//!
//! In: a task, and a [`Proof`] of the planner. Out: a sentence.

use crate::deadends;
use crate::planner::Proof;
use crate::why::first_line;
use banto_base::limits::Limits;
use banto_text::task::Task;

/// Why there is no plan, in one sentence: what the task shows, by [`first_line`], or else what the proof itself says.
/// None if all that is known is that all states were searched.
///
/// ```
/// use banto::limits::Limits;
/// use banto::planner::{Request, Status, plan_texts};
/// use banto::why;
///
/// let domain = "(define (domain lamp) (:predicates (lit) (plugged))
///     (:action press :precondition (plugged) :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let limits = Limits::none();
/// let planned = plan_texts(domain, problem, &Request::default(), &limits)?;
/// let Status::Unsolvable(proof) = &planned.answer.status else { panic!() };
/// let reason = why::reason(&planned.task, proof, &limits).unwrap();
/// assert_eq!(reason, "(plugged) is not in :init, and no action adds it: press needs it");
/// # Ok::<(), banto::planner::TextsError>(())
/// ```
pub fn reason(task: &Task, proof: &Proof, limits: &Limits) -> Option<String> {
    match proof {
        Proof::Mutex(goals) => first_line(task, limits).or_else(|| {
            Some(match goals {
                Some([one, other]) if one == other => format!("{one} never holds"),
                Some([one, other]) => {
                    format!("the goal asks for {one} and {other}, which never hold together")
                }
                None => PAIRS.to_owned(),
            })
        }),
        Proof::Unreachable => first_line(task, limits).or_else(|| Some(BEFORE.to_owned())),
        Proof::Exhausted => first_line(task, limits),
        Proof::Abstraction(proof) => first_line(task, limits).or_else(|| Some(abstraction(proof))),
    }
}

/// What grounding proves, if no more is known.
const BEFORE: &str = "proven before the search: grounding finds the goal out of reach";

/// What pairs of facts prove, if no more is known.
const PAIRS: &str = "facts that never hold together leave no way to the goal";

/// A proof by an abstraction, in words.
pub(crate) fn abstraction(proof: &deadends::Proof) -> String {
    use deadends::Proof::{Mutex, Potentials, Resources};
    match proof {
        Potentials => "a weighted sum of facts that no operator raises is too low for the goal".to_owned(),
        Mutex(None) => PAIRS.to_owned(),
        Mutex(Some((one, other))) if one == other => "a goal never holds".to_owned(),
        Mutex(Some(_)) => "two goals never hold together".to_owned(),
        Resources(set) if set.len() == 1 => "a resource that is never refilled runs out".to_owned(),
        Resources(_) => "resources that are never refilled run out".to_owned(),
    }
}
