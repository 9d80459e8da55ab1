//! Why there is no plan: the root, how it follows, and which small change would help.
//!
//! In: a task, and limits. Out: an [`Explanation`], whose first line is the root. Goals that are unreachable even
//! without deletes are followed back to the deepest link that alone would be enough; otherwise the states are
//! enumerated. A change is named only if the validator has accepted a plan for it. What was not explored, for lack of
//! time or memory, is reported as well. An explanation is optional: if something fails in it, what was found before
//! stands.

mod blame;
mod chain;
mod circles;
mod clash;
mod edit;
mod enumeration;
mod kinship;
mod literal;
mod mutations;
mod oddity;
mod prior;
mod problem;
mod proof;
mod rank;
mod reach;
mod repair;
mod rewrites;
mod root;
mod states;
mod ways;
mod words;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::base::limits::{Limits, Stop, stack};
use crate::base::source::Span;
use crate::planning::improve::Ticks;
use crate::text::task::Task;

pub use proof::reason;

use chain::Chain;
use edit::Site;
use rank::{Cure, Hints, SURE};
use reach::{Cut, Reach};
use repair::Trials;
use root::Root;

/// A sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// How many links lead to it.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The text that it is about (0: domain, 1: problem), and where.
    pub place: Option<(usize, Span)>,
    /// The fact of `:init` that it is about, if its place is not known.
    pub fact: Option<String>,
}

impl Note {
    /// A sentence that stands alone.
    fn of(text: String, place: Option<(usize, Span)>) -> Self {
        Self { depth: 0, text, place, fact: None }
    }
}

/// A change after which there is a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The change, and what comes of it.
    pub text: String,
    /// The number of steps of the plan that was found.
    pub steps: usize,
    /// The change as what is written where; empty if that needs more than pieces that are exchanged.
    pub rewrites: Vec<Rewrite>,
}

/// A part of what is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The precondition of the action of this name.
    Precondition(String),
    /// Its effect.
    Effect(String),
    /// Its parameters.
    Parameters(String),
    /// The rules of derived predicates.
    Rules,
    /// The initial state.
    Init,
    /// The goal.
    Goal,
    /// The objects.
    Objects,
}

/// A piece of what is written, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// One piece of PDDL for another, or more of it, or less. The span is one in it, or empty.
    Piece(Part, Option<String>, Option<String>, Span),
    /// Names that are declared with another type.
    Typed(Part, Vec<String>, String),
    /// One more object of a type.
    Object(String),
}

impl Repair {
    fn of(task: &Task, cure: &Cure) -> Self {
        let (change, steps) = (cure.edit.show(task), cure.used.steps);
        let plural = if steps == 1 { "" } else { "s" };
        let text = format!("{change} there is a plan of {steps} step{plural}");
        Self { text, steps, rewrites: cure.edit.rewrites(task) }
    }
}

/// How a task stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// There is a plan of this many steps.
    Solvable(usize),
    /// There is none.
    Unsolvable,
    /// Neither is known.
    #[default]
    Unknown,
}

/// What is known of a task without a plan.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// Whether there is a plan.
    pub finding: Finding,
    /// What it comes from.
    pub root: Option<Note>,
    /// How the goal comes to need it.
    pub links: Vec<Note>,
    /// What the reachable states show.
    pub states: Vec<Note>,
    /// Small changes after which there is a plan.
    pub repairs: Vec<Repair>,
    /// How many more were found.
    pub more_repairs: usize,
    /// What was not explored.
    pub left_out: Vec<String>,
    /// The limit that ended it.
    pub stop: Option<Stop>,
}

impl Explanation {
    /// Notes what came of trying changes.
    fn tried(&mut self, trials: &Trials<'_>) {
        self.stop = self.stop.or(trials.stop);
        if trials.left > 0 && self.repairs.is_empty() {
            let at_least = if trials.has_more { "at least " } else { "" };
            self.left_out.push(format!("{at_least}{} more changes were not tried", trials.left));
        } else if trials.tried > 0 && self.repairs.is_empty() && self.stop.is_none() {
            let tried = trials.tried;
            self.left_out
                .push(format!("changes of more than one fact or literal: none of {tried} single ones helps"));
        }
    }

