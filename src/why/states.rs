//! Explanations from the reachable states: goals that exclude each other, and facts that are lost for good.
//!
//! In: a task whose goals are all reachable without deletes. Out: an explanation.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::literal::{conjuncts, distinct};
use super::lost::{Seen, explore, lost};
use super::repair::{grounded, that_help, trial};
use super::words::{Place, list};
use super::{Explanation, Finding, Note};
use crate::deadends::disproof;
use crate::ground::Scope;
use crate::limits::{Limits, Stop};
use crate::source::Span;
use crate::strips::{self, CostKind, FactId, FactName, TaskSpace};
use crate::task::{ObjectId, PredicateId, Task};

/// How many states are looked at; for a message at once, fewer.
const STATES: usize = 200_000;
const FEW_STATES: usize = 20_000;

/// The work of a proof that there is no plan.
const PROOF: u64 = 1 << 31;

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
    let goals = Goals::of(task);
    explanation.root = goals.opposite(task);
    if explanation.root.is_some() {
        explanation.finding = Finding::Unsolvable;
        return Ok(());
    }
    let mut applied = FxHashSet::default();
    let (mut seen_something, mut is_contrary) = (false, false);
    // Whether all states were seen; `None` where none was looked at.
    let mut complete = None;
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
            let mut proof = None;
            complete = Some(seen.complete);
            if seen.complete {
                explanation.finding = Finding::Unsolvable;
            } else if !at_length {
                return Ok(());
            } else {
                if let Some(steps) = trial(task, limits)? {
                    explanation.finding = Finding::Solvable(steps);
                    return Ok(());
                }
                match disproof(&ground_task, PROOF, limits) {
                    Some(reason) => {
                        explanation.finding = Finding::Unsolvable;
                        proof = Some(Note::of(reason, None));
                    }
                    None => explanation.left_out.push(match seen.states {
                        1 => "only the initial state was looked at".to_owned(),
                        states => format!("only {states} states were looked at"),
                    }),
                }
            }
            explanation.states = shown(&goals, task, &ground_task, &seen);
            explanation.states.extend(proof);
            seen_something = !seen.never.is_empty() || !seen.apart.is_empty();
            is_contrary = seen.returns && seen.never.is_empty() && !seen.apart.is_empty();
            ground_task
        }
        None => {
            explanation.finding = Finding::Unsolvable;
            let kept = goals.atoms.iter().map(|atom| atom.0).collect();
            let Some(everything) = grounded(task, &Scope::Everything(kept), limits)? else { return Ok(()) };
            everything
        }
    };
    let exclusive = goals.exclusive(chain, &ground_task);
    // Places of one thing exclude each other by design; other facts may do so by a mistake.
    if let Some((note, true)) = exclusive {
        explanation.root = Some(note);
        return Ok(());
    }
    // Where nothing is ever lost, no effect is wrong: the goals contradict each other.
    if !is_contrary && (at_length || explanation.finding == Finding::Unsolvable) {
        let all_applied = Some(&applied).filter(|_| complete == Some(true));
        let lists = chain.suspects(&ground_task, &lost(&ground_task), all_applied);
        // Where states are many, trials take long.
        let tried = that_help(task, lists, if at_length && complete != Some(false) { 3 } else { 1 }, limits);
        explanation.tried(task, &tried, at_length);
        let best = tried.found.first().filter(|(edit, ..)| chain.is_telling(&applied, edit));
        explanation.root = best.and_then(|(edit, _)| chain.blamed(edit));
    }
    if explanation.root.is_none() {
        // That all states were searched goes without saying.
        let first = explanation.states.first().filter(|_| seen_something || at_length);
        explanation.root = exclusive.map(|(note, _)| note).or_else(|| first.cloned());
    }
    Ok(())
}

/// The literals that the goal asks for, with their places.
struct Goals {
    atoms: Vec<(PredicateId, Vec<ObjectId>, bool, Span)>,
}

impl Goals {
    fn of(task: &Task) -> Self {
        let mut literals = Vec::new();
        conjuncts(&task.goal, true, &mut literals, &mut Vec::new());
        let atoms = literals.iter().filter_map(|literal| {
            let objects = literal.with(&[]).ground()?;
            Some((literal.atom.predicate, objects, literal.positive, literal.atom.span))
        });
        Self { atoms: atoms.collect() }
    }

