//! Explanations from the reachable states: goals that exclude each other, and facts that are lost for good.
//!
//! In: a task whose goals are all reachable without deletes. Out: an explanation.

use rustc_hash::FxHashSet;

use super::chain::Chain;
use super::enumeration::{Seen, explore};
use super::literal::{Literal, Pattern, conjuncts, contradiction, list};
use super::proof::abstraction;
use super::rank::{Contrary, Hints};
use super::repair::{Trials, accepted, grounded, trial};
use super::words::Place;
use super::{Explanation, Finding, Note};
use crate::base::limits::Stop;
use crate::planning::deadends::disproof;
use crate::planning::ground::Scope;
use crate::planning::strips::{self, CostKind, FactId, OpId, TaskSpace};
use crate::text::task::{SchemaId, Task, Variable};

/// The work of a proof that there is no plan.
const PROOF: u64 = 1 << 31;

/// At most this many pairs of goals are weighed.
const MAX_PAIRS: usize = 12;

/// At most this many goals or pairs are named; the others are counted.
const MAX_NOTES: usize = 5;

pub(super) fn explained(chain: &Chain<'_>, mut trials: Trials<'_>, explanation: &mut Explanation) {
    let looked = match look(&trials, explanation) {
        Ok(Some(looked)) => say(chain, &looked, &mut trials, explanation),
        Ok(None) => Ok(()),
        Err(stop) => Err(stop),
    };
    if let Err(stop) = looked {
        explanation.stop = Some(stop);
        explanation.left_out.push(format!("the states were not all looked at: {stop}"));
    }
    explanation.tried(&trials);
}

/// What a look at the states left to say.
struct Looked<'a> {
    goals: Goals<'a>,
    ground_task: strips::Task,
    seen: Seen,
    /// Whether the goal can be reached, as far as grounding can tell.
    may_be_reached: bool,
}

/// Looks at the states. None where nothing is left to say.
fn look<'a>(trials: &Trials<'a>, explanation: &mut Explanation) -> Result<Option<Looked<'a>>, Stop> {
    let Trials { task, limits, effort, .. } = *trials;
    let (literals, rest) = conjuncts(&[(&task.goal, 0)]);
    let goals = Goals { literals, is_all: rest.is_empty() };
    explanation.root = contradiction(&goals.literals).map(|(one, other)| {
        let [one, other] =
            [one, other].map(|literal| (literal.show::<Variable>(task, &[]), literal.atom.span));
        Note::of(format!("the goal asks for {} and for {}", one.0, other.0), Some((1, other.1)))
    });
    if explanation.root.is_some() {
        explanation.finding = Finding::Unsolvable;
        return Ok(None);
    }
    let Some(ground_task) = grounded(task, &Scope::Goal, limits)? else {
        explanation.left_out.push("the states were not looked at: a cost is too large".to_owned());
        return Ok(None);
    };
    let Some(ground_task) = ground_task.task else {
        explanation.finding = Finding::Unsolvable;
        let kept = goals.literals.iter().map(|literal| literal.atom.predicate).collect();
        let Some(ground_task) = grounded(task, &Scope::Everything(kept), limits)?.and_then(|one| one.task)
        else {
            return Ok(None);
        };
        let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
            return Ok(None);
        };
        let seen = explore(&ground_task, &space, effort.states, limits)?;
        return Ok(Some(Looked { goals, ground_task, seen, may_be_reached: false }));
    };
    if ground_task.goal().is_empty() {
        explanation.finding = Finding::Solvable(0);
        return Ok(None);
    }
    let Some(space) = TaskSpace::<u32>::within(&ground_task, CostKind::Unit, limits)? else {
        return Ok(None);
    };
    let seen = explore(&ground_task, &space, effort.states, limits)?;
    if let Some(plan) = &seen.plan {
        if let Some(used) = accepted(task, &ground_task, plan.iter().copied()) {
            explanation.finding = Finding::Solvable(used.steps);
        }
        return Ok(None);
    }
    let mut proof = None;
    if seen.complete {
        explanation.finding = Finding::Unsolvable;
    } else if effort.is_brief {
        return Ok(None);
    } else if let Some(used) = trial(task, limits, &mut { effort.trials })? {
        explanation.finding = Finding::Solvable(used.steps);
        return Ok(None);
    } else if let Some(found) = disproof(&ground_task, PROOF, limits) {
        explanation.finding = Finding::Unsolvable;
        proof = Some(Note::of(abstraction(&found), None));
    } else {
        explanation.left_out.push(match seen.states {
            1 => "only the initial state was looked at".to_owned(),
            states => format!("only {states} states were looked at"),
        });
    }
    explanation.states = shown(&goals, task, &ground_task, &seen);
    explanation.states.extend(proof);
    Ok(Some(Looked { goals, ground_task, seen, may_be_reached: true }))
}

