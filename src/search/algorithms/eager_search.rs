//! Runs eager best-first search in this thread: whole, or in slices.
//!
//! In: a search, an open list and rules. Out: a report. How a state is expanded is in `eager.rs`.

use super::eager::{Eager, ExpansionScratch};
use crate::open::OpenList;
use crate::storage::tree::Status;
use crate::{EagerRules, Readings, Report, Search, Sliced, Space, StateId, Work};

/// Runs best-first search with an open list of your own.
///
/// ```
/// use banto::search::open::Ordered;
/// use banto::search::{Graph, Reopen, EagerRules, Search, eager};
///
/// // The most expensive path first: another open list on the same engine.
/// let graph = Graph::new(&[(0, 1, 1), (0, 2, 5), (1, 3, 1), (2, 3, 5)], 0, &[3]);
/// let mut open = Ordered::new(|known: &banto::search::open::Known<'_, u32>| Some((100 - known.g, 0)));
/// let rules = EagerRules {
///     evaluates: false,
///     apart: false,
///     reopen: Reopen::Never,
///     early_goal: false,
///     preferred: false,
///     weight: None,
/// };
/// assert_eq!(eager(&mut Search::new(&graph), &mut open, rules).path().unwrap().cost, 10);
/// ```
pub fn eager<S: Space>(
    search: &mut Search<'_, S>,
    open: &mut dyn OpenList<S::Cost, StateId>,
    rules: EagerRules,
) -> Report<S::Cost> {
    EagerSearch::new(search.lent(), Box::new(open), rules).finish()
}

/// An eager search in slices.
pub struct EagerSearch<'r, S: Space> {
    eager: Eager<'r, S>,
    expansion: ExpansionScratch<S>,
}

impl<'r, S: Space> EagerSearch<'r, S> {
    /// A search that has not started.
    pub fn new(
        search: Search<'r, S>,
        open: Box<dyn OpenList<S::Cost, StateId> + 'r>,
        rules: EagerRules,
    ) -> Self {
        let expansion = ExpansionScratch::new(search.space);
        Self { eager: Eager::new(search, open, rules), expansion }
    }
}

impl<S: Space> Sliced<S::Cost> for EagerSearch<'_, S> {
    fn go_on(&mut self, evaluations: u64) -> Option<Report<S::Cost>> {
        let Self { eager, expansion } = self;
        let rules = eager.rules;
        let end = eager.run.counts.evaluated.saturating_add(evaluations);
        if eager.run.tree.len() == 0 {
            eager.run.space.initial(&mut expansion.state);
            eager.start(&expansion.state);
        }
        let mut layer = None;
        while eager.run.counts.evaluated < end {
            if let Err(stop) = eager.run.check(|| eager.open.bytes()) {
                return Some(eager.run.stopped(stop, eager.open.bytes()));
            }
            if let Some(least) = eager.open.least().filter(|_| eager.admissible)
                && let Some(bound) = rules.lower_bound(least)
            {
                if eager.run.at_least(bound) && rules.is_optimal() {
                    eager.run.jumped();
                    layer = Some(least);
                }
                if rules.is_optimal() && eager.run.bound.is_some_and(|bound| least >= bound) {
                    return Some(eager.run.exhausted(eager.open.bytes()));
                }
            }
            let Some(id) = eager.open.pop() else {
                return Some(eager.run.exhausted(eager.open.bytes()));
            };
            if eager.run.tree.node(id).status() != Status::Open {
                continue;
            }
            if let Some(least) = layer.take() {
                eager.run.tell_layer(least, eager.run.tree.node(id).g());
            }
            if eager.expand(id, id, expansion, |_, _| false) {
                return Some(eager.run.solved(
                    id,
                    rules.is_optimal() && eager.admissible,
                    eager.open.bytes(),
                ));
            }
            if let Some(goal) = eager.goal {
                return Some(eager.run.solved(goal, rules.is_optimal(), eager.open.bytes()));
            }
        }
        None
    }

    fn work(&self) -> Work {
        self.eager.run.work(self.eager.open.bytes())
    }

    fn readings(&self) -> &Readings {
        &self.eager.run.readings
    }

    fn bound(&mut self, cost: S::Cost) {
        let bound = &mut self.eager.run.bound;
        *bound = Some(bound.map_or(cost, |bound| bound.min(cost)));
    }
}