    /// Names the changes that help.
    fn name(&mut self, cures: &[Cure], task: &Task) {
        // Where one is far ahead, few others are of use.
        let is_clear = cures.get(1).is_some_and(|second| second.doubt > cures[0].doubt + CLEAR);
        let most = if is_clear { FEW_REPAIRS } else { MAX_REPAIRS };
        self.repairs = cures.iter().take(most).map(|one| Repair::of(task, one)).collect();
        self.more_repairs = cures.len().saturating_sub(most);
    }

    /// Names the root, and the changes that mend it.
    fn follow(&mut self, chain: &Chain<'_>, roots: &[Root], trials: &mut Trials<'_>) {
        let mut hints = Hints::default();
        if trials.may_try(chain) {
            match chain.clashes(trials.limits) {
                Ok(clashes) => hints.clashes = clashes,
                Err(stop) => trials.stop = Some(stop),
            }
        }
        let cures = chain.cured(roots, &hints, trials);
        let best = cures.first();
        let proven = best.and_then(|best| best.root).and_then(|at| roots.get(at));
        let chosen = proven.or_else(|| roots.first());
        self.root = chain.first_line(&cures, &hints, roots);
        // Where an object is missing, one change seldom mends all.
        let is_sure = best.is_some_and(|best| {
            matches!(best.edit.site, Site::Objects | Site::Parameter(_)) || best.doubt < SURE
        });
        if let Some(empty) = roots.iter().find_map(|root| chain.empty_type(root)).filter(|_| !is_sure) {
            self.root = Some(empty);
        }
        self.links = chosen.map(|root| chain.links(root)).unwrap_or_default();
        self.name(&cures, trials.task);
    }

    fn stopped(&mut self, cut: Cut, what: &str) {
        match cut {
            Cut::Stop(stop) => {
                self.stop = Some(stop);
                self.left_out.push(format!("{what}: {stop}"));
            }
            Cut::Work => self.left_out.push(format!("{what}: the task is too large")),
        }
    }

    /// What can be said of a task. If something fails on the way, that is noted, and what was found before stands.
    fn guarded(nesting: usize, explain: impl FnOnce(&mut Self) + Send) -> Self {
        let mut explanation = Self::default();
        let within = || {
            stack::deep(nesting, || {
                explain(&mut explanation);
                Ok::<(), Stop>(())
            })
        };
        match catch_unwind(AssertUnwindSafe(within)) {
            Ok(Ok(())) => {}
            Ok(Err(stop)) => explanation.stopped(Cut::Stop(stop), "anything"),
            Err(_) => explanation.left_out.push("the explanation failed, by a fault of banto".to_owned()),
        }
        explanation
    }
}

/// Explains why there is no plan, if there is none.
///
/// ```
/// use banto::limits::Limits;
/// use banto::{task, why};
///
/// let domain = "(define (domain lamp) (:predicates (lit) (plugged))
///     (:action press :precondition (plugged) :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let explanation = why::explain(&task::read(domain, problem)?, &Limits::none());
/// let root = explanation.root.unwrap();
/// assert_eq!(root.text, "(plugged) is not in :init, and no action adds it: press needs it");
/// assert_eq!(explanation.repairs[0].text, "with (plugged) in :init there is a plan of 1 step");
/// # Ok::<(), task::ReadError>(())
/// ```
pub fn explain(task: &Task, limits: &Limits) -> Explanation {
    with_effort(task, limits, &AT_LENGTH)
}

/// The root alone, in one sentence, at once: what is proven. No changes are tried, so [`explain`] may say more.
pub fn root(task: &Task, limits: &Limits) -> Option<String> {
    with_effort(task, limits, &AT_ONCE).root.map(|note| note.text)
}

