//! A request to the planner: how good the plan has to be, which search to use, which reductions.

use std::sync::Arc;

use super::pruning::Reductions;
use super::tuning::{Tuning, names};
use crate::heuristics::HeuristicRow;
use crate::top_k::Wanted;
use banto_search::transport::Network;
use banto_search::{Algorithm, SEARCHES};

/// How good the plan has to be, which decides how much work goes into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// A good plan quickly: the first one, improved for as much work as it took to find. If the request names a search,
    /// the same as `Reduced`.
    #[default]
    Good,
    /// The first plan, as found.
    First,
    /// The first plan without its superfluous steps.
    Reduced,
    /// A cheapest plan, with proof: a search or a heuristic that proves nothing is refused. A limit can leave a plan
    /// that was found on the way, without proof: `optimal` is then false.
    Optimal,
    /// Better and better plans until a limit is reached or the best is proven cheapest, whichever search had the first.
    Anytime,
}

banto_base::settable! {
    /// A user's request.
    #[derive(Clone, Debug, Default)]
    pub struct Request {
        /// How good the plan has to be.
        quality: Quality,
        /// The heuristics, banto's or your own; by default the quality decides.
        heuristics: Vec<HeuristicRow>,
        /// The seed of random draws.
        seed: u64,
        /// Whether to look at pairs of facts before the search (h²), however long it takes, and to drop operators that
        /// no plan takes. If not, that has a quarter of a second.
        h2: bool,
        /// How many threads search. An optimal search and one of the caller's choice are shared among them; those that
        /// look for a plan quickly take turns in one.
        threads: usize,
        /// How the search of the caller's choice is tuned.
        tuning: Tuning,
        /// Which structure to look for in the task, in order to search less.
        reductions: Reductions,
        /// The searches that do not take part where several take turns, by names in [`companions`](super::companions).
        without: Vec<&'static str>,
        /// Whether to say only which searches would take turns, and not to search.
        list_only: bool,
    } {
        /// The search; by default the quality decides.
        algorithm: Option<Algorithm>,
        /// The weight of estimates in weighted searches.
        weight: Option<u32>,
        /// By how many millionths an optimal plan may cost more than a cheapest one: the search ends as soon as that is
        /// proven of a plan.
        gap: Option<u64>,
        /// Whether several plans are wanted, and which: those that visit no state twice, the cheapest first. The search
        /// is A* without reductions that lose plans.
        plans: Option<Wanted>,
        /// The connection to other processes that plan for the same request and share a single search. The first of
        /// them gets the plan.
        #[doc(hidden)]
        network: Option<Arc<dyn Network>>,
        /// While searches take turns: the work of the shortest turn in counted nanoseconds; by default about an eighth
        /// of a second. The shorter it is, the sooner another search has its turn.
        turn: Option<u64>,
    }
}

impl Request {
    /// If there is a plan of this cost, only those that cost less than this are useful: the plan itself is within the
    /// gap if none does.
    pub(super) fn useful_below(&self, cost: u64) -> u64 {
        const MILLION: u128 = 1_000_000;
        let whole = MILLION + u128::from(self.gap.unwrap_or(0));
        u64::try_from((u128::from(cost) * MILLION).div_ceil(whole)).expect("it is at most the cost")
    }

    /// Checks whether search, heuristics and quality fit together, as every call of the planner does first.
    ///
    /// # Errors
    /// A sentence on what does not fit.
    pub fn check(&self) -> Result<(), String> {
        let optimal = self.quality == Quality::Optimal;
        let row = self.algorithm.map(Algorithm::row);
        let ranks = self.threads + usize::from(self.network.is_some());
        let is_shared = self.threads > 1 || self.network.is_some();
        if self.gap.is_some() && !optimal {
            return Err("a gap is for a plan whose cost is proven: ask for an optimal one".to_owned());
        }
        let clash = match () {
            () if self.gap.is_some() => Some("no gap goes with them: they are the cheapest ones"),
            () if is_shared => Some("ask for one"),
            () if !optimal || row.is_some() => Some("no other search goes with them"),
            () => None,
        };
        if let Some(clash) = clash.filter(|_| self.plans.is_some()) {
            return Err(format!(
                "several plans are enumerated by an optimal search of the planner's own, in one thread; {clash}"
            ));
        }
        if let Some(row) = row.filter(|row| is_shared && !row.in_ranks) {
            let others = names(SEARCHES, |row| row.in_ranks, |row| row.name).join(", ");
            return Err(format!("{} runs in one thread; {others} can run in several", row.name));
        }
        if self.network.is_some() && row.is_none() && !optimal {
            return Err("processes share one search: name it, or ask for an optimal plan".to_owned());
        }
        if self.weight.is_some() && row.is_none_or(|row| !row.uses_weight) {
            let who = row.map_or(String::new(), |row| format!("{} uses no weight; ", row.name));
            let others = names(SEARCHES, |row| row.uses_weight, |row| row.name).join(" or ");
            return Err(format!("{who}a weight needs the search {others}"));
        }
        if !self.without.is_empty() && (row.is_some() || self.plans.is_some()) {
            return Err("a search alone takes no turns with others that could be left out".to_owned());
        }
        self.tuning.check(row, &self.heuristics, (self.weight, ranks))?;
        if let Some(row) = row {
            if !row.uses_heuristic && !self.heuristics.is_empty() {
                return Err(format!("{} takes no heuristic", row.name));
            }
            if optimal && !row.optimal {
                let why = if row.fewest_steps { ": it counts steps, not costs" } else { "" };
                return Err(format!("{} does not prove that a plan is optimal{why}", row.name));
            }
        }
        match self.heuristics.iter().find(|row| !row.claims.admissible) {
            Some(row) if optimal => {
                Err(format!("{} is not admissible, so it cannot prove that a plan is optimal", row.name))
            }
            _ => Ok(()),
        }
    }
}
