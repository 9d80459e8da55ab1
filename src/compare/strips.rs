//! General planning as a solver of levels: the level becomes PDDL, the PDDL a plan, the plan moves.
//!
//! In: a level, an encoding and a search. Out: an outcome, whose moves have been validated on the level.

use std::time::Duration;

use super::outcome::{Ending, Outcome};
use crate::limits::Limits;
use crate::planner::{self, Aim, Means, PlanError, Request, Status};
use crate::search::{Algorithm, Observer, SEARCHES, search_named};
use crate::sokoban::Level;
use crate::sokoban::direct::Promise;
use crate::sokoban::encode::{Encoding, decode, encode_within};
use crate::task;

/// The search of names that say none.
pub(super) const DEFAULT: &str = "default";
/// The search that proves its plans to be cheapest.
const OPTIMAL: &str = "optimal";

/// A planner and what it is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strips {
    pub(super) encoding: Encoding,
    pub(super) aimed: Aimed,
    /// What may be looked for in the task, to search less.
    pub(super) means: Means,
}

/// What the planner is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aimed {
    /// A good plan soon.
    Good,
    /// A cheapest plan.
    Optimal,
    /// The plan of one search.
    By(Algorithm),
}

impl Aimed {
    /// What a name asks for.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            DEFAULT => Some(Self::Good),
            OPTIMAL => Some(Self::Optimal),
            _ => search_named(name).map(|row| Self::By(row.algorithm)),
        }
    }

    /// The name that asks for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Good => DEFAULT,
            Self::Optimal => OPTIMAL,
            Self::By(algorithm) => algorithm.row().name,
        }
    }

    fn request(self, means: Means) -> Request {
        let (aim, algorithm) = match self {
            Self::Good => (Aim::Reduced, None),
            Self::Optimal => (Aim::Optimal, None),
            Self::By(algorithm) => (Aim::Reduced, Some(algorithm)),
        };
        Request { aim, algorithm, means, threads: 1, ..Request::default() }
    }
}

/// What a name asks to be looked for in the task.
pub(super) fn means_named(name: &str) -> Option<Means> {
    let plain = Means::plain();
    match name {
        "plain" => Some(plain),
        "decoupled" => Some(Means { decoupled: true, ..plain }),
        "dead-ends" => Some(Means { dead_ends: true, ..plain }),
        "symmetry" => Some(Means { symmetry: true, ..plain }),
        "stubborn" => Some(Means { stubborn: true, ..plain }),
        _ => None,
    }
}

/// The names of what may be looked for.
pub(super) fn means() -> impl Iterator<Item = &'static str> {
    ["plain", "decoupled", "dead-ends", "symmetry", "stubborn"].into_iter()
}

/// The names of what a planner can be asked for.
pub(super) fn searches() -> impl Iterator<Item = &'static str> {
    [DEFAULT, OPTIMAL].into_iter().chain(SEARCHES.iter().map(|row| row.name))
}

impl Strips {
    /// What is least in its solutions: what a plan costs in the encoding, or how many steps it has.
    pub(super) fn promise(self) -> Promise {
        let (cheapest, fewest_steps) = match self.aimed {
            // Where time runs out, `anytime` may stand at a plan that is not the best.
            Aimed::Good | Aimed::By(Algorithm::Anytime) => (false, false),
            Aimed::Optimal => (true, false),
            Aimed::By(algorithm) => (algorithm.row().optimal, algorithm.row().fewest_steps),
        };
        match self.encoding {
            _ if !cheapest && !fewest_steps => Promise::Any,
            Encoding::Pushes => Promise::Pushes,
            // Pushes alone cost something, while walks are steps, too.
            Encoding::Typed if cheapest => Promise::Pushes,
            Encoding::Basic | Encoding::Filtered | Encoding::Typed => Promise::Moves,
        }
    }
}

/// Plans a way through a level. `None` if the level is not playable.
pub(super) fn solve(
    level: &Level,
    strips: Strips,
    limits: &Limits,
    observer: &dyn Observer,
) -> Option<Outcome> {
    let encoded = match encode_within(level, strips.encoding, limits) {
        Ok(encoded) => encoded?,
        Err(stop) => return Some(Ending::Stopped(stop).into()),
    };
    let task = match task::read_within(encoded.domain, &encoded.problem, limits) {
        Ok(Ok(task)) => task,
        Ok(Err(fault)) => {
            return Some(Ending::Faulty(format!("the encoded level is not a task: {fault}")).into());
        }
        Err(stop) => return Some(Ending::Stopped(stop).into()),
    };
    let answer = match planner::plan(&task, &strips.aimed.request(strips.means), limits, observer) {
        Ok(answer) => answer,
        Err(PlanError::Rejected { fault, .. }) => {
            return Some(Ending::Faulty(format!("the validator rejects the plan: {}", fault.message)).into());
        }
        Err(PlanError::Cost(action)) => {
            let words = format!("the cost of an operator of {action} is beyond all numbers");
            return Some(Ending::Faulty(words).into());
        }
    };
    let ending = match (&answer.plan, answer.status) {
        (Some(found), _) => match decode(&encoded, &found.plan.text(&task)) {
            Ok(moves) => Ending::of_moves(level, moves),
            Err(error) => Ending::Faulty(format!("the plan is no way through the level: {error}")),
        },
        (None, Status::Unsolvable(reason)) => Ending::Unsolvable(reason),
        (None, Status::Stopped(stop)) => Ending::Stopped(stop),
        (None, Status::Solved { .. } | Status::Unsolved) => Ending::Unsolved,
    };
    Some(Outcome { ending, work: answer.work, time: Duration::ZERO, search_time: answer.search_time })
}
