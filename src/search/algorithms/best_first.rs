//! The best-first searches of the literature by name, each as an open list and rules, including which of several equal
//! entries leaves the list first.
//!
//! In: a search with its settings, and the other ranks, if any. Out: the report of the engine, eager or lazy, that ran
//! with that list.

use super::parallel::{Home, eager_in_ranks};
use crate::open::{
    Alternation, Entry, Fifo, Key, Lifo, OpenList, Ordered, PreferredOnly, TypeBased, by_estimate, by_f,
};
use crate::transport::Transport;
use crate::{
    Cost, EagerRules, EagerSearch, LazySearch, Reopen, Report, Search, Settings, Sliced, Space, StateId,
};

/// Whether A* takes the last of several equal entries, so that it follows one of many equally good states to its end.
/// Other ordered lists take the first.
pub(crate) const ASTAR_NEWEST_FIRST: bool = true;

const BLIND: EagerRules = EagerRules {
    evaluates: false,
    apart: false,
    reopen: Reopen::Never,
    early_goal: true,
    preferred: false,
    weight: None,
};

/// Breadth-first: the fewest steps, whatever they cost. Uses no heuristic.
pub(crate) fn bfs<S: Space>(search: &mut Search<'_, S>) -> Report<S::Cost> {
    best_first(search, Box::new(Fifo::new()), BLIND, None)
}

/// Depth-first, with every state visited once. Uses no heuristic.
pub(crate) fn dfs<S: Space>(search: &mut Search<'_, S>) -> Report<S::Cost> {
    best_first(search, Box::new(Lifo::new()), BLIND, None)
}

/// The other ranks, if a search runs in several, and the homes of states.
pub(crate) type Ranks<'r> = Option<(&'r mut dyn Transport, &'r Home<'r>)>;

/// Cheapest first: an optimal path. Uses no heuristic.
pub(crate) fn uniform_cost<S: Space>(search: &mut Search<'_, S>, ranks: Ranks<'_>) -> Report<S::Cost> {
    let open = ranked(&search.settings, false, by_f(0, 1));
    best_first(search, Box::new(open), UNIFORM_COST, ranks)
}

/// Weighted A*: a path that costs at most the weight times the optimum, if the estimates are admissible; they need not
/// be consistent. With weight 1 it is A*, and the path is optimal.
pub(crate) fn astar<S: Space>(search: &mut Search<'_, S>, weight: u32, ranks: Ranks<'_>) -> Report<S::Cost> {
    let (open, rules) = astar_parts(&search.settings, weight);
    best_first(search, open, rules, ranks)
}

/// The open list and the rules of weighted A*.
fn astar_parts<C: Cost>(settings: &Settings<C>, weight: u32) -> (Box<dyn OpenList<C, StateId>>, EagerRules) {
    let open = ranked(settings, ASTAR_NEWEST_FIRST, by_f(0, weight));
    (Box::new(open), EagerRules { evaluates: true, weight: Some(weight.max(1)), ..UNIFORM_COST })
}

/// A* in slices.
pub fn sliced_astar<S: Space>(search: Search<'_, S>) -> EagerSearch<'_, S> {
    let (open, rules) = astar_parts(&search.settings, 1);
    EagerSearch::new(search, open, rules)
}

/// Greedy best-first: the lowest estimate first.
pub(crate) fn gbfs<S: Space>(search: &mut Search<'_, S>, ranks: Ranks<'_>) -> Report<S::Cost> {
    let open = lists(&search.settings, search.heuristics.len(), None);
    let rules = gbfs_rules(search.settings.preferred);
    best_first(search, open, rules, ranks)
}

fn best_first<S: Space>(
    search: &mut Search<'_, S>,
    open: Box<dyn OpenList<S::Cost, StateId>>,
    rules: EagerRules,
    ranks: Ranks<'_>,
) -> Report<S::Cost> {
    match ranks {
        None => EagerSearch::new(search.lent(), open, rules).finish(),
        Some((link, home)) => eager_in_ranks(search, open, rules, link, home),
    }
}

const UNIFORM_COST: EagerRules =
    EagerRules { reopen: Reopen::Always, early_goal: false, weight: Some(1), ..BLIND };

/// The rules of greedy best-first search, for a caller's own lists.
pub const fn gbfs_rules(preferred: bool) -> EagerRules {
    EagerRules { evaluates: true, apart: true, reopen: Reopen::Unexpanded, preferred, ..BLIND }
}

/// Greedy best-first with deferred evaluation.
pub(crate) fn lazy_gbfs<S: Space>(search: &mut Search<'_, S>) -> Report<S::Cost> {
    let open = lists(&search.settings, search.heuristics.len(), None);
    LazySearch::new(search.lent(), open, false).finish()
}

/// Weighted A* with deferred evaluation.
pub(crate) fn lazy_wastar<S: Space>(search: &mut Search<'_, S>) -> Report<S::Cost> {
    let weight = search.settings.weight;
    let open = lists(&search.settings, search.heuristics.len(), Some(weight));
    LazySearch::new(search.lent(), open, true).finish()
}

/// A list for each heuristic, one more for each that takes only preferred entries, and one that explores.
fn lists<C: Cost, E: Entry + 'static>(
    settings: &Settings<C>,
    heuristics: usize,
    weight: Option<u32>,
) -> Box<dyn OpenList<C, E>> {
    if heuristics <= 1 && !settings.preferred && !settings.explore {
        return ordered(settings, 0, weight);
    }
    Box::new(alternation(settings, heuristics, weight))
}

/// The lists of the greedy and lazy searches, to which others can be added: one for each heuristic, one more for each
/// that takes only preferred entries, and one that explores.
///
/// ```
/// use banto::search::open::{Alternation, Fifo, Steps};
/// use banto::search::{Graph, Search, alternation, lazy};
///
/// let graph = Graph::new(&[(0, 1, 1), (1, 2, 1)], 0, &[2]);
/// let mut search = Search::new(&graph);
/// let mut open: Alternation<'_, u32, Steps> = alternation(search.chosen(), 1, None);
/// open.add(Box::new(Fifo::new()), false);
/// assert_eq!(lazy(&mut search, &mut open, false).path().unwrap().cost, 2);
/// ```
pub fn alternation<'l, C: Cost, E: Entry + 'static>(
    settings: &Settings<C>,
    heuristics: usize,
    weight: Option<u32>,
) -> Alternation<'l, C, E> {
    let mut lists = Alternation::new(settings.boost);
    for heuristic in 0..heuristics.max(1) {
        lists.add(ordered(settings, heuristic, weight), false);
        if settings.preferred {
            lists.add(Box::new(PreferredOnly(ordered(settings, heuristic, weight))), true);
        }
    }
    if settings.explore {
        lists.add(Box::new(TypeBased::new(settings.seed)), false);
    }
    lists
}

fn ordered<C: Cost, E: Entry + 'static>(
    settings: &Settings<C>,
    heuristic: usize,
    weight: Option<u32>,
) -> Box<dyn OpenList<C, E>> {
    match weight {
        Some(weight) => Box::new(ranked(settings, false, by_f(heuristic, weight))),
        None => Box::new(ranked(settings, false, by_estimate(heuristic))),
    }
}

/// A list by a key that breaks ties as the settings say, or by default as the search does.
fn ranked<C: Cost, E: Entry, K: Key<C>>(
    settings: &Settings<C>,
    newest_first: bool,
    key: K,
) -> Ordered<C, E, K> {
    if settings.newest_first.unwrap_or(newest_first) { Ordered::newest_first(key) } else { Ordered::new(key) }
}