    /// A fact that the goal asks for and denies.
    fn opposite(&self, task: &Task) -> Option<Note> {
        let mut denied = self.atoms.iter().filter(|atom| !atom.2);
        let (predicate, objects, _, span) = denied.find(|(predicate, objects, ..)| {
            self.atoms.iter().any(|(other, same, sign, _)| other == predicate && same == objects && *sign)
        })?;
        let shown = task.show_atom(*predicate, objects);
        Some(Note::of(format!("the goal asks for {shown} and for (not {shown})"), Some((1, *span))))
    }

    /// Where the goal asks for a fact.
    fn place(&self, ground_task: &strips::Task, fact: FactId) -> Place {
        let FactName::Atom(atom) = ground_task.name(fact) else { return None };
        let (predicate, objects) = ground_task.atom(atom);
        let mut wanted = self.atoms.iter().filter(|atom| atom.2);
        wanted.find(|one| one.0 == predicate && one.1 == objects).map(|one| (1, one.3))
    }

    /// Two goals of which at most one holds at a time, by an invariant; and whether they are of one predicate.
    fn exclusive(&self, chain: &Chain<'_>, ground_task: &strips::Task) -> Option<(Note, bool)> {
        let task = chain.task();
        let predicate = |fact: &FactId| match ground_task.name(*fact) {
            FactName::Atom(atom) => Some(ground_task.atom(atom).0),
            _ => None,
        };
        let is_goal = |fact: &&FactId| self.place(ground_task, **fact).is_some();
        let variables = ground_task.variables().iter().map(|variable| {
            (0..variable.size as usize).map(|value| variable.first.plus(value)).collect::<Vec<FactId>>()
        });
        let (one, other, group) =
            variables.chain(ground_task.groups().iter().cloned()).find_map(|group| {
                let mut both = group.iter().filter(is_goal);
                Some((*both.next()?, *both.next()?, group))
            })?;
        let of = predicates(task, ground_task, &group);
        // Of a thing that is used up there may be too few.
        let is_used_up = group.iter().filter_map(predicate).any(|one| chain.is_used_up(one));
        let is_one = predicate(&one) == predicate(&other) && !is_used_up;
        let place = self.place(ground_task, one).max(self.place(ground_task, other));
        let (one, other) = (ground_task.show_fact(task, one), ground_task.show_fact(task, other));
        let text = format!("{one} and {other} never hold together: they are in one mutex group, of {of}");
        Some((Note::of(text, place), is_one))
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
fn shown(goals: &Goals, task: &Task, ground_task: &strips::Task, seen: &Seen) -> Vec<Note> {
    let name = |fact: &FactId| ground_task.show_fact(task, *fact);
    let scope = if seen.complete { "in none of the" } else { "in none of the first" };
    let states = format!("{scope} {} reachable states", seen.states);
    let place = |fact: &FactId| goals.place(ground_task, *fact);
    let never = seen.never.iter().map(|fact| (format!("{} holds {states}", name(fact)), place(fact)));
    let apart = seen.apart.iter().map(|(one, other)| {
        let text = format!("{} and {} hold together {states}", name(one), name(other));
        (text, place(one).max(place(other)))
    });
    let mut lines: Vec<(String, Place)> = never.chain(apart).collect();
    let more = lines.len().saturating_sub(MAX_NOTES);
    lines.truncate(MAX_NOTES);
    if more > 0 {
        lines.push((format!("the same is true of {more} more goals or pairs"), None));
    }
    if lines.is_empty() {
        lines.push((format!("the goals, which hold one by one and in pairs, hold together {states}"), None));
    }
    let (goals, steps) = &seen.nearest;
    let total = ground_task.goal().len();
    if !goals.is_empty() && goals.len() < total {
        let steps: Vec<String> = steps.iter().map(|step| ground_task.show_operator(task, *step)).collect();
        let way =
            if steps.is_empty() { "at the start".to_owned() } else { format!("after {}", steps.join(" ")) };
        lines.push((format!("nearest: {} of {total} goals hold {way}", goals.len()), None));
    }
    for (fact, operator) in lost(ground_task).iter().take(MAX_NOTES) {
        let (fact, step) = (name(fact), ground_task.show_operator(task, *operator));
        lines.push((format!("{fact} is lost for good once {step} is taken"), None));
    }
    lines.into_iter().map(|(text, place)| Note::of(text, place)).collect()
}
