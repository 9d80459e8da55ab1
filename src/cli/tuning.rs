//! The flags that tune one search: its open lists, preferred operators, ties, costs of estimates.
//!
//! In: flags. Out: a [`Tuning`]; and the first search of a run, for `--json`.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::planner::{Chosen, MoreLists, Preferred, Tuning};
use crate::strips::CostKind;

const HEADING: &str = "Tuning one search";

/// What is chosen for the search that `--search` names.
#[derive(Debug, Args)]
pub(super) struct TuningFlags {
    /// One more open list, which takes turns with those by estimates; may be repeated
    #[arg(long, value_enum, value_name = "NAME", value_delimiter = ',', help_heading = HEADING)]
    pub open_list: Vec<List>,

    /// What preferred operators are used for
    #[arg(long, value_enum, value_name = "USE", help_heading = HEADING)]
    pub preferred: Option<Use>,

    /// Which of equal entries of an open list is taken
    #[arg(long, value_enum, value_name = "WHICH", help_heading = HEADING)]
    pub ties: Option<Ties>,

    /// What an operator counts in estimates
    #[arg(long, value_enum, value_name = "KIND", help_heading = HEADING)]
    pub costs: Option<Costs>,
}

/// A value of a flag by its name, and what it stands for.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident for $target:ty { $($(#[$what:meta])* $value:ident => $means:expr,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, ValueEnum)]
        pub(super) enum $name {
            $($(#[$what])* $value,)*
        }

        impl $name {
            const fn means(self) -> $target {
                match self {
                    $(Self::$value => $means,)*
                }
            }

            /// The name of a value.
            fn name(wanted: $target) -> Option<String> {
                let mut all = Self::value_variants().iter();
                let value = all.find(|value| value.means() == wanted)?.to_possible_value()?;
                Some(value.get_name().to_owned())
            }
        }
    };
}

choice! {
    /// `--open-list`.
    List for MoreLists {
        /// Draws a type, then an entry of it: entries of equal cost and estimates share a type
        Types => MoreLists::Types,
        /// States with a new fact first, then those with a new pair of facts
        Novelty => MoreLists::Novelty,
    }
}

choice! {
    /// `--preferred`.
    Use for Preferred {
        /// Nothing
        None => Preferred::Ignored,
        /// Open lists of their own, which take turns with the others
        Lists => Preferred::Lists,
        /// The same, with 1000 turns more at each new lowest estimate: the default of gbfs and lazy searches
        Boost => Preferred::Boosted,
        /// They are tried alone where there are some: the default of ehc
        Only => Preferred::Alone,
    }
}

choice! {
    /// `--ties`.
    Ties for bool {
        /// The one that came first: the default of most searches
        First => false,
        /// The one that came last: the default of astar and wastar, which take the lowest estimate before
        Last => true,
    }
}

choice! {
    /// `--costs`.
    Costs for CostKind {
        /// What the task says: the default of searches that are optimal or have a weight
        Real => CostKind::Real,
        /// One: the default of the others
        Unit => CostKind::Unit,
        /// One more than the task says
        PlusOne => CostKind::PlusOne,
    }
}

impl TuningFlags {
    /// What was chosen.
    pub(super) fn chosen(&self) -> Tuning {
        Tuning {
            lists: self.open_list.iter().map(|list| list.means()).collect(),
            preferred: self.preferred.map(Use::means),
            newest_first: self.ties.map(Ties::means),
            costs: self.costs.map(Costs::means),
        }
    }
}

/// A search as it was run, by the names of flags.
pub(super) fn as_json(chosen: &Chosen) -> Value {
    let Chosen { algorithm, heuristics, weight, tuning } = chosen;
    json!({
        "name": algorithm.row().name,
        "heuristics": heuristics.iter().map(|row| row.name).collect::<Vec<_>>(),
        "weight": weight,
        "open_lists": tuning.lists.iter().filter_map(|list| List::name(*list)).collect::<Vec<_>>(),
        "preferred": tuning.preferred.and_then(Use::name),
        "ties": tuning.newest_first.and_then(Ties::name),
        "costs": tuning.costs.and_then(Costs::name),
    })
}
