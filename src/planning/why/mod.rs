//! Why there is no plan: what is proven, and which changes to the model are likely to be meant.
//!
//! In: a task, and limits. Out: an [`Explanation`] of two kinds of values. A [`Note`] is *proven*: it is said of the
//! model as it is, and the first line is always one. A [`Repair`] is *likely*: if the model is wrong, it gives a plan.
//!
//! Proven: what can be reached without deletes (`reach`); if a goal cannot, the `chain` of what it lacks, to the link
//! that alone would be enough; else what the reachable `states` show. Likely: the `changes` that a slip would explain,
//! weighed by what was learned, each an `edit`, tried by bounded searches (`trials`); what breaks an invariant of the
//! model (`invariants`) comes last. A repair is named only if the validator has accepted a plan for it. A guess is
//! marked as one, and comes after what is proven.

mod chain;
mod changes;
mod edit;
mod facts;
mod invariants;
mod parts;
mod reach;
mod rows;
mod states;
mod trials;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::improve::Ticks;
use banto_base::limits::{Limits, Stop, stack};
use banto_base::source::Span;
use banto_text::task::Task;

pub use states::proof::reason;

use banto_text::task::literal;

use chain::Chain;
use changes::agreement::{agreed, is_missing};
use changes::features::Scene;
use changes::score::{Cure, cures};
use edit::Edit;
use reach::{Cut, Reach};
use trials::Trials;

/// A sentence that is proven, with its place.
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

/// A change, or two, after which there is a plan. Whether it is meant is a guess.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Repair {
    /// The change, and what comes of it.
    pub text: String,
    /// The number of steps of the plan that was found.
    pub steps: usize,
    /// The change as what is written where; empty if that needs more than pieces that are exchanged.
    pub rewrites: Vec<Rewrite>,
    /// How likely it is among those that were found, from 0 to 1.
    pub likelihood: f64,
    /// An invariant or a goal of the model that it gives up.
    pub gives_up: Option<String>,
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

/// How a task stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finding {
    /// There is a plan of this many steps.
    Solvable(usize),
    /// There is none.
    Unsolvable,
    /// Neither is known.
    #[default]
    Unknown,
}

/// The explanation why a task has no plan.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Explanation {
    /// Whether there is a plan.
    pub finding: Finding,
    /// The cause.
    pub root: Option<Note>,
    /// How the goal comes to need it.
    pub links: Vec<Note>,
    /// Proofs from the reachable states.
    pub states: Vec<Note>,
    /// Small changes after which there is a plan, the likeliest first.
    pub repairs: Vec<Repair>,
    /// What trying changes has shown, if none helps.
    pub tried: Option<String>,
    /// Parts that were left out, and why.
    pub left_out: Vec<String>,
    /// The limit that ended it.
    pub stop: Option<Stop>,
    weighed: Vec<Weighed>,
}

impl Explanation {
    /// Notes what came of trying changes.
    fn tried(&mut self, trials: &Trials<'_>) {
        self.stop = self.stop.or(trials.stop);
        let kind = if trials.has_paired { "pairs of changes" } else { "changes" };
        if trials.left > 0 && self.repairs.is_empty() {
            let at_least = if trials.has_more { "at least " } else { "" };
            self.left_out.push(format!("{at_least}{} more {kind} were not tried", trials.left));
        } else if trials.tried > 0 && self.repairs.is_empty() && self.stop.is_none() {
            self.tried = Some(format!("none of the {} {kind} that were tried gives a plan", trials.tried));
        }
    }

