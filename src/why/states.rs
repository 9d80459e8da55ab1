//! Explanations from the reachable states: goals that exclude each other, and facts that are lost for good.
//!
//! In: a task whose goals are all reachable without deletes. Out: an explanation.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::{conjuncts, distinct};
use super::lost::{Seen, explore, lost};
use super::repair::{grounded, that_help};
use super::words::list;
use super::{Explanation, Finding, Note};
use crate::ground::Scope;
use crate::limits::{Limits, Stop};
use crate::strips::{self, CostKind, FactId, FactName, TaskSpace};
use crate::task::{ObjectId, PredicateId, Task};

/// How many states are looked at; for a message at once, fewer.
const STATES: usize = 200_000;
const FEW_STATES: usize = 20_000;

/// What is said of more goals or pairs than these is only counted.
const MAX_NOTES: usize = 5;

pub(super) fn explained(chain: &Chain<'_>, limits: &Limits, at_length: bool) -> Explanation {
    let mut explanation = Explanation::default();
    if let Err(stop) = look(chain, limits, at_length, &mut explanation) {
        explanation.stop = Some(stop);
        explanation.left_out.push(format!("the states were not all looked at: {stop}"));
    }
    explanation
}

fn look(
    chain: &Chain<'_>,
    limits: &Limits,
    at_length: bool,
    explanation: &mut Explanation,
) -> Result<(), Stop> {
    let task = chain.task();
    let note = |text: String| Note::of(text, None);
    let goals = Goals::of(task);
    explanation.root = goals.opposite(task).map(note);
    if explanation.root.is_some() {
        explanation.finding = Finding::Unsolvable;
        return Ok(());
    }
    let mut applied = FxHashSet::default();
    let mut seen_something = false;
    let mut is_contrary = false;
    let ground_task = match grounded(task, &Scope::Goal, limits)? {
        Some(ground_task) => {
            let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
                return Ok(());
            };
            let seen = explore(&ground_task, &space, if at_length { STATES } else { FEW_STATES }, limits)?;
            if let Some(plan) = &seen.plan {
                explanation.finding = Finding::Solvable(plan.len());
                return Ok(());
            }
            applied.clone_from(&seen.applied);
            if seen.complete {
                explanation.finding = Finding::Unsolvable;
            } else if !at_length {
                return Ok(());
            } else {
                explanation.left_out.push(format!("only {} states were looked at", seen.states));
            }
            explanation.states = shown(task, &ground_task, &seen);
            seen_something = !seen.never.is_empty() || !seen.apart.is_empty();
            is_contrary = seen.returns && seen.never.is_empty() && !seen.apart.is_empty();
            ground_task
        }
        None => {
            explanation.finding = Finding::Unsolvable;
            let kept = goals.atoms.iter().map(|(predicate, ..)| *predicate).collect();
            let Some(everything) = grounded(task, &Scope::Everything(kept), limits)? else { return Ok(()) };
            everything
        }
    };
    let exclusive = goals.exclusive(task, &ground_task);
    // Places of one thing exclude each other by design; other facts may do so by a mistake.
    if let Some((text, true)) = exclusive {
        explanation.root = Some(note(text));
        return Ok(());
    }
    // Where nothing is ever lost, no effect is wrong: the goals contradict each other.
    if !is_contrary && (at_length || explanation.finding == Finding::Unsolvable) {
        let lists = chain.suspects(&ground_task, &lost(&ground_task));
        let tried = that_help(task, lists, if at_length { 3 } else { 1 }, limits);
        explanation.tried(task, &tried, at_length);
        let best = tried.found.first().filter(|(edit, ..)| chain.is_telling(&applied, edit));
        explanation.root = best.and_then(|(edit, _)| chain.blamed(edit));
    }
    if explanation.root.is_none() {
        // That all states were searched goes without saying.
        let first = explanation.states.first().filter(|_| seen_something || at_length);
        explanation.root = exclusive.map(|(text, _)| note(text)).or_else(|| first.cloned());
    }
    Ok(())
}

/// The literals that the goal asks for.
struct Goals {
    atoms: Vec<(PredicateId, Vec<ObjectId>, bool)>,
}