/// Says what the states mean, and which changes would help.
fn say(
    chain: &Chain<'_>,
    Looked { goals, ground_task, seen, may_be_reached }: &Looked<'_>,
    trials: &mut Trials<'_>,
    explanation: &mut Explanation,
) -> Result<(), Stop> {
    let taken: FxHashSet<SchemaId> = seen.applied.iter().map(|step| ground_task.step(*step).0).collect();
    let idle =
        (0..chain.task().schemas.len()).filter(|at| seen.complete && !taken.contains(&SchemaId::from(*at)));
    let mut hints = Hints { idle: idle.collect(), ..Hints::default() };
    hints.contrary = goals.contrary(chain, ground_task, seen, *may_be_reached, explanation.states.first());
    if trials.may_try(chain) {
        hints.clashes = chain.clashes(trials.limits)?;
    }
    let cures = chain.cured(&[], &hints, trials);
    explanation.root = chain.first_line(&cures, &hints, &[]);
    if explanation.root.is_none() {
        // That all states were searched goes without saying.
        let seen_something = !seen.never.is_empty() || !seen.apart.is_empty();
        let first = explanation.states.first().filter(|_| seen_something || !trials.effort.is_brief);
        explanation.root = first.cloned();
    }
    explanation.name(&cures, trials.task);
    let root = explanation.root.as_ref();
    explanation.states.retain(|note| root.is_none_or(|root| root.text != note.text));
    Ok(())
}

/// The literals that the goal asks for, with their places.
struct Goals<'a> {
    literals: Vec<Literal<'a>>,
    /// Whether it asks for nothing else.
    is_all: bool,
}

impl Goals<'_> {
    /// Where the goal asks for a fact.
    fn place(&self, ground_task: &strips::Task, fact: FactId) -> Place {
        let wanted = Pattern::of(ground_task, fact)?;
        self.literals.iter().find(|one| one.with(&[]) == wanted).map(|one| (1, one.atom.span))
    }

    /// Goals that exclude each other: two of a mutex group, or goals that no reachable state has together.
    fn contrary(
        &self,
        chain: &Chain<'_>,
        ground_task: &strips::Task,
        seen: &Seen,
        may_be_reached: bool,
        shown: Option<&Note>,
    ) -> Option<Contrary> {
        let task = chain.task();
        let is_goal = |fact: &&FactId| self.place(ground_task, **fact).is_some();
        let variables =
            ground_task.variables().iter().map(|variable| variable.facts().collect::<Vec<FactId>>());
        let groups = variables.chain(ground_task.groups().iter().cloned());
        let mut pairs: Vec<(FactId, FactId)> = groups
            .filter_map(|group| {
                let mut both = group.iter().filter(is_goal);
                Some((*both.next()?, *both.next()?))
            })
            .collect();
        let is_exclusive = !pairs.is_empty();
        pairs.extend(seen.apart.iter().take(MAX_PAIRS).filter(|_| seen.complete && seen.never.is_empty()));
        let of = |fact: FactId| Pattern::of(ground_task, fact);
        // What excludes each other and holds by turns does so by design; other facts may do so by a mistake.
        let points = |(one, other): (FactId, FactId)| -> Option<f64> {
            let (left, right) = (of(one)?, of(other)?);
            let by_turns = if seen.complete {
                seen.follows(ground_task, one, other) && seen.follows(ground_task, other, one)
            } else {
                left.predicate == right.predicate && !chain.is_used_up(left.predicate)
            };
            let is_given = [one, other].iter().zip([&left, &right]).any(|(fact, pattern)| {
                ground_task.initial().contains(fact) && !chain.growing.contains(&pattern.predicate)
            });
            let is_related = left.arguments.iter().any(|one| right.arguments.contains(one));
            // What excludes many goals is rather a lack of something that all of them need.
            let is_in_all = |goal| pairs.iter().all(|pair| pair.0 == goal || pair.1 == goal);
            let is_apart = is_in_all(one) || is_in_all(other);
            Some(match (by_turns, is_given, is_apart && (is_related || left.predicate != right.predicate)) {
                (true, ..) | (_, true, _) => 4.0,
                (_, _, true) => 2.0,
                _ => 0.0,
            })
        };
        let best = pairs.iter().filter_map(|pair| Some((*pair, points(*pair)?)));
        let best = best.min_by(|one, other| other.1.total_cmp(&one.1));
        // Where nothing is ever lost, no effect is wrong: the goals contradict each other.
        let is_free = may_be_reached && seen.returns && seen.never.is_empty();
        let of_all = |goals: Vec<FactId>| goals.into_iter().filter_map(of).collect::<Vec<Pattern>>();
        let Some(((one, other), points)) = best else {
            let (note, goals) = (shown?.clone(), of_all(seen.fewest(ground_task)));
            return is_free.then_some(Contrary { note, goals, points: 4.0 });
        };
        let place = self.place(ground_task, one).max(self.place(ground_task, other));
        let both = list(&[one, other].map(|fact| ground_task.show_fact(task, fact)), "and");
        let note = Note::of(format!("the goal asks for {both}, which never hold together"), place);
        let (goals, points) = (of_all(vec![one, other]), if is_free { 4.0 } else { points });
        (is_exclusive || seen.complete).then_some(Contrary { note, goals, points })
    }
}

