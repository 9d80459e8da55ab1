//! The searches by name, with their guarantees as data.
//!
//! In: a name. Out: a row of the table. Tests hold every row to its claims.

use super::best_first::{
    ASTAR_NEWEST_FIRST, Ranks, astar, bfs, dfs, gbfs, lazy_gbfs, lazy_wastar, uniform_cost,
};
use super::deepening::ida;
use super::parallel::Home;
use crate::transport::Transport;
use crate::{Report, Search, Space};

/// The searches.
///
/// How ties are broken: `astar` and `wastar` by the lower estimate, then last in, first out, so that the search follows
/// one of many equally good states to its end; `uniform-cost`, `gbfs` and the lazy searches first in, first out. `dfs`
/// is last in, first out, so that the last of a state's successors goes first. `symbolic` is the planner's: in a space
/// that is no task's, it is `uniform-cost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // The rows below say what each one is.
#[non_exhaustive]
pub enum Algorithm {
    Bfs,
    Dfs,
    UniformCost,
    Astar,
    Wastar,
    Gbfs,
    LazyGbfs,
    LazyWastar,
    Ida,
    Symbolic,
}

/// The use of preferred actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preferred {
    /// Nothing.
    Ignored,
    /// They have separate open lists, which take turns with the others.
    Lists,
    /// They have such lists, which get many extra turns whenever an estimate is lower than all before.
    Boosted,
}

/// One search and its properties.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is a separate claim.
#[non_exhaustive]
pub struct SearchRow {
    /// The search.
    pub algorithm: Algorithm,
    /// Its name, as users write it.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// Finds a path if there is one, and ends if there is none, given time and memory and safe estimates.
    pub complete: bool,
    /// Its path is a cheapest one if the estimates are admissible, or if it uses none.
    pub optimal: bool,
    /// Its path has the fewest steps.
    pub fewest_steps: bool,
    /// Uses heuristics.
    pub uses_heuristic: bool,
    /// Its default use of preferred actions; if it uses them, other open lists can be added.
    pub preferred: Preferred,
    /// Proves by estimates that its path is a cheapest one, if their weight is 1.
    pub proves_by_estimates: bool,
    /// Multiplies estimates by `weight`.
    pub uses_weight: bool,
    /// Reports the paths to states to heuristics, some of which need them.
    pub tells_paths: bool,
    /// Meets states again and again: its memory is bounded, and holds no table of them.
    pub revisits: bool,
    /// Can run in several ranks.
    pub in_ranks: bool,
    /// If open lists are ordered: whether the last of several equal entries leaves first.
    pub newest_first: Option<bool>,
}

impl SearchRow {
    /// Whether it uses preferred actions.
    pub fn uses_preferred(&self) -> bool {
        self.preferred != Preferred::Ignored
    }
}

const BLIND: SearchRow = SearchRow {
    algorithm: Algorithm::Bfs,
    name: "",
    summary: "",
    complete: true,
    optimal: false,
    fewest_steps: false,
    uses_heuristic: false,
    preferred: Preferred::Ignored,
    proves_by_estimates: false,
    uses_weight: false,
    tells_paths: false,
    revisits: false,
    in_ranks: false,
    newest_first: None,
};

const INFORMED: SearchRow = SearchRow { uses_heuristic: true, tells_paths: true, ..BLIND };
const GREEDY: SearchRow = SearchRow { preferred: Preferred::Boosted, ..INFORMED };

