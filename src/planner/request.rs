//! What a user may ask of the planner: the aim, the search in place of the aim's own, and what may be left out.

use super::pruning::Means;
use crate::heuristics::HeuristicRow;
use crate::search::Algorithm;

/// What is wanted of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// A good plan soon: the first one, improved for as much work as it took to find. With a search of the caller's:
    /// `Reduced`.
    #[default]
    Good,
    /// The first plan as it is found.
    First,
    /// The first plan without the steps that it can do without.
    Reduced,
    /// A cheapest plan, with proof.
    Optimal,
    /// Better and better plans until a limit is reached or the best is proven.
    Anytime,
}

/// What a user asks for.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What is wanted of the plan.
    pub aim: Aim,
    /// The search, in place of the aim's own.
    pub algorithm: Option<Algorithm>,
    /// The heuristics, in place of the aim's own.
    pub heuristics: Vec<&'static HeuristicRow>,
    /// How many times an estimate counts, in weighted searches.
    pub weight: Option<u32>,
    /// The seed of whatever is drawn at random.
    pub seed: u64,
    /// Whether `h2` looks at the task before the search: operators that it proves never to apply go.
    pub h2: bool,
    /// How many searches run side by side: 1 or 2.
    pub threads: usize,
    /// What is looked for in the task, to search less.
    pub means: Means,
}
