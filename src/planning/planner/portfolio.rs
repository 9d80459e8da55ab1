//! The searches that complement each other while a first plan is looked for, or a cheapest one, and the share of each.
//!
//! In: a task and the first search of a request. Out: the searches that take turns, the first one first. A table and
//! what its entries say, no more: how they take turns is in `turns.rs`. docs/search.md says how they were chosen, and
//! what each finds alone.

use super::named;
use super::preset::{Context, Stage, WIDTH};
use super::tuning::Chosen;
use crate::improve::{Ticks, WORK_OF_SUCCESSOR};
use crate::macros::{Advice, Things};
use crate::strips::{CostKind, Task};
use banto_search::{Algorithm, Counts, Share, Work};

/// The work of the shortest turn, unless the request says otherwise: about an eighth of a second.
pub(super) const TURN: Ticks = 375_000_000;

/// A search of a portfolio.
struct Row {
    name: &'static str,
    summary: &'static str,
    algorithm: Algorithm,
    heuristics: &'static [&'static str],
    /// Whether it searches the decoupled task, if the task has been factored.
    decoupled: bool,
    novelty: bool,
    by_width: bool,
    macros: Option<Advice>,
    newest_first: Option<bool>,
    share: Share,
}

/// The first search: what it does is up to the request.
const FIRST_SUMMARY: &str = "lazy-gbfs by its heuristics, by types and by novelty";
const FIRST: Share = Share { share: 16, tries: 0, joins: 0 };

/// One in the plain space. It tries for a moment when the first search has had a second, and then gets its
/// share: most of what it finds, it finds soon.
const PLAIN: Row = Row {
    name: "",
    summary: "",
    algorithm: Algorithm::Gbfs,
    heuristics: &[],
    decoupled: false,
    novelty: false,
    by_width: false,
    macros: None,
    newest_first: None,
    share: Share { share: 6, tries: 8, joins: 8 },
};

/// The searches beside the first one, by name.
const OTHERS: &[Row] = &[
    // Where many states are dead ends, a search that evaluates a state only when its turn comes is misled by siblings
    // that share an estimate. This one sees which of them are dead, and what it can find it finds soon.
    Row {
        name: "dive",
        summary: "gbfs by ff, the latest of equal states first",
        heuristics: &["ff"],
        decoupled: true,
        newest_first: Some(true),
        share: Share { share: 8, tries: 1, joins: 8 },
        ..PLAIN
    },
    Row {
        name: "novelty",
        summary: "gbfs by missing goals and by novelty",
        heuristics: &["goalcount"],
        decoupled: true,
        novelty: true,
        share: Share { share: 16, ..PLAIN.share },
        ..PLAIN
    },
    Row {
        name: "hadd",
        summary: "gbfs by hadd",
        heuristics: &["hadd"],
        share: Share { share: 4, joins: 24, ..PLAIN.share },
        ..PLAIN
    },
    // BFWS(f5) (Lipovetzky and Geffner 2017): states that are novel among those with the same numbers of missing goals
    // and of relevant facts come first, then those with fewer missing goals.
    Row {
        name: "width",
        summary: "best-first width search",
        heuristics: &["goalcount"],
        decoupled: true,
        novelty: true,
        by_width: true,
        share: Share { share: 24, tries: 2, joins: 4 },
        ..PLAIN
    },
    // Where things that are counted, or are told apart, have goals: a step takes one of them as far as it goes, and
    // goals are filled in an order in which no thing has to leave again.
    Row {
        name: "order",
        summary: "feature-space search by macro steps, goals in order",
        heuristics: &["ff"],
        decoupled: true,
        macros: Some(Advice::Order),
        share: Share { share: 48, tries: 1, joins: 2 },
        ..PLAIN
    },
    Row {
        name: "features",
        summary: "feature-space search by macro steps, any feature that gets better",
        heuristics: &["ff"],
        decoupled: true,
        macros: Some(Advice::All),
        share: Share { share: 48, tries: 1, joins: 2 },
        ..PLAIN
    },
];

/// The first search for a cheapest plan, and those beside it. One joins when the first has had half a second, the other
/// when it has had a second, so that what the first proves within a second takes at most half a second longer.
const FIRST_SUMMARY_OPTIMAL: &str = "astar by its heuristics";
const FIRST_OPTIMAL: Share = Share { share: 1, tries: 0, joins: 0 };
const OTHERS_OPTIMAL: &[Row] = &[
    Row {
        name: "symbolic",
        summary: "uniform-cost search over sets of states, from both ends",
        algorithm: Algorithm::Symbolic,
        share: Share { share: 1, tries: 4, joins: 4 },
        ..PLAIN
    },
    Row {
        name: "abstractions",
        summary: "astar by distances in abstractions, which share the costs",
        algorithm: Algorithm::Astar,
        heuristics: &["abstractions"],
        decoupled: true,
        share: Share { share: 1, tries: 8, joins: 8 },
        ..PLAIN
    },
];

