//! Proofs that there is no plan, found without exhausting the states.
//!
//! In: a ground task. Out: [`Watch`], which runs alongside a search. The longer the search lasts, the more work goes
//! into a proof, always a small share of the search's own. Every method works on a relaxation of the task, so it is
//! sound but incomplete.

mod change;
mod moves;
mod pairs;
mod potentials;
mod red_black;
mod resources;
mod simplex;
mod watch;

pub(crate) use moves::longest_ways;
pub use watch::{Attempts, Watch, disproof};

use crate::strips::{FactId, VarId};
use banto_base::limits::Stop;

/// How it was proven that a task has no plan. Facts and variables are those of the task that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A weighted sum of facts that no operator raises is too low for the goal.
    Potentials,
    /// Pairs of facts that never hold together leave no way to the goal. If it asks for such a pair itself: the two,
    /// and twice the same if that never holds.
    Mutex(Option<(FactId, FactId)>),
    /// The values of these variables are used up and never come back.
    Resources(Vec<VarId>),
}

/// The result of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// There is no plan.
    Proof(Proof),
    /// This method proves nothing here.
    Nothing,
    /// It would take more work than granted: at least this much.
    TooMuch(u64),
}

type Attempted = Result<Attempt, Stop>;
