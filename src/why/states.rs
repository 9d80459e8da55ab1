//! Explanations from the reachable states: goals that exclude each other, and facts that are lost for good.
//!
//! In: a task whose goals are all reachable without deletes. Out: an explanation.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::conjuncts;
use super::lost::{Seen, explore, lost};
use super::repair::that_help;
use super::suspects::{blamed, changes, is_telling};
use super::words::list;
use super::{Explanation, Finding, Note, Repair};
use crate::ground::{GroundError, Scope, ground_for};
use crate::limits::{Limits, Stop};
use crate::strips::{self, CostKind, FactId, FactName, TaskSpace};
use crate::task::{ObjectId, PredicateId, Task};

/// How many states are looked at; for a message at once, fewer.
const STATES: usize = 200_000;
const FEW_STATES: usize = 20_000;

/// What is said of more goals or pairs than these is only counted.
const MAX_NOTES: usize = 5;

pub(super) fn explained(
    task: &Task,
    chain: &Chain<'_>,
    limits: &Limits,
    at_length: bool,
    mut explanation: Explanation,
) -> Explanation {
    match look(task, chain, limits, at_length, &mut explanation) {
        Ok(()) => explanation,
        Err(stop) => {
            explanation.stop = Some(stop);
            explanation.left_out.push(format!("the states were not all looked at: {stop}"));
            explanation
        }
    }
}

fn grounded(task: &Task, scope: &Scope, limits: &Limits) -> Result<Option<strips::Task>, Stop> {
    match ground_for(task, scope, limits, &mut |_| {}) {
        Ok(grounded) => Ok(grounded.task),
        Err(GroundError::Stopped(stop)) => Err(stop),
        Err(GroundError::Cost(_)) => Ok(None),
    }
}

fn look(
    task: &Task,
    chain: &Chain<'_>,
    limits: &Limits,
    at_length: bool,
    explanation: &mut Explanation,
) -> Result<(), Stop> {
    let note = |text: String| Note { depth: 0, text, place: None };
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
        let lists = changes(task, chain, &ground_task, &lost(&ground_task));
        let (tried, stop) = that_help(task, lists, if at_length { 3 } else { 1 }, limits);
        explanation.stop = explanation.stop.or(stop);
        if tried.left > 0 && at_length {
            explanation.left_out.push(format!("{} more changes were not tried", tried.left));
        }
        explanation.root = tried
            .found
            .first()
            .filter(|(edit, ..)| is_telling(chain, &applied, edit))
            .and_then(|(edit, _)| blamed(task, chain, edit));
        let shown = tried.found.iter().take(3);
        explanation.repairs =
            shown.map(|(edit, steps)| Repair { text: edit.show(task, *steps), steps: *steps }).collect();
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
                self.atoms
                    .iter()
                    .any(|(other, wanted, positive)| *positive && *other == predicate && wanted == objects)
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
        let names = (ground_task.show_fact(task, one), ground_task.show_fact(task, other));
        let text =
            format!("{} and {} never hold together: they are in one mutex group, of {of}", names.0, names.1);
        Some((text, predicate(&one).map(|one| one.0) == predicate(&other).map(|other| other.0)))
    }
}

fn predicates(task: &Task, ground_task: &strips::Task, group: &[FactId]) -> String {
    let mut names: Vec<String> = Vec::new();
    for fact in group {
        if let FactName::Atom(atom) = ground_task.name(*fact) {
            let name = task.predicates.name(ground_task.atom(atom).0).to_owned();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    list(&names, "and")
}

/// What the states show, a line each.
fn shown(task: &Task, ground_task: &strips::Task, seen: &Seen) -> Vec<Note> {
    let name = |fact: &FactId| ground_task.show_fact(task, *fact);
    let scope = if seen.complete { "in none of the" } else { "in none of the first" };
    let states = format!("{scope} {} reachable states", seen.states);
    let mut lines: Vec<String> = Vec::new();
    lines.extend(seen.never.iter().map(|fact| format!("{} holds {states}", name(fact))));
    lines.extend(
        seen.apart
            .iter()
            .map(|(one, other)| format!("{} and {} hold together {states}", name(one), name(other))),
    );
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
        lines.push(format!(
            "{} is lost for good once {} is taken",
            name(fact),
            ground_task.show_operator(task, *operator)
        ));
    }
    lines.into_iter().map(|text| Note { depth: 0, text, place: None }).collect()
}
