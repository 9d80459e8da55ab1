//! The result of planning: a plan or the proof that there is none, with the work and time it took.
//!
//! In: what the searches did. Out: an [`Answer`]. It is data; what plans is in `run.rs` and `turns.rs`.

use super::Member;
use crate::deadends;
use crate::ground::Stage;
use crate::planner::{Chosen, FoundStructure, Pruned};
use banto_base::limits::{Stop, Taken};
use banto_search::{Counts, Grounding, Readings, Work};
use banto_text::plan::{Fault, Plan};

/// How planning ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// There is a plan.
    Solved {
        /// Whether it is proven that no plan is cheaper.
        optimal: bool,
    },
    /// There is no plan.
    Unsolvable(Proof),
    /// The search ended without a plan and without a proof that there is none.
    #[default]
    Unsolved,
    /// Unsolved, and some costs added up to 2^64 - 1 or more, so that not all plans could be tried.
    TooCostly,
    /// A limit was reached before any plan.
    Stopped(Stop),
}

/// How it was proven that there is no plan. [`why`](crate::why) makes a sentence of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// Grounding found the goal out of reach: even without deletes, or because of facts that exclude each other.
    Unreachable,
    /// Pairs of facts that never hold together (h²) leave no way to the goal. If it asks for such a pair itself: the
    /// two, and twice the same if that never holds.
    Mutex(Option<[String; 2]>),
    /// A relaxation of the task that was searched has no plan.
    Abstraction(deadends::Proof),
    /// All reachable states were searched.
    Exhausted,
}

/// [`Status::TooCostly`] in words.
pub const TOO_COSTLY: &str = "the costs of steps add up to 2^64 - 1 or more, which is too large to count";

/// A plan that the validator has accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValidatedPlan {
    /// The plan.
    pub plan: Plan,
    /// Its cost, by the validator.
    pub cost: u64,
    /// The search that found it, by its own name or as a member of the portfolio; or the method that improved a plan.
    pub by: &'static str,
}

/// The work of improving the first plan.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct Improved {
    /// Counts of windows, neighborhoods and searches of the whole task.
    pub counts: Counts,
    /// The steps that were applied again to see which of them a plan can do without.
    pub replayed: u64,
    /// All of it in counted nanoseconds.
    pub work: u64,
    /// The time.
    pub taken: Taken,
}

/// The result of planning.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// The best plan.
    pub plan: Option<ValidatedPlan>,
    /// If several were wanted: all that were found, the cheapest first.
    pub plans: Vec<ValidatedPlan>,
    /// Whether it is proven that there are no others that were wanted.
    pub are_all: bool,
    /// The work of all searches, those that improve a plan included.
    pub work: Work,
    /// The part of it that improved the first plan, or looked for a better one.
    pub improvement: Improved,
    /// The steps of all plans that were applied again to see which of them a plan can do without.
    pub replayed: u64,
    /// Bounds and estimates of the cost by the first search.
    pub readings: Readings,
    /// The first search, with its heuristics in the order of the initial estimates; `None` if it was not begun.
    pub chosen: Option<Chosen>,
    /// The searches that took turns until there was an answer: those that had any, the first one first.
    pub members: Vec<Member>,
    /// Why the search of the caller's choice cannot search this task.
    pub unsuited: Option<String>,
    /// Counts of what the searches pruned.
    pub pruned: Pruned,
    /// The time and memory of grounding, stage by stage.
    pub stages: Vec<Stage>,
    /// The structure found in the task, to search less.
    pub used: Vec<FoundStructure>,
    /// Grounding, also if it did not end.
    pub grounding: Taken,
    /// The time before the searches began: looking for structure, making spaces and heuristics.
    pub preparation: Taken,
    /// The searches until the first plan, or until there was none.
    pub search: Taken,
    /// The stage, of grounding or of looking for structure, in which a limit ended the run.
    pub stopped_in: Option<&'static str>,
    /// How far grounding was when a limit ended it.
    pub grounded: Option<Grounding>,
    /// The limit that ended an improving search.
    pub stop: Option<Stop>,
}

impl Answer {
    /// The cost that every plan has at least, as far as it is proven.
    pub fn lower_bound(&self) -> Option<u64> {
        match self.status {
            Status::Solved { optimal: true } => self.plan.as_ref().map(|found| found.cost),
            Status::Unsolvable(_) => None,
            _ => self.readings.lower_bound,
        }
    }

    /// By how many percent the plan may cost more than a cheapest one, as far as it is proven.
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    pub fn gap(&self) -> Option<f64> {
        let (cost, bound) = (self.plan.as_ref()?.cost, self.lower_bound()?);
        if cost == bound {
            return Some(0.0);
        }
        (bound > 0).then(|| 100.0 * (cost - bound) as f64 / bound as f64)
    }

    /// A limit that ended the run before there was a plan, and how far the run had come.
    pub fn stopped(&self) -> Option<String> {
        let Status::Stopped(stop) = self.status else { return None };
        Some(match self.stopped_in {
            Some(stage) if self.grounded.is_some() => format!("{stop} while grounding, in stage {stage}"),
            Some(stage) => format!("{stop} before the search, in stage {stage}"),
            None => stop.to_string(),
        })
    }

    /// All searches: until the first plan, and for better ones.
    pub fn searching(&self) -> Taken {
        let mut all = self.search;
        all.add(self.improvement.taken);
        all
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum PlanError {
    /// The request contradicts itself; how, says [`Request::check`](super::Request::check).
    Request(String),
    /// The cost of an operator of this action exceeds 2^64.
    Cost(String),
    /// This process has a different task than process 0, or is a different version of the program.
    Apart(usize),
    /// The validator has rejected a plan: a fault of this program.
    Rejected {
        /// The plan.
        plan: Plan,
        /// Its error.
        fault: Box<Fault>,
    },
}

impl std::fmt::Display for PlanError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Request(why) => f.write_str(why),
            Self::Cost(action) => {
                write!(f, "the cost of an operator of action {action} does not fit in 64 bits")
            }
            Self::Apart(process) => {
                write!(
                    f,
                    "process {process} has a different task from process 0: their files, flags or programs differ"
                )
            }
            Self::Rejected { fault, .. } => {
                write!(f, "a plan was found that the validator rejects: {}", fault.message)
            }
        }
    }
}

impl std::error::Error for PlanError {}
