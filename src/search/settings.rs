//! The input of a search: a space, and optionally heuristics, pruning, limits, an observer and tuning parameters.
//!
//! Independent of algorithms: each takes a [`Search`] and reads what it needs.

use crate::{Blind, Heuristic, Observer, Prune, Space};
use banto_base::limits::Limits;

banto_base::settable! {
    /// The numbers that tune a search.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Settings<C> {
        /// The weight of estimates in the weighted searches.
        weight: u32,
        /// Whether to try preferred actions first, in the greedy and lazy searches.
        preferred: bool,
        /// Extra turns for the lists of preferred actions at each new lowest estimate.
        boost: u32,
        /// Whether the greedy and lazy searches have an additional type-based list.
        explore: bool,
        /// The seed of random draws.
        seed: u64,
        /// Whether estimates are of no more than the costs of the space. If not, they prove nothing, whatever they
        /// claim.
        #[doc(hidden)]
        real_costs: bool,
    } {
        /// Whether the last of several equal entries of an ordered open list leaves first. By default, each search does
        /// as its row says.
        newest_first: Option<bool>,
        /// Only paths that cost less than this are useful.
        bound: Option<C>,
        /// Stops after this many expansions: a limit that is the same on every machine.
        effort: Option<u64>,
    }
}

impl<C> Default for Settings<C> {
    fn default() -> Self {
        Self {
            weight: 3,
            preferred: true,
            boost: 1000,
            newest_first: None,
            explore: false,
            seed: 0,
            real_costs: true,
            bound: None,
            effort: None,
        }
    }
}

/// A search before it runs: its space and everything it uses.
pub struct Search<'a, S: Space> {
    pub(super) space: &'a S,
    pub(super) heuristics: Vec<Box<dyn Heuristic<S> + 'a>>,
    /// Nothing is pruned without it.
    pub(super) prune: Option<Box<dyn Prune<S> + 'a>>,
    pub(super) limits: Limits,
    pub(super) observer: Option<&'a dyn Observer>,
    pub(super) settings: Settings<S::Cost>,
}

impl<'a, S: Space> Search<'a, S> {
    /// A search in this space: blind, without pruning, without limits.
    ///
    /// ```
    /// use banto::search::{Algorithm, Graph, Outcome, Search, Settings};
    ///
    /// let graph = Graph::new(&[(0, 1, 4), (1, 2, 4), (0, 2, 9)], 0, &[2]);
    /// let settings = Settings::default().bound(8);
    /// let report = Search::new(&graph).settings(settings).run(Algorithm::UniformCost);
    /// assert!(matches!(report.outcome, Outcome::Exhausted(_)), "nothing costs less than 8");
    /// ```
    #[must_use]
    pub fn new(space: &'a S) -> Self {
        Self {
            space,
            heuristics: vec![Box::new(Blind)],
            prune: None,
            limits: Limits::none(),
            observer: None,
            settings: Settings::default(),
        }
    }

    /// With only this heuristic.
    #[must_use]
    pub fn heuristic(mut self, heuristic: impl Heuristic<S> + 'a) -> Self {
        self.heuristics = vec![Box::new(heuristic)];
        self
    }

    /// With these heuristics. The greedy and lazy searches have a list for each; the others take the greatest estimate.
    #[must_use]
    pub fn heuristics(mut self, heuristics: Vec<Box<dyn Heuristic<S> + Send + 'a>>) -> Self {
        self.heuristics = heuristics.into_iter().map(|heuristic| heuristic as _).collect();
        self
    }

    /// With this pruning.
    #[must_use]
    pub fn prune(mut self, prune: impl Prune<S> + 'a) -> Self {
        self.prune = Some(Box::new(prune));
        self
    }

    /// Within these limits.
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// With this observer.
    #[must_use]
    pub fn observer(mut self, observer: &'a dyn Observer) -> Self {
        self.observer = Some(observer);
        self
    }

    /// With these settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings<S::Cost>) -> Self {
        self.settings = settings;
        self
    }

    /// The numbers that tune it.
    pub const fn chosen(&self) -> &Settings<S::Cost> {
        &self.settings
    }

    /// This search for one run: heuristics and pruning are lent to it.
    pub(super) fn lent(&mut self) -> Search<'_, S> {
        let Self { space, heuristics, prune, limits, observer, settings } = self;
        let heuristics =
            heuristics.iter_mut().map(|heuristic| Box::new(&mut **heuristic) as Box<_>).collect();
        let prune = prune.as_mut().map(|prune| Box::new(&mut **prune) as Box<_>);
        let (limits, settings) = (limits.clone(), settings.clone());
        Search { space, heuristics, prune, limits, observer: *observer, settings }
    }

    /// Whether every heuristic claims to be admissible, and is about the costs of the space.
    pub(super) fn is_admissible(&self) -> bool {
        self.settings.real_costs && self.heuristics.iter().all(|heuristic| heuristic.claims().admissible)
    }
}

impl<S: Space> std::fmt::Debug for Search<'_, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("heuristics", &self.heuristics.len())
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
