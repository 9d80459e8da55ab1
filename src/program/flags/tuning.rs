//! The flags that tune one search: its open lists, preferred operators, ties, costs of estimates.
//!
//! In: flags. Out: a [`Tuning`]; and the first search of a run, for `--json`.

use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::{Value, json};

use super::names;
use banto_planning::planner::{COSTS, Chosen, MoreLists, OPEN_LISTS, PREFERRED, TIES, Tuning, name_of};
use banto_planning::strips::CostKind;
use banto_search::Preferred;

pub(crate) const HEADING: &str = "Tuning one search";

/// Settings for the search that `--search` names.
#[derive(Debug, Args)]
pub(crate) struct TuningFlags {
    /// One more open list, which takes turns with those by estimates: types draws a type, then an entry of that type;
    /// novelty takes states with new facts first; may be repeated
    #[arg(long, value_name = "NAME", value_parser = names::OPEN_LIST, value_delimiter = ',', help_heading = HEADING)]
    pub open_list: Vec<MoreLists>,

    /// What preferred operators are used for: none; lists, which take turns with the others; boost, the same with 1000
    /// extra turns at each new lowest estimate
    #[arg(long, value_name = "USE", value_parser = names::USE, help_heading = HEADING)]
    pub preferred: Option<Preferred>,

    /// Which of several equal entries of an open list comes next: the first or the last to arrive
    #[arg(long, value_name = "WHICH", value_parser = names::TIE, help_heading = HEADING)]
    pub ties: Option<bool>,

    /// What an operator costs in estimates: its real cost, one (unit), or its cost plus one
    #[arg(long, value_name = "KIND", value_parser = names::COST, help_heading = HEADING)]
    pub costs: Option<CostKind>,

    /// The order of the successors of a state: fixed, or random by --seed
    #[arg(long, value_name = "ORDER", value_parser = order(), help_heading = HEADING)]
    pub successors: Option<bool>,
}

fn order() -> impl TypedValueParser<Value = bool> {
    names::choice(&[
        ("fixed", false, "That of the ground task, the same in every run"),
        ("random", true, "Another one in every state, by --seed"),
    ])
}

impl TuningFlags {
    /// The settings made.
    pub(crate) fn chosen(&self) -> Tuning {
        let Self { open_list, preferred, ties, costs, successors } = self;
        Tuning {
            lists: open_list.clone(),
            preferred: *preferred,
            newest_first: *ties,
            costs: *costs,
            in_random_order: successors.unwrap_or(false),
        }
    }
}

/// A search with its actual settings, by the names of flags.
pub(crate) fn as_json(chosen: &Chosen) -> Value {
    let Chosen { algorithm, heuristics, weight, tuning } = chosen;
    json!({
        "name": algorithm.row().name,
        "heuristics": heuristics.iter().map(|row| &*row.name).collect::<Vec<_>>(),
        "weight": weight,
        "open_lists": tuning.lists.iter().filter_map(|list| name_of(OPEN_LISTS, list)).collect::<Vec<_>>(),
        "preferred": tuning.preferred.as_ref().and_then(|preferred| name_of(PREFERRED, preferred)),
        "ties": tuning.newest_first.as_ref().and_then(|ties| name_of(TIES, ties)),
        "costs": tuning.costs.as_ref().and_then(|costs| name_of(COSTS, costs)),
        "successors": if tuning.in_random_order { "random" } else { "fixed" },
    })
}
