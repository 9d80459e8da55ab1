//! Values that are names from a registry: parsed, listed in help and completions, with suggestions for misspelled ones.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::compare::SolverName;
use crate::compare::solver::{self, LISTED};
use banto_base::source::nearest;
use banto_planning::heuristics::{HeuristicRow, heuristic_named, heuristics};
use banto_planning::planner::{COSTS, MoreLists, OPEN_LISTS, PREFERRED, TIES, companions};
use banto_planning::strips::CostKind;
use banto_search::{Preferred, SEARCHES, SearchRow, search_named};
use banto_sokoban::direct::{SOLVERS, SolverRow, solver_named};
use banto_sokoban::encode::{ENCODINGS, Encoding, encoding_named};

/// A table whose names a flag takes.
#[derive(Clone)]
pub(crate) struct Named<T> {
    /// Each with a line on it, if there is one.
    names: fn() -> Vec<(String, &'static str)>,
    read: fn(&str) -> Result<T, String>,
}

/// The searches of planning.
pub(crate) const SEARCH: Named<&'static SearchRow> = Named {
    names: || SEARCHES.iter().map(|row| (row.name.to_owned(), row.summary)).collect(),
    read: |name| {
        search_named(name).ok_or_else(|| {
            with_heuristics(name)
                .unwrap_or_else(|| unknown("search", name, SEARCHES.iter().map(|row| row.name)))
        })
    },
};

/// Advice on a search with heuristics behind it, as `banto compare` takes them.
fn with_heuristics(name: &str) -> Option<String> {
    let (search, others) = name.split_once(':')?;
    let row = search_named(search)?;
    let mut flags = format!("--search {}", row.name);
    for one in others.split(':') {
        match heuristic_named(one) {
            Some(row) => flags.extend([" --heuristic ", &row.name]),
            None => return Some(unknown("heuristic", one, heuristics().iter().map(|row| &*row.name))),
        }
    }
    Some(format!("heuristics have a flag of their own: banto plan {flags}"))
}

/// The names of a registry, and the row of each.
macro_rules! registry {
    ($kind:literal, $rows:expr, $find:expr, $about:ident) => {
        Named {
            names: || $rows.iter().map(|row| (row.name.to_string(), row.$about)).collect(),
            read: |name| $find(name).ok_or_else(|| unknown($kind, name, $rows.iter().map(|row| &*row.name))),
        }
    };
}

/// The names of a short list of pairs, and the value of each.
macro_rules! pairs {
    ($kind:literal, $rows:expr) => {
        Named {
            names: || $rows.iter().map(|row| (row.0.to_owned(), "")).collect(),
            read: |name| {
                let row = $rows.iter().find(|row| row.0.eq_ignore_ascii_case(name));
                row.map(|row| row.1).ok_or_else(|| unknown($kind, name, $rows.iter().map(|row| row.0)))
            },
        }
    };
}

/// How one search is tuned.
pub(crate) const OPEN_LIST: Named<MoreLists> = pairs!("open list", OPEN_LISTS);
pub(crate) const USE: Named<Preferred> = pairs!("use of preferred operators called", PREFERRED);
pub(crate) const TIE: Named<bool> = pairs!("way to break ties called", TIES);
pub(crate) const COST: Named<CostKind> = pairs!("kind of costs called", COSTS);

/// The searches that take turns with the first one.
pub(crate) const COMPANION: Named<&'static str> = Named {
    names: || companions().map(|(name, summary)| (name.to_owned(), summary)).collect(),
    read: |name| {
        let names = companions().map(|row| row.0);
        let found = names.clone().find(|row| row.eq_ignore_ascii_case(name));
        found.ok_or_else(|| unknown("search in turns called", name, names))
    },
};

/// The heuristics of planning.
pub(crate) const HEURISTIC: Named<HeuristicRow> =
    registry!("heuristic", heuristics(), heuristic_named, summary);

/// The encodings of a level in PDDL.
pub(crate) const ENCODING: Named<Encoding> = registry!("encoding", ENCODINGS, encoding_named, about);

/// The solvers of levels, of both kinds.
pub(crate) const SOLVER: Named<SolverName> =
    Named { names: || solver::all().collect(), read: |name| SolverName::read(name.trim()) };

/// The solvers of levels and of tasks: a name means the kind that fits the files.
pub(crate) const ANY_SOLVER: Named<String> = Named {
    names: || {
        let mut names: Vec<_> = solver::all().collect();
        let is_new = |row: &(&str, &str)| !names.iter().any(|(known, _)| known == row.0);
        let tasks: Vec<_> =
            solver::searches().filter(is_new).map(|(name, about)| (name.to_owned(), about)).collect();
        names.extend(tasks);
        names
    },
    read: |name| {
        let known = |_| name.trim().to_owned();
        SolverName::read(name.trim()).map(known).or_else(|wrong| {
            SolverName::for_tasks(name.trim()).map(known).map_err(|other| {
                // A message with a near name, or with a reason, says most.
                let is_of_levels = name.trim().starts_with("strips:");
                let is_of_tasks = name.contains(':') && !is_of_levels;
                let is_unlike =
                    |words: &str| words.starts_with("there is no") && !words.contains("did you mean");
                let is_far = is_unlike(&other) && !is_of_tasks;
                match is_far && is_unlike(&wrong) && !is_of_levels {
                    true => {
                        format!("there is no solver {name}; there are direct, gbfs:ff and others: {LISTED}")
                    }
                    _ if wrong.contains("did you mean") || is_far => wrong,
                    _ => other,
                }
            })
        })
    },
};

/// The solvers of levels that are fast enough for hints.
pub(crate) const DIRECT_SOLVER: Named<&'static SolverRow> =
    registry!("solver", SOLVERS, solver_named, summary);

/// The values of a short list, which help shows in full: the name of each, what it stands for, and a description.
pub(crate) fn choice<T: Clone + Send + Sync + 'static>(
    rows: &'static [(&'static str, T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    let names = rows.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
    PossibleValuesParser::new(names).try_map(move |name| {
        let row = rows.iter().find(|row| row.0.eq_ignore_ascii_case(&name));
        row.map(|row| row.1.clone()).ok_or("there is no such name")
    })
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let name = value.to_string_lossy();
        let is_blank = name.trim().is_empty();
        (self.read)(if is_blank { "" } else { &name }).map_err(|message| {
            // The names that are listed are those of a wrong name.
            let message = match message.split_once("there are ") {
                Some((_, names)) if is_blank => format!("a name is expected; there are {names}"),
                _ => message,
            };
            let flag = arg.map(|arg| format!(" for '{arg}'")).unwrap_or_default();
            let message = format!("invalid value '{name}'{flag}: {message}\n");
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(|(name, about)| {
            let value = PossibleValue::new(name);
            if about.is_empty() { value } else { value.help(about) }
        })))
    }
}

/// The message about a name that is not in a table.
pub(crate) fn unknown<'a>(kind: &str, name: &str, names: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, names.clone()) {
        Some(near) => format!("there is no {kind} {name}; did you mean {near}?"),
        None => {
            let names: Vec<&str> = names.collect();
            format!("there is no {kind} {name}; there are {}", names.join(", "))
        }
    }
}
