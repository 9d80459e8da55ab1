//! Why there is no plan: the root, how it follows, and which small change would help.
//!
//! In: a task, and limits. Out: an [`Explanation`], whose first line is the root. Goals that are unreachable even
//! without deletes are followed back to the deepest link that alone would be enough; for others the states are looked
//! at. A change is named only if the validator has accepted a plan for it. What was not looked at, for lack of time or
//! memory, is reported too.

mod chain;
mod circles;
mod clash;
mod cures;
mod literal;
mod lost;
mod missing;
mod near;
mod reach;
mod repair;
mod root;
mod states;
mod suspects;
mod ways;
mod words;

use crate::improve::Work;
use crate::limits::{Limits, Stop, stack};
use crate::source::Span;
use crate::task::Task;

use chain::Chain;
use reach::{Cut, Reach};
use repair::{Edit, Trials};

/// A sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How far it is from the first of its list.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The text that it speaks of (0: domain, 1: problem), and where.
    pub place: Option<(usize, Span)>,
}

impl Note {
    /// A sentence that stands alone.
    fn of(text: String, place: Option<(usize, Span)>) -> Self {
        Self { depth: 0, text, place }
    }
}

/// A change after which there is a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The change, and what comes of it.
    pub text: String,
    /// The number of steps of the plan that was found.
    pub steps: usize,
}

impl Repair {
    fn of(task: &Task, (edit, steps): &(Edit, usize)) -> Self {
        Self { text: edit.show(task, *steps), steps: *steps }
    }
}

/// How a task stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Finding {
    /// There is a plan of so many steps.
    Solvable(usize),
    /// There is none.
    Unsolvable,
    /// Neither is known.
    #[default]
    Unknown,
}

/// What is known of a task without a plan.
#[derive(Clone, Debug, Default)]
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
    /// What was not looked at.
    pub left_out: Vec<String>,
    /// The limit that ended it.
    pub stop: Option<Stop>,
}

impl Explanation {
    /// Notes what came of trying changes.
    fn tried(&mut self, trials: &Trials<'_>, at_length: bool) {
        self.stop = self.stop.or(trials.stop);
        if trials.left > 0 && at_length {
            self.left_out.push(format!("{} more changes were not tried", trials.left));
        }
    }

