//! Why there is no plan: what is proven, and which changes to the model are likely to be meant.
//!
//! In: a task, and limits. Out: an [`Explanation`] of two kinds of values. A [`Note`] is *proven*: it is said of the
//! model as it is, and the first line is always one. A [`Repair`] is *likely*: if the model is wrong, it gives a plan.
//!
//! Proven: what can be reached without deletes (`reach`); if a goal cannot, the `chain` of what it lacks, to the link
//! that alone would be enough; else what the reachable `states` show. Likely, where there are texts: `candidates` that
//! a slip would explain, in an `order` that is a table, each carried out on the texts, read again and tried by a
//! bounded search (`judge`), and asked for the `signs` of a slip; what breaks an invariant of the model (`invariants`)
//! comes last. A repair is named only if
//! the validator has accepted a plan for it. The first line is the same without texts.

mod candidates;
mod chain;
mod facts;
mod invariants;
mod judge;
mod order;
mod reach;
mod rows;
mod signs;
mod states;
mod trials;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::improve::Ticks;
use banto_base::limits::{Limits, Stop, stack};
use banto_base::source::{SourceText, Span, TextEdit};
use banto_text::task::Task;

pub use states::proof::reason;

use banto_text::task::literal;

use candidates::{Act, Site};
use chain::Chain;
use invariants::Invariants;
use judge::Judge;
use order::Evidence;
use reach::{Cut, Reach};

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

/// A change after which there is a plan. Whether it is meant is a guess.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The change, and what comes of it.
    pub text: String,
    /// The number of steps of the plan that was found.
    pub steps: usize,
    /// The change as edits of the domain (file 0) and the problem (file 1).
    pub edits: Vec<TextEdit>,
    /// An invariant or a goal of the model that it gives up.
    pub gives_up: Option<String>,
    /// Whether all it does is to add a fact to `:init`.
    adds_fact: bool,
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
}

impl Explanation {
    /// Tries changes of the texts, and notes what came of it.
    fn repair(&mut self, evidence: &Evidence<'_, '_>, judge: &mut Judge<'_>) {
        for cure in judge.cures(evidence) {
            let (candidate, steps) = (cure.candidate, cure.steps);
            let plural = if steps == 1 { "" } else { "s" };
            let text = format!("{} there is a plan of {steps} step{plural}", candidate.text);
            let adds_fact = candidate.site == Site::Init && candidate.act == Act::Add;
            let edits = candidate.edits;
            self.repairs.push(Repair { text, steps, edits, gives_up: cure.lost, adds_fact });
        }
        self.stop = self.stop.or(judge.stop);
        if judge.left > 0 && self.repairs.is_empty() {
            let at_least = if judge.has_more { "at least " } else { "" };
            self.left_out.push(format!("{at_least}{} more changes were not tried", judge.left));
        } else if judge.tried > 0 && self.repairs.is_empty() && self.stop.is_none() {
            self.tried = Some(format!("none of the {} changes that were tried gives a plan", judge.tried));
        }
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

/// Explains why there is no plan of a task, if there is none. Changes are proposed to its texts, of the domain and the
/// problem, if there are any.
///
/// ```
/// use banto::limits::Limits;
/// use banto::source::apply;
/// use banto::{task, why};
///
/// let domain = "(define (domain lamp) (:predicates (lit) (plugged))
///     (:action press :precondition (plugged) :effect (lit)))";
/// let problem = "(define (problem dark) (:domain lamp) (:init) (:goal (lit)))";
/// let explanation = why::explain(&task::read(domain, problem)?, Some([domain, problem]), &Limits::none());
/// let root = explanation.root.unwrap();
/// assert_eq!(root.text, "(plugged) is not in :init, and no action adds it: press needs it");
/// let repair = &explanation.repairs[0];
/// assert_eq!(repair.text, "with (plugged) in :init there is a plan of 1 step");
/// assert!(apply(&[domain, problem], &repair.edits).unwrap()[1].contains("(:init (plugged))"));
/// # Ok::<(), task::ReadError>(())
/// ```
pub fn explain(task: &Task, texts: Option<[&str; 2]>, limits: &Limits) -> Explanation {
    with_effort(task, texts, limits, &AT_LENGTH)
}

/// The first line of [`explain`] within some tenths of a second, which needs no text: what is proven.
pub fn first_line(task: &Task, limits: &Limits) -> Option<String> {
    with_effort(task, None, limits, &SOON).root.map(|note| note.text)
}

fn with_effort(task: &Task, texts: Option<[&str; 2]>, limits: &Limits, effort: &Effort) -> Explanation {
    let limits = limits.clone();
    Explanation::guarded(task.nesting, move |explanation| {
        let texts = texts.map(|[domain, problem]| {
            [SourceText::new("domain", domain), SourceText::new("problem", problem)]
        });
        let judge = texts.as_ref().map(|[domain, problem]| Judge::new([domain, problem], &limits, effort));
        match judge.transpose() {
            Ok(judge) => explained(task, judge.flatten(), &limits, effort, explanation),
            Err(stop) => explanation.stopped(Cut::Stop(stop), "anything"),
        }
    })
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
}

/// An explanation that may take some ten seconds; its trials take more where the caller sets a time.
const AT_LENGTH: Effort = Effort {
    rows: 30_000_000,
    states: 200_000,
    edits: 6_000,
    trials: 12_000_000_000,
    more_trials: 2_400_000_000,
    is_message: false,
};

/// A message that may take some tenths of a second.
const SOON: Effort = Effort {
    rows: 3_000_000,
    states: 20_000,
    edits: 2_000,
    trials: 150_000_000,
    more_trials: 50_000_000,
    is_message: true,
};

fn explained(
    task: &Task,
    judge: Option<Judge<'_>>,
    limits: &Limits,
    effort: &Effort,
    explanation: &mut Explanation,
) {
    let chain = Reach::new(task, effort.rows, limits);
    let chain = match chain.and_then(Chain::new) {
        Ok(chain) => chain,
        Err(cut) => return explanation.stopped(cut, "the causes were not followed"),
    };
    let invariants = Invariants::of(task, &chain.changes);
    let mut evidence = Evidence { chain: &chain, scarce: None, idle: Vec::new(), invariants };
    // If some way lacks nothing, or there is none, the goal is not out of reach for want of facts.
    if chain.ways[0].iter().any(|way| way.needs.is_empty()) || chain.ways[0].is_empty() {
        if let Some(shown) = states::explained(&chain, (limits, effort), explanation) {
            (evidence.idle, evidence.scarce) = shown;
            judge.into_iter().for_each(|mut judge| explanation.repair(&evidence, &mut judge));
        }
        return;
    }
    explanation.finding = Finding::Unsolvable;
    if let Err(stop) = limits.check_now() {
        return explanation.stopped(Cut::Stop(stop), "the causes were not followed");
    }
    let (root, more) = chain.root();
    judge.into_iter().for_each(|mut judge| explanation.repair(&evidence, &mut judge));
    if let Some(root) = &root {
        let note = chain.sentence(root);
        // Only a fact is said to be added where it would stand that is likely to be what is missing.
        let is_there =
            note.place.is_none() || explanation.repairs.first().is_none_or(|repair| repair.adds_fact);
        let note = Note { fact: note.fact.filter(|_| is_there), ..note };
        explanation.links = chain.links(root);
        explanation.root = Some(note);
    }
    if explanation.root.is_none() && explanation.stop.is_none() {
        explanation.left_out.push("no single cause was found".to_owned());
    }
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
