//! Names of general planners: a preset or a search, heuristics, and which structure to look for.
//!
//! In: the parts of a name between colons. Out: a request to the planner, or the error in a part.

use std::collections::BTreeSet;

use banto_planning::heuristics::{HeuristicRow, heuristic_named, heuristics};
use banto_planning::planner::{
    COSTS, MoreLists, OPEN_LISTS, PREFERRED, Quality, Reductions, Request, TIES, Tuning, companions,
};
use banto_search::{Algorithm, SEARCHES, search_named};

/// The search of names that give none.
pub(super) const DEFAULT: &str = "default";
/// The default until its first plan, which is not improved.
const FIRST: &str = "first";
/// The search that proves its plans cheapest.
const OPTIMAL: &str = "optimal";
/// Successors in a random order.
const RANDOM: &str = "random";
/// Mutex pairs before the search, as with `plan --h2`.
const MUTEXES: &str = "mutexes";
/// The structure that may be looked for in a task, to search less: none, one kind alone, or all but one.
#[rustfmt::skip]
const REDUCTIONS: [&str; 11] = [
    "plain", "decoupled", "dead-ends", "fold", "symmetry", "stubborn",
    "no-decoupled", "no-dead-ends", "no-fold", "no-symmetry", "no-stubborn",
];

/// A planner and its settings.
#[derive(Clone, Debug, Default)]
pub(super) struct Planning {
    choice: Choice,
    heuristics: Vec<HeuristicRow>,
    reductions: Option<&'static str>,
    weight: Option<u32>,
    /// The searches that are left out where several take turns.
    without: Vec<&'static str>,
    tuning: Tuning,
    has_mutexes: bool,
    pub(super) seed: u64,
    /// Whether the name means the default search.
    says_default: bool,
}

/// The request to the planner: a preset or one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    /// A good plan quickly.
    #[default]
    Good,
    /// The first plan, as it was found.
    First,
    /// A cheapest plan.
    Optimal,
    /// The plan of one search.
    By(Algorithm),
}

impl Choice {
    fn named(name: &str) -> Option<Self> {
        match name {
            DEFAULT => Some(Self::Good),
            FIRST => Some(Self::First),
            OPTIMAL => Some(Self::Optimal),
            _ => search_named(name).map(|row| Self::By(row.algorithm)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Good => DEFAULT,
            Self::First => FIRST,
            Self::Optimal => OPTIMAL,
            Self::By(algorithm) => algorithm.row().name,
        }
    }
}

/// A fault in a name.
pub(super) enum Misfit<'a> {
    /// There is nothing with this name; what kind it should be.
    Unknown(&'static str, &'a str),
    /// The parts do not go together.
    Refused(String),
}