    /// Names the changes that help.
    fn name(&mut self, cures: &[Cure], task: &Task) {
        let all: f64 = cures.iter().map(|one| one.score.exp()).sum();
        let repair = |Cure { edits, used, score, lost, .. }: &Cure| {
            let changes: Vec<String> = edits.iter().map(|edit: &Edit| edit.show(task)).collect();
            let plural = if used.steps == 1 { "" } else { "s" };
            let text = format!("{} there is a plan of {} step{plural}", changes.join(", and "), used.steps);
            let rewrites: Vec<Vec<Rewrite>> = edits.iter().map(|edit| edit.rewrites(task)).collect();
            let is_whole = rewrites.iter().all(|one| !one.is_empty());
            let rewrites = if is_whole { rewrites.concat() } else { Vec::new() };
            let likelihood = score.exp() / all;
            Repair { text, steps: used.steps, rewrites, likelihood, gives_up: lost.clone() }
        };
        let weighed = |cure: &Cure| Weighed {
            text: repair(cure).text,
            features: cure.features.clone(),
            gives_up: cure.lost.clone(),
        };
        self.weighed = cures.iter().map(weighed).collect();
        self.repairs = cures.iter().map(repair).collect();
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

    /// Runs `explain`. If something fails on the way, that is noted, and what was found before stands.
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
/// let texts: Vec<_> = explanation.repairs.iter().map(|repair| &repair.text[..]).collect();
/// assert!(texts.contains(&"with (plugged) in :init there is a plan of 1 step"));
/// # Ok::<(), task::ReadError>(())
/// ```
pub fn explain(task: &Task, limits: &Limits) -> Explanation {
    with_effort(task, limits, &AT_LENGTH)
}

/// The first line of [`explain`] within some tenths of a second: what is proven.
pub fn first_line(task: &Task, limits: &Limits) -> Option<String> {
    with_effort(task, limits, &SOON).root.map(|note| note.text)
}

fn with_effort(task: &Task, limits: &Limits, effort: &Effort) -> Explanation {
    let limits = limits.clone();
    Explanation::guarded(task.nesting, move |explanation| explained(task, &limits, effort, explanation))
}

/// A change that helps, as the program sees it that learns the weights: in words, and its features.
#[derive(Clone, Debug)]
pub struct Weighed {
    /// The change, and what comes of it.
    pub text: String,
    /// Its features, each with its name.
    pub features: Vec<(&'static str, f64)>,
    /// An invariant or a goal that it gives up.
    pub gives_up: Option<String>,
}

/// How a task stands, and all changes that help, however unlikely, if there is no plan. For learning weights.
///
/// ```
/// use banto::{limits::Limits, task, why};
///
/// let domain = "(define (domain lamp) (:predicates (lit) (plugged))
///     (:action press :precondition (plugged) :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let (finding, weighed) = why::weighed(&task::read(domain, problem).unwrap(), &Limits::none());
/// assert_eq!(finding, why::Finding::Unsolvable);
/// assert!(weighed.iter().any(|one| one.text.starts_with("with (plugged) in :init")));
/// ```
pub fn weighed(task: &Task, limits: &Limits) -> (Finding, Vec<Weighed>) {
    let explanation = with_effort(task, limits, &IN_FULL);
    (explanation.finding, explanation.weighed)
}

/// How much an explanation may take.
struct Effort {
    /// The rows that are examined to find what can be reached.
    rows: u64,
    /// The states that are enumerated.
    states: usize,
    /// The changes that are considered.
    edits: usize,
    /// The work of all trials, and of those after the first that helps.
    trials: Ticks,
    more_trials: Ticks,
    /// Whether only the first line is wanted.
    is_message: bool,
    /// Whether all changes are tried, however unlikely.
    is_thorough: bool,
}

/// An explanation that may take some ten seconds; its trials take more where the caller sets a time.
const AT_LENGTH: Effort = Effort {
    rows: 30_000_000,
    states: 200_000,
    edits: 6_000,
    trials: 12_000_000_000,
    more_trials: 2_400_000_000,
    is_message: false,
    is_thorough: false,
};

/// Changes are tried for a message if the task has no more effects times facts than this, and no more rows to examine.
const SMALL: usize = 3_000;
const FEW_ROWS: u64 = 10_000;

/// A message that may take some tenths of a second.
const SOON: Effort = Effort {
    rows: 3_000_000,
    states: 20_000,
    edits: 2_000,
    trials: 150_000_000,
    more_trials: 50_000_000,
    is_message: true,
    is_thorough: false,
};

/// All changes, each tried.
const IN_FULL: Effort =
    Effort { states: 10_000, edits: 2_000, trials: 300_000_000, is_thorough: true, ..AT_LENGTH };

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
    if let Err(stop) = limits.check_now() {
        return explanation.stopped(Cut::Stop(stop), "the causes were not followed");
    }
    let (roots, more) = chain.roots();
    let scene = Scene::new(&chain, Vec::new(), None);
    // The work of judging changes grows with both.
    let is_small = chain.changes.len() * task.init.len() <= SMALL && chain.reach.examined() <= FEW_ROWS;
    let is_tried = is_small || !effort.is_message;
    let cures = if is_tried { cures(&scene, &mut trials) } else { Vec::new() };
    explanation.name(&cures, task);
    match trials::unvalued(task, limits) {
        Ok(unvalued) => explanation.root = unvalued,
        Err(stop) => return explanation.stopped(Cut::Stop(stop), "the causes were not followed"),
    }
    if let Some(root) = agreed(&chain, &roots, &cures) {
        let note = chain.sentence(root);
        // Only a fact is said to be added where it would stand that is likely to be what is missing.
        let is_there = note.place.is_none() || is_missing(&chain, root, &cures);
        let note = Note { fact: note.fact.filter(|_| is_there), ..note };
        explanation.links = chain.links(root);
        explanation.root.get_or_insert(note);
    }
    if explanation.root.is_none() && trials.stop.is_none() {
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
