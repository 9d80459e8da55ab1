//! Why there is no plan: the root, how it follows, and which small change would help.
//!
//! In: a task, and limits. Out: an [`Explanation`], whose first line is the root. Goals that are unreachable even
//! without deletes are followed back to the deepest link that alone would be enough; otherwise the states are
//! enumerated. A change is named only if the validator has accepted a plan for it. What was not explored, for lack of
//! time or memory, is reported as well.

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
mod slips;
mod states;
mod suspects;
mod ways;
mod words;

use crate::limits::{Limits, Stop, stack};
use crate::source::Span;
use crate::task::{Atom, Task};

use chain::Chain;
use reach::{Cut, Reach};
use repair::{Edit, Trials};
use root::{Kind, Root};

/// A sentence with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// How many links lead to it.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// The text that it is about (0: domain, 1: problem), and where.
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
        if trials.left > 0 && trials.at_length {
            self.left_out.push(format!("{} more changes were not tried", trials.left));
        } else if trials.tried > 0 && trials.at_length && self.repairs.is_empty() && self.stop.is_none() {
            let tried = trials.tried;
            self.left_out
                .push(format!("changes of more than one fact or literal: none of {tried} single ones helps"));
        }
    }

    /// Names the first root that a change mends or, if there is none, the first one.
    fn follow(&mut self, chain: &Chain<'_>, roots: &[Root], trials: &mut Trials<'_>) {
        let alike: Vec<_> = roots.iter().filter(|root| root.kind == roots[0].kind).take(4).collect();
        let (mut chosen, mut helpful) = (&roots[0], Vec::new());
        if trials.at_length || alike.len() > 1 {
            for root in alike {
                if trials.stop.is_some() || trials.limits.check_now().is_err() || !helpful.is_empty() {
                    break;
                }
                // Of an effect that is asked for, either the effect or the condition may be wrong; in a circle, a first
                // fact or an effect is missing.
                let enough = match root.kind {
                    Kind::AddsWhatItNeeds | Kind::Circle => 3,
                    _ => 1,
                };
                helpful = trials.that_help(chain.cures(root), enough);
                chosen = if helpful.is_empty() { chosen } else { root };
            }
        }
        self.links = chain.links(chosen.node);
        // Where a condition is all that is wrong, no fact is missing.
        let is_condition =
            |edit: &Edit| matches!(edit, Edit::NoCondition(..)) && chosen.kind == Kind::NotInInit;
        let condition = helpful.first().filter(|(edit, _)| is_condition(edit));
        self.root = condition.and_then(|(edit, _)| chain.blamed(edit));
        self.root = self.root.take().or_else(|| Some(chain.sentence(chosen)));
        if matches!(chosen.kind, Kind::Circle | Kind::CutOff) {
            let back = if chosen.kind == Kind::Circle { chain.taken_back(chosen) } else { Vec::new() };
            let is_fact = helpful.iter().any(|(edit, _)| matches!(edit, Edit::Fact(..)));
            if let Some(found) = trials.that_help(vec![back], 1).into_iter().next() {
                self.root = chain.blamed(&found.0).or(self.root.take());
                helpful.retain(|other| *other != found);
                helpful.insert(0, found);
            } else if let Some(empty) = chain.empty_type(chosen).filter(|_| !is_fact) {
                self.root = Some(empty);
                return;
            }
        }
        if helpful.is_empty() && chosen.kind != Kind::Obstacle && chain.near_miss(chosen).is_none() {
            helpful = self.slips(chain, trials);
        }
        self.name(&helpful, trials);
    }

    /// Names the changes that help.
    fn name(&mut self, helpful: &[(Edit, usize)], trials: &Trials<'_>) {
        let repairs = helpful.iter().take(MAX_REPAIRS).map(|one| Repair::of(trials.task, one));
        self.repairs = repairs.collect();
        self.more_repairs = trials.more + helpful.len().saturating_sub(MAX_REPAIRS);
    }

    /// What helps where nothing points at a fault: any single change. One to the words of an action is the root.
    fn slips(&mut self, chain: &Chain<'_>, trials: &mut Trials<'_>) -> Vec<(Edit, usize)> {
        if !trials.at_length {
            return Vec::new();
        }
        let helpful = trials.that_help(chain.slips(), 1);
        let is_word = |edit: &Edit| {
            matches!(edit, Edit::Condition(..) | Edit::OtherEffect(..) | Edit::Typed(..))
                || chain.is_missing(edit)
        };
        let word = helpful.first().filter(|(edit, _)| is_word(edit) && chain.empty_types().next().is_none());
        self.root = word.and_then(|(edit, _)| chain.blamed(edit)).or(self.root.take());
        helpful
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

/// The most rows that are examined: an explanation has to come soon, a message at once.
const WORK: u64 = 30_000_000;
const BRIEF_WORK: u64 = 3_000_000;

/// At most this many changes that help are named.
const MAX_REPAIRS: usize = 6;

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
    let mut trials = Trials::new(task, limits, at_length);
    // If some way lacks nothing, or there is none, the goal is not out of reach for want of facts.
    if chain.ways[0].iter().any(|way| way.needs.is_empty()) || chain.ways[0].is_empty() {
        return states::explained(&chain, trials);
    }
    explanation.finding = Finding::Unsolvable;
    let (roots, more) = chain.roots();
    if let Err(stop) = limits.check_now() {
        return explanation.stopped(Cut::Stop(stop), "the causes were not followed");
    }
    let mut first = vec![chain.turned_conditions()];
    if roots.first().is_none_or(|root| root.kind >= Kind::CutOff) {
        let [stray, ..] = chain.lone_facts();
        let narrower = roots.first().map(|root| chain.narrower(root)).unwrap_or_default();
        first.extend([chain.other_types(true), stray, chain.ways_back(), narrower]);
    }
    let found = trials.that_help(first, 1);
    if let Some((edit, _)) = found.first() {
        explanation.root = chain.blamed(edit);
        if let Edit::Condition(_, (Atom { predicate, .. }, _), _) | Edit::Fact(predicate, _) = edit {
            let is_asked = |node: &usize| chain.fact(*node).is_some_and(|fact| fact.predicate == *predicate);
            let node = (0..chain.nodes.len()).find(is_asked);
            explanation.links = node.map(|node| chain.links(node)).unwrap_or_default();
        }
        explanation.name(&found, &trials);
    } else if roots.is_empty() {
        let helpful = explanation.slips(&chain, &mut trials);
        explanation.name(&helpful, &trials);
        if explanation.root.is_none() {
            explanation.left_out.push("no single cause was found".to_owned());
        }
    } else {
        explanation.follow(&chain, &roots, &mut trials);
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
    explanation
}
