//! How one search is tuned: open lists, preferred operators, ties, costs of estimates.
//!
//! In: a search of the caller's choice and a [`Tuning`]. Out: whether they fit together; and [`Chosen`], which says how
//! the first search of a request is run. Unset values keep the defaults of the search.

use crate::heuristics::{HEURISTICS, HeuristicRow};
use crate::strips::CostKind;
use banto_search::{Algorithm, Preferred, SEARCHES, SearchRow};

/// An open list that takes turns with those by estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoreLists {
    /// Draws a type, then an entry of it; entries of equal cost and estimates share a type.
    Types,
    /// States with a new fact first, then those with a new pair of facts.
    Novelty,
}

/// Open lists by name.
pub const OPEN_LISTS: &[(&str, MoreLists)] = &[("types", MoreLists::Types), ("novelty", MoreLists::Novelty)];
/// Uses of preferred operators by name.
pub const PREFERRED: &[(&str, Preferred)] =
    &[("none", Preferred::Ignored), ("lists", Preferred::Lists), ("boost", Preferred::Boosted)];
/// Ways to break ties by name: whether the last of several equal entries comes first.
pub const TIES: &[(&str, bool)] = &[("first", false), ("last", true)];
/// Ways to count the cost of an operator in estimates, by name.
pub const COSTS: &[(&str, CostKind)] =
    &[("real", CostKind::Real), ("unit", CostKind::Unit), ("plus-one", CostKind::PlusOne)];

/// The name of a value in a table.
pub fn name_of<T: PartialEq>(rows: &[(&'static str, T)], wanted: &T) -> Option<&'static str> {
    rows.iter().find(|row| row.1 == *wanted).map(|row| row.0)
}

banto_base::settable! {
    /// The settings of a search besides its name. `None` keeps the default of the search.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct Tuning {
        /// Open lists besides those by estimates.
        lists: Vec<MoreLists>,
        /// Whether the successors of a state come in a random order, by the seed of the request.
        in_random_order: bool,
    } {
        /// How preferred operators are used.
        preferred: Option<Preferred>,
        /// Whether the last of several equal entries of an open list leaves first.
        newest_first: Option<bool>,
        /// How estimates count the cost of an operator.
        costs: Option<CostKind>,
    }
}

/// The first search of a request. Settings that do not apply to it are `None`.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The search.
    pub algorithm: Algorithm,
    /// Its heuristics.
    pub heuristics: Vec<HeuristicRow>,
    /// The weight of estimates.
    pub weight: Option<u32>,
    /// The other settings.
    pub tuning: Tuning,
}

/// The names of the rows that fit.
pub(super) fn names<'r, R>(
    rows: &'r [R],
    fits: impl Fn(&R) -> bool,
    name: impl Fn(&'r R) -> &'static str,
) -> Vec<&'static str> {
    rows.iter().filter(|row| fits(row)).map(name).collect()
}

impl Tuning {
    /// The settings made, by the names of flags and of their values.
    #[doc(hidden)]
    pub fn named(&self) -> Vec<(&'static str, &'static str)> {
        let lists = self.lists.iter().map(|list| ("open-list", name_of(OPEN_LISTS, list)));
        let others = [
            ("preferred", self.preferred.as_ref().and_then(|preferred| name_of(PREFERRED, preferred))),
            ("ties", self.newest_first.as_ref().and_then(|ties| name_of(TIES, ties))),
            ("costs", self.costs.as_ref().and_then(|costs| name_of(COSTS, costs))),
        ];
        let order = self.in_random_order.then_some(("successors", Some("random")));
        lists.chain(others).chain(order).filter_map(|(flag, value)| Some((flag, value?))).collect()
    }

    /// Checks whether it makes sense for a search.
    ///
    /// # Errors
    /// A sentence on what does not.
    pub(super) fn check(
        &self,
        row: Option<&SearchRow>,
        heuristics: &[HeuristicRow],
        (weight, threads): (Option<u32>, usize),
    ) -> Result<(), String> {
        if *self == Self::default() {
            return Ok(());
        }
        let Some(row) = row else {
            return Err(
                "open lists, preferred operators, ties, costs and the order of successors are chosen for one search: name \
                 it, such as gbfs"
                    .into(),
            );
        };
        let name = row.name;
        let needs = |wanted: bool, fits: &dyn Fn(&SearchRow) -> bool, what: &str| {
            let others = || names(SEARCHES, fits, |row| row.name).join(", ");
            if wanted && !fits(row) { Err(format!("{name} {what}; {} can", others())) } else { Ok(()) }
        };
        let by_novelty = self.lists.contains(&MoreLists::Novelty);
        needs(!self.lists.is_empty(), &SearchRow::uses_preferred, "cannot take additional open lists")?;
        if by_novelty && threads > 1 {
            return Err("a list by novelty compares all states, so the search runs in one thread".into());
        }
        let preferred = self.preferred.filter(|preferred| *preferred != Preferred::Ignored);
        needs(self.preferred.is_some(), &SearchRow::uses_preferred, "cannot use preferred operators")?;
        if preferred.is_some() && !heuristics.is_empty() && !heuristics.iter().any(|row| row.prefers) {
            let given: Vec<&str> = heuristics.iter().map(|row| &*row.name).collect();
            let others = names(HEURISTICS, |row| row.prefers, |row| &row.name).join(", ");
            return Err(format!("{} prefers no operators; {others} do", given.join(" or ")));
        }
        let has_ties = |row: &SearchRow| row.newest_first.is_some();
        needs(self.newest_first.is_some(), &has_ties, "cannot break ties")?;
        needs(self.costs.is_some(), &|row| row.uses_heuristic, "cannot estimate costs without a heuristic")?;
        // A plan would seem cheaper than it is if estimates used costs other than those of plans.
        let is_free = |row: &SearchRow| !row.proves_by_estimates || row.uses_weight && weight != Some(1);
        let others = self.costs.is_some_and(|costs| costs != CostKind::Real);
        let weight = if row.uses_weight { "with weight 1 " } else { "" };
        let what = format!("{weight}cannot estimate other costs, because its estimates prove plans");
        needs(others, &|row| row.uses_heuristic && is_free(row), &what)
    }
}