impl Planning {
    /// Reads the parts of a name, in any order.
    pub(super) fn read<'a>(parts: impl Iterator<Item = &'a str>) -> Result<Self, Misfit<'a>> {
        let (mut choice, mut planning, mut is_first) = (None, Self::default(), true);
        let mut set = BTreeSet::new();
        for part in parts {
            let lower = part.to_ascii_lowercase();
            let reductions = REDUCTIONS.iter().find(|name| **name == lower);
            match (Choice::named(&lower), heuristic_named(&lower), reductions) {
                (Some(found), ..) => match choice.replace(found) {
                    None => {}
                    Some(first) => return Err(twice("search", first.name(), part)),
                },
                (_, Some(row), _) => planning.heuristics.push(row),
                _ if lower == RANDOM => planning.tuning.in_random_order = true,
                _ if lower == MUTEXES => planning.has_mutexes = true,
                (.., Some(name)) => match planning.reductions.replace(name) {
                    None => {}
                    Some(first) => return Err(twice("choice of reductions", first, part)),
                },
                _ if planning.set(&lower).is_some() => {
                    let name = lower.split('=').next().unwrap_or_default();
                    // Open lists add up, and what is left out.
                    if !["open-list", "without"].contains(&name) && !set.insert(name.to_owned()) {
                        return Err(Misfit::Refused(format!("{name} is set twice")));
                    }
                }
                _ if is_first => return Err(Misfit::Unknown("search", part)),
                _ => return Err(Misfit::Unknown("heuristic or reduction", part)),
            }
            is_first = false;
        }
        planning.says_default = choice == Some(Choice::Good);
        planning.choice = choice.unwrap_or_default();
        planning.request(1).check().map_err(Misfit::Refused)?;
        Ok(planning)
    }

    /// Reads a setting, as `weight=2` for `--weight 2`; `None` if it is none.
    fn set(&mut self, part: &str) -> Option<()> {
        fn row<T: Copy>(rows: &[(&str, T)], name: &str) -> Option<T> {
            rows.iter().find(|row| row.0 == name).map(|row| row.1)
        }
        let (tuning, (name, value)) = (&mut self.tuning, part.split_once('=')?);
        match name {
            "weight" => self.weight = Some(value.parse().ok().filter(|weight| *weight > 0)?),
            "without" => self.without.push(companions().find(|row| row.0 == value)?.0),
            "open-list" => tuning.lists.push(row(OPEN_LISTS, value)?),
            "preferred" => tuning.preferred = Some(row(PREFERRED, value)?),
            "ties" => tuning.newest_first = Some(row(TIES, value)?),
            "costs" => tuning.costs = Some(row(COSTS, value)?),
            _ => return None,
        }
        Some(())
    }

    /// The parts of the name; empty for the default alone.
    pub(super) fn parts(&self) -> Vec<String> {
        let heuristics = self.heuristics.iter().map(|row| &*row.name);
        let mut others: Vec<String> = heuristics.chain(self.reductions).map(str::to_owned).collect();
        others.extend(self.weight.map(|weight| format!("weight={weight}")));
        others.extend(self.without.iter().map(|name| format!("without={name}")));
        let set = self.tuning.named().into_iter().filter(|one| one.0 != "successors");
        others.extend(set.map(|(name, value)| format!("{name}={value}")));
        let words = [(self.has_mutexes, MUTEXES), (self.tuning.in_random_order, RANDOM)];
        others.extend(words.into_iter().filter(|word| word.0).map(|word| word.1.to_owned()));
        let is_said = self.choice != Choice::Good || (self.says_default && !others.is_empty());
        is_said.then(|| self.choice.name().to_owned()).into_iter().chain(others).collect()
    }

    /// Which of several searches answers first depends on timing, so those of the default take turns in one thread.
    pub(super) fn request(&self, threads: usize) -> Request {
        let threads = if self.takes_turns() { 1 } else { threads };
        let (quality, algorithm) = match self.choice {
            Choice::Good => (Quality::Reduced, None),
            Choice::First => (Quality::First, None),
            Choice::Optimal => (Quality::Optimal, None),
            Choice::By(algorithm) => (Quality::Reduced, Some(algorithm)),
        };
        let reductions = self.reductions.map_or_else(Reductions::default, reductions);
        let heuristics = self.heuristics.clone();
        let (seed, h2, weight, tuning) = (self.seed, self.has_mutexes, self.weight, self.tuning.clone());
        let request = Request { quality, heuristics, seed, threads, tuning, ..Request::default() };
        let without = self.without.clone();
        Request { h2, reductions, algorithm, weight, without, ..request }
    }

    /// Whether a search of it draws: an order of successors, or from a list by types, as the default does.
    pub(super) fn draws(&self) -> bool {
        self.tuning.in_random_order || self.tuning.lists.contains(&MoreLists::Types) || self.takes_turns()
    }

    /// Whether the searches are those of the default.
    const fn takes_turns(&self) -> bool {
        matches!(self.choice, Choice::Good | Choice::First)
    }

    /// The request of `banto plan`: a plan that is improved, if no search is named.
    pub(super) fn request_for_tasks(&self, threads: usize) -> Request {
        let request = self.request(threads);
        if self.choice == Choice::Good { request.quality(Quality::Good) } else { request }
    }

    /// Whether the plans are cheapest, and whether they have the fewest steps, if a run ends by itself.
    pub(super) fn least(&self) -> (bool, bool) {
        match self.choice {
            Choice::Good | Choice::First => (false, false),
            Choice::Optimal => (true, false),
            Choice::By(algorithm) => {
                let admissible = self.heuristics.iter().all(|row| row.claims.admissible);
                (algorithm.row().optimal && admissible, algorithm.row().fewest_steps)
            }
        }
    }
}

/// What a word of [`REDUCTIONS`] leaves on.
fn reductions(word: &str) -> Reductions {
    let (mut chosen, name, is_on) = match word.strip_prefix("no-") {
        Some(name) => (Reductions::default(), name, false),
        None => (Reductions::plain(), word, true),
    };
    match name {
        "decoupled" => chosen.decoupled = is_on,
        "dead-ends" => chosen.dead_ends = is_on,
        "fold" => chosen.fold = is_on,
        "symmetry" => chosen.symmetry = is_on,
        "stubborn" => chosen.stubborn = is_on,
        _ => {}
    }
    chosen
}

fn twice<'a>(what: &str, first: &str, second: &str) -> Misfit<'a> {
    Misfit::Refused(format!("a name has one {what}, and there are two: {first} and {second}"))
}

/// The names of presets and searches.
pub(super) fn searches() -> impl Iterator<Item = (&'static str, &'static str)> {
    let presets = [
        (DEFAULT, "what `banto plan` does without flags: a good plan quickly"),
        (FIRST, "the same until its first plan, which is not improved"),
        (OPTIMAL, "a cheapest plan, and the proof that it is one"),
    ];
    presets.into_iter().chain(SEARCHES.iter().map(|row| (row.name, row.summary)))
}

/// All words that may be part of a name.
pub(super) fn words() -> Vec<String> {
    searches()
        .map(|row| row.0.to_owned())
        .chain(heuristics().into_iter().map(|row| row.name.into_owned()))
        .chain(REDUCTIONS.into_iter().chain([MUTEXES, RANDOM]).map(str::to_owned))
        .collect()
}