/// The searches that may take turns with the first one, by name, with a few words on each.
pub fn companions() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    OTHERS.iter().chain(OTHERS_OPTIMAL).map(|row| (row.name, row.summary))
}

/// The work of one step of decision diagrams, by the measured times of such steps and of estimates by `lmcut`.
const WORK_OF_STEP: Ticks = 500;

impl Row {
    fn stage(&self) -> Stage {
        let Self { algorithm, heuristics, novelty, by_width, macros, newest_first, .. } = *self;
        let kind = if algorithm.row().optimal { CostKind::Real } else { CostKind::Unit };
        let stage = Stage::new(algorithm, named(heuristics), kind);
        Stage { novelty: novelty.then_some(WIDTH), by_width, macros, newest_first, ..stage }
    }
}

/// A search that takes turns with others: what it may have, and what it has had.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// A few words on it, such as `best-first width search`.
    pub summary: &'static str,
    /// The search, as a request can name it; `None` for those that it cannot.
    pub search: Option<Chosen>,
    /// Whether it searches the decoupled task.
    pub decoupled: bool,
    /// Its share of the work.
    pub share: u64,
    /// It has one turn when the first search has had this much work, in counted nanoseconds,
    pub tries: u64,
    /// and its share from when that has had this much.
    pub joins: u64,
    /// Its counts.
    pub counts: Counts,
    /// The work for that, in counted nanoseconds.
    pub work: u64,
    /// Whether the plan, or the proof that there is none, is its own.
    pub answered: bool,
}

/// A search that takes turns, before it is begun.
pub(super) struct Entrant<'a> {
    pub(super) name: &'static str,
    summary: &'static str,
    pub(super) stage: Stage,
    pub(super) context: Context<'a>,
    /// The work of evaluating a state, by what is done for each.
    pub(super) evaluation: Ticks,
    pub(super) share: Share,
    /// Whether its turns are longer while it gets closer to a goal, and shorter while it does not.
    pub(super) hurries: bool,
}

impl Entrant<'_> {
    /// The estimated work of a search: what its heuristics have counted, and what depends on its counts alone.
    pub(super) fn ticks(&self, Work { counts, ticks, .. }: &Work) -> Ticks {
        ticks + counts.evaluated * self.evaluation + counts.generated * WORK_OF_SUCCESSOR
    }

    /// Its row in an answer.
    pub(super) fn member(&self, done: &Work, answered: bool) -> Member {
        let Self { name, summary, share: Share { share, tries, joins }, .. } = *self;
        let [tries, joins] = [tries, joins].map(|turns| turns * TURN);
        let can_be_named = !self.stage.by_width && self.stage.macros.is_none();
        let search = can_be_named.then(|| self.stage.chosen());
        let decoupled = self.context.factoring.is_some();
        let (work, counts) = (self.ticks(done), done.counts);
        Member { name, summary, search, decoupled, share, tries, joins, counts, work, answered }
    }
}

/// The searches, the first one first.
pub(super) fn entrants<'a>(context: Context<'a>, first: &Stage) -> Vec<Entrant<'a>> {
    let Context { task, factoring, .. } = context;
    let entrant = |(name, summary), stage: Stage, decoupled: bool, share| {
        let context = Context { factoring: factoring.filter(|_| decoupled), ..context };
        let (evaluation, hurries) = (work_of_evaluation(task, &stage), !stage.algorithm.row().optimal);
        Entrant { name, summary, stage, context, evaluation, share, hurries }
    };
    let things = factoring.and_then(Things::are_in);
    let (name, summary, share, others) = if first.algorithm.row().optimal {
        (first.algorithm.row().name, FIRST_SUMMARY_OPTIMAL, FIRST_OPTIMAL, OTHERS_OPTIMAL)
    } else {
        ("first", FIRST_SUMMARY, FIRST, OTHERS)
    };
    let rows = others.iter().filter(|row| row.macros.is_none() || things.is_some());
    let others = rows.map(|row| {
        // Where each thing has a goal of its own, less is alike and the other searches find more.
        let is_half = row.macros.is_some() && things == Some(true);
        let share = if is_half { Share { share: row.share.share / 2, ..row.share } } else { row.share };
        entrant((row.name, row.summary), row.stage(), row.decoupled, share)
    });
    std::iter::once(entrant((name, summary), first.clone(), true, share)).chain(others).collect()
}

/// The work of a state besides what heuristics count themselves.
fn work_of_evaluation(task: &Task, stage: &Stage) -> Ticks {
    match stage.algorithm {
        Algorithm::Symbolic => WORK_OF_STEP,
        algorithm if algorithm.row().optimal || stage.macros.is_some() => stage.work(task),
        _ => stage.work_besides_estimates(task),
    }
}
