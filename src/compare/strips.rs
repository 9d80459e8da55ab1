//! General planning as a solver of levels: the level becomes PDDL, the PDDL a plan, the plan moves.
//!
//! In: a level, an encoding and a search. Out: an outcome, whose moves have been validated on the level.

use std::time::Duration;

use super::outcome::{Ending, Outcome};
use crate::limits::Limits;
use crate::planner::{self, PlanError, Quality, Reductions, Request, Status};
use crate::search::{Algorithm, Observer, SEARCHES, search_named};
use crate::sokoban::Level;
use crate::sokoban::direct::Promise;
use crate::sokoban::encode::{Encoding, decode_within, encode_within};
use crate::task;

/// The search of names that say none.
pub(super) const DEFAULT: &str = "default";
/// The search that proves its plans to be cheapest.
const OPTIMAL: &str = "optimal";

/// A planner and what it is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strips {
    pub(super) encoding: Encoding,
    pub(super) choice: Choice,
    /// What may be looked for in the task, to search less.
    pub(super) reductions: Reductions,
}

/// What the planner is asked for: a preset or one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A good plan soon.
    Good,
    /// A cheapest plan.
    Optimal,
    /// The plan of one search.
    By(Algorithm),
}

impl Choice {
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

    fn request(self, reductions: Reductions) -> Request {
        let (quality, algorithm) = match self {
            Self::Good => (Quality::Reduced, None),
            Self::Optimal => (Quality::Optimal, None),
            Self::By(algorithm) => (Quality::Reduced, Some(algorithm)),
        };
        Request { quality, algorithm, reductions, threads: 1, ..Request::default() }
    }
}

/// The reductions that a name stands for.
pub(super) fn reductions_named(name: &str) -> Option<Reductions> {
    let plain = Reductions::plain();
    match name {
        "plain" => Some(plain),
        "decoupled" => Some(Reductions { decoupled: true, ..plain }),
        "dead-ends" => Some(Reductions { dead_ends: true, ..plain }),
        "symmetry" => Some(Reductions { symmetry: true, ..plain }),
        "stubborn" => Some(Reductions { stubborn: true, ..plain }),
        _ => None,
    }
}

/// The names of reductions.
pub(super) fn reductions() -> impl Iterator<Item = &'static str> {
    ["plain", "decoupled", "dead-ends", "symmetry", "stubborn"].into_iter()
}

/// The names of presets and searches.
pub(super) fn searches() -> impl Iterator<Item = &'static str> {
    [DEFAULT, OPTIMAL].into_iter().chain(SEARCHES.iter().map(|row| row.name))
}

impl Strips {
    /// What is least in its solutions: what a plan costs in the encoding, or how many steps it has.
    pub(super) fn promise(self) -> Promise {
        let (cheapest, fewest_steps) = match self.choice {
            // Where time runs out, `anytime` may stand at a plan that is not the best.
            Choice::Good | Choice::By(Algorithm::Anytime) => (false, false),
            Choice::Optimal => (true, false),
            Choice::By(algorithm) => (algorithm.row().optimal, algorithm.row().fewest_steps),
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
    let answer = match planner::plan(&task, &strips.choice.request(strips.reductions), limits, observer) {
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
        (Some(found), _) => match decode_within(&encoded, &found.plan.text(&task), limits) {
            Err(stop) => Ending::Stopped(stop),
            Ok(Ok(moves)) => Ending::of_moves(level, moves),
            Ok(Err(error)) => Ending::Faulty(format!("the plan is no way through the level: {error}")),
        },
        (None, Status::Unsolvable(reason)) => Ending::Unsolvable(reason),
        (None, Status::Stopped(stop)) => Ending::Stopped(stop),
        (None, Status::Solved { .. } | Status::Unsolved) => Ending::Unsolved,
    };
    Some(Outcome { ending, work: answer.work, time: Duration::ZERO, search_time: answer.search_time })
}
