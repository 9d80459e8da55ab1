//! General planning as a solver of levels: the level becomes PDDL, the PDDL a plan, the plan moves.
//!
//! In: a level, an encoding and a search. Out: moves that the board allows, or why there are none. Whether they solve the level is
//! for the judge of solutions to say.

use super::solver::{Ending, Found, Run};
use crate::limits::Limits;
use crate::pddl;
use crate::planner::{self, Aim, PlanError, Request, Status};
use crate::search::{Algorithm, Observer, SEARCHES, Work, search_named};
use crate::sokoban::Level;
use crate::sokoban::direct::Promise;
use crate::sokoban::encode::{Encoding, decode, encode};
use crate::source::SourceText;
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

    fn request(self) -> Request {
        let (aim, algorithm) = match self {
            Self::Good => (Aim::Good, None),
            Self::Optimal => (Aim::Optimal, None),
            Self::By(algorithm) => (Aim::Good, Some(algorithm)),
        };
        Request { aim, algorithm, threads: 1, ..Request::default() }
    }
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

/// Plans a way through a level. Nothing where the level is no board.
pub(super) fn solve(level: &Level, strips: Strips, limits: &Limits, observer: &dyn Observer) -> Option<Run> {
    let nothing = |ending| Run {
        found: Found::Ended(ending),
        work: Work::default(),
        search_time: std::time::Duration::ZERO,
    };
    let encoded = encode(level, strips.encoding)?;
    let domain = SourceText::new("domain.pddl", encoded.domain);
    let problem = SourceText::new("problem.pddl", encoded.problem.clone());
    let resolved = task::resolve(&pddl::parse_domain(&domain), Some(&pddl::parse_problem(&problem)));
    let Some(task) = resolved.task else {
        let words = resolved.diagnostics.first().map(|one| one.message.clone()).unwrap_or_default();
        return Some(nothing(Ending::Faulty(format!("the encoded level is no task: {words}"))));
    };
    let answer = match planner::plan(&task, &strips.aimed.request(), limits, observer) {
        Ok(answer) => answer,
        Err(PlanError::Rejected { fault, .. }) => {
            let words = format!("the judge rejects the plan: {}", fault.message);
            return Some(nothing(Ending::Faulty(words)));
        }
        Err(PlanError::Cost(action)) => {
            let words = format!("the cost of an operator of {action} is beyond all numbers");
            return Some(nothing(Ending::Faulty(words)));
        }
    };
    let found = match (&answer.plan, answer.status) {
        (Some(judged), _) => match decode(&encoded, &judged.plan.text(&task)) {
            Ok(moves) => Found::Moves(moves),
            Err(error) => {
                Found::Ended(Ending::Faulty(format!("the plan is no way through the level: {error}")))
            }
        },
        (None, Status::Unsolvable(reason)) => Found::Ended(Ending::Unsolvable(reason)),
        (None, Status::Stopped(stop)) => Found::Ended(Ending::Stopped(stop)),
        (None, Status::Solved { .. } | Status::Unsolved) => Found::Ended(Ending::Unsolved),
    };
    Some(Run { found, work: answer.work, search_time: answer.search_time })
}