    fn stopped(mut self, cut: Cut, what: &str) -> Self {
        match cut {
            Cut::Stop(stop) => {
                self.stop = Some(stop);
                self.left_out.push(format!("{what}: {stop}"));
            }
            Cut::Work => self.left_out.push(format!("{what}: the task is too large")),
        }
        self
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
    let limits = limits.clone();
    stack::deep(task.nesting, move || Ok(explained(task, &limits, true))).unwrap_or_else(stopped)
}

/// The root alone, in one sentence: what [`explain`] begins with, for messages.
pub fn root(task: &Task, limits: &Limits) -> Option<String> {
    let limits = limits.clone();
    let explanation = stack::deep(task.nesting, move || Ok(explained(task, &limits, false)));
    explanation.unwrap_or_else(stopped).root.map(|note| note.text)
}

/// How many rows may be looked at: explanations have to come soon, and a message at once.
const WORK: u64 = 30_000_000;
const BRIEF_WORK: u64 = 3_000_000;

/// How many changes of one kind are tried.
const TRIALS: usize = 120;
const BRIEF_TRIALS: usize = 12;

/// The work of all changes that are tried: about ten seconds; more where the caller sets a time. For a message, less.
const TRIAL_WORK: Work = 12_000_000_000;
const BRIEF_TRIAL_WORK: Work = 1_000_000_000;

/// More changes that help are not named.
const MAX_REPAIRS: usize = 3;

fn stopped(stop: Stop) -> Explanation {
    Explanation::default().stopped(Cut::Stop(stop), "anything")
}

fn explained(task: &Task, limits: &Limits, at_length: bool) -> Explanation {
    let mut explanation = Explanation::default();
    let reach = match Reach::new(task, if at_length { WORK } else { BRIEF_WORK }, limits) {
        Ok(reach) => reach,
        Err(cut) => return explanation.stopped(cut, "what can be reached"),
    };
    let chain = match Chain::new(reach) {
        Ok(chain) => chain,
        Err(cut) => return explanation.stopped(cut, "the causes were not followed"),
    };
    let (most, work) = match (at_length, limits.time()) {
        (true, Some(_)) => (TRIALS, Work::MAX),
        (true, None) => (TRIALS, TRIAL_WORK),
        (false, _) => (BRIEF_TRIALS, BRIEF_TRIAL_WORK),
    };
    let mut trials = Trials { task, limits, most, work, left: 0, stop: None };
    // With a way that lacks nothing, or without any, the goal is not out of reach for want of facts.
    if chain.ways[0].iter().any(|way| way.needs.is_empty()) || chain.ways[0].is_empty() {
        return states::explained(&chain, trials, at_length);
    }
    explanation.finding = Finding::Unsolvable;
    let (roots, more) = chain.roots();
    if let Err(stop) = limits.check_now() {
        return explanation.stopped(Cut::Stop(stop), "the causes were not followed");
    }
    let turned = trials.that_help(vec![chain.turned_conditions()], 1).into_iter().next();
    let Some(first) = roots.first() else {
        explanation.root = turned.as_ref().and_then(|found| chain.blamed(&found.0));
        if let Some(found) = turned {
            explanation.repairs = vec![Repair::of(task, &found)];
            return explanation;
        }
        explanation.left_out.push("no single cause was found".to_owned());
        return explanation;
    };
    let (mut chosen, mut is_fact, mut blamed) = (first, false, None);
    let alike: Vec<_> = roots.iter().filter(|root| root.kind == first.kind).take(4).collect();
    if at_length || alike.len() > 1 {
        for root in &alike {
            if trials.stop.is_some() || limits.check_now().is_err() {
                break;
            }
            // Of an effect that is asked for, either the effect or the condition may be wrong; in a circle, a
            // first fact or an effect is missing.
            let enough =
                1 + usize::from(matches!(root.kind, root::Kind::AddsWhatItNeeds | root::Kind::Circle));
            let helpful = trials.that_help(chain.cures(root), enough);
            if !helpful.is_empty() {
                chosen = root;
                let condition = helpful.first().filter(|(edit, _)| matches!(edit, Edit::NoCondition(..)));
                blamed = condition.and_then(|(edit, _)| chain.blamed(edit));
                is_fact = helpful.iter().any(|(edit, _)| matches!(edit, Edit::Fact(..)));
                explanation.repairs = helpful.iter().map(|one| Repair::of(task, one)).collect();
                break;
            }
        }
    }
    explanation.links = chain.links(chosen);
    // Where a condition is all that is wrong, no fact is missing.
    let asked = blamed.filter(|_| chosen.kind == root::Kind::NotInInit);
    explanation.root = asked.or_else(|| Some(chain.sentence(chosen)));
    if let Some(found) = turned {
        explanation.root = chain.blamed(&found.0);
        explanation.repairs = vec![Repair::of(task, &found)];
    } else if matches!(chosen.kind, root::Kind::Circle | root::Kind::CutOff) {
        let empty = chain.empty_type(chosen);
        let back = if chosen.kind == root::Kind::Circle { chain.taken_back(chosen) } else { Vec::new() };
        if let Some(found) = trials.that_help(vec![back], 1).first() {
            explanation.root = chain.blamed(&found.0).or(explanation.root);
            let repair = Repair::of(task, found);
            explanation.repairs.retain(|other| *other != repair);
            explanation.repairs.insert(0, repair);
        } else if empty.is_some() && !is_fact {
            explanation.root = empty;
            explanation.repairs.clear();
        }
    }
    explanation.repairs.truncate(MAX_REPAIRS);
    explanation.tried(&trials, at_length);
    // A change with which there is a plan leaves no other reason.
    if more > 0 && explanation.repairs.is_empty() {
        explanation.left_out.push(format!("{more} more goals cannot be reached, for reasons of their own"));
    }
    if chain.cut {
        explanation.left_out.push("there are more causes than were followed".to_owned());
    }
    explanation
}