impl Goals {
    fn of(task: &Task) -> Self {
        let mut literals = Vec::new();
        conjuncts(&task.goal, true, &mut literals, &mut Vec::new());
        let atoms = literals.iter().filter_map(|literal| {
            Some((literal.atom.predicate, literal.with(&[]).ground()?, literal.positive))
        });
        Self { atoms: atoms.collect() }
    }

    /// A fact that the goal asks for and denies.
    fn opposite(&self, task: &Task) -> Option<String> {
        let (predicate, objects, _) = self.atoms.iter().find(|(predicate, objects, positive)| {
            *positive
                && self.atoms.iter().any(|(other, same, sign)| other == predicate && same == objects && !sign)
        })?;
        let shown = task.show_atom(*predicate, objects);
        Some(format!("the goal asks for {shown} and for (not {shown})"))
    }

    /// Two goals of which at most one holds at a time, by an invariant; and whether they are of one predicate.
    fn exclusive(&self, task: &Task, ground_task: &strips::Task) -> Option<(String, bool)> {
        let predicate = |fact: &FactId| match ground_task.name(*fact) {
            FactName::Atom(atom) => Some(ground_task.atom(atom)),
            _ => None,
        };
        let is_goal = |fact: &&FactId| {
            predicate(fact).is_some_and(|(predicate, objects)| {
                let mut wanted = self.atoms.iter().filter(|atom| atom.2);
                wanted.any(|(other, arguments, _)| *other == predicate && arguments == objects)
            })
        };
        let variables = ground_task.variables().iter().map(|variable| {
            (0..variable.size as usize).map(|value| variable.first.plus(value)).collect::<Vec<FactId>>()
        });
        let (one, other, group) =
            variables.chain(ground_task.groups().iter().cloned()).find_map(|group| {
                let mut both = group.iter().filter(is_goal);
                Some((*both.next()?, *both.next()?, group))
            })?;
        let of = predicates(task, ground_task, &group);
        let is_one = predicate(&one).map(|one| one.0) == predicate(&other).map(|other| other.0);
        let (one, other) = (ground_task.show_fact(task, one), ground_task.show_fact(task, other));
        Some((format!("{one} and {other} never hold together: they are in one mutex group, of {of}"), is_one))
    }
}

fn predicates(task: &Task, ground_task: &strips::Task, group: &[FactId]) -> String {
    let names = group.iter().filter_map(|fact| match ground_task.name(*fact) {
        FactName::Atom(atom) => Some(task.predicates.name(ground_task.atom(atom).0).to_owned()),
        _ => None,
    });
    list(&distinct(names), "and")
}

/// What the states show, a line each.
fn shown(task: &Task, ground_task: &strips::Task, seen: &Seen) -> Vec<Note> {
    let name = |fact: &FactId| ground_task.show_fact(task, *fact);
    let scope = if seen.complete { "in none of the" } else { "in none of the first" };
    let states = format!("{scope} {} reachable states", seen.states);
    let mut lines: Vec<String> = Vec::new();
    lines.extend(seen.never.iter().map(|fact| format!("{} holds {states}", name(fact))));
    let apart = seen.apart.iter().map(|(one, other)| (name(one), name(other)));
    lines.extend(apart.map(|(one, other)| format!("{one} and {other} hold together {states}")));
    let more = lines.len().saturating_sub(MAX_NOTES);
    lines.truncate(MAX_NOTES);
    if more > 0 {
        lines.push(format!("the same is true of {more} more goals or pairs"));
    }
    if lines.is_empty() {
        lines.push(format!("the goals, which hold one by one and in pairs, hold together {states}"));
    }
    let (goals, steps) = &seen.nearest;
    let total = ground_task.goal().len();
    if !goals.is_empty() && goals.len() < total {
        let steps: Vec<String> = steps.iter().map(|step| ground_task.show_operator(task, *step)).collect();
        let way =
            if steps.is_empty() { "at the start".to_owned() } else { format!("after {}", steps.join(" ")) };
        lines.push(format!("nearest: {} of {total} goals hold {way}", goals.len()));
    }
    for (fact, operator) in lost(ground_task).iter().take(MAX_NOTES) {
        let (fact, step) = (name(fact), ground_task.show_operator(task, *operator));
        lines.push(format!("{fact} is lost for good once {step} is taken"));
    }
    lines.into_iter().map(|text| Note::of(text, None)).collect()
}