/// What the states show, a line each.
fn shown(goals: &Goals<'_>, task: &Task, ground_task: &strips::Task, seen: &Seen) -> Vec<Note> {
    let name = |fact: &FactId| ground_task.show_fact(task, *fact);
    let scope = if seen.complete { "in none of the" } else { "in none of the first" };
    let states = match seen.states {
        1 if seen.complete => "in none of the reachable states: there is only the initial one".to_owned(),
        number => format!("{scope} {number} reachable states"),
    };
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
    // Whether each goal can be seen in a state.
    let is_seen = ground_task.goal().iter().all(|goal| !ground_task.is_derived(*goal));
    if lines.is_empty() {
        let fewest = seen.fewest(ground_task);
        let names: Vec<String> = fewest.iter().map(name).collect();
        let of = if names.len() > 4 { "the goals".to_owned() } else { list(&names, "and") };
        let place = fewest.iter().filter_map(place).max();
        lines.push(if is_seen {
            (format!("{of}, which hold one by one and in pairs, hold together {states}"), place)
        } else {
            (format!("the goal holds {states}"), None)
        });
    }
    let (nearest, steps) = &seen.nearest;
    let total = ground_task.goal().len();
    // Goals that always hold are not in the ground task.
    let is_counted = is_seen && goals.is_all && goals.literals.len() == total;
    if is_counted && !nearest.is_empty() && nearest.len() < total {
        let steps: Vec<String> = steps.iter().map(|step| ground_task.show_operator(task, *step)).collect();
        let way =
            if steps.is_empty() { "at the start".to_owned() } else { format!("after {}", steps.join(" ")) };
        lines.push((format!("nearest: {} of {total} goals hold {way}", nearest.len()), None));
    }
    for (fact, operator) in lost(ground_task, seen).iter().take(MAX_NOTES) {
        let (fact, step) = (name(fact), ground_task.show_operator(task, *operator));
        lines.push((format!("{fact} is lost for good once {step} is taken"), None));
    }
    lines.into_iter().map(|(text, place)| Note::of(text, place)).collect()
}

/// Initial facts that some operator always deletes, none adds, and others need; each with the first operator that
/// deletes it and can be applied.
fn lost(task: &strips::Task, states: &Seen) -> Vec<(FactId, OpId)> {
    let mut given = vec![false; task.fact_count()];
    let mut needed = vec![false; task.fact_count()];
    task.goal().iter().for_each(|fact| needed[fact.index()] = true);
    for operator in task.operators() {
        task.effects(operator).for_each(|effect| given[effect.fact.index()] = true);
        let changed: Vec<_> = task.effects(operator).map(|effect| task.variable_of(effect.fact)).collect();
        let kept =
            task.condition(operator).iter().filter(|fact| !changed.contains(&task.variable_of(**fact)));
        kept.for_each(|fact| needed[fact.index()] = true);
    }
    let mut found = Vec::new();
    let mut seen = vec![false; task.fact_count()];
    for operator in task.operators().filter(|operator| states.applied.contains(operator)) {
        for effect in task.effects(operator) {
            let initial = task.initial()[task.variable_of(effect.fact).index()];
            let is_lost = effect.condition.is_empty()
                && initial != effect.fact
                && needed[initial.index()]
                && !given[initial.index()];
            if is_lost && !std::mem::replace(&mut seen[initial.index()], true) {
                found.push((initial, operator));
            }
        }
    }
    found
}