/// The first line of [`explain`] within some tenths of a second; for a large task, what is proven.
pub fn first_line(task: &Task, limits: &Limits) -> Option<String> {
    with_effort(task, limits, &SOON).root.map(|note| note.text)
}

fn with_effort(task: &Task, limits: &Limits, effort: &Effort) -> Explanation {
    let limits = limits.clone();
    Explanation::guarded(task.nesting, move |explanation| explained(task, &limits, effort, explanation))
}

/// How much an explanation may take.
struct Effort {
    /// The rows that are examined to find what can be reached.
    rows: u64,
    /// The states that are enumerated.
    states: usize,
    /// The changes that are considered, and the rows of a task that is not too large for any.
    edits: usize,
    rows_of_edited: u64,
    /// The work of all trials, and of those after the first that helps.
    trials: Ticks,
    more_trials: Ticks,
    /// Whether it is a message, for which only trials that came to their end count.
    is_brief: bool,
}

/// An explanation that may take some ten seconds; its trials take more where the caller sets a time.
const AT_LENGTH: Effort = Effort {
    rows: 30_000_000,
    states: 200_000,
    edits: 6_000,
    rows_of_edited: u64::MAX,
    trials: 12_000_000_000,
    more_trials: 2_400_000_000,
    is_brief: false,
};

/// A message that may take some tenths of a second.
const SOON: Effort = Effort {
    rows: 3_000_000,
    states: 20_000,
    edits: 2_000,
    rows_of_edited: 100_000,
    trials: 240_000_000,
    more_trials: 240_000_000,
    is_brief: true,
};

/// A message without any trial.
const AT_ONCE: Effort = Effort { trials: 0, ..SOON };

/// At most this many changes that help are named.
const MAX_REPAIRS: usize = 6;

/// As many where the first has so much less doubt than the second.
const FEW_REPAIRS: usize = 3;
const CLEAR: f64 = 1.5;

fn explained(task: &Task, limits: &Limits, effort: &Effort, explanation: &mut Explanation) {
    let reach = match Reach::new(task, effort.rows, limits) {
        Ok(reach) => reach,
        Err(cut) => return explanation.stopped(cut, "what can be reached"),
    };
    let chain = match Chain::new(reach) {
        Ok(chain) => chain,
        Err(cut) => return explanation.stopped(cut, "the causes were not followed"),
    };
    let mut trials = Trials::new(task, limits, effort);
    // If some way lacks nothing, or there is none, the goal is not out of reach for want of facts.
    if chain.ways[0].iter().any(|way| way.needs.is_empty()) || chain.ways[0].is_empty() {
        return states::explained(&chain, trials, explanation);
    }
    explanation.finding = Finding::Unsolvable;
    let (roots, more) = chain.roots();
    if let Err(stop) = limits.check_now() {
        return explanation.stopped(Cut::Stop(stop), "the causes were not followed");
    }
    explanation.follow(&chain, &roots, &mut trials);
    if explanation.root.is_none() {
        explanation.left_out.push("no single cause was found".to_owned());
    }
    explanation.tried(&trials);
    // If a change leads to a plan, there are no further reasons.
    if more > 0 && explanation.repairs.is_empty() {
        explanation.left_out.push(match more {
            1 => "1 more goal cannot be reached, for a reason of its own".to_owned(),
            _ => format!("{more} more goals cannot be reached, for reasons of their own"),
        });
    }
    if chain.cut {
        explanation.left_out.push("not all causes were explored".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::{Explanation, Finding};

    #[test]
    fn what_was_found_before_a_failure_stands() {
        // With the stack of the caller, and with one of its own.
        for nesting in [1, 1_000] {
            let explanation = Explanation::guarded(nesting, |explanation| {
                explanation.finding = Finding::Unsolvable;
                panic!("an expected failure");
            });
            assert_eq!(explanation.finding, Finding::Unsolvable);
            assert_eq!(explanation.left_out, ["the explanation failed, by a fault of banto"]);
        }
    }
}
