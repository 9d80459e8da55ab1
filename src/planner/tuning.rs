//! How one search is tuned: open lists, preferred operators, ties, costs of estimates.
//!
//! In: a search of the caller's choice and a [`Tuning`]. Out: whether they go together; and [`Chosen`], which says of
//! any request how its first search is run. What is not set stays as the search has it.

use crate::heuristics::{HEURISTICS, HeuristicRow};
use crate::search::{Algorithm, SEARCHES, SearchRow};
use crate::strips::CostKind;

/// An open list that takes turns with those by estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoreLists {
    /// Draws a type, then an entry of it; entries of equal cost and estimates share a type.
    Types,
    /// States with a new fact first, then those with a new pair of facts.
    Novelty,
}

/// What preferred operators are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preferred {
    /// Nothing.
    Ignored,
    /// They have open lists of their own, which take turns with the others.
    Lists,
    /// The same, and these lists have many turns more whenever an estimate is lower than all before.
    Boosted,
    /// No other operator is tried where there are some.
    Alone,
}

/// Open lists by name.
pub const OPEN_LISTS: &[(&str, MoreLists)] = &[("types", MoreLists::Types), ("novelty", MoreLists::Novelty)];
/// Uses of preferred operators by name.
pub const PREFERRED: &[(&str, Preferred)] = &[
    ("none", Preferred::Ignored),
    ("lists", Preferred::Lists),
    ("boost", Preferred::Boosted),
    ("only", Preferred::Alone),
];
/// Ways to break ties by name: whether the last of equal entries is taken.
pub const TIES: &[(&str, bool)] = &[("first", false), ("last", true)];
/// What an operator counts in estimates, by name.
pub const COSTS: &[(&str, CostKind)] =
    &[("real", CostKind::Real), ("unit", CostKind::Unit), ("plus-one", CostKind::PlusOne)];

/// What is said of a search besides its name. `None` leaves it as the search has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// Open lists besides those by estimates.
    pub lists: Vec<MoreLists>,
    /// What preferred operators are used for.
    pub preferred: Option<Preferred>,
    /// Whether of equal entries of an open list the one that came last leaves first.
    pub newest_first: Option<bool>,
    /// What an operator counts in estimates.
    pub costs: Option<CostKind>,
}

/// The first search of a request. What does not apply to it is not set.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The search.
    pub algorithm: Algorithm,
    /// Its heuristics.
    pub heuristics: Vec<&'static HeuristicRow>,
    /// How many times an estimate counts.
    pub weight: Option<u32>,
    /// All else.
    pub tuning: Tuning,
}

/// The names of the rows that fit, for a sentence.
fn names<'r, R>(rows: &'r [R], fits: impl Fn(&R) -> bool, name: impl Fn(&'r R) -> &'static str) -> String {
    rows.iter().filter(|row| fits(row)).map(name).collect::<Vec<_>>().join(", ")
}

fn searches(fits: impl Fn(&SearchRow) -> bool) -> String {
    names(SEARCHES, fits, |row| row.name)
}

/// What the row of a search does with preferred operators by itself.
pub(super) fn usual(row: &SearchRow) -> Preferred {
    match row.algorithm {
        Algorithm::Ehc => Preferred::Alone,
        _ if row.uses_preferred => Preferred::Boosted,
        _ => Preferred::Ignored,
    }
}

fn takes_types(row: &SearchRow) -> bool {
    usual(row) == Preferred::Boosted
}

fn takes_novelty(row: &SearchRow) -> bool {
    takes_types(row) && row.algorithm != Algorithm::Anytime
}

/// Whether the search would claim too much of its plan if estimates counted other costs than plans do.
fn needs_real_costs(row: &SearchRow, weight: Option<u32>) -> bool {
    let is_proven_by_estimates = row.optimal && row.algorithm != Algorithm::Anytime;
    is_proven_by_estimates || (row.algorithm == Algorithm::Wastar && weight == Some(1))
}

impl Tuning {
    /// Whether it has a meaning for a search.
    ///
    /// # Errors
    /// What has none, in words.
    pub(super) fn check(
        &self,
        row: Option<&SearchRow>,
        heuristics: &[&'static HeuristicRow],
        (weight, threads): (Option<u32>, usize),
    ) -> Result<(), String> {
        if *self == Self::default() {
            return Ok(());
        }
        let Some(row) = row else {
            return Err(
                "open lists, preferred operators, ties and costs are chosen for one search: name it".into()
            );
        };
        let name = row.name;
        if !self.lists.is_empty() && !takes_types(row) {
            return Err(format!("{name} takes no more open lists; {} do", searches(takes_types)));
        }
        if self.lists.contains(&MoreLists::Novelty) {
            if !takes_novelty(row) {
                return Err(format!("{name} takes no list by novelty; {} do", searches(takes_novelty)));
            }
            if threads > 1 {
                return Err("a list by novelty compares all states, so the search runs in one thread".into());
            }
        }
        if let Some(preferred) = self.preferred {
            if !row.uses_preferred {
                let others = searches(|row| row.uses_preferred);
                return Err(format!("{name} does not look at preferred operators; {others} do"));
            }
            let is_alone = preferred == Preferred::Alone;
            if is_alone && usual(row) != Preferred::Alone {
                return Err(format!("{name} leaves no operator out; ehc tries preferred operators alone"));
            }
            if !is_alone && preferred != Preferred::Ignored && usual(row) == Preferred::Alone {
                return Err(format!(
                    "{name} has no open lists: it tries preferred operators alone, or ignores them"
                ));
            }
            let knows = heuristics.is_empty() || heuristics.iter().any(|row| row.prefers);
            if preferred != Preferred::Ignored && !knows {
                let given: Vec<&str> = heuristics.iter().map(|row| row.name).collect();
                let others = names(HEURISTICS, |row| row.prefers, |row| row.name);
                return Err(format!("{} prefers no operators; {others} do", given.join(" or ")));
            }
        }
        if self.newest_first.is_some() && row.newest_first.is_none() {
            let others = searches(|row| row.newest_first.is_some());
            return Err(format!("{name} has no list in which entries tie; {others} have"));
        }
        match self.costs {
            Some(_) if !row.uses_heuristic => {
                Err(format!("{name} asks no heuristic, so nothing is estimated"))
            }
            Some(CostKind::Unit | CostKind::PlusOne) if needs_real_costs(row, weight) => {
                let others = searches(|row| row.uses_heuristic && !needs_real_costs(row, None));
                let weight = if row.uses_weight { " with weight 1" } else { "" };
                Err(format!(
                    "{name}{weight} proves plans to be cheapest by estimates of their costs; {others} take other costs"
                ))
            }
            _ => Ok(()),
        }
    }
}