/// All searches, the simple ones first.
pub const SEARCHES: &[SearchRow] = &[
    SearchRow {
        algorithm: Algorithm::Bfs,
        name: "bfs",
        summary: "breadth-first: the fewest steps",
        fewest_steps: true,
        ..BLIND
    },
    SearchRow {
        algorithm: Algorithm::Dfs,
        name: "dfs",
        summary: "depth-first, every state visited once",
        ..BLIND
    },
    SearchRow {
        algorithm: Algorithm::UniformCost,
        name: "uniform-cost",
        summary: "cheapest first: an optimal path without a heuristic",
        optimal: true,
        in_ranks: true,
        newest_first: Some(false),
        ..BLIND
    },
    SearchRow {
        algorithm: Algorithm::Astar,
        name: "astar",
        summary: "A*: an optimal path if the heuristic is admissible",
        optimal: true,
        proves_by_estimates: true,
        in_ranks: true,
        newest_first: Some(ASTAR_NEWEST_FIRST),
        ..INFORMED
    },
    SearchRow {
        algorithm: Algorithm::Wastar,
        name: "wastar",
        summary: "A* with estimates multiplied by a weight: faster; with an admissible heuristic at most weight times the optimum",
        uses_weight: true,
        proves_by_estimates: true,
        in_ranks: true,
        newest_first: Some(ASTAR_NEWEST_FIRST),
        ..INFORMED
    },
    SearchRow {
        algorithm: Algorithm::Gbfs,
        name: "gbfs",
        summary: "greedy best-first: the lowest estimate first",
        in_ranks: true,
        newest_first: Some(false),
        ..GREEDY
    },
    SearchRow {
        algorithm: Algorithm::LazyGbfs,
        name: "lazy-gbfs",
        summary: "greedy best-first that evaluates states when their turn comes",
        newest_first: Some(false),
        ..GREEDY
    },
    SearchRow {
        algorithm: Algorithm::LazyWastar,
        name: "lazy-wastar",
        summary: "weighted A* that evaluates states when their turn comes",
        uses_weight: true,
        newest_first: Some(false),
        ..GREEDY
    },
    SearchRow {
        algorithm: Algorithm::Ida,
        name: "ida",
        summary: "depth-first with a rising limit on cost and estimate, in bounded memory: an optimal path if the heuristic is admissible",
        optimal: true,
        proves_by_estimates: true,
        tells_paths: false,
        revisits: true,
        ..INFORMED
    },
    SearchRow {
        algorithm: Algorithm::Symbolic,
        name: "symbolic",
        summary: "cheapest first, over sets of states as decision diagrams, from both ends: an optimal path without a heuristic",
        optimal: true,
        ..BLIND
    },
];

/// The row with this name.
///
/// ```
/// use banto::search::search_named;
///
/// let row = search_named("astar").unwrap();
/// assert!(row.optimal && row.uses_heuristic);
/// ```
pub fn search_named(name: &str) -> Option<&'static SearchRow> {
    banto_base::row_named!(SEARCHES, name)
}

impl Algorithm {
    /// The row of this search.
    pub fn row(self) -> &'static SearchRow {
        SEARCHES.iter().find(|row| row.algorithm == self).expect("every search has a row")
    }
}

impl<S: Space> Search<'_, S> {
    /// Runs a search by its row.
    ///
    /// ```
    /// use banto::search::{Algorithm, Exhaustion, Graph, Outcome, Search};
    ///
    /// let graph = Graph::new(&[(0, 1, 1), (1, 0, 1)], 0, &[2]);
    /// let report = Search::new(&graph).run(Algorithm::Dfs);
    /// assert_eq!(report.outcome, Outcome::Exhausted(Exhaustion::Proven));
    /// assert_eq!(report.work.states, 2);
    /// ```
    pub fn run(&mut self, algorithm: Algorithm) -> Report<S::Cost> {
        match algorithm {
            Algorithm::Bfs => bfs(self),
            Algorithm::Dfs => dfs(self),
            // Sets of states need operators that can be looked into: the planner has those.
            Algorithm::UniformCost | Algorithm::Symbolic => uniform_cost(self, None),
            Algorithm::Astar => astar(self, 1, None),
            Algorithm::Wastar => astar(self, self.settings.weight, None),
            Algorithm::Gbfs => gbfs(self, None),
            Algorithm::LazyGbfs => lazy_gbfs(self),
            Algorithm::LazyWastar => lazy_wastar(self),
            Algorithm::Ida => ida(self),
        }
    }

    /// Runs one rank's part of a search in several ranks, by its row. All ranks run the same search, each with its own
    /// heuristic and pruning; `home` is a hash that says where states are stored, the same at all ranks. The report is
    /// at rank 0. An optimal cost is the same as in one rank; the path and the counts may differ.
    ///
    /// # Panics
    /// If the row says that it cannot run in several ranks.
    #[doc(hidden)]
    pub fn run_in_ranks(
        &mut self,
        algorithm: Algorithm,
        link: &mut dyn Transport,
        home: &Home<'_>,
    ) -> Report<S::Cost> {
        let ranks: Ranks<'_> = Some((link, home));
        match algorithm {
            Algorithm::UniformCost => uniform_cost(self, ranks),
            Algorithm::Astar => astar(self, 1, ranks),
            Algorithm::Wastar => astar(self, self.settings.weight, ranks),
            Algorithm::Gbfs => gbfs(self, ranks),
            _ => panic!("{} runs alone", algorithm.row().name),
        }
    }
}
